"""The terminal page, and what is done on it."""

import json
import os
import pathlib
import subprocess
import termios

import screen
from page import Page
from program import speak

PREVIEW = "Dictated Text"


class Terminal(Page):
    """What is done on the page."""

    prefix = "terminal-"

    def __init__(self, *connections, **choices):
        super().__init__("Terminal", **choices)
        # Shells read the start files of this home, and none of whoever runs the tests.
        self.program.environment["HOME"] = self.folder.name
        self.set("connections", json.dumps(connections))

    def wait(self, text, seconds=20.0):
        screen.wait(f"'{text}'", lambda: self.program.reads(text), seconds)

    def open(self, name):
        """Clicks a row of the list."""
        row = screen.wait(name, lambda: next(
            (node for node in self.program.nodes("list item")
             if node.name == name and screen.extents(node).width > 0), None))
        self.program.click(row)

    def connected(self):
        button = self.program.see("Dictate")
        screen.wait("a connection", lambda: screen.has(button, screen.State.SENSITIVE))

    def type(self, text):
        """Into the terminal, which has the keyboard."""
        subprocess.run(["xdotool", "type", "--delay", "15", text], check=True)

    def open_shell(self):
        """Waits for a shell that does what is typed. Returns a file that is not there, for a proof of what follows."""
        proof = pathlib.Path(self.folder.name, "proof")
        self.open("This Computer")
        self.connected()
        self.run(f"touch {proof}", proof.exists)
        proof.unlink()
        screen.wait("a prompt", self.is_at_prompt)
        return proof

    def is_at_prompt(self):
        """Whether the shell edits a line itself, and does not leave that to the terminal as between two commands."""
        shell = subprocess.check_output(["pgrep", "--parent", str(self.program.process.pid), "--newest", "sh"], text=True)
        terminal = os.open(f"/proc/{shell.strip()}/fd/0", os.O_RDONLY | os.O_NOCTTY)
        try:
            return not termios.tcgetattr(terminal)[3] & termios.ICANON
        finally:
            os.close(terminal)

    def run(self, command, proof):
        """Types a command, as often as it takes: a shell that is not ready yet throws away what was typed."""
        def done():
            self.type(command + "\n")
            return screen.wait("the command", proof, 4)
        for _ in range(4):
            try:
                return done()
            except AssertionError:
                self.program.key("ctrl+u")
        return done()

    def preview(self):
        return self.program.transcript(PREVIEW)

    def put(self, text):
        """Into the preview, as if it had been dictated."""
        screen.write(self.program.see(PREVIEW, role="text"), text)

    def dictate(self, seconds=None):
        self.program.press("Dictate")
        self.program.see("Stop")
        self.sound = speak(seconds=seconds)

    def finish(self):
        self.sound.wait(30)
        self.program.press("Stop")
        self.program.see("Dictate", seconds=30)

    def send(self):
        """Sends, and waits until nothing is left to be sent; the terminal has the keyboard then."""
        self.program.press("Send to Terminal")
        screen.wait("an empty preview", lambda: self.preview() == "")

    # Tabs

    def tab_nodes(self):
        """The tabs in their order; none if there is no tab bar."""
        bar = self.program.find("page tab list", "Tabs")
        return [node for node in screen.below(bar) if node.role == "page tab"] if bar else []

    def tabs(self):
        """The names of the tabs; the one in front in brackets."""
        return [f"[{node.name}]" if screen.has(node, screen.State.SELECTED) else node.name for node in self.tab_nodes()]

    def wait_for_tabs(self, *names):
        """Waits for tabs whose names contain these words."""
        def there():
            tabs = self.tabs()
            return len(tabs) == len(names) and all(name in tab for name, tab in zip(names, tabs))
        try:
            screen.wait(f"the tabs {names}", there)
        except AssertionError as error:
            raise AssertionError(f"{error}; there are {self.tabs()}") from error

    def focus_terminal(self):
        """Gives it the keyboard, as soon as it is there."""
        def largest():
            # Its tab has the same name; AT-SPI has no role for a terminal of GTK 4.
            nodes = [node for node in self.program.nodes(is_drawn=True) if node.name == "Terminal"]
            heights = [screen.extents(node).height for node in nodes]
            return nodes[heights.index(max(heights))] if max(heights, default=0) > 80 else None
        self.program.click(screen.wait("the terminal", largest))

    def confirm(self, title):
        """Answers the question of that title with its button that goes on."""
        self.program.see(title, role="dialog")
        self.program.key("Tab")
        self.program.key("Return")

    def can(self, name):
        """Whether the button of that name can be pressed."""
        return screen.has(self.program.see(name), screen.State.SENSITIVE)
