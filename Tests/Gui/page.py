"""One page of the window, with preferences of its own, and what can be read on it."""

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
        self.program.set(key if key.startswith("window") else self.prefix + key, value)

    def __enter__(self):
        self.program.__enter__()
        self.program.turn(self.name)
        return self

    def __exit__(self, *rest):
        try:
            self.program.__exit__(*rest)
        finally:
            self.folder.cleanup()

    def turn_to_privacy(self):
        """Opens the preferences and waits for what they say of data that are kept."""
        self.program.open_preferences("Privacy")
        screen.wait("the rows about privacy", lambda: "All Data" in self.labels())

    def labels(self):
        return self.program.labels()
