"""Fits the rule by which an entry of the user's vocabulary is written in place of what was recognised (VocabularyRule).

Each recording is decoded once, and the program tells what it weighed (`ParlandoBench vocabulary`); every rule is then
tried on these candidates. The rule is fitted on one half of the recordings and reported on the other, whose names,
sentences and voices are different ones:

    spoken     names in sentences by the voices of Flite, with a list of all names of the half
    unspoken   the same recordings with 50 names of which none is said
    read       recordings of --data, with the rare words of all recordings of the half; a speaker is in one half only
    other      the same recordings with the 50 names, and with the rare words that are not said in them
    silent     silence, noises made from a seed, and what --data has without speech, with the names of the half

The rule counts as better only if it leaves fewer wrong words on the other half and does no more harm there. Constants,
seeds and scores are written to a file, which a test compares with the source.

    scripts/bench vocabulary [--write FILE] [--keep DUMP]
"""
import argparse
import dataclasses
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import wave

import numpy

import vocabulary as names
from vocabulary import errors, words

SEED = 28
RATE = 16_000
# A text that gets worse although nothing of the vocabulary is said costs more than a name that stays wrong.
HARM = 5
# A constant moves only if that saves as much: what a few recordings ask for is mostly chance.
STEP = 5
HALVES = ("fit", "held")
GROUPS = ("spoken", "unspoken", "read", "other", "silent")
UNSAID = ("unspoken", "other", "silent")


@dataclasses.dataclass(frozen=True)
class Rule:
    """How much less probable an entry may be than what was recognised, as a logarithm."""
    base: float = 3.0
    slope: float = 4.0
    most: float = 12.0
    free_difference: float = 0.3
    weight: float = 1.0
    most_difference: float = 0.6
    same_letters: float = 2.0
    least_doubt: float = 0.5
    further_word: float = 0.0

    def allowed(self, doubt, difference, further=0):
        allowed = numpy.minimum(self.most, self.base + self.slope * doubt)
        allowed = allowed * numpy.maximum(0, 1 - self.weight * numpy.maximum(0, difference - self.free_difference))
        allowed = numpy.where(doubt >= self.least_doubt, allowed, 0) - self.further_word * further
        return numpy.where(difference > 0, allowed, self.same_letters)

    def accepts(self, doubt, difference, gain, further=0):
        return (gain >= -self.allowed(doubt, difference, further)) & (difference <= self.most_difference)


TODAY = Rule()
GRID = {"base": (0, 1, 2, 3, 4), "slope": (1, 2, 3, 4, 6), "most": (6, 8, 10, 12, 15), "weight": (0, 1, 2, 3),
        "free_difference": (0.2, 0.3, 0.4), "most_difference": (0.5, 0.6), "least_doubt": (0, 0.5, 1),
        "further_word": (0, 1, 3)}


# The recordings

def halves_of(rows):
    """The half of each speaker: both halves get about as many recordings, and nobody is in both."""
    count = {}
    for row in rows:
        count[row["speaker"]] = count.get(row["speaker"], 0) + 1
    speakers = sorted(count)
    random.Random(SEED).shuffle(speakers)
    taken = dict.fromkeys(HALVES, 0)
    result = {}
    for speaker in sorted(speakers, key=lambda name: -count[name]):
        result[speaker] = min(HALVES, key=lambda half: taken[half])
        taken[result[speaker]] += count[speaker]
    return result


def spoken_rows(folder):
    for half, chosen in zip(HALVES, (names.FITTED, names.HELD)):
        for row in names.spoken(chosen, folder):
            yield {**row, "half": half, "group": "spoken"}
            yield {**row, "half": half, "group": "unspoken", "vocabulary": names.UNSPOKEN, "names": []}


def rare_words(rows):
    """Long words that are said in one recording only."""
    said = [set(words(row["text"])) for row in rows]
    count = {}
    for word in itertools.chain.from_iterable(said):
        count[word] = count.get(word, 0) + 1
    return sorted(word for word, times in count.items() if times == 1 and len(word) >= 6)


def read_rows(folders):
    rows, silent = [], []
    for folder in folders:
        for row in json.loads((folder / "manifest.json").read_text(encoding="utf-8")):
            row = {"path": str(folder / row["file"]), "text": row["text"], "speaker": row.get("speaker") or row["id"],
                   "lang": row["lang"], "seconds": row["seconds"]}
            if row["lang"] == "none" and not row["text"]:
                silent.append(row)
            elif row["lang"] == "en" and row["text"] and row["seconds"] <= 26:
                rows.append(row)
    half_of = halves_of(rows)
    for half in HALVES:
        mine = [row for row in rows if half_of[row["speaker"]] == half]
        listed = rare_words(mine)
        for row in mine:
            said = [word for word in listed if word in words(row["text"])]
            unsaid = [word for word in listed if word not in said]
            yield {**row, "half": half, "group": "read", "vocabulary": listed, "names": said}
            for other in (names.UNSPOKEN, unsaid):
                yield {**row, "half": half, "group": "other", "vocabulary": other, "names": []}
    for number, row in enumerate(silent):
        yield from without_speech(row["path"], HALVES[number % 2])


def without_speech(path, half):
    for listed in ((names.FITTED, names.HELD)[HALVES.index(half)]["names"], names.UNSPOKEN):
        yield {"path": path, "text": "", "half": half, "group": "silent", "vocabulary": listed, "names": []}


def noises(folder):
    """Ten seconds each of silence, hiss, hum, a rumble and clicks, made from the seed."""
    for half in HALVES:
        chance = numpy.random.default_rng([SEED, HALVES.index(half)])
        time = numpy.arange(10 * RATE) / RATE
        hiss = chance.standard_normal(len(time))
        rumble = numpy.cumsum(hiss) - numpy.linspace(0, hiss.sum(), len(time))
        clicks = numpy.where(chance.random(len(time)) < 2e-4, chance.standard_normal(len(time)), 0)
        hum = numpy.sin(2 * numpy.pi * chance.uniform(45, 65) * time) + 0.1 * hiss
        sounds = {"silence": 0 * time, "hiss": hiss, "hum": hum, "rumble": rumble, "clicks": clicks}
        for name, samples in sounds.items():
            loudest = numpy.abs(samples).max() or 1
            path = folder / f"{half}-{name}.wav"
            with wave.open(str(path), "wb") as file:
                file.setparams((1, 2, RATE, 0, "NONE", ""))
                file.writeframes((samples / loudest * 6000).astype("<i2").tobytes())
            yield from without_speech(str(path), half)


# The candidates

def decoded(bench, model, rows, folder):
    """What the program recognises in recordings, and the entries that it weighs."""
    manifest = folder / "rows.json"
    manifest.write_text(
        json.dumps([{"path": row["path"], "vocabulary": row["vocabulary"]} for row in rows]), encoding="utf-8")
    lines = subprocess.run([bench, "vocabulary", model, str(manifest)], check=True, stdout=subprocess.PIPE, text=True,
                           encoding="utf-8").stdout.splitlines()
    return [json.loads(line) for line in lines]


def key(row):
    """What a recording is known by in another run, when it lies in another folder."""
    return json.dumps([pathlib.Path(row["path"]).name, row["text"], row["vocabulary"]])


def dumped(bench, model, rows, folder, keep=None):
    """The rows with the words that were recognised and the entries that were weighed, decoded or as they were kept."""
    known = {}
    if keep and keep.exists():
        known = {key(row): row for row in json.loads(keep.read_text(encoding="utf-8"))}
    missing = [row for row in rows if key(row) not in known]
    if missing:
        found = decoded(bench, model, missing, folder)
        known.update((key(row), what) for row, what in zip(missing, found, strict=True))
    result = [{**row, "words": known[key(row)]["words"], "entries": known[key(row)]["entries"]} for row in rows]
    if keep:
        keep.write_text(json.dumps(result), encoding="utf-8")
    return result


def written(row, chosen):
    """The text with some entries written, the most probable first where they overlap."""
    applied = []
    for entry in sorted((row["entries"][number] for number in chosen), key=lambda entry: -entry["gain"]):
        if all(entry["end"] <= other["first"] or other["end"] <= entry["first"] for other in applied):
            applied.append(entry)
    place = {entry["first"]: entry for entry in applied}
    text, index = "", 0
    while index < len(row["words"]):
        entry = place.get(index)
        text += ("" if row["words"][index]["glued"] else " ") + (entry or row["words"][index])["text"]
        index = entry["end"] if entry else index + 1
    return text.strip()


def further(row, entry):
    """How many words an entry would replace beyond the number of its own."""
    spaces = sum(not word["glued"] for word in row["words"][entry["first"] + 1:entry["end"]])
    return max(0, spaces - entry["text"].count(" "))


class Set:
    """Recordings of a half, and what each choice of their candidates does to them."""

    def __init__(self, rows):
        self.rows = rows
        self.known = [{} for _ in rows]
        sizes = [len(row["entries"]) for row in rows]
        self.starts = numpy.cumsum([0] + sizes)
        weighed = [entry for row in rows for entry in row["entries"]]
        self.doubt, self.difference, self.gain = (
            numpy.array([entry[key] for entry in weighed], float) for key in ("doubt", "difference", "gain"))
        self.further = numpy.array([further(row, entry) for row in rows for entry in row["entries"]], float)

    def outcome(self, number, chosen):
        """(wrong names, wrong words, whether the text changes, whether it gets worse)"""
        if chosen not in self.known[number]:
            row = self.rows[number]
            plain, text = written(row, ()), written(row, chosen)
            said = words(row["text"])
            wrong, before = errors(words(text), said), errors(words(plain), said)
            missing = sum(name.lower() not in text.lower() for name in row["names"])
            self.known[number][chosen] = (missing, wrong, text != plain, wrong > before)
        return self.known[number][chosen]

    def outcomes(self, rule):
        """The outcome of each recording; rule None is without a vocabulary."""
        if rule is None:
            return [self.outcome(number, ()) for number in range(len(self.rows))]
        accepted = rule.accepts(self.doubt, self.difference, self.gain, self.further)
        return [self.outcome(number, tuple(numpy.flatnonzero(accepted[start:end]).tolist()))
                for number, (start, end) in enumerate(zip(self.starts, self.starts[1:]))]

    def scores(self, rule):
        """For each group: recordings, names, words, and the sums of the outcomes."""
        result = {}
        for row, outcome in zip(self.rows, self.outcomes(rule)):
            sums = result.setdefault(row["group"], [0] * 7)
            for place, value in enumerate((1, len(row["names"]), len(words(row["text"])), *outcome)):
                sums[place] += int(value)
        return {group: result[group] for group in GROUPS if group in result}

    def cost(self, rule):
        return sum(wrong + HARM * (worse and row["group"] in UNSAID)
                   for row, (_, wrong, _, worse) in zip(self.rows, self.outcomes(rule)))


def moved(rule):
    """How many constants differ from today's."""
    return sum(getattr(rule, name) != getattr(TODAY, name) for name in GRID)


def fitted(recordings):
    """The rule of the grid that costs least; among equals the one with most names right, then nearest to today's."""
    rules = [dataclasses.replace(TODAY, **dict(zip(GRID, values))) for values in itertools.product(*GRID.values())]

    weighed = recordings.doubt, recordings.difference, recordings.further

    def rank(rule):
        outcomes = recordings.outcomes(rule)
        missing, changed = (sum(outcome[place] for outcome in outcomes) for place in (0, 2))
        distance = numpy.abs(rule.allowed(*weighed) - TODAY.allowed(*weighed)).sum()
        return recordings.cost(rule) + STEP * moved(rule), moved(rule), missing, changed, distance

    return min(rules, key=rank)


def harm(scores):
    return sum(scores[group][6] for group in UNSAID if group in scores)


def is_better(new, old):
    """Whether a rule leaves fewer wrong words than another and does no more harm."""
    wrong = [sum(sums[4] for sums in scores.values()) for scores in (new, old)]
    return wrong[0] < wrong[1] and harm(new) <= harm(old)


def show(title, recordings, rules):
    print(f"{title}:")
    for group in GROUPS:
        for name, rule in rules.items():
            if group not in (scores := recordings.scores(rule)):
                continue
            count, said, total, missing, wrong, changed, worse = scores[group]
            print(f"  {group:9} {name:8} {count:4} recordings   wrong names {missing:3}/{said:<3}   "
                  f"wrong words {wrong:4}/{total:<5} changed {changed:3}, worse {worse:3}")
    sys.stdout.flush()


def measured(options, folder):
    rows = [*spoken_rows(folder), *read_rows(options.data), *noises(folder)]
    return dumped(options.bench, options.model, rows, folder, options.keep)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, help="ParlandoBench")
    parser.add_argument("--model", required=True, help="file of a model for English")
    parser.add_argument("--data", type=pathlib.Path, action="append", default=[], help="folder with a manifest.json")
    parser.add_argument("--keep", type=pathlib.Path, help="file for the candidates: what is in it is not decoded again")
    parser.add_argument("--write", type=pathlib.Path, help="file for constants, seed and scores")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = measured(options, pathlib.Path(folder))
    sets = {half: Set([row for row in rows if row["half"] == half]) for half in HALVES}
    found = fitted(sets["fit"])
    rules = {"without": None, "today": TODAY, "fitted": found}
    for half, title in zip(HALVES, ("Fitted on", "Held out")):
        show(title, sets[half], rules)
    better = is_better(sets["held"].scores(found), sets["held"].scores(TODAY))
    print(f"Fitted: {found}")
    print("The fitted rule is better on the other half." if better
          else "Today's rule stays: it is not beaten on the other half.")
    if options.write:
        kept = found if better else TODAY
        about = {"seed": SEED, "model": re.sub(r"-v\d+$", "", pathlib.Path(options.model).stem),
                 "columns": ["recordings", "names", "words", "wrong names", "wrong words", "changed", "worse"],
                 "rule": dataclasses.asdict(kept), "fitted": dataclasses.asdict(found),
                 "scores": {half: {name: sets[half].scores(rule) for name, rule in rules.items()} for half in HALVES}}
        # A list on one line.
        text = re.sub(r"\[[^][]*\]", lambda found: re.sub(r"\s+", " ", found[0]), json.dumps(about, indent=1))
        options.write.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
