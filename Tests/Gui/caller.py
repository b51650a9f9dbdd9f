"""Another program that drives dictation by the interface on the session bus."""

from gi.repository import Gio, GLib

import screen

NAME, PATH, INTERFACE = "io.github.parlando.Parlando", "/io/github/parlando/Parlando", "io.github.parlando.Dictation"


class Caller:
    """Another program on the bus. It takes signals whenever it waits."""

    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.states, self.interim, self.final = [], [], []
        self.bus.signal_subscribe(NAME, None, None, PATH, None, Gio.DBusSignalFlags.NONE, self.take)
        self.call("Subscribe")

    def take(self, bus, sender, path, interface, signal, arguments):
        if signal == "InterimText":
            self.interim.append(arguments[0])
        elif signal == "FinalText":
            self.final.append(tuple(arguments))
        elif signal == "PropertiesChanged":
            self.states.append(arguments[1]["State"])

    def call(self, method, interface=INTERFACE, arguments=None):
        return self.bus.call_sync(NAME, PATH, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START,
                                  10_000, None)

    def state(self):
        arguments = GLib.Variant("(ss)", (INTERFACE, "State"))
        return self.call("Get", "org.freedesktop.DBus.Properties", arguments)[0]

    def wait(self, what, found, seconds=20):
        def look():
            while GLib.MainContext.default().iteration(False):
                pass
            return found()

        return screen.wait(what, look, seconds)
