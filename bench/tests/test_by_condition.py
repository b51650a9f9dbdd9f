"""Conditions with known errors: their differences, how certain these are, and bars that can be missed."""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import score_set
from by_condition import Condition, Heard, by_condition, difference, interval
from metrics import Score
from recordings import Recording, condition_of, group_of, order_of, recordings, title_of


def heard(condition, live, offline, words=100, **more):
    return Heard(condition, Score(errors=live, reference_words=words, final_words=words, **more),
                 Score(errors=offline, reference_words=words))


def missed(condition):
    return [figure.name for figure in condition.figures() if figure.is_missed]


class Conditions(unittest.TestCase):
    def test_errors_of_each_condition_are_compared_by_themselves(self):
        clean, loud = by_condition([heard("n5", 9, 4), heard("clean", 2, 3), heard("n5", 1, 0)])
        self.assertEqual((clean.name, clean.excess), ("clean", -1))
        self.assertEqual((loud.name, loud.excess, loud.rate("live"), loud.rate("offline")), ("n5", 3, 5, 2))

    def test_a_condition_as_right_as_offline_meets_its_bars(self):
        self.assertEqual(missed(Condition("n5", [heard("n5", 3, 3, revised=30)])), [])

    def test_live_text_that_is_worse_misses_the_bar(self):
        self.assertIn("noise 5 dB", missed(Condition("n5", [heard("n5", 4, 3)]))[0])
        self.assertEqual(missed(Condition("n5", [heard("n5", 4, 3, words=200)])), [])

    def test_text_that_is_revised_too_often_misses_the_bar(self):
        self.assertIn("revised", missed(Condition("rir", [heard("rir", 0, 0, revised=31)]))[0])

    def test_words_without_speech_miss_the_bar(self):
        silence = Heard("silent", Score(most_written=2, final_written=1))
        self.assertEqual(len(missed(Condition("silent", [silence]))), 2)

    def test_what_was_not_heard_offline_is_not_compared(self):
        one = Condition("n5", [heard("n5", 9, 1), Heard("n5", Score(errors=50, reference_words=100))])
        self.assertEqual(one.excess, 8)
        self.assertIsNone(one.rate("offline"))
        self.assertIsNone(Condition("n5", [Heard("n5", Score(errors=5, reference_words=9))]).excess)

    def test_their_order_and_titles(self):
        names = ["silent", "long-n10", "rir", "n5", "long", "clean", "rir-n10", "n20"]
        self.assertEqual(sorted(names, key=order_of),
                         ["clean", "n20", "n5", "rir", "rir-n10", "long", "long-n10", "silent"])
        self.assertEqual([title_of(name) for name in ("clean", "n5", "rir-n10", "long", "long-n10", "silent")],
                         ["read, clean", "noise 5 dB", "reverberation, noise 10 dB", "long, with pauses",
                          "long, with pauses, noise 10 dB", "no speech"])


class Intervals(unittest.TestCase):
    def test_recordings_that_all_differ_alike_leave_no_doubt(self):
        low, high = interval([(3, 1, 100)] * 5)
        self.assertAlmostEqual(low, 2)
        self.assertAlmostEqual(high, 2)

    def test_one_bad_recording_of_many_makes_the_difference_doubtful(self):
        pairs = [(12, 0, 100)] + [(0, 0, 100)] * 5
        low, high = interval(pairs)
        self.assertEqual((difference(pairs), low), (2, 0))
        self.assertGreaterEqual(high, 4)

    def test_the_same_recordings_give_the_same(self):
        pairs = [(1, 0, 31), (0, 2, 40), (5, 1, 28)]
        self.assertEqual(interval(pairs), interval(pairs))

    def test_one_recording_tells_nothing_of_others(self):
        self.assertIsNone(interval([(3, 1, 100)]))
        self.assertIsNone(interval([(0, 0, 0), (0, 0, 0)]))
        self.assertIsNone(difference([]))


class Rows(unittest.TestCase):
    def row(self, kind, **more):
        return {"id": f"a-{kind}", "file": "a.wav", "lang": "en", "kind": kind, "seconds": 3, "text": "the fox",
                "words": [["the", 0.1, 0.3], ["fox", 0.3, 0.8]], **more}

    def test_the_condition_is_told_or_is_the_kind(self):
        self.assertEqual([condition_of(self.row(kind)) for kind in ("read", "digits", "n5", "rir", "rir-n10")],
                         ["clean", "clean", "n5", "rir", "rir-n10"])
        self.assertEqual(condition_of(self.row("read", condition="n20")), "n20")

    def test_groups(self):
        self.assertEqual(group_of(self.row("noise", lang="none")), "silent")
        self.assertEqual([group_of(self.row(kind)) for kind in ("read", "n0", "rir-n10", "longform")],
                         ["clean", "noisy", "noisy", "long"])
        self.assertIsNone(group_of(self.row("read", exclude_wer=True)))
        self.assertIsNone(group_of(self.row("read", lang="de")))
        long = self.row("longform", condition="n10")
        self.assertEqual(Recording(None, long, group_of(long)).condition, "long-n10")

    def test_names_of_two_sets_differ(self):
        row = self.row("n5")
        self.assertEqual([Recording(None, row, "noisy", name).name for name in ("", "one")], ["a-n5", "one/a-n5"])

    def test_a_quick_run_takes_some_of_each_condition_and_none_that_is_long(self):
        rows = [self.row(kind, id=f"{kind}{number}")
                for kind in ("read", "n5", "rir", "longform") for number in range(9)]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "manifest.json").write_text(json.dumps(rows), encoding="utf-8")
            chosen = recordings(folder, is_quick=True)
        self.assertEqual([recording.condition for recording in chosen], ["clean"] * 5 + ["n5"] * 2 + ["rir"] * 2)


class Sets(unittest.TestCase):
    """A folder of logs: one of a set's recordings was heard wrongly, one rightly, one not at all."""

    def scored(self, *arguments):
        rows = [{"id": name, "file": "x.wav", "lang": "en", "kind": kind, "seconds": 2, "text": "the quick fox",
                 "words": [["the", 0.1, 0.3], ["quick", 0.3, 0.7], ["fox", 0.7, 1.0]]}
                for name, kind in (("a", "read"), ("b", "n5"), ("c", "n5"))]
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()) as printed:
            folder = pathlib.Path(name)
            (folder / "some").mkdir()
            (folder / "some/manifest.json").write_text(json.dumps(rows), encoding="utf-8")
            self.write(folder / "a.jsonl", "The quick fox")
            self.write(folder / "some/b.jsonl", "The thick fox")
            (folder / "some/b.offline.txt").write_text("The quick fox.", encoding="utf-8")
            with mock.patch("sys.argv", ["score_set.py", name, "--data", f"{name}/some", *arguments]):
                score_set.main()
            return printed.getvalue()

    def write(self, path, text):
        events = [{"t": 1.4, "type": "interim", "text": text}, {"t": 1.9, "type": "final", "text": text},
                  {"t": 2, "type": "transcript", "text": text},
                  {"type": "summary", "audio_seconds": 2, "cpu_seconds": 0.5, "revised_words": 3}]
        path.write_text("\n".join(map(json.dumps, events)), encoding="utf-8")

    def test_figures_by_condition(self):
        figures = next(iter(json.loads(self.scored("--json")).values()))
        self.assertEqual(list(figures), ["clean", "n5", "all speech"])
        clean, loud, whole = figures.values()
        self.assertEqual([clean[key] for key in ("errors_live", "errors_offline", "revised", "cpu")], [0, None, 100, 25])
        self.assertAlmostEqual(clean["first p50"], 1.4 + 0.1 - 0.7)
        self.assertAlmostEqual(clean["final p95"], 1.9 + 0.1 - 0.3, delta=0.05)
        self.assertEqual((loud["errors_live"], loud["errors_offline"], loud["words"]), (1, 0, 3))
        self.assertAlmostEqual(loud["excess"], 100 / 3)
        self.assertEqual((whole["words"], whole["recordings"]), (6, 2))

    def test_the_table_has_a_line_for_each(self):
        lines = self.scored().splitlines()
        self.assertEqual([line.split("  ")[0] for line in lines[2:5]], ["clean", "n5", "all speech"])


if __name__ == "__main__":
    unittest.main()
