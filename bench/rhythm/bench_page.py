"""Measures the rhythm page itself: how soon a stroke is seen, what the page costs, and how well it knows its latency.

Run by scripts/bench rhythm, on a virtual display with virtual devices, by the python of the
system, which has the accessibility library.
"""
import argparse
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Gui"))

import player  # noqa: E402
import screen  # noqa: E402
import tables  # noqa: E402
from test_rhythm import Rhythm  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
BEAT = 0.6
MOST_GROWTH = 10    # megabytes, of an exercise without end
# Microseconds from loudspeaker to microphone of the virtual device that is exact.
WAY = 23_000


class XImage(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("width", "height", "offset", "format")] + [
        ("data", ctypes.c_void_p)] + [(name, ctypes.c_int) for name in ("order", "unit", "bits", "pad", "depth", "line")]


class Eye:
    """Looks at a part of the screen."""

    def __init__(self, place):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = self.x.XDefaultRootWindow.restype = ctypes.c_void_p
        self.x.XGetImage.restype = ctypes.POINTER(XImage)
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        self.root = ctypes.c_void_p(self.x.XDefaultRootWindow(self.display))
        self.place = [ctypes.c_int(number) for number in (place.x, place.y)]
        self.size = [ctypes.c_uint(number) for number in (place.width, place.height)]

    def look(self):
        image = self.x.XGetImage(self.display, self.root, *self.place, *self.size, ctypes.c_ulong(2**64 - 1), 2)
        seen = ctypes.string_at(image.contents.data, image.contents.line * image.contents.height)
        self.x.XDestroyImage(image)
        return seen


def strokes(count):
    """Milliseconds from the press of a key to the pixels that say what it was."""
    keyboard, found = player.Keyboard(), []
    choices = {"tempo": 100.0, "bars": 0, "pattern": "quarter", "guide_on": "false"}
    with player.Ear() as ear, Rhythm(**choices) as page:
        page.begin()
        screen.wait("the clicks of the count-in", lambda: len(ear.clicks) >= 4)
        first, eye = ear.clicks[0], None
        for beat in range(4, 4 + count + 20):
            # Early and late in turn, so that each stroke is told in other words than the one before.
            moment = ear.time(first) + beat * BEAT + (0.03 if beat % 2 else -0.03)
            time.sleep(max(0, moment - time.monotonic()))
            if eye is None:
                keyboard.strike()
                label = page.label(lambda text: text.endswith(" ms"))
                # Without a size it was not laid out yet.
                eye = Eye(screen.extents(label)) if label and screen.extents(label).width > 0 else None
                continue
            before, begin = eye.look(), time.monotonic()
            keyboard.strike()
            while eye.look() == before and time.monotonic() < begin + 0.4:
                time.sleep(0.0005)
            found.append((time.monotonic() - begin) * 1000)
            if len(found) == count:
                break
        page.program.key("Escape")
        page.see_button("again")
    return sorted(found)


def spent(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def cost(seconds, samples, mode="'tap'", **choices):
    """CPU in percent of one core, megabytes at each sample, dropouts, of the page while an endless exercise plays."""
    sizes = []
    with Rhythm(**{"tempo": 90.0, "bars": 0, "input": mode, "window_width": 700, "window_height": 660,
                   "pauses_in_background": "false"} | choices) as page:
        page.begin()
        time.sleep(10)  # until everything has been seen once
        process = page.program.process.pid
        start, before = time.monotonic(), spent(process)
        for _ in range(samples):
            time.sleep(seconds / samples)
            sizes.append(memory(process))
        share = 100 * (spent(process) - before) / (time.monotonic() - start)
        dropouts = page.program.said().count("xrun")
        page.program.key("Escape")
    return share, sizes, dropouts


def calibrations(tool, times, *options):
    """Medians and spreads in milliseconds."""
    found = []
    for _ in range(times):
        answer = subprocess.run([tool, "rhythm", "calibrate", *options], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            found.append(json.loads(answer.stdout.splitlines()[0]))
        else:
            print(answer.stderr.strip().splitlines()[-1])
    return [row["median_ms"] for row in found], max((row["spread_ms"] for row in found), default=0)


def print_calibrations(tool, times):
    rows = []
    exact = ["--output", "faulty:air-0", "--microphone", f"faulty:air-{WAY}"]
    rates = ["--output", "faulty:air-0+rate-44100", "--microphone", f"faulty:air-{WAY}"]
    clocks = ["--output", "faulty:air-0+skew--50", "--microphone", f"faulty:air-{WAY}+skew-50"]
    devices = (("exact", exact, WAY / 1000), ("other rates", rates, WAY / 1000), ("other clocks", clocks, WAY / 1000),
               ("PulseAudio", [], None))
    for name, options, truth in devices:
        medians, spread = calibrations(tool, times, *options)
        if medians:
            centre = truth if truth is not None else statistics.median(medians)
            residual = max(abs(median - centre) for median in medians)
            rows.append((name, f"{len(medians)}/{times}", f"{centre:.3f}", f"{residual:.3f}", f"{spread:.3f}"))
    head = ("device", "calibrations", "truth or median, ms", "worst residual, ms", "worst spread, ms")
    print(f"Calibration by loopback\n\n{tables.table(head, rows)}\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer strokes")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="only play, ever faster, for so long")
    options = parser.parse_args()
    if options.soak:
        # Bars of four beats from one end of the tempos to the other take eleven minutes, if each has a tempo of its own.
        climb = {"tempo": 20.0, "trains": "true", "trainer_goal": 300.0, "trainer_step": 1,
                 "trainer_interval": min(60, max(1, round(options.soak / 11)))}
        share, sizes, dropouts = cost(options.soak * 60, 12, **climb)
        print(f"{options.soak:g} minutes in tap mode, ever faster: {share:.1f} % of one core, {dropouts} dropouts; "
              f"megabytes after each twelfth: {' '.join(f'{size:.1f}' for size in sizes)}; "
              f"load {os.getloadavg()[0]:.1f}", flush=True)
        if dropouts or sizes[-1] > sizes[0] + MOST_GROWTH:
            sys.exit("There were dropouts, or memory grew.")
        return
    found = strokes(20 if options.quick else 60)
    if not found:
        sys.exit("The strokes were not seen: the machine is too busy to measure anything.")
    last = found[int(0.95 * (len(found) - 1))]
    print(f"Stroke → shown, {len(found)} strokes of a key: median {statistics.median(found):.1f} ms, "
          f"95 % {last:.1f} ms, worst {found[-1]:.1f} ms; load {os.getloadavg()[0]:.1f}", flush=True)
    for mode in "tap", "none":
        share, sizes, _ = cost(15 if options.quick else 60, 2, f"'{mode}'")
        print(f"The page plays, {mode}: {share:.1f} % of one core, {sizes[-1]:.0f} MB; load {os.getloadavg()[0]:.1f}",
              flush=True)
    print()
    print_calibrations(ROOT / ".build/release/parlandoctl", 2 if options.quick else 5)


if __name__ == "__main__":
    main()
