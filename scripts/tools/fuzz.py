"""Looks after ParlandoFuzz: shares the time out among its readers, and keeps what ends it, holds it up or fills its memory.

Called by scripts/fuzz with the program, the folder of recordings, the folder for findings, and what the user said.
"""

import argparse
import os
import pathlib
import queue
import struct
import subprocess
import sys
import threading
import time

PLANTED = "planted-"
# What is said of faults that were planted, in the finding or in the report that goes with it.
SIGNS = {
    "planted-trap": "ended with", "planted-overrun": "heap-buffer-overflow", "planted-memory": "allocation size",
    "planted-work": "of the processor", "planted-wait": "nothing for", "planted-answer": "1 bytes",
}
# Seconds that nothing may go on. What computes is given a second by the program itself; this is for what waits.
PATIENCE = 20
# The same for the start of a process, which a busy machine holds up.
START = 120
# A sanitizer of its own would end on a block that no good input needs; the rest keeps its own memory small.
SANITIZER = ":".join([
    "abort_on_error=0", "detect_leaks=0", "max_allocation_size_mb=200", "quarantine_size_mb=16", "symbolize=1",
    "detect_stack_use_after_return=0", "handle_sigill=1", "handle_sigtrap=1",
])


class Turn:
    """One process with one reader."""

    def __init__(self, fuzz, reader, first, seconds):
        self.fuzz, self.reader, self.first, self.seconds = fuzz, reader, first, seconds
        self.progress = fuzz.folder / f".progress-{reader}"
        self.log = fuzz.folder / f".log-{reader}"
        self.count = 0
        # What was found: the number of the input, and what was wrong with it.
        self.findings = []

    def run(self):
        # As if the input before had been read: what changes it is the process at work.
        self.progress.write_bytes(struct.pack("=q", self.first - 1))
        with open(self.log, "wb") as log:
            process = subprocess.Popen(
                self.fuzz.command("run", self.reader, self.fuzz.seed, self.first, self.seconds, self.progress),
                stdout=subprocess.PIPE, stderr=log, text=True, errors="replace", env=self.fuzz.environment)
            watch = threading.Thread(target=self.watch, args=[process])
            watch.start()
            for line in process.stdout:
                self.hear(line)
            process.wait()
            watch.join()
        if process.returncode == 0:
            return
        number = self.number()
        self.count = max(self.count, number - self.first + 1)
        if not self.findings or self.findings[-1][0] != number:
            self.findings.append((number, f"ended with {process.returncode}"))

    def told(self):
        """Everything that was said of what was found."""
        return "\n".join([what for _, what in self.findings] + [self.log.read_text(errors="replace")])

    def hear(self, line):
        words = line.split(" ", 2)
        if words[0] == "found":
            self.findings.append((int(words[1]), words[2].strip()))
        elif words[0] == "read":
            self.count = int(words[1])

    def watch(self, process):
        """Ends it when the same input is read for too long."""
        last, since = None, time.monotonic()
        while process.poll() is None:
            time.sleep(0.1)
            number = self.number()
            if number != last:
                last, since = number, time.monotonic()
            elif time.monotonic() - since > (self.fuzz.patience if number >= self.first else START):
                self.findings.append((number, f"nothing for {self.fuzz.patience} s"))
                process.kill()
                return

    def number(self):
        return struct.unpack("=q", self.progress.read_bytes())[0]


class Fuzz:
    """A run over several readers."""

    def __init__(self, program, recordings, folder, seed):
        self.program, self.recordings, self.folder, self.seed = program, recordings, pathlib.Path(folder), seed
        self.folder.mkdir(parents=True, exist_ok=True)
        self.environment = os.environ | {"ASAN_OPTIONS": SANITIZER, "SWIFT_BACKTRACE": "enable=no"}
        self.patience = PATIENCE
        self.lock = threading.Lock()
        self.counts, self.found = {}, {}

    def command(self, what, *arguments):
        return [self.program, what, self.recordings, *map(str, arguments)]

    def readers(self):
        listed = subprocess.run(self.command("list"), stdout=subprocess.PIPE, text=True, check=True, env=self.environment)
        return listed.stdout.split()

    def check_traps(self, readers):
        """Whether faults are found that were put there on purpose."""
        self.patience = PATIENCE / 2
        turns = [Turn(self, reader, 0, 0) for reader in readers]
        threads = [threading.Thread(target=turn.run) for turn in turns]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.patience = PATIENCE
        return [turn.reader for turn in turns if SIGNS[turn.reader] not in turn.told()]

    def run(self, readers, seconds):
        """As many at a time as there are processors, each reader for its share of the time."""
        waiting = queue.Queue()
        for reader in readers:
            waiting.put(reader)
        workers = os.cpu_count() or 1
        share = max(1, seconds * workers / len(readers))
        threads = [threading.Thread(target=self.work, args=[waiting, share]) for _ in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def work(self, waiting, share):
        while True:
            try:
                reader = waiting.get_nowait()
            except queue.Empty:
                return
            self.read(reader, share)

    def read(self, reader, share):
        """Begins anew behind an input that ended the process."""
        end, first = time.monotonic() + share, 0
        while first == 0 or time.monotonic() < end:
            turn = Turn(self, reader, first, max(0, round(end - time.monotonic())))
            turn.run()
            first += turn.count
            with self.lock:
                self.counts[reader] = first
                for number, what in turn.findings:
                    self.keep(reader, number, what, turn.log)
            if turn.count == 0:
                return

    def keep(self, reader, number, what, log):
        name = f"{reader}-{self.seed}-{number}"
        known = self.found.setdefault(reader, [])
        known.append((number, what))
        print(f"  {reader}: input {number}: {what}", flush=True)
        # Many inputs fall into the same hole.
        if len(known) <= 20:
            with open(self.folder / name, "wb") as file:
                subprocess.run(self.command("input", reader, self.seed, number), stdout=file, env=self.environment)
            text = log.read_text(errors="replace")[-20_000:]
            (self.folder / f"{name}.txt").write_text(f"{what}\n{text}")


def parse(arguments):
    parser = argparse.ArgumentParser(prog="scripts/fuzz", add_help=False)
    parser.add_argument("minutes", nargs="?", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append")
    parser.add_argument("--again", nargs=2)
    parser.add_argument("--list", action="store_true")
    return parser.parse_args(arguments)


def main(program, recordings, folder, *arguments):
    wish = parse(arguments)
    fuzz = Fuzz(program, recordings, folder, wish.seed)
    listed = fuzz.readers()
    readers = [reader for reader in listed if not reader.startswith(PLANTED)]
    if wish.list:
        print("\n".join(readers))
        return 0
    if wish.again:
        return subprocess.run(fuzz.command("read", *wish.again), env=fuzz.environment).returncode
    readers = wish.only or readers
    missed = fuzz.check_traps([reader for reader in listed if reader.startswith(PLANTED)])
    if missed:
        print(f"Faults that were planted were not found: {' '.join(missed)}")
        return 1
    fuzz.run(readers, wish.minutes * 60)
    for reader in readers:
        print(f"{reader:20} {fuzz.counts.get(reader, 0):>10} inputs, {len(fuzz.found.get(reader, []))} findings")
    for leftover in fuzz.folder.glob(".*-*"):
        leftover.unlink()
    return 1 if fuzz.found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
