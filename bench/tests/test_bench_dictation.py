"""The benchmark of dictation on sessions that were made up: what is printed, what is missed, how the command ends."""
import argparse
import contextlib
import io
import json
import pathlib
import re
import tempfile
import unittest
from unittest import mock

import numpy

import acoustics
import bench_dictation
import report
import sound
import speech_sets
from event_log import EventLog
from metrics import Score
from process import Run
from recordings import Recording
from sessions import Results
from sound import RATE

GOOD = {"first": [0.15] * 20, "stable": [0.2] * 20, "final": [2.0] * 20, "starts": [0.4]}


def recording(name, condition, set_name="some"):
    group = condition if condition in ("clean", "silent") else "noisy"
    return Recording(None, {"id": name, "kind": "read", "seconds": 10, "condition": condition}, group, set_name)


def systems(live=None, errors=4, silent=None):
    """Three systems that heard two conditions and silence; `live` and `errors` are of the live text in noise."""
    found = [recording("a", "clean"), recording("b", "n5"), recording("c", "silent")]
    results = [Results(name) for name in ("live", "offline", "whisper-cli")]
    for system in results:
        for one in found:
            score = Score(reference_words=100, final_words=100, errors=4, **GOOD)
            if one.condition == "silent":
                score = Score(**(silent if silent and system.name == "live" else {}))
            elif one.condition == "n5" and system.name == "live":
                score = Score(**{"reference_words": 100, "final_words": 100, "errors": errors, **GOOD, **(live or {})})
            load = 1 if one.condition == "silent" else 50
            samples = [(second, load * second / 100, 90) for second in range(11)]
            system.add(one, Run("", 10, 0.6, 90, samples), score)
            if system.name == "live":
                system.logs[one.name] = EventLog(summary={"cpu_seconds": 0.6})
    return results


def ended(results, *arguments):
    """The status and the output of the command when the recordings were heard like this."""
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()) as printed, \
            mock.patch.object(bench_dictation, "ROOT", pathlib.Path(name)), \
            mock.patch.object(bench_dictation, "find_model", lambda _: None), \
            mock.patch.object(bench_dictation.shutil, "which", lambda _: "here"), \
            mock.patch.object(bench_dictation, "chosen", lambda *_: results[0].heard), \
            mock.patch.object(bench_dictation, "hear", lambda *_: results), \
            mock.patch("sys.argv", ["bench_dictation.py", "--data", name, *arguments]):
        try:
            bench_dictation.main()
        except SystemExit as end:
            return end.code, printed.getvalue()


class Ending(unittest.TestCase):
    def test_it_ends_well_when_every_bar_is_met(self):
        status, output = ended(systems())
        self.assertEqual(status, 0, output)
        self.assertTrue(output.endswith("Every bar is met.\n"))
        self.assertNotIn("missed", output)

    def check(self, results, pattern, *arguments):
        status, output = ended(results, *arguments)
        self.assertEqual(status, 1, output)
        self.assertRegex(output.split("missed:\n")[-1], pattern)

    def test_each_bar_can_be_missed(self):
        for live, pattern in (
            ({"errors": 5}, r"^  some: noise 5 dB: errors of live text above offline, per 100 words: 1.00, goal ≤ 0.5"),
            ({"revised": 31}, r"^  some: noise 5 dB: revised words per 100: 31"),
            ({"first": [0.3] * 60}, r"^  some: first display, median: 0.30 s, goal ≤ 0.20 s\n"),
            ({"first": [0.1] * 80 + [0.9] * 20}, r"^  some: first display, 95th percentile: 0.90 s, goal ≤ 0.60 s\n"),
            ({"stable": [0.4] * 60}, r"^  some: stable display, median"),
            ({"final": [5] * 60}, r"^  some: final display, mean: 4.25 s, goal ≤ 3.00 s"),
            ({"final": [0.5] * 80 + [6.5] * 20}, r"^  some: final display, 95th percentile"),
            ({"starts": [0.9] * 9}, r"^  some: first interim text after the first word begins"),
            ({"problems": ["no summary"]}, r"^  some/b: no summary"),
        ):
            with self.subTest(pattern):
                self.check(systems(live=live), pattern)

    def test_words_without_speech_are_missed(self):
        self.check(systems(silent={"most_written": 1}), "no speech: most words on the page at once: 1")

    def test_the_processor_and_memory_have_bars(self):
        results = systems()
        for run in results[0].runs.values():
            run.samples = [(second, 0.7 * second, 90) for second in range(11)]
            run.peak = 300
        self.check(results, "CPU while someone speaks, of one core: 70.0 %, goal ≤ 60 %")
        self.check(results, "peak memory, live: 300 MB, goal ≤ 250 MB")
        self.assertNotIn("peak memory, live: 300", ended(results, "--model", "base")[1])

    def test_a_long_session_has_bars(self):
        figures = [report.Figure("memory after the last minute", 120, "MB", 100)]
        with mock.patch.object(bench_dictation, "recordings", lambda _: []), \
                mock.patch.object(bench_dictation, "long_session", lambda *_: ("ten minutes", figures)):
            self.check(systems(), "ten minutes: memory after the last minute", "--long")

    def test_a_machine_that_is_hindered_may_be_late_but_not_wrong(self):
        late = {"first": [0.5] * 60, "final": [9] * 60}
        for option, words in (("--slow=4", "takes 4 times as long"), ("--busy", "keeps one core busy")):
            status, output = ended(systems(live=late), option)
            self.assertEqual(status, 0, output)
            self.assertIn(words, output.splitlines()[0])
            self.check(systems(live=late | {"errors": 9}), "errors of live text", option)


class Tables(unittest.TestCase):
    def test_there_is_a_line_for_each_condition(self):
        lines = report.accuracy("some", report.conditions(*systems(errors=5))).splitlines()
        self.assertEqual([re.split(" {2,}", line) for line in lines[2:]], [
            ["read, clean", "100", "4.00", "4.00", "4.00", "+0.00", "–", "met", "0.00", "met"],
            ["noise 5 dB", "100", "5.00", "4.00", "4.00", "+1.00", "–", "missed", "0.00", "met"],
            ["no speech: words written", "0", "0", "0"]])

    def test_sets_are_told_apart(self):
        results = systems()
        for system in results:
            other = recording("z", "clean", "other")
            system.add(other, system.runs["some/a"], Score(reference_words=10, final_words=10, **GOOD))
        self.assertEqual([len(results[0].within(name).heard) for name in ("some", "other")], [3, 1])
        output = ended(results)[1]
        self.assertRegex(output, r"(?s)some: errors per 100 words.*other: errors per 100 words")

    def test_systems_that_hear_keep_what_they_heard(self):
        one = recording("a", "clean")
        events = [{"t": 1, "type": "transcript", "text": ""}, {"type": "summary"}]
        one.row["text"] = ""
        calls = []

        def run(command, is_sampled=False, environment=None):
            calls.append(environment)
            return Run("\n".join(map(json.dumps, events)) if is_sampled else "", 1, 1, 1)

        options = argparse.Namespace(model="tiny.en", slow=2.0)
        with tempfile.TemporaryDirectory() as name, mock.patch("sessions.run", run):
            bench_dictation.hear(options, "model", [one], pathlib.Path(name))
            kept = sorted(path.name for path in (pathlib.Path(name) / "some").iterdir())
        self.assertEqual(kept, ["a.jsonl", "a.offline.txt", "a.whisper-cli.txt"])
        # Only what is heard live is slowed down.
        self.assertEqual(calls, [{"PARLANDO_DECODING_SLOWDOWN": "2"}, None, None])


class Sets(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name) / "speech"
        self.folder.mkdir()
        talk = numpy.sin(numpy.arange(2 * RATE) / 9) * (numpy.arange(2 * RATE) % 9000 < 5000)
        rows = []
        for number in range(8):
            sound.write([numpy.rint(9000 * talk).astype("<i2").tobytes()], self.folder / f"{number}.wav")
            rows.append({"id": str(number), "file": f"{number}.wav", "text": "fox", "words": [["fox", 0, 1]],
                         "lang": "en", "kind": "read", "speaker": f"s{number % 2}", "seconds": 2})
        (self.folder / "manifest.json").write_text(json.dumps(rows), encoding="utf-8")
        patch = mock.patch.object(acoustics, "talkers", lambda: [numpy.ones(48_000)])
        patch.start()
        self.addCleanup(patch.stop)

    def chosen(self, seeds=(), quick=True, only=(), times=1):
        return speech_sets.chosen([self.folder] * times, seeds, self.place.name, quick, only)

    def test_fresh_recordings_stand_beside_the_folder(self):
        found = self.chosen([7, 8])
        self.assertEqual(list(dict.fromkeys(one.set for one in found)), ["speech", "seed-7", "seed-8"])
        made = [one for one in found if one.set == "seed-7"]
        self.assertEqual({one.condition for one in made}, {"n10", "n5", "rir", "rir-n10", "silent"})
        self.assertTrue(all(one.path.is_file() for one in made))
        texts = [{one.row["id"].split("-")[0] for one in found if one.set == name and one.condition == "n5"}
                 for name in ("seed-7", "seed-8")]
        self.assertNotEqual(*texts)

    def test_groups_and_conditions_can_be_chosen(self):
        self.assertEqual({one.condition for one in self.chosen([7], only=["rir"])}, {"rir"})
        self.assertEqual({one.condition for one in self.chosen([7], only=["clean", "n10"])}, {"clean", "n10"})
        with self.assertRaisesRegex(SystemExit, "no n99 .*only clean"):
            self.chosen(only=["n99"])

    def test_two_folders_of_one_name_keep_their_recordings_apart(self):
        self.assertEqual({one.set for one in self.chosen(times=2)}, {"speech", "speech-2"})


if __name__ == "__main__":
    unittest.main()
