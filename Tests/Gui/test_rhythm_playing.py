"""A player in front of the rhythm page: what the page says is what was played.

What was played is known from the sound itself: the clicks and strokes that another program recorded, and the moments at
which keys went down.
"""

import re
import time
import unittest

import player
import screen
from program import speak
from test_rhythm import Rhythm

BEAT = 0.6
TEMPO = {"tempo": 100.0, "bars": 4, "pattern": "quarter", "guide_on": "false"}


def count_in(page, ear):
    """Starts, and returns when four clicks were heard: the frame of the first one."""
    before = len(ear.clicks)
    page.begin()
    screen.wait("the clicks of the count-in", lambda: len(ear.clicks) >= before + 4)
    return ear.clicks[before]


def undisturbed(play, **choices):
    """What came of playing, of the first round that the machine did not disturb; else of the last one.

    A round is disturbed when sound was dropped, when the player could not strike when she meant to, or when she learned
    too late how soon sound can be heard. Whatever goes wrong in it, she plays again; in any other round it counts.
    """
    for is_last in False, False, False, True:
        with player.Ear() as ear, Rhythm(**TEMPO | choices) as page:
            try:
                answer = play(page, ear)
            except (AssertionError, AttributeError, StopIteration, TypeError):
                if is_last or not is_disturbed(page, ear):
                    raise
                continue
            if not is_disturbed(page, ear):
                break
    return answer


def is_disturbed(page, ear):
    return "xrun" in page.program.said() or max(map(abs, ear.slips), default=0) >= 15 or ear.error() >= 0.005


def strike(keyboard, ear, first, beats, late=0.0, apart=BEAT):
    """Presses a key at each of these beats of the sound; by how many milliseconds each press was late."""
    errors = []
    for beat in beats:
        moment = ear.time(first) + beat * apart
        time.sleep(max(0, moment + late - time.monotonic()))  # what a player does
        errors.append((keyboard.strike() - moment) * 1000)
        ear.slips.append(errors[-1] - late * 1000)
    return errors


class PlayingTest(unittest.TestCase):
    def test_keys_that_are_pressed_at_the_clicks_are_on_time(self):
        keyboard = player.Keyboard()

        def play(page, ear):
            first = count_in(page, ear)
            errors = strike(keyboard, ear, first, range(4, 20))
            page.see_button("again")
            return errors, [page.count(grade) for grade in range(5)], page.timing()

        errors, counts, (mean, _) = undisturbed(play)
        hits, missed, strays = sum(counts[:3]), *counts[3:]
        self.assertEqual((hits, missed, strays), (16, 0, 0))
        # Perfect is up to 90 ms here. A press of which a busy machine made something else is judged by when it was.
        self.assertGreaterEqual(counts[0], sum(abs(error) < 65 for error in errors))
        self.assertLess(abs(mean - sum(errors) / len(errors)), 25)

    def test_an_instrument_is_heard_beside_the_clicks(self):
        sound = player.claps(12, BEAT)
        self.addCleanup(sound.close)

        def play(page, ear):
            first = count_in(page, ear)
            begin = ear.time(first) + 4 * BEAT - 0.4
            time.sleep(max(0, begin - time.monotonic()))
            performance = speak(sound.name)
            page.see_button("again")
            performance.wait(20)
            played = ear.starts(0.5, since=first)
            return [frame - first for frame in played], page.count(3), page.count(4), page.timing()

        played, missed, strays, (mean, spread) = undisturbed(play, input="'microphone'", click_volume=0.3)
        beat = BEAT * player.RATE
        late = [(frame + beat / 2) % beat - beat / 2 for frame in played]
        expected = sum(late) / len(late) / player.RATE * 1000
        self.assertEqual((len(played), missed, strays), (12, 4, 0))
        self.assertLess(abs(mean - expected), 4)
        self.assertLess(spread, 4)

    def test_fifty_strokes_that_are_steadily_late_are_offered_a_correction_which_then_counts(self):
        keyboard, beat, late = player.Keyboard(), 60 / 160, 0.04

        def play(page, ear):
            errors = strike(keyboard, ear, count_in(page, ear), range(4, 56), late, beat)
            page.see_button("again")
            first = before, _ = page.timing()
            text = next(text for text in page.labels() if "consistently" in text)
            offered = float(re.search(r"([\d.]+) ms late", text)[1])
            page.program.press("Compensate")
            screen.wait("the news", lambda: page.reads("Compensation starts with the next exercise"))

            clicks = len(ear.clicks)
            screen.press(page.see_button("again"))
            screen.wait("the clicks of the count-in", lambda: len(ear.clicks) >= clicks + 4)
            again = strike(keyboard, ear, ear.clicks[clicks], range(4, 56), late, beat)
            # The results of the first round keep their place until those of the second take it.
            screen.wait("other results", lambda: page.timing() != first)
            after, _ = page.timing()
            # What changed is what was taken off, and how the player struck.
            change = sum(again) / len(again) - sum(errors) / len(errors)
            return before, offered, after - change

        before, offered, after = undisturbed(play, tempo=160.0, bars=13)
        self.assertLess(abs(offered - before), 5)
        self.assertLess(abs(after - (before - offered)), 10)


if __name__ == "__main__":
    unittest.main()
