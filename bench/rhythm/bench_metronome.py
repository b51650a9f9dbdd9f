"""Measures how exactly metronomes click: Parlando's and those that Debian packages, all recorded the same way.

Parlando and gtick play into loudspeakers of the virtual sound server, recorded at their monitors; klick speaks only JACK
and is recorded there, on a server without hardware. Run by scripts/bench rhythm within with-virtual-audio.sh.
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import wave
from array import array
from pathlib import Path

from clicks import click_places, compare, count_expected, read_floats
from tables import table

TEMPI = (40, 90, 133.33, 160)
RATE = 48_000
# Seconds that a program may take until its clicks come evenly.
SETTLING = 4
PACKAGES = {"klick": ("klick", "jackd2"), "gtick": ("gtick", "xvfb", "xdotool")}
PROGRAMS = {"klick": ("klick", "jackd", "jack_rec"), "gtick": ("gtick", "Xvfb", "xdotool")}


class Cannot(Exception):
    pass


def install(name):
    if all(map(shutil.which, PROGRAMS[name])):
        return
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    command = [*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[name]]
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True,
                       env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    except (OSError, subprocess.CalledProcessError):
        pass
    missing = [program for program in PROGRAMS[name] if not shutil.which(program)]
    if missing:
        raise Cannot(f"{name} is not measured: {', '.join(missing)} could not be installed "
                     f"(packages {' '.join(PACKAGES[name])}).")


def start(command, **options):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True, **options)


def stop(processes):
    for process in processes:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
    for process in processes:
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def new_sink(name):
    subprocess.run(["pactl", "load-module", "module-null-sink", f"sink_name={name}", f"rate={RATE}", "format=s16le"],
                   check=True, capture_output=True)


def record(sink, path):
    return start(["parec", "--raw", "--latency-msec=10", f"--device={sink}.monitor", "--format=float32le",
                  f"--rate={RATE}", "--channels=1", path])


def parlando(bpm, seconds, path, work):
    sink = f"parlando{int(bpm)}"
    new_sink(sink)
    recorder = record(sink, path)
    time.sleep(2.5)
    player = start(["parlandoctl", "rhythm", "metronome", "--bpm", str(bpm), "--output", f"pulse:{sink}"])
    return [recorder, player], RATE, bpm, 4


def gtick(bpm, seconds, path, work):
    # It knows whole numbers only, and has to be pressed like by a user.
    whole = round(bpm)
    sink = f"gtick{whole}"
    new_sink(sink)
    recorder = record(sink, path)
    home = work / f"home{whole}"
    home.mkdir()
    screen = f":{180 + TEMPI.index(bpm)}"
    environment = {**os.environ, "HOME": str(home), "DISPLAY": screen, "PULSE_SINK": sink}
    server = start(["Xvfb", screen, "-screen", "0", "800x600x24"])
    time.sleep(2)
    player = start(["gtick"], env=environment)
    time.sleep(3)

    def press(*words):
        subprocess.run(["xdotool", *words], env=environment, capture_output=True, check=False)
        time.sleep(0.3)

    press("mousemove", "365", "109", "click", "--repeat", "3", "--delay", "60", "1")
    press("key", "ctrl+a")
    press("type", "--delay", "60", str(whole))
    press("key", "Tab")
    press("mousemove", "213", "318", "click", "1")
    return [recorder, player, server], RATE, whole, 1


def klick(bpm, seconds, path, work):
    name = f"k{int(bpm)}"
    environment = {**os.environ, "JACK_NO_AUDIO_RESERVATION": "1", "JACK_DEFAULT_SERVER": f"bench{int(bpm)}"}
    environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
    server = start(["jackd", "-n", f"bench{int(bpm)}", "-R", "-P", "30", "-d", "dummy", "-r", str(RATE), "-p", "256"],
                   env=environment)
    time.sleep(2)
    player = start(["klick", "-n", name, "-e", str(bpm)], env=environment)
    time.sleep(1)
    sound = f"{path}.wav"
    recorder = start(["jack_rec", "-f", sound, "-d", str(int(seconds)), "-b", "16", f"{name}:out"], env=environment)
    return [recorder, player, server], RATE, bpm, 1


def samples_of(path):
    """The recording; jack_rec writes a WAV file of 16 bits."""
    sound = Path(f"{path}.wav")
    if not sound.exists():
        return read_floats(path)
    whole = array("h")
    with wave.open(str(sound)) as file:
        whole.frombytes(file.readframes(file.getnframes()))
    return array("f", (sample / 32768 for sample in whole))


def measure(name, play, seconds, work):
    """One row for each tempo, all played at the same time."""
    running = []
    try:
        for bpm in TEMPI:
            path = str(work / f"{name}-{bpm}.raw")
            processes, rate, asked, accents = play(bpm, seconds, path, work)
            running.append((processes, path, rate, bpm, asked, accents))
        time.sleep(seconds + SETTLING)
    finally:
        stop([process for processes, *_ in running for process in processes])
    for _, path, rate, bpm, asked, accents in running:
        samples = samples_of(path)
        places = click_places(samples, rate, asked, accents)
        grid = compare(places, rate, asked, count_expected(places, samples, rate, asked))
        tempo = f"{bpm}" if asked == bpm else f"{bpm} (plays {asked})"
        if grid is None:
            yield (name, tempo, "no clicks", "", "", "", "")
            continue
        yield (name, tempo, f"{grid.clicks}/{grid.expected}", f"{grid.worst:.2f}", f"{grid.worst / rate * 1e3:.3f}",
               f"{grid.drift_ppm:+.2f}", f"{grid.jitter:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    rows, notes = [], []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name, play in (("parlando", parlando), ("klick", klick), ("gtick", gtick)):
            try:
                if name in PACKAGES:
                    install(name)
                rows += measure(name, play, options.seconds, work)
            except Cannot as reason:
                notes.append(str(reason))
            except (OSError, subprocess.SubprocessError) as reason:
                notes.append(f"{name} could not be measured: {reason}")
    print("Metronomes, live: clicks against the ideal grid of the tempo\n")
    print(table(("", "BPM", "clicks", "worst, samples", "worst, ms", "drift, ppm", "jitter, samples"), rows))
    print(f"\n{options.seconds:.0f} s each at {RATE} Hz; load {os.getloadavg()[0]:.1f} at the end.")
    for note in notes:
        print(note)
    return 0 if any(row[0] == "parlando" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
