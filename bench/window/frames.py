"""Sees when a window is painted, as the X server tells it (the DAMAGE extension)."""
import ctypes
import select
import threading
import time

# A paint is told in several pieces: what comes this soon after the last one belongs to the same frame.
SAME_FRAME_SECONDS = 0.004
RAW_RECTANGLES = 0
# How soon the end of the watch is seen.
PATIENCE_SECONDS = 0.1


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("room", ctypes.c_long * 24)]


class Frames(threading.Thread):
    """Notes the moment of each frame of a window until the `with` block ends."""

    def __init__(self, window):
        super().__init__(daemon=True)
        self.moments = []
        self.is_over = False
        self.x, self.damage = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXdamage.so.1")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.damage.XDamageCreate.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        first, errors = ctypes.c_int(), ctypes.c_int()
        if not self.damage.XDamageQueryExtension(self.display, ctypes.byref(first), ctypes.byref(errors)):
            raise SystemExit("The X server does not tell when it paints.")
        self.watch = ctypes.c_ulong(
            self.damage.XDamageCreate(self.display, ctypes.c_ulong(window), RAW_RECTANGLES))
        self.x.XFlush(self.display)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.join()
        self.damage.XDamageDestroy(self.display, self.watch)
        self.x.XCloseDisplay(self.display)

    def run(self):
        event, connection = Event(), self.x.XConnectionNumber(self.display)
        while not self.is_over:
            if not self.x.XPending(self.display):
                select.select([connection], [], [], PATIENCE_SECONDS)
                continue
            now = time.monotonic()
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, ctypes.byref(event))
            if not self.moments or now - self.moments[-1] > SAME_FRAME_SECONDS:
                self.moments.append(now)

    def gaps(self):
        """Seconds from each frame to the next."""
        return [after - before for before, after in zip(self.moments, self.moments[1:])]
