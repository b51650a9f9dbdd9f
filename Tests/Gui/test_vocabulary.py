"""The vocabulary: words entered in the preferences or imported are kept by language, and written where they are said."""

import json
import pathlib
import tempfile
import unittest

import screen
from program import Program
from word_book import WordBookTest

NAME = pathlib.Path(__file__).parents[1] / "Data/name-en.flac"


class VocabularyTest(WordBookTest):
    def kept(self):
        return json.loads(self.book.read_text(encoding="utf-8"))["vocabulary"] if self.book.exists() else None

    def test_a_name_that_is_entered_is_written_when_it_is_said(self):
        with Program() as program:
            self.open(program, "New Word")
            program.press("New Word")
            screen.write(program.see("Word or Phrase", role="text"), "Kuzminov")
            program.press("Save")
            program.see("Edit Kuzminov")
            self.assertEqual(self.kept(), {"": ["Kuzminov"]})
            program.key("Escape")
            program.dictate(NAME)
            self.assertIn("ask kuzminov to send me", self.heard(program))

    def test_a_list_is_imported_edited_and_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.txt")
            path.write_text("Kuzminov\n\nAda Lovelace\n", encoding="utf-8")
            with Program() as program:
                self.open(program, "New Word")
                program.press("Import Words")
                program.type_path(path)
                program.see("Edit Kuzminov")
                program.press("Edit Ada Lovelace")
                screen.write(program.see("Word or Phrase", role="text"), "Grace Hopper")
                program.press("Save")
                program.see("Edit Grace Hopper")
                program.press("Remove Kuzminov")
                screen.wait("one word", lambda: self.kept() == {"": ["Grace Hopper"]})
        with Program() as program:
            self.open(program, "New Word")
            program.see("Edit Grace Hopper")


if __name__ == "__main__":
    unittest.main()
