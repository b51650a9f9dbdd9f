"""Dictated text in the window of another program."""

import subprocess
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
            program.see("Speech: Fast · English · to other applications")
            with OtherWindow("copied before") as other:
                self.dictate(program, other)
                screen.wait("the text", lambda: other.text, 60)
                self.assertEqual(words(other.text), words(program.transcript()))
                screen.wait("the earlier clipboard", lambda: other.paste() == "copied before")

    def test_what_is_given_back_is_kept_by_no_history_of_the_clipboard(self):
        with Portal(), self.program() as program:
            program.see("Speech: Fast · English · to other applications")
            with OtherWindow("copied before") as other:
                self.dictate(program, other)
                screen.wait("the text", lambda: other.text, 60)
                # As password managers ask for it.
                screen.wait("the earlier clipboard", lambda: self.clipboard("x-kde-passwordManagerHint") == "secret")
                self.assertEqual(self.clipboard("UTF8_STRING"), "copied before")

    def clipboard(self, kind):
        """What is on the clipboard in this form."""
        return subprocess.run(["xclip", "-selection", "clipboard", "-out", "-target", kind],
                              capture_output=True, text=True, timeout=20).stdout

    def test_text_is_pasted_though_the_owner_of_the_clipboard_hangs(self):
        with Portal(), self.program() as program:
            program.see("Speech: Fast · English · to other applications")
            with OtherWindow() as other, OtherWindow("copied before", title="Owner's") as owner:
                screen.wait("the owner's clipboard", lambda: other.offered)
                owner.hang()
                self.dictate(program, other)
                screen.wait("the text", lambda: other.text, 60)
                self.assertEqual(words(other.text), words(program.transcript()))

    def test_without_a_portal_the_page_says_so_and_the_text_is_on_the_clipboard(self):
        with self.program() as program:
            program.see("Speech: Fast · English · to the clipboard")
            with OtherWindow("copied before") as other:
                self.dictate(program, other)
                screen.wait("the text", lambda: other.paste() not in ("", "copied before"), 60)
                self.assertEqual(words(other.paste()), words(program.transcript()))


if __name__ == "__main__":
    unittest.main()
