"""Runs the real program with preferences of its own."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import screen

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("PARLANDO_PROGRAM", ROOT / ".build/debug/parlando"))
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
        self.has_ended = False
        self.still_pages()

    def still_pages(self):
        """Turns animations off: what still moves cannot be hit where it was seen."""
        looks = pathlib.Path(self.environment["XDG_CONFIG_HOME"], "gtk-4.0")
        looks.mkdir(parents=True, exist_ok=True)
        (looks / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")

    def __enter__(self):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*self.wrapper, PROGRAM, *self.arguments], env=self.environment, stdout=self.log, stderr=self.log,
            stdin=subprocess.DEVNULL)
        self.window = screen.wait("a window", self.find_window)
        return self

    def __exit__(self, kind, *rest):
        code = self.process.poll()
        self.process.terminate()
        self.process.wait(20)
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
            # switcher of a narrow window before it has a height; nothing comes of either.
            harmless = ("Broken accounting of active state", "and height -1")
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
        application = screen.application(self.process.pid)
        return application and screen.find(application, "frame")

    @property
    def application(self):
        return screen.application(self.process.pid)

    # What a user does

    def press(self, name, role=None):
        """Presses the button of that name, as soon as there is one."""
        screen.press(self.see(name, role))

    def see(self, name, role=None, seconds=20.0):
        """Whatever has that name, as soon as it is there."""
        roles = {role} if role else screen.BUTTONS

        def find():
            self.application.clear_cache()
            # Buttons of a page that is not in front are in the tree too, but take no room.
            return next((node for node in screen.walk(self.application)
                         if node.get_role_name() in roles and node.get_name() == name
                         and (role or screen.extents(node).width > 0)), None)

        return screen.wait(f"'{name}'", find, seconds)

    def click(self, node):
        """Moves the mouse there and clicks. Without a window manager every window begins at the screen's corner."""
        place = screen.extents(node)
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

    def transcript(self, name="Transcript"):
        return screen.text(self.see(name, role="text"))


def speak(path=SAMPLE):
    """Plays a recording into the virtual microphone, in real time; the process ends with the sound."""
    sink = os.environ["PARLANDO_VIRTUAL_SINK"]
    return subprocess.Popen(["paplay", f"--device={sink}", path])
