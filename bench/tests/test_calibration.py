"""Tests what bench_calibration.py makes: known delays, and responses of which it is known when they begin."""
import unittest

import numpy

import bench_calibration as bench


def case(**changes):
    values = {"group": "", "way": bench.Way("cable"), "noise": "quiet", "playback": 48_000, "capture": 48_000, "delay": 0,
              "drift": 0, "seed": (1, 0)}
    return bench.Case(**(values | changes))


class Calibration(unittest.TestCase):
    def test_a_tone_arrives_as_late_as_it_should_at_any_rate(self):
        tone = numpy.sin(2 * numpy.pi * 1000 * numpy.arange(48_000) / 48_000)
        for rate, delay in (48_000, 0.0123456), (44_100, 0.1), (48_005, 0.05):
            heard = bench.received(case(delay=delay), tone, rate)
            times = numpy.arange(len(heard)) / rate - bench.LEAD - delay
            inside = (times > 0.1) & (times < 0.9)
            self.assertLess(numpy.abs(heard - numpy.sin(2 * numpy.pi * 1000 * times))[inside].max(), 0.001)

    def test_the_noise_is_as_loud_as_wanted(self):
        sound = numpy.random.default_rng(3).choice([-0.25, 0.25], 40_000)
        heard = bench.received(case(), sound, 48_000)
        loudness = bench.level(heard, len(sound) / 48_000, case(noise="0 dB pink"))
        self.assertAlmostEqual(loudness, 0.25 * 1.3 ** 0.5, delta=0.02)
        for kind in bench.NOISES:
            self.assertAlmostEqual(bench.noise(case(noise=kind), 100_000).std(), 1, delta=0.02)

    def test_another_seed_makes_other_noise(self):
        found = [[bench.noise(each, 50) for each in bench.cases(seed)[-2:]] for seed in (1, 1, 2)]
        self.assertTrue(numpy.array_equal(found[0], found[1]))
        self.assertGreater(numpy.abs(found[0][0] - found[2][0]).max(), 0.1)
        self.assertGreater(numpy.abs(found[0][0] - found[0][1]).max(), 0.1)

    def test_a_measured_response_begins_at_its_first_strong_peak(self):
        response = numpy.zeros(4000)
        response[[100, 500]] = 0.4, -1
        way = bench.Way("measured", response, is_measured=True)
        self.assertAlmostEqual(bench.own_delay(way) * 48_000, 100, delta=0.1)
        response[100] = 0.1
        self.assertAlmostEqual(bench.own_delay(way) * 48_000, 500, delta=0.1)

    def test_every_way_meets_every_noise_at_every_rate(self):
        found = bench.cases(1)
        for name in {case.group for case in found}:
            met = {(case.noise, case.playback, case.capture) for case in found if case.group == name}
            self.assertEqual(len(met), len(bench.NOISES) * len(bench.RATES))


if __name__ == "__main__":
    unittest.main()
