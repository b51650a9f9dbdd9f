"""Dictated text in the window of another program."""

import tempfile
import unittest

import screen
from other_window import OtherWindow
from portal import Portal
from program import Program, speak
from test_dictation import PAUSE, words


class DeliveryTest(unittest.TestCase):
    def program(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = Program(folder=folder.name)
        program.set("delivery", "applications")
        return program

    def dictate(self, program, other):
        program.press("Start")
        program.see("Stop")
        self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
        other.focus()
        program.command("--toggle")

    def test_text_is_pasted_into_the_window_in_front_and_the_clipboard_is_given_back(self):
        with Portal(), self.program() as program:
            program.see("tiny.en · English · into other applications")
            with OtherWindow("copied before") as other:
                self.dictate(program, other)
                screen.wait("the text", lambda: other.text, 60)
                self.assertEqual(words(other.text), words(program.transcript()))
                screen.wait("the earlier clipboard", lambda: other.paste() == "copied before")

    def test_without_a_portal_the_page_says_so_and_the_text_is_on_the_clipboard(self):
        with self.program() as program:
            program.see("tiny.en · English · to the clipboard")
            with OtherWindow("copied before") as other:
                self.dictate(program, other)
                screen.wait("the text", lambda: other.paste() not in ("", "copied before"), 60)
                self.assertEqual(words(other.paste()), words(program.transcript()))


if __name__ == "__main__":
    unittest.main()
