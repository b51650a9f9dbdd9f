"""Plays tracks in real time to the program that writes captions, through the devices of with-virtual-audio.sh."""
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass

import numpy

from conditions import read
from event_log import read_events
from process import Run, Sampler
from sound import RATE

# The default sink, which the computer plays into; another, whose monitor is the microphone; the monitor's ALSA name.
COMPUTER, ROOM, MICROPHONE = "spk", "spk2", "mic2"
BLOCK = RATE // 100
SETTLING_SECONDS, PATIENCE_SECONDS = 5, 120     # until the model is loaded; until the program is there, or has ended
SLACK_SECONDS, EDGE_SECONDS = 0.3, 15   # by which a track with gaps is longer; when memory is measured, at both ends


@dataclass
class Heard:
    """What the program reported and took while tracks were played."""
    events: list
    problems: list
    began: dict     # sink → the time of its track's first sample, in seconds of the monotonic clock
    cpu: float      # % of one core
    memory: dict    # MB at the beginning and at the end


class Listener(threading.Thread):
    """Notes when the track of a sink was heard, in seconds of the monotonic clock."""

    def __init__(self, sink, path):
        super().__init__(daemon=True)
        self.path, self.places, self.first, self.last = path, numpy.flatnonzero(read(path)) / RATE, None, None
        self.process = realtime("parec", "--raw", "--latency-msec=10", f"--rate={RATE}", "--channels=1",
                                "--format=s16le", f"--device={sink}.monitor", stdout=subprocess.PIPE)
        self.start()

    def run(self):
        while block := self.process.stdout.read(2 * BLOCK):
            sounding = time.monotonic() + (numpy.flatnonzero(numpy.frombuffer(block, "<i2")) - BLOCK) / RATE
            if len(sounding):
                self.first, self.last = self.first or sounding[0], sounding[-1]

    def began(self):
        """When the first sample of the track was heard, which may be silent."""
        if self.first is None:
            sys.exit(f"Nothing was heard of {self.path}.")
        return self.first - self.places[0]

    def had_gaps(self):
        return self.last - self.first > self.places[-1] - self.places[0] + SLACK_SECONDS


def realtime(*command, **more):
    """Starts a program with real-time priority, where the system gives it: sound must not stutter."""
    able = subprocess.run(["chrt", "-f", "30", "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0
    return subprocess.Popen(["chrt", "-f", "30", *command] if able else command, **more)


def play(program, model, source, files, log):
    """Plays files, {sink: path}, to the program, whose events are kept in `log`."""
    with ExitStack() as stack:
        command, output = [program, "captions", model, source, MICROPHONE], stack.enter_context(log.open("wb"))
        process = stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output))
        stack.callback(process.kill)
        start = time.monotonic()
        sampler = Sampler(process.pid, start)
        while '"listening"' not in log.read_text(encoding="utf-8"):
            if process.poll() is not None or time.monotonic() - start > PATIENCE_SECONDS:
                sys.exit(f"The program does not listen:\n{log.read_text(encoding='utf-8')}")
            time.sleep(0.1)
        listeners = {sink: Listener(sink, path) for sink, path in files.items()}
        for listener in listeners.values():
            stack.callback(listener.process.kill)
        time.sleep(SETTLING_SECONDS)
        begin = time.monotonic() - start
        players = [realtime("paplay", f"--device={sink}", path) for sink, path in files.items()]
        if any(player.wait() for player in players):
            sys.exit("The sound server did not play the tracks.")
        end = time.monotonic() - start
        process.stdin.close()
        if process.wait(PATIENCE_SECONDS):
            sys.exit(f"{program} ended with {process.returncode}.")
    run = Run("", end, 0, 0, sampler.samples())
    memory = {"beginning": run.memory(begin, begin + EDGE_SECONDS), "end": run.memory(end - EDGE_SECONDS, end)}
    events, began = read_events(log), {sink: listener.began() for sink, listener in listeners.items()}
    problems = [event["text"] for event in events if event["type"] == "failure"]
    problems += [f"{files[sink].name} had gaps" for sink, listener in listeners.items() if listener.had_gaps()]
    return Heard(events, problems, began, run.share(begin, end), memory)
