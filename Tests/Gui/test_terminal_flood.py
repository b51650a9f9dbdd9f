"""Programs that write without end into the terminal, here and on another machine."""

import pathlib
import time
import unittest

import screen
import sshd
from terminal_page import Terminal


class FloodTest(unittest.TestCase):
    """While a program writes without end, everything else goes on."""

    # What one question to the window may take on the average, in seconds. It takes a few milliseconds where nothing
    # happens; with nothing done against floods, a tenth of a second and more.
    BOUND = 0.05

    def check(self, page, folder):
        began, flood = folder / "began", folder / "flood"
        page.run(f"touch {began}; yes | tee {flood}", lambda: flood.exists() and flood.stat().st_size > 1_000_000)
        # Hundreds of questions, one after the other.
        start, questions = time.monotonic(), 300
        for _ in range(questions):
            screen.extents(page.program.window)
        took = time.monotonic() - start
        self.assertLess(took / questions, self.BOUND, f"{questions} questions took {took:.1f} s")
        # A page can be turned, something dictated there, and the way back found.
        page.program.turn("Dictation")
        page.program.press("Start")
        page.program.press("Stop")
        page.program.see("Start")
        page.program.turn("Terminal")
        # The flood has not stopped by itself, and Ctrl+C ends it.
        size = flood.stat().st_size
        screen.wait("more of the flood", lambda: flood.stat().st_size > size)
        page.program.key("ctrl+c")
        done = folder / "done"
        page.run(f"touch {done}", done.exists)

    def test_the_window_stays_usable_while_the_shell_is_flooded(self):
        with Terminal() as page:
            page.open("This Computer")
            page.connected()
            self.check(page, pathlib.Path(page.folder.name))

    def test_the_window_stays_usable_while_the_far_side_floods(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            page.open("Cellar")
            page.connected()
            self.check(page, server.folder)

    def test_all_of_a_large_file_arrives(self):
        with Terminal() as page:
            folder = pathlib.Path(page.folder.name)
            (folder / "large").write_text("".join(f"{number}\n" for number in range(300_000)), encoding="ascii")
            page.open("This Computer")
            page.connected()
            done = folder / "done"
            page.run(f"cat {folder}/large && touch {done}", done.exists)
            page.type("exit\n")
            page.wait("The shell has ended.")


if __name__ == "__main__":
    unittest.main()
