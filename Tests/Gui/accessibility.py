"""What a program tells those who cannot see it, read from the accessibility bus.

One look takes a call or two, however much stands in the window. A call for every widget, as the library for screen
readers makes them, takes seconds in all, and the program computes nothing else meanwhile.
"""

import functools

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

REGISTRY = "org.a11y.atspi.Registry"
ROOT = "/org/a11y/atspi/accessible/root"
PROPERTIES = "org.freedesktop.DBus.Properties"
ROLES = [Atspi.role_get_name(Atspi.Role(number)) for number in range(int(Atspi.Role.LAST_DEFINED))]
# What a program may take to answer, in milliseconds.
PATIENCE = 10_000


@functools.cache
def bus():
    """The bus of its own that accessibility has."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None,
                                GLib.VariantType("(s)"), 0, PATIENCE).unpack()[0]
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


class Node:
    """One widget. `name` and `role` are those of the look that found it; whatever is called is asked now."""

    def __init__(self, owner, path, name="", role=0):
        self.owner, self.path, self.name, self.role = owner, path, name, ROLES[role]

    def ask(self, interface, method, kind="()", *values):
        """What a method answers, as a value of GLib; a GLib.Error once the widget is gone."""
        arguments = GLib.Variant(kind, values)
        return bus().call_sync(self.owner, self.path, interface, method, arguments, None, 0, PATIENCE)

    def call(self, interface, method, kind="()", *values):
        """The first value that a method of the widget answers."""
        return self.ask("org.a11y.atspi." + interface, method, kind, *values).get_child_value(0).unpack()

    def get(self, interface, name):
        """A property of the widget."""
        return self.ask(PROPERTIES, "Get", "(ss)", "org.a11y.atspi." + interface, name).unpack()[0]

    def set(self, interface, name, value):
        self.ask(PROPERTIES, "Set", "(ssv)", "org.a11y.atspi." + interface, name, value)

    def children(self):
        """What is in it and can be seen; whoever never asked is told nothing of it by `look` either."""
        return self.call("Accessible", "GetChildren")


class Item:
    """What a program's own list says of a widget."""

    def __init__(self, value):
        self.path = value.get_child_value(0).get_child_value(1).get_string()
        self.parent = value.get_child_value(2).get_child_value(1).get_string()
        self.index = value.get_child_value(3).get_int32()
        self.count = value.get_child_value(4).get_int32()
        self.name = value.get_child_value(6).get_string()
        self.role = value.get_child_value(7).get_uint32()
        states = value.get_child_value(9)
        low = states.get_child_value(0).get_uint32() if states.n_children() else 0
        self.is_visible = bool(low >> int(Atspi.StateType.VISIBLE) & 1)


def applications():
    """The bus names of all programs that can be looked at, with their process ids."""
    owners = [owner for owner, _ in Node(REGISTRY, ROOT).children()]
    daemon = Node("org.freedesktop.DBus", "/org/freedesktop/DBus")
    return {daemon.ask("org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", owner).unpack()[0]: owner
            for owner in owners}


def look(owner):
    """Everything that the program shows now, from the outside to the inside.

    The program's own list says all in one call, but names only widgets that somebody has asked for before. Where it
    counts children that it does not name they are asked for one by one, once; from then on it names them as well.
    """
    for _ in range(2):
        items = read(owner)
        found = list(Arrangement(owner, items).below(ROOT))
        if all(path in items for path in found):
            break
    return [Node(owner, path, items[path].name, items[path].role) for path in found if path in items]


def read(owner):
    """The program's own list, by path."""
    answer = Node(owner, "/org/a11y/atspi/cache").ask("org.a11y.atspi.Cache", "GetItems").get_child_value(0)
    items = [Item(answer.get_child_value(index)) for index in range(answer.n_children())]
    return {item.path: item for item in items}


class Arrangement:
    """Finds out what is in what."""

    def __init__(self, owner, items):
        self.owner, self.items, self.known = owner, items, {}
        for item in items.values():
            if item.is_visible:
                self.known.setdefault(item.parent, []).append(item)

    def below(self, path):
        yield path
        for child in self.children(path):
            yield from self.below(child)

    def children(self, path):
        known = sorted(self.known.get(path, []), key=lambda item: item.index)
        # The list keeps windows that are closed, so whoever asks for windows asks the program.
        if path in self.items and path != ROOT:
            count = self.items[path].count
            # The child of a stack's page has the number of the page.
            if len(known) == count and (count == 1 or [item.index for item in known] == list(range(count))):
                return [item.path for item in known]
        return [child for _, child in Node(self.owner, path).children()]
