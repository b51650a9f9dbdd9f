"""Tests of the user's words, which are kept in one file: it is gone before and after each of them."""

import os
import pathlib
import unittest

from test_dictation import words


class WordBookTest(unittest.TestCase):
    def setUp(self):
        data = os.environ.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share"))
        self.book = pathlib.Path(data, "parlando", "words.json")
        self.book.unlink(missing_ok=True)
        self.addCleanup(lambda: self.book.unlink(missing_ok=True))

    def open(self, program, row):
        """Opens the preferences, and waits for a row of them."""
        program.see("Start")
        program.open_preferences("Words")
        program.see(row)

    def heard(self, program):
        """The words on the page, without punctuation and capital letters."""
        return " ".join(words(program.transcript()))
