"""Keeps a core busy while something is measured, as another program might."""
import os
import subprocess
import sys
from contextlib import contextmanager

# It ends by itself when the benchmark is gone, however that ended.
WORK = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""


@contextmanager
def busy_core(is_wanted=True):
    """One process that computes until the block ends. Its time counts as the benchmark's own, not as a neighbour's."""
    if not is_wanted:
        yield None
        return
    process = subprocess.Popen([sys.executable, "-c", WORK, str(os.getpid())], stdin=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
