"""Fits WordStability: how likely a word that a decoding heard is to stay.

Two regressions over the same inputs. `heard`: a word of any decoding counts as right if it is what became final at its
place. `reviewed`: a word of a review counts as right if it stands at its place in what the same model hears when it is
given the whole recording. The sessions are simulated first (`scripts/bench simulate`), so the fit is the same on any
machine. A set that took no part in the fit says what the weights are worth.
"""
import argparse
import json
import pathlib
from difflib import SequenceMatcher

import numpy as np

from words import tokens

RIDGE = 1.0             # weight of the penalty on large weights, of standardised inputs
ROUNDS = 50             # of Newton's method
THRESHOLDS = {"heard": (0.35, 0.5, 0.6, 0.65, 0.7, 0.8), "reviewed": (0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98)}
NEAR = 3                # words by which a word that stayed may have moved


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def key_of(word):
    return "".join(tokens([word]))


def places(heard, truth):
    """Pairs of the same words in two texts, in order."""
    blocks = SequenceMatcher(None, heard, truth, autojunk=False).get_matching_blocks()
    return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def staying(look, final):
    """Which words of a decoding became final."""
    heard = [key_of(word["text"]) for word in look["words"]]
    rest = final[look["index"]:look["index"] + len(heard) + 2 * NEAR]
    return {place for place, other in places(heard, rest) if abs(place - other) <= NEAR}


def as_offline(look, final, offline):
    """Which words of a review are heard offline too."""
    before = final[:look["index"]]
    heard = before + [key_of(word["text"]) for word in look["words"]]
    return {place - len(before) for place, _ in places(heard, offline)}


def rows_of(path, kind):
    """(inputs, 1 or 0 for right or wrong) of the words of one recording."""
    stem = path.name.removesuffix(".looks.jsonl")
    events = read_lines(path.parent / f"{stem}.jsonl")
    final = [key_of(word["text"]) for event in events if event["type"] == "final" for word in event["words"]]
    text = (path.parent / f"{stem}.offline.txt").read_text(encoding="utf-8").split()
    offline = [key for key in map(key_of, text) if key]
    found = []
    for look in read_lines(path):
        if kind == "reviewed" and not any(word["review"] for word in look["words"]):
            continue
        right = staying(look, final) if kind == "heard" else as_offline(look, final, offline)
        found += [(word["inputs"], float(place in right)) for place, word in enumerate(look["words"])
                  if key_of(word["text"])]
    return found


def read(folders, kind):
    rows = [row for folder in folders for path in sorted(folder.glob("*.looks.jsonl")) for row in rows_of(path, kind)]
    return np.array([inputs for inputs, _ in rows]), np.array([right for _, right in rows])


def fit(inputs, right):
    """Weights of the inputs as they are, and the bias, of a logistic regression. An input that never changes gets 0."""
    mean, scale = inputs.mean(0), inputs.std(0)
    varies = scale > 1e-9
    scale = np.where(varies, scale, 1)
    design = np.c_[(inputs - mean) / scale, np.ones(len(inputs))]
    penalty = RIDGE * np.diag([1.0] * inputs.shape[1] + [0.0])
    weights = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        probability = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (probability - right) + penalty @ weights
        curvature = (design * (probability * (1 - probability))[:, None]).T @ design + penalty + 1e-6 * np.eye(len(weights))
        weights -= np.linalg.solve(curvature, gradient)
    raw = np.where(varies, weights[:-1] / scale, 0)
    return raw, weights[-1] - raw @ mean


def report(title, kind, inputs, right, weights, bias):
    probability = 1 / (1 + np.exp(-(inputs @ weights + bias)))
    print(f"{title}: {len(right)} words, {100 * right.mean():.1f} % right")
    for threshold in THRESHOLDS[kind]:
        chosen = probability >= threshold
        if chosen.any():
            print(f"  p ≥ {threshold:.2f}: {100 * chosen.mean():3.0f} % of them, of which"
                  f" {100 * (1 - right[chosen].mean()):.1f} % are wrong")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench fit", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+", type=pathlib.Path, help="folder that scripts/bench simulate wrote")
    parser.add_argument("--held", nargs="*", default=[], type=pathlib.Path, help="the same, of recordings to report on")
    options = parser.parse_args()
    for kind in THRESHOLDS:
        inputs, right = read(options.logs, kind)
        weights, bias = fit(inputs, right)
        print(f"{kind}Weights = [" + ", ".join(f"{weight:.4f}" for weight in weights)
              + f"]\n{kind}Bias = {bias:.4f}")
        report("fitted on", kind, inputs, right, weights, bias)
        if options.held:
            report("held out", kind, *read(options.held, kind), weights, bias)
        print()


if __name__ == "__main__":
    main()
