"""Reports what is on the clipboard whenever another program has copied something, and when, by the monotonic clock."""
import json
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def look(clipboard):
    changed = time.monotonic()

    def tell(clipboard, result):
        try:
            text = clipboard.read_text_finish(result)
        except GLib.Error:
            return
        print(json.dumps([text, changed]), flush=True)

    if not clipboard.is_local():
        clipboard.read_text_async(None, tell)


def main():
    Gtk.init()
    Gdk.Display.get_default().get_clipboard().connect("changed", look)
    print(json.dumps("ready"), flush=True)
    GLib.MainLoop().run()


main()
