"""The window of another program: a field that is pasted into, and whatever that program has copied before.

Run as a program it copies its argument, and writes what stands in the field into a file whenever that changes, and into
another one the forms in which another program's clipboard offers its content.
"""

import pathlib
import signal
import subprocess
import sys
import tempfile

import gi

TITLE = "Somebody Else's"


class OtherWindow:
    """It lasts as long as the `with` block."""

    def __init__(self, copied="", title=TITLE):
        self.title = title
        self.arguments = [copied, title]

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name, "text")
        self.process = subprocess.Popen([sys.executable, __file__, self.path, *self.arguments], stdout=subprocess.PIPE)
        assert self.process.stdout.readline(), "the other window did not open"
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

    @property
    def text(self):
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    @property
    def offered(self):
        """The forms in which the clipboard of another program offers its content."""
        path = self.path.with_name("offered")
        return path.read_text(encoding="utf-8").split() if path.exists() else []

    def hang(self):
        """From now on it answers nobody."""
        self.process.send_signal(signal.SIGSTOP)

    def focus(self):
        """Without a window manager the focus goes where it is sent."""
        search = ["xdotool", "search", "--onlyvisible", "--name", self.title]
        window = subprocess.check_output(search, text=True).split()[0]
        subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)

    def paste(self):
        """What is pasted now, in place of what stands there."""
        for key in ("ctrl+a", "ctrl+v"):
            subprocess.run(["xdotool", "key", key], check=True)
        return self.text


def main():
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gtk

    path, copied, title = pathlib.Path(sys.argv[1]), *sys.argv[2:]
    application = Gtk.Application()

    def copy(clipboard):
        clipboard.connect("changed", look)
        if copied:
            clipboard.set(copied)

    def look(clipboard):
        if not clipboard.is_local():
            path.with_name("offered").write_text("\n".join(clipboard.get_formats().get_mime_types()), encoding="utf-8")

    def activate(application):
        field = Gtk.Text()
        field.connect("changed", lambda field: path.write_text(field.get_text(), encoding="utf-8"))
        window = Gtk.ApplicationWindow(application=application, title=title, child=field)
        window.connect("map", lambda window: (copy(window.get_clipboard()), print("ready", flush=True)))
        window.present()

    application.connect("activate", activate)
    application.run()


if __name__ == "__main__":
    main()
