"""The decision whether a candidate is a stroke: ramps of its features, their weights, and the threshold.

`OnsetFeatures.swift` decides in the same way. The directions of the ramps make the decision monotone in every feature.
"""
from dataclasses import dataclass

import numpy

from onsets import Score

# Seconds after a stroke in which there is no other one; see `HearingSettings.pause`.
PAUSE = 0.04
# What stands out so far is no stroke if it is no more similar to the instrument than this; see `HearingSettings`.
CLEAR, UNLIKE = 1.2, 0.45
# For each feature the knots between which its ramps lie. More of it speaks for a stroke if they ascend, less if they descend.
KNOTS = {
    "flux": (0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.8, 1.2),
    "meanFlux": (-0.5, -0.8, -1.1, -1.4, -1.7, -2, -2.3),
    "loudness": (-2, -1.5, -1.2, -1, -0.8, -0.6, -0.4, -0.2, 0.1),
    "contrast": (0, 0.1, 0.2, 0.4, 0.7, 1.1, 1.6),
    "prominence": (-0.3, -0.15, -0.05, 0.05, 0.15, 0.3, 0.5, 0.8),
    "residual": (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5),
    "residualShare": (-0.1, 0, 0.1, 0.2, 0.4, 0.7),
    "interval": (0.04, 0.06, 0.09, 0.13, 0.2),
}
# What speaks for a stroke only together: a soft note beside another one, a thump in a crackle, a loud sound of any kind.
TOGETHER = (
    (("residual", 0.1, 0.18), ("flux", 0.08, 0.14), ("meanFlux", -1.3, -1.6), ("interval", 0.06, 0.09)),
    (("prominence", 0.3, 0.5), ("loudness", -0.9, -0.6)),
    (("flux", 0.2, 0.5), ("meanFlux", -1.1, -1.7)),
    (("contrast", 0.3, 0.8), ("loudness", -1, -0.6)),
)
# And what speaks against one only together: it was predicted from what rang, in calm or in noise.
AGAINST = (
    (("prominence", 0.25, 0.1), ("residualShare", 0.2, 0.08)),
    (("prominence", 0.25, 0.1), ("residualShare", 0.2, 0.08), ("meanFlux", -1.4, -1.1)),
)


@dataclass(frozen=True)
class Term:
    """`ramps` are a feature, a foot and a top each; the least of them counts."""
    sign: int
    ramps: tuple

    def values(self, columns):
        return self.sign * numpy.minimum.reduce(
            [numpy.clip((columns[name] - foot) / (top - foot), 0, 1) for name, foot, top in self.ramps])


def terms():
    single = [Term(1, ((name, foot, top),)) for name, knots in KNOTS.items() for foot, top in zip(knots, knots[1:])]
    return [*single, *(Term(1, ramps) for ramps in TOGETHER), *(Term(-1, ramps) for ramps in AGAINST)]


def design(performance, all_terms):
    """One row for each time that a candidate was judged, one column for each term."""
    if not len(performance.moments):
        return numpy.zeros((0, len(all_terms)))
    columns = dict(zip(performance.names, performance.features.T))
    return numpy.stack([term.values(columns) for term in all_terms], axis=1)


def asked(performance):
    """Whether it is the weights that decide: neither the click test, the pause nor the test of similarity does."""
    if not len(performance.moments):
        return numpy.zeros(0, dtype=bool)
    columns = dict(zip(performance.names, performance.features.T))
    unlike = (columns["prominence"] >= CLEAR) & (columns["similarity"] < UNLIKE)
    return ~performance.clicks & ~unlike & (columns["interval"] >= PAUSE)


def accepted(performance, evidence, threshold):
    """The moments that are taken for strokes, and when each is."""
    moments, ends, last = [], [], -1.0
    for index in numpy.flatnonzero((evidence >= threshold) & asked(performance)):
        moment = performance.moments[index]
        if moment >= last + PAUSE:
            moments.append(moment)
            ends.append(performance.ends[index])
            last = moment
    return moments, ends


def score(material, evidences, threshold):
    result = Score()
    for performance, evidence in zip(material, evidences):
        moments, ends = accepted(performance, evidence, threshold)
        order = numpy.argsort(moments)
        result.add(performance.truth, [moments[index] for index in order], [ends[index] for index in order])
    return result
