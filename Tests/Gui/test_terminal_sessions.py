"""How sessions in the terminal begin and end: the user's own shell, a clean terminal, an end that is noticed."""

import os
import pathlib
import time
import unittest

import screen
from terminal_page import Terminal


class ShellChoiceTest(unittest.TestCase):
    def terminal(self, shell):
        page = Terminal()
        page.program.environment["SHELL"] = shell
        return page

    def test_the_users_own_shell_is_run(self):
        with self.terminal("/bin/dash") as page:
            proof = pathlib.Path(page.folder.name, "proof")
            page.open("This Computer")
            page.connected()
            page.run(f"readlink /proc/$$/exe > {proof}", lambda: proof.exists() and proof.read_bytes())
            self.assertEqual(proof.read_text(encoding="ascii").strip(), os.path.realpath("/bin/dash"))

    def test_a_shell_that_cannot_be_used_is_named_and_another_is_offered(self):
        for shell, sentence in [
            ("/bin/false", "The shell /bin/false exited with status 1."),
            ("/nonexistent", "The shell /nonexistent could not be started."),
            ("", "The SHELL variable is set, but does not name a shell."),
        ]:
            with self.subTest(shell=shell), self.terminal(shell) as page:
                proof = pathlib.Path(page.folder.name, "proof")
                page.open("This Computer")
                page.wait(sentence)
                page.program.press("Use /bin/bash")
                page.connected()
                page.run(f"touch {proof}", proof.exists)


class EndTest(unittest.TestCase):
    def test_the_end_is_noticed_though_much_was_never_read(self):
        with Terminal() as page:
            ready = pathlib.Path(page.folder.name, "ready")
            page.open_shell()
            page.run(f"stty raw -echo; touch {ready}; sleep 4; kill -KILL $$", ready.exists)
            page.put(" ".join(["wording"] * 2_500))
            page.program.press("Send to Terminal")
            page.wait("The shell has ended.")
            page.program.see("Restart")
            self.assertFalse(page.can("Dictate"))
            began = self.used(page)
            time.sleep(2)
            self.assertLess(self.used(page) - began, 1, "it keeps a processor busy")

    def used(self, page):
        """Seconds of processor time that the program has used so far."""
        fields = pathlib.Path(f"/proc/{page.program.process.pid}/stat").read_text(encoding="utf-8").rsplit(")")[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def test_a_new_session_begins_with_a_terminal_that_was_reset(self):
        with Terminal() as page:
            # Unlike bash, it sets no mode of the terminal by itself.
            page.program.environment["SHELL"] = "/bin/dash"
            heard = pathlib.Path(page.folder.name, "heard")
            page.open("This Computer")
            page.connected()
            page.run(f"touch {heard}", heard.exists)
            heard.unlink()
            # Reports of the mouse, brackets, keys as of a keypad, the alternate screen.
            page.type("printf '\\033[?1000h\\033[?1006h\\033[?2004h\\033[?1h\\033=\\033[?1049h'; exit\n")
            page.wait("The shell has ended.")
            page.program.press("Restart")
            page.connected()
            page.run(f"stty -icanon -echo; cat > {heard}", heard.exists)
            page.focus_terminal()
            page.program.key("Up")
            page.put("pasted")
            page.send()
            page.type(" end")
            screen.wait("what was typed", lambda: heard.read_bytes().endswith(b"end"))
            self.assertEqual(heard.read_bytes(), b"\x1b[Apasted end")


if __name__ == "__main__":
    unittest.main()
