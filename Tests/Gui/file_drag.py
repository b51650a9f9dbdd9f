"""The window of a file manager: a label from which files can be dragged.

Run as a program it shows that window, at a place of the screen where Parlando's is not, until it is ended.
"""

import signal
import subprocess
import sys

TITLE = "Somebody's Files"
# A window without a window manager begins at the screen's corner; Parlando's is 720 pixels wide.
PLACE = (900, 600)
SIZE = 200


class FileDrag:
    """It lasts as long as the `with` block."""

    def __init__(self, *paths):
        self.paths = paths

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, __file__, *self.paths], stdout=subprocess.PIPE)
        assert self.process.stdout.readline(), "the window of the file manager did not open"
        window = xdotool("search", "--sync", "--onlyvisible", "--name", f"^{TITLE}$").split()[0]
        xdotool("windowmove", "--sync", window, *map(str, PLACE))
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def hold_over(self, x, y):
        """Takes the files and holds them over a place of the screen."""
        start = [place + SIZE // 2 for place in PLACE]
        xdotool("mousemove", *map(str, start))
        xdotool("mousedown", "1")
        # A drag begins after some pixels, and its target is told of each step.
        for step in range(1, 11):
            xdotool("mousemove", *(str(a + (b - a) * step // 10) for a, b in zip(start, (x, y))))

    def stir(self):
        """Moves the files to and fro a little, as a hand does: a drag that has begun late is told of the next step."""
        for step in (3, -3):
            xdotool("mousemove_relative", "--", str(step), "0")

    def drop(self):
        xdotool("mouseup", "1")


def xdotool(*arguments):
    return subprocess.check_output(["xdotool", *arguments], text=True)


def main(paths):
    import gi
    gi.require_version("Gtk", "4.0")
    gi.require_version("Gdk", "4.0")
    from gi.repository import Gdk, Gio, GLib, GObject, Gtk

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Gtk.init()
    window = Gtk.Window(title=TITLE, default_width=SIZE, default_height=SIZE, decorated=False)
    label = Gtk.Label(label="\n".join(paths))
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in paths])
    value = GObject.Value(Gdk.FileList, files)
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(value))
    label.add_controller(source)
    window.set_child(label)
    window.connect("map", lambda *_: print("ready", flush=True))
    window.present()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1:])
