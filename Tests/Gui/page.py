"""One page of the window, with preferences of its own, and what can be read on it."""

import subprocess
import tempfile

import screen
from program import Program


class Page:
    """The program with this page in front. Ends the program when the `with` block ends."""

    # What its preferences begin with.
    prefix = ""

    def __init__(self, name, language="", **choices):
        self.name = name
        self.folder = tempfile.TemporaryDirectory()
        self.program = Program(language=language, folder=self.folder.name)
        for key, value in choices.items():
            self.set(key.replace("_", "-"), value)

    def set(self, key, value):
        name = key if key.startswith("window") else self.prefix + key
        subprocess.run(
            ["gsettings", "set", "io.github.parlando.Parlando", name, str(value)],
            env=self.program.environment, check=True)

    def __enter__(self):
        self.program.__enter__()
        screen.wait("the page", lambda: self.turn(self.name))
        return self

    def __exit__(self, *rest):
        try:
            self.program.__exit__(*rest)
        finally:
            self.folder.cleanup()

    def turn(self, name):
        """Presses the tabs of a page, wide and narrow, and tells whether it is in front."""
        tabs = [node for node in screen.walk(self.program.application)
                if node.get_role_name() == "page tab" and node.get_name() == name]
        for tab in tabs:
            if not screen.has(tab, screen.Atspi.StateType.SELECTED):
                screen.press(tab)
        return any(screen.has(tab, screen.Atspi.StateType.SELECTED) for tab in tabs)

    def labels(self):
        """What can be read in all windows now."""
        self.program.application.clear_cache()
        return [node.get_name() for node in screen.walk(self.program.application)
                if node.get_role_name() in {"label", "status bar"} and screen.extents(node).width > 0]
