#!/usr/bin/python3
"""Runs Swift's tests and those of the window side by side, each worker on a display, a bus and a sound server of its own.

Most tests wait: for sound that lasts as long as it lasts, for a server, for a window. So there are more workers than
processors. What is judged by the millisecond runs when all else is done.

usage: run_tests.py [--workers N] [--tests PROGRAM] [--build] [unit|window|SUITE|MODULE[.CLASS[.TEST]]]...
                                                                   everything without a name

  --tests PROGRAM  Swift's tests, as built; the release build by default
  --build          builds Swift's tests first, while those of the window run already
"""
import argparse
import collections
import contextlib
import faulthandler
import io
import multiprocessing.connection
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "scripts/tools"
WINDOW = ROOT / "Tests/Gui"
TESTS = ROOT / ".build/release/ParlandoPackageTests.xctest"
# Part, name and seconds of each test of the last whole run, by tabs.
TIMES = ROOT / ".build/logs/times.tsv"
# A worker that has heard nothing of its test for so long ends, and the test has failed.
PATIENCE = 300
# So many times slower may a program be whose tests are not the release's, since a sanitizer watches it.
WATCHED = 8
# As many run while Swift's tests are built, or while a window is judged by the millisecond.
FEW = 2
# Sound, focus and clocks are real, and a busy machine may disturb them. Up to so many failed jobs run once more, with nothing
# beside them; those that pass then are named.
MOST_AGAIN = 6

# Real sound, models, servers and FFmpeg's program: their suites run one by one, each in a process of its own.
REAL = ("ParlandoALSATests", "ParlandoEspeakTests", "ParlandoPiperTests", "ParlandoSystemTests", "ParlandoToolTests",
        "ParlandoWhisperTests")
# Of these suites each test is a job, since they take long.
LONG = ("ParlandoToolTests.TranscribeTests", "ParlandoToolTests.ServerTranscribeTests",
        "ParlandoToolTests.RecordingKindsTests", "ParlandoWhisperTests.WhisperEngineTests")
# Suites among these whose tests have devices of their own, and wait for what is played.
SIDE_BY_SIDE = ("ParlandoALSATests.LivePerformanceTests", "ParlandoToolTests.ListenTests")
# The player of these listens to the clicks and strikes by the clock, or a sound server must lose nothing: they run beside
# nothing but each other, when everything else is done.
ALONE = ("test_rhythm_playing", "ParlandoALSATests.LivePerformanceTests", "ParlandoALSATests.VirtualMicrophoneTests",
         "ParlandoALSATests.VirtualPlayerTests", "ParlandoALSATests.VirtualTransportTests")
# They set the keyboard's focus and run an input method, which both outlive them on their display.
OWN_DISPLAY = ("test_caret", "test_caret_engine")
# Its tests of widgets are XCTest's, which runs them on the main thread. They need a display.
WIDGETS = "ParlandoGtkTests.widgets"

Job = collections.namedtuple("Job", "part name filters is_alone")
# `work` is seconds of a processor.
Result = collections.namedtuple("Result", "job passed failed seconds work times output")


# What there is to run


def swift_jobs(program, names):
    """A job for each target; for each suite of those with real devices, and for each test of the long ones. What is meant
    by a name is a job of its own."""
    listed = subprocess.run([program, "--testing-library", "swift-testing", "--list-tests"],
                            capture_output=True, text=True, check=True, cwd=ROOT)
    jobs = {}
    for line in listed.stdout.splitlines():
        path = re.match(r"[^(]*", line)[0].replace("/", ".")
        target, suite = path.split(".")[0], ".".join(path.split(".")[:2])
        name = path if suite in LONG else suite if target in REAL else target
        if names and not is_meant("unit", name, names):
            name = next((part for part in (suite, path) if is_meant("unit", part, names)), None)
        if name:
            pattern = re.escape(name).replace(r"\.", r"[./]") + r"(\(|/|\.)"
            jobs[name] = Job("unit", name, ("^" + pattern,), suite in ALONE)
    if "PARLANDO_HEADLESS" not in os.environ and (not names or is_meant("unit", WIDGETS, names)):
        jobs[WIDGETS] = Job("unit", WIDGETS, (), False)
    return [*jobs.values()]


def window_jobs(names):
    jobs = []
    for path in sorted(WINDOW.glob("test_*.py")):
        if path.stem in OWN_DISPLAY:
            jobs.append(Job("window", path.stem, (), False))
            continue
        tests = re.findall(r"^class (\w+Test)\b|^    def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        kind = None
        for name, test in tests:
            kind = name or kind
            if test:
                jobs.append(Job("window", f"{path.stem}.{kind}.{test}", (), path.stem in ALONE))
    return [job for job in jobs if not names or is_meant(job.part, job.name, names)]


def is_meant(part, path, names):
    """Whether one of the names is the part's, or stands in the path, from one dot to another."""
    return part in names or any(f".{name}." in f".{path}." for name in names)


# A worker


def work(address):
    """Does what it is told, until there is nothing left."""
    sys.path.insert(0, str(WINDOW))
    with multiprocessing.connection.Client(address) as line:
        while (order := line.recv()) is not None:
            job, program = order
            if job.is_alone:
                hurry()
            faulthandler.dump_traceback_later(PATIENCE if program == str(TESTS) else PATIENCE * WATCHED, exit=True)
            began, before = time.monotonic(), worked()
            if job.part == "unit":
                passed, failed, times, output = run_swift(job, program)
            elif job.name in OWN_DISPLAY:
                passed, failed, times, output = run_on_own_display(job)
            else:
                passed, failed, times, output = run_window(job.name)
            faulthandler.cancel_dump_traceback_later()
            line.send(Result(job, passed, failed, time.monotonic() - began, worked() - before, times, output))


def hurry():
    """From now on this worker, and whatever it starts, goes before what keeps the machine busy beside the tests, where
    the system allows that: sound servers and audio threads have real-time priority, but those who feed them do not."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)
        # Where each session has a share of its own, it is the session's that counts.
        pathlib.Path("/proc/self/autogroup").write_text("-10", encoding="ascii")


def worked():
    """Seconds of a processor that this process, and whatever it has waited for, have taken."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def run_swift(job, program):
    environment = dict(os.environ)
    command = [program]
    if job.name == WIDGETS:
        line = r"^Test Case '(\S+)' (passed|failed) \(([\d.]+) seconds\)"
    else:
        line = r"^. Test (\"[^\"\n]*\"|\w+\([^\n]*?\)) (?:with \d+ test cases? )?(passed|failed) after ([\d.]+)"
        command += ["--testing-library", "swift-testing"]
        is_serial = job.name.split(".")[0] in REAL and job.name not in SIDE_BY_SIDE
        command += ["--no-parallel"] if is_serial else []
        command += [word for pattern in job.filters for word in ("--filter", pattern)]
        for name in "DISPLAY", "DBUS_SESSION_BUS_ADDRESS":
            environment.pop(name, None)
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT,
                         env=environment, check=False)
    # Colours stand between the marks and the words.
    output = re.sub(r"\x1b\[\d*m", "", run.stdout.decode("utf-8", "replace"))
    ended = re.findall(line, output, re.MULTILINE)
    failed = sum(how == "failed" for _, how, _ in ended)
    passed = len(ended) - failed
    is_skipped = not ended and re.search(r" skipped", output)
    if run.returncode != 0 and failed == 0 or not ended and not is_skipped:
        failed = 1
        output += f"\nended with {run.returncode}\n"
    times = [(f"{job.name}.{name}", float(seconds)) for name, _, seconds in ended]
    return passed, failed, times, output if failed or is_skipped else ""


def run_window(name):
    output = io.StringIO()
    before = dict(os.environ)
    began = time.monotonic()
    result = unittest.TextTestRunner(output, verbosity=0, warnings="ignore").run(
        unittest.defaultTestLoader.loadTestsFromName(name))
    os.environ.clear()
    os.environ.update(before)
    is_good = result.wasSuccessful() and result.testsRun == 1
    times = [(name, time.monotonic() - began)]
    skipped = "".join(f"{name} was not run: {why}\n" for _, why in result.skipped)
    return int(is_good), int(not is_good), times, skipped if is_good else output.getvalue()


def run_on_own_display(job):
    run = subprocess.run([TOOLS / "in-desktop", "/usr/bin/python3", __file__, "--here", job.name],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = run.stdout.decode("utf-8", "replace")
    count = re.search(r"^Ran (\d+) tests?", output, re.MULTILINE)
    failed = sum(map(int, re.findall(r"(?:failures|errors)=(\d+)", output))) or int(run.returncode != 0)
    times = re.findall(r"^([\d.]+) s (test_\S+)$", output, re.MULTILINE)
    return ((int(count[1]) if count else 0) - failed, failed, [(name, float(seconds)) for seconds, name in times],
            output if failed else "")


class TimedResult(unittest.TextTestResult):
    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.stream.writeln(f"{time.monotonic() - self.began:.1f} s {test.id()}")
        super().stopTest(test)


def run_here(name):
    """One module on the display and the bus that are here already."""
    sys.path.insert(0, str(WINDOW))
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    runner = unittest.TextTestRunner(sys.stdout, verbosity=0, warnings="ignore", resultclass=TimedResult)
    return runner.run(unittest.defaultTestLoader.loadTestsFromName(name)).wasSuccessful()


# The one who gives the orders


class Worker:
    def __init__(self, listener, log):
        self.log = log
        self.process = subprocess.Popen(
            [TOOLS / "in-desktop", "/usr/bin/python3", __file__, "--worker", listener.getsockname()],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.job = None

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self.process.wait()


class Plan:
    """What is still to be run, and what may begin now."""

    def __init__(self, jobs, build=None, after_build=None):
        self.known = earlier_times()
        self.waiting, self.busy, self.total = [], {}, 0
        self.add(jobs)
        self.build = subprocess.Popen(build, stdin=subprocess.DEVNULL) if build else None
        self.after_build = after_build

    def add(self, jobs):
        """What took longest the last time begins first; what is new too; what runs alone is last."""
        self.waiting += jobs
        self.waiting.sort(key=lambda job: (not job.is_alone, self.known.get((job.part, job.name), 1e6)))
        self.total += len(jobs)

    def look(self):
        """Whether the build has failed; takes over what it has built."""
        if self.build is None or self.build.poll() is None:
            return False
        status, self.build = self.build.returncode, None
        if status == 0:
            self.add(self.after_build())
        return status != 0

    def next(self):
        """What may begin now, None: nothing."""
        if not self.waiting:
            return None
        is_alone = self.waiting[-1].is_alone
        beside = [self.waiting[-1], *self.busy.values()]
        # A compiler on each processor leaves little for windows.
        is_narrow = self.build or is_alone and any(job.part == "window" for job in beside)
        if is_narrow and len(self.busy) >= FEW:
            return None
        if is_alone and (self.build or not all(job.is_alone for job in beside)):
            return None
        return self.waiting.pop()

    @property
    def is_over(self):
        return not self.waiting and not self.busy and self.build is None


def run(plan, program, number, show):
    """The results of all jobs; None if the build failed."""
    results = []
    folder = tempfile.mkdtemp(prefix="parlando-workers-")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(folder, "orders"))
    listener.listen()
    listener.settimeout(60)
    log = open(os.path.join(folder, "log"), "w+b")
    workers = [Worker(listener, log) for _ in range(number if plan.build else min(number, plan.total))]
    idle = [accept(listener, workers, log) for _ in workers]
    try:
        while not plan.is_over:
            if plan.look():
                return None
            while idle and (job := plan.next()):
                door = idle.pop()
                plan.busy[door] = job
                door.send((job, str(program)))
            # The build says nothing when it ends: it is looked at again.
            for door in multiprocessing.connection.wait(list(plan.busy), 1 if plan.build else None):
                job = plan.busy.pop(door)
                try:
                    results.append(door.recv())
                    idle.append(door)
                except (EOFError, ConnectionResetError):
                    log.flush()
                    said = pathlib.Path(log.name).read_text(encoding="utf-8", errors="replace")[-4000:]
                    results.append(Result(job, 0, 1, PATIENCE, 0, [], f"{job.name}: its process ended\n{said}"))
                    workers.append(Worker(listener, log))
                    idle.append(accept(listener, workers, log))
                show(results[-1], len(results), plan.total)
        for door in idle:
            door.send(None)
    finally:
        if plan.build:
            plan.build.terminate()
        for worker in workers:
            try:
                worker.process.wait(10 if plan.is_over else 0)
            except subprocess.TimeoutExpired:
                worker.end()
        listener.close()
        log.close()
        shutil.rmtree(folder)
    return results


def judged_again(results, program):
    """The results, with those of failed jobs replaced by those of a second run; and the names of jobs that passed then."""
    jobs = [result.job for result in results if result.failed]
    if not 0 < len(jobs) <= MOST_AGAIN or len(results) == len(jobs):
        return results, []
    again = run(Plan(jobs), program, 1, shown)
    return [*filter(lambda result: not result.failed, results), *again], [r.job.name for r in again if not r.failed]


def accept(listener, workers, log):
    """The next worker that reports; ends this program if none does."""
    try:
        return multiprocessing.connection.Connection(listener.accept()[0].detach())
    except TimeoutError:
        log.flush()
        for worker in workers:
            worker.end()
        sys.exit("run_tests: no display, bus and sound could be had:\n" +
                 pathlib.Path(log.name).read_text(encoding="utf-8", errors="replace"))


def shown(result, number, total):
    """Prints how a job ended; scripts/test shows those that failed."""
    mark = "✘" if result.failed else f"[{number}/{total}]"
    failed = f", {result.failed} failed" if result.failed else ""
    print(f"{mark} {result.job.name}: {result.passed} passed{failed} ({result.seconds:.1f} s, "
          f"{result.work:.1f} s of a processor)", flush=True)
    if result.output:
        print(result.output.rstrip(), flush=True)


def earlier_times():
    """Seconds of each job of the last whole run."""
    known = collections.Counter()
    if TIMES.exists():
        for line in TIMES.read_text(encoding="utf-8").splitlines():
            part, name, seconds = line.split("\t")
            for job in {name.rsplit(".", depth)[0] for depth in range(4)}:
                known[part, job] += float(seconds)
    return known


def main():
    if sys.argv[1:2] == ["--worker"]:
        return work(sys.argv[2])
    if sys.argv[1:2] == ["--here"]:
        return sys.exit(not run_here(sys.argv[2]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2 * (os.cpu_count() or 2))
    parser.add_argument("--tests", type=pathlib.Path, default=TESTS)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()

    def swift():
        return swift_jobs(given.tests, given.names)

    began = time.monotonic()
    window = window_jobs(given.names)
    # Whoever waits for the words of a window goes first.
    build = ["nice", TOOLS / "build-release", "--tests"] if given.build else None
    plan = Plan(window, build, swift) if build else Plan(window + swift())
    results = run(plan, given.tests, given.workers, shown)
    if results is None:
        sys.exit(1)
    if not results:
        sys.exit(f"run_tests: there is no test '{' '.join(given.names)}'")
    if not given.names:
        TIMES.parent.mkdir(parents=True, exist_ok=True)
        TIMES.write_text("".join(f"{result.job.part}\t{name}\t{seconds:.2f}\n"
                                 for result in results for name, seconds in result.times), encoding="utf-8")
    results, unsteady = judged_again(results, given.tests)
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    print("".join(f"UNSTEADY, passed only with nothing beside it: {name}\n" for name in unsteady), end="")
    for result in results:
        if result.failed:
            print(f"FAIL: {result.job.name}")
    print(f"after {time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
