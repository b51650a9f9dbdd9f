"""No press loses text: Start, New, Undo and Redo, and the question before the window closes."""

import pathlib
import tempfile
import unittest

import screen
from program import Program, speak
from test_dictation import BEGINNING, PAUSE, words


class NeverLostTest(unittest.TestCase):
    def dictate(self, program, times):
        """The same few words once more; afterwards they are on the page that many times."""
        program.dictate(seconds=PAUSE)
        self.see_times(program, times)

    def see_times(self, program, times):
        screen.wait(f"{times} dictations", lambda: self.count(program) == times)

    def count(self, program):
        return " ".join(words(program.transcript())).count(BEGINNING)

    def click(self, program, name):
        program.click(program.see(name))

    def test_a_second_start_keeps_the_first_text_and_each_step_is_undone(self):
        with Program() as program:
            self.dictate(program, 1)
            first = program.transcript()
            self.dictate(program, 2)
            self.assertTrue(program.transcript().startswith(first + "\n"), program.transcript())
            self.click(program, "New")
            screen.wait("an empty page", lambda: program.transcript() == "")
            self.dictate(program, 1)
            program.key("ctrl+z")
            screen.wait("the dictation taken back", lambda: program.transcript() == "")
            program.key("ctrl+z")
            self.see_times(program, 2)
            self.assertTrue(program.transcript().startswith(first + "\n"), program.transcript())
            program.key("ctrl+shift+z")
            screen.wait("an empty page", lambda: program.transcript() == "")
            program.key("ctrl+shift+z")
            self.see_times(program, 1)
            self.click(program, "Undo")
            screen.wait("the dictation taken back", lambda: program.transcript() == "")
            self.click(program, "Undo")
            self.see_times(program, 2)
            program.key("ctrl+n")
            screen.wait("an empty page", lambda: program.transcript() == "")

    def test_the_toast_about_a_new_page_brings_the_text_back_and_goes(self):
        with Program() as program:
            self.dictate(program, 1)
            self.click(program, "New")
            screen.wait("the toast", lambda: program.reads("New page started"))

            def undo():
                # The other one is in the row at the bottom.
                found = [(place.y, node) for node, place in screen.places(program.nodes("push button", is_drawn=True))
                         if "Undo" in node.name and place.width > 0]
                return min(found, key=lambda pair: pair[0])[1] if len(found) == 2 else None

            screen.press(screen.wait("Undo", undo))
            self.see_times(program, 1)
            screen.wait("no toast", lambda: not program.reads("New page started"))

    def test_edits_are_undone_and_redone_and_while_it_listens_no_word_is_taken_back(self):
        with Program() as program:
            self.dictate(program, 1)
            heard = program.transcript()
            text = program.see("Transcript", role="text")
            program.click(text)
            program.key("ctrl+Home")
            for letter in "Hear":
                program.key(letter)
            program.key("space")
            screen.wait("the typed word", lambda: program.transcript() == "Hear " + heard)
            program.key("ctrl+z")
            screen.wait("the text as it was", lambda: program.transcript() == heard)
            program.key("ctrl+shift+z")
            screen.wait("the typed word again", lambda: program.transcript() == "Hear " + heard)
            program.press("New")
            screen.wait("an empty page", lambda: program.transcript() == "")
            self.click(program, "Undo")
            screen.wait("the text again", lambda: program.transcript() == "Hear " + heard)
            program.press("Start")
            program.see("Stop")
            sound = speak(seconds=PAUSE)
            screen.wait("live words below", lambda: len(program.transcript()) > len(heard) + 8, 20)
            program.key("ctrl+z")
            screen.wait("the edit undone", lambda: program.transcript().startswith(heard + "\n"))
            self.assertEqual(sound.wait(30), 0)
            program.press("Stop")
            program.see("Start", seconds=30)
            self.see_times(program, 2)

    def test_closing_asks_nothing_that_the_history_holds_and_the_page_is_there_again(self):
        with Program() as program:
            self.dictate(program, 1)
            text = program.see("Transcript", role="text")
            program.click(text)
            program.key("ctrl+Home")
            program.key("x")
            program.key("space")
            edited = screen.wait("the edit", lambda: program.transcript().startswith("x ") and program.transcript())
            program.key("ctrl+q")
            self.assertEqual(program.end(), 0)
        again = Program()
        again.keeps_page = True
        with again:
            screen.wait("the page", lambda: again.transcript() == edited)

    def test_closing_offers_to_save_what_the_history_does_not_hold(self):
        secret = Program()
        secret.set("history-keeps-dictations", "false")
        with secret as program, tempfile.TemporaryDirectory() as folder:
            self.dictate(program, 1)
            heard = program.transcript()
            program.key("ctrl+w")
            program.see("Save Text?", role="dialog")
            # The bus doubles the names of the buttons in a message dialog.
            names = {node.name.split(" ")[0] for node in program.nodes(*screen.BUTTONS)}
            self.assertLessEqual({"Cancel", "Discard", "Save…"}, names)
            program.key("Escape")
            screen.wait("no question", lambda: program.find("dialog", "Save Text?") is None)
            self.assertEqual(program.transcript(), heard)
            program.key("ctrl+w")
            program.see("Save Text?", role="dialog")
            program.key("Tab")
            program.key("Tab")
            program.key("Return")
            path = pathlib.Path(folder, "kept.txt")
            program.choose_file(path)
            self.assertEqual(program.end(), 0)
            self.assertEqual(path.read_text(encoding="utf-8"), heard + "\n")

    def test_text_on_the_translator_page_is_asked_about_too(self):
        with Program() as program:
            program.turn("Translator")
            text = program.see("Text", role="text")
            screen.insert(text, 0, "Good morning")
            program.key("ctrl+w")
            program.see("Save Text?", role="dialog")
            program.key("Tab")
            program.key("Return")
            self.assertEqual(program.end(), 0)


if __name__ == "__main__":
    unittest.main()
