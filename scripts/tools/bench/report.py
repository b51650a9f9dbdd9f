"""The benchmark's tables."""
import os
import platform

from figures import Figure, change_figures, delay_figures, start_figures, word_error_rate
from tables import figure_rows, shown, table

GROUPS = {"clean": "clean speech", "noisy": "noisy speech (5 and 10 dB, echo)", "long": "long session with pauses"}


def machine(model):
    name = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                platform.machine())
    return f"{name}, {os.cpu_count()} cores; model {model}"


def disturbance(share):
    """What to think of the figures when other programs used this share (0…1) of the processor meanwhile."""
    note = "" if share < 0.05 else " Delays and CPU seconds are larger than on a quiet machine."
    return f"Other programs used {100 * share:.0f} % of the processor meanwhile.{note}"


def ratio(value, other):
    return f"{value / other:.2f} ×" if value is not None and other else "–"


def accuracy(live, offline, peer):
    """Word error rates beside each other, then invented words, processor and memory."""
    rows = []
    for group, title in GROUPS.items():
        scores = [system.pooled(group) for system in (live, offline, peer)]
        if not scores[0].reference_words:
            continue
        rates = [word_error_rate(score) for score in scores]
        rows.append((f"word error rate, {title}, {scores[0].reference_words} words", *(shown(rate, "%") for rate in rates),
                     f"{rates[0] - rates[1]:+.2f} points", ratio(rates[0], rates[2]), ratio(rates[1], rates[2])))
    rows.append(invented(live, offline, peer))
    rows += costs(live, offline, peer)
    head = ("", "live", "offline", "whisper-cli", "live − offline", "live : cli", "offline : cli")
    return table(head, rows)


def invented(*systems):
    counts = [system.pooled("silent").final_written for system in systems]
    seconds = sum(recording.seconds for recording in systems[0].of("silent"))
    return (f"words invented in {seconds:.0f} s without speech", *counts, "", "", "")


def costs(*systems):
    rows = []
    for title, unit, values in (
        ("CPU seconds a second of speech", "", [system.cpu_share(*GROUPS) for system in systems]),
        ("peak memory", "MB", [system.peak(*GROUPS) for system in systems]),
    ):
        live, offline, peer = values
        rows.append((title, *(shown(value, unit) for value in values), "", ratio(live, peer), ratio(offline, peer)))
    return rows


def goals(live, offline):
    """Every figure that has a goal, beside it."""
    speech = live.pooled(*GROUPS)
    silent = live.pooled("silent")
    difference = gap(live, offline)
    figures = [Figure("live word error rate above offline", difference, "points", 0.5)]
    figures += delay_figures(speech) + start_figures(speech) + change_figures(speech)
    figures += [
        Figure("CPU while someone speaks, of one core", live.listening_share(*GROUPS), "%", 70),
        Figure("CPU in silence and noise, of one core", live.listening_share("silent"), "%", 2),
        Figure("words invented without speech", silent.final_written, "", 0),
        Figure("most of them on the page at once", silent.most_written, "", 0),
        Figure("CPU seconds for a second of file, offline", offline.cpu_share(*GROUPS), "", 0.08),
        Figure("peak memory, live", live.peak(*GROUPS, "silent"), "MB", 250),
    ]
    return table(("live, at real pace", "value", "goal", ""), figure_rows(figures))


def gap(live, offline):
    rates = [word_error_rate(system.pooled(*GROUPS)) for system in (live, offline)]
    return rates[0] - rates[1] if None not in rates else None


def problems(live):
    """Promises of the event format that a session broke."""
    lines = [f"! {name}: {problem}" for name, score in live.scores.items() for problem in score.problems]
    for name, log in live.logs.items():
        claimed, real = log.summary.get("cpu_seconds"), live.runs[name].cpu
        if claimed is not None and claimed > real * 1.05 + 0.05:
            lines.append(f"! {name}: the summary claims {claimed:.2f} CPU seconds, the system counted {real:.2f}")
    return "\n".join(lines)


