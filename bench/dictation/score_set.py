"""Scores the event logs of a whole set of recordings by condition.

FOLDER holds <id>.jsonl for each recording that was heard live (`parlandoctl transcribe --stream --format events`, or
what a simulation writes in its place), and <id>.offline.txt where its text offline is known. Logs may also lie in a
folder of the set's name, as `scripts/bench dictation` keeps them. Recordings without a log are left out.
"""
import argparse
import json
import pathlib

import metrics
from by_condition import Condition, Heard, by_condition, delays, interval, shown_interval
from event_log import parse, read_events
from figures import per_hundred
from recordings import recordings
from tables import table

HEAD = ("condition", "words", "live", "offline", "live − offline", "90 % interval", "first p50", "p95", "stable p50",
        "final mean", "p95", "revised", "cpu")
ALL = "all speech"


def heard_of(folder, data):
    """[(Heard, summary of the session)] of the recordings of a set that have a log."""
    found = []
    for recording in recordings(data):
        names = [place / f"{recording.row['id']}.jsonl" for place in (folder / data.name, folder)]
        path = next((name for name in names if name.is_file()), None)
        if path is None:
            continue
        log = parse(read_events(path))
        offline = None
        text = path.with_suffix(".offline.txt")
        if text.is_file():
            offline = metrics.score_text(text.read_text(encoding="utf-8"), recording.row)
        found.append((Heard(recording.condition, metrics.score(log, recording.row), offline), log.summary))
    return found


def figures_of(condition, summaries):
    """The figures of a condition by name; rates for each 100 words, delays in seconds."""
    live = condition.live
    offline = condition.pooled("offline")
    seconds = sum(summary.get("audio_seconds") or 0 for summary in summaries)
    # Where nobody speaks every written word is wrong, brackets included.
    wrong = "final_written" if condition.is_silent else "errors"
    return {"recordings": len(condition.heard), "words": live.reference_words, "errors_live": getattr(live, wrong),
            "errors_offline": None if offline is None else getattr(offline, wrong), "live": condition.rate("live"),
            "offline": condition.rate("offline"), "excess": condition.excess, "interval": interval(condition.pairs),
            **delays(live), "revised": condition.revised,
            "cpu": per_hundred(sum(summary.get("cpu_seconds") or 0 for summary in summaries), seconds)}


def scored(found):
    """{condition: figures}, and all conditions with speech as one."""
    conditions = by_condition([heard for heard, _ in found])
    result = {}
    for condition in conditions:
        result[condition.name] = figures_of(condition, [summary for heard, summary in found
                                                        if heard.condition == condition.name])
    spoken = [(heard, summary) for heard, summary in found if heard.condition != "silent"]
    if len(conditions) > 1 and spoken:
        result[ALL] = figures_of(Condition(ALL, [heard for heard, _ in spoken]), [summary for _, summary in spoken])
    return result


def row(name, figures):
    def cell(key, pattern):
        return "–" if figures[key] is None else format(figures[key], pattern)

    def errors(system):
        if figures[f"errors_{system}"] is None:
            return "–"
        rate = "" if figures[system] is None else f"  {figures[system]:.1f}"
        return f"{figures[f'errors_{system}']}{rate}"

    return (name, figures["words"], errors("live"), errors("offline"), cell("excess", "+.2f"),
            shown_interval(figures["interval"]), *(cell(key, ".2f") for key in delays(metrics.Score())),
            cell("revised", ".0f"), "–" if figures["cpu"] is None else f"{figures['cpu']:.0f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="folder of event logs")
    parser.add_argument("--data", type=pathlib.Path, action="append", required=True,
                        help="folder of recordings with a manifest.json; once for each set")
    parser.add_argument("--json", action="store_true", help="print {set: {condition: figures}}")
    options = parser.parse_args()
    results, problems = {}, []
    for data in options.data:
        found = heard_of(options.folder, data)
        results[str(data)] = scored(found)
        problems += [problem for heard, _ in found for problem in heard.live.problems]
    if options.json:
        print(json.dumps(results))
        return
    for data, result in results.items():
        if not result:
            parser.error(f"{options.folder} holds no log of a recording of {data}")
        print(table((data, *HEAD[1:]), [row(name, figures) for name, figures in result.items()]),
              end="\n\n")
    print("Errors: number, and for each 100 words. Delays in seconds after the end of the word.")
    for problem in sorted(set(problems)):
        print(f"! {problems.count(problem)} × {problem}")


if __name__ == "__main__":
    main()
