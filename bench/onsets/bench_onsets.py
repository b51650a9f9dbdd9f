"""Measures how well strokes are heard: Parlando and aubio on the same performances, by condition and by timbre.

With fresh performances it ends with status 1 and a list when a bar is missed.
"""
import argparse
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

import fresh
import tables
from onsets import CONDITIONS, FAR, NARROW, Score, is_moderate, matches, performances
from playing import PITCHED

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = ("hfc", "complex", "specflux", "mkl", "kl", "specdiff", "phase", "energy")
HEAD = ("condition", "precision", "recall", "F 25 ms", "F 10 ms", "at clicks", "bias ms", "spread ms", "delay ms", "95 %",
        "max")
TIMBRE_HEAD = ("timbre", "strokes", "F 25 ms", "F 10 ms", "mean error ms", "±", "median", "spread ms")
# Least F within 25 and 10 ms in the hardest condition, and the most that 95 % of the decisions take, in milliseconds.
WIDE_BAR, NARROW_BAR, DELAY_BAR = 0.99, 0.97, 24
TIMING_HEAD = ("timing of percussion", "strokes heard", "mean error ms", "spread ms", "robust", f"off by > {FAR} ms")


def main():
    options = parse_options()
    if options.fresh is None:
        # Seven conditions of each performance follow each other: every third one takes a third of each condition.
        measure(performances(options.data)[::3 if options.quick else 1], options.data, options.before)
        return
    with tempfile.TemporaryDirectory(prefix="performances-") as folder:
        seeds = options.fresh or [1]
        if set(seeds) & trained_seeds():
            sys.exit("The detector was trained with these seeds. Give others.")
        print(f"Performances made by seed {', '.join(map(str, seeds))}\n", flush=True)
        chosen = []
        for seed in seeds:
            own = pathlib.Path(folder) / str(seed)
            own.mkdir()
            fresh.make(own, seed, rounds=1 if options.quick else 2)
            chosen += performances(own)
        if options.moderate:
            chosen = [performance for performance in chosen if is_moderate(performance, PITCHED)]
        missed = measure(chosen, folder, options.before)
        if missed:
            sys.exit("Missed: " + "; ".join(missed))


def trained_seeds():
    seeds = json.loads((ROOT / "data/onset-model.json").read_text(encoding="utf-8"))["seeds"]
    return {seed for half in seeds.values() for seed in half}


def measure(chosen, folder, before=None):
    """The bars that are missed."""
    if not chosen:
        sys.exit(f"There are no performances in {folder}. Give a folder of them with --data, or make some with --fresh.")
    seconds = sum(performance.row["frames"] / performance.row["sr"] for performance in chosen if "sr" in performance.row)
    earlier = None
    if before:
        earlier, cost = timed(lambda: {p.path: parlando(before, p) for p in chosen})
        show("Parlando before", chosen, earlier, cost, seconds)
        show_timbres("Parlando before", chosen, earlier)
    tool = ROOT / ".build/release/parlandoctl"
    found, cost = timed(lambda: {p.path: parlando(tool, p) for p in chosen})
    show("Parlando", chosen, found, cost, seconds)
    show_timbres("Parlando", chosen, found)
    show_timing(chosen, found)
    missed = missed_bars(chosen, found) + (lost_timbres(chosen, earlier, found) if earlier else [])
    if shutil.which("aubioonset") is None:
        print("aubio is missing: apt-get install aubio-tools")
        return missed
    for method in METHODS:
        found, cost = timed(lambda: {p.path: aubio(method, p) for p in chosen})
        show(f"aubio {method}, its own bias removed", chosen, found, cost, seconds, bias(chosen, found))
    return missed


def missed_bars(chosen, found):
    hard, all_of_them = Score(), Score()
    for performance in chosen:
        for score in (all_of_them, hard) if performance.condition == "hard" else (all_of_them,):
            score.add(performance.truth, *found[performance.path], clicks=performance.clicks)
    figures = (("F within 25 ms in hard", WIDE_BAR, hard.f(hard.wide)),
               ("F within 10 ms in hard", NARROW_BAR, hard.f(hard.narrow)),
               ("ms of 95 % of the decisions", -DELAY_BAR, -float(all_of_them.delay[1])))
    missed = [f"{name}: {abs(value):.3f}, bar {abs(bar)}" for name, bar, value in figures if value < bar]
    return missed + ([f"strokes heard at clicks: {all_of_them.clicked}, bar 0"] if all_of_them.clicked else [])


def lost_timbres(chosen, before, now):
    """The timbres of which fewer strokes are placed within 10 ms than before, by more than chance (McNemar's test)."""
    changes = {}
    for performance in chosen:
        old, new = ({stroke for stroke, _ in matches(performance.truth, found[performance.path][0], NARROW)}
                    for found in (before, now))
        lost, gained = changes.setdefault(performance.row.get("instrument", "unknown"), [0, 0])
        changes[performance.row.get("instrument", "unknown")] = [lost + len(old - new), gained + len(new - old)]
    return [f"strokes of {timbre} within 10 ms: {lost} lost, {gained} gained"
            for timbre, (lost, gained) in sorted(changes.items()) if lost - gained > 2 * (lost + gained) ** 0.5]


def parse_options():
    parser = argparse.ArgumentParser(prog="scripts/bench onsets", description=__doc__)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--data", type=pathlib.Path, help="folder of performances with their truth")
    source.add_argument("--fresh", type=int, nargs="*", metavar="SEED",
                        help="make performances that were not there before, others for each seed")
    parser.add_argument("--moderate", action="store_true",
                        help="of the fresh performances only those that are no faster than the shared ones")
    parser.add_argument("--before", type=pathlib.Path, metavar="PROGRAM",
                        help="measure this parlandoctl too, such as one of an earlier version")
    parser.add_argument("--quick", action="store_true", help="a third of the performances; half as many fresh ones")
    return parser.parse_args()


def parlando(tool, performance):
    """Moments and when each was known."""
    answer = subprocess.run(
        [tool, "rhythm", "detect", performance.sound, "--reference", performance.beside("reference"),
         "--calibration", performance.beside("calibration")], check=True, capture_output=True, text=True)
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    accepted = [line for line in lines if line["accepted"]]
    return [line["t"] for line in accepted], [line["decided"] for line in accepted]


def aubio(method, performance):
    answer = subprocess.run(["aubioonset", "-i", performance.sound, "-r", "48000", "-O", method],
                            check=True, capture_output=True, text=True)
    return sorted(float(word) for word in answer.stdout.split()), None


def bias(chosen, found):
    """Median error on clean performances: a peer is not to suffer from a delay that it does not publish."""
    errors = []
    for performance in chosen:
        if performance.condition == "clean":
            truth, heard = performance.truth, found[performance.path][0]
            errors += [heard[right] - truth[left] for left, right in matches(truth, heard, 0.05)]
    return statistics.median(errors) if errors else 0.0


def timed(work):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(name, chosen, found, cost, seconds, shift=0.0):
    rows = []
    for condition in (*CONDITIONS, "all"):
        score = Score()
        for performance in chosen:
            if condition in ("all", performance.condition):
                onsets, decided = found[performance.path]
                score.add(performance.truth, onsets, decided, shift, performance.clicks)
        if score.notes:
            rows.append((condition, *score.row))
    per_second = f", {100 * cost / seconds:.1f} % of a core" if seconds else ""
    print(f"{name}{per_second}\n\n{tables.table(HEAD, rows)}\n", flush=True)


def show_timbres(name, chosen, found):
    """Whether the detector is late by the same for every instrument, all conditions together."""
    scores = {}
    for performance in chosen:
        score = scores.setdefault(performance.row.get("instrument", "unknown"), Score())
        score.add(performance.truth, *found[performance.path])
    rows = [(timbre, *score.timbre_row) for timbre, score in sorted(scores.items())]
    print(f"{name} by timbre\n\n{tables.table(TIMBRE_HEAD, rows)}\n", flush=True)


def show_timing(chosen, found):
    """How exactly struck instruments are placed, every stroke counted, and how much of that a few outliers are."""
    struck = [performance for performance in chosen if performance.row.get("instrument") not in PITCHED]
    rows = []
    for condition in (*CONDITIONS, "all"):
        score = Score()
        for performance in struck:
            if condition in ("all", performance.condition):
                score.add(performance.truth, *found[performance.path])
        if score.notes:
            rows.append((condition, *score.timing_row))
    print(f"{tables.table(TIMING_HEAD, rows)}\n", flush=True)


if __name__ == "__main__":
    main()
