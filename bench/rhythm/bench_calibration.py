"""Measures how well the latency is measured: known delays, rates, clocks, rooms, loudspeakers and noises.

The program's own sound is played through what is made here, and its own meter measures the result. No sound device is
needed, and the same seed gives the same figures.
"""
import argparse
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
import rooms
import sound
import tables

LEAD = 0.6              # seconds that are captured before the sound
AFTER = 1.0             # and after it
GAIN = 0.3              # of the way from the loudspeaker to the microphone
HALF = 32               # samples on either side that an interpolated one is computed from
BAR, CABLE_BAR = 0.1, 0.02      # largest error in milliseconds, in rooms and over an ideal cable
RATES = ((48_000, 48_000), (44_100, 44_100), (44_100, 48_000), (48_000, 44_100))
# Measured responses, from Debian: guitar loudspeakers with a microphone in front of them, and a street.
CABINETS = pathlib.Path("/usr/share/gx_head/sounds/amps")
STREET = pathlib.Path("/usr/share/jconvolver/config-files/demo-reverbs/street2-L.wav")
PACKAGES = {"guitarix-common": CABINETS, "jconvolver-config-files": STREET}
NOISES = {"quiet": (60, "white"), "0 dB white": (0, "white"), "0 dB pink": (0, "pink"), "−10 dB white": (-10, "white")}


@dataclass(frozen=True)
class Way:
    """What lies between loudspeaker and microphone. The response is None for a cable."""
    name: str
    response: object = None
    # The loudspeaker is small and turned up too far.
    is_driven: bool = False
    # The response was measured, and does not begin at its first sample.
    is_measured: bool = False


@dataclass(frozen=True)
class Case:
    group: str
    way: Way
    noise: str
    playback: int
    capture: int
    delay: float        # seconds
    drift: float        # how much faster the microphone's clock is, in millionths
    seed: tuple[int, ...]   # of its noise


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench calibration", description=__doc__)
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="a third of the cases")
    parser.add_argument("--seed", type=int, default=1, help="of the rooms, the delays and the noises")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="calibration-") as folder:
        played = {rate: play(options.program, rate, folder) for rate, _ in RATES}
        chosen = cases(options.seed)[::3 if options.quick else 1]
        jobs = [(options.program, case, played[case.playback], f"{folder}/{number}") for number, case in enumerate(chosen)]
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            found = pool.starmap(measure, jobs, chunksize=1)
        missed = show(chosen, found)
        missed += [] if is_refused(options.program, played[48_000], folder) else ["what is not heard is not refused"]
    for package, sign in PACKAGES.items():
        if not sign.exists():
            print(f"Without measured responses: apt-get install {package}")
    print("\n".join(f"Missed: {text}" for text in missed) or "Every bar is held.")
    sys.exit(bool(missed))


def play(program, rate, folder):
    path = f"{folder}/played-{rate}"
    subprocess.run([program, "calibration", "sound", str(rate), path], check=True)
    return numpy.fromfile(path, numpy.float32).astype(float)


def cases(seed):
    chance = numpy.random.default_rng(seed)
    found = []
    for playback, capture in RATES:
        for drift in (0, 100, -300):
            for delay in (0, *chance.uniform(0.001, 0.2, 3), 0.2):
                found.append(Case(
                    "cable", Way("cable"), "quiet", playback, capture, delay, drift, (seed, len(found))))
    for way in ways(seed):
        for noise in NOISES:
            for playback, capture in RATES:
                delay, drift = chance.uniform(0.001, 0.2), chance.uniform(-100, 100)
                found.append(Case(
                    way.name, way, noise, playback, capture, delay, drift, (seed, len(found))))
    return found


def ways(seed):
    """Rooms with the microphone near and far, a loudspeaker that is turned away, and what was measured."""
    chance = numpy.random.default_rng([seed, 1])
    near, far = rooms.some_room(chance, 0.3, 1), rooms.some_room(chance, 1, 3)
    yield Way("cable")
    for name, room in (("near", near), ("far", far)):
        answer = rooms.response(room, chance, acoustics.RATE)
        yield Way(f"room, {name}", answer)
        yield Way(f"room, {name}, driven", answer, is_driven=True)
    away = rooms.response(far, chance, acoustics.RATE)
    # The strongest echo is twice as strong as what comes directly.
    later = 24 + numpy.abs(away[24:]).argmax()
    away[later] *= 2 * numpy.abs(away[0]) / numpy.abs(away[later])
    yield Way("loudspeaker turned away", away)
    files = sorted(CABINETS.glob("*.wav"))[::6] if CABINETS.exists() else []
    for number, path in enumerate(files):
        yield Way(f"measured loudspeaker {number + 1}", read(path), is_measured=True)
    if STREET.exists():
        yield Way("measured street", read(STREET), is_measured=True)


def read(path):
    """The first channel at 48 kHz, with a peak of 1."""
    samples, channels, rate = sound.floats(path)
    first = numpy.asarray(samples, float)[::channels]
    result = interpolated(first, numpy.arange(int(len(first) * acoustics.RATE / rate)) * rate / acoustics.RATE, 1)
    return result / numpy.abs(result).max()


def measure(program, case, played, path):
    """The error in seconds and what the meter says."""
    heard_rate = case.capture * (1 + case.drift * 1e-6)
    captured = GAIN * received(case, played, heard_rate)
    captured += noise(case, len(captured)) * level(captured, len(played) / case.playback, case)
    answer = ask(program, case, captured, path)
    if "refused" in answer:
        return None, answer
    due = LEAD + case.delay + answer["played"] / case.playback
    return answer["captured"] / heard_rate - due - own_delay(case.way), answer


def ask(program, case, captured, path):
    captured.astype(numpy.float32).tofile(path)
    line = f"{case.playback} {case.capture} {path}\n"
    text = subprocess.run([program, "calibration", "measure"], input=line, capture_output=True, text=True, check=True)
    os.remove(path)
    return json.loads(text.stdout)


def received(case, played, heard_rate):
    """What a microphone captures of the sound, at its own rate, without noise."""
    if case.way.is_driven:
        # Odd and even harmonics, and no more of the spectrum than a laptop's loudspeaker has.
        bent = acoustics.band(played, 60, 0.45 * case.playback, case.playback)
        bent = numpy.tanh(5 * bent + 0.5 * bent ** 2) / 5
        played = acoustics.band(bent, 350, 9000, case.playback)
    if case.way.response is not None:
        ratio = acoustics.RATE / case.playback
        # As many volts a second at any rate: the response is sampled anew.
        answer = interpolated(case.way.response, numpy.arange(int(len(case.way.response) / ratio)) * ratio, min(1, ratio))
        played = acoustics.convolved(numpy.concatenate([played, numpy.zeros(case.playback)]), answer)
    seconds = LEAD + AFTER + len(played) / case.playback
    times = numpy.arange(int(seconds * heard_rate)) / heard_rate - LEAD - case.delay
    return interpolated(played, times * case.playback, min(1, heard_rate / case.playback))


def interpolated(samples, places, cutoff):
    """Samples between samples, by a sinc function in a Blackman window; cutoff is the share of the band that passes."""
    whole = numpy.floor(places).astype(int)
    padded = numpy.concatenate([numpy.zeros(HALF), samples, numpy.zeros(HALF)])
    result = numpy.zeros(len(places))
    for tap in range(1 - HALF, HALF + 1):
        distance = places - whole - tap
        turn = numpy.pi * distance / HALF
        window = 0.42 + 0.5 * numpy.cos(turn) + 0.08 * numpy.cos(2 * turn)
        index = whole + tap + HALF
        inside = (index >= 0) & (index < len(padded))
        result += numpy.where(inside, padded[index.clip(0, len(padded) - 1)], 0) * window * cutoff * numpy.sinc(
            distance * cutoff)
    return result


def noise(case, count):
    """White or pink, with a standard deviation of 1."""
    white = numpy.random.default_rng([*case.seed, 2]).standard_normal(count)
    if NOISES[case.noise][1] == "white":
        return white
    spectrum = numpy.fft.rfft(white)
    pink = numpy.fft.irfft(spectrum / numpy.sqrt(numpy.maximum(1, numpy.arange(len(spectrum)))), count)
    return pink / pink.std()


def level(captured, seconds, case):
    """Root mean square of the noise for the ratio that the case wants."""
    begin = int((LEAD + case.delay) * case.capture)
    signal = captured[begin:begin + int(seconds * case.capture)]
    # The sound is silent for two pauses in its length.
    return numpy.sqrt(numpy.mean(signal ** 2) * 1.3) * 10 ** (-NOISES[case.noise][0] / 20)


def own_delay(way):
    """Seconds from the first sample of a measured response to its first arrival: the first peak of a quarter of the
    largest within the band that is compared, on a grid sixteen times as fine."""
    if not way.is_measured:
        return 0
    size = 1 << (2 * len(way.response)).bit_length()
    spectrum = numpy.fft.rfft(way.response, size)
    frequencies = numpy.fft.rfftfreq(size, 1 / acoustics.RATE)
    top = 0.9 * acoustics.RATE / 2
    weights = numpy.where((frequencies >= 100) & (frequencies <= top), numpy.cos(numpy.pi * frequencies / top / 2) ** 2, 0)
    answer = numpy.abs(16 * numpy.fft.irfft(spectrum * weights, 16 * size))
    answer = numpy.roll(answer, 16 * 64)[:16 * (len(way.response) + 64)]
    peaks = (answer[1:-1] >= answer[:-2]) & (answer[1:-1] > answer[2:]) & (answer[1:-1] >= answer.max() / 4)
    return (1 + int(numpy.argmax(peaks)) - 16 * 64) / 16 / acoustics.RATE


def show(chosen, found):
    """Prints a row for each way and noise. Returns the bars that were missed."""
    rows, missed = [], []
    for key in dict.fromkeys((case.group, case.noise) for case in chosen):
        part = [result for case, result in zip(chosen, found) if (case.group, case.noise) == key]
        errors = [1000 * error for error, _ in part if error is not None]
        spreads = [1000 * answer["spread"] for error, answer in part if error is not None]
        ratios = [answer["signalToNoise"] for error, answer in part if error is not None]
        bar = CABLE_BAR if key == ("cable", "quiet") else BAR
        worst = max(map(abs, errors), default=None)
        if len(errors) < len(part) or worst is None or worst > bar:
            reasons = {answer["refused"] for error, answer in part if error is None}
            missed.append(f"{', '.join(key)}: worst {worst} ms, bar {bar} ms; refused {reasons or 'never'}")
        rows.append((*key, f"{len(errors)}/{len(part)}", *(f"{value:.3f}" if errors else "–" for value in (
            numpy.median(errors) if errors else 0, worst or 0, max(spreads, default=0))),
            f"{numpy.median(ratios):.0f}" if ratios else "–"))
    head = ("way", "noise", "measured", "median error, ms", "worst, ms", "worst spread, ms", "signal to noise, dB")
    print(f"Calibration: delays of 0 to 200 ms, four pairs of rates\n\n{tables.table(head, rows)}\n", flush=True)
    return missed


def is_refused(program, played, folder):
    """Whether silence, and noise without the sound, are refused."""
    case = Case("", Way("cable"), "quiet", 48_000, 48_000, 0, 0, (0,))
    count = len(played) + 48_000
    nothing = ask(program, case, numpy.zeros(count), f"{folder}/silence")
    other = ask(program, case, 0.1 * noise(case, count), f"{folder}/noise")
    print(f"Silence: {nothing.get('refused')}. Noise: {other.get('refused')}.\n")
    return "refused" in nothing and "refused" in other


if __name__ == "__main__":
    main()
