"""Who plays what, and when each stroke comes: people are late, early, loud and soft, and leave notes out."""
from dataclasses import dataclass

import numpy

from shots import INSTRUMENTS, MEASURED, RATE, Voice, shots

COUNT_IN = 4
LEAD = int(0.4 * RATE)      # samples before the first click
TAIL = int(0.6 * RATE)      # and after the last beat
DAMPING = int(0.02 * RATE)  # over which a note fades that the next one stops

# Instruments that play notes; all others are struck.
PITCHED = {name for name, instrument in INSTRUMENTS.items() if isinstance(instrument, Voice)}
THIRDS, HALVES, QUARTERS = [0, 1 / 3, 2 / 3], [0, 0.5], [0, 0.25, 0.5, 0.75]
# For each of twelve beats the parts of it at which there are notes.
PATTERNS = {
    "quarters": [[0]] * 12,
    "eighths": [[0], HALVES, HALVES, [0]] * 3,
    "triplets": [[0], THIRDS] * 6,
    "rests": [[0], [], HALVES, []] * 3,
    "sixteenths": [QUARTERS, [0], HALVES, QUARTERS] * 3,
    "mixed": [[0], HALVES, THIRDS, [], HALVES, [0.5], THIRDS, [0], [0], [], HALVES, [0]],
}
SLOW_PATTERNS = ("quarters", "eighths", "rests", "mixed")


@dataclass(frozen=True)
class Piece:
    instrument: str
    pattern: str
    bpm: int

    @property
    def beat(self):
        """Samples from one beat to the next."""
        return 60 * RATE / self.bpm

    @property
    def frames(self):
        return int(LEAD + (COUNT_IN + len(PATTERNS[self.pattern])) * self.beat + TAIL)

    @property
    def clicks(self):
        """Samples at which the metronome clicks."""
        return [LEAD + round(beat * self.beat) for beat in range(COUNT_IN + len(PATTERNS[self.pattern]))]


@dataclass(frozen=True)
class Stroke:
    frame: int
    nominal: float      # where it was due, in samples
    gain: float         # dB
    shot: int


def programme(seed, rounds, instruments=None):
    """So many pieces of each instrument."""
    chance = numpy.random.default_rng(seed)
    pieces = []
    for _ in range(rounds):
        for name, instrument in (instruments or MEASURED).items():
            patterns = SLOW_PATTERNS if instrument.is_sung else tuple(PATTERNS)
            pattern = str(chance.choice(patterns))
            fastest = 112 if instrument.is_sung else 110 if instrument.is_damped and pattern == "sixteenths" else 160
            pieces.append(Piece(name, pattern, int(chance.integers(60, fastest + 1))))
    return pieces


def strokes(piece, latency, chance, shot_count):
    """Strokes in order; `latency` is what the way from the loudspeaker to the microphone takes, in samples."""
    widest = (0.09 if piece.pattern == "sixteenths" else 0.14) * piece.beat
    result, drift = [], 0.0
    for beat, parts in enumerate(PATTERNS[piece.pattern]):
        for part in parts:
            drift = 0.8 * drift + chance.normal(0, 0.004)
            error = drift + chance.normal(0, 0.010)
            if chance.random() < 0.06:
                error += chance.choice([-1, 1]) * chance.uniform(0.04, 0.07)
            gain = -chance.gamma(1.5, 2.2) if part else -chance.gamma(1.2, 1.6)
            kind = int(chance.integers(shot_count))
            if chance.random() < 0.04:
                continue
            nominal = LEAD + (COUNT_IN + beat + part) * piece.beat + latency
            frame = round(nominal + numpy.clip(error * RATE, -widest, widest))
            result.append(Stroke(frame, nominal, float(max(gain, -14)), kind))
    return sorted(result, key=lambda stroke: stroke.frame)


def played(piece, notes):
    """What is heard close by: each stroke begins at its frame. The loudest sample is 0.5."""
    instrument, sounds = INSTRUMENTS[piece.instrument], shots(piece.instrument)
    result = numpy.zeros(piece.frames)
    before = None
    for note in notes:
        if instrument.is_damped and before is not None:
            damp(result, max(before, note.frame - DAMPING), note.frame)
        lay(result, sounds[note.shot], note.frame, 10 ** (note.gain / 20))
        before = note.frame
    return 0.5 * result / numpy.abs(result).max()


def damp(samples, first, last):
    samples[first:last] *= numpy.linspace(1, 0, last - first)
    samples[last:] = 0


def lay(samples, shot, frame, gain):
    """Adds a stroke so that it begins at the frame."""
    start = frame - shot.begins
    room = len(samples) - start
    samples[start:start + len(shot.samples)] += gain * shot.samples[:room]
