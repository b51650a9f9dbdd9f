"""What lies between a player and a recording: a room, noise, and a loudspeaker that clicks."""
import pathlib
import subprocess
import tempfile

import numpy

from shots import RATE, resampled

TALK = {"en+m3": "We went down to the river early and nobody had seen the boat come back before the rain began to fall.",
        "en+f2": "If you want to be on time for the train tomorrow, please pack your bag tonight and set the clock."}


def convolved(samples, answer):
    """As long as the samples."""
    size = 1 << (len(samples) + len(answer) - 1).bit_length()
    product = numpy.fft.rfft(samples, size) * numpy.fft.rfft(answer, size)
    return numpy.fft.irfft(product, size)[:len(samples)]


def band(samples, low, high, rate=RATE):
    """Second-order Butterworth filters, by their analogue response (s² or ωc², over s² + √2·ωc·s + ωc²)."""
    size = 1 << (len(samples) + rate // 10).bit_length()
    s = 1j * numpy.fft.rfftfreq(size, 1 / rate)
    response = s ** 2 / (s ** 2 + 2 ** 0.5 * low * s + low ** 2) * high ** 2 / (s ** 2 + 2 ** 0.5 * high * s + high ** 2)
    return numpy.fft.irfft(numpy.fft.rfft(samples, size) * response, size)[:len(samples)]


def room(chance, decay, wet):
    """Impulse response: the direct sound, six early echoes, and a tail that loses 60 dB in `decay` seconds."""
    length = RATE // 2
    tail = chance.standard_normal(length) * 10 ** (-3 * numpy.arange(length) / (decay * RATE))
    tail[:int(0.004 * RATE)] = 0
    tail = band(tail, 120, 7000)
    tail *= wet / numpy.sqrt(numpy.sum(tail ** 2))
    for _ in range(6):
        tail[int(chance.uniform(0.003, 0.020) * RATE)] += 0.35 * chance.choice([-1, 1]) * chance.random()
    tail[0] += 1
    return tail


def clicks(piece):
    """A click like a metronome's, not Parlando's own: a tone that dies away in 60 ms, every fourth one higher."""
    time = numpy.arange(int(0.060 * RATE)) / RATE
    shape = 0.7 * numpy.exp(-140 * time) * numpy.minimum(1, time / 0.0005)
    result = numpy.zeros(piece.frames)
    for number, frame in enumerate(piece.clicks):
        tone = shape * numpy.sin(2 * numpy.pi * (1320 if number % 4 else 1760) * time)
        result[frame:frame + len(tone)] += tone[:piece.frames - frame]
    return result


def through_loudspeaker(samples, latency, answer):
    """A small loudspeaker that is turned up too far, heard in a room."""
    driven = band(numpy.tanh(1.3 * samples) / 1.3, 350, 9000)
    return numpy.concatenate([numpy.zeros(latency), convolved(driven, answer)])[:len(samples)]


def noise(chance, frames, voices):
    """A busy room: pink noise, two people talking, the mains; its standard deviation is 1."""
    spectrum = numpy.fft.rfft(chance.standard_normal(frames))
    pink = numpy.fft.irfft(spectrum / numpy.sqrt(numpy.maximum(1, numpy.arange(len(spectrum)))), frames)
    talk = sum(repeated(voice, int(chance.integers(len(voice))), frames) for voice in voices)
    mains = numpy.sin(2 * numpy.pi * 50 * numpy.arange(frames) / RATE)
    result = 0.7 * pink / numpy.std(pink) + 0.45 * talk / numpy.std(talk) + 0.3 * mains
    return result / numpy.std(result)


def repeated(samples, first, frames):
    """Over and over, from one of its samples on, at a standard deviation of 1."""
    return numpy.resize(numpy.roll(samples, -first), frames) / numpy.std(samples)


def talkers():
    """What two people say, by espeak-ng."""
    result = []
    with tempfile.TemporaryDirectory() as folder:
        for voice, text in TALK.items():
            path = pathlib.Path(folder) / "voice.wav"
            subprocess.run(["espeak-ng", "-v", voice, "-w", path, text], check=True, capture_output=True)
            result.append(resampled(path))
    return result
