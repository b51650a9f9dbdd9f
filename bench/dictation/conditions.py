"""Makes noisy and reverberant variants of clean recordings, with a manifest.json of the same form.

The words stay when they are: a room's response begins with the direct sound. A row of a variant also tells its
`condition` and what it was made of. The same seed makes the same files, another one other noises and rooms.

A plan names how many recordings each condition takes: clean, n10 (noise 10 dB below the speech; any number), rir (a
room), rir-n10 (both); `long-` before it takes recordings of kind longform; silent=3 makes so many of noise alone.
"""
import argparse
import json
import pathlib
import re
import sys
import zlib
from itertools import chain, zip_longest

import numpy

import acoustics
import rooms
import sound
from noises import KINDS, VOICELESS, noise
from sound import RATE

# A stretch of 20 ms is speech when it is within 30 dB of the loud ones.
STRETCH = RATE // 50
REACH = 30
SILENT_SECONDS = 15
# dB of full scale: as loud as a noise alone is.
SILENT_LEVEL = -36
CEILING = 0.95
PLAN = {"clean": 12, "n10": 6, "n5": 6, "rir": 6, "rir-n10": 4}
CONDITION = re.compile(r"(?P<long>long-)?(?:clean|rir|(?:rir-)?n(?P<snr>\d+))")


def make(source, rows, target, seed, plan=None, kinds=KINDS, rotates=False):
    """Writes the recordings of a plan into a folder and returns the rows of its manifest.

    The first recordings are taken for every condition, so that conditions compare; `rotates` takes the next ones.
    """
    target.mkdir(parents=True, exist_ok=True)
    pools = {True: alternating([row for row in rows if row["kind"] == "longform"]),
             False: alternating([row for row in rows if row["kind"] == "read"])}
    voices = Voices(source, rows)
    next_kind = shuffled(kinds, numpy.random.default_rng(seed))
    manifest, taken = [], {True: 0, False: 0}
    for condition, count in (plan or PLAN).items():
        if condition == "silent":
            manifest += [silent(target, seed, number, kinds) for number in range(count)]
            continue
        is_long, is_roomy, snr = read_condition(condition)
        pool = pools[is_long]
        first = taken[is_long] if is_long or rotates and condition != "clean" else 0
        for place in range(first, first + min(count, len(pool))):
            row = pool[place % len(pool)]
            chance = numpy.random.default_rng([seed, zlib.crc32(f"{row['id']} {condition}".encode())])
            kind = None if snr is None else next(next_kind)
            made, samples = variant(row, condition.removeprefix("long-"), read(source / row["file"]), chance, is_roomy,
                                    snr, kind, voices.of_others(row))
            save(samples, target / made["file"])
            manifest.append(made)
        if is_long or condition != "clean":
            taken[is_long] += count
    (target / "manifest.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    return manifest


def shuffled(kinds, chance):
    """All of them, in an order of its own each time, without end."""
    while True:
        yield from (kinds[number] for number in chance.permutation(len(kinds)))


def read_condition(name):
    """(is long, is in a room, dB of speech over noise or None)"""
    found = CONDITION.fullmatch(name)
    if not found:
        raise ValueError(f"'{name}' is no condition: clean, n10, rir or rir-n10, also with long- before it")
    snr = found["snr"]
    return found["long"] is not None, "rir" in name, None if snr is None else int(snr)


def variant(row, condition, samples, chance, is_roomy, snr, kind, voices):
    """The row and the samples of one recording in one condition."""
    made = {**row, "id": row["id"] if condition == "clean" else f"{row['id']}-{condition}", "condition": condition}
    made["file"] = f"{made['id']}.wav"
    if row["kind"] != "longform" and condition != "clean":
        made["kind"] = condition
    if is_roomy:
        room = rooms.some_room(chance)
        level = active_level(samples)
        samples = acoustics.convolved(samples, rooms.response(room, chance))
        samples = samples * level / active_level(samples)
        made |= {"decay": round(room.decay, 2), "distance": round(room.distance, 2)}
    if kind is not None:
        samples = samples + scaled_noise(samples, noise(kind, chance, len(samples), voices), snr)
        made |= {"noise": kind, "snr": snr}
    return made, samples


def scaled_noise(speech, disturbance, snr):
    """The noise as loud as the ratio asks, both measured while there is speech."""
    is_speech = active(speech)
    ratio = numpy.sqrt(numpy.mean(speech[is_speech] ** 2) / numpy.mean(disturbance[is_speech] ** 2))
    return disturbance * ratio / 10 ** (snr / 20)


def active(samples):
    """Which samples are speech."""
    whole = -(-len(samples) // STRETCH)
    power = numpy.pad(samples, (0, whole * STRETCH - len(samples))).reshape(whole, STRETCH) ** 2
    power = power.mean(axis=1)
    is_loud = power > numpy.quantile(power, 0.95) / 10 ** (REACH / 10)
    return numpy.repeat(is_loud, STRETCH)[:len(samples)]


def active_level(samples):
    return numpy.sqrt(numpy.mean(samples[active(samples)] ** 2))


def silent(target, seed, number, kinds):
    """Noise alone. Babble is speech, so it is none of them."""
    voiceless = [kind for kind in kinds if kind in VOICELESS] or VOICELESS
    kind = voiceless[(number + seed) % len(voiceless)]
    chance = numpy.random.default_rng([seed, number])
    name = f"{kind}-{seed}-{number}"
    save(noise(kind, chance, SILENT_SECONDS * RATE) * 10 ** (SILENT_LEVEL / 20), target / f"{name}.wav")
    return {"id": name, "text": "", "lang": "none", "kind": "noise", "speaker": "", "seconds": SILENT_SECONDS,
            "synthetic": True, "condition": "silent", "noise": kind, "file": f"{name}.wav"}


class Voices:
    """People who talk in the background: the other speakers of a folder, or espeak-ng's where there are too few."""
    ENOUGH = 3

    def __init__(self, source, rows):
        self.source, self.rows, self.read = source, [row for row in rows if row["kind"] == "read"], {}

    def of_others(self, row):
        others = [other for other in self.rows if other["speaker"] != row["speaker"] and other["speaker"]]
        if len(others) < self.ENOUGH:
            return self.made()
        return [self.samples(other["file"]) for other in others]

    def samples(self, file):
        if file not in self.read:
            self.read[file] = read(self.source / file)
        return self.read[file]

    def made(self):
        if "" not in self.read:
            self.read[""] = [coarser(voice) for voice in acoustics.talkers()]
        return self.read[""]


def coarser(samples):
    """From the rate of acoustics.py to that of recordings of speech; what is too high for it is left out."""
    count = len(samples) * RATE // acoustics.RATE
    return numpy.fft.irfft(numpy.fft.rfft(samples)[:count // 2 + 1], count)


def alternating(rows):
    """One of each speaker in turn."""
    speakers = {}
    for row in rows:
        speakers.setdefault(row["speaker"], []).append(row)
    return [row for row in chain(*zip_longest(*speakers.values())) if row]


def read(path):
    return numpy.frombuffer(sound.samples(path), "<i2") / 32768


def save(samples, path):
    loudest = numpy.abs(samples).max()
    whole = numpy.rint(samples * min(1, CEILING / loudest) * 32767).astype("<i2")
    sound.write([whole.tobytes()], path)


def clean_rows(source):
    """English recordings of a folder that variants can be made of: what is said is known, and when."""
    manifest = source / "manifest.json"
    if not manifest.is_file():
        sys.exit(f"There is no {manifest}.")
    rows = json.loads(manifest.read_text(encoding="utf-8"))
    return [row for row in rows if row["lang"] == "en" and row["kind"] in ("read", "longform") and row.get("words")
            and row.get("condition", "clean") == "clean" and row.get("exclude_wer") in (None, False, "False")]


def plan_of(words):
    """{condition: count} of words such as n10=6."""
    plan = {}
    for word in words:
        condition, _, count = word.partition("=")
        if condition != "silent":
            read_condition(condition)
        plan[condition] = int(count)
    return plan


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path, help="folder of clean recordings with a manifest.json")
    parser.add_argument("target", type=pathlib.Path, help="folder that is made")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--plan", nargs="+", metavar="CONDITION=COUNT",
                        default=[f"{condition}={count}" for condition, count in PLAN.items()])
    parser.add_argument("--noises", nargs="+", choices=KINDS, default=KINDS, metavar="NOISE", help=", ".join(KINDS))
    parser.add_argument("--rotate", action="store_true",
                        help="each condition takes the recordings after those of the one before")
    options = parser.parse_args()
    try:
        plan = plan_of(options.plan)
    except ValueError as error:
        parser.error(str(error))
    made = make(options.source, clean_rows(options.source), options.target, options.seed, plan, options.noises,
                options.rotate)
    print(f"{len(made)} recordings, {sum(row['seconds'] for row in made) / 60:.1f} minutes, in {options.target}")


if __name__ == "__main__":
    main()
