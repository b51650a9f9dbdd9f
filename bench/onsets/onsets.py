"""Scores onsets against the truth of performances."""
import json
import statistics
from dataclasses import dataclass, field

CONDITIONS = ("clean", "room", "noise", "bleed20", "bleed12", "bleed6", "hard")
# Those in which the microphone hears the metronome.
CLICKING = CONDITIONS[3:]
# Seconds about a stroke, or a click, within which an onset is its own.
WINDOW = 0.025
# Seconds about a stroke within which it is placed well.
NARROW = 0.010
# Error in milliseconds that is an outlier among those of struck instruments.
FAR = 5


@dataclass
class Performance:
    path: object
    row: dict

    @property
    def condition(self):
        return self.row["condition"]

    @property
    def truth(self):
        return [onset["t"] for onset in self.row["onsets"]]

    @property
    def clicks(self):
        """When the metronome is heard in the recording."""
        audible = self.row.get("clicks", []) if self.condition in CLICKING else []
        return [click["mic_frame"] / self.row["sr"] for click in audible]

    @property
    def sound(self):
        return self.path.parent / self.row["file"]

    def beside(self, key):
        """A file that belongs to it: reference or calibration."""
        return self.path.parent / self.row[key]


def is_moderate(performance, pitched):
    """Whether it is no faster than the shared performances, whose closest strokes are 60 ms apart and whose closest notes
    of pitched instruments 172 ms.
    """
    truth = performance.truth
    gaps = [after - before for before, after in zip(truth, truth[1:])]
    return min(gaps, default=1) >= (0.172 if performance.row["instrument"] in pitched else 0.0599)


def performances(folder):
    found = []
    for path in sorted(folder.glob("*.json")):
        row = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(row, dict) and "onsets" in row:
            found.append(Performance(path, row))
    return found


def matches(truth, heard, window):
    """Pairs of indices within the window, as many as there can be; both lists are in order."""
    pairs, first, second = [], 0, 0
    while first < len(truth) and second < len(heard):
        difference = heard[second] - truth[first]
        if abs(difference) <= window:
            pairs.append((first, second))
        if difference <= window:
            second += 1
        if difference >= -window:
            first += 1
    return pairs


@dataclass
class Score:
    notes: int = 0
    heard: int = 0
    wide: int = 0       # within 25 ms
    narrow: int = 0     # within 10 ms
    clicked: int = 0    # onsets that are a click's and no stroke's
    errors: list = field(default_factory=list)
    delays: list = field(default_factory=list)

    def add(self, truth, onsets, decided=None, bias=0.0, clicks=()):
        """`onsets` in order; `decided` when each was known, None where that is not told."""
        heard = [onset - bias for onset in onsets]
        pairs = matches(truth, heard, WINDOW)
        strays = set(range(len(heard))) - {right for _, right in pairs}
        self.clicked += sum(any(abs(heard[stray] - click) <= WINDOW for click in clicks) for stray in strays)
        self.notes += len(truth)
        self.heard += len(heard)
        self.wide += len(pairs)
        self.narrow += len(matches(truth, heard, NARROW))
        self.errors += [heard[right] - truth[left] for left, right in pairs]
        self.delays += [decided[right] - truth[left] for left, right in pairs] if decided else []

    def f(self, hits):
        return 2 * hits / max(1, self.notes + self.heard)

    @property
    def row(self):
        errors = self.errors or [0.0]
        return (f"{self.wide / max(1, self.heard):.3f}", f"{self.wide / max(1, self.notes):.3f}",
                f"{self.f(self.wide):.3f}", f"{self.f(self.narrow):.3f}", str(self.clicked),
                f"{1000 * statistics.median(errors):+.2f}", f"{1000 * statistics.pstdev(errors):.2f}", *self.delay)

    @property
    def timbre_row(self):
        """With the standard error of the mean: few slow attacks say little of it."""
        both = f"{self.f(self.wide):.3f}", f"{self.f(self.narrow):.3f}"
        if not self.errors:
            return (str(self.notes), *both, "–", "–", "–", "–")
        errors = [1000 * error for error in self.errors]
        spread = statistics.pstdev(errors)
        return (str(self.notes), *both, f"{statistics.mean(errors):+.2f}",
                f"{spread / len(errors) ** 0.5:.2f}", f"{statistics.median(errors):+.2f}", f"{spread:.2f}")

    @property
    def timing_row(self):
        """Of all strokes that were heard: how many there are, mean, spread plain and robust, and how many are far off."""
        errors = [1000 * error for error in self.errors] or [0.0]
        middle = statistics.median(errors)
        # The median deviation of a normal distribution is that part of its standard deviation.
        robust = statistics.median(abs(error - middle) for error in errors) / 0.6745
        return (str(len(self.errors)), f"{statistics.mean(errors):+.2f}", f"{statistics.pstdev(errors):.2f}",
                f"{robust:.2f}", str(sum(abs(error) > FAR for error in errors)))

    @property
    def delay(self):
        if not self.delays:
            return ("–", "–", "–")
        ordered = sorted(self.delays)
        last = ordered[int(0.95 * (len(ordered) - 1))]
        return tuple(f"{1000 * value:.1f}" for value in (statistics.mean(ordered), last, ordered[-1]))
