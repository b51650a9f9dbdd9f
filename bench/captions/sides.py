"""What became of each side of a meeting: whose words were written, when, and which were written twice or not at all."""
import statistics

import metrics
from alignment import matches
from event_log import parse
from words import tokens, tokens_of

YOU, COMPUTER = 0, 1    # as CaptionSide counts them
LABELS = {"You:": YOU, "Computer:": COMPUTER}
TWICE_SECONDS = 2       # a word that both sides have within this time was said once


def scored(events, side, began, row):
    """The score of what a reader saw of a side, whose track began at a time of the clock of the events."""
    sentences, told, final, time, seen = {}, "", "", 0, []
    for event in events:
        if event["type"] != "sentences":
            continue
        latest = [(number, *texts) for number, whose, *texts in event["sentences"] if whose == side]
        sentences |= {number: final for number, final, _ in latest}
        final = " ".join(sentences[number] for number in sorted(sentences))
        time = max(0, event["t"] - began - metrics.BLOCK_SECONDS)
        if tokens(final[len(told):].split()):
            seen.append({"t": time, "type": "final", "text": final[len(told):]})
            told = final
        seen.append({"t": time, "type": "interim", "text": " ".join(interim for *_, interim in sorted(latest))})
    # As parlandoctl ends.
    return metrics.score(parse([*seen, {"t": time, "type": "transcript", "text": final}, {"type": "summary"}]), row)


def sided(events):
    """The words of the whole text, [word, start, end] in seconds of the session, of each side."""
    sides, side = ([], []), YOU
    for text, start, end in [word for event in events if event["type"] == "text" for word in event["words"]]:
        for piece in text.split():
            if piece in LABELS:
                side = LABELS[piece]
            else:
                sides[side].append([piece, start, end])
    return sides


def timed(words):
    """(token, the middle of its word in seconds)"""
    return [(token, (start + end) / 2) for word, start, end in words for token in tokens_of(word)]


def common(left, right):
    """Pairs of places, of timed tokens that are in both."""
    return matches([token for token, _ in left], [token for token, _ in right])


def heard_at(events, side, truths):
    """Timed tokens of a side of the whole text, on the clock of the tracks. The session's is behind by the median."""
    heard = [timed(words) for words in sided(events)]
    behind = [said[at][1] - found[place][1] for said, found in zip(truths, heard) for at, place in common(said, found)]
    return [(token, time + statistics.median(behind or [0])) for token, time in heard[side]]


def written_twice(heard, own, other):
    """How many timed tokens of the other side are among those heard at that time, and were not said by this side."""
    said, left = {place for _, place in common(own, heard)}, list(other)
    for token, time in [one for place, one in enumerate(heard) if place not in said]:
        twin = next((one for one in left if one[0] == token and abs(one[1] - time) <= TWICE_SECONDS), None)
        if twin:
            left.remove(twin)
    return len(other) - len(left)


def lost(truth, offline, live, turns):
    """How many timed tokens of the truth are right in the tokens offline but not live, while others speak."""
    said = [token for token, _ in truth]
    known, kept = ({at for at, _ in matches(said, text)} for text in (offline, live))
    return sum(any(begin <= truth[at][1] <= end for begin, end in turns) for at in known - kept)


def lateness(delays):
    """Seconds by which the median of the second half is later than that of the first."""
    half = len(delays) // 2
    return statistics.median(delays[half:]) - statistics.median(delays[:half]) if half else 0
