"""Real speech, through the virtual microphone, onto the page."""

import pathlib
import re
import tempfile
import time
import unittest
import wave

import faulty
import screen
from caller import Caller
from program import SAMPLE, Program, beginning, speak

# Kennedy's inaugural address, 1961 (public domain); the words of data/samples/jfk.flac.
SPOKEN = (
    "and so my fellow americans ask not what your country can do for you ask what you can do for your country"
).split()
# The seconds before the speaker's first pause, and what is sure to be heard then.
PAUSE = 3.1
BEGINNING = "fellow americans"
LOST = "The microphone was disconnected. Reconnect it, or choose another."
# Twenty of them are five seconds.
PRESS_SECONDS = 0.25


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
    def test_speech_is_written_down_while_it_is_spoken(self):
        with Program() as program:
            self.hear_all(program, "Start", "Stop", "Transcript")

    def test_speech_is_written_down_in_a_russian_window(self):
        with Program(language="ru") as program:
            self.hear_all(program, "Начать", "Закончить", "Распознанный текст")

    def hear_all(self, program, start, stop, transcript):
        """The whole speech: some of it on the page before it ends, all of it afterwards, and none of it in the log."""
        program.press(start)
        program.see(stop)
        sound = speak()
        screen.wait("a partial text", lambda: len(words(program.transcript(transcript))) >= 3, 15)
        self.assertIsNone(sound.poll(), "the text came only after the speech had ended")
        self.assertEqual(sound.wait(30), 0)
        program.press(stop)
        program.see(start, seconds=30)
        heard = words(program.transcript(transcript))
        # A small model in an unoptimised program on a busy machine: scripts/bench measures how well it hears.
        self.assertLessEqual(errors(heard, SPOKEN), 3, " ".join(heard))
        self.assertNotIn("americans", program.said().lower())

    def test_twenty_presses_in_five_seconds_leave_a_button_that_tells_the_truth(self):
        with Program() as program:
            program.see("Start")
            begin = time.monotonic()
            for number in range(20):
                # At their times, however long a press takes.
                time.sleep(max(0.0, begin + number * PRESS_SECONDS - time.monotonic()))
                program.key("ctrl+r")
            # Keys arrive in order: when the page has turned, all presses have.
            for key, page in ("alt+2", "Rhythm"), ("alt+1", "Dictation"):
                program.key(key)
                screen.wait(page, lambda: program.shows(page))
            # Another press could start what the last of them has just stopped.
            caller = Caller()
            caller.call("Stop")
            caller.wait("the end", lambda: caller.state() == "idle", 30)
            program.see("Start")
            self.assertEqual(program.transcript(), "")
            self.dictate(program)

    def dictate(self, program):
        """A few words, and their text."""
        program.dictate(seconds=PAUSE)
        self.assertIn(BEGINNING, self.heard(program))

    def test_the_text_can_be_saved_as_subtitles(self):
        with Program() as program, tempfile.TemporaryDirectory() as folder:
            self.dictate(program)
            path = pathlib.Path(folder, "speech.srt")
            program.key("ctrl+s")
            program.choose_file(path)
            screen.wait("the file", path.exists)
            self.assertRegex(path.read_text(encoding="utf-8"), r"^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n")

    def test_pause_keeps_the_text_and_the_clock(self):
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
            screen.wait("the text", lambda: BEGINNING in self.heard(program), 30)
            program.press("Pause")
            program.see("Resume")
            seconds = self.clock(program)
            self.assertGreaterEqual(seconds, 3)
            program.press("Resume")
            program.see("Pause")
            self.assertGreaterEqual(self.clock(program), seconds)
            screen.wait("a clock that goes on", lambda: seconds < self.clock(program) < seconds + 20)
            program.press("Stop")
            program.see("Start", seconds=30)
            self.assertIn(BEGINNING, self.heard(program))

    def clock(self, program):
        """Seconds on the clock beside the round button."""
        minutes, seconds = next(name for name in program.labels() if re.fullmatch(r"\d\d:\d\d", name)).split(":")
        return 60 * int(minutes) + int(seconds)

    def test_a_microphone_unplugged_in_mid_word_keeps_the_words_and_goes_on_when_it_is_back(self):
        with Program() as program, tempfile.TemporaryDirectory() as folder:
            plug, sound = pathlib.Path(folder, "plug"), pathlib.Path(folder, "sound")
            plug.touch()
            # Each time that it is plugged in, the speech begins anew, and goes on when it is unplugged.
            with beginning(SAMPLE, 3 * PAUSE) as file, wave.open(file, "rb") as speech:
                plan = faulty.device(f"rate-{speech.getframerate()}", "channels-1",
                                     faulty.word("file", plug), faulty.word("sound", sound))
                sound.write_bytes(speech.readframes(speech.getnframes()))
            program.set("microphone", f"'{plan}'")
            program.press("Start")
            program.see("Stop")
            screen.wait("a partial text", lambda: BEGINNING in self.heard(program), 15)
            plug.unlink()
            screen.wait("the sentence", lambda: program.reads(LOST))
            self.assertIn(BEGINNING, self.heard(program))
            plug.touch()
            screen.wait("the speech once more", lambda: self.heard(program).count(BEGINNING) == 2, 20)
            self.assertIsNone(program.reads(LOST))
            program.press("Stop")
            program.see("Start", seconds=30)
            self.assertEqual(self.heard(program).count(BEGINNING), 2)

    def heard(self, program):
        return " ".join(words(program.transcript()))

    def test_text_can_be_corrected_after_stop(self):
        with Program() as program:
            self.dictate(program)
            text = program.see("Transcript", role="text")
            self.assertTrue(screen.has(text, screen.State.EDITABLE))
            screen.insert(text, 0, "Kennedy: ")
            screen.wait("the correction", lambda: program.transcript().startswith("Kennedy: "))


if __name__ == "__main__":
    unittest.main()
