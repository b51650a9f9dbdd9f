"""Joins recordings into one, through the system's libsndfile."""
import ctypes
import wave

RATE = 16_000
READ = 0x10


class Format(ctypes.Structure):
    """SF_INFO of sndfile.h."""
    _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def samples(path):
    """16-bit samples of a mono recording at 16 kHz."""
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_readf_short.restype = ctypes.c_int64
    library.sf_readf_short.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_close.argtypes = [ctypes.c_void_p]
    info = Format()
    handle = library.sf_open(str(path).encode(), READ, ctypes.byref(info))
    if not handle or info.samplerate != RATE or info.channels != 1:
        raise ValueError(f"{path} is not a mono recording at {RATE} Hz")
    buffer = (ctypes.c_int16 * info.frames)()
    count = library.sf_readf_short(handle, buffer, info.frames)
    library.sf_close(handle)
    return bytes(memoryview(buffer).cast("B")[:2 * count])


def join(paths, target):
    """Writes the recordings one after the other into a WAV file."""
    write((samples(path) for path in paths), target)


def write_start(path, target, seconds):
    """Writes the first seconds of a recording into a WAV file."""
    write([samples(path)[:2 * RATE * seconds]], target)


def write(pieces, target):
    with wave.open(str(target), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        for piece in pieces:
            sound.writeframes(piece)
