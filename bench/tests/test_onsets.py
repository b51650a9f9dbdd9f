"""Tests of the scores of onsets, by hand-made performances."""
import pathlib
import unittest

from onsets import Performance, Score, is_moderate


class Clicks(unittest.TestCase):
    def test_an_onset_at_a_click_counts_only_where_there_is_no_stroke(self):
        score = Score()
        score.add([1.0, 2.005], [1.001, 2.0, 3.01, 3.5], clicks=[1.0, 2.0, 3.0])
        self.assertEqual((score.wide, score.heard, score.clicked), (2, 4, 1))

    def test_a_second_onset_of_a_stroke_on_a_click_is_the_clicks(self):
        score = Score()
        score.add([1.0], [0.99, 1.02], clicks=[1.01])
        self.assertEqual(score.clicked, 1)

    def test_clicks_are_heard_only_where_the_loudspeaker_is(self):
        row = {"sr": 1000, "clicks": [{"mic_frame": 500}]}
        heard = {condition: Performance(pathlib.Path("x"), {**row, "condition": condition}).clicks
                 for condition in ("clean", "room", "bleed6", "hard")}
        self.assertEqual(heard, {"clean": [], "room": [], "bleed6": [0.5], "hard": [0.5]})


class Pace(unittest.TestCase):
    def test_a_pitched_instrument_is_moderate_at_longer_gaps(self):
        def played(instrument, gap):
            row = {"instrument": instrument, "condition": "clean", "onsets": [{"t": 1.0}, {"t": 1.0 + gap}]}
            return is_moderate(Performance(pathlib.Path("x"), row), {"bass"})
        self.assertEqual((played("bass", 0.18), played("bass", 0.16)), (True, False))
        self.assertEqual((played("clap", 0.07), played("clap", 0.05)), (True, False))


class Timing(unittest.TestCase):
    def test_an_outlier_spreads_the_plain_figure_and_not_the_robust_one(self):
        truth = [float(second) for second in range(9)]
        errors = [-0.001, 0.001, 0, 0.001, -0.001, 0, 0.001, -0.001, 0.020]
        score = Score()
        score.add(truth, [moment + error for moment, error in zip(truth, errors)])
        count, mean, spread, robust, far = score.timing_row
        self.assertEqual((count, far), ("9", "1"))
        self.assertAlmostEqual(float(mean), 2.22, places=2)
        self.assertGreater(float(spread), 6)
        self.assertLess(float(robust), 1.5)

    def test_a_mean_of_many_strokes_is_surer(self):
        few, many = Score(), Score()
        few.add([1.0, 2.0], [1.001, 1.999])
        for _ in range(100):
            many.add([1.0, 2.0], [1.001, 1.999])
        self.assertEqual((few.timbre_row[4], many.timbre_row[4]), ("0.71", "0.07"))

    def test_nothing_heard_is_no_error(self):
        score = Score()
        score.add([1.0], [])
        self.assertEqual(score.timing_row[0], "0")


if __name__ == "__main__":
    unittest.main()
