"""The benchmark's tables, and what is missed in them."""
import os
import pathlib
import platform

from by_condition import MOST_EXCESS, Heard, by_condition, interval, shown_interval
from figures import MOST_REVISED, Figure, change_figures, delay_figures, start_figures
from tables import figure_rows, shown, table

SPEECH = ("clean", "noisy", "long")
# MB of memory, and CPU seconds for each second of a file, with the smallest models; larger ones take what they take.
SMALLEST = ("tiny", "tiny.en")
MOST_MEMORY, MOST_WORK = 250, 0.08


def machine(model, slowdown=1, is_busy=False):
    described = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    name = next((line.split(":")[1].strip() for line in described if line.startswith("model name")), platform.machine())
    parts = [f"{name}, {os.cpu_count()} cores", f"model {model}"]
    parts += [f"live decoding takes {slowdown:g} times as long"] if slowdown != 1 else []
    parts += ["another process keeps one core busy"] if is_busy else []
    return "; ".join(parts)


def disturbance(share):
    """What to think of the figures when other programs used this share (0…1) of the processor meanwhile."""
    note = "" if share < 0.05 else " Delays and CPU seconds are larger than on a quiet machine."
    return f"Other programs used {100 * share:.0f} % of the processor meanwhile.{note}"


def ratio(value, other):
    return f"{value / other:.2f} ×" if value is not None and other else "–"


def conditions(live, offline, peer):
    """What each system made of each recording, condition by condition."""
    systems = (live, offline, peer)
    return by_condition([Heard(recording.condition, *(system.scores[recording.name] for system in systems))
                         for recording in live.heard])


def accuracy(name, found):
    """Errors of the conditions of one set beside each other, and words that did not stay."""
    head = (f"{name}: errors per 100 words", "words", "live", "offline", "whisper-cli", "live − offline",
            "90 % interval", f"≤ {MOST_EXCESS:g}", "revised", f"≤ {MOST_REVISED}")
    return table(head, [accuracy_row(condition) for condition in found])


def accuracy_row(condition):
    systems = ("live", "offline", "peer")
    if condition.is_silent:
        written = [condition.pooled(system).final_written for system in systems]
        return (f"{condition.title}: words written", "", *written, "", "", "", "", "")
    excess, revised = condition.figures()
    difference = "–" if excess.value is None else f"{excess.value:+.2f}"
    rates = [shown(condition.rate(system)) for system in systems]
    return (condition.title, condition.live.reference_words, *rates, difference,
            shown_interval(interval(condition.pairs)), excess.verdict, shown(revised.value), revised.verdict)


def costs(*systems):
    """Processor and memory of all that was heard."""
    rows = []
    for title, unit, values in (
        ("CPU seconds a second of speech", "", [system.cpu_share(*SPEECH) for system in systems]),
        ("peak memory", "MB", [system.peak(*SPEECH) for system in systems]),
    ):
        live, offline, peer = values
        rows.append((title, *(shown(value, unit) for value in values), ratio(live, peer), ratio(offline, peer)))
    return table(("", "live", "offline", "whisper-cli", "live : cli", "offline : cli"), rows)


def goals(live, offline, model, is_hindered=False):
    """Delays and costs of a set. A machine that was slowed down for it may be late: then they have no goals."""
    speech = live.pooled(*SPEECH)
    is_smallest = model in SMALLEST
    # Revised words are held against their goal by condition.
    figures = delay_figures(speech) + start_figures(speech) + change_figures(speech)[1:] + [
        Figure("CPU while someone speaks, of one core", live.listening_share(*SPEECH), "%", 60),
        Figure("CPU in silence and noise, of one core", live.listening_share("silent"), "%", 2),
        Figure("CPU seconds for a second of file, offline", offline.cpu_share(*SPEECH), "",
               MOST_WORK if is_smallest else None)]
    for figure in figures:
        figure.goal = None if is_hindered else figure.goal
    return figures + [Figure("peak memory, live", live.peak(*SPEECH, "silent"), "MB",
                             MOST_MEMORY if is_smallest else None)]


def figures_table(title, figures):
    return table((title, "value", "goal", ""), figure_rows(figures))


def missed(name, figures):
    """A line for each figure of a set that is beyond its goal."""
    return [f"{name}: {figure.name}: {shown(figure.value, figure.unit)}, goal ≤ {shown(figure.goal, figure.unit)}"
            for figure in figures if figure.is_missed]


def problems(live):
    """Promises of the event format that a session broke."""
    lines = [f"{name}: {problem}" for name in live.logs for problem in live.scores[name].problems]
    for name, log in live.logs.items():
        claimed, real = log.summary.get("cpu_seconds"), live.runs[name].cpu
        if claimed is not None and claimed > real * 1.05 + 0.05:
            lines.append(f"{name}: the summary claims {claimed:.2f} CPU seconds, the system counted {real:.2f}")
    return lines


def verdict(lines):
    """The last words, and the status that the command ends with."""
    if not lines:
        return "Every bar is met.", 0
    return "\n".join([f"{len(lines)} bar{'s' * (len(lines) > 1)} missed:", *(f"  {line}" for line in lines)]), 1
