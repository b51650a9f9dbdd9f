"""A player in front of the virtual loudspeaker: hears the clicks, presses keys on them and makes sound beside them."""

import array
import ctypes
import os
import random
import subprocess
import tempfile
import threading
import time
import wave

RATE = 48_000


class Ear(threading.Thread):
    """Hears what is played into the virtual loudspeaker, and when."""

    BEGINS = 300 / 32768
    PAUSE = RATE // 5

    def __init__(self):
        super().__init__(daemon=True)
        device = os.environ["PARLANDO_VIRTUAL_SINK"] + ".monitor"
        self.process = subprocess.Popen(
            ["parec", "--latency-msec=5", "--process-time-msec=5", "--device", device, f"--rate={RATE}",
             "--channels=1", "--format=s16le", "--raw"], stdout=subprocess.PIPE, bufsize=0)
        self.sound = array.array("h")
        # Seconds on the monotonic clock when frame 0 was heard: what came fastest was late by the least.
        self.origin = None
        self.clicks = []
        # What `time` went by when it was asked first.
        self.believed = None
        # Milliseconds by which the player struck late or early of when she meant to.
        self.slips = []
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.join()
        self.process.stdout.close()

    def run(self):
        last, rest = -RATE, b""
        while data := self.process.stdout.read(4096):
            now = time.monotonic()
            data = rest + data
            whole = len(data) // 2 * 2
            rest, begin = data[whole:], len(self.sound)
            self.sound.frombytes(data[:whole])
            origin = now - len(self.sound) / RATE
            self.origin = origin if self.origin is None else min(self.origin, origin)
            # Most of it is silence, which is seen at a glance: whoever looks at each sample falls behind.
            piece = self.sound[begin:]
            if not piece or max(max(piece), -min(piece)) <= self.BEGINS * 32768:
                continue
            for frame in range(begin, len(self.sound)):
                if abs(self.sound[frame]) > self.BEGINS * 32768:
                    if frame - last > self.PAUSE:
                        self.clicks.append(frame)
                    last = frame

    def time(self, frame):
        """When a frame was heard, as far as is known by now."""
        self.believed = self.believed or self.origin
        return self.origin + frame / RATE

    def error(self):
        """Seconds by which the first answer of `time` was wrong, as far as is known by now."""
        return self.believed - self.origin if self.believed else 0

    def starts(self, loudness, since, pause=RATE // 4):
        """Frames at which something as loud begins."""
        starts, last = [], -RATE
        for frame in range(since, len(self.sound)):
            if abs(self.sound[frame]) > loudness * 32768:
                if frame - last > pause:
                    starts.append(frame)
                last = frame
        return starts


class Keyboard:
    """Presses keys at once: a program that is started for each takes some hundredths of a second."""

    def __init__(self):
        self.x, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        self.space = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(0x20))

    def strike(self):
        """When the key went down: a busy display server takes its time, and only then stamps it."""
        self.press(1)
        self.x.XSync(self.display, 0)
        moment = time.monotonic()
        self.press(0)
        self.x.XFlush(self.display)
        return moment

    def press(self, pressed):
        return self.test.XTestFakeKeyEvent(self.display, self.space, pressed, ctypes.c_ulong(0))


def claps(count, apart, lead=0.3):
    """A recording of claps that are louder than clicks; the file goes away with the object."""
    rest = random.Random(7)
    sound = array.array("h", bytes(2 * int(RATE * (lead + count * apart + 0.3))))
    for clap in range(count):
        begin = int(RATE * (lead + clap * apart))
        for frame in range(3000):
            sound[begin + frame] = int(rest.uniform(-1, 1) * 26_000 * 0.998 ** frame)
    file = tempfile.NamedTemporaryFile(suffix=".wav")
    with wave.open(file, "wb") as target:
        target.setnchannels(1)
        target.setsampwidth(2)
        target.setframerate(RATE)
        target.writeframes(sound.tobytes())
    file.flush()
    return file
