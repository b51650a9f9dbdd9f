"""How soon dictated text stands in another application: each word after it became final, and the last ones after Stop.

The second is the whole way of the real program, with the model tiny.en: from a virtual microphone through the real
IBus, through a stand-in of the desktop's portal that really presses the keys, and onto the clipboard. Stop is the
release of push-to-talk, or the shortcut, in turn.
"""
import argparse
import array
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import sound
from busy import busy_core
from figure import Figure, percentile
from tables import figure_rows, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Gui"))
# The longest that a final word may take, in milliseconds.
BAR = 50
# From Stop to the last character, in seconds: the median, and 95 of 100.
WRITTEN, WRITTEN_95 = 0.6, 1.0
# From the end of the last word to Stop, in seconds.
WAITS = (0.0, 0.2, 0.4)
# After this no question to the window disturbs what is measured.
PATIENCE_SECONDS = 1.5
FRAME = sound.RATE // 50


def measure_words(toolkit, program, times):
    """The delays of all words in milliseconds."""
    from caret import Client, Daemon

    with Daemon() as daemon, Client(toolkit) as client:
        said = subprocess.run([program, "caret", str(times)], stdout=subprocess.PIPE, text=True, check=True, timeout=600)
        client.look()
        finals = dict((int(number), float(time)) for number, time in (line.split() for line in said.stdout.splitlines()))
        arrivals = {}
        for text, time in client.changes:
            arrivals.setdefault(len(text.split()), time)
        missing = [number for number in finals if number not in arrivals]
        wanted = " ".join(str(number) for number in sorted(finals))
        if missing or client.text() != wanted:
            raise SystemExit(f"{toolkit}: these words did not arrive once and in order: {missing}\n{client.text()}")
        if daemon.engine == "parlando":
            raise SystemExit(f"{toolkit}: the former engine was not restored")
        return [(arrivals[number] - time) * 1000 for number, time in finals.items()]


def word_figures(program, times):
    rows = []
    for toolkit, name in (("gtk4", "GTK 4"), ("gtk3", "GTK 3"), ("qt5", "Qt 5")):
        delays = measure_words(toolkit, program, times)
        rows += [
            Figure(f"{name}: word final → in the field, median of {len(delays)}", percentile(delays, 0.5), "ms", BAR),
            Figure(f"{name}: the same, 95 of 100", percentile(delays, 0.95), "ms", BAR),
            Figure(f"{name}: the same, longest", max(delays), "ms"),
        ]
    return rows


def phrases(path):
    """The beginnings of a recording up to the end of the sound before each pause, as bytes."""
    samples = array.array("h", sound.samples(path))
    loudness = [sum(map(abs, samples[start:start + FRAME])) / FRAME for start in range(0, len(samples) - FRAME, FRAME)]
    threshold = 0.1 * percentile(loudness, 0.9)
    loud = [index for index, value in enumerate(loudness) if value > threshold]
    ends = [75]
    for index, after in zip(loud, loud[1:]):
        # A pause of a fifth of a second, and half a second after the one before.
        if after - index > 10 and index - ends[-1] > 25:
            ends.append(index + 1)
    return [samples[:end * FRAME].tobytes() for end in ends[1:]]


class Field:
    """The entry of another program."""

    def __init__(self):
        from caret import Client

        self.client = Client("gtk4")

    def __enter__(self):
        self.client.__enter__()
        return self

    def __exit__(self, *rest):
        self.client.__exit__(*rest)

    def empty(self):
        self.client.focus()
        for key in ("ctrl+a", "Delete"):
            subprocess.run(["xdotool", "key", key], check=True)
        time.sleep(0.2)
        self.client.look().changes.clear()

    @property
    def changes(self):
        """What stood there after each change, and when."""
        return self.client.look().changes


class Clipboard:
    def __enter__(self):
        from caret import Lines

        self.lines = Lines([sys.executable, str(ROOT / "bench/window/clipboard_watch.py")])
        assert self.lines.next() == "ready"
        self.changes = []
        return self

    def __exit__(self, *rest):
        self.lines.kill()

    def empty(self):
        self.changes = Changes(self.lines)


class Changes:
    """What a process reports from now on."""

    def __init__(self, lines):
        self.lines, self.seen = lines, []
        list(self)
        self.seen = []

    def __iter__(self):
        while not self.lines.messages.empty():
            self.seen.append(self.lines.messages.get())
        return iter(list(self.seen))


class Dictation:
    """Sessions of the real program whose text goes to one place."""

    def __init__(self, program, portal, place, folder):
        self.program, self.portal, self.place = program, portal, place
        self.path = os.path.join(folder, "phrase.wav")

    def attempt(self, phrase, wait, is_held):
        """Seconds from the end of the sound, and from Stop, to the last character; None where nothing was heard."""
        import screen
        from test_dictation import words

        sound.write([phrase], self.path)
        before = self.program.transcript()
        self.place.empty()
        self.portal.press("talk" if is_held else "toggle")
        if not is_held:
            self.portal.release("toggle")
        self.program.see("Stop")
        # Until IBus has its engine and the window is at rest.
        time.sleep(0.7)
        player = ["paplay", "--latency-msec=20", "--device=" + os.environ["PARLANDO_VIRTUAL_SINK"], self.path]
        subprocess.run(player, check=True)
        ended = time.monotonic()
        time.sleep(wait)
        stopped = time.monotonic()
        if is_held:
            self.portal.release("talk")
        else:
            self.portal.press("toggle")
        time.sleep(PATIENCE_SECONDS)
        self.program.see("Start", seconds=60)
        heard = words(self.program.transcript()[len(before):])
        if not heard:
            return None
        screen.wait("the text", lambda: any(words(text or "") == heard for text, _ in self.place.changes), 20)
        # A pasted text may first have taken the place of another.
        arrived = next(when for text, when in self.place.changes if words(text or "") == heard)
        return arrived - ended, max(arrived - stopped, 0)


def measure_stop(way, tries, folder):
    """The seconds of all tries."""
    from contextlib import ExitStack

    from caret import Daemon
    from portal import Portal
    from program import SAMPLE, Program

    with ExitStack() as stack:
        if way == "IBus":
            stack.enter_context(Daemon())
        portal = stack.enter_context(Portal())
        program = Program(folder=folder)
        program.set("binds-shortcuts", "true")
        program.set("delivery", "clipboard" if way == "clipboard" else "applications")
        stack.enter_context(program)
        place = stack.enter_context(Clipboard() if way == "clipboard" else Field())
        program.see("Start")
        # Until the model is warm and the shortcuts are bound.
        time.sleep(4)
        dictation = Dictation(program, portal, place, folder)
        said = phrases(SAMPLE)
        found = [dictation.attempt(said[index % len(said)], WAITS[index // 2 % len(WAITS)], index % 2 == 0)
                 for index in range(tries)]
    heard = [times for times in found if times]
    if len(heard) < 0.9 * tries:
        raise SystemExit(f"{way}: nothing was heard in {tries - len(heard)} of {tries} tries")
    return heard


def stop_figures(tries, is_busy):
    rows = []
    for way in ("IBus", "portal", "clipboard"):
        with tempfile.TemporaryDirectory() as folder, busy_core(is_busy):
            times = measure_stop(way, tries, folder)
        name = f"{way}, one core busy" if is_busy else way
        sounds, stops = [time for time, _ in times], [time for _, time in times]
        rows += [
            Figure(f"{name}: Stop → last character, median of {len(times)}", percentile(stops, 0.5), "s", WRITTEN),
            Figure(f"{name}: the same, 95 of 100", percentile(stops, 0.95), "s", WRITTEN_95),
            Figure(f"{name}: end of the last word → last character, median", percentile(sounds, 0.5), "s"),
            Figure(f"{name}: the same, 95 of 100", percentile(sounds, 0.95), "s"),
        ]
    return rows


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench caret")
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("times", nargs="?", type=int, default=200, help="words written one by one; 0: none")
    parser.add_argument("--tries", type=int, default=24, help="dictations that are stopped, for each way")
    parser.add_argument("--busy", action="store_true", help="a process keeps one core busy during these dictations")
    options = parser.parse_args()
    rows = word_figures(options.program, options.times) if options.times else []
    rows += stop_figures(options.tries, options.busy) if options.tries else []
    print(table(("at the caret", "value", "goal", ""), figure_rows(rows)))
    print(f"\nLoad of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    if any(row.is_missed for row in rows):
        raise SystemExit(1)


main()
