"""What one session is worth: word errors, delays from the end of each word, and how much the text changes."""
from collections import Counter
from dataclasses import dataclass, field

import jiwer

from alignment import matches, matches_at_start
from words import normalised, tokens_of, written_words

# Event times begin when the first block of sound arrives, and that is when its last sample was spoken: at a microphone
# the first block of 100 ms arrives 100 ms after its first sample. Times of words count from the first sample.
BLOCK_SECONDS = 0.1
# A pause after which a speaker waits to see the first word again.
PAUSE_SECONDS = 0.8
# How much further than its own length a tail is compared with the final text.
SLACK_WORDS = 12


@dataclass
class Score:
    """Figures of one session. Delays in seconds, one for each word that was recognised and has a known end."""
    errors: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    reference_words: int = 0
    first: list = field(default_factory=list)       # end of the word → first on the page
    stable: list = field(default_factory=list)      # end of the word → on the page without a break to the end
    final: list = field(default_factory=list)     # end of the word → final
    borders: list = field(default_factory=list)     # how far off a word's start, and its end, is said to be
    timed_words: int = 0                            # words of the reference with a known end
    erased: int = 0         # words removed or moved behind a change (normalised erasure, Arivazhagan et al. 2020)
    revised: int = 0        # what the program itself counts of these; `erased` where it does not tell
    altered: int = 0        # words removed or replaced; those that only moved are not counted
    final_words: int = 0
    starts: list = field(default_factory=list)      # start of the first word → any word on the page
    onsets: list = field(default_factory=list)      # the same after each pause
    most_written: int = 0   # most words that were ever on the page at once
    final_written: int = 0  # words in the final text, brackets included
    problems: list = field(default_factory=list)


def score(log, reference):
    """Compares a session with a row of the manifest (`text`, and where known `words`: [word, start, end])."""
    result = Score(problems=list(log.problems))
    count_errors(result, reference["text"], log.final_text)
    result.most_written = max((display.written for display in log.displays), default=0)
    result.final_written = len(written_words(log.final_text))
    result.final_words = len(log.final)
    count_changes(result, log)
    result.revised = log.summary.get("revised_words", result.erased)
    if reference.get("words"):
        measure_delays(result, log, reference["words"])
    return result


def score_text(text, reference):
    """Compares a whole text, of which it is not known when it was there."""
    result = Score()
    count_errors(result, reference["text"], text)
    result.final_written = result.most_written = len(written_words(text))
    return result


def count_errors(result, reference, hypothesis):
    """Word errors after the normalisation of both texts."""
    spoken, heard = normalised(reference), normalised(hypothesis)
    if not spoken:
        result.insertions = result.errors = len(heard.split())
        return
    counts = jiwer.process_words(spoken, heard)
    result.substitutions, result.deletions = counts.substitutions, counts.deletions
    result.insertions = counts.insertions
    result.errors = counts.substitutions + counts.deletions + counts.insertions
    result.reference_words = counts.hits + counts.substitutions + counts.deletions


def count_changes(result, log):
    """Words that were shown and did not stay, summed over every change of the page."""
    for before, after in zip(log.displays, log.displays[1:]):
        now = log.final[before.final:after.final] + after.tail
        kept = 0
        while kept < min(len(before.tail), len(now)) and before.tail[kept] == now[kept]:
            kept += 1
        result.erased += len(before.tail) - kept
        result.altered += len(before.tail) - len(matches(before.tail, now))


def measure_delays(result, log, words):
    """Delays of every word of the reference that stands in the final text at its place."""
    spoken = [(word, start - BLOCK_SECONDS, end - BLOCK_SECONDS) for word, start, end in words]
    result.timed_words = sum(1 for word, _, _ in spoken if tokens_of(word))
    places = _places_of_words(spoken, log.final)
    runs = _runs_on_page(log)
    for (_, start, end), tokens_at in places:
        _measure_borders(result, log, start + BLOCK_SECONDS, end + BLOCK_SECONDS, tokens_at)
        # A word shown before it was begun is a lucky match: it counts from its beginning on.
        seen = [[(max(begin, start), finish) for begin, finish in runs[at] if finish > start] for at in tokens_at]
        if not all(seen):
            continue
        result.first.append(max(run[0][0] for run in seen) - end)
        result.stable.append(max(run[-1][0] for run in seen) - end)
        result.final.append(max(_final_time(log, at) for at in tokens_at) - end)
    _measure_starts(result, log, spoken)


def _places_of_words(spoken, heard):
    """Each word of the reference whose every token is in the final text, and where."""
    owners, flat = [], []
    for index, (word, _, _) in enumerate(spoken):
        for token in tokens_of(word):
            owners.append(index)
            flat.append(token)
    found = {}
    for place, at in matches(flat, heard):
        found.setdefault(owners[place], []).append(at)
    sizes = Counter(owners)
    return [(spoken[index], places) for index, places in found.items() if len(places) == sizes[index]]


def _runs_on_page(log):
    """For each word of the final text the spans of time (from, to) in which it was on the page at its place."""
    runs = [[] for _ in log.final]
    open_since = [None] * len(log.final)
    shown = set()
    for display in log.displays:
        upcoming = log.final[display.final:display.final + len(display.tail) + SLACK_WORDS]
        visible = {display.final + place for _, place in matches_at_start(display.tail, upcoming)}
        visible |= set(range(display.final))
        for at in visible - shown:
            open_since[at] = display.time
        for at in shown - visible:
            runs[at].append((open_since[at], display.time))
        shown = visible
    for at in shown:
        runs[at].append((open_since[at], float("inf")))
    return runs


def _measure_borders(result, log, start, end, tokens_at):
    times = [log.times[at] for at in tokens_at]
    if all(times):
        result.borders += [abs(times[0][0] - start), abs(times[-1][1] - end)]


def _final_time(log, at):
    return next(display.time for display in log.displays if display.final > at)


def _measure_starts(result, log, spoken):
    """From the beginning of speech, and of speech after each pause, to the next words that come onto the page."""
    for index, (_, start, _) in enumerate(spoken):
        if index > 0 and start - spoken[index - 1][2] < PAUSE_SECONDS:
            continue
        before = [display.final + len(display.tail) for display in log.displays if display.time <= start]
        most = max(before, default=0)
        later = (d.time for d in log.displays if d.time > start and d.final + len(d.tail) > most)
        seen = next(later, None)
        if seen is not None:
            (result.starts if index == 0 else result.onsets).append(seen - start)
