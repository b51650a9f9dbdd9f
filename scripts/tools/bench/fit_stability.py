"""Fits WordStability: how likely a word that a review heard is to be right.

A word counts as right if it stands at its place in what the same model hears when it is given the whole recording. The
recordings are simulated first (`ParlandoBench live`), so the fit is the same on any machine. A set that took no part in
the fit says what the weights are worth.
"""
import argparse
import json
import pathlib
from difflib import SequenceMatcher

import numpy as np

from words import tokens

RIDGE = 1.0             # weight of the penalty on large weights, of standardised inputs
ROUNDS = 50             # of Newton's method
THRESHOLDS = (0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98)


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def key_of(word):
    return "".join(tokens([word]))


def rows_of(reviews_path):
    """(inputs, 1 or 0 for right or wrong) of each word of each review of one recording."""
    stem = reviews_path.name.removesuffix(".reviews.jsonl")
    offline = (reviews_path.parent / f"{stem}.offline.txt").read_text(encoding="utf-8").split()
    events = read_lines(reviews_path.parent / f"{stem}.jsonl")
    final = [word["text"] for event in events if event["type"] == "settled" for word in event["words"]]
    reviews = {}
    for row in read_lines(reviews_path):
        reviews.setdefault(row["review"], []).append(row)
    truth = [key for key in map(key_of, offline) if key]
    found = []
    for rows in reviews.values():
        before = [key_of(word) for word in final[:rows[0]["index"]]]
        heard = before + [key_of(row["text"]) for row in rows]
        blocks = SequenceMatcher(None, heard, truth, autojunk=False).get_matching_blocks()
        right = {place for block in blocks for place in range(block.a, block.a + block.size)}
        found += [(row["inputs"], float(len(before) + place in right)) for place, row in enumerate(rows)
                  if key_of(row["text"])]
    return found


def read(folders):
    rows = [row for folder in folders for path in sorted(folder.glob("*.reviews.jsonl")) for row in rows_of(path)]
    return np.array([inputs for inputs, _ in rows]), np.array([right for _, right in rows])


def fit(inputs, right):
    """Weights of the inputs as they are, and the bias, of a logistic regression."""
    mean, scale = inputs.mean(0), inputs.std(0) + 1e-9
    design = np.c_[(inputs - mean) / scale, np.ones(len(inputs))]
    penalty = RIDGE * np.diag([1.0] * inputs.shape[1] + [0.0])
    weights = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        probability = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (probability - right) + penalty @ weights
        curvature = (design * (probability * (1 - probability))[:, None]).T @ design + penalty + 1e-6 * np.eye(len(weights))
        weights -= np.linalg.solve(curvature, gradient)
    raw = weights[:-1] / scale
    return raw, weights[-1] - raw @ mean


def report(title, inputs, right, weights, bias):
    probability = 1 / (1 + np.exp(-(inputs @ weights + bias)))
    print(f"{title}: {len(right)} words of reviews, {100 * right.mean():.1f} % right")
    for threshold in THRESHOLDS:
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
    inputs, right = read(options.logs)
    weights, bias = fit(inputs, right)
    print("weights = [" + ", ".join(f"{weight:.4f}" for weight in weights) + f"]\nbias = {bias:.4f}\n")
    report("fitted on", inputs, right, weights, bias)
    if options.held:
        report("held out", *read(options.held), weights, bias)


if __name__ == "__main__":
    main()
