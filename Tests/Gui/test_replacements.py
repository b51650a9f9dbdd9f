"""Replacement rules: entered in the preferences, applied to what is said, and kept."""

import json
import pathlib
import tempfile
import unittest

import screen
from program import Program
from test_dictation import BEGINNING, PAUSE
from word_book import WordBookTest


class ReplacementsTest(WordBookTest):
    def test_what_is_entered_is_written_instead_and_undo_brings_back_what_was_said(self):
        with Program() as program:
            self.open(program, "New Replacement")
            program.press("New Replacement")
            screen.write(program.see("When I Say", role="text"), "fellow Americans")
            screen.write(program.see("Write", role="text"), "good neighbours")
            program.press("Save")
            program.see("Edit fellow Americans")
            program.key("Escape")
            program.dictate(seconds=PAUSE)
            self.assertIn("good neighbours", self.heard(program))
            self.assertNotIn(BEGINNING, self.heard(program))
            program.press("Undo")
            screen.wait("what was said", lambda: BEGINNING in self.heard(program))
            program.press("Redo")
            screen.wait("the replacement", lambda: "good neighbours" in self.heard(program))
        self.assertEqual(json.loads(self.book.read_text())["replacements"],
                         [{"spoken": "fellow Americans", "written": "good neighbours"}])

    def test_a_list_is_imported_and_is_there_at_the_next_start(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.txt")
            path.write_text("jay son\tJSON\ngo on → further\n", encoding="utf-8")
            with Program() as program:
                self.open(program, "New Replacement")
                program.press("Import…")
                program.type_path(path)
                program.see("Edit jay son")
                program.see("Edit go on")
        with Program() as program:
            self.open(program, "New Replacement")
            program.see("Edit jay son")

    def test_a_damaged_list_is_set_aside_and_said(self):
        self.book.parent.mkdir(parents=True, exist_ok=True)
        self.book.write_text("{")
        copy = self.book.with_name("words.json.damaged")
        self.addCleanup(lambda: copy.unlink(missing_ok=True))
        with Program() as program:
            self.open(program, "New Replacement")
            screen.wait("the sentence", lambda: program.labels("has been set aside as"))
        self.assertEqual(copy.read_text(), "{")


if __name__ == "__main__":
    unittest.main()
