"""Hand-made sessions whose figures are known."""
import unittest

from event_log import parse
from figures import percentile, pool, word_error_rate
from metrics import BLOCK_SECONDS, score

REFERENCE = {
    "text": "the quick brown fox won't jump",
    "words": [["THE", 0.1, 0.3], ["QUICK", 0.3, 0.7], ["BROWN", 0.7, 1.0],
              ["FOX", 2.0, 2.4], ["WON'T", 2.4, 2.8], ["JUMP", 2.8, 3.1]],
}
ENDS = [end for _, _, end in REFERENCE["words"]]
TEXT = "The quick brown fox won't jump."


def at(time, kind, text=""):
    """An event at a time that counts from the first sample, as the times of the words do."""
    return {"t": time - BLOCK_SECONDS, "type": kind, "text": text}


def ended(time, text):
    return [at(time, "transcript", text), {"type": "summary", "audio_seconds": 3.2, "cpu_seconds": 1.6}]


def scored(events, reference=REFERENCE):
    return score(parse(events), reference)


class Perfect(unittest.TestCase):
    """Every word is final 0.2 s after its end and nothing is ever taken back."""

    def setUp(self):
        words = TEXT.split()
        final = [at(end + 0.2, "final", word) for end, word in zip(ENDS, words)]
        self.score = scored(final + ended(4, TEXT))

    def test_there_is_no_error(self):
        self.assertEqual(word_error_rate(self.score), 0)
        self.assertEqual(self.score.problems, [])

    def test_every_delay_is_a_fifth_of_a_second(self):
        for delays in (self.score.first, self.score.stable, self.score.final):
            self.assertEqual(len(delays), 6)
            for delay in delays:
                self.assertAlmostEqual(delay, 0.2)

    def test_nothing_changed(self):
        self.assertEqual((self.score.erased, self.score.altered), (0, 0))

    def test_the_first_word_came_four_tenths_after_it_began(self):
        self.assertAlmostEqual(self.score.starts[0], 0.4)
        self.assertAlmostEqual(self.score.onsets[0], 0.6)


class Late(unittest.TestCase):
    """Words are seen at once and final only at the end."""

    def setUp(self):
        words = TEXT.split()
        partials = [at(end + 0.1, "interim", " ".join(words[:count + 1])) for count, end in enumerate(ENDS)]
        end = [at(6, "final", TEXT), at(6.001, "interim", "")]
        self.score = scored(partials + end + ended(6.1, TEXT))

    def test_words_are_seen_and_stable_soon(self):
        self.assertAlmostEqual(max(self.score.first), 0.1)
        self.assertAlmostEqual(max(self.score.stable), 0.1)

    def test_words_become_final_late(self):
        for delay, end in zip(self.score.final, ENDS):
            self.assertAlmostEqual(delay, 6.001 - end)

    def test_becoming_final_is_no_change(self):
        self.assertEqual(self.score.erased, 0)


class Flickering(unittest.TestCase):
    """A word is seen, replaced and seen again."""

    def setUp(self):
        self.score = scored([
            at(0.5, "interim", "The"),
            at(0.9, "interim", "The quick"),
            at(1.2, "interim", "The thick brown"),
            at(1.6, "interim", "The quick brown"),
            at(3.5, "final", TEXT), at(3.5, "interim", ""),
        ] + ended(4, TEXT))

    def test_the_first_display_is_the_first_of_all(self):
        self.assertAlmostEqual(self.score.first[1], 0.9 - 0.7)

    def test_the_stable_display_is_the_last_return(self):
        self.assertAlmostEqual(self.score.stable[1], 1.6 - 0.7)

    def test_a_neighbour_that_stayed_is_stable_from_the_first(self):
        self.assertAlmostEqual(self.score.stable[0], 0.5 - 0.3)
        self.assertAlmostEqual(self.score.stable[2], 1.2 - 1.0)

    def test_changed_words_are_counted_at_each_change(self):
        # quick → thick takes one word; thick → quick takes two, since brown stands behind it and is drawn anew.
        self.assertEqual((self.score.erased, self.score.altered), (3, 2))

    def test_marks_that_come_and_go_are_no_change(self):
        for mark in (".", "...", "?", " -"):
            result = scored([at(0.5, "interim", "The" + mark), at(1, "interim", "The quick"), at(4, "final", TEXT),
                             at(4, "interim", "")] + ended(5, TEXT))
            self.assertEqual((result.erased, result.altered), (0, 0), mark)


class Times(unittest.TestCase):
    """Words with times in the sound: each begins 0.1 s late and ends 0.05 s early."""

    def test_how_far_off_they_are_is_measured_at_both_borders(self):
        words = [{"text": text, "start": start + 0.1, "end": end - 0.05}
                 for text, (_, start, end) in zip(TEXT.split(), REFERENCE["words"])]
        event = at(4, "final", TEXT) | {"words": words}
        borders = scored([event] + ended(5, TEXT)).borders
        self.assertEqual([round(border, 6) for border in borders], [0.1, 0.05] * 6)

    def test_words_without_times_are_not_measured(self):
        self.assertEqual(scored([at(4, "final", TEXT)] + ended(5, TEXT)).borders, [])


class Wrong(unittest.TestCase):
    def test_word_errors_are_counted_by_kind(self):
        heard = "The quick crown fox jump jump"
        result = scored([at(4, "final", heard)] + ended(5, heard))
        self.assertEqual((result.errors, result.reference_words), (3, 7))

    def test_a_wrong_word_has_no_delay(self):
        heard = "The quick crown fox won't jump"
        result = scored([at(4, "final", heard)] + ended(5, heard))
        self.assertEqual((len(result.first), result.timed_words), (5, 6))

    def test_a_word_of_two_tokens_needs_both(self):
        heard = "The quick brown fox will jump"
        result = scored([at(4, "final", heard)] + ended(5, heard))
        self.assertEqual(len(result.first), 5)

    def test_the_same_word_elsewhere_is_no_early_display(self):
        reference = {"text": "the cat and the dog", "words": [
            ["the", 0, 0.2], ["cat", 0.2, 0.5], ["and", 0.5, 0.7], ["the", 0.7, 0.8], ["dog", 0.8, 1.1]]}
        result = scored([at(0.4, "interim", "the"), at(2, "final", "the cat and the dog"), at(2, "interim", "")]
                        + ended(2.1, "the cat and the dog"), reference)
        self.assertAlmostEqual(result.first[0], 0.2)
        self.assertAlmostEqual(result.first[3], 2 - 0.8)

    def test_a_lucky_guess_counts_from_the_beginning_of_the_word(self):
        result = scored([at(0.1, "interim", TEXT), at(4, "final", TEXT), at(4, "interim", "")] + ended(5, TEXT))
        self.assertAlmostEqual(result.first[3], 2.0 - 2.4)

    def test_a_looping_tail_is_no_display_of_words_to_come(self):
        result = scored([at(0.5, "interim", "The the the the the the"), at(4, "final", TEXT), at(4, "interim", "")]
                        + ended(5, TEXT))
        self.assertAlmostEqual(result.first[0], 0.2)
        self.assertAlmostEqual(result.first[1], 4 - 0.7)
        self.assertEqual(result.altered, 5)


class Promises(unittest.TestCase):
    def test_a_transcript_other_than_the_final_words_is_told(self):
        result = scored([at(4, "final", "The quick brown fox")] + ended(5, TEXT))
        self.assertEqual(result.problems, ["the transcript is not the final text"])

    def test_time_that_runs_backwards_is_told(self):
        result = scored([at(2, "interim", "The"), at(1, "final", TEXT)] + ended(5, TEXT))
        self.assertIn("time runs backwards", result.problems[0])

    def test_a_log_that_breaks_off_is_told(self):
        self.assertEqual(scored([at(4, "final", TEXT)]).problems, ["no transcript", "no summary"])

    def test_brackets_and_hesitations_are_invented_words_too(self):
        result = scored([at(1, "interim", "[MUSIC PLAYING] um"), at(2, "interim", "")] + ended(3, ""),
                        {"text": ""})
        self.assertEqual((result.most_written, result.final_written), (3, 0))

    def test_a_final_tail_is_seen_twice_until_it_is_cleared(self):
        result = scored([at(1, "interim", "The"), at(2, "final", "The"), at(2.5, "interim", "")]
                        + ended(3, "The"), {"text": "the", "words": [["the", 0, 0.3]]})
        self.assertEqual(result.altered, 1)


class Pooling(unittest.TestCase):
    def test_words_count_once_whichever_recording_they_are_from(self):
        right = scored([at(4, "final", TEXT)] + ended(5, TEXT))
        wrong = scored([at(4, "final", "no")] + ended(5, "no"), {"text": "yes"})
        both = pool([right, wrong])
        self.assertEqual((both.errors, both.reference_words), (1, 8))
        self.assertEqual(len(both.first), 6)

    def test_percentiles_lie_between_neighbours(self):
        self.assertEqual(percentile([3, 1, 2, 4], 0.5), 2.5)
        self.assertEqual(percentile([1], 0.95), 1)
        self.assertIsNone(percentile([], 0.5))


if __name__ == "__main__":
    unittest.main()
