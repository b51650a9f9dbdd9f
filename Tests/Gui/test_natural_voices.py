"""A natural voice, from the list in the preferences to its sound."""

import pathlib
import tempfile
import unittest

import screen
from model_mirror import Mirror, empty_home
from program import Program

JOE = "Joe · English (US)"
FILE = "en_US-joe-medium-v1.onnx"


class NaturalVoicesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def open(self, program):
        # Nobody downloads a speech model here.
        screen.wait("the page", lambda: program.find("push button", "Start") or program.find("push button", "Skip"))
        if program.find("push button", "Skip"):
            program.press("Skip")
        program.open_preferences("Translator")
        program.see("Natural Voices", role="label")

    def stored(self, name=FILE):
        return pathlib.Path(self.folder.name, "data/parlando/models", name)

    def part(self):
        return self.stored(FILE + ".part")

    def test_a_download_survives_a_kill_and_the_voice_is_heard_and_removed(self):
        with Mirror(rate=8_000_000) as mirror:
            program = empty_home(self.folder.name, mirror)
            with program:
                self.open(program)
                program.press(f"Download {JOE}")
                screen.wait("a part of it", lambda: self.part().exists() and self.part().stat().st_size > 4_000_000)
                program.see(f"Cancel Download of {JOE}")
                program.process.kill()
                program.end()
            left = self.part().stat().st_size
            self.assertGreater(left, 4_000_000)
            self.assertFalse(self.stored().exists())
            mirror.rate = 0
            with empty_home(self.folder.name, mirror) as program:
                self.open(program)
                self.assertTrue(program.labels("downloaded"))
                program.press(f"Download {JOE}")
                program.see(f"Listen to {JOE}", seconds=60)
                self.assertEqual(self.stored().stat().st_size, 63_201_294)
                self.assertTrue(any(first > 4_000_000 for first in mirror.firsts), mirror.firsts)
                program.press(f"Listen to {JOE}")
                screen.wait("no complaint", lambda: not program.reads("could not"))
                program.press(f"Remove {JOE}")
                program.see(f"Download {JOE}")
                self.assertFalse(self.stored().exists() or self.stored(FILE + ".json").exists())
                # libadwaita 1.2 has the button's name twice; the dictation page's button is not sensitive.
                screen.press(screen.wait("Undo", lambda: next(
                    (node for node in program.nodes("push button")
                     if "Undo" in node.name and screen.has(node, screen.State.SENSITIVE)), None)))
                program.see(f"Listen to {JOE}")
                self.assertTrue(self.stored().exists() and self.stored(FILE + ".json").exists())

    def test_the_language_says_which_voice_it_has(self):
        with Program() as program:
            self.open(program)
            screen.wait("the plain voice of Spanish", lambda: program.labels("Español · plain"))
            program.see(f"Listen to {JOE}")


if __name__ == "__main__":
    unittest.main()
