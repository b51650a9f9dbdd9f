"""Captions: what the computer plays, in a window of its own, and afterwards on the page and in the history."""

import os
import subprocess
import unittest

import screen
from interruptions import answer
from program import PROGRAM, SAMPLE, beginning, speak
from test_control import Caller
from test_dictation import BEGINNING, PAUSE
from test_history import History
from translation_server import TranslationServer

HEARING = ["Hearing the computer", "Hearing the microphone", "Hearing both"]


class CaptionsTest(unittest.TestCase):
    def shown(self, program, words):
        """What the window shows, if these words are in it."""
        return next((node.name for node in program.written("") if words.lower() in node.name.lower()
                     and node.name not in HEARING), None)

    def play_at(self, sink, seconds):
        with beginning(SAMPLE, seconds) as file:
            player = subprocess.Popen(
                ["paplay", f"--device={sink}", f"/dev/fd/{file.fileno()}"], pass_fds=[file.fileno()])
            self.assertEqual(player.wait(30), 0)

    def is_closed(self, program):
        return not any(node.name in HEARING + ["Captions"] for node in program.nodes("frame"))

    def test_what_plays_is_captioned_and_then_on_the_page_and_once_in_the_history(self):
        history = History(self)
        with history.start() as program:
            program.see("Start")
            program.press("Captions")
            answer(program, "Show Captions?")
            screen.wait("what is heard", lambda: program.reads(HEARING[0]))
            sound = speak()
            screen.wait("words", lambda: self.shown(program, BEGINNING))
            self.assertIsNone(sound.poll(), "the words came only after the speech had ended")
            program.see("Captions hear what this computer plays.")
            screen.wait("the page", lambda: program.reads("Captions Are On"))
            self.assertFalse(program.reads("Press Start and speak"))
            # Without a window manager, nobody gives the keys back to it after the question.
            program.command("--captions")
            program.key("ctrl+plus")
            screen.wait("larger letters", lambda: program.chosen("captions-text-size").strip() == "220")
            program.key("ctrl+0")
            screen.wait("letters of the usual size", lambda: program.chosen("captions-text-size").strip() == "200")
            program.key("Escape")
            self.assertEqual(sound.wait(30), 0)
            screen.wait("all of it", lambda: self.shown(program, "for your country"), 30)
            # Who stays keeps them.
            program.key("ctrl+q")
            screen.wait("the question", lambda: program.reads("End Captions?"))
            self.assertFalse(self.is_closed(program))
            program.key("Escape")
            screen.wait("no question", lambda: "End Captions?" not in program.labels())
            self.assertFalse(self.is_closed(program))
            program.command("--captions")
            program.key("ctrl+w")
            screen.wait("no window", lambda: self.is_closed(program))
            screen.wait("the text on the page", lambda: BEGINNING in program.transcript().lower(), 30)
            history.open(program)
            self.assertEqual(len(screen.wait("the entry", lambda: history.entries(program))), 1)
            self.assertNotIn("americans", program.said().lower())
            screen.wait("the page kept", lambda: (history.data / "page.json").exists())
        # The user is asked only once, and the page is there again.
        again = history.start()
        again.keeps_page = True
        with again as program:
            screen.wait("the page", lambda: BEGINNING in program.transcript().lower())
            program.press("Captions")
            screen.wait("what is heard", lambda: program.reads(HEARING[0]))

    def test_a_command_captions_both_sides_with_translations_and_a_wrong_one_is_refused(self):
        history = History(self)
        with TranslationServer() as server:
            program = history.start()
            for key, value in [
                    ("captions-has-agreed", "true"), ("microphone", "pulse:spk2.monitor"),
                    ("translator-service", "libretranslate"), ("translator-address", server.address),
                    ("translator-agreed-services", "['libretranslate', 'captions-libretranslate']"),
                    ("translator-agreed-place", server.address)]:
                program.set(key, value)
            with program:
                program.see("Start")
                for options, words in [
                        (["--captions", "--source", "radio"], "There is no source radio"),
                        (["--captions", "--translate", "xx"], "Nothing is translated into xx"),
                        (["--captions", "--start"], "--captions cannot be used with a command for dictation."),
                        (["--captions", SAMPLE], "Files cannot be opened together with --captions"),
                        (["--start", SAMPLE], "Files cannot be opened together with --captions"),
                        (["--source", "both"], "--source and --translate need --captions.")]:
                    ended = subprocess.run(
                        [PROGRAM, *options], env=program.environment, timeout=20, capture_output=True, text=True)
                    self.assertEqual(ended.returncode, 1)
                    self.assertIn(words, ended.stderr)
                program.command("--captions", "--source", "both", "--translate", "es")
                screen.wait("what is heard", lambda: program.reads(HEARING[2]))
                self.play_at(os.environ["PARLANDO_VIRTUAL_SINK"], PAUSE)
                screen.wait("the computer", lambda: self.shown(program, "computer:"), 30)
                screen.wait("a translation", lambda: self.shown(program, "[es]"), 30)
                self.play_at("spk2", PAUSE)
                screen.wait("the user", lambda: self.shown(program, "you:"), 30)
                program.key("ctrl+w")
                screen.wait("both on the page", lambda: {"you:", "computer:"} <= set(
                    program.transcript().lower().split()), 30)
                self.assertNotIn("[es]", program.transcript())
                self.assertIn("'computer'", program.chosen("captions-source"))

    def test_quit_ends_captions_and_the_program_and_releases_the_microphone(self):
        history = History(self)
        program = history.start()
        program.arguments = ("--captions", "--source", "both")
        program.set("captions-has-agreed", "true")
        program.set("microphone", "pulse:spk2.monitor")
        with program:
            screen.wait("what is heard", lambda: program.reads(HEARING[2]))
            self.play_at(os.environ["PARLANDO_VIRTUAL_SINK"], PAUSE)
            screen.wait("the computer", lambda: self.shown(program, "computer:"), 30)
            program.key("ctrl+q")
            screen.wait("the question", lambda: program.reads("End Captions?"))
            program.key("Tab")
            program.key("Return")
            self.assertEqual(program.end(), 0)
            recorders = subprocess.check_output(["pactl", "list", "source-outputs"], text=True)
            self.assertNotIn(f'application.process.id = "{program.process.pid}"', recorders)
        again = history.start()
        again.keeps_page = True
        with again as program:
            screen.wait("the page", lambda: "Computer:" in program.transcript())
            self.assertFalse(program.reads("Your last captions session was interrupted."))

    def test_captions_at_rest_do_not_outlive_the_main_window(self):
        program = History(self).start()
        program.set("captions-has-agreed", "true")
        with program:
            program.press("Start")
            program.see("Stop")
            program.command("--captions", "--source", "microphone")
            screen.wait("the reason", lambda: program.reads("Dictation is using the microphone"))
            program.press("Stop")
            program.see("Start")
            self.assertFalse(self.is_closed(program))
            program.key("ctrl+q")
            self.assertEqual(program.end(), 0)

    def test_captions_begin_with_the_program_and_every_page_says_that_they_use_the_microphone(self):
        history = History(self)
        program = history.start()
        program.arguments = ("--captions", "--source", "microphone")
        program.set("captions-has-agreed", "true")
        with program:
            screen.wait("what is heard", lambda: program.reads(HEARING[1]))
            program.see("Captions are using the microphone.")
            caller = Caller()
            self.assertEqual(caller.state(), "captions")
            program.key("ctrl+w")
            screen.wait("no window", lambda: self.is_closed(program))
            screen.wait("nobody to hear", lambda: caller.state() == "idle", 30)
            program.press("Captions")
            screen.wait("what is heard", lambda: program.reads(HEARING[0]))


if __name__ == "__main__":
    unittest.main()
