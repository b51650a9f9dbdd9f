"""Tests of the training of the onset decision, by made-up candidates."""
import json
import pathlib
import re
import unittest

import numpy

import decision
import regression
import train
from material import Heard

ROOT = pathlib.Path(__file__).resolve().parents[2]


def heard(moments, features, truth=(), names=("flux", "interval", "prominence", "similarity")):
    moments = numpy.array(moments)
    features = [[*row, *[0.5, 0.9][len(row) - 2:]] for row in features]
    return Heard("clap", "clean", list(truth), moments, moments + 0.016, numpy.zeros(len(moments), dtype=bool),
                 numpy.array(features, dtype=float), names)


class Files(unittest.TestCase):
    def test_the_program_has_the_weights_that_are_written_down(self):
        model = json.loads(train.MODEL.read_text(encoding="utf-8"))
        self.assertEqual(train.swift(model), train.SWIFT.read_text(encoding="utf-8"))
        self.assertEqual(train.text(model), train.MODEL.read_text(encoding="utf-8"))

    def test_the_seeds_are_those_of_the_command(self):
        seeds = json.loads(train.MODEL.read_text(encoding="utf-8"))["seeds"]
        self.assertEqual(seeds, {"fitted": list(train.FITTED), "held": list(train.HELD)})
        self.assertFalse(set(train.FITTED) & set(train.HELD))

    def test_the_terms_are_of_features_that_the_program_has(self):
        source = (ROOT / "Sources/ParlandoSignal/Rhythm/OnsetFeatures.swift").read_text(encoding="utf-8")
        features = set(re.findall(r"^    case (\w+)$", source, re.MULTILINE))
        self.assertEqual(features, {*decision.KNOTS, "similarity"})
        used = {name for term in decision.terms() for name, _, _ in term.ramps}
        self.assertEqual(used, set(decision.KNOTS))

    def test_the_rules_are_those_of_the_program(self):
        settings = (ROOT / "Sources/ParlandoSignal/Rhythm/HearingSettings.swift").read_text(encoding="utf-8")
        found = dict(re.findall(r"static let (\w+)(?:: Float)? = ([\d.]+)$", settings, re.MULTILINE))
        self.assertEqual(float(found["pause"]), decision.PAUSE * 48_000)
        self.assertEqual((float(found["clearProminence"]), float(found["leastSimilarity"])),
                         (decision.CLEAR, decision.UNLIKE))

    def test_a_feature_always_speaks_in_the_same_direction(self):
        ascends = {name: knots[-1] > knots[0] for name, knots in decision.KNOTS.items()}
        for term in decision.terms():
            for name, foot, top in term.ramps:
                self.assertEqual(top > foot, ascends[name] == (term.sign > 0), (name, term))


class Fit(unittest.TestCase):
    def setUp(self):
        chance = numpy.random.default_rng(3)
        self.values = chance.random((20_000, 4))
        odds = self.values @ [3, 0, 5, -2] - 3
        self.is_stroke = (chance.random(20_000) < 1 / (1 + numpy.exp(-odds))).astype(float)

    def test_weights_are_found_and_none_is_negative(self):
        weights, constant = regression.fitted(self.values, self.is_stroke, ridge=0.01)
        self.assertLess(abs(weights[0] - 3), 0.4)
        self.assertLess(abs(weights[2] - 5), 0.4)
        self.assertEqual(weights[3], 0)
        self.assertTrue((weights >= 0).all())
        self.assertLess(constant, -3)

    def test_no_other_weights_fit_better(self):
        weights, constant = regression.fitted(self.values, self.is_stroke)
        design, penalty = numpy.hstack([self.values, numpy.ones((20_000, 1))]), numpy.array([regression.RIDGE] * 4 + [0])
        best = numpy.append(weights, constant)
        least = regression.loss(design, self.is_stroke, penalty, best)
        for index in range(5):
            for change in (-0.01, 0.01):
                other = best + change * (numpy.arange(5) == index)
                if (other[:-1] >= 0).all():
                    self.assertGreater(regression.loss(design, self.is_stroke, penalty, other), least)


class Decision(unittest.TestCase):
    def test_another_stroke_within_the_pause_is_none(self):
        performance = heard([1, 1.039, 1.041, 1.1], [[1, 1]] * 4)
        self.assertEqual(decision.accepted(performance, numpy.array([1, 1, 1, 1]), 1)[0], [1, 1.041, 1.1])

    def test_a_click_is_none(self):
        performance = heard([1, 2], [[1, 1]] * 2)
        performance.clicks[0] = True
        self.assertEqual(decision.accepted(performance, numpy.array([9, 9]), 1)[0], [2])

    def test_what_stands_out_and_is_unlike_is_none(self):
        rows = [[1, 1, 1.3, 0.44], [1, 1, 1.3, 0.46], [1, 1, 1.1, 0.1]]
        self.assertEqual(decision.accepted(heard([1, 2, 3], rows), numpy.ones(3), 1)[0], [2, 3])

    def test_the_least_ramp_counts(self):
        term = decision.Term(-1, (("flux", 0, 1), ("interval", 1, 0)))
        self.assertEqual(list(term.values({"flux": numpy.array([0.5, 2]), "interval": numpy.array([0, 0.8])})),
                         [-0.5, -numpy.float64(1 - 0.8)])

    def test_what_follows_a_stroke_within_the_pause_is_not_asked_about(self):
        performance = heard([1.005, 1.02, 1.2, 1.21], [[1, 1], [1, 1], [1, 1], [1, 0.03]], truth=[1.0])
        _, is_stroke = train.examples(performance, [decision.Term(1, (("flux", 0, 1),))])
        self.assertEqual(list(is_stroke), [1, 1, 0])


if __name__ == "__main__":
    unittest.main()
