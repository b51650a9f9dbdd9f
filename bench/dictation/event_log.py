"""Reads the events of `parlandoctl transcribe --stream --format events` into what a reader saw, and when."""
import json
from dataclasses import dataclass, field

from words import tokens, tokens_of, written_words

# A text that is replaced sooner was never on a 60 Hz screen: `final` and the `interim` after it are one change.
FRAME_SECONDS = 0.016


@dataclass
class Display:
    """What is on the page from `time` on."""
    time: float     # seconds of the clock of the events
    final: int    # number of normalised words that are final
    tail: list      # the normalised words that may still change
    written: int    # words on the page, as a reader counts them


@dataclass
class EventLog:
    """One session."""
    displays: list = field(default_factory=list)
    final: list = field(default_factory=list)     # normalised words
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
    """The log of one session. Final words are only ever appended to."""
    log = EventLog()
    words, tail, clock, has_final = [], [], 0.0, False
    for event in events:
        kind = event["type"]
        if kind == "summary":
            log.summary = event
            continue
        if event["t"] < clock:
            log.problems.append(f"time runs backwards at {event['t']:.3f} s")
        clock = event["t"]
        if kind == "interim":
            tail = words_of(event)
        elif kind == "final":
            words += words_of(event)
            log.final += tokens(words_of(event))
            log.times += times_of(event)
        elif kind == "transcript":
            has_final, tail, log.final_text = True, [], event.get("text", "")
        else:
            continue
        _show(log.displays, Display(clock, len(log.final), tokens(tail), _count(words) + _count(tail)))
    _check(log, words, has_final)
    return log


def _count(words):
    return len(written_words(" ".join(words)))


def _show(displays, display):
    if displays and display.time - displays[-1].time < FRAME_SECONDS:
        displays[-1] = display
    else:
        displays.append(display)


def _check(log, words, has_final):
    if not has_final:
        log.problems.append("no transcript")
        log.final_text = " ".join(words)
    elif tokens(log.final_text.split()) != log.final:
        log.problems.append("the transcript is not the final text")
    if not log.summary:
        log.problems.append("no summary")
