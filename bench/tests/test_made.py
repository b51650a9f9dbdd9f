"""Tests of the sequences that are made for training."""
import unittest

import numpy

import made
from shots import RATE


class Sequences(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sequences = made.sequences(5, 2)

    def test_every_kind_is_there_and_fits_into_a_file(self):
        self.assertEqual([one.name for one in self.sequences], 2 * list(made.NAMES))
        for one in self.sequences:
            self.assertLessEqual(max(numpy.abs(one.samples).max(), numpy.abs(one.alone).max()), 1, one.name)

    def test_a_sound_begins_at_each_stroke(self):
        for one in self.sequences:
            for frame in one.strokes:
                before, after = one.samples[frame - RATE // 200:frame], one.samples[frame:frame + RATE // 100]
                self.assertGreater(numpy.abs(after).max(), 0.02, one.name)
                if one.name in ("bells", "notes", "rattles", "thumps", "pairs"):
                    continue
                self.assertLess(numpy.abs(before).max(), numpy.abs(after).max() / 2, one.name)

    def test_strokes_are_in_order_and_not_closer_than_the_pause(self):
        for one in self.sequences:
            self.assertGreaterEqual(numpy.diff(one.strokes).min(), 0.04 * RATE, one.name)

    def test_the_same_seed_makes_the_same_and_another_one_others(self):
        again, others = made.sequences(5, 2), made.sequences(6, 2)
        for one, same, other in zip(self.sequences, again, others):
            self.assertTrue(numpy.array_equal(one.samples, same.samples))
            self.assertFalse(numpy.array_equal(one.samples[:RATE], other.samples[:RATE]))


if __name__ == "__main__":
    unittest.main()
