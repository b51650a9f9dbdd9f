"""Measures what the other readings of doubtful words are worth: how often the right word is among them.

FOLDER holds <id>.jsonl for each recording that was heard live (what `scripts/bench simulate` writes), or <id>.json, its
result as `parlandoctl transcribe --format json` writes it. Recordings without either are left out.
"""
import argparse
import json
import pathlib
from collections import Counter

from rapidfuzz.distance import Levenshtein

from by_condition import by_condition, Heard
from event_log import read_events
from metrics import Score
from recordings import recordings
from tables import table
from words import tokens_of

# Probability below which a word is doubtful (`Word.doubt`).
DOUBT = 0.5
RANKS = (1, 3, 5)
HEAD = ("condition", "words", "doubtful", "right", "wrong", "not said", *(f"top {rank}" for rank in RANKS), "offered")


def heard_words(folder, name):
    """[(text, probability, [other reading])] of a recording, or None if there is no log of it."""
    log, result = folder / f"{name}.jsonl", folder / f"{name}.json"
    if log.is_file():
        return [(word["text"], word["probability"], [other["text"] for other in word.get("alternatives", [])])
                for event in read_events(log) if event["type"] == "final" for word in event["words"]]
    if result.is_file():
        return [(word["text"], word["confidence"], [other["text"] for other in word["alternatives"]])
                for word in json.loads(result.read_text(encoding="utf-8"))["segments"]]
    return None


def count(words, reference):
    """How many words are doubtful, and how many of these are right, wrong, or stand where nothing was said.

    `found`: at which place among its readings the word that was said stands, for each wrong word where it does.
    """
    # A word such as "won't" is two tokens, and its readings are no single words: it is not judged.
    tokens = [(token, word if len(tokens_of(word[0])) == 1 else None) for word in words for token in tokens_of(word[0])]
    spoken = [token for word in reference.split() for token in tokens_of(word)]
    counts = Counter(words=len(tokens))
    found = []
    for block in Levenshtein.opcodes([token for token, _ in tokens], spoken):
        for offset in range(block.src_end - block.src_start):
            token, word = tokens[block.src_start + offset]
            if word is None or word[1] >= DOUBT:
                continue
            counts["doubtful"] += 1
            if block.tag == "equal":
                counts["right"] += 1
            elif block.tag == "delete":
                counts["not said"] += 1
            else:
                counts["wrong"] += 1
                counts["offered"] += len(word[2])
                said = spoken[block.dest_start + offset]
                places = [place for place, other in enumerate(word[2], 1) if tokens_of(other) == (said,)]
                found += places[:1]
    return counts, found


def row(name, counts, found):
    wrong = counts["wrong"]
    shares = [f"{100 * sum(place <= rank for place in found) / wrong:.0f} %" if wrong else "–" for rank in RANKS]
    offered = f"{counts['offered'] / wrong:.1f}" if wrong else "–"
    return (name, *(counts[key] for key in ("words", "doubtful", "right", "wrong", "not said")), *shares, offered)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="folder of logs or results")
    parser.add_argument("--data", type=pathlib.Path, action="append", required=True,
                        help="folder of recordings with a manifest.json; once for each set")
    options = parser.parse_args()
    judged = []
    for data in options.data:
        for recording in recordings(data):
            words = heard_words(options.folder, recording.row["id"])
            if words is not None and recording.group != "silent":
                judged.append((recording.condition, *count(words, recording.row["text"])))
    if not judged:
        parser.error(f"{options.folder} holds no log of these recordings")
    rows = []
    for condition in by_condition([Heard(name, Score(), None) for name, _, _ in judged]):
        members = [item for item in judged if item[0] == condition.name]
        rows.append(row(condition.name, *pooled(members)))
    rows.append(row("all", *pooled(judged)))
    print(table(HEAD, rows))
    print("\nOf the doubtful words that are wrong: the share in which the word that was said is among the first 1, 3 or 5"
          " readings,\nand how many readings there are.")


def pooled(items):
    return sum((counts for _, counts, _ in items), Counter()), [place for _, _, found in items for place in found]


if __name__ == "__main__":
    main()
