"""Several sessions in the tabs of the terminal page."""

import pathlib
import unittest

import screen
import sshd
from terminal_page import Terminal
from test_dictation import BEGINNING, PAUSE, words


class TabTest(unittest.TestCase):
    def test_each_tab_has_a_session_of_its_own(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            here, there = pathlib.Path(page.folder.name, "here"), server.folder / "there"
            page.open_shell()
            page.program.key("ctrl+shift+t")
            page.wait_for_tabs("This Computer", "[New Tab]")
            page.wait("Open a shell or a connection to dictate.")
            page.open("Cellar")
            page.connected()
            page.run(f"touch {there}", there.exists)
            page.program.key("ctrl+Page_Up")
            page.wait_for_tabs("[This Computer", "Cellar")
            page.run(f"touch {here}", here.exists)
            page.program.key("ctrl+Page_Down")
            page.wait_for_tabs("This Computer", "[Cellar")
            there.unlink()
            page.run(f"touch {there}", there.exists)

    def test_a_tab_is_closed_at_once_unless_a_program_runs_there(self):
        with Terminal() as page:
            ready = pathlib.Path(page.folder.name, "ready")
            page.open_shell()
            page.program.key("ctrl+shift+t")
            page.open("This Computer")
            page.connected()
            page.run(f"touch {ready}; sleep 1000", ready.exists)
            page.program.key("ctrl+shift+w")
            page.confirm("Close Terminal?")
            screen.wait("no tab bar", lambda: not page.tabs())
            page.connected()
            page.program.key("ctrl+shift+w")
            page.wait("Open a shell or a connection to dictate.")
            self.assertIsNone(page.program.process.poll())

    def test_what_happens_in_the_background_is_marked(self):
        with Terminal() as page:
            folder = pathlib.Path(page.folder.name)
            page.open_shell()
            page.run(f"PS1='$ ' PROMPT_COMMAND=; printf '\\033]0;build\\007'; touch {folder}/titled",
                     (folder / "titled").exists)
            page.type(f"while ! test -e {folder}/go; do sleep 0.1; done; echo done; printf '\\007'; exec sleep 2\n")
            page.program.key("ctrl+shift+t")
            page.wait_for_tabs("This Computer: build", "[New Tab]")
            (folder / "go").touch()
            page.wait_for_tabs("build, bell", "[New Tab]")
            page.wait_for_tabs("build, ended", "[New Tab]")
            page.program.key("ctrl+Page_Up")
            page.wait("The shell has ended.")
            page.program.press("Restart")
            page.connected()
            page.wait_for_tabs("[This Computer", "New Tab")

    def test_closing_the_window_asks_once_for_all_tabs(self):
        with Terminal() as page:
            page.open_shell()
            for number in 1, 2:
                ready = pathlib.Path(page.folder.name, f"ready-{number}")
                page.run(f"touch {ready}; sleep 1000", ready.exists)
                page.program.key("ctrl+shift+t")
                page.open("This Computer")
                page.connected()
            page.program.key("ctrl+shift+q")
            page.wait("Programs and connections in 2 tabs will be ended.")
            page.confirm("Close All Terminals?")
            self.assertEqual(page.program.end(), 0)


class DictationTest(unittest.TestCase):
    def test_words_go_to_the_tab_in_which_the_dictation_was_started(self):
        with sshd.Server() as server, Terminal(server.profile(), sends_at_once="true") as page:
            there, here = server.folder / "there", pathlib.Path(page.folder.name, "here")
            page.open("Cellar")
            page.connected()
            page.run(f"stty -icanon min 1; cat > {there}", there.exists)
            page.program.key("ctrl+shift+t")
            page.open("This Computer")
            page.connected()
            page.run(f"stty -icanon min 1; cat > {here}", here.exists)
            page.program.key("ctrl+Page_Up")
            page.wait_for_tabs("[Cellar", "This Computer")
            page.dictate(PAUSE)
            page.program.key("ctrl+Page_Down")
            page.wait_for_tabs("Cellar", "[This Computer")
            self.assertIn("dictating", page.tabs()[0])
            page.wait("Dictation goes to the tab")
            screen.wait("words on the other side", lambda: len(words(there.read_text(encoding="utf-8"))) >= 3, 30)
            page.finish()
            self.assertIn(BEGINNING, " ".join(words(there.read_text(encoding="utf-8"))))
            self.assertEqual(here.read_bytes(), b"")
            self.assertEqual(page.preview(), "")

    def test_text_that_waits_in_one_tab_is_not_sent_from_another(self):
        with Terminal() as page:
            heard = pathlib.Path(page.folder.name, "heard")
            page.open_shell()
            page.put("for the first tab")
            page.program.key("ctrl+shift+t")
            page.open("This Computer")
            page.connected()
            self.assertEqual(page.preview(), "")
            page.run(f"cat > {heard}", heard.exists)
            # What was typed in the other tab cannot be brought back here.
            page.program.key("ctrl+shift+e")
            page.program.key("ctrl+z")
            page.program.key("ctrl+Return")
            page.put("for the second tab")
            page.send()
            page.program.key("Return")
            screen.wait("the text", lambda: heard.read_text(encoding="ascii") == "for the second tab\n")
            page.program.key("ctrl+Page_Up")
            screen.wait("the text of the first tab", lambda: page.preview() == "for the first tab")


if __name__ == "__main__":
    unittest.main()
