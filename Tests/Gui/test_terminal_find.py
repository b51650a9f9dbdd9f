"""Finding text in the terminal."""

import pathlib
import unittest

import screen
from terminal_page import Terminal

FIND = "Find in Terminal"


class FindTest(unittest.TestCase):
    def test_text_is_found_and_the_keyboard_goes_back_to_the_terminal(self):
        with Terminal() as page:
            proof = page.open_shell()
            numbers = pathlib.Path(page.folder.name, "numbers")
            numbers.write_text("".join(f"line {number} (a+)\n" for number in range(500)), encoding="ascii")
            page.run(f"cat {numbers}; touch {proof}", proof.exists)
            page.program.key("ctrl+shift+f")
            entry = page.program.see(FIND, role="entry")
            page.type("line 12 (A+)")
            self.found(page)
            page.program.press("Match Case")
            page.wait("Not found")
            page.program.press("Match Case")
            self.found(page)
            page.type("!")
            page.wait("Not found")
            page.program.key("BackSpace")
            self.found(page)
            for key in "Return", "shift+Return", "ctrl+g", "ctrl+shift+g":
                page.program.key(key)
            self.found(page)
            page.program.key("Escape")
            screen.wait("no search bar", lambda: not screen.is_drawn(entry))
            # What was found is selected, and the keyboard belongs to the shell again.
            copied = pathlib.Path(page.folder.name, "copied")
            page.program.key("ctrl+shift+c")
            page.run(f"cat > {copied}", copied.exists)
            for key in "ctrl+shift+v", "Return", "ctrl+d":
                page.program.key(key)
            screen.wait("the match", lambda: copied.read_text(encoding="ascii") == "line 12 (a+)\n")

    def found(self, page):
        screen.wait("a match", lambda: page.program.find("entry", FIND) and not page.program.reads("Not found"))


if __name__ == "__main__":
    unittest.main()
