"""Makes performances that nobody has tuned anything on: strokes with known beginnings, in seven conditions.

The recipe (instruments, patterns, rooms, noise, loudspeaker) is that of the shared performances; seed by seed the pieces,
the tempos, the errors of the player, the rooms and the noises are others. The same seed makes the same files.
"""
import json
import multiprocessing
import os
import sys

import numpy

import acoustics
import sound
from onsets import CONDITIONS
from playing import played, programme, strokes
from shots import MEASURED, RATE, missing_packages, shots

BLEED = {"bleed20": -20, "bleed12": -12, "bleed6": -6, "hard": -12}
NOISE = {"noise": -30, "hard": -34}
HISS = -72              # dB of full scale
LEARNED = 6             # strokes of the calibration


def make(folder, seed, rounds=2):
    """Writes them into the folder, in the layout of the shared ones."""
    missing = missing_packages()
    if missing:
        sys.exit(f"Fresh performances are made from Debian packages: apt-get install {' '.join(missing)}")
    voices = acoustics.talkers()
    for name in MEASURED:
        shots(name)
    jobs = [(folder, seed, number, piece, voices) for number, piece in enumerate(programme(seed, rounds))]
    # Forked, so that what was rendered above is there already.
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        pool.starmap(make_one, jobs, chunksize=1)


def make_one(folder, seed, number, piece, voices):
    chance = numpy.random.default_rng([seed, number])
    latency = int(chance.uniform(0.022, 0.060) * RATE)
    notes = strokes(piece, latency, chance, len(shots(piece.instrument)))
    dry = played(piece, notes)
    name = f"{number:03d}_{piece.instrument}_{piece.pattern}_{piece.bpm}"
    reference = acoustics.clicks(piece)
    save(folder, f"{name}_reference.wav", reference)
    for condition, samples in conditions(piece, notes, dry, reference, latency, chance, voices):
        scale = min(1, 0.95 / numpy.abs(samples).max())
        save(folder, f"{name}_{condition}.wav", scale * samples)
        if condition == "clean":
            save(folder, f"{name}_calibration.wav", scale * samples[:notes[min(LEARNED, len(notes)) - 1].frame + 3 * RATE // 20])
        row = {"file": f"{name}_{condition}.wav", "sr": RATE, "frames": piece.frames, "bpm": piece.bpm,
               "pattern": piece.pattern, "instrument": piece.instrument, "condition": condition,
               "reference": f"{name}_reference.wav", "calibration": f"{name}_calibration.wav",
               "latency_frames": latency, "clicks": [{"mic_frame": frame + latency} for frame in piece.clicks],
               "onsets": [truth(note) for note in notes]}
        (folder / f"{name}_{condition}.json").write_text(json.dumps(row), encoding="utf-8")


def conditions(piece, notes, dry, reference, latency, chance, voices):
    """Each condition and what the microphone hears in it."""
    decay = chance.uniform(0.25, 0.55)
    frames = [note.frame for note in notes]
    loudness = peak(dry, frames)
    roomy = acoustics.convolved(dry, acoustics.room(chance, decay, 0.35))
    roomy *= loudness / peak(roomy, frames)
    clicks = acoustics.through_loudspeaker(reference, latency, acoustics.room(chance, decay, 0.5))
    clicks *= loudness / peak(clicks, [frame + latency for frame in piece.clicks])
    noise = loudness * acoustics.noise(chance, piece.frames, voices)
    for condition in CONDITIONS:
        samples = (roomy if condition in ("room", "hard") else dry) + level(HISS) * chance.standard_normal(piece.frames)
        if condition in BLEED:
            samples = samples + level(BLEED[condition]) * clicks
        if condition in NOISE:
            samples = samples + level(NOISE[condition]) * noise
        yield condition, samples


def truth(note):
    return {"t": note.frame / RATE, "frame": note.frame, "nominal": note.nominal / RATE,
            "gain_db": round(note.gain, 2), "sample": note.shot}


def peak(samples, frames):
    """Median of the largest samples of the 80 ms after these frames."""
    reach = 8 * RATE // 100
    return numpy.median([numpy.abs(samples[frame:frame + reach]).max() for frame in frames])


def level(decibels):
    return 10 ** (decibels / 20)


def save(folder, name, samples):
    whole = numpy.round(numpy.clip(samples, -1, 1) * 32767).astype("<i2")
    sound.write([whole.tobytes()], folder / name, RATE)
