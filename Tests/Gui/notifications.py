"""The desktop's notifications, kept for a test to look at.

Run as a program it takes their name on the session bus, and goes on until it is ended.
"""

import json
import os
import select
import subprocess
import sys

from gi.repository import Gio, GLib

NODE = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
</interface></node>"""


class Notifications:
    """Another process on the session bus; it lasts as long as the `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, __file__], stdout=subprocess.PIPE)
        self.rest = b""
        self.line()
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def next(self):
        """What comes next: the title and the text of a notification, or None for one that is taken away."""
        return json.loads(self.line())

    def line(self):
        """The next line that the other process writes, within two minutes: a busy machine transcribes as long."""
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], 120)
            assert ready, "there was no notification"
            said = os.read(self.process.stdout.fileno(), 65536)
            assert said, "the notifications have ended"
            self.rest += said
        line, _, self.rest = self.rest.partition(b"\n")
        return line


def say(value):
    print(json.dumps(value), flush=True)


def call(bus, sender, path, interface, method, arguments, invocation):
    values = arguments.unpack()
    if method == "Notify":
        say([values[3], values[4]])
        invocation.return_value(GLib.Variant("(u)", (1,)))
    elif method == "CloseNotification":
        say(None)
        invocation.return_value(None)
    elif method == "GetCapabilities":
        invocation.return_value(GLib.Variant("(as)", (["actions", "body"],)))
    else:
        invocation.return_value(GLib.Variant("(ssss)", ("test", "test", "1", "1.2")))


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    node = Gio.DBusNodeInfo.new_for_xml(NODE)
    bus.register_object("/org/freedesktop/Notifications", node.interfaces[0], call, None, None)
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.Notifications", Gio.BusNameOwnerFlags.NONE,
                                   lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
