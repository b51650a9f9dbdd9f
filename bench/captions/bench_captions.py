"""Measures captions of a made meeting or film beside the same sound from a file. In the meeting one of two people is
played by the computer, one sits at the microphone, which hears the loudspeaker too. Fails when a bar is missed."""
import argparse
import pathlib
import sys
import tempfile
import time

import numpy

import meeting
import report
import sides
from bench_dictation import ROOT, tool
from busy import busy_core
from conditions import save
from figure import Figure, percentile
from figures import word_error_rate
from metrics import score_text
from noises import VOICELESS, noise
from loudspeakers import COMPUTER, ROOM, play
from process import Neighbours, run
from sound import RATE
from words import tokens

TURNS, QUICK_TURNS = 24, 8
NOISE = 15 * RATE   # samples of each noise without speech
MOST_EXCESS = 2     # errors of a side above those of the same sound from a file, for each 100 words
MOST_TWICE, MOST_LOST = 2, 1    # % of the words of the computer, of the microphone
LATEST, MOST_LATENESS = 2.5, 1  # seconds until a word is final, and more of that in the second half than in the first
# % of one core, of a processor that multiplies bfloat16.
MOST_WORK = 110 if " avx512_bf16" in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") else None


def parse_options(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench captions", description=__doc__)
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("--data", type=pathlib.Path, action="append", required=True, help="may be given several times")
    parser.add_argument("--levels", type=lambda text: [float(level) for level in text.split(",")],
                        default=[-6, -10, -20], help="dB of the loudspeaker at the microphone, over its speaker's")
    parser.add_argument("--film", action="store_true", help="the computer alone: speech over music, then no speech")
    parser.add_argument("--busy", action="store_true", help="keep one core busy; delays and CPU have no goals then")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_TURNS} turns instead of {TURNS}")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--seed", type=int, default=1, help="of rooms and noises")
    # A list of levels begins as an option does.
    return parser.parse_args([f"{before}={one}" if before == "--levels" else one
                              for before, one in zip(["", *arguments], arguments) if one != "--levels"])


class Bench:
    """Makes sound in one folder, and keeps the program's events in another."""

    def __init__(self, options, sounds, logs):
        self.options, self.sounds, self.logs, self.problems = options, sounds, logs, []
        self.turns = meeting.clips(options.data, QUICK_TURNS if options.quick else TURNS)

    def chance(self):
        return numpy.random.default_rng(self.options.seed)

    def written(self, samples, name):
        path = self.sounds / f"{name}.wav"
        save(samples, path)
        return path

    def offline(self, path):
        """The peer: the same sound from a file, with the same model."""
        options = ["--model", self.options.model, "--language", "en", "--format", "txt"]
        return run([tool(), "transcribe", *options, path]).output

    def hear(self, source, files, name):
        with busy_core(self.options.busy):
            heard = play(self.options.program, self.options.model, source, files, self.logs / f"{name}.jsonl")
        self.problems += [f"{name}: {problem}" for problem in heard.problems]
        return heard

    def errors(self, name, live, offline):
        self.problems += [f"{name}: {problem}" for problem in live.problems]
        here, there = word_error_rate(live), word_error_rate(offline)
        return [Figure(f"{name}: errors, live", here, "%"), Figure(f"{name}: errors, from a file", there, "%"),
                Figure(f"{name}: live above the file, per 100 words", here - there, "", MOST_EXCESS)]

    def costs(self, heard, *scores):
        """How late the words are, and what they take. A machine that is kept busy may be late."""
        delays = [[delay for score in scores for delay in getattr(score, kind)] for kind in ("final", "first")]
        latest, work = (None, None) if self.options.busy else (LATEST, MOST_WORK)
        later = max(sides.lateness(score.final) for score in scores)
        return [Figure("end of a word → shown, median", percentile(delays[1], 0.5), "s"),
                Figure("end of a word → final, median", percentile(delays[0], 0.5), "s", latest),
                Figure("the same, later in the second half", later, "s", MOST_LATENESS),
                Figure("CPU of one core", heard.cpu, "%", work),
                *(Figure(f"memory at the {when}", used, "MB") for when, used in heard.memory.items())]

    def meetings(self):
        """{title: figures}, one for each level"""
        computer, microphone = meeting.meeting(self.turns, self.chance())
        texts = [self.offline(self.written(track.samples, "clean")) for track in (microphone, computer)]
        print(f"A made meeting of {len(self.turns)} turns, {computer.seconds / 60:.1f} minutes: the computer says"
              f" {len(computer.words)} words, the microphone's speaker {len(microphone.words)}\n", flush=True)
        return {f"{level:g} dB": self.meeting(computer, microphone, texts, level) for level in self.options.levels}

    def meeting(self, computer, microphone, texts, level):
        """Figures of the meeting with the loudspeaker at one level."""
        mixed = meeting.with_loudspeaker(microphone.samples, computer.samples, level, self.chance())
        files = {COMPUTER: self.written(computer.samples, "computer"), ROOM: self.written(mixed, "microphone")}
        heard = self.hear("both", files, f"meeting{level:g}")
        you = sides.scored(heard.events, sides.YOU, heard.began[ROOM], microphone.row)
        played = sides.scored(heard.events, sides.COMPUTER, heard.began[COMPUTER], computer.row)
        own, other = sides.timed(microphone.words), sides.timed(computer.words)
        mine = sides.heard_at(heard.events, sides.YOU, (own, other))
        twice = 100 * sides.written_twice(mine, own, other) / len(other)
        missing = sides.lost(own, tokens(texts[0].split()), [token for token, _ in mine], computer.turns)
        delay = meeting.DELAY + heard.began[ROOM] - heard.began[COMPUTER]
        return [*self.errors("You", you, score_text(texts[0], microphone.row)),
                *self.errors("Computer", played, score_text(texts[1], computer.row)),
                Figure("the computer's words written twice", twice, "%", MOST_TWICE),
                Figure("the microphone's words lost", 100 * missing / len(own), "%", MOST_LOST),
                *self.costs(heard, you, played), Figure("the echo comes after", 1000 * delay, "ms")]

    def films(self):
        """{title: figures}"""
        film = meeting.film(self.turns, self.chance())
        print(f"A made film of {film.seconds / 60:.1f} minutes: speech over made music {meeting.MUSIC_BELOW} dB below"
              f" it; then {', '.join(VOICELESS)} alone, made too\n", flush=True)
        path = self.written(film.samples, "film")
        text, heard = self.offline(path), self.hear("computer", {COMPUTER: path}, "film")
        noises = numpy.concatenate([meeting.LOUDNESS * noise(kind, self.chance(), NOISE) for kind in VOICELESS])
        silent = self.hear("computer", {COMPUTER: self.written(noises, "voiceless")}, "voiceless")
        live = sides.scored(heard.events, sides.COMPUTER, heard.began[COMPUTER], film.row)
        none = sides.scored(silent.events, sides.COMPUTER, silent.began[COMPUTER], {"text": ""})
        return {"film": self.errors("Computer", live, score_text(text, film.row)) + self.costs(heard, live),
                "no speech": [Figure("words in the final text", none.final_written, "", 0),
                              Figure("most words shown at once", none.most_written, "", 0),
                              Figure("CPU of one core", silent.cpu, "%")]}


def main():
    options, neighbours = parse_options(sys.argv[1:]), Neighbours()
    logs = ROOT / ".build/bench" / time.strftime("%Y-%m-%d-%H%M%S")
    logs.mkdir(parents=True)
    print(report.machine(options.model, is_busy=options.busy), flush=True)
    with tempfile.TemporaryDirectory(prefix="captions-") as place:
        bench = Bench(options, pathlib.Path(place), logs)
        found = bench.films() if options.film else bench.meetings()
    print("\n\n".join(report.figures_table(name, figures) for name, figures in found.items()))
    print(f"\n{report.disturbance(neighbours.share())} Events are kept in {logs.relative_to(ROOT)}.")
    missed = [line for name, figures in found.items() for line in report.missed(name, figures)]
    text, status = report.verdict(missed + bench.problems)
    print(text)
    sys.exit(status)


if __name__ == "__main__":
    main()
