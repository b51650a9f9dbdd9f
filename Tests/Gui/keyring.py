"""A real gnome-keyring on the session bus of the tests, and whoever is asked to unlock it."""

import os
import subprocess
import tempfile

from gi.repository import Gio, GLib

import screen

PASSWORD = "open sesame"
LOGIN = "/org/freedesktop/secrets/collection/login"


def call(destination, path, interface, method, arguments, answer=None):
    """Asks something on the bus; the first value of the answer."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    kind = GLib.VariantType(answer) if answer else None
    return bus.call_sync(destination, path, interface, method, arguments, kind, 0, 20_000).unpack()[0]


def owner(name):
    """The process behind a name of the bus, None: there is none."""
    try:
        return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)), "(u)")
    except GLib.Error:
        return None


class Keyring:
    """Unlocked at first, as by a login; it keeps everything in a folder of its own and ends with the `with` block."""

    def __enter__(self):
        # One that the bus has started by itself for an earlier test would be asked instead.
        earlier = owner("org.freedesktop.secrets")
        if earlier:
            os.kill(earlier, 9)
            screen.wait("no keyring", lambda: owner("org.freedesktop.secrets") is None)
        self.folder = tempfile.TemporaryDirectory()
        place = self.folder.name
        environment = dict(os.environ, HOME=place, XDG_DATA_HOME=place + "/data", XDG_RUNTIME_DIR=place)
        self.daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.daemon.stdin.write(PASSWORD.encode())
        self.daemon.stdin.close()
        screen.wait("the keyring", lambda: owner("org.freedesktop.secrets") == self.daemon.pid)
        return self

    def __exit__(self, *_):
        self.daemon.kill()
        self.daemon.wait()
        self.folder.cleanup()

    def lock(self):
        call("org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "Lock",
             GLib.Variant("(ao)", ([LOGIN],)))

    def count(self):
        """How many keys of the program it holds."""
        words = {"application": "io.github.parlando.Parlando"}
        return len(call("org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service",
                        "SearchItems", GLib.Variant("(a{ss})", (words,))))

    def answer(self, keys):
        """Waits for the desktop's question for the password, and answers it with the keyboard."""
        def asks():
            return subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--class", "gcr-prompter"], capture_output=True, text=True
            ).stdout.split()

        window = screen.wait("the question for the password", asks)[0]
        subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)
        for key in keys:
            action = ["key", key] if len(key) > 1 and key[0].isupper() else ["type", key]
            subprocess.run(["xdotool", *action], check=True)
        screen.wait("the answer", lambda: not asks())
