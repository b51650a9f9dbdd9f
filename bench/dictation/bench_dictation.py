"""Measures dictation: Parlando live and offline, and whisper.cpp's own command, on the same recordings.

Ends with status 1 and a list when a bar is missed.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

import report
from busy import busy_core
from long_session import long_session
from process import Neighbours
from recordings import recordings
from sessions import Results, peer, stream, transcribe
from speech_sets import chosen

ROOT = pathlib.Path(__file__).resolve().parents[2]


def parse_options():
    parser = argparse.ArgumentParser(prog="scripts/bench dictation", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, action="append",
                        help="folder of recordings with a manifest.json; may be given several times")
    parser.add_argument("--fresh", type=int, nargs="+", default=[], metavar="SEED",
                        help="also recordings made of the clean ones, in other noises and rooms for each seed")
    parser.add_argument("--quick", action="store_true", help="a few recordings only: some minutes")
    parser.add_argument("--long", action="store_true", help="also a ten-minute session")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--only", nargs="+", default=[], metavar="WHICH",
                        help="groups (clean, noisy, long, silent) or conditions (n10, n5, rir…) of recordings")
    parser.add_argument("--slow", type=float, default=1, metavar="FACTOR",
                        help="let live decoding take so many times as long; delays and CPU have no goals then")
    parser.add_argument("--busy", action="store_true",
                        help="keep one core busy meanwhile; delays and CPU have no goals then")
    options = parser.parse_args()
    if options.data is None:
        sys.exit("No recordings were found. Give a folder with --data; its manifest.json names files and words.")
    return options


def main():
    options = parse_options()
    model_path = find_model(options.model)
    if shutil.which("whisper-cli") is None:
        sys.exit("whisper-cli is missing. scripts/setup builds it.")
    folder = ROOT / ".build/bench" / time.strftime("%Y-%m-%d-%H%M%S")
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="recordings-") as place:
        found = chosen(options.data, options.fresh, place, options.quick, options.only)
        print(report.machine(options.model, options.slow, options.busy))
        print(f"{len(found)} recordings, {sum(r.seconds for r in found) / 60:.1f} minutes, heard at real pace;"
              f" events are kept in {folder.relative_to(ROOT)}\n", flush=True)
        neighbours = Neighbours()
        with busy_core(options.busy):
            systems = hear(options, model_path, found, folder)
        share = neighbours.share()
    lines = show(systems, options)
    print(report.disturbance(share), end="\n\n", flush=True)
    if options.long:
        lines += measure_long(options, folder)
    text, status = report.verdict(lines)
    print(text)
    sys.exit(status)


def find_model(name):
    """The newest file of a model."""
    folder = pathlib.Path(os.environ["PARLANDO_MODELS"])
    files = sorted(folder.glob(f"{name}-v*.bin"))
    if not files:
        sys.exit(f"The model {name} is not in {folder}. Fetch it with scripts/setup --model {name}.")
    return files[-1]


def tool():
    return ROOT / ".build/release/parlandoctl"


def hear(options, model_path, found, folder):
    live, offline, cli = Results("live"), Results("offline"), Results("whisper-cli")
    for number, recording in enumerate(found, 1):
        if sys.stderr.isatty():
            print(f"\r{number}/{len(found)} {recording.name:<50}", end="", file=sys.stderr)
        result, score, live.logs[recording.name] = stream(tool(), options.model, recording, folder, options.slow)
        live.add(recording, result, score)
        offline.add(recording, *transcribe(tool(), options.model, recording, folder))
        cli.add(recording, *peer(model_path, recording, folder))
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return live, offline, cli


def show(systems, options):
    """Prints the tables of each set; the bars that are missed."""
    live = systems[0]
    lines = []
    for name in dict.fromkeys(recording.set for recording in live.heard):
        of_set = [system.within(name) for system in systems]
        found = report.conditions(*of_set)
        figures = report.goals(*of_set[:2], options.model, options.slow != 1 or options.busy)
        print(report.accuracy(name, found), end="\n\n")
        print(report.figures_table(f"{name}: live, at real pace", figures), end="\n\n")
        lines += report.missed(name, [figure for condition in found for figure in condition.figures()] + figures)
    print(report.costs(*systems), end="\n\n")
    return lines + report.problems(live)


def measure_long(options, folder):
    """Prints what a long session costs; the bars that it misses."""
    title, figures = long_session(tool(), options.model, recordings(options.data[0]), folder)
    print(report.figures_table(title, figures), end="\n\n")
    return report.missed(title, figures)


if __name__ == "__main__":
    main()
