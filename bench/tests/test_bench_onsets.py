"""Tests of the bars of the onset bench, by hand-made performances."""
import json
import pathlib
import unittest
from unittest import mock

import bench_onsets
import train
from onsets import Performance


def performance(condition):
    row = {"condition": condition, "onsets": [{"t": float(second)} for second in range(1, 101)]}
    return Performance(pathlib.Path(condition), row)


class Bars(unittest.TestCase):
    def missed(self, late=0.0, left_out=0, delay=0.020):
        chosen = [performance("clean"), performance("hard")]
        heard = [moment + late for moment in chosen[0].truth[left_out:]]
        found = {one.path: (heard, [moment + delay for moment in heard]) for one in chosen}
        return [name.split(":")[0] for name in bench_onsets.missed_bars(chosen, found)]

    def test_what_holds_is_not_missed(self):
        self.assertEqual(self.missed(), [])

    def test_strokes_that_are_not_heard_miss_both(self):
        self.assertEqual(self.missed(left_out=7), ["F within 25 ms in hard", "F within 10 ms in hard"])

    def test_strokes_that_are_misplaced_miss_the_narrow_one(self):
        self.assertEqual(self.missed(late=0.012, delay=0.010), ["F within 10 ms in hard"])

    def test_late_decisions_are_missed(self):
        self.assertEqual(self.missed(delay=0.025), ["ms of 95 % of the decisions"])


    def test_an_onset_at_a_click_is_missed(self):
        one = performance("bleed6")
        one.row.update(sr=48_000, clicks=[{"mic_frame": 48_000 * 5 // 2}])
        heard = sorted([*one.truth, 2.5])
        missed = bench_onsets.missed_bars([one], {one.path: (heard, heard)})
        self.assertEqual(missed[-1], "strokes heard at clicks: 1, bar 0")


class Timbres(unittest.TestCase):
    def lost(self, before, now):
        one = performance("clean")
        one.row["instrument"] = "bass"
        early = [moment - 0.012 for moment in one.truth]
        found = [{one.path: (early[:misplaced] + one.truth[misplaced:], None)} for misplaced in (before, now)]
        return bench_onsets.lost_timbres([one], *found)

    def test_a_timbre_of_which_many_strokes_are_lost_is_named(self):
        self.assertEqual(self.lost(0, 5), ["strokes of bass within 10 ms: 5 lost, 0 gained"])

    def test_what_may_be_chance_is_not(self):
        self.assertEqual(self.lost(0, 4), [])
        self.assertEqual(self.lost(5, 0), [])


class Seeds(unittest.TestCase):
    def test_what_the_detector_was_trained_with_is_not_measured(self):
        with mock.patch("sys.argv", ["bench", "--fresh", "7", str(train.HELD[0])]), \
                self.assertRaises(SystemExit) as refusal:
            bench_onsets.main()
        self.assertIn("trained", str(refusal.exception))

    def test_the_seeds_of_the_training_are_known(self):
        kept = json.loads(train.MODEL.read_text(encoding="utf-8"))["seeds"]
        self.assertEqual(bench_onsets.trained_seeds(), {*kept["fitted"], *kept["held"]})


if __name__ == "__main__":
    unittest.main()
