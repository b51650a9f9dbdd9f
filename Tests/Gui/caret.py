"""The real daemon of IBus, programs of other toolkits that write through it, and Parlando's own engine without its window.
"""

import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading

import screen
from program import PROGRAM

INPUT = PROGRAM.with_name("parlando-input")
CLIENT = pathlib.Path(__file__).with_name("caret_client.py")
FORMER = "xkb:us::eng"


class Daemon:
    """An ibus-daemon of its own, whose programs are those started within the `with` block."""

    def __init__(self, engine=FORMER):
        self.first = engine
        self.process = None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.before = {key: os.environ.get(key) for key in ("IBUS_ADDRESS_FILE", "GTK_IM_MODULE", "QT_IM_MODULE")}
        os.environ.update(
            IBUS_ADDRESS_FILE=os.path.join(self.folder.name, "address"), GTK_IM_MODULE="ibus", QT_IM_MODULE="ibus")
        self.start()
        if self.first:
            self.choose(self.first)
        return self

    def __exit__(self, *rest):
        self.stop()
        for key, value in self.before.items():
            if value is None:
                del os.environ[key]
            else:
                os.environ[key] = value
        self.folder.cleanup()

    def start(self):
        self.process = subprocess.Popen(
            ["ibus-daemon", "--panel=disable", "--emoji-extension=disable"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        screen.wait("IBus", lambda: subprocess.run([INPUT, "--check"]).returncode == 0)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        pathlib.Path(os.environ["IBUS_ADDRESS_FILE"]).unlink(missing_ok=True)

    def choose(self, engine):
        subprocess.run(["ibus", "engine", engine], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        screen.wait(engine, lambda: self.engine == engine)

    @property
    def engine(self):
        """The engine in use everywhere; None: there is none."""
        answer = subprocess.run(["ibus", "engine"], capture_output=True, text=True)
        return answer.stdout.strip() if answer.returncode == 0 else None


class Lines:
    """Reads a process's messages, one a line, as they come."""

    def __init__(self, arguments, **more):
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **more)
        self.messages = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.messages.put(json.loads(line))
        self.messages.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def next(self, seconds=20):
        return self.messages.get(timeout=seconds)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass


class Client(Lines):
    """A program with the fields `entry`, `password` and `view`, in the toolkit gtk3, gtk4 or qt5."""

    def __init__(self, toolkit, title="Client"):
        self.title = title
        self.texts, self.interim = {}, {}
        # What stood in the entry after each change, and when by the monotonic clock.
        self.changes = []
        super().__init__([sys.executable, CLIENT, toolkit, title], stderr=subprocess.DEVNULL)

    def __enter__(self):
        assert self.next()[0] == "ready"
        self.focus()
        return self

    def __exit__(self, *rest):
        self.kill()

    def look(self):
        while not self.messages.empty():
            message = self.messages.get()
            if message is None:
                continue
            kind, field, text, time = message
            {"text": self.texts, "interim": self.interim}[kind][field] = text
            if (kind, field) == ("text", "entry"):
                self.changes.append((text, time))
        return self

    def text(self, field="entry"):
        return self.look().texts.get(field, "")

    def shown(self, field="entry"):
        """The interim words that are shown in the field."""
        return self.look().interim.get(field, "")

    def focus(self, field=None):
        """Gives the focus to the window, or to one of its fields."""
        if field:
            self.send(field)
            return
        search = ["xdotool", "search", "--onlyvisible", "--name", f"^{self.title}$"]
        window = screen.wait(self.title, lambda: subprocess.run(search, capture_output=True, text=True).stdout.split())
        subprocess.run(["xdotool", "windowfocus", "--sync", window[0]], check=True)


class Context(Lines):
    """An input context with the name of any client. It has the focus."""

    def __init__(self, client):
        super().__init__([sys.executable, CLIENT, "context", client], stderr=subprocess.DEVNULL)

    def __enter__(self):
        assert self.next()[0] == "ready"
        return self

    def __exit__(self, *rest):
        self.kill()

    def enter(self, engine):
        """The engine's visit once IBus has named the client, which it does not when the engine begins."""
        engine.enter()
        self.send("out")
        engine.hear("left")
        self.send("in")
        return engine.enter()


class Engine(Lines):
    """Parlando's engine, commanded as by the program. `visit` is the present one; None: there is none."""

    def __init__(self, folder, *wrapper):
        self.note = pathlib.Path(folder, "note.json")
        self.visit, self.news, self.number = None, [], 0
        super().__init__([*wrapper, INPUT, "--note", self.note])

    def __enter__(self):
        self.hear("ready")
        return self

    def __exit__(self, *rest):
        self.kill()

    def take(self, seconds=20):
        """The next event's name."""
        event = self.next(seconds)
        assert event is not None, f"the engine has ended after {self.news}"
        (name, value), = event.items()
        self.news.append((name, value))
        if name == "entered":
            self.visit = value["_0"]
        elif name in {"left", "lost", "replaced"}:
            self.visit = None
        return name

    def hear(self, *names, seconds=20):
        """Waits for one of these events."""
        while (name := self.take(seconds)) not in names:
            pass
        return name

    def enter(self):
        """Waits until it is in a field."""
        while self.visit is None:
            self.take()
        return self.visit

    def settle(self):
        """Takes what is already there."""
        while not self.messages.empty():
            self.take()

    def write(self, final="", interim="", visit=None):
        """Writes in the present visit, or in that one; whether it was done, if it is answered."""
        self.number += 1
        number = visit if visit is not None else self.enter()["number"]
        self.send(json.dumps({"write": {"_0": self.number, "final": final, "interim": interim, "visit": number}}))
        if final or visit is not None:
            return self.hear("written", "refused") == "written"
        return None

    def close(self):
        """Ends as at the end of a session; the exit code."""
        self.process.stdin.close()
        return self.process.wait(20)

    @staticmethod
    def mend(folder):
        return subprocess.run([INPUT, "--mend", "--note", pathlib.Path(folder, "note.json")], timeout=20).returncode
