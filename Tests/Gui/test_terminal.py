"""The terminal page with a shell in it."""

import pathlib
import unittest

import screen
from terminal_page import Terminal


class ShellTest(unittest.TestCase):
    def test_the_shell_runs_what_is_typed_and_can_be_started_again(self):
        with Terminal() as page:
            proof = page.open_shell()
            page.type("exit\n")
            page.wait("The shell has ended.")
            page.program.press("Restart")
            page.connected()
            page.run(f"touch {proof}", proof.exists)

    def test_the_shell_finds_the_environment_that_the_program_was_started_in(self):
        page = Terminal()
        page.program.environment["PARLANDO_GEMINI_KEY"] = "secret"
        with page:
            proof = pathlib.Path(page.folder.name, "proof")
            page.open("This Computer")
            page.connected()
            page.run(f"env > {proof}.new; mv {proof}.new {proof}", proof.exists)
            found = dict(line.split("=", 1) for line in proof.read_text(encoding="utf-8").splitlines() if "=" in line)
            self.assertEqual(found.get("GSETTINGS_BACKEND"), "keyfile")
            self.assertEqual(found["TERM"], "xterm-256color")
            # What the program sets for itself is no business of the shell.
            self.assertNotIn("PARLANDO_GEMINI_KEY", found)
            self.assertNotIn("GSK_RENDERER", found)
            self.assertNotIn("GDK_DEBUG", found)

    def test_closing_the_window_asks_while_a_program_runs(self):
        with Terminal() as page:
            proof = pathlib.Path(page.folder.name, "proof")
            page.open("This Computer")
            page.connected()
            page.run(f"touch {proof}; sleep 1000", proof.exists)
            page.program.key("ctrl+shift+q")
            page.confirm("Close Terminal?")
            self.assertEqual(page.program.end(), 0)

    def test_ctrl_letters_belong_to_the_shell(self):
        with Terminal() as page:
            proof = page.open_shell()
            # Ctrl+W deletes a word there, and Ctrl+Q and Ctrl+R do no harm; the window stays.
            page.type(f"touch {proof} nonsense")
            for key in ("ctrl+w", "ctrl+q", "Return"):
                page.program.key(key)
            screen.wait("the file", proof.exists)
            self.assertIsNone(page.program.process.poll())
            self.assertFalse(pathlib.Path(page.folder.name, "nonsense").exists())

    def test_alt_and_a_digit_turn_pages_and_leave_nothing_in_the_shell(self):
        with Terminal() as page:
            proof = page.open_shell()
            page.type(f"touch {proof}")
            for digit, name in (2, "Rhythm"), (4, "Terminal"):
                page.program.key(f"alt+{digit}")
                screen.wait(name, lambda: page.program.shows(name))
            # A numeric argument would have repeated the next key.
            page.type(".new\n")
            screen.wait("the file", pathlib.Path(f"{proof}.new").exists)

    def test_nothing_hostile_is_run_by_a_shell(self):
        with Terminal() as page:
            folder = pathlib.Path(page.folder.name)
            page.open("This Computer")
            page.connected()
            page.run(f"cd {folder}; touch ready", (folder / "ready").exists)
            for number, text in enumerate([
                "touch harm\n", "touch harm\r", "touch harm\r\n", "\x1b[201~touch harm\n", "\x1b[201~\rtouch harm\r",
                "x\x03touch harm\n", "\u0085touch harm\u2028touch harm\u2029", "\x1b]0;owned\x07touch harm\n",
                "\x0ftouch harm\x0f", "\x04\x04", "\x1a", "\x9b201~touch harm\x0a"]):
                with self.subTest(text=text):
                    page.put(text)
                    page.send()
                    # It comes after the pasted text; Ctrl+C would overtake it.
                    page.program.key("ctrl+u")
                    done = folder / f"done-{number}"
                    # Not with "touch": keys of a try that came late would run what was only pasted.
                    page.run(f": > {done.name}", done.exists)
                    self.assertFalse((folder / "harm").exists(), "something was run")


if __name__ == "__main__":
    unittest.main()
