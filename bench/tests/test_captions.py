"""Meetings whose figures are known: what is scored of each side, and what is made to be heard."""
import unittest

import numpy

import meeting
from bench_captions import parse_options
from conditions import active_level
from sides import COMPUTER, YOU, heard_at, lateness, lost, scored, sided, written_twice
from sound import RATE

ROW = {"text": "good morning to you", "words": [["good", 1, 1.5], ["morning", 1.5, 2], ["to", 2, 2.2], ["you", 2.2, 3]]}


def said(time, *sentences):
    return {"t": time, "type": "sentences", "sentences": sentences}


def each_second(*tokens):
    return [(token, float(second)) for second, token in enumerate(tokens)]


class Sides(unittest.TestCase):
    def test_a_side_has_its_own_words_and_each_is_as_late_as_it_became_final(self):
        events = [said(102, (1, COMPUTER, "", "Other words"), (2, YOU, "", "Good")),
                  said(103, (2, YOU, "Good morning", "to"), (1, COMPUTER, "Other words.", "")),
                  said(105, (2, YOU, "Good morning,", "to"), (3, YOU, "to you", "")),
                  said(106, (3, YOU, "to you.", ""))]
        score = scored(events, YOU, 100, ROW)
        self.assertEqual((score.errors, score.reference_words, score.problems), (0, 4, []))
        numpy.testing.assert_allclose(score.final, [1.5, 1, 2.8, 2])
        self.assertEqual(scored(events, COMPUTER, 100, ROW).errors, 4)
        self.assertEqual(scored([], YOU, 100, ROW).errors, 4)
        # Final words may not change.
        self.assertTrue(scored([*events, said(107, (2, YOU, "Good evening", ""))], YOU, 100, ROW).problems)

    def test_labels_tell_whose_the_words_of_the_whole_text_are(self):
        words = [["You:", 5, 5], ["Good", 5, 6], ["Computer: Hi.", 6, 7], ["You:", 7, 7], ["morning", 7, 8]]
        events = [said(1), {"type": "text", "words": words}]
        self.assertEqual(sided(events), ([["Good", 5, 6], ["morning", 7, 8]], [["Hi.", 6, 7]]))
        self.assertEqual(heard_at(events, YOU, ([("good", 2.5)], [("hi", 3.5)])), [("good", 2.5), ("morning", 4.5)])

    def test_a_word_of_the_other_side_that_nobody_said_here_is_written_twice(self):
        own, other = each_second("a", "b", "c"), [("x", 1.0), ("b", 1.0), ("y", 9.0)]
        self.assertEqual(written_twice(each_second("a", "b", "c"), own, other), 0)
        self.assertEqual(written_twice(each_second("a", "x", "c"), own, other), 1)
        # It was said once there, and the other one long after.
        self.assertEqual(written_twice(each_second("a", "x", "x", "y"), own, other), 1)

    def test_a_word_is_lost_that_a_file_has_and_only_while_the_other_speaks(self):
        truth, offline = each_second("a", "b", "c", "d"), ["a", "b", "d"]
        self.assertEqual(lost(truth, offline, ["a"], [(0.5, 2.5)]), 1)
        self.assertEqual(lost(truth, offline, ["a"], [(0, 9)]), 2)
        self.assertEqual(lost(truth, offline, offline, [(0, 9)]), 0)
        self.assertEqual((lateness([1, 1, 1, 3, 3, 3]), lateness([1])), (2, 0))


class Made(unittest.TestCase):
    def setUp(self):
        self.chance = numpy.random.default_rng(1)
        tone = 0.1 * numpy.sin(numpy.arange(10 * RATE) / 9)
        row = {"text": "one two", "words": [["one", 2, 3], ["two", 5, 6]]}
        self.turns = [meeting.clip(tone, row) for _ in range(24)]

    def test_both_speak_for_a_tenth_of_the_time(self):
        computer, microphone = meeting.meeting(self.turns, self.chance)
        shared = sum(max(0, min(end, last) - max(begin, first)) for begin, end in computer.turns
                     for first, last in microphone.turns)
        self.assertAlmostEqual(shared / (computer.seconds - meeting.LEAD - meeting.TAIL), 0.1, places=2)
        self.assertEqual((len(computer.turns), microphone.row["text"]), (12, " ".join(["one two"] * 12)))
        first = computer.words[0][1] - meeting.EDGES[0]
        self.assertEqual((first, active_level(computer.samples).round(3)), (meeting.LEAD, meeting.LOUDNESS))

    def test_the_loudspeaker_is_as_loud_and_as_late_as_asked_for(self):
        computer = self.turns[0].samples
        echo = meeting.with_loudspeaker(numpy.zeros(len(computer)), computer, -10, self.chance)
        self.assertAlmostEqual(20 * numpy.log10(active_level(echo) / meeting.LOUDNESS), -10, delta=0.5)
        self.assertLess(numpy.abs(echo[:round(0.9 * meeting.DELAY * RATE)]).max(), 1e-3)

    def test_a_film_has_the_words_of_both_one_after_the_other(self):
        words = meeting.film(self.turns[:4], self.chance).words
        self.assertTrue(all(before[2] <= after[1] for before, after in zip(words, words[1:])))
        self.assertEqual(len(words), 8)

    def test_a_list_of_levels_begins_as_an_option_does(self):
        options = parse_options(["program", "--data", "a folder", "--levels", "-6,-20", "--busy"])
        self.assertEqual((options.levels, options.busy, str(options.data[0])), ([-6, -20], True, "a folder"))


if __name__ == "__main__":
    unittest.main()
