"""Runs a program and tells what it cost."""
import os
import pathlib
import resource
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

TICKS = os.sysconf("SC_CLK_TCK")
SAMPLE_SECONDS = 0.5


@dataclass
class Run:
    output: str
    wall: float         # seconds
    cpu: float          # seconds of processor time, user and system
    peak: float         # MB of memory resident at most
    samples: list = field(default_factory=list)     # (seconds since start, CPU seconds so far, MB resident)

    def share(self, begin, end):
        """Processor time a second between two moments, in % of one core."""
        inside = [sample for sample in self.samples if begin <= sample[0] <= end]
        if len(inside) < 2:
            return None
        return 100 * (inside[-1][1] - inside[0][1]) / (inside[-1][0] - inside[0][0])

    def memory(self, begin, end):
        """Most MB resident between two moments."""
        return max((sample[2] for sample in self.samples if begin <= sample[0] <= end), default=None)


def run(command, is_sampled=False, environment=None):
    """Waits for the end of a program; ends the benchmark where it fails, for figures with gaps mislead.

    `environment` holds variables that it gets besides those of the benchmark.
    """
    began = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env={**os.environ, **(environment or {})})
    streams = [Reader(process.stdout), Reader(process.stderr)]
    sampler = Sampler(process.pid, began) if is_sampled else None
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - began
    output, errors = (stream.text() for stream in streams)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {process.returncode}:\n{errors[-2000:]}")
    return Run(output, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
               sampler.samples() if sampler else [])


class Reader(threading.Thread):
    """Empties a pipe, so that the writer never waits."""

    def __init__(self, pipe):
        super().__init__(daemon=True)
        self.pipe = pipe
        self.start()

    def run(self):
        with self.pipe:
            self.data = self.pipe.read()

    def text(self):
        self.join()
        return self.data.decode("utf-8", "replace")


class Sampler(threading.Thread):
    """Looks twice a second at what a process has used."""

    def __init__(self, pid, began):
        super().__init__(daemon=True)
        self.pid, self.began, self.seen = pid, began, []
        self.start()

    def run(self):
        while sample := usage_of(self.pid):
            self.seen.append((time.monotonic() - self.began, *sample))
            time.sleep(SAMPLE_SECONDS)

    def samples(self):
        self.join()
        return self.seen


class Neighbours:
    """How much of the machine other programs take while this one and its children are measured."""

    def __init__(self):
        self.began, self.busy, self.own = time.monotonic(), busy_seconds(), own_seconds()

    def share(self):
        """0…1 of all cores, since the beginning. What the hypervisor took away counts too."""
        others = (busy_seconds() - self.busy) - (own_seconds() - self.own)
        return max(0, others / (time.monotonic() - self.began) / os.cpu_count())


def busy_seconds():
    """Seconds all cores have worked, from the first line of /proc/stat: all but idle and waiting for a disk."""
    user, nice, system, _, _, *rest = map(int, pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9])
    return (user + nice + system + sum(rest)) / TICKS


def own_seconds():
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def usage_of(pid):
    """(CPU seconds, MB resident) of a living process, else None."""
    try:
        # The name in parentheses may hold blanks; the fields after it do not.
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    if fields[0] == "Z":
        return None
    pages = int(fields[21])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 2**20
