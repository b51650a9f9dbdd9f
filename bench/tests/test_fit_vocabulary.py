import dataclasses
import json
import pathlib
import re
import tempfile
import unittest

import vocabulary
from fit_vocabulary import HALVES, Rule, Set, TODAY, dumped, fitted, halves_of, is_better, key, written

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT = {"base": "base", "slope": "slope", "most": "most", "free_difference": "freeDifference",
         "weight": "differenceWeight", "same_letters": "mostOfSameLetters", "least_doubt": "leastDoubt",
         "further_word": "furtherWord"}


def row(text, heard, entries, group="spoken", names=()):
    return {"text": text, "group": group, "names": list(names), "half": "fit",
            "words": [{"text": word, "glued": False} for word in heard.split()],
            "entries": [dict(zip(("first", "end", "text", "difference", "doubt", "gain"), entry)) for entry in entries]}


class FitVocabularyTests(unittest.TestCase):
    def test_the_constants_of_the_program_are_those_that_were_written_down(self):
        kept = json.loads((ROOT / "bench/dictation/vocabulary-rule.json").read_text(encoding="utf-8"))
        source = (ROOT / "Sources/ParlandoWhisper/WhisperDecoder+Vocabulary.swift").read_text(encoding="utf-8")
        matcher = (ROOT / "Sources/ParlandoRecognition/VocabularyMatcher.swift").read_text(encoding="utf-8")
        self.assertEqual(Rule(**kept["rule"]), TODAY)
        for name, swift in SWIFT.items():
            found = re.search(rf"static let {swift} = ([\d.]+)", source)
            self.assertEqual(float(found.group(1)), kept["rule"][name], name)
        found = re.search(r"static let mostDifference = ([\d.]+)", matcher)
        self.assertEqual(float(found.group(1)), kept["rule"]["most_difference"])

    def test_the_halves_have_nothing_in_common(self):
        for key in ("names", "sentences", "voices"):
            self.assertFalse(set(vocabulary.FITTED[key]) & set(vocabulary.HELD[key]), key)
        rows = [{"speaker": name} for name in "aaaabbbccd"]
        half_of = halves_of(rows)
        count = {half: sum(half_of[row["speaker"]] == half for row in rows) for half in HALVES}
        self.assertEqual(count, {"fit": 5, "held": 5})

    def test_what_was_kept_is_not_decoded_again(self):
        rows = [{"path": "/somewhere/a.wav", "text": "a", "vocabulary": ["b"]}]
        with tempfile.TemporaryDirectory() as folder:
            keep = pathlib.Path(folder, "kept.json")
            keep.write_text(json.dumps([{**rows[0], "path": "/elsewhere/a.wav", "words": [], "entries": []}]))
            # No program is needed.
            found = dumped("/nonexistent", "", rows, pathlib.Path(folder), keep)
        self.assertEqual(found, [{**rows[0], "words": [], "entries": []}])
        self.assertNotEqual(key(rows[0]), key({**rows[0], "vocabulary": ["c"]}))

    def test_the_most_probable_of_two_entries_is_written(self):
        said = row("ask Kuzminov now", "ask Cuz me nov now",
                   [(1, 4, "Kuzminov", 0.3, 2, 1), (1, 2, "Cuzco", 0.3, 2, 0.5), (4, 5, "Nova", 0.3, 2, -1)])
        self.assertEqual(written(said, (0, 1)), "ask Kuzminov now")
        self.assertEqual(written(said, ()), "ask Cuz me nov now")
        self.assertEqual(written(said, (0, 1, 2)), "ask Kuzminov Nova")

    def test_a_rule_is_found_that_helps_and_does_no_harm(self):
        right = row("ask Kuzminov", "ask Cousin", [(1, 2, "Kuzminov", 0.4, 3, -9)], names=["Kuzminov"])
        wrong = row("ask cousin", "ask cousin", [(1, 2, "Kuzminov", 0.4, 0.1, -4)], "unspoken")
        recordings = Set([right, wrong] * 5)
        found = recordings.scores(fitted(recordings))
        self.assertEqual(found["spoken"][3:], [0, 0, 5, 0])
        self.assertEqual(found["unspoken"][3:], [0, 0, 0, 0])

    def test_an_entry_in_place_of_several_words_has_to_win_by_a_margin(self):
        recordings = Set([row("cuz me nov", "cuz me nov", [(0, 3, "Kuzminov", 0.3, 2, 1)], "unspoken")])
        for margin, changed in (0, 1), (9, 0):
            rule = dataclasses.replace(TODAY, further_word=margin)
            self.assertEqual(recordings.scores(rule)["unspoken"][5], changed)

    def test_better_means_fewer_wrong_words_without_more_harm(self):
        def scores(wrong, worse):
            return {"spoken": [9, 9, 99, 0, wrong, 0, 0], "silent": [9, 0, 0, 0, 0, 0, worse]}
        self.assertTrue(is_better(scores(3, 1), scores(4, 1)))
        self.assertFalse(is_better(scores(3, 2), scores(4, 1)))
        self.assertFalse(is_better(scores(4, 0), scores(4, 1)))

    def test_without_a_vocabulary_nothing_is_written(self):
        recordings = Set([row("a b", "a c", [(1, 2, "b", 0.5, 9, 9)])])
        self.assertEqual(recordings.scores(None)["spoken"][4:], [1, 0, 0])
        self.assertEqual(recordings.scores(dataclasses.replace(TODAY, most_difference=0.4))["spoken"][4:], [1, 0, 0])


if __name__ == "__main__":
    unittest.main()
