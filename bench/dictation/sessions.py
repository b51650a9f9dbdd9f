"""Hears recordings with each of the systems that are compared."""
import json
import os
from dataclasses import dataclass, field

import metrics
from event_log import parse
from figures import pool
from process import run

# Tells the program to take so many times as long for decoding, as a slower processor would.
SLOWDOWN = "PARLANDO_DECODING_SLOWDOWN"
# Sound before this moment belongs to loading the model, not to listening.
SETTLING_SECONDS = 3


@dataclass
class Results:
    """What one system made of all recordings."""
    name: str
    scores: dict = field(default_factory=dict)      # recording → Score
    runs: dict = field(default_factory=dict)        # recording → Run
    logs: dict = field(default_factory=dict)        # recording → EventLog, streaming only
    heard: list = field(default_factory=list)       # Recording

    def add(self, recording, result, score):
        self.heard.append(recording)
        self.runs[recording.name], self.scores[recording.name] = result, score

    def within(self, name):
        """The results of one set."""
        return Results(self.name, self.scores, self.runs, self.logs,
                       [recording for recording in self.heard if recording.set == name])

    def of(self, *groups):
        return [recording for recording in self.heard if recording.group in groups]

    def pooled(self, *groups):
        return pool([self.scores[recording.name] for recording in self.of(*groups)])

    def cpu_share(self, *groups):
        """Processor seconds for each second of sound, start-up included."""
        chosen = self.of(*groups)
        seconds = sum(recording.seconds for recording in chosen)
        return sum(self.runs[recording.name].cpu for recording in chosen) / seconds if seconds else None

    def listening_share(self, *groups):
        """The same in % of one core while listening, start-up left out."""
        shares = [self.runs[recording.name].share(SETTLING_SECONDS, float("inf")) for recording in self.of(*groups)]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def peak(self, *groups):
        return max((self.runs[recording.name].peak for recording in self.of(*groups)), default=None)


def stream(tool, model, recording, folder, slowdown=1):
    """At real pace, through the path that the microphone takes. The events are kept in the folder.

    Decoding takes `slowdown` times as long as this machine needs for it.
    """
    result = run([tool, "transcribe", "--stream", "--pace", "real", "--format", "events", "--model", model,
                  recording.path], is_sampled=True, environment={SLOWDOWN: f"{slowdown:g}"} if slowdown != 1 else None)
    keep(result, folder, recording, "jsonl")
    log = parse([json.loads(line) for line in result.output.splitlines() if line.strip()])
    return result, metrics.score(log, recording.row), log


def transcribe(tool, model, recording, folder):
    """The whole file at once. The text is kept beside the events."""
    result = run([tool, "transcribe", "--model", model, "--format", "txt", recording.path])
    keep(result, folder, recording, "offline.txt")
    return result, metrics.score_text(result.output, recording.row)


def peer(model_path, recording, folder):
    """whisper.cpp's own command, greedy as Parlando is. Its text is kept too."""
    result = run(["whisper-cli", "-m", model_path, "-f", recording.path, "-bs", "1", "-bo", "1", "-t",
                  str(min(2, os.cpu_count())), "-l", "en", "-nt", "-np"])
    keep(result, folder, recording, "whisper-cli.txt")
    return result, metrics.score_text(result.output, recording.row)


def keep(result, folder, recording, ending):
    path = folder / f"{recording.name}.{ending}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(result.output, encoding="utf-8")
