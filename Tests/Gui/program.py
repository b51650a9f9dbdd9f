"""Runs the real program with preferences of its own."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import wave

import screen

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("PARLANDO_PROGRAM", ROOT / ".build/release/parlando"))
SCHEMA = "io.github.parlando.Parlando"
SAMPLE = ROOT / "data/samples/jfk.flac"


class Program:
    """The window, and what a user does with it. Ends the program when the `with` block ends."""

    def __init__(self, *arguments, language="", folder=None):
        self.owned = None if folder else tempfile.mkdtemp(prefix="parlando-gui-")
        self.folder = folder or self.owned
        self.environment = dict(
            os.environ,
            LC_ALL="C.UTF-8",
            LANGUAGE=language,
            XDG_CONFIG_HOME=os.path.join(self.folder, "config"),
            GSETTINGS_BACKEND="keyfile",
        )
        self.arguments = arguments
        # What the program is run by, such as a command that takes its network away.
        self.wrapper = []
        # Whether the page of the run before is on the page again: tests share their data, and begin with an empty page.
        self.keeps_page = False
        self.has_ended = False
        self.process = None
        self.set_looks()

    def set_looks(self, more=""):
        """Turns animations off: what still moves cannot be hit where it was seen."""
        looks = pathlib.Path(self.environment["XDG_CONFIG_HOME"], "gtk-4.0")
        looks.mkdir(parents=True, exist_ok=True)
        (looks / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n" + more)

    def set_text_size(self, percent):
        """Sets the size of text, as the settings of the desktop do."""
        resources = pathlib.Path(self.folder, "resources")
        resources.write_text(f"Xft.dpi: {96 * percent // 100}\n")
        self.environment["XENVIRONMENT"] = str(resources)

    def set(self, key, value):
        """Chooses something, as if in an earlier run."""
        subprocess.run(["gsettings", "set", SCHEMA, key, str(value)], env=self.environment, check=True)

    def chosen(self, key):
        return subprocess.check_output(["gsettings", "get", SCHEMA, key], env=self.environment, text=True)

    def __enter__(self):
        if not self.keeps_page:
            data = self.environment.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share"))
            pathlib.Path(data, "parlando/page.json").unlink(missing_ok=True)
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*self.wrapper, PROGRAM, *self.arguments], env=self.environment, stdout=self.log, stderr=self.log,
            stdin=subprocess.DEVNULL)
        self.window = screen.wait("a window", self.find_window)
        return self

    def __exit__(self, kind, *rest):
        code = self.process.poll()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            # The tests after this one start the program anew.
            self.process.kill()
            self.process.wait()
            raise
        self.log.seek(0)
        said = self.log.read()
        self.log.close()
        if self.owned:
            shutil.rmtree(self.owned)
        if kind is not None:
            print(said)
        else:
            assert code is None or self.has_ended, f"the program ended by itself with {code}:\n{said}"
            complaints = [line for line in said.splitlines() if "CRITICAL" in line or "WARNING **" in line]
            # GTK 4.8 loses count when a window opens under a pressed mouse button, and libadwaita 1.2 measures the view
            # switcher of a narrow window before it has a height; nothing comes of either. A portal of a test inhibits nothing.
            harmless = ("Broken accounting of active state", "and height -1", "portal.Inhibit")
            assert all(any(words in line for words in harmless) for line in complaints), said

    def said(self):
        """What the program has written so far."""
        with open(f"/proc/self/fd/{self.log.fileno()}") as log:
            return log.read()

    def end(self):
        """Waits until the program ends by itself; its exit code."""
        self.has_ended = True
        return self.process.wait(20)

    def find_window(self):
        if self.process.poll() is not None:
            self.log.seek(0)
            raise AssertionError(
                f"the program ended with {self.process.returncode} before it showed a window:\n{self.log.read()}")
        return self.find("frame")

    def nodes(self, *roles, is_drawn=False):
        """What its windows hold now, of these roles or all; `is_drawn`: but for pages that are not in front."""
        return [node for node in screen.nodes(self.process.pid, is_drawn) if node.role in roles or not roles]

    def find(self, role, name=None):
        """The first one of that role and name, None: there is none."""
        return next((node for node in self.nodes(role) if name in (None, node.name)), None)

    # What a user does

    def press(self, name, role=None):
        """Presses the button of that name, as soon as there is one."""
        screen.press(self.see(name, role))

    def see(self, name, role=None, seconds=20.0):
        """Whatever has that name, as soon as it is there."""
        roles = {role} if role else screen.BUTTONS

        def find():
            # Buttons of a page that is not in front are in the tree too, but take no room.
            return next((node for node in self.nodes(*roles, is_drawn=not role) if node.name == name
                         and (role or screen.extents(node).width > 0)), None)

        return screen.wait(f"'{name}'", find, seconds)

    def labels(self, words=""):
        """What is written in all windows now and has these words in it."""
        return [node.name for node in self.written(words)]

    def reads(self, words):
        """The first of them that has not slid away, None: there is none."""
        return next((node.name for node in self.written(words) if screen.is_drawn(node)), None)

    def written(self, words):
        return [node for node in self.nodes("label", "status bar", is_drawn=True)
                if words in node.name and screen.extents(node).width > 0]

    def turn(self, name):
        """Presses the tabs of that name, wide and narrow, until their page is in front."""
        def is_in_front():
            tabs = [node for node in self.nodes("page tab", is_drawn=True) if node.name == name]
            for tab in tabs:
                if not screen.has(tab, screen.State.SELECTED):
                    screen.press(tab)
            return any(screen.has(tab, screen.State.SELECTED) for tab in tabs)

        screen.wait(f"the page {name}", is_in_front)

    def open_preferences(self, page):
        """Opens the preferences at this page."""
        self.key("ctrl+comma")
        self.turn_preferences(page)

    def turn_preferences(self, page, back="Back"):
        """Chooses a page in the list of the preferences, which a narrow window shows in the page's place."""
        def is_in_front():
            windows = {node.name for node in self.nodes("frame")}
            if page in windows:
                return True
            if not windows & {"Preferences", "Параметры"}:
                # Another page has taken the place of the list.
                self.press(back)
                return False
            row = self.find("list item", page)
            self.click(row)
            return screen.has(row, screen.State.SELECTED)

        screen.wait(f"the page {page} of the preferences", is_in_front)

    def search_field(self, name="Search Preferences"):
        """The field of that name."""
        return screen.wait(name, lambda: next(
            (node for node in self.nodes("text", "entry") if node.name == name), None))

    def shows(self, name):
        """Whether the page of that name is in front."""
        return any(screen.has(node, screen.State.SELECTED)
                   for node in self.nodes("page tab") if node.name == name)

    def choose_file(self, path):
        """Answers the dialog that asks for a file's name."""
        screen.write(self.see("Name:", role="text"), str(path))
        self.key("Return")

    def type_path(self, path, button="_Open Open"):
        """Types the path into the dialog with this button, whose names GTK 4.8 has twice; a slash opens its field."""
        self.see(button)
        self.key("slash")
        screen.write(self.see("GtkFileChooserEntry", role="text"), str(path))
        self.press(button)

    def open_pill(self):
        """Opens the popover with language, model and microphone."""
        screen.press(screen.wait("the pill", lambda: next(
            (node for node in self.nodes(*screen.BUTTONS) if node.name.startswith("Speech: ")
             and node.get("Action", "NActions") > 0), None)))
        screen.wait("the popover", lambda: self.reads("Leave Out of the History"))

    def close_pill(self):
        self.key("Escape")
        screen.wait("no popover", lambda: not self.reads("Leave Out of the History"))

    def leave_out(self):
        """Leaves the dictation out of the history."""
        self.open_pill()
        switch = self.see("Leave Out of the History", role="check box")
        screen.press(switch)
        screen.wait("the switch", lambda: screen.has(switch, screen.State.CHECKED))
        self.close_pill()

    def click(self, node):
        """Moves the mouse there and clicks. Without a window manager every window begins at the screen's corner."""
        place = screen.wait(f"'{node.name}' at rest", lambda: screen.resting_place(node))
        x, y = place.x + place.width // 2, place.y + place.height // 2
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)

    def key(self, keys):
        subprocess.run(["xdotool", "key", keys], check=True, env=self.environment)

    def command(self, *arguments):
        """Calls the program once more, as a system shortcut does."""
        subprocess.run([PROGRAM, *arguments], check=True, env=self.environment, timeout=20)

    def resize(self, width, height):
        window = subprocess.check_output(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)], text=True
        ).split()[0]
        subprocess.run(["xdotool", "windowsize", window, str(width), str(height)], check=True)

    def dictate(self, path=SAMPLE, seconds=None, patience=30):
        """Dictates a recording, or its beginning, and waits so many seconds for the last words."""
        self.press("Start")
        self.see("Stop")
        status = speak(path, seconds).wait(30)
        assert status == 0, f"the recording was not played: {status}"
        self.press("Stop")
        self.see("Start", seconds=patience)

    def transcript(self, name="Transcript"):
        return screen.text(self.see(name, role="text"))


def speak(path=SAMPLE, seconds=None):
    """Plays a recording, or its beginning, into the virtual microphone, in real time; the process ends with the sound.
    """
    player = ["paplay", "--device=" + os.environ["PARLANDO_VIRTUAL_SINK"]]
    if seconds is None:
        return subprocess.Popen([*player, path])
    # A file that ends there: a player that is told to stop may be hit by the signal when it no longer expects one.
    with beginning(path, seconds) as file:
        return subprocess.Popen([*player, f"/dev/fd/{file.fileno()}"], pass_fds=[file.fileno()])


def beginning(path, seconds):
    """The first seconds of a recording and a second of silence, as a WAV file without a name."""
    file = tempfile.TemporaryFile()
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "whole.wav")
        subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-c:a", "pcm_s16le", whole], check=True)
        with wave.open(whole) as source, wave.open(file, "wb") as target:
            target.setparams(source.getparams())
            target.writeframes(source.readframes(round(seconds * source.getframerate())))
            # What was played last arrives a moment after the player has ended: on a busy machine it would be cut off.
            target.writeframes(bytes(source.getnchannels() * source.getsampwidth() * source.getframerate()))
    file.seek(0)
    return file
