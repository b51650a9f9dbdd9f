"""Real speech, through the virtual microphone, onto the page."""

import pathlib
import re
import tempfile
import unittest

import screen
from program import Program, speak

# Kennedy's inaugural address, 1961 (public domain); the words of data/samples/jfk.flac.
SPOKEN = (
    "and so my fellow americans ask not what your country can do for you ask what you can do for your country"
).split()


def words(text):
    return re.findall(r"[a-z']+", text.lower())


def errors(heard, spoken):
    """Words that have to be inserted, left out or replaced (Levenshtein)."""
    row = list(range(len(spoken) + 1))
    for i, word in enumerate(heard, 1):
        last, row[0] = row[0], i
        for j, other in enumerate(spoken, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (word != other))
    return row[-1]


class DictationTest(unittest.TestCase):
    def check(self, program, start, stop, transcript):
        """Start, real speech, partial text while it plays, Stop, and the whole text."""
        program.press(start)
        program.see(stop)
        sound = speak()
        screen.wait("a partial text", lambda: len(words(program.transcript(transcript))) >= 3, 15)
        self.assertIsNone(sound.poll(), "the text came only after the speech had ended")
        self.assertEqual(sound.wait(30), 0)
        program.press(stop)
        program.see(start, seconds=30)
        heard = words(program.transcript(transcript))
        # A small model in an unoptimised program on a busy machine: scripts/bench measures how well it really hears.
        self.assertLessEqual(errors(heard, SPOKEN), 3, " ".join(heard))

    def test_speech_is_written_down(self):
        with Program() as program:
            self.check(program, "Start", "Stop", "Transcript")

    def test_speech_is_written_down_in_a_russian_window(self):
        with Program(language="ru") as program:
            self.check(program, "Начать", "Закончить", "Расшифровка")

    def test_a_second_session_begins_on_a_clean_page_and_undo_brings_the_first_one_back(self):
        with Program() as program:
            self.check(program, "Start", "Stop", "Transcript")
            first = program.transcript()
            program.press("Clear")
            screen.wait("an empty page", lambda: program.transcript() == "")
            program.press("Undo")
            screen.wait("the text again", lambda: program.transcript() == first)

    def test_the_text_can_be_saved_as_subtitles(self):
        with Program() as program, tempfile.TemporaryDirectory() as folder:
            self.check(program, "Start", "Stop", "Transcript")
            path = pathlib.Path(folder, "speech.srt")
            program.key("ctrl+s")
            name = program.see("Name:", role="text")
            screen.Atspi.EditableText.set_text_contents(name, str(path))
            program.key("Return")
            screen.wait("the file", path.exists)
            self.assertRegex(path.read_text(encoding="utf-8"), r"^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n")

    def test_pause_keeps_the_session(self):
        with Program() as program:
            program.press("Start")
            program.see("Pause")
            program.press("Pause")
            program.press("Resume")
            program.see("Pause")
            program.press("Stop")
            program.see("Start")

    def test_text_can_be_corrected_after_stop(self):
        with Program() as program:
            self.check(program, "Start", "Stop", "Transcript")
            text = program.see("Transcript", role="text")
            self.assertTrue(screen.has(text, screen.Atspi.StateType.EDITABLE))
            screen.Atspi.EditableText.insert_text(text, 0, "Kennedy: ", len("Kennedy: "))
            screen.wait("the correction", lambda: program.transcript().startswith("Kennedy: "))


if __name__ == "__main__":
    unittest.main()
