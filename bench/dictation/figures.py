"""Figures over many sessions, and the goals they are held against."""
from statistics import fmean

from figure import Figure, percentile
from metrics import Score

# Tentative words that may be taken back, for each 100 that stay.
MOST_REVISED = 30
POOLED = ("errors", "substitutions", "deletions", "insertions", "reference_words", "first", "stable", "final",
          "borders", "timed_words", "erased", "revised", "altered", "final_words", "starts", "onsets", "final_written",
          "problems")


def pool(scores):
    """All sessions as one: every word counts once, whichever recording it is from."""
    total = Score()
    for name in POOLED:
        setattr(total, name, sum((getattr(score, name) for score in scores), getattr(total, name)))
    total.most_written = max((score.most_written for score in scores), default=0)
    return total


def mean(values):
    return fmean(values) if values else None


def per_hundred(part, whole):
    return 100 * part / whole if whole else None


def word_error_rate(score):
    return per_hundred(score.errors, score.reference_words)


def delay_figures(score):
    """How soon words are on the page, in seconds after the end of the word."""
    goals = {"first": (None, 0.20, 0.60), "stable": (None, 0.35, None), "final": (3.0, None, 6.0)}
    titles = {"first": "first display", "stable": "stable display", "final": "final display"}
    figures = []
    for name, title in titles.items():
        delays = getattr(score, name)
        for label, value, goal in zip(("mean", "median", "95th percentile"),
                                      (mean(delays), percentile(delays, 0.5), percentile(delays, 0.95)), goals[name]):
            figures.append(Figure(f"{title}, {label}", value, "s", goal))
    figures.append(Figure("words timed, of those with a known end",
                          per_hundred(len(score.first), score.timed_words), "%"))
    for label, share in ("median", 0.5), ("95th percentile", 0.95):
        figures.append(Figure(f"start or end of a word in the sound off by, {label}", percentile(score.borders, share), "s"))
    return figures


def start_figures(score):
    return [Figure("first interim text after the first word begins, mean", mean(score.starts), "s", 0.6),
            Figure("the same, slowest", max(score.starts, default=None), "s"),
            Figure("first interim text after a pause, mean", mean(score.onsets), "s")]


def change_figures(score):
    """Words shown and later changed, for each hundred of the final text."""
    revised = per_hundred(score.revised, score.final_words)
    return [Figure("revised after display, per 100 words", revised, "", MOST_REVISED),
            Figure("replaced or removed, not only moved, per 100", per_hundred(score.altered, score.final_words))]


def error_figures(score, title="word error rate"):
    return [Figure(title, word_error_rate(score), "%"),
            Figure("  substituted / left out / invented",
                   f"{score.substitutions} / {score.deletions} / {score.insertions} of {score.reference_words}")]
