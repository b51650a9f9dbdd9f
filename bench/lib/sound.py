"""Reads recordings through the system's libsndfile, and joins them."""
import ctypes
import wave
from array import array

RATE = 16_000
READ = 0x10


class Format(ctypes.Structure):
    """SF_INFO of sndfile.h."""
    _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def opened(path):
    """The library, a handle of it and what it says of a recording; the handle is None where it cannot be read."""
    library = ctypes.CDLL("libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    for read in (library.sf_readf_short, library.sf_readf_float):
        read.restype = ctypes.c_int64
        read.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_close.argtypes = [ctypes.c_void_p]
    info = Format()
    return library, library.sf_open(str(path).encode(), READ, ctypes.byref(info)), info


def samples(path):
    """16-bit samples of a mono recording at 16 kHz."""
    library, handle, info = opened(path)
    if not handle or info.samplerate != RATE or info.channels != 1:
        raise ValueError(f"{path} is not a mono recording at {RATE} Hz")
    buffer = (ctypes.c_int16 * info.frames)()
    count = library.sf_readf_short(handle, buffer, info.frames)
    library.sf_close(handle)
    return bytes(memoryview(buffer).cast("B")[:2 * count])


def floats(path):
    """Samples of a recording, channel beside channel, its channels and its rate."""
    library, handle, info = opened(path)
    if not handle:
        raise ValueError(f"{path} cannot be read")
    buffer = array("f", bytes(4 * info.frames * info.channels))
    count = library.sf_readf_float(handle, buffer.buffer_info()[0], info.frames)
    library.sf_close(handle)
    return buffer[:count * info.channels], info.channels, info.samplerate


def join(paths, target):
    """Writes the recordings one after the other into a WAV file."""
    write((samples(path) for path in paths), target)


def write_start(path, target, seconds):
    """Writes the first seconds of a recording into a WAV file."""
    write([samples(path)[:2 * RATE * seconds]], target)


def write(pieces, target, rate=RATE):
    """Writes 16-bit samples into a WAV file."""
    with wave.open(str(target), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        for piece in pieces:
            sound.writeframes(piece)
