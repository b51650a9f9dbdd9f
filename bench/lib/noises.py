"""Noises that speech is heard in. They are made, not recorded: the same chance makes the same samples."""
import numpy

import rooms
from acoustics import convolved
from sound import RATE

# Other people talk: from 6 to 10 of them, and so much louder or softer is each, in dB.
VOICES = (6, 11)
VOICE_SPREAD = 3
CHORDS = ((0, 4, 7), (9, 12, 16), (5, 9, 12), (7, 11, 14), (2, 5, 9), (4, 7, 11))
SCALE = (0, 2, 4, 7, 9, 12, 14, 16)
# Noises without a human voice: what is recognised in them is invented.
VOICELESS = ("fan", "street", "music", "keyboard", "white")
KINDS = ("babble", *VOICELESS)


def noise(kind, chance, frames, voices=()):
    """So many samples with a standard deviation of 1. `voices` are recordings of people for babble."""
    if kind == "babble":
        samples = babble(chance, frames, voices)
    else:
        samples = MAKERS[kind](chance, frames)
    return samples / numpy.std(samples)


def babble(chance, frames, voices):
    """Several people talk at once at the other end of a room, each from another place of a recording on."""
    if not voices:
        raise ValueError("babble is mixed of recordings of other people, and there are none")
    count = int(chance.integers(*VOICES))
    mixed = numpy.zeros(frames)
    for number in chance.permutation(max(count, len(voices)))[:count]:
        voice = voices[number % len(voices)]
        talk = numpy.resize(numpy.roll(voice, -int(chance.integers(len(voice)))), frames)
        mixed += talk / numpy.std(voice) * 10 ** (chance.uniform(-VOICE_SPREAD, VOICE_SPREAD) / 20)
    return convolved(mixed, rooms.response(rooms.some_room(chance, nearest=2), chance))


def fan(chance, frames):
    """Air that rushes, a blade that hums, the mains."""
    rush = shaped(chance.standard_normal(frames), lambda f: 1 / (1 + (f / chance.uniform(150, 500)) ** 1.5))
    time = numpy.arange(frames) / RATE
    hum = numpy.zeros(frames)
    for base in chance.uniform(70, 160), 2 * chance.choice([50, 60]):
        for harmonic in range(1, 7):
            height = chance.uniform(0.3, 1) / harmonic
            hum += height * numpy.sin(2 * numpy.pi * (base * harmonic * time + chance.random()))
    return rush / numpy.std(rush) + chance.uniform(0.2, 0.6) * hum / numpy.std(hum)


def street(chance, frames):
    """Distant traffic that swells and ebbs, and cars that pass."""
    traffic = shaped(chance.standard_normal(frames), lambda f: f / (f + 40) / (1 + (f / 400) ** 1.2))
    result = traffic / numpy.std(traffic) * swell(chance, frames, 0.3)
    time = numpy.arange(frames) / RATE
    for _ in range(max(1, round(frames / RATE / 6))):
        bright = chance.uniform(900, 1800)
        tyres = shaped(chance.standard_normal(frames), lambda f: f / (f + 150) / (1 + (f / bright) ** 2))
        passing = numpy.exp(-((time - chance.uniform(0, time[-1])) / chance.uniform(0.6, 2)) ** 2)
        result += chance.uniform(1, 3) * tyres / numpy.std(tyres) * passing
    return result


def music(chance, frames):
    """A band: chords, a melody over them, bass drum, snare and hi-hat."""
    beat = int(60 / chance.uniform(80, 140) * RATE)
    key = chance.uniform(110, 200)
    result = numpy.zeros(frames + 8 * beat)
    for number, start in enumerate(range(0, frames, beat)):
        if number % 4 == 0:
            for step in CHORDS[chance.integers(len(CHORDS))]:
                add(result, start, 0.35 * tone(key * 2 ** (step / 12), 4 * beat, 5, 1.2))
        add(result, start, drum(chance, number % 2 == 1))
        for half in (0, beat // 2):
            add(result, start + half, 0.25 * chance.standard_normal(800) * numpy.exp(-numpy.arange(800) / 150))
            if chance.random() < 0.7:
                pitch = 2 * key * 2 ** (chance.choice(SCALE) / 12)
                add(result, start + half, 0.5 * tone(pitch, beat, 8, 3))
    return result[:frames]


def keyboard(chance, frames):
    """Someone types in bursts, in a room that is not quite silent."""
    result = 0.02 * shaped(chance.standard_normal(frames), lambda f: 1 / (1 + f / 300))
    at = int(chance.uniform(0, 0.3) * RATE)
    while at < frames:
        for _ in range(chance.integers(3, 14)):
            stroke(result, at, chance)
            at += int(chance.gamma(4, 0.035) * RATE)
        at += int(chance.exponential(0.4) * RATE)
    return result


def white(chance, frames):
    return chance.standard_normal(frames)


MAKERS = {"fan": fan, "street": street, "music": music, "keyboard": keyboard, "white": white}


def shaped(samples, response):
    """Filtered by a response, a function of the frequency in Hz."""
    spectrum = numpy.fft.rfft(samples)
    return numpy.fft.irfft(spectrum * response(numpy.fft.rfftfreq(len(samples), 1 / RATE)), len(samples))


def swell(chance, frames, rate):
    """A loudness around 1 that changes slowly: a random walk of `rate` points a second, between them straight lines."""
    count = max(2, round(frames / RATE * rate) + 2)
    return numpy.interp(numpy.linspace(0, count - 1, frames), numpy.arange(count), chance.uniform(0.4, 1.6, count))


def tone(frequency, frames, harmonics, decay):
    """A note that is struck and dies away by e^-decay in a second."""
    time = numpy.arange(frames) / RATE
    shape = numpy.minimum(1, time / 0.01) * numpy.exp(-decay * time) * numpy.minimum(1, (time[-1] - time) / 0.02)
    audible = [number for number in range(1, harmonics + 1) if number * frequency < RATE / 2]
    return shape * sum(numpy.sin(2 * numpy.pi * number * frequency * time) / number for number in audible)


def drum(chance, is_snare):
    time = numpy.arange(RATE // 4) / RATE
    if is_snare:
        rattle = 0.7 * chance.standard_normal(len(time))
        return (rattle + numpy.sin(2 * numpy.pi * 190 * time)) * numpy.exp(-22 * time)
    return 1.6 * numpy.sin(2 * numpy.pi * (50 * time + 6 * (1 - numpy.exp(-20 * time)))) * numpy.exp(-12 * time)


def stroke(result, at, chance):
    """A key goes down and comes up again: two clicks of a resonant case."""
    resonance = chance.uniform(1200, 3500)
    for moment, height in (at, 1), (at + int(chance.uniform(0.05, 0.11) * RATE), 0.4):
        time = numpy.arange(RATE // 20) / RATE
        click = chance.standard_normal(len(time)) * numpy.exp(-time / 0.004)
        ring = 0.6 * numpy.sin(2 * numpy.pi * resonance * time) * numpy.exp(-time / 0.009)
        add(result, moment, height * chance.uniform(0.5, 1) * (click + ring))


def add(result, at, samples):
    """Mixes samples into others from a place on; what reaches beyond their end is left out."""
    part = result[at:at + len(samples)]
    part += samples[:len(part)]
