"""From an empty home to the first words."""

import tempfile
import time
import unittest

import screen
from model_mirror import Mirror, empty_home, first_button
from program import speak
from test_dictation import BEGINNING, PAUSE
from test_narrow import WIDTH

BEGIN = {"": "Download and Start", "ru": "Скачать и начать"}


class FirstStartTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def heard(self, program):
        return program.transcript().lower()

    def level(self, program):
        return screen.value(screen.wait("the level", lambda: next(
            (node for node in program.nodes("level bar") if node.name == "Voice Level"), None)))

    def test_two_presses_lead_to_the_first_words(self):
        with Mirror() as mirror, empty_home(self.folder.name, mirror, "tiny.en") as program:
            # The first press; the second ends the dictation.
            screen.press(first_button(program))
            program.see("Stop", seconds=60)
            self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
            program.press("Stop")
            screen.wait("the words", lambda: BEGINNING in self.heard(program), 60)
            program.see("Start", seconds=30)
            self.assertIn("ggml-tiny.en.bin", mirror.asked)
        # The page does not come back.
        with empty_home(self.folder.name, mirror, "tiny.en") as program:
            program.see("Start")
            self.assertFalse([node for node in program.nodes("push button") if "Download and Start" in node.name])

    def test_the_page_shows_a_moving_level_and_a_recommendation(self):
        with Mirror() as mirror, empty_home(self.folder.name, mirror) as program:
            first_button(program)
            self.assertEqual(len(program.labels("Recommended")), 1)
            self.check_level(program)
            screen.wait("Parlando hears you", lambda: program.labels("Parlando hears you"))
            # On another page the microphone is closed.
            program.key("alt+2")
            screen.wait("a closed microphone", lambda: not self.is_open(program))
            program.key("alt+1")
            self.check_level(program)
            self.skip(program)
            screen.wait("a closed microphone", lambda: not self.is_open(program))
            self.assertFalse(program.reads("Ready"))

    def check_level(self, program):
        """The page listens."""
        with speak(seconds=6) as sound:
            screen.wait("a level", lambda: self.level(program) > 0.3)
            sound.wait(30)
        screen.wait("silence", lambda: self.level(program) < 0.1)

    def skip(self, program):
        program.press("Skip")
        # What is hidden keeps the size that it had.
        screen.wait("the page of dictation", lambda: any(
            screen.is_drawn(node) for node in program.nodes("push button") if node.name == "Start"))

    def is_open(self, program):
        return any(node.name == "Dictation is using the microphone." and screen.extents(node).width > 0
                   for node in program.nodes())

    def test_start_without_a_model_asks_once_listens_and_catches_up(self):
        with Mirror(rate=8_000_000) as mirror, empty_home(self.folder.name, mirror, "tiny.en") as program:
            self.skip(program)
            program.press("Start")
            program.see("Download a Speech Model?", role="dialog")
            # The button's label is in its name twice.
            program.press("Download and Start Download and Start")
            program.see("Stop")
            self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
            self.assertTrue(program.labels("Downloading speech model"), "the download was over before the speech")
            self.assertEqual(self.heard(program), "")
            program.press("Stop")
            screen.wait("the words", lambda: BEGINNING in self.heard(program), 90)
            program.see("Start", seconds=30)

    def test_an_interrupted_download_goes_on_where_it_stopped(self):
        with Mirror(rate=8_000_000) as mirror:
            with empty_home(self.folder.name, mirror, "tiny.en") as program:
                screen.press(first_button(program))
                screen.wait("some megabytes", lambda: program.labels("Downloading speech model Fast"))
                program.press("Cancel")
                first_button(program)
            mirror.rate = 0
            with empty_home(self.folder.name, mirror, "tiny.en") as program:
                screen.press(first_button(program))
                program.see("Stop", seconds=60)

    def test_who_is_offline_is_told_at_once_with_two_ways_out(self):
        with Mirror() as mirror:
            pass  # nobody answers any more
        with empty_home(self.folder.name, mirror, "tiny.en") as program:
            screen.press(first_button(program))
            screen.wait("the reason", lambda: program.reads("Check your network connection"), 4)
            program.see("Use a File…")
            program.press("Try Again")
            screen.wait("the reason again", lambda: program.reads("Check your network connection"), 4)

    def test_the_smallest_model_and_the_button_are_in_sight_in_the_narrowest_window(self):
        with Mirror() as mirror:
            narrow = empty_home(self.folder.name, mirror)
            narrow.set("window-width", WIDTH)
            narrow.set("window-height", 720)
            with narrow as program:
                begin = first_button(program)
                fast = program.see("Fast · English", role="check box")
                self.assertTrue(program.reads("is sent nowhere"))

                def are_in_sight():
                    row, button = screen.extents(fast), screen.extents(begin)
                    return row.height and row.y + row.height <= button.y and button.y + button.height <= 720

                screen.wait("both in sight", are_in_sight)

    def test_a_russian_desktop_is_offered_models_that_know_russian(self):
        with Mirror() as mirror, empty_home(self.folder.name, mirror, language="ru") as program:
            first_button(program, BEGIN["ru"])
            names = [node.name for node in program.nodes(*screen.BUTTONS)]
            self.assertTrue(any("99 языков" in name for name in names), names)
            self.assertFalse(any("английский" in name for name in names), names)

    def test_nothing_is_cut_in_the_narrowest_window_with_large_text(self):
        for language, begin in BEGIN.items():
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder, Mirror() as mirror:
                large = empty_home(folder, mirror, language=language)
                large.set_text_size(200)
                large.set("window-width", WIDTH)
                large.set("window-height", 720)
                with large as program:
                    first_button(program, begin)
                    screen.wait("a narrow page", lambda: not self.beyond(program))

    def beyond(self, program):
        return [(node.role, node.name, place) for node, place in screen.places(program.nodes(is_drawn=True))
                if place.width > 0 and place.x + place.width > WIDTH + 1]


if __name__ == "__main__":
    unittest.main()
