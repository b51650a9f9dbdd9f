"""The portal through which programs type into others, as a desktop has it: the keys are really pressed. And the one
through which they get shortcuts, which tests press.

Run as a program it takes the portal's name on the session bus, and goes on until it is ended.
"""

import subprocess
import sys
import threading

from gi.repository import Gio, GLib

ROOT = "/org/freedesktop/portal/desktop"
NODE = """<node><interface name="org.freedesktop.portal.RemoteDesktop">
<method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
<method name="SelectDevices"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="o" direction="out"/></method>
<method name="Start"><arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="o" direction="out"/></method>
<method name="NotifyKeyboardKeycode"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="i" direction="in"/><arg type="u" direction="in"/></method>
<property name="version" type="u" access="read"/></interface>
<interface name="org.freedesktop.portal.GlobalShortcuts">
<method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
<method name="BindShortcuts"><arg type="o" direction="in"/><arg type="a(sa{sv})" direction="in"/>
<arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
<property name="version" type="u" access="read"/></interface></node>"""
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
# What it binds shortcuts to, as desktops describe keys.
TRIGGERS = {"toggle": "Ctrl+Alt+R", "talk": "Ctrl+Alt+Space", "captions": "Ctrl+Alt+C"}
SESSION = ROOT + "/session/x/y"
# Those whose shortcuts are bound, in order.
clients = []
# Keys as Linux numbers them, by X's names.
KEYS = {29: "Control_L", 47: "v"}


class Portal:
    """Another process on the session bus; it lasts as long as the `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline(), "the portal did not start"
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stdin.close()

    def press(self, shortcut):
        self.send(f"Activated {shortcut}")

    def release(self, shortcut):
        self.send(f"Deactivated {shortcut}")

    def send(self, order):
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()


def call(bus, sender, path, interface, method, arguments, invocation):
    values = arguments.unpack()
    if method == "NotifyKeyboardKeycode":
        subprocess.run(["xdotool", "keydown" if values[3] else "keyup", KEYS[values[2]]], check=True)
        invocation.return_value(None)
        return
    handle = f"{ROOT}/request/{sender[1:].replace('.', '_')}/{values[-1]['handle_token']}"
    results = {"session_handle": GLib.Variant("s", SESSION)} if method == "CreateSession" else {}
    if method == "BindShortcuts":
        bound = [(name, {"trigger_description": GLib.Variant("s", TRIGGERS.get(name, "F8"))}) for name, _ in values[1]]
        results = {"shortcuts": GLib.Variant("a(sa{sv})", bound)}
        clients.append(sender)
    invocation.return_value(GLib.Variant("(o)", (handle,)))
    bus.emit_signal(sender, handle, "org.freedesktop.portal.Request", "Response", GLib.Variant("(ua{sv})", (0, results)))


def obey(bus, order):
    """Presses or releases a shortcut."""
    signal, shortcut = order.split()
    bus.emit_signal(clients[-1], ROOT, SHORTCUTS, signal, GLib.Variant("(osta{sv})", (SESSION, shortcut, 0, {})))
    return False


def listen(bus):
    for order in sys.stdin:
        GLib.idle_add(obey, bus, order)


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for interface in Gio.DBusNodeInfo.new_for_xml(NODE).interfaces:
        bus.register_object(ROOT, interface, call, lambda *_: GLib.Variant("u", 1), None)
    threading.Thread(target=listen, args=[bus], daemon=True).start()
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
                                   lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
