"""Doubtful words: their alternatives, chosen with the mouse and with the keyboard, undone, heard, written."""

import os
import random
import subprocess
import tempfile
import unittest
import wave

import screen
from accessibility import ROOT
from program import SAMPLE, Program
from test_history import History

NOTES = ("What else it may be, most likely first", "No alternatives are known. Type what was said.")
OTHERS = {"Hear the Word", "Replace the Word"}


def noisy(path, level, seed=1):
    """The sample in white noise of this level (1: full scale), as a WAV file; the recogniser is not sure of it."""
    with tempfile.TemporaryDirectory() as folder:
        clean = os.path.join(folder, "clean.wav")
        subprocess.run(["ffmpeg", "-v", "error", "-i", SAMPLE, "-c:a", "pcm_s16le", clean], check=True)
        with wave.open(clean) as source:
            frames, parameters = source.readframes(source.getnframes()), source.getparams()
    dice = random.Random(seed)
    samples = memoryview(frames).cast("h")
    mixed = [max(-32768, min(32767, sample + int(dice.gauss(0, level * 32767)))) for sample in samples]
    with wave.open(path, "wb") as target:
        target.setparams(parameters)
        target.writeframes(b"".join(sample.to_bytes(2, "little", signed=True) for sample in mixed))


class ReadingsTest(unittest.TestCase):
    def dictate(self, program):
        """Noisy speech, until there is a doubtful word with readings."""
        with tempfile.TemporaryDirectory() as folder:
            for seed, level in enumerate((0.06, 0.1, 0.14, 0.18)):
                path = os.path.join(folder, "noisy.wav")
                noisy(path, level, seed)
                program.dictate(path, patience=60)
                if self.doubtful(self.text(program)):
                    return
        self.fail("no word was doubtful")

    def text(self, program):
        return program.see("Transcript", role="text")

    def doubtful(self, text):
        """The places of the words with a dotted line: [(first letter, end)]."""
        places, offset, count = [], 0, text.get("Text", "CharacterCount")
        while offset < count:
            found = text.ask("org.a11y.atspi.Text", "GetAttributeRun", "(ib)", offset, True)
            looks, start, end = found.unpack()
            if looks.get("underline") == "error":
                places.append((start, end))
            offset = max(end, offset + 1)
        return places

    def readings(self, program):
        """The buttons of the readings, as soon as the popover is there."""
        note = screen.wait("the readings", lambda: next(
            (label for label in NOTES if program.reads(label)), None))
        if note == NOTES[1]:
            return []
        return screen.wait("a reading", lambda: [
            node for node in program.nodes(*screen.BUTTONS) if screen.is_drawn(node)
            and node.name not in OTHERS and self.is_in_popover(node)])

    def is_in_popover(self, node):
        while node.path != ROOT:
            node = screen.parent(node)
            if screen.name(node).startswith("Alternatives to"):
                return True
        return False

    def is_closed(self, program):
        return not any(program.reads(note) for note in NOTES)

    def click(self, program, text, offset):
        place = screen.letter(text, offset)
        x, y = place.x + place.width // 2, place.y + place.height // 2
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)

    def with_readings(self, program, text):
        """The first doubtful word that has readings: its place and the popover's buttons."""
        for start, end in self.doubtful(text):
            self.click(program, text, (start + end) // 2)
            buttons = self.readings(program)
            if buttons:
                return (start, end), buttons
            program.key("Escape")
            screen.wait("the popover to close", lambda: self.is_closed(program))
        self.fail("no doubtful word has readings")

    def shows_end(self, text):
        """Whether the text has room for its last letter."""
        last, room = screen.letter(text, len(screen.text(text)) - 1), screen.extents(text)
        return last.y + last.height <= room.y + room.height

    def test_a_reading_is_chosen_with_the_mouse_and_undone(self):
        with Program() as program:
            self.dictate(program)
            text = self.text(program)
            heard, before = screen.text(text), self.doubtful(text)
            (start, end), buttons = self.with_readings(program, text)
            self.assertLessEqual(len(buttons), 5)
            program.see("Hear the Word")
            chosen = buttons[0].name
            screen.press(buttons[0])
            screen.wait("the reading", lambda: screen.text(text)[start:].startswith(chosen))
            screen.wait("the popover to close", lambda: self.is_closed(program))
            self.assertEqual(screen.text(text)[:start], heard[:start])
            self.assertTrue(screen.text(text).endswith(heard[end:]))
            self.assertFalse([place for place in self.doubtful(text) if place[0] <= start < place[1]])
            self.assertTrue(screen.has(text, screen.State.FOCUSED))
            program.key("ctrl+z")
            screen.wait("the word as it was", lambda: screen.text(text) == heard)
            self.assertEqual(self.doubtful(text), before)

    def test_the_keyboard_alone_chooses_leaves_and_writes(self):
        with Program() as program:
            self.dictate(program)
            text = self.text(program)
            heard = screen.text(text)
            (start, end), _ = self.with_readings(program, text)
            program.key("Escape")
            screen.wait("the popover to close", lambda: self.is_closed(program))
            screen.wait("the focus on the text", lambda: screen.has(text, screen.State.FOCUSED))
            text.call("Text", "SetCaretOffset", "(i)", start)
            program.key("ctrl+period")
            chosen = self.readings(program)[0].name
            program.key("Return")
            screen.wait("the reading", lambda: screen.text(text)[start:].startswith(chosen))
            program.key("ctrl+z")
            screen.wait("the word as it was", lambda: screen.text(text) == heard)
            text.call("Text", "SetCaretOffset", "(i)", start)
            program.key("ctrl+period")
            self.readings(program)
            screen.write(program.see("What Was Said", role="text"), "Parlando")
            program.press("Replace the Word")
            screen.wait("what was written", lambda: screen.text(text)[start:].startswith("Parlando"))
            program.key("ctrl+period")
            screen.wait("what is said of it", lambda: program.labels("Only words with a dotted line"))

    def test_the_history_offers_them_too(self):
        history = History(self)
        with history.start() as program:
            self.dictate(program)
            heard = screen.text(self.text(program)).splitlines()[-1]
            chosen = self.with_readings(program, self.text(program))[1][0]
            screen.press(chosen)
            screen.wait("the popover to close", lambda: self.is_closed(program))
            corrected = screen.text(self.text(program))
            history.open(program)
            program.click(screen.wait("an entry", lambda: next(
                (node for node in program.nodes("list item") if screen.extents(node).width > 0), None)))
            text = history.field(program, "text")
            screen.wait("the reading in the history", lambda: corrected.endswith(screen.text(text)))
            screen.wait("room for the last line", lambda: self.shows_end(text))
            program.press("Restore Original")
            screen.wait("the text as it was heard", lambda: screen.text(text) == heard and self.doubtful(text))
            (start, _), _ = self.with_readings(program, text)
            program.key("Escape")
            screen.wait("the popover to close", lambda: self.is_closed(program))
            program.key("ctrl+period")
            name = self.readings(program)[0].name
            program.key("Return")
            screen.wait("the reading", lambda: screen.text(text)[start:].startswith(name))
            program.press("Restore Original")
            screen.wait("the word as it was", lambda: screen.text(text) == heard)

    def test_the_legend_says_what_the_line_means(self):
        with Program() as program:
            program.see("Start")
            self.assertFalse(program.labels("A dotted line"))
            self.dictate(program)
            screen.wait("the legend", lambda: program.reads("A dotted line: the word may be wrong."))


if __name__ == "__main__":
    unittest.main()
