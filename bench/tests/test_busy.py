"""A core is kept busy, and is free again however the measuring ends."""
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from busy import busy_core
from process import usage_of

FOLDER = pathlib.Path(__file__).parent
VICTIM = """
import sys, time
from busy import busy_core
with busy_core() as process:
    print(process.pid, flush=True)
    time.sleep(60)
"""


class Busy(unittest.TestCase):
    def test_a_core_works_until_the_block_ends(self):
        with busy_core() as process:
            for _ in range(100):
                time.sleep(0.05)
                if usage_of(process.pid)[0] > 0.2:
                    break
            self.assertGreater(usage_of(process.pid)[0], 0.2)
        self.assertIsNone(usage_of(process.pid))

    def test_an_error_ends_it_too(self):
        with self.assertRaises(KeyError), busy_core() as process:
            raise KeyError
        self.assertIsNone(usage_of(process.pid))

    def test_it_ends_with_a_benchmark_that_is_killed(self):
        victim = subprocess.Popen([sys.executable, "-c", VICTIM], cwd=FOLDER, stdout=subprocess.PIPE, text=True)
        with victim.stdout as output:
            worker = int(output.readline())
        os.kill(victim.pid, signal.SIGKILL)
        victim.wait()
        for _ in range(100):
            if usage_of(worker) is None:
                break
            time.sleep(0.05)
        self.assertIsNone(usage_of(worker))

    def test_nothing_runs_unless_it_is_wanted(self):
        with busy_core(False) as process:
            self.assertIsNone(process)


if __name__ == "__main__":
    unittest.main()
