"""Reads the events of `parlandoctl transcribe --stream --format events` into what a reader saw, and when."""
import json
from dataclasses import dataclass, field

from words import tokens, tokens_of, written_words

# A text that is replaced sooner was never on a 60 Hz screen: `settled` and the `partial` after it are one change.
FRAME_SECONDS = 0.016


@dataclass
class Display:
    """What is on the page from `time` on."""
    time: float     # seconds of the clock of the events
    settled: int    # how many normalised words stand for good
    tail: list      # the normalised words that may still change
    written: int    # words on the page, as a reader counts them


@dataclass
class EventLog:
    """One session."""
    displays: list = field(default_factory=list)
    settled: list = field(default_factory=list)     # normalised words
    times: list = field(default_factory=list)       # (start, end) of each in the sound, None where it is not told
    final_text: str = ""
    summary: dict = field(default_factory=dict)
    problems: list = field(default_factory=list)    # what breaks the promises of the format


def read_events(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def words_of(event):
    """The written words of an event: its `words`, else its `text`."""
    if event.get("words"):
        return [piece for word in event["words"] for piece in word["text"].split()]
    return event.get("text", "").split()


def times_of(event):
    """The times of an event's normalised words: of all that are in one written word, that word's."""
    if not event.get("words"):
        return [None] * len(tokens(words_of(event)))
    return [(word["start"], word["end"]) for word in event["words"] for piece in word["text"].split()
            for _ in tokens_of(piece)]


def parse(events):
    """The log of one session. What is settled stays: it is only ever appended to."""
    log = EventLog()
    settled_words, tail, clock, has_final = [], [], 0.0, False
    for event in events:
        kind = event["type"]
        if kind == "summary":
            log.summary = event
            continue
        if event["t"] < clock:
            log.problems.append(f"time runs backwards at {event['t']:.3f} s")
        clock = event["t"]
        if kind == "partial":
            tail = words_of(event)
        elif kind == "settled":
            settled_words += words_of(event)
            log.settled += tokens(words_of(event))
            log.times += times_of(event)
        elif kind == "final":
            has_final, tail, log.final_text = True, [], event.get("text", "")
        else:
            continue
        _show(log.displays, Display(clock, len(log.settled), tokens(tail), _count(settled_words) + _count(tail)))
    _check(log, settled_words, has_final)
    return log


def _count(words):
    return len(written_words(" ".join(words)))


def _show(displays, display):
    if displays and display.time - displays[-1].time < FRAME_SECONDS:
        displays[-1] = display
    else:
        displays.append(display)


def _check(log, settled_words, has_final):
    if not has_final:
        log.problems.append("no final event")
        log.final_text = " ".join(settled_words)
    elif tokens(log.final_text.split()) != log.settled:
        log.problems.append("the final text is not the settled text")
    if not log.summary:
        log.problems.append("no summary")
