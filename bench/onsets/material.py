"""Makes performances for training and has every candidate in them described by `parlandoctl rhythm detect --features`."""
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import numpy

import acoustics
import fresh
import made
from onsets import Performance, performances
from playing import programme
from shots import INSTRUMENTS, RATE, TRAINING_PACKAGES, missing_packages, shots

# Of a piece only every second condition is heard, of these every fourth without a calibration; of the next piece, others.
TAKEN, UNLEARNED = 2, 8
# Of each kind of made sequence so many a seed.
MADE = 6
# What the program answers when a calibration has too few strokes.
BAD_DATA = 65


@dataclass
class Heard:
    """One performance: its strokes and, in order, every candidate each time that it was judged."""
    instrument: str
    condition: str
    truth: list
    moments: numpy.ndarray      # when the candidate begins, in seconds
    ends: numpy.ndarray         # what had been received by then
    clicks: numpy.ndarray       # whether the loudspeaker explains it
    features: numpy.ndarray     # one column each of `names`
    names: tuple


def heard(tool, seeds, rounds):
    """Every performance of these seeds."""
    missing = missing_packages(TRAINING_PACKAGES)
    if missing:
        sys.exit(f"Training performances are made from Debian packages: apt-get install {' '.join(missing)}")
    voices = acoustics.talkers()
    for name in INSTRUMENTS:
        shots(name)
    jobs = [(tool, seed, number, piece, voices) for seed in seeds
            for number, piece in enumerate(programme(seed, rounds, INSTRUMENTS))]
    # Forked, so that what was rendered above is there already.
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        pieces = pool.starmap(heard_piece, jobs, chunksize=1)
        made_ones = [(tool, sequence) for seed in seeds for sequence in made.sequences(seed, MADE)]
        return [performance for piece in pieces for performance in piece] + pool.starmap(heard_sequence, made_ones)


def heard_piece(tool, seed, number, piece, voices):
    with tempfile.TemporaryDirectory(prefix="training-") as name:
        folder = pathlib.Path(name)
        fresh.make_one(folder, seed, number, piece, voices)
        return [described(tool, performance, (number + index) % UNLEARNED > 0)
                for index, performance in enumerate(performances(folder)) if (number + index) % TAKEN == 0]


def heard_sequence(tool, sequence):
    with tempfile.TemporaryDirectory(prefix="training-") as name:
        folder = pathlib.Path(name)
        fresh.save(folder, "made.wav", sequence.samples)
        fresh.save(folder, "alone.wav", sequence.alone)
        row = {"file": "made.wav", "calibration": "alone.wav", "condition": "made", "instrument": sequence.name,
               "onsets": [{"t": frame / RATE} for frame in sequence.strokes]}
        return described(tool, Performance(folder / "made.json", row), True)


def described(tool, performance, is_learned):
    strokes = performance.path.with_suffix(".strokes")
    strokes.write_text(json.dumps(performance.truth), encoding="utf-8")
    command = [tool, "rhythm", "detect", performance.sound, "--features", "--strokes", strokes]
    if "reference" in performance.row:
        command += ["--reference", performance.beside("reference")]
    calibrated = [*command, "--calibration", performance.beside("calibration")]
    answer = subprocess.run(calibrated if is_learned else command, capture_output=True, text=True)
    if is_learned and answer.returncode == BAD_DATA:
        # The first strokes of a fast piece may run into each other, so that nothing is learned from them.
        answer = subprocess.run(command, capture_output=True, text=True)
    answer.check_returncode()
    rows = [json.loads(line) for line in answer.stdout.splitlines()]
    names = tuple(rows[0]["features"]) if rows else ()
    return Heard(performance.row["instrument"], performance.condition, performance.truth,
                 numpy.array([row["t"] for row in rows]), numpy.array([row["end"] for row in rows]),
                 numpy.array([row["click"] for row in rows], dtype=bool),
                 numpy.array([list(row["features"].values()) for row in rows]), names)
