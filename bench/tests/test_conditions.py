"""Variants of made recordings: how loud the noise is, what a room does, and that a seed settles everything."""
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import numpy

import acoustics
import conditions
import librispeech
import noises
import rooms
import sound
from sound import RATE

GRID = '''item [1]:
		class = "IntervalTier"
		name = "words"
		intervals: size = 3
			intervals [1]:
				xmin = 0.0
				xmax = 0.180
				text = ""
			intervals [2]:
				xmin = 0.180
				xmax = 0.580
				text = "pointed"
			intervals [3]:
				xmin = 0.580
				xmax = 0.810
				text = "out"
	item [2]:
		name = "phones"
			intervals [1]:
				xmin = 0.1
				xmax = 0.2
				text = "P"
'''


def speech(seconds=3, pitch=140):
    """Tones for half of each second, silence for the other half."""
    time = numpy.arange(seconds * RATE) / RATE
    return 0.2 * numpy.sin(2 * numpy.pi * pitch * time) * (time % 1 < 0.5)


def row_of(name, speaker, **more):
    return {"id": name, "file": f"{name}.wav", "text": "one two", "lang": "en", "kind": "read", "speaker": speaker,
            "seconds": 3, "words": [["one", 0, 0.5], ["two", 1, 1.5]], **more}


class Noises(unittest.TestCase):
    def test_every_kind_is_made_by_the_chance_alone(self):
        for kind in noises.KINDS:
            one, same, other = (noises.noise(kind, numpy.random.default_rng(seed), RATE, [speech()] * 3)
                                for seed in (1, 1, 2))
            self.assertAlmostEqual(numpy.std(one), 1)
            self.assertTrue(numpy.isfinite(one).all())
            numpy.testing.assert_array_equal(one, same)
            self.assertFalse(numpy.array_equal(one, other))

    def test_a_fan_is_low_and_white_noise_is_not(self):
        def low_share(kind):
            power = numpy.abs(numpy.fft.rfft(noises.noise(kind, numpy.random.default_rng(3), 2 * RATE))) ** 2
            return power[:len(power) // 8].sum() / power.sum()
        self.assertGreater(low_share("fan"), 0.9)
        self.assertLess(low_share("white"), 0.2)

    def test_babble_needs_people(self):
        with self.assertRaises(ValueError):
            noises.noise("babble", numpy.random.default_rng(1), RATE)


class Ratio(unittest.TestCase):
    def test_is_held_while_there_is_speech_however_long_the_pauses_are(self):
        for pauses in 0, 5:
            said = numpy.concatenate([speech(), numpy.zeros(pauses * RATE)])
            noise = conditions.scaled_noise(said, numpy.random.default_rng(1).standard_normal(len(said)), 10)
            is_speech = conditions.active(said)
            self.assertAlmostEqual(numpy.mean(is_speech), 1.5 / (3 + pauses), delta=0.02)
            ratio = numpy.mean(said[is_speech] ** 2) / numpy.mean(noise[is_speech] ** 2)
            self.assertAlmostEqual(10 * numpy.log10(ratio), 10)


class Rooms(unittest.TestCase):
    def test_speech_arrives_when_it_did_without_a_room(self):
        for seed in range(4):
            chance = numpy.random.default_rng(seed)
            answer = rooms.response(rooms.some_room(chance), chance)
            self.assertEqual(numpy.argmax(numpy.abs(answer)), 0)
            click = numpy.zeros(RATE)
            click[5000] = 1
            self.assertLess(numpy.abs(acoustics.convolved(click, answer)[:5000]).max(), 0.01)

    def test_the_reverberation_time_is_about_what_was_asked_for(self):
        for decay in 0.3, 0.7:
            room = rooms.Room((5, 4, 2.6), (1, 1, 1.5), (3, 2, 1.2), decay)
            answer = rooms.response(room, numpy.random.default_rng(1))
            left = 10 * numpy.log10(numpy.cumsum(answer[::-1] ** 2)[::-1] / numpy.sum(answer ** 2))
            fall = (numpy.argmax(left < -25) - numpy.argmax(left < -5)) / RATE
            self.assertAlmostEqual(3 * fall / decay, 1, delta=0.35)

    def test_a_microphone_is_one_to_three_metres_away(self):
        for seed in range(20):
            self.assertTrue(1 <= rooms.some_room(numpy.random.default_rng(seed)).distance <= 3)


class Sets(unittest.TestCase):
    PLAN = {"clean": 4, "n10": 2, "n5": 2, "rir": 2, "rir-n10": 1, "long-n10": 1, "silent": 2}

    def make(self, seed, rotates=False, plan=None):
        rows = [row_of("a1", "a"), row_of("a2", "a"), row_of("b1", "b"), row_of("b2", "b"),
                row_of("l1", "a", kind="longform")]
        with tempfile.TemporaryDirectory() as name, \
                mock.patch.object(acoustics, "talkers", lambda: [numpy.random.default_rng(1).standard_normal(48_000)]):
            source, target = pathlib.Path(name) / "source", pathlib.Path(name) / "target"
            source.mkdir()
            for number, row in enumerate(rows):
                samples = numpy.rint(32767 * speech(pitch=100 + 30 * number)).astype("<i2")
                sound.write([samples.tobytes()], source / row["file"])
            conditions.make(source, rows, target, seed, plan or self.PLAN, rotates=rotates)
            files = {path.name: path.read_bytes() for path in target.iterdir()}
        return json.loads(files["manifest.json"]), files

    def test_every_condition_has_its_recordings_with_words_where_they_were(self):
        rows, files = self.make(1)
        self.assertEqual([row["condition"] for row in rows], ["clean"] * 4 + ["n10"] * 2 + ["n5"] * 2 + ["rir"] * 2
                         + ["rir-n10", "n10"] + ["silent"] * 2)
        for row in rows:
            self.assertIn(row["file"], files)
            if row["condition"] != "silent":
                self.assertEqual(row["words"], row_of("", "")["words"])
            if "n10" in row["condition"]:
                self.assertIn(row["noise"], noises.KINDS)
        self.assertEqual(len({row["id"] for row in rows}), len(rows))
        self.assertEqual([row["text"] for row in rows[-2:]], ["", ""])
        self.assertEqual(rows[11]["kind"], "longform")

    def test_conditions_have_the_same_texts_of_several_speakers(self):
        rows, _ = self.make(1)
        for condition in "n10", "n5", "rir":
            self.assertEqual([row["id"].split("-")[0] for row in rows if row["kind"] == condition], ["a1", "b1"])

    def test_conditions_that_rotate_use_each_recording_before_one_comes_again(self):
        rows, _ = self.make(1, rotates=True)
        self.assertEqual([row["id"] for row in rows if row["kind"] in ("n10", "n5")],
                         ["a1-n10", "b1-n10", "a2-n5", "b2-n5"])

    def test_the_same_seed_makes_the_same_and_another_one_others(self):
        one, same, other = self.make(1)[1], self.make(1)[1], self.make(2)[1]
        self.assertEqual(one, same)
        self.assertEqual(one["a1.wav"], other["a1.wav"])
        for name in "a1-n10.wav", "a1-rir.wav", "a1-rir-n10.wav":
            self.assertNotEqual(one[name], other[name])

    def test_a_condition_that_does_not_exist_is_told(self):
        for name in "quiet", "n", "", "long-", "rir-n", "n10-rir":
            with self.assertRaises(ValueError):
                conditions.plan_of([f"{name}=3"])

    def test_a_lone_speaker_is_disturbed_by_made_voices(self):
        row = row_of("a1", "a")
        with mock.patch.object(acoustics, "talkers", lambda: [numpy.ones(48_000)]):
            self.assertEqual([len(voice) for voice in conditions.Voices(None, [row]).of_others(row)], [RATE])


class LibriSpeech(unittest.TestCase):
    def test_words_of_an_alignment(self):
        self.assertEqual(librispeech.words_of_grid(GRID), [["pointed", 0.18, 0.58], ["out", 0.58, 0.81]])

    def test_a_long_recording_keeps_the_times_of_words(self):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "clip.wav"
            sound.write([numpy.rint(32767 * speech()).astype("<i2").tobytes()], path)
            rows = [{**row_of(f"a{number}", "a"), **librispeech.SOURCE, "path": path} for number in range(9)]
            row, samples = librispeech.joined(rows, 20, numpy.random.default_rng(1))
        self.assertLessEqual(row["seconds"], 20)
        self.assertEqual(row["text"].split(), [word for word, _, _ in row["words"]])
        self.assertEqual(row["seconds"], round(len(samples) / RATE, 2))
        for _, start, end in row["words"]:
            heard = numpy.abs(samples[int(start * RATE) + 100:int(end * RATE) - 100].astype(float))
            self.assertGreater(numpy.mean(heard), 2000)
        for (_, _, end), (_, start, _) in zip(row["words"][1::2], row["words"][2::2]):
            self.assertTrue(1.5 + 0.2 <= start - end <= 1.5 + 2.5)


if __name__ == "__main__":
    unittest.main()
