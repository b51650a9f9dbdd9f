"""Tests of the truth of fresh performances, by strokes that were made: the packages they come from are not needed."""
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import numpy

import acoustics
import fresh
import playing
import shots
import sound
from onsets import CONDITIONS
from shots import RATE, Kit, Shot

QUIET = 0.001


def thud(rise, frequency):
    """A tone that grows to its peak within so many samples."""
    time = numpy.arange(RATE // 5)
    return numpy.minimum(1, time / rise) * numpy.sin(2 * numpy.pi * frequency * time / RATE) * numpy.exp(-time / 2000)


class Shots(unittest.TestCase):
    def test_a_stroke_begins_at_a_tenth_of_its_peak_and_keeps_what_was_before(self):
        recording = numpy.concatenate([numpy.zeros(3000), thud(2000, 90)])
        shot = shots.shot(recording, 0.1)
        self.assertAlmostEqual(numpy.abs(shot.samples).max(), 1)
        self.assertEqual(shot.begins, int(shots.LEAD * RATE))
        self.assertGreaterEqual(abs(shot.samples[shot.begins]), 0.1)
        self.assertLess(numpy.abs(shot.samples[:shot.begins]).max(), 0.1)

    def test_resampling_moves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "tone.wav"
            time = numpy.arange(44_100) / 44_100
            tone = numpy.exp(-((time - 0.5) / 0.01) ** 2) * numpy.sin(2 * numpy.pi * 500 * (time - 0.5))
            sound.write([numpy.round(30_000 * tone).astype("<i2").tobytes()], path, 44_100)
            time = numpy.arange(RATE) / RATE
            ideal = numpy.exp(-((time - 0.5) / 0.01) ** 2) * numpy.sin(2 * numpy.pi * 500 * (time - 0.5))
            heard = shots.resampled(path)
        self.assertEqual(len(heard), RATE)
        self.assertLess(numpy.abs(heard * 32_768 / 30_000 - ideal).max(), QUIET)

    def test_numbers_of_midi_files(self):
        self.assertEqual([shots.quantity(value) for value in (0, 127, 128, 1920)],
                         [b"\x00", b"\x7f", b"\x81\x00", b"\x8f\x00"])


class Playing(unittest.TestCase):
    def test_each_stroke_sounds_where_the_truth_says(self):
        shot = shots.shot(numpy.concatenate([numpy.zeros(960), thud(30, 400)]), 0.05)
        piece = playing.Piece("made", "quarters", 120)
        notes = playing.strokes(piece, 2000, numpy.random.default_rng(5), 1)
        with mock.patch.dict(playing.INSTRUMENTS, made=Kit(())), mock.patch.object(playing, "shots", lambda _: [shot]):
            samples = playing.played(piece, notes)
        self.assertGreater(len(notes), 8)
        loudest = max(note.gain for note in notes)
        for note in notes:
            height = 0.05 * 10 ** ((note.gain - loudest) / 20)
            self.assertGreaterEqual(abs(samples[note.frame]), 0.999 * height)
            self.assertLess(numpy.abs(samples[note.frame - 400:note.frame]).max(), height)

    def test_strokes_stay_near_their_notes(self):
        for pattern in playing.PATTERNS:
            piece = playing.Piece("made", pattern, 160)
            for note in playing.strokes(piece, 1500, numpy.random.default_rng(2), 3):
                self.assertLessEqual(abs(note.frame - note.nominal), 0.14 * piece.beat + 1)


class Rooms(unittest.TestCase):
    def test_a_room_does_not_delay(self):
        answer = acoustics.room(numpy.random.default_rng(1), 0.4, 0.35)
        self.assertEqual(numpy.argmax(numpy.abs(answer)), 0)
        click = numpy.zeros(RATE)
        click[1000] = 1
        self.assertLess(numpy.abs(acoustics.convolved(click, answer)[:1000]).max(), QUIET)

    def test_a_filter_does_not_hear_ahead(self):
        click = numpy.zeros(RATE)
        click[RATE // 2] = 1
        self.assertLess(numpy.abs(acoustics.band(click, 350, 9000)[:RATE // 2 - 4]).max(), 0.01)


class Files(unittest.TestCase):
    def make(self, seed):
        stroke = Shot(numpy.concatenate([numpy.zeros(100), thud(30, 700)]), 102)
        voices = [numpy.sin(numpy.arange(9000) / 7), numpy.sin(numpy.arange(7000) / 11)]
        with tempfile.TemporaryDirectory() as name, mock.patch.object(fresh, "shots", lambda _: [stroke]), \
                mock.patch.object(playing, "shots", lambda _: [stroke]), \
                mock.patch.dict(playing.INSTRUMENTS, made=Kit(())):
            folder = pathlib.Path(name)
            fresh.make_one(folder, seed, 3, playing.Piece("made", "rests", 150), voices)
            return {path.name: path.read_bytes() for path in folder.iterdir()}

    def test_every_condition_has_its_files_and_the_same_truth(self):
        files = self.make(1)
        rows = [json.loads(files[f"003_made_rests_150_{condition}.json"]) for condition in CONDITIONS]
        self.assertEqual([row["condition"] for row in rows], list(CONDITIONS))
        for row in rows:
            self.assertEqual(row["onsets"], rows[0]["onsets"])
            self.assertEqual({row[key] in files for key in ("file", "reference", "calibration")}, {True})

    def test_the_same_seed_makes_the_same_and_another_one_others(self):
        self.assertEqual(self.make(1), self.make(1))
        self.assertNotEqual(self.make(1), self.make(2))


if __name__ == "__main__":
    unittest.main()
