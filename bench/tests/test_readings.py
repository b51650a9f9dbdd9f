"""Doubtful words with known readings: which of them count, and at which place the right word is found."""
import unittest

from score_readings import count, row


def word(text, probability=0.9, *others):
    return text, probability, list(others)


class Readings(unittest.TestCase):
    def test_a_wrong_word_is_found_at_its_place_among_the_readings(self):
        counts, found = count([word("ask"), word("knot", 0.3, "nut", "not"), word("what")], "Ask not what")
        self.assertEqual((counts["doubtful"], counts["wrong"], counts["right"]), (1, 1, 0))
        self.assertEqual(found, [2])
        self.assertEqual(row("all", counts, found)[-4:], ("0 %", "100 %", "100 %", "2.0"))

    def test_a_doubtful_word_that_is_right_needs_no_reading(self):
        counts, found = count([word("ask", 0.3, "asked")], "ask")
        self.assertEqual((counts["doubtful"], counts["right"], found), (1, 1, []))

    def test_a_word_where_nothing_was_said_has_no_right_reading(self):
        counts, found = count([word("ask"), word("uh-huh", 0.2, "a"), word("not")], "ask not")
        self.assertEqual((counts["wrong"], found), (0, []))

    def test_case_and_punctuation_do_not_matter(self):
        _, found = count([word("Knot.", 0.3, "Not")], "not")
        self.assertEqual(found, [1])

    def test_words_that_are_not_doubtful_are_not_judged(self):
        counts, found = count([word("knot", 0.5, "not")], "not")
        self.assertEqual((counts["doubtful"], found), (0, []))


if __name__ == "__main__":
    unittest.main()
