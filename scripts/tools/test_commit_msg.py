"""What the hook for commit messages lets through."""

import pathlib
import subprocess
import tempfile
import unittest

HOOK = pathlib.Path(__file__).resolve().parent / "commit-msg"


class CommitMessageTest(unittest.TestCase):
    def accepts(self, message):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(message)
            file.flush()
            return subprocess.run([HOOK, file.name], capture_output=True).returncode == 0

    def test_a_short_subject_with_a_reason_below(self):
        self.assertTrue(self.accepts("Keep each recording\n\nTwo overwrote each other.\n# a comment\n"))
        self.assertTrue(self.accepts("é" * 72))

    def test_what_is_hard_to_read_in_a_list(self):
        for message in "x" * 73, "", "Keep it.", "Keep each recording\nTwo overwrote each other":
            self.assertFalse(self.accepts(message), message)

    def test_what_git_writes_itself(self):
        self.assertTrue(self.accepts("Merge branch '" + "x" * 80 + "'"))


if __name__ == "__main__":
    unittest.main()
