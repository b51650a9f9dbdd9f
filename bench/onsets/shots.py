"""Single strokes of instruments, from what Debian packages: the samples of drum kits, notes of a sound font."""
import functools
import pathlib
import shutil
import struct
import subprocess
import tempfile
from dataclasses import dataclass

import numpy

import sound

RATE = 48_000
KITS = pathlib.Path("/usr/share/hydrogen/data/drumkits")
SOUND_FONT = pathlib.Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
SAMPLES = pathlib.Path("/usr/share/sonic-pi/samples")
PACKAGES = {"hydrogen-drumkits": KITS / "The Black Pearl 1.0", "fluid-soundfont-gm": SOUND_FONT, "fluidsynth": "fluidsynth",
            "espeak-ng": "espeak-ng"}
TRAINING_PACKAGES = {**PACKAGES, "sonic-pi-samples": SAMPLES}
# A stroke begins with the first sample that reaches this share of its peak, -20 dB.
BEGINS = 0.1
# Seconds kept before that.
LEAD = 0.02
TICKS_PER_SECOND = 960      # of a MIDI file with 480 ticks a beat, at its usual 120 BPM
NOTE_PAUSE = 5              # seconds from one rendered note to the next: what went before has died away
NOTE_LEAD = 0.1             # seconds that are kept before each


@dataclass(frozen=True)
class Shot:
    """One stroke: samples with a peak of 1, and the sample it begins with."""
    samples: numpy.ndarray
    begins: int


@dataclass(frozen=True)
class Kit:
    """Strokes that were recorded: files of one kit."""
    files: tuple
    seconds: float = 0.6
    # It swells and cannot be played fast.
    is_sung: bool = False
    # Each stroke stops the one before.
    is_damped: bool = False

    def sounds(self):
        return [resampled(KITS / file) for file in self.files]


@dataclass(frozen=True)
class Voice:
    """Notes of one program of the sound font, each key at each velocity."""
    program: int
    keys: tuple
    velocities: tuple
    note: float = 0.3
    is_sung: bool = False
    is_damped: bool = True

    @property
    def seconds(self):
        return self.note + 0.35

    def sounds(self):
        notes = [(key, velocity) for key in self.keys for velocity in self.velocities]
        with tempfile.TemporaryDirectory() as folder:
            score, target = pathlib.Path(folder) / "notes.mid", pathlib.Path(folder) / "notes.wav"
            score.write_bytes(midi(self.program, notes, self.note))
            subprocess.run(["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "0.5", "-r", str(RATE),
                            "-F", target, SOUND_FONT, score], check=True, capture_output=True)
            rendered = resampled(target)
        starts = [int((NOTE_PAUSE * (number + 0.75) - NOTE_LEAD) * RATE) for number in range(len(notes))]
        return [rendered[start:start + NOTE_PAUSE * RATE // 2] for start in starts]


def struck(kit, name, *levels):
    return Kit(tuple(f"{kit}/{name.format(level)}" for level in levels))


HANDS, PEARL, MILLO, DRUMS = "Gimme A Hand 1.0", "The Black Pearl 1.0", "Millo_MultiLayered2", "circAfrique v4"
FOUR = ("Soft", "Med", "Hard", "Hardest")

# Those that performances are measured with.
MEASURED = {
    "clap": struck(HANDS, "HandClap-{}.wav", *FOUR),
    "claps": struck(MILLO, "clap_0{}.flac", 1, 2, 3, 4),
    "snap": struck(HANDS, "Fingersnap-{}.wav", *FOUR),
    "cajon": Kit(tuple(f"{HANDS}/Cajon{kind}-{level}.wav" for kind in ("Slaps", "Thumps") for level in ("Med", "Hard"))),
    "clave": struck(HANDS, "Clave-{}.wav", *FOUR[:3]),
    "woodblock": struck(HANDS, "WoodBlock-{}.wav", *FOUR),
    "bongo": Kit(tuple(f"{HANDS}/Bongo{kind}-{level}.wav" for kind in ("Hi", "Lo") for level in ("Med", "Hard"))),
    "djembe": Kit(tuple(f"{DRUMS}/Djembe{drum} {kind}.wav" for drum in (1, 2) for kind in ("Tone", "Slap"))),
    "snare": struck(PEARL, "PearlSnare-{}.wav", *FOUR),
    "sidestick": struck(PEARL, "PearlSideStick-{}.wav", *FOUR),
    "guitar": Voice(25, (40, 45, 52, 57, 60), (70, 100)),
    "piano": Voice(0, (48, 55, 60, 67, 72), (60, 100)),
    "bass": Voice(33, (33, 36, 40), (80, 110)),
    "sax": Voice(65, (58, 62, 65, 70), (70, 105), is_sung=True),
}


def blown(program, *keys):
    return Voice(program, keys, (70, 105), is_sung=True)


def plucked(program, *keys, is_damped=True):
    return Voice(program, keys, (75, 105), is_damped=is_damped)


def sampled(*names):
    return Kit(tuple(f"{SAMPLES}/{name}.flac" for name in names))


# With these added to them, half of all are winds, strings and basses: their notes follow each other without a pause.
TRAINED = {
    "flute": blown(73, 60, 67, 72, 79),
    "recorder": blown(74, 67, 72, 79),
    "clarinet": blown(71, 52, 59, 64, 70),
    "oboe": blown(68, 60, 65, 70, 76),
    "bassoon": blown(70, 36, 43, 50, 55),
    "sopranosax": blown(64, 60, 65, 70, 75),
    "tenorsax": blown(66, 48, 53, 58, 63),
    "trumpet": blown(56, 58, 62, 67, 72),
    "trombone": blown(57, 41, 46, 53, 58),
    "horn": blown(60, 48, 53, 58, 65),
    "tuba": blown(58, 29, 34, 41),
    "harmonica": blown(22, 60, 64, 69),
    "violin": blown(40, 55, 62, 69, 76),
    "viola": blown(41, 48, 55, 62, 69),
    "cello": blown(42, 36, 43, 50, 57),
    "contrabass": blown(43, 28, 33, 38, 43),
    "fiddle": blown(110, 55, 62, 69, 74),
    "uprightbass": plucked(32, 28, 33, 38, 43),
    "pickbass": plucked(34, 28, 33, 38, 43),
    "fretless": plucked(35, 28, 33, 38, 43),
    "slapbass": plucked(36, 28, 33, 38, 43),
    "synthbass": plucked(38, 28, 33, 38, 43),
    "nylon": plucked(24, 40, 47, 52, 59, 64),
    "mutedguitar": plucked(28, 40, 47, 52, 59),
    "harpsichord": plucked(6, 48, 55, 60, 67),
    "vibraphone": plucked(11, 57, 62, 69, 74, is_damped=False),
    "marimba": plucked(12, 48, 55, 60, 67, is_damped=False),
    "glockenspiel": plucked(9, 79, 84, 88, is_damped=False),
    "kick": struck(PEARL, "PearlKick-{}.wav", *FOUR),
    "toms": Kit(tuple(f"{PEARL}/PearlTom{drum}-{level}.wav" for drum in (1, 2, "Floor") for level in ("Med", "Hard"))),
    "hihat": struck(PEARL, "SabianHatClosed-{}.wav", *FOUR),
    "tambourine": struck(HANDS, "Tambourine-{}.wav", *FOUR),
    "tabla": sampled("tabla_ghe1", "tabla_ke1", "tabla_na", "tabla_tun1", "tabla_te1"),
    "drums": sampled("drum_bass_hard", "drum_snare_hard", "drum_snare_soft", "drum_tom_mid_hard", "drum_cowbell"),
}
INSTRUMENTS = {**MEASURED, **TRAINED}


def missing_packages(packages=None):
    """Debian packages that the strokes are made from and that are not there."""
    return [package for package, sign in (packages or PACKAGES).items()
            if not (sign.exists() if isinstance(sign, pathlib.Path) else shutil.which(sign))]


@functools.lru_cache(maxsize=None)
def shots(name):
    """Every stroke of an instrument."""
    instrument = INSTRUMENTS[name]
    return [shot(samples, instrument.seconds) for samples in instrument.sounds()]


def shot(samples, seconds):
    """Cut out of a recording: a little before the stroke to so many seconds after, with a soft end."""
    begins = beginning(samples)
    first = max(0, begins - int(LEAD * RATE))
    cut = numpy.array(samples[first:begins + int(seconds * RATE)])
    fade = min(len(cut), RATE // 100)
    cut[len(cut) - fade:] *= numpy.linspace(1, 0, fade)
    return Shot(cut / numpy.abs(cut).max(), begins - first)


def beginning(samples):
    """The sample a stroke begins with."""
    loudness = numpy.abs(samples)
    return int(numpy.argmax(loudness >= BEGINS * loudness.max()))


def resampled(path):
    """A recording, its channels mixed, at `RATE`. Its spectrum is cut or filled up, so nothing moves in time."""
    raw, channels, rate = sound.floats(path)
    samples = numpy.array(raw, dtype=float).reshape(-1, channels).mean(axis=1)
    if rate == RATE:
        return samples
    # Whole seconds have a whole number of samples at either rate; silence behind keeps the ends apart.
    seconds = len(samples) // rate + 2
    spectrum = numpy.fft.rfft(samples, seconds * rate)
    result = numpy.fft.irfft(spectrum[:seconds * min(rate, RATE) // 2], seconds * RATE) * (RATE / rate)
    return result[:len(samples) * RATE // rate]


def midi(program, notes, seconds):
    """A MIDI file of notes (key, velocity), the first one after three quarters of a pause."""
    events = bytes([0, 0xC0, program])
    length = int(seconds * TICKS_PER_SECOND)
    wait = NOTE_PAUSE * TICKS_PER_SECOND * 3 // 4
    for key, velocity in notes:
        events += quantity(wait) + bytes([0x90, key, velocity]) + quantity(length) + bytes([0x80, key, 0])
        wait = NOTE_PAUSE * TICKS_PER_SECOND - length
    events += quantity(NOTE_PAUSE * TICKS_PER_SECOND) + bytes([0xFF, 0x2F, 0])
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(events)) + events)


def quantity(value):
    """A number as MIDI files write it: seven bits a byte, the highest first."""
    result = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        result.insert(0, value & 0x7F | 0x80)
    return bytes(result)
