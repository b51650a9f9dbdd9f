"""Makes a folder of clean recordings with a manifest.json from LibriSpeech's folders and TextGrid alignments.

AUDIO holds speaker/chapter/id.flac beside a .trans.txt, ALIGNMENT speaker/chapter/id.TextGrid, whose tier `words` tells
when each word begins and ends. LibriSpeech is CC BY 4.0. A long recording of a speaker joins utterances with pauses.
"""
import argparse
import json
import pathlib
import re
import shutil

import numpy

import sound
from sound import RATE

SOURCE = {"lang": "en", "source": "LibriSpeech, alignments by LibriSpeechFilesParser", "licence": "CC BY 4.0",
          "synthetic": False}
INTERVAL = re.compile(r'xmin = ([\d.]+)\s+xmax = ([\d.]+)\s+text = "([^"]*)"')
# Seconds between two utterances of a long recording, and what is heard meanwhile, as a share of full scale.
PAUSES = (0.2, 2.5)
HUSH = 1e-3


def words_of_grid(text):
    """[word, start, end] in seconds of the tier `words`; silences are left out."""
    tier = text.split('name = "words"', 1)[1].split("item [", 1)[0]
    return [[word, float(start), float(end)] for start, end, word in INTERVAL.findall(tier) if word.strip()]


def utterances(audio, alignment, speaker):
    """A row of each utterance of a speaker whose alignment has the words of its transcript, in the order of reading."""
    rows = []
    for transcript in sorted((audio / speaker).glob("*/*.trans.txt")):
        for line in transcript.read_text(encoding="utf-8").splitlines():
            name, text = line.split(" ", 1)
            grid = alignment / speaker / transcript.parent.name / f"{name}.TextGrid"
            words = words_of_grid(grid.read_text(encoding="utf-8")) if grid.is_file() else []
            if [word for word, _, _ in words] != text.lower().split():
                continue
            path = transcript.parent / f"{name}.flac"
            seconds = round(len(sound.samples(path)) / 2 / RATE, 2)
            rows.append({"id": f"libri-{name}", "text": text.lower(), **SOURCE, "kind": "read",
                         "speaker": f"libri{speaker}", "seconds": seconds, "words": words, "path": path})
    return rows


def evenly(rows, count):
    """So many of them, from the whole list."""
    return [rows[int((number + 0.5) * len(rows) / count)] for number in range(min(count, len(rows)))]


def joined(rows, seconds, chance):
    """A row and the samples of utterances, one after the other with pauses, until it is as long as asked for."""
    pieces, words, texts, frames = [], [], [], 0
    for row in rows:
        hush = HUSH * chance.standard_normal(int(chance.uniform(*PAUSES) * RATE))
        speech = numpy.frombuffer(sound.samples(row["path"]), "<i2")
        if frames + len(hush) + len(speech) > seconds * RATE:
            break
        begins = (frames + len(hush)) / RATE
        words += [[word, round(start + begins, 3), round(end + begins, 3)] for word, start, end in row["words"]]
        texts.append(row["text"])
        pieces += [numpy.rint(hush * 32767).astype("<i2"), speech]
        frames += len(hush) + len(speech)
    samples = numpy.concatenate(pieces)
    about = {key: rows[0][key] for key in (*SOURCE, "speaker")}
    return {"id": f"long-{rows[0]['speaker']}", "text": " ".join(texts), **about, "kind": "longform",
            "seconds": round(frames / RATE, 2), "words": words}, samples


def make(options):
    """Writes the recordings and their manifest."""
    options.target.mkdir(parents=True, exist_ok=True)
    known = set()
    if options.without:
        known = {row["id"] for row in json.loads(options.without.read_text(encoding="utf-8"))}
    chance = numpy.random.default_rng(options.seed)
    manifest = []
    for number, speaker in enumerate(options.speakers):
        rows = [row for row in utterances(options.audio, options.alignment, speaker) if row["id"] not in known]
        fitting = [row for row in rows if options.shortest <= row["seconds"] <= options.longest]
        share = options.clips // len(options.speakers) + (number < options.clips % len(options.speakers))
        chosen = evenly(fitting, share)
        for row in chosen:
            shutil.copy(row["path"], options.target / f"{row['id']}.flac")
            manifest.append({**row, "file": f"{row['id']}.flac"})
        if options.long:
            taken = {row["id"] for row in chosen}
            row, samples = joined([row for row in rows if row["id"] not in taken], options.long, chance)
            sound.write([samples.tobytes()], options.target / f"{row['id']}.wav")
            manifest.append({**row, "file": f"{row['id']}.wav"})
    for row in manifest:
        row.pop("path", None)
    (options.target / "manifest.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("audio", type=pathlib.Path)
    parser.add_argument("alignment", type=pathlib.Path)
    parser.add_argument("target", type=pathlib.Path)
    parser.add_argument("--speakers", nargs="+", required=True)
    parser.add_argument("--clips", type=int, default=12, help="so many from all speakers together")
    parser.add_argument("--shortest", type=float, default=9, help="seconds")
    parser.add_argument("--longest", type=float, default=17, help="seconds")
    parser.add_argument("--long", type=float, metavar="SECONDS", help="also a long recording of each speaker")
    parser.add_argument("--without", type=pathlib.Path, metavar="MANIFEST", help="leave out what this manifest has")
    parser.add_argument("--seed", type=int, default=1, help="of the pauses in long recordings")
    make(parser.parse_args())


if __name__ == "__main__":
    main()
