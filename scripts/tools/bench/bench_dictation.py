"""Measures dictation: Parlando live and offline, and whisper.cpp's own command, on the same recordings."""
import argparse
import os
import pathlib
import shutil
import sys
import time

import report
from process import Neighbours
from recordings import recordings
from sessions import Results, peer, stream, transcribe

ROOT = pathlib.Path(__file__).resolve().parents[3]


def parse_options():
    parser = argparse.ArgumentParser(prog="scripts/bench dictation", description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, help="folder of recordings with a manifest.json")
    parser.add_argument("--quick", action="store_true", help="a few recordings only: about three minutes")
    parser.add_argument("--long", action="store_true", help="also a ten-minute session")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--only", choices=("clean", "noisy", "long", "silent"), help="one group of recordings")
    options = parser.parse_args()
    if options.data is None:
        sys.exit("No recordings were found. Give a folder with --data; its manifest.json names files and words.")
    return options


def main():
    options = parse_options()
    tool = ROOT / ".build/release/parlandoctl"
    model_path = find_model(options.model)
    chosen = [r for r in recordings(options.data, options.quick) if options.only in (None, r.group)]
    if shutil.which("whisper-cli") is None:
        sys.exit("whisper-cli is missing. scripts/setup builds it.")
    folder = ROOT / ".build/bench" / time.strftime("%Y-%m-%d-%H%M%S")
    folder.mkdir(parents=True)
    print(report.machine(options.model))
    print(f"{len(chosen)} recordings, {sum(r.seconds for r in chosen) / 60:.1f} minutes, heard at real pace;"
          f" events are kept in {folder.relative_to(ROOT)}\n", flush=True)
    neighbours = Neighbours()
    live, offline, cli = hear(tool, options.model, model_path, chosen, folder)
    share = neighbours.share()
    print(report.accuracy(live, offline, cli), "\n")
    print(report.goals(live, offline))
    print("\n" + report.disturbance(share))
    print(report.problems(live))
    if options.long:
        measure_long(tool, options, chosen, folder)


def find_model(name):
    """The newest file of a model."""
    folder = pathlib.Path(os.environ["PARLANDO_MODELS"])
    files = sorted(folder.glob(f"{name}-v*.bin"))
    if not files:
        sys.exit(f"The model {name} is not in {folder}. Fetch it with scripts/setup --model {name}.")
    return files[-1]


def hear(tool, model, model_path, chosen, folder):
    live, offline, cli = Results("live"), Results("offline"), Results("whisper-cli")
    for number, recording in enumerate(chosen, 1):
        if sys.stderr.isatty():
            print(f"\r{number}/{len(chosen)} {recording.name:<40}", end="", file=sys.stderr)
        result, score, live.logs[recording.name] = stream(tool, model, recording, folder)
        live.add(recording, result, score)
        offline.add(recording, *transcribe(tool, model, recording))
        cli.add(recording, *peer(model_path, recording))
    if sys.stderr.isatty():
        print("\r" + " " * 50 + "\r", end="", file=sys.stderr)
    return live, offline, cli


def measure_long(tool, options, chosen, folder):
    from long_session import long_session
    print(long_session(tool, options.model, recordings(options.data, False), folder))


if __name__ == "__main__":
    main()
