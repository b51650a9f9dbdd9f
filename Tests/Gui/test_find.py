"""Finding and replacing in the text of the page."""

import unittest

import screen
from program import Program
from test_dictation import PAUSE

FIND = "Find in Text"


class FindTest(unittest.TestCase):
    def test_a_word_is_found_counted_replaced_and_put_back(self):
        with Program() as program:
            program.dictate(seconds=PAUSE)
            screen.wait("the words", lambda: "fellow" in program.transcript())
            heard = program.transcript()
            program.key("ctrl+f")
            entry = program.see(FIND, role="entry")
            screen.write(entry, "FELLOW")
            screen.wait("a count", lambda: program.reads("1 of 1"))
            program.press("Find and Replace")
            other = program.see("Replace With", role="text")
            for letter in "good":
                program.key(letter)
            screen.wait("what was typed into the field", lambda: screen.text(other) == "good")
            program.press("Replace All")
            screen.wait("the other word", lambda: program.transcript() == heard.replace("fellow", "good"))
            screen.wait("how many", lambda: program.reads("1 replaced"))
            program.press("Undo")
            screen.wait("the word again", lambda: program.transcript() == heard)
            program.key("F3")
            program.click(entry)
            program.key("Escape")
            screen.wait("no search bar", lambda: not screen.is_drawn(entry))
            text = program.see("Transcript", role="text")
            screen.wait("the focus on the text", lambda: screen.has(text, screen.State.FOCUSED))
            # The match is selected.
            program.key("x")
            screen.wait("the letter", lambda: program.transcript() == heard.replace("fellow", "x"))


if __name__ == "__main__":
    unittest.main()
