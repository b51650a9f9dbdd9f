"""Transcribes a film of an hour, beside whisper.cpp's own command: how long both take, and whether memory stays flat.

Run by scripts/bench film.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from figure import Figure
from process import Neighbours, run
from recordings import recordings
from sound import join
from tables import figure_rows, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEED = 0.95
# MB that the second half may take more than the first quarter.
GROWTH = 10


def make_film(folder, found, seconds, seed):
    """A film with the recordings as its sound, in another order each time through; and the sound alone, for a program
    that reads no films."""
    order, paths, length = random.Random(seed), [], 0
    while length < seconds:
        for recording in order.sample(found, len(found)):
            paths.append(recording.path)
            length += recording.seconds
    sound, film = folder / "film.wav", folder / "film.mp4"
    join(paths, sound)
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=black:s=320x180:r=5", "-i", sound, "-shortest",
                    "-c:v", "mpeg4", "-c:a", "aac", "-b:a", "128k", film], check=True)
    return film, sound, length


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench film", description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, action="append", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="tiny.en")
    options = parser.parse_args()
    found = [one for folder in options.data for one in recordings(folder) if one.group in ("clean", "noisy")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        film, sound, length = make_film(folder, found, options.minutes * 60, options.seed)
        neighbours = Neighbours()
        threads = str(min(2, os.cpu_count()))
        model = pathlib.Path(os.environ["PARLANDO_MODELS"], f"{options.model}-v1.bin")
        ours = run([ROOT / ".build/release/parlandoctl", "transcribe", "--model", options.model, "--format", "txt", film],
                   is_sampled=True)
        theirs = run(["whisper-cli", "-m", model, "-f", sound, "-bs", "1", "-bo", "1", "-t", threads, "-l", "en", "-nt",
                      "-np"], is_sampled=True)
        others = neighbours.share()
    early, late = ours.memory(0, ours.wall / 4), ours.memory(ours.wall / 2, ours.wall)
    figures = [
        Figure("Parlando: the film, which it decodes too", ours.wall, "s", theirs.wall / SPEED),
        Figure("whisper-cli: its sound", theirs.wall, "s"),
        Figure("speed, of whisper-cli's", 100 * theirs.wall / ours.wall, "%"),
        Figure("processor time, Parlando", ours.cpu, "s"),
        Figure("the same, whisper-cli", theirs.cpu, "s"),
        Figure("memory in the first quarter", early, "MB"),
        Figure("memory in the second half", late, "MB", early + GROWTH),
        Figure("the most of whisper-cli", theirs.peak, "MB"),
    ]
    print(table((f"a film of {length / 60:.0f} minutes", "value", "goal", ""), figure_rows(figures)))
    print(f"\nOther programs took {100 * others:.0f} % of the machine; seed {options.seed}.")
    sys.exit(any(figure.is_missed for figure in figures))


if __name__ == "__main__":
    main()
