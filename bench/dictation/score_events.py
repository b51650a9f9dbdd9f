"""Scores event logs of `parlandoctl transcribe --stream --format events`.

Several logs are pooled: give --reference once for each, in the same order. A reference is the id of a row of the
manifest in the data folder, or a JSON file that holds such a row ({"text": …, "words": [[word, start, end], …]}).
"""
import argparse
import dataclasses
import json
import pathlib
import sys

from event_log import parse, read_events
from figures import change_figures, delay_figures, error_figures, pool, start_figures
from metrics import score
from tables import figure_rows, table


def find_reference(name, data):
    path = pathlib.Path(name)
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    for row in json.loads((data / "manifest.json").read_text(encoding="utf-8")):
        if row["id"] == name:
            return row
    sys.exit(f"There is no recording '{name}' in {data / 'manifest.json'}.")


def summary_rows(summary):
    seconds = summary.get("audio_seconds") or 0
    share = 100 * summary.get("cpu_seconds", 0) / seconds if seconds else None
    return [("CPU share of one core", share, "%"), ("peak memory", summary.get("peak_rss_mb"), "MB"),
            ("sound", seconds, "s"), ("time it took", summary.get("wall_seconds"), "s")]


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench score", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", nargs="+", type=pathlib.Path, help="event log, JSON lines")
    parser.add_argument("--reference", action="append", required=True, help="row id or JSON file, once for each log")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with manifest.json")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON, each word's delays included")
    options = parser.parse_args()
    if len(options.events) != len(options.reference):
        parser.error("as many --reference as event logs are needed")
    logs = [parse(read_events(path)) for path in options.events]
    scores = [score(log, find_reference(name, options.data)) for log, name in zip(logs, options.reference)]
    total = pool(scores)
    if options.json:
        print(json.dumps(dataclasses.asdict(total)))
        return
    figures = error_figures(total) + delay_figures(total) + start_figures(total) + change_figures(total)
    print(table(("", "value", "goal", ""), figure_rows(figures)))
    for log in logs:
        print("  ".join(f"{name} {value:.1f} {unit}" for name, value, unit in summary_rows(log.summary) if value is not None))
    for problem in total.problems:
        print(f"! {problem}")


if __name__ == "__main__":
    main()
