"""The desktop's session manager: it is told what would be lost if the user logged out.

Run as a program it takes its name on the session bus, and goes on until it is ended.
"""

import json
import subprocess
import sys
import threading

from gi.repository import Gio, GLib

NAME, PATH = "org.gnome.SessionManager", "/org/gnome/SessionManager"
NODE = """<node><interface name="org.gnome.SessionManager">
<method name="RegisterClient"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="o" direction="out"/></method>
<method name="Inhibit"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="u" direction="in"/><arg type="u" direction="out"/></method>
<method name="Uninhibit"><arg type="u" direction="in"/></method>
</interface></node>"""
LOGOUT = 1
# Reasons against the end of the session, by their number.
reasons = {}


class SessionManager:
    """Another process on the session bus; it lasts as long as the `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.reasons = json.loads(self.process.stdout.readline())
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()

    def listen(self):
        """Takes over what is said against the end of the session, whenever that changes."""
        for line in self.process.stdout:
            self.reasons = json.loads(line)


def tell():
    print(json.dumps(list(reasons.values())), flush=True)


def call(bus, sender, path, interface, method, arguments, invocation):
    values = arguments.unpack()
    if method == "Inhibit":
        number = max(reasons, default=0) + 1
        if values[3] & LOGOUT:
            reasons[number] = values[2]
        invocation.return_value(GLib.Variant("(u)", (number,)))
        tell()
    elif method == "Uninhibit":
        reasons.pop(values[0], None)
        invocation.return_value(None)
        tell()
    else:
        invocation.return_value(GLib.Variant("(o)", (PATH + "/Client1",)))


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(NODE).interfaces[0], call, None, None)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: tell(), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
