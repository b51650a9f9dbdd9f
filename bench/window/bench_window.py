"""Measures the window: how soon it is there and listens, how it keeps up while it writes, and what it takes.

Run by scripts/bench window, on a virtual display with a virtual microphone, by the python of the system, which has the
accessibility library.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Gui"))

import program  # noqa: E402
import screen  # noqa: E402
from figure import Figure, percentile  # noqa: E402
from frames import Frames  # noqa: E402
from model_mirror import first_button  # noqa: E402
from process import usage_of  # noqa: E402
from tables import figure_rows, table  # noqa: E402

IDLE_SECONDS = 10
# A program that did nothing for so long is at rest.
REST_SECONDS = 1
PATIENCE_SECONDS = 20
# The sample takes eleven seconds.
TIMES_SPOKEN = 6
# Between two questions to the window.
QUESTION_SECONDS = 0.02


class Window(program.Program):
    """The window as it comes, with its animations."""

    def set_looks(self, more=""):
        pass

    @property
    def number(self):
        """What the X server calls it, None: it is not there yet."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.split()
        return int(found[0]) if found else None

    def find_window(self):
        if self.process.poll() is not None:
            raise SystemExit(f"The program ended with {self.process.returncode}. It said:\n{self.said()}")
        return self.number

    @property
    def work(self):
        """Seconds of the processor so far."""
        return usage_of(self.process.pid)[0]

    @property
    def memory(self):
        return usage_of(self.process.pid)[1]

    @property
    def shared_memory(self):
        """MB: its own memory, and its share of what other programs use as well."""
        rollup = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return int(re.search(r"^Pss:\s*(\d+) kB", rollup, re.MULTILINE)[1]) / 1024

    @property
    def most_memory(self):
        """MB resident at most so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024


class Recordings(threading.Thread):
    """Notes the moment of each recording that a program begins, as the sound server tells it."""

    def __init__(self):
        super().__init__(daemon=True)
        self.moments = []
        self.server = subprocess.Popen(["pactl", "subscribe"], stdout=subprocess.PIPE, text=True,
                                       stderr=subprocess.DEVNULL, env=dict(os.environ, LC_ALL="C"))
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        self.join()
        self.server.stdout.close()

    def run(self):
        for line in self.server.stdout:
            if "'new' on source-output" in line:
                self.moments.append(time.monotonic())


def starts(times):
    """Seconds from the start of the process to the window, and to the rest after the model is warm."""
    shown, warm = [], []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            window = Window(folder=folder)
            began = time.monotonic()
            # `Program` looks twenty times a second; a start is a matter of tenths.
            window.process = subprocess.Popen([program.PROGRAM], env=window.environment, stdin=subprocess.DEVNULL,
                                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                while window.number is None:
                    if window.process.poll() is not None or time.monotonic() - began > PATIENCE_SECONDS:
                        raise SystemExit(f"No window came; the program's exit code is {window.process.poll()}.")
                    time.sleep(0.002)
                shown.append(time.monotonic() - began)
                warm.append(moment_of_rest(window) - began)
            finally:
                window.process.terminate()
                window.process.wait()
    return shown, warm


def memory_without_a_model():
    """MB of the first page of a new user, whose microphone is open."""
    with tempfile.TemporaryDirectory() as folder:
        window = Window(folder=folder)
        window.environment["XDG_DATA_HOME"] = os.path.join(folder, "data")
        with window:
            first_button(window)
            moment_of_rest(window)
            return window.shared_memory


def moment_of_rest(window):
    """When the program did something for the last time, for now."""
    last, work = time.monotonic(), window.work
    while time.monotonic() - last < REST_SECONDS:
        time.sleep(0.01)
        if window.work != work:
            last, work = time.monotonic(), window.work
    return last


def openings(window, recordings, times):
    """Seconds from the key that starts a session to the open microphone."""
    found = []
    for _ in range(times):
        known = len(recordings.moments)
        pressed = time.monotonic()
        window.key("ctrl+r")
        screen.wait("the microphone", lambda: len(recordings.moments) > known)
        found.append(recordings.moments[known] - pressed)
        window.key("ctrl+r")
        moment_of_rest(window)
    return found


def dictating(window):
    """The window while somebody speaks into it: seconds between two frames, and until it answers a question."""
    window.key("ctrl+r")
    page = screen.nodes(window.process.pid)[0]
    answers = []
    with Frames(window.number) as frames:
        before = window.work
        for _ in range(TIMES_SPOKEN):
            sound = program.speak()
            while sound.poll() is None:
                asked = time.monotonic()
                screen.name(page)
                answers.append(time.monotonic() - asked)
                time.sleep(QUESTION_SECONDS)
        # What is not recognised costs hardly anything.
        if window.work - before < TIMES_SPOKEN:
            raise SystemExit("The window did not listen.")
    window.key("ctrl+r")
    return frames.gaps(), answers


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench window", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer starts")
    options = parser.parse_args()
    times = 3 if options.quick else 10
    shown, warm = starts(times)
    bare = memory_without_a_model()
    with Window() as window, Recordings() as recordings:
        moment_of_rest(window)
        before = window.work
        time.sleep(IDLE_SECONDS)
        idle, memory = 100 * (window.work - before) / IDLE_SECONDS, window.memory
        opened = openings(window, recordings, times)
        gaps, answers = dictating(window)
        most = window.most_memory
    figures = [
        Figure("start of the process → window on screen, median", statistics.median(shown), "s", 0.3),
        Figure("the same, slowest", max(shown), "s"),
        Figure("start of the process → model loaded and warm, median", statistics.median(warm), "s", 1.5),
        Figure("CPU with the window open and idle, of one core", idle, "%", 1),
        Figure("Start → microphone open, median", 1000 * statistics.median(opened), "ms", 100),
        Figure("the same, slowest", 1000 * max(opened), "ms"),
        Figure("frame → next frame while somebody dictates, median", 1000 * statistics.median(gaps), "ms", 1000 / 30),
        Figure("the same, 99th percentile", 1000 * percentile(gaps, 0.99), "ms", 50),
        Figure("the same, longest: nothing may have moved", 1000 * max(gaps), "ms"),
        Figure("question to the window → answer, 99th percentile", 1000 * percentile(answers, 0.99), "ms", 50),
        Figure("the same, slowest", 1000 * max(answers), "ms"),
        Figure("memory without a model, its share of what is shared", bare, "MB", 90),
        Figure("memory with the model loaded", memory, "MB"),
        Figure("the most of it after a minute of dictation", most, "MB", 250),
    ]
    print(table(("the window", "value", "goal", ""), figure_rows(figures)))
    print(f"\n{len(gaps)} frames, {len(answers)} questions; load {os.getloadavg()[0]:.1f}")
    sys.exit(any(figure.is_missed for figure in figures))


if __name__ == "__main__":
    main()
