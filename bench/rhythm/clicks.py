"""Finds clicks in a recording to a fraction of a sample, and says how far they are from an ideal grid."""
import math
from array import array
from dataclasses import dataclass

# Samples of a click that are compared, and how far around the rough place it is looked for.
LENGTH, REACH = 600, 40


@dataclass(frozen=True)
class Grid:
    """Errors are in samples of the recording."""

    clicks: int
    expected: int
    # Largest distance from the grid that begins at the first click, at the tempo that was asked for.
    worst: float
    # How much too fast (positive) the tempo is, in parts per million.
    drift_ppm: float
    # Largest distance from the straight line through all clicks.
    jitter: float


def read_floats(path):
    samples = array("f")
    with open(path, "rb") as file:
        data = file.read()
    samples.frombytes(data[: len(data) // 4 * 4])
    return samples


def rough_places(samples, period):
    """First loud sample of each click."""
    loud = 0.1 * max((abs(sample) for sample in samples), default=0)
    places, index = [], 0
    while loud > 0 and index < len(samples):
        if abs(samples[index]) > loud:
            places.append(index)
            index += int(0.6 * period)
        else:
            index += 1
    return places


def place_of(samples, rough, template):
    """Where a click begins: the best match with another one of its kind."""
    scores = []
    for lag in range(-REACH, REACH + 1):
        start = rough + lag
        scores.append(sum(a * b for a, b in zip(samples[start : start + LENGTH], template)))
    best = max(range(1, len(scores) - 1), key=scores.__getitem__)
    left, middle, right = scores[best - 1 : best + 2]
    curve = left - 2 * middle + right
    return rough - REACH + best + (0.5 * (left - right) / curve if curve < 0 else 0)


def click_places(samples, rate, bpm, accent_every=1):
    """Every click but the first (which may be cut off), those of different sound each compared with its own kind."""
    rough = [place for place in rough_places(samples, 60 * rate / bpm) if place > REACH + 64]
    rough = [place for place in rough[1:] if place + LENGTH + REACH < len(samples)]
    kinds = {}
    places = []
    for number, place in enumerate(rough):
        kind = number % accent_every
        if kind not in kinds:
            loud = max(abs(sample) for sample in samples[place : place + LENGTH])
            start = next(i for i in range(place - 64, place + 1) if abs(samples[i]) > 0.001 * loud)
            kinds[kind] = (start - place, samples[start : start + LENGTH])
        offset, template = kinds[kind]
        places.append(place_of(samples, place + offset, template))
    return places


def compare(places, rate, bpm, expected):
    """Against the tempo that was asked for. None: there are too few clicks."""
    if len(places) < 4:
        return None
    period = 60 * rate / bpm
    beats = [round((place - places[0]) / period) for place in places]
    errors = [place - places[0] - beat * period for place, beat in zip(places, beats)]
    mean_beat = sum(beats) / len(beats)
    mean_error = sum(errors) / len(errors)
    spread = sum((beat - mean_beat) ** 2 for beat in beats)
    slope = sum((beat - mean_beat) * (error - mean_error) for beat, error in zip(beats, errors)) / spread
    line = [mean_error + slope * (beat - mean_beat) for beat in beats]
    jitter = max(abs(error - ideal) for error, ideal in zip(errors, line))
    return Grid(
        clicks=len(places), expected=expected, worst=max(map(abs, errors)), drift_ppm=-slope / period * 1e6,
        jitter=jitter)


def count_expected(places, samples, rate, bpm):
    return 0 if not places else math.floor((len(samples) - LENGTH - REACH - places[0]) / (60 * rate / bpm)) + 1
