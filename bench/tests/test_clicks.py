"""Tests of clicks.py by made clicks."""
import math
import unittest
from array import array

from clicks import click_places, compare

RATE = 48_000


def made(bpm, count, error=lambda beat: 0.0, rate=RATE):
    samples = array("f", bytes(4 * (int(count * 60 * rate / bpm) + rate)))
    for beat in range(count):
        place = rate // 4 + beat * 60 * rate / bpm + error(beat)
        for offset in range(500):
            time = int(place) + offset - place
            if time >= 0:
                samples[int(place) + offset] = math.exp(-time / 100) * math.sin(time * 0.4)
    return samples


class Clicks(unittest.TestCase):
    def test_a_perfect_metronome_has_no_error(self):
        samples = made(120, 20)
        grid = compare(click_places(samples, RATE, 120), RATE, 120, 19)
        self.assertEqual(grid.clicks, 19)
        self.assertLess(grid.worst, 0.01)
        self.assertLess(abs(grid.drift_ppm), 1)

    def test_a_slow_one_drifts(self):
        samples = made(120, 20, lambda beat: beat * 2.0)
        grid = compare(click_places(samples, RATE, 120), RATE, 120, 19)
        self.assertAlmostEqual(grid.drift_ppm, -2 / 24_000 * 1e6, delta=2)
        self.assertLess(grid.jitter, 0.1)

    def test_one_late_click_is_jitter(self):
        samples = made(120, 20, lambda beat: 30.0 if beat == 10 else 0.0)
        grid = compare(click_places(samples, RATE, 120), RATE, 120, 19)
        self.assertAlmostEqual(grid.worst, 30, delta=0.5)

    def test_silence_has_no_clicks(self):
        self.assertIsNone(compare(click_places(array("f", bytes(400_000)), RATE, 90), RATE, 90, 0))


if __name__ == "__main__":
    unittest.main()
