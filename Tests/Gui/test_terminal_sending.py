"""What becomes of dictated text that the program in the terminal would cut, hide, or never expected."""

import pathlib
import unittest

import screen
import sshd
from terminal_page import Terminal
from test_dictation import PAUSE, words

# About 6000 letters: three minutes of speech, of which the kernel keeps 4095.
LONG = " ".join(["wording"] * 750)
HIDDEN = "The terminal is hiding input"


class LongLineTest(unittest.TestCase):
    def check(self, press):
        """A program that reads lines gets all words of a long line, once `press` has sent it."""
        with Terminal() as page:
            heard = pathlib.Path(page.folder.name, "heard")
            page.open_shell()
            page.run(f"cat > {heard}", heard.exists)
            page.put(LONG)
            page.wait("reads lines of up to 4095 bytes")
            press(page)
            screen.wait("an empty preview", lambda: page.preview() == "")
            page.program.key("Return")
            page.program.key("ctrl+d")
            screen.wait("the text", lambda: heard.read_text(encoding="ascii").split() == LONG.split())
            # Nothing was added but the breaks.
            self.assertLess(heard.read_text(encoding="ascii").count("\n"), 4)

    def test_the_page_offers_to_send_a_long_line_in_lines(self):
        self.check(lambda page: page.program.press("Send Line by Line"))

    def test_a_press_of_send_asks_before_a_line_is_cut(self):
        def press(page):
            page.program.press("Send to Terminal")
            page.confirm("Send Line by Line?")

        self.check(press)

    def test_python_gets_every_word_too(self):
        with Terminal() as page:
            heard, ready = (pathlib.Path(page.folder.name, name) for name in ("heard", "ready"))
            page.open_shell()
            page.run("python3 -c \"import sys; open(sys.argv[1], 'w'); text = input() + ' ' + input();"
                     f" open(sys.argv[2], 'w').write(text)\" {ready} {heard}", ready.exists)
            page.put(LONG)
            page.program.press("Send Line by Line")
            screen.wait("an empty preview", lambda: page.preview() == "")
            page.program.key("Return")
            screen.wait("the text", lambda: heard.exists() and heard.read_text(encoding="ascii") == LONG)

    def test_a_shell_takes_a_long_line_as_it_is(self):
        with Terminal() as page:
            heard = pathlib.Path(page.folder.name, "heard")
            page.open_shell()
            page.put(f"echo {LONG} > {heard}")
            page.send()
            page.program.key("Return")
            screen.wait("the text", lambda: heard.exists() and heard.read_text(encoding="ascii") == LONG + "\n")


class HiddenPromptTest(unittest.TestCase):
    def dictate_at_the_prompt(self, page, heard, ready, command):
        """Words are spoken while `command` waits for a secret, which is typed then: the words wait, and the secret is whole."""
        page.run(command, ready.exists)
        page.dictate(PAUSE)
        screen.wait("words in the preview", lambda: len(words(page.preview())) >= 3, 30)
        page.wait(HIDDEN)
        page.finish()
        page.focus_terminal()
        page.type("known\n")
        screen.wait("the secret", lambda: heard.exists() and heard.read_text(encoding="utf-8"))
        self.assertEqual(heard.read_text(encoding="utf-8"), "known\n")

    def test_what_is_said_waits_until_a_hidden_prompt_is_over(self):
        with Terminal(sends_at_once="true") as page:
            heard, ready, then = (pathlib.Path(page.folder.name, name) for name in ("heard", "ready", "then"))
            page.open_shell()
            self.dictate_at_the_prompt(
                page, heard, ready, f"touch {ready}; read -s secret; echo $secret > {heard}; cat > {then}")
            # Now the words go where they can be seen.
            screen.wait("an empty preview", lambda: page.preview() == "")
            page.program.key("Return")
            screen.wait("the words", lambda: len(words(then.read_text(encoding="utf-8"))) >= 3)

    def test_what_is_said_waits_for_a_password_on_another_machine_too(self):
        with sshd.Server() as server, Terminal(server.profile(), sends_at_once="true") as page:
            heard, ready = (server.folder / name for name in ("heard", "ready"))
            page.open("Cellar")
            page.connected()
            self.dictate_at_the_prompt(
                page, heard, ready,
                f"touch {ready}; read -s -p '[sudo] password for ann: ' secret; echo $secret > {heard}")
            # At the shell's prompt the words can be seen.
            screen.wait("an empty preview", lambda: page.preview() == "")

    def test_a_press_sends_into_it_all_the_same(self):
        with Terminal() as page:
            heard, ready = (pathlib.Path(page.folder.name, name) for name in ("heard", "ready"))
            page.open_shell()
            page.run(f"touch {ready}; read -s secret; echo $secret > {heard}", ready.exists)
            page.put("open sesame")
            page.wait(HIDDEN)
            page.send()
            page.program.key("Return")
            screen.wait("the secret", lambda: heard.exists() and heard.read_text(encoding="utf-8") == "open sesame\n")


class OwnerTest(unittest.TestCase):
    def test_what_was_meant_for_one_connection_does_not_go_into_another(self):
        with sshd.Server() as server, Terminal(server.profile(), sends_at_once="true") as page:
            heard = pathlib.Path(page.folder.name, "heard")
            page.open("Cellar")
            page.connected()
            page.put("for the cellar only")
            page.program.press("Back to Connections")
            page.confirm("Close Connection?")
            page.open("This Computer")
            page.connected()
            page.run(f"cat > {heard}", heard.exists)
            page.dictate(PAUSE)
            screen.wait("words in the preview", lambda: len(words(page.preview())) >= 7, 30)
            page.wait("This text was dictated for Cellar.")
            page.finish()
            text = page.preview()
            self.assertTrue(text.startswith("for the cellar only"), text)
            # Nothing stands in the terminal's line: Enter sends an empty one.
            page.focus_terminal()
            page.program.key("Return")
            screen.wait("an empty line", lambda: heard.read_bytes() == b"\n")
            page.program.press("Send to Terminal")
            page.confirm("Send to This Computer?")
            screen.wait("an empty preview", lambda: page.preview() == "")
            page.program.key("Return")
            screen.wait("the text", lambda: heard.read_text(encoding="utf-8") == f"\n{text}\n")


if __name__ == "__main__":
    unittest.main()
