"""Rooms that speech is heard in: impulse responses of shoebox rooms by the image method (Allen and Berkley 1979)."""
from dataclasses import dataclass

import numpy

from sound import RATE

SPEED_OF_SOUND = 343
# Images are summed on a finer grid than that of the samples, which places each within a sixteenth of a sample.
FINE = 8
# Walls are not flat: each image is displaced by up to so many metres, or a box would whistle (De Sena et al. 2015).
DISPLACEMENT = 0.08
# Walls and air swallow what is high sooner: above this frequency sound decays in this share of the time.
HIGH, HIGH_SHARE = 2000, 0.7
MARGIN = 0.5    # metres that speaker and microphone keep from every wall
# The response is followed to this share of the reverberation time, to -54 dB.
FOLLOWED = 0.9


@dataclass(frozen=True)
class Room:
    """Sizes and places in metres, the reverberation time (-60 dB) in seconds."""
    size: tuple
    speaker: tuple
    microphone: tuple
    decay: float

    @property
    def distance(self):
        return float(numpy.linalg.norm(numpy.subtract(self.speaker, self.microphone)))


def some_room(chance, nearest=1, farthest=3):
    """A room in a house or an office: reverberation of 0.2 to 0.8 s, the microphone 1 to 3 m away."""
    while True:
        size = chance.uniform((3, 3, 2.4), (8, 6, 3.2))
        microphone = chance.uniform((MARGIN, MARGIN, 0.7), size - (MARGIN, MARGIN, 1.2))
        angle, distance = chance.uniform(0, 2 * numpy.pi), chance.uniform(nearest, farthest)
        speaker = microphone + (distance * numpy.cos(angle), distance * numpy.sin(angle), 0)
        speaker[2] = chance.uniform(1.1, 1.7)
        room = Room(tuple(size), tuple(speaker), tuple(microphone), chance.uniform(0.2, 0.8))
        is_inside = (speaker > MARGIN).all() and (speaker < size - MARGIN).all()
        if is_inside and nearest <= room.distance <= farthest:
            return room


def response(room, chance, rate=RATE):
    """What a microphone hears of one sample, from the moment on that it arrives there: nothing is delayed."""
    frames = int(FOLLOWED * room.decay * rate) + 1
    low, high = images(room, frames, chance, rate)
    frequencies = numpy.fft.rfftfreq(2 * frames, 1 / rate)
    share = 1 / (1 + (frequencies / HIGH) ** 4)
    # A sum of positive pulses would be heard as a thud.
    share_heard = frequencies ** 2 / (frequencies ** 2 + 60 ** 2)
    spectrum = (low * share + high * (1 - share)) * share_heard
    result = numpy.fft.irfft(spectrum, 2 * frames)[:frames]
    return result / numpy.abs(result[0])


def images(room, frames, chance, rate):
    """Spectra up to half of the rate of all mirrored speakers, as walls reflect what is low, and what is high."""
    reach = (frames / rate) * SPEED_OF_SOUND + room.distance
    x, y, z = (mirrored(*axis, reach) for axis in zip(room.speaker, room.microphone, room.size))
    walls = [reflection(room, decay) for decay in (room.decay, HIGH_SHARE * room.decay)]
    sums = [numpy.zeros(2 * frames * FINE) for _ in walls]
    for offset, bounces in zip(*x):
        distance = numpy.sqrt(offset ** 2 + y[0][:, None] ** 2 + z[0] ** 2).ravel()
        count = (bounces + y[1][:, None] + z[1]).ravel()
        is_near = distance < reach
        distance, count = distance[is_near], count[is_near]
        moved = distance + numpy.where(count > 0, chance.uniform(-DISPLACEMENT, DISPLACEMENT, len(count)), 0)
        places = numpy.rint((moved - room.distance) / SPEED_OF_SOUND * rate * FINE).astype(int).clip(0)
        for total, wall in zip(sums, walls):
            total += numpy.bincount(places, wall ** count / distance, len(total))[:len(total)]
    return [numpy.fft.rfft(total)[:frames + 1] for total in sums]


def mirrored(speaker, microphone, length, reach):
    """Along one axis: how far each image of the speaker is from the microphone, and how many walls mirrored it."""
    most = int(numpy.ceil(reach / (2 * length))) + 1
    number = numpy.arange(-most, most + 1)
    offsets = numpy.concatenate([2 * number * length + speaker, 2 * number * length - speaker]) - microphone
    bounces = numpy.concatenate([2 * numpy.abs(number), numpy.abs(2 * number - 1)])
    is_near = numpy.abs(offsets) < reach
    return offsets[is_near], bounces[is_near]


def reflection(room, decay):
    """The share of the pressure that a wall gives back, for a decay by Eyring's formula."""
    length, width, height = room.size
    surface = 2 * (length * width + length * height + width * height)
    return float(numpy.exp(-0.5 * 0.161 * length * width * height / (surface * decay)))
