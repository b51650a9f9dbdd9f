"""Makes sequences of sounds that instruments seldom play and that a decision has to cope with all the same.

Strokes that follow each other at once, thumps in what is left of a slap, rattles, soft notes behind loud ones, bells that are
struck while they ring, noise beside a note, and sounds that are nothing like the instrument.
"""
from dataclasses import dataclass

import numpy

from shots import RATE

HISS = 0.0002


@dataclass(frozen=True)
class Sequence:
    """`alone` is what the instrument is learned from, `strokes` are the frames at which there is one in `samples`."""
    name: str
    samples: numpy.ndarray
    alone: numpy.ndarray
    strokes: list


def sequences(seed, rounds):
    chance = numpy.random.default_rng([seed, 3])
    return [make(chance) for _ in range(rounds) for make in (pairs, thumps, rattles, notes, bells, beside_a_note, strangers)]


NAMES = ("pairs", "thumps", "rattles", "notes", "bells", "beside a note", "strangers")


def pairs(chance):
    sound = burst(chance, frequency(chance), 0.03)
    places = [(start, 0.5 * sound) for start in steps(6)]
    places += [(start + gap(chance, 0.041, 0.065), sound) for start in steps(6)]
    return laid("pairs", chance, places, [sound])


def thumps(chance):
    slap = burst(chance, None, 0.15)
    thump = burst(chance, chance.uniform(80, 150), 0.15, attack=0.004)
    places = [(start, 0.5 * slap) for start in steps(6)]
    places += [(start + gap(chance, 0.06, 0.11), thump) for start in steps(6)]
    return laid("thumps", chance, places, [slap, thump])


def rattles(chance):
    time = numpy.arange(RATE // 2) / RATE
    drum = 0.4 * numpy.sin(2 * numpy.pi * chance.uniform(150, 250) * time) * numpy.exp(-time / 0.03)
    drum += 0.1 * chance.uniform(-1, 1, len(time)) ** 3 * numpy.exp(-time / chance.uniform(0.05, 0.1))
    drum *= numpy.minimum(1, time / 0.001)
    step = gap(chance, 0.085, 0.12)
    soft = chance.uniform(0.28, 0.6)
    return laid("rattles", chance, [(RATE + step * index, (soft if index % 2 else 1) * drum) for index in range(8)], [drum])


def notes(chance):
    """A soft note behind each loud one, which is damped before."""
    places, first = [], chance.uniform(50, 150)
    for start in steps(6, 0.62):
        wait = gap(chance, 0.095, 0.22)
        places.append((start, damped(note(first, 0.4), wait)))
        places.append((start + wait, damped(note(chance.uniform(50, 100), chance.uniform(0.07, 0.4)), int(0.6 * RATE) - wait)))
    return laid("notes", chance, places, [note(height, 0.4) for height in (first, 55, 65.4, 82.4)])


def bells(chance):
    time = numpy.arange(3 * RATE // 2) / RATE
    height = chance.uniform(500, 1200)
    bell = sum(part * numpy.sin(2 * numpy.pi * height * ratio * time) for ratio, part in ((1, 0.3), (2.57, 0.15), (4.33, 0.08)))
    bell *= numpy.minimum(1, time / 0.001) * numpy.exp(-time / 0.8)
    step = gap(chance, 0.22, 0.4)
    return laid("bells", chance, [(RATE + step * index, bell) for index in range(8)], [bell[:2 * RATE // 5]])


def beside_a_note(chance):
    """Somebody talks, or a chair creaks, while a note rings on."""
    low = note(chance.uniform(50, 120), 0.4, 1.5)
    places = [(start, low) for start in steps(2, 2)]
    noises = [(start + gap(chance, 0.1, 1), chance.uniform(0.03, 0.08) / 0.4 * burst(chance, None, 0.04, attack=0.004))
              for start in steps(2, 2) for _ in range(5)]
    return laid("beside a note", chance, places, [low[:RATE // 2]], noises)


def strangers(chance):
    own = frequency(chance)
    if own is None:
        other = chance.choice([chance.uniform(80, 300), chance.uniform(2000, 6000)])
    else:
        other = own * chance.uniform(4, 20) if own < 1000 else own / chance.uniform(4, 20)
    sound = burst(chance, own, 0.15)
    foreign = burst(chance, other, 0.15, attack=chance.uniform(0.0005, 0.005))
    places = [(start, sound) for start in steps(8)[::2]]
    return laid("strangers", chance, places, [sound], [(start, foreign) for start in steps(8)[1::2]])


def frequency(chance):
    """None is noise."""
    return None if chance.random() < 0.5 else 200 * 30 ** chance.random()


def steps(count, seconds=0.5):
    return [RATE + int(index * seconds * RATE) for index in range(count)]


def gap(chance, least, most):
    return int(chance.uniform(least, most) * RATE)


def burst(chance, height, seconds, attack=None):
    time = numpy.arange(int(seconds * RATE)) / RATE
    carrier = chance.uniform(-1, 1, len(time)) if height is None else numpy.sin(2 * numpy.pi * height * time)
    return 0.4 * carrier * numpy.minimum(1, time / (attack or chance.uniform(0.0005, 0.002))) * numpy.exp(-time / 0.04)


def note(height, amplitude, seconds=0.5):
    """A plucked string: all its partials swing together."""
    time = numpy.arange(int(seconds * RATE)) / RATE - 0.004
    swings = sum(numpy.cos(2 * numpy.pi * height * part * time) / part for part in range(1, 13))
    return amplitude * swings / 3.1 * numpy.minimum(1, (time + 0.004) / 0.001) * numpy.exp(-time / 0.4)


def damped(samples, length):
    cut = samples[:length]
    return cut * numpy.minimum(1, (length - numpy.arange(len(cut))) / (RATE // 50))


def laid(name, chance, places, alone, noises=()):
    """`alone` are the sounds that the instrument is learned from, in turn."""
    length = max(frame for frame, _ in places) + 2 * RATE
    samples, calibration = (HISS * chance.uniform(-1, 1, size) for size in (length, 8 * RATE))
    for frame, sound in (*places, *noises):
        samples[frame:frame + len(sound)] += sound[:max(0, length - frame)]
    for index in range(6):
        start, sound = RATE + index * RATE, alone[index % len(alone)]
        calibration[start:start + len(sound)] += sound[:len(calibration) - start]
    return Sequence(name, samples, calibration, sorted(frame for frame, _ in places))
