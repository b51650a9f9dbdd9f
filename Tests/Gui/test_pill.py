"""The pill below the page: a popover with language, model and microphone."""

import unittest

import screen
from program import Program, speak


class PillTest(unittest.TestCase):
    def test_it_says_what_is_chosen_and_escape_closes_it(self):
        with Program() as program:
            program.see("Ready", role="status bar")
            program.open_pill()
            self.assertTrue(program.reads("English only"))
            program.see("Fast", role="check box")
            program.close_pill()

    def test_the_microphone_is_measured_while_it_is_open(self):
        with Program() as program:
            program.see("Ready", role="status bar")
            program.open_pill()
            sound = speak()
            level = program.see("Voice Level", role="level bar")
            screen.wait("a level", lambda: screen.value(level) > 0.2)
            program.close_pill()
            self.assertEqual(sound.wait(30), 0)
            # The microphone is free for a dictation.
            program.press("Start")
            program.see("Stop")

    def test_the_last_row_leads_to_all_models(self):
        with Program() as program:
            program.see("Ready", role="status bar")
            program.open_pill()
            program.press("All Models…")
            screen.wait("the preferences", lambda: program.find("frame", "Preferences"))


if __name__ == "__main__":
    unittest.main()
