"""Closing the window while the recogniser computes."""

import os
import unittest

import screen
from program import Program, speak

# What was rare must be tried often: PARLANDO_CLOSINGS=30 scripts/test test_closing
TIMES = int(os.environ.get("PARLANDO_CLOSINGS", "2"))


class ClosingTest(unittest.TestCase):
    def test_closing_while_words_are_computed_ends_the_program_cleanly(self):
        for number in range(TIMES):
            for keys in ("ctrl+w", "ctrl+q"):
                with self.subTest(number=number, keys=keys):
                    self.close_while_it_listens(keys)

    def close_while_it_listens(self, keys):
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            sound = speak()
            try:
                # From the first word on one decoding follows the other.
                screen.wait("a partial text", lambda: program.transcript() != "", 30)
                program.key(keys)
                # The question stands while the recogniser goes on; the second button leaves.
                program.see("Stop Dictating?", role="dialog")
                program.key("Tab")
                program.key("Return")
                self.assertEqual(program.end(), 0)
            finally:
                sound.kill()
                sound.wait()


if __name__ == "__main__":
    unittest.main()
