"""How soon the window is there, and what it costs to leave it open and to dictate into it."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from figures import Figure, mean
from process import usage_of
from tables import figure_rows, table

STARTS = 5
IDLE_SECONDS = 10
WINDOW_WAIT_SECONDS = 20
# Eleven seconds each.
TIMES_SPOKEN = 6
# Recognising a minute of speech takes several times as much of the processor.
LEAST_WORK_SECONDS = 5


def window_figures(root):
    """Starts the program a few times on the display there is."""
    if not os.environ.get("DISPLAY") or shutil.which("xdotool") is None:
        return "\nThe window was not measured: it takes an X display and xdotool (scripts/bench starts a virtual one)."
    program = root / ".build/release/parlando"
    delays, idle, memory, dictating = [], None, None, None
    for start in range(STARTS):
        with tempfile.TemporaryFile("w+") as messages:
            process = subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=messages)
            try:
                delay = seconds_until_window(process)
                if delay is None:
                    raise SystemExit(f"The window did not open: {reason(process, messages)}")
                delays.append(delay)
                if start == STARTS - 1:
                    idle, memory = rest(process.pid)
                    dictating = most_while_dictating(process.pid, root / "data/samples/jfk.flac")
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()
    figures = [
        Figure("start of the process → window on screen, mean", mean(delays), "s", 0.5),
        Figure("the same, slowest", max(delays), "s"),
        Figure("CPU with the window open and idle, of one core", idle, "%", 1),
        Figure("memory with the model loaded", memory, "MB"),
        Figure("the most of it while somebody dictates, a minute", dictating, "MB", 250),
    ]
    return "\n" + table(("the window", "value", "goal", ""), figure_rows(figures))


def seconds_until_window(process):
    """None when no window comes."""
    began = time.monotonic()
    while time.monotonic() - began < WINDOW_WAIT_SECONDS and process.poll() is None:
        search = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if search.stdout.strip():
            return time.monotonic() - began
        time.sleep(0.005)
    return None


def reason(process, messages):
    """Why there is no window, with what the program said last."""
    messages.seek(0)
    said = messages.read().strip().splitlines()[-1:]
    ended = process.poll()
    what = f"none came in {WINDOW_WAIT_SECONDS} s" if ended is None else f"the program ended with {ended}"
    return f"{what}. It said: {said[0]}" if said else f"{what}."


def rest(pid):
    """(CPU in % of one core, MB resident) once the model is warm."""
    time.sleep(IDLE_SECONDS)
    before = usage_of(pid)
    time.sleep(IDLE_SECONDS)
    after = usage_of(pid)
    return 100 * (after[0] - before[0]) / IDLE_SECONDS, after[1]


def most_while_dictating(pid, speech):
    """Most MB resident while the virtual microphone hears a minute of speech; None where there is no such microphone."""
    speaker = os.environ.get("PARLANDO_VIRTUAL_SINK")
    if speaker is None:
        return None
    before = usage_of(pid)[0]
    window = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(pid)], stdout=subprocess.PIPE,
                            check=True, text=True).stdout.split()[0]
    subprocess.run(["xdotool", "windowfocus", "--sync", window, "key", "ctrl+r"], check=True)
    for _ in range(TIMES_SPOKEN):
        subprocess.run(["paplay", f"--device={speaker}", speech], check=True)
    if usage_of(pid)[0] - before < LEAST_WORK_SECONDS:
        raise SystemExit("The window did not listen.")
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024
