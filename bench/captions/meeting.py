"""A made meeting of two people: one is played by the computer, one sits at the microphone, which hears both."""
import sys
from dataclasses import dataclass, field

import numpy

import acoustics
import rooms
from conditions import active_level, clean_rows, read, scaled_noise
from noises import noise
from sound import RATE

# Root mean square while somebody speaks, as a share of full scale: -26 dB for both.
LOUDNESS = 0.05
HUSH = 1e-3             # what the microphone hears of a silent room
OVERLAP = 0.1           # share of the time in which both speak
PAUSES = (0.3, 1.2)     # seconds between two turns that do not overlap
LEAD, TAIL = 1, 3       # seconds before the first turn and after the last
EDGES = (0.1, 0.2)      # seconds that are kept before the first word of a recording, and after its last
DELAY = 0.08            # seconds from the sound server to the microphone
MUSIC_BELOW = 10        # dB that music is below the speech of a film


@dataclass
class Track:
    """What one side says."""
    samples: numpy.ndarray
    words: list = field(default_factory=list)   # [word, start, end], in seconds
    texts: list = field(default_factory=list)   # of its turns
    turns: list = field(default_factory=list)   # (begin, end)

    @property
    def row(self):
        """As a manifest tells it."""
        return {"text": " ".join(self.texts), "words": self.words}

    @property
    def seconds(self):
        return len(self.samples) / RATE

    def add(self, clip, begin):
        self.samples[round(begin * RATE):][:len(clip.samples)] += clip.samples
        self.words += [[word, start + begin, end + begin] for word, start, end in clip.words]
        self.texts += clip.texts
        self.turns.append((begin, begin + clip.seconds))


def clips(folders, count):
    """Turns of the two people of whom there are most recordings, one of each in turn."""
    speakers = {}
    for folder in folders:
        for row in clean_rows(folder):
            if row["kind"] == "read":
                speakers.setdefault(row["speaker"], []).append((folder / row["file"], row))
    if len(speakers) < 2:
        sys.exit("There are no two people whose clean recordings have known word times. Name a folder with --data.")
    pairs = zip(*sorted(speakers.values(), key=len, reverse=True)[:2])
    return [clip(read(path), row) for pair in pairs for path, row in pair][:count]


def clip(samples, row):
    """A recording from its first word to its last, as loud as all others."""
    begin = max(0, round((row["words"][0][1] - EDGES[0]) * RATE))
    end = round((row["words"][-1][2] + EDGES[1]) * RATE)
    words = [[word, first - begin / RATE, last - begin / RATE] for word, first, last in row["words"]]
    return Track(samples[begin:end] / active_level(samples) * LOUDNESS, words, [row["text"]])


def begins(lengths, chance, overlap=OVERLAP):
    """When each turn begins. Two of four interrupt the one before, so each side interrupts and is interrupted."""
    interrupts = [number % 4 in (1, 2) for number in range(len(lengths))]
    pauses = [0 if cuts else chance.uniform(*PAUSES) for cuts in interrupts]
    both = overlap / (1 + overlap) * (sum(lengths) + sum(pauses[1:])) / max(1, sum(interrupts))
    result = [LEAD]
    for length, pause, cuts in zip(lengths, pauses[1:], interrupts[1:]):
        result.append(result[-1] + length + pause - cuts * min(both, min(lengths) / 2))
    return result


def meeting(turns, chance, overlap=OVERLAP):
    """The tracks of computer and microphone, which take turns. The microphone's is without the loudspeaker."""
    starts = begins([turn.seconds for turn in turns], chance, overlap)
    frames = round((max(start + turn.seconds for start, turn in zip(starts, turns)) + TAIL) * RATE)
    tracks = Track(numpy.zeros(frames)), Track(HUSH * chance.standard_normal(frames))
    for number, (start, turn) in enumerate(zip(starts, turns)):
        tracks[number % 2].add(turn, start)
    return tracks


def with_loudspeaker(microphone, computer, level, chance):
    """What the microphone hears: besides its speaker the loudspeaker, `level` dB louder, in a room."""
    answer = rooms.response(rooms.some_room(chance, nearest=0.5, farthest=1.5), chance)
    echo = acoustics.convolved(numpy.concatenate([numpy.zeros(round(DELAY * RATE)), computer]), answer)
    return microphone + (echo * 10 ** (level / 20) * LOUDNESS / active_level(echo))[:len(microphone)]


def film(turns, chance):
    """The same people one after the other, over music that is made."""
    parts = meeting(turns, chance, overlap=0)
    speech = parts[0].samples + parts[1].samples
    music = scaled_noise(speech, noise("music", chance, len(speech)), MUSIC_BELOW)
    words = sorted(parts[0].words + parts[1].words, key=lambda word: word[1])
    return Track(speech + music, words, [text for turn in turns for text in turn.texts])
