"""Fits the decision whether a sound is a stroke, on performances made for it, and writes its weights into the program.

The same program, packages and seeds write the same files. Nothing that `scripts/bench onsets` measures is made of these
seeds.
"""
import argparse
import hashlib
import json
import pathlib
import pickle
import sys

import numpy

import decision
import made
import material
import regression
import tables
from onsets import CONDITIONS, WINDOW, matches
from shots import INSTRUMENTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "data/onset-model.json"
SWIFT = ROOT / "Sources/ParlandoSignal/Rhythm/OnsetModel+Fitted.swift"
# Weights are fitted on the first, the threshold is chosen on the others.
FITTED, HELD = (730_001, 730_002), (730_003,)
THRESHOLDS = numpy.arange(-4, 4.01, 0.1)


def main():
    options = parse_options()
    makers = made_by(options.program)
    sets = kept(options.keep, makers) or {half: material.heard(options.program, seeds, 1)
                                          for half, seeds in (("fitted", FITTED), ("held", HELD))}
    if options.keep:
        options.keep.write_bytes(pickle.dumps((makers, sets)))
    model = trained(sets["fitted"], sets["held"])
    for half in sets:
        print(f"{half}\n\n{table(sets[half], model)}\n", flush=True)
    MODEL.write_text(text(model), encoding="utf-8")
    SWIFT.write_text(swift(model), encoding="utf-8")


def parse_options():
    parser = argparse.ArgumentParser(prog="scripts/bench train-onsets", description=__doc__)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/parlandoctl",
                        help="the parlandoctl that describes the candidates")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FILE",
                        help="keep what was heard, so that another fit needs no performances; only of one's own making")
    return parser.parse_args()


def made_by(program):
    """What was heard depends on the program, on the scripts that make the performances, and on the seeds."""
    digest = hashlib.sha256(repr((FITTED, HELD)).encode())
    for path in [program, *sorted(pathlib.Path(__file__).parent.glob("*.py"))]:
        if path.name not in ("decision.py", "regression.py", "train.py"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def kept(path, makers):
    if not path or not path.exists():
        return None
    heard_by, sets = pickle.loads(path.read_bytes())
    if heard_by != makers:
        sys.exit(f"{path} was kept by another version of the program or of the performances. Remove it.")
    return sets


def trained(fitted, held):
    """What `data/onset-model.json` holds."""
    all_terms = decision.terms()
    rows = [examples(performance, all_terms) for performance in fitted]
    weights, _ = regression.fitted(*(numpy.concatenate(part) for part in zip(*rows)))
    chosen = [(round(float(weight), 2), term) for weight, term in zip(weights, all_terms) if round(float(weight), 2) > 0]
    model = {"seeds": {"fitted": list(FITTED), "held": list(HELD)}, "instruments": len(INSTRUMENTS),
             "performances": {"fitted": len(fitted), "held": len(held)},
             "strokes": {"fitted": strokes(fitted), "held": strokes(held)},
             "reached": {"fitted": reached(fitted), "held": reached(held)},
             "candidates": {"fitted": sum(len(row[0]) for row in rows)},
             "threshold": 0.0,
             "terms": [{"weight": term.sign * weight, "ramps": [list(ramp) for ramp in term.ramps]}
                       for weight, term in chosen]}
    model["threshold"] = threshold(held, model)
    model["scores"] = {half: scores(performances, model) for half, performances in (("fitted", fitted), ("held", held))}
    return model


def strokes(performances):
    return sum(len(performance.truth) for performance in performances)


def reached(performances):
    """The share of strokes that are asked about at all: no decision hears more."""
    found = sum(len(matches(performance.truth, sorted(performance.moments[~performance.clicks]), WINDOW))
                for performance in performances)
    return round(found / strokes(performances), 4)


def examples(performance, all_terms):
    """Terms of everything that the decision is asked about, and whether it is a stroke."""
    asked = decision.asked(performance)
    return decision.design(performance, all_terms)[asked], (distances(performance) <= WINDOW)[asked].astype(float)


def distances(performance):
    """From each candidate to its nearest stroke, in seconds."""
    truth = numpy.array(performance.truth)
    return numpy.abs(performance.moments[:, None] - truth).min(axis=1) if len(truth) else performance.moments + 1


def evidences(performances, model):
    chosen = [decision.Term(1 if row["weight"] > 0 else -1, tuple(map(tuple, row["ramps"]))) for row in model["terms"]]
    weights = numpy.array([abs(row["weight"]) for row in model["terms"]])
    return [decision.design(performance, chosen) @ weights for performance in performances]


def threshold(performances, model):
    """That which hears best, within 25 ms and within 10 ms together."""
    evidence = evidences(performances, model)
    middle = float(numpy.median(numpy.concatenate([values for values in evidence if len(values)])))
    def quality(value):
        score = decision.score(performances, evidence, value)
        return score.f(score.wide) + score.f(score.narrow)
    return max((round(middle + value, 1) for value in THRESHOLDS), key=quality)


def scores(performances, model):
    """With the intervals since the true strokes, and on the held seed with the threshold that was chosen there.

    `scripts/bench onsets --fresh` measures what the program hears.
    """
    score = decision.score(performances, evidences(performances, model), model["threshold"])
    return {"F25": round(score.f(score.wide), 4), "F10": round(score.f(score.narrow), 4)}


def table(performances, model):
    """By condition and by instrument."""
    evidence = evidences(performances, model)
    rows = []
    for key, names in (("condition", (*CONDITIONS, "made")), ("instrument", (*INSTRUMENTS, *made.NAMES))):
        for name in names:
            part = [(one, values) for one, values in zip(performances, evidence) if getattr(one, key) == name]
            score = decision.score(*zip(*part), model["threshold"]) if part else None
            if score:
                rows.append((name, str(score.notes), str(score.heard), f"{score.f(score.wide):.4f}",
                             f"{score.f(score.narrow):.4f}", score.delay[1]))
    return tables.table(("part", "strokes", "heard", "F 25 ms", "F 10 ms", "95 % delay"), rows)


def text(model):
    """JSON with one term a line."""
    plain = {key: value for key, value in model.items() if key != "terms"}
    lines = ",\n".join(f"    {json.dumps(term)}" for term in model["terms"])
    return json.dumps(plain, indent=2)[:-2] + f',\n  "terms": [\n{lines}\n  ]\n}}\n'


def swift(model):
    def term(row):
        ramps = [f"OnsetRamp(.{name}, {foot:g}, {top:g})" for name, foot, top in row["ramps"]]
        if len(ramps) == 1:
            return f"            OnsetTerm({row['weight']:g}, {ramps[0]}),"
        return f"            OnsetTerm(\n                {row['weight']:g}, " + ",\n                ".join(ramps) + "),"
    terms = "\n".join(term(row) for row in model["terms"])
    return f"""// swift-format-ignore-file

/// Written by `scripts/bench train-onsets`, as is `data/onset-model.json`, which tells how the weights came about.
extension OnsetModel {{
    static let fitted = OnsetModel(
        threshold: {model["threshold"]:g},
        terms: [
{terms}
        ])
}}
"""


if __name__ == "__main__":
    main()
