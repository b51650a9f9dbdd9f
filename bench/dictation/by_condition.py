"""Live beside offline text, condition by condition: errors, how certain their difference is, delays and revisions."""
from dataclasses import dataclass

import numpy

from figure import Figure, percentile
from figures import MOST_REVISED, mean, per_hundred, pool, word_error_rate
from metrics import Score
from recordings import order_of, title_of

# Live text may have so many more errors for each 100 words than offline text, in every condition.
MOST_EXCESS = 0.5
# What may have been written at all where there is no speech.
MOST_INVENTED = 0
SAMPLES = 4000
LOWEST, HIGHEST = 0.05, 0.95


@dataclass
class Heard:
    """What became of one recording. Offline and peer scores are None where they were not measured."""
    condition: str
    live: Score
    offline: Score = None
    peer: Score = None


@dataclass
class Condition:
    """All recordings of one condition."""
    name: str
    heard: list

    @property
    def title(self):
        return title_of(self.name)

    @property
    def is_silent(self):
        return self.name == "silent"

    @property
    def live(self):
        return pool([one.live for one in self.heard])

    def pooled(self, system):
        """None where a recording was not measured with it: figures with gaps would not compare."""
        scores = [getattr(one, system) for one in self.heard]
        return None if None in scores else pool(scores)

    def rate(self, system):
        score = self.pooled(system)
        return None if score is None else word_error_rate(score)

    @property
    def pairs(self):
        """(errors live, errors offline, words) of each recording that was heard both ways."""
        return [(one.live.errors, one.offline.errors, one.live.reference_words) for one in self.heard if one.offline]

    @property
    def excess(self):
        """Errors of live text above those of offline text, for each 100 words."""
        return difference(self.pairs)

    @property
    def revised(self):
        """Tentative words that did not stay, for each 100 of the final text; None where nothing was said."""
        live = self.live
        return None if self.is_silent else per_hundred(live.revised, live.final_words)

    def figures(self):
        """What this condition is held against."""
        live = self.live
        if self.is_silent:
            return [Figure(f"{self.title}: words in the final text", live.final_written, "", MOST_INVENTED),
                    Figure(f"{self.title}: most words on the page at once", live.most_written, "", MOST_INVENTED)]
        return [Figure(f"{self.title}: errors of live text above offline, per 100 words", self.excess, "", MOST_EXCESS),
                Figure(f"{self.title}: revised words per 100", self.revised, "", MOST_REVISED)]


def by_condition(heard):
    """The conditions that there are, in the order of a table."""
    names = sorted({one.condition for one in heard}, key=order_of)
    return [Condition(name, [one for one in heard if one.condition == name]) for name in names]


def difference(pairs):
    """How many more errors one system made than the other, for each 100 words; None without words."""
    words = sum(count for _, _, count in pairs)
    return 100 * sum(live - offline for live, offline, _ in pairs) / words if words else None


def interval(pairs):
    """Between which differences 90 % of the sets lie that are drawn from these recordings anew (bootstrap).

    None for a single recording: nothing is known of how recordings differ.
    """
    known = numpy.array([(live - offline, words) for live, offline, words in pairs if words])
    if len(known) < 2:
        return None
    drawn = known[numpy.random.default_rng(1).integers(len(known), size=(SAMPLES, len(known)))].sum(axis=1)
    low, high = numpy.quantile(100 * drawn[:, 0] / drawn[:, 1], (LOWEST, HIGHEST))
    return float(low), float(high)


def shown_interval(bounds):
    return "–" if bounds is None else f"{bounds[0]:+.1f} … {bounds[1]:+.1f}"


def delays(score):
    """The delays that have goals, in seconds."""
    return {"first p50": percentile(score.first, 0.5), "first p95": percentile(score.first, 0.95),
            "stable p50": percentile(score.stable, 0.5), "final mean": mean(score.final),
            "final p95": percentile(score.final, 0.95)}
