"""What the program logs on request: each stage of its work, and nothing of what was said, or of where and whose it is."""

import collections
import pathlib
import re
import shutil
import tempfile
import unittest

import screen
from keyring import Keyring
from model_mirror import Mirror, empty_home, first_button
from program import SAMPLE, Program, speak
from test_translator_keys import KEY, Keyed
from translation_server import GeminiServer


class LogTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def lines(self, program):
        """The lines of the program's own log."""
        return [line for line in program.said().splitlines() if re.match(r"\w+ parlando[.:]", line)]

    def stages(self, program):
        """How often each of them is named."""
        messages = [re.match(r"\w+ parlando\.(\w+): ([a-z -]+?)(?= \w+=|$)", line) for line in self.lines(program)]
        return collections.Counter(f"{match[1]} {match[2]}" for match in messages if match)

    def check_secrets(self, program, *secrets):
        log = "\n".join(self.lines(program)).lower()
        self.assertIn("debug", log)
        for secret in (self.folder.name, str(pathlib.Path.home()), *secrets):
            with self.subTest(secret=secret):
                self.assertNotIn(secret.lower(), log)

    def test_the_stages_of_dictation_and_of_a_file(self):
        file = pathlib.Path(self.folder.name, "private-meeting.flac")
        shutil.copy(SAMPLE, file)
        with Program("--verbose", folder=self.folder.name) as program:
            program.see("Ready", role="status bar", seconds=60)
            program.press("Start")
            program.see("Stop")
            speak().wait(30)
            program.press("Stop")
            program.see("Start", seconds=60)
            self.assertIn("country", program.transcript().lower())
            program.command(str(file))
            screen.wait("the end of the file", lambda: self.stages(program)["files file ended"], 60)
            stages = self.stages(program)
            for stage in ("models load", "models warm-up", "models ready", "dictation start", "audio device",
                          "dictation stop", "files file", "files file ended"):
                with self.subTest(stage=stage):
                    self.assertEqual(stages[stage], 1)
            self.check_secrets(program, "country", "americans", "private-meeting")

    def test_the_transfer_of_a_model(self):
        with Mirror() as mirror:
            program = empty_home(self.folder.name, mirror, only="tiny.en")
            program.arguments = ("--verbose",)
            with program:
                screen.press(first_button(program))
                screen.wait("a loaded model", lambda: self.stages(program)["models ready"], 60)
                stages = self.stages(program)
                # The model, and the detector of voices.
                self.assertEqual(stages["download transfer"], 2)
                self.assertEqual(stages["download transfer ended"], 2)
                self.assertEqual(stages["http request"], len(mirror.asked))
                self.check_secrets(program, mirror.address, "127.0.0.1")

    def test_the_requests_of_a_translation(self):
        with Keyring(), GeminiServer("Buenos días.") as server:
            page = Keyed(server, key=KEY)
            page.program.arguments = ("--verbose",)
            with page:
                page.ask("Good morning.")
                page.reads("Buenos días.")
                self.assertGreaterEqual(self.stages(page.program)["http request"], 1)
                self.check_secrets(page.program, KEY, "morning", "buenos", "127.0.0.1")

    def test_without_a_request_only_what_is_worth_a_notice_is_logged(self):
        with Program() as program:
            program.see("Ready", role="status bar", seconds=60)
            self.assertEqual([line for line in self.lines(program) if line.startswith(("debug", "info"))], [])


if __name__ == "__main__":
    unittest.main()
