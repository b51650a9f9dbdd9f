"""What a program tells those who cannot see it, read from the accessibility bus.

One look is a question or two of many widgets at once. Asked one by one, as the library for screen readers does, they
take half a second and more.
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
        """The owners and paths of what is in it and not hidden."""
        return self.call("Accessible", "GetChildren")


class Item:
    """What a program's own list says of a widget, taken out of it when it is asked for: most never are."""

    def __init__(self, value):
        self.value = value

    @property
    def path(self):
        return self.value.get_child_value(0).get_child_value(1).get_string()

    @property
    def count(self):
        return self.value.get_child_value(4).get_int32()

    @property
    def name(self):
        return self.value.get_child_value(6).get_string()

    @property
    def role(self):
        return self.value.get_child_value(7).get_uint32()


def owner(process):
    """The bus name of a process that can be looked at, None: it cannot yet."""
    return next((owner for owner, _ in Node(REGISTRY, ROOT).children() if process == process_of(owner)), None)


def process_of(owner):
    daemon = Node("org.freedesktop.DBus", "/org/freedesktop/DBus")
    try:
        return daemon.ask("org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", owner).unpack()[0]
    except GLib.Error:  # a program that has just ended
        return None


# So far down are the pages of a window, of which only one takes room.
PAGES = 9


def look(owner, is_drawn=False):
    """Everything that the program shows now, from the outside to the inside; `is_drawn`: but for pages that are not in
    front, which are half of it.

    The program's own list says all in one call, but names only widgets that somebody has asked for before, and does not
    say of them whether they are hidden: so what is in what is asked besides, of many widgets at once.
    """
    items = read(owner)
    inside, asked, depth = {}, {ROOT}, 0
    while asked:
        if is_drawn and 2 < depth <= PAGES:
            asked -= without_room(owner, asked)
        inside |= children(owner, asked)
        found = {path for parent in asked for path in inside[parent] if path not in items or items[path].count}
        # One that moves while it is looked for may be found twice.
        asked, depth = found - inside.keys(), depth + 1
    found = list(below(ROOT, inside))
    if not all(path in items for path in found):
        items = read(owner)
    return [Node(owner, path, items[path].name, items[path].role) for path in found if path in items]


def read(owner):
    """The program's own list, by path."""
    answer = Node(owner, "/org/a11y/atspi/cache").ask("org.a11y.atspi.Cache", "GetItems").get_child_value(0)
    items = (Item(answer.get_child_value(index)) for index in range(answer.n_children()))
    return {item.path: item for item in items}


def children(owner, paths):
    """What is in each of these widgets and not hidden; nothing in one that has gone away meanwhile."""
    answers = ask_all(owner, paths, "org.a11y.atspi.Accessible", "GetChildren")
    return {path: [child for _, child in answer.unpack()[0]] if answer else [] for path, answer in answers.items()}


def without_room(owner, paths):
    """Those of the widgets that take none. What has no place, such as a page of a stack, may hold something that does."""
    answers = ask_all(owner, paths, "org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (1,)))
    return {path for path, answer in answers.items() if answer and answer.unpack()[0][2:] == (0, 0)}


def ask_all(owner, paths, interface, method, arguments=None):
    """What each of these widgets answers, None: it has gone away, or does not know the question."""
    answers = {}

    def take(connection, result, path):
        try:
            answers[path] = connection.call_finish(result)
        except GLib.Error:
            answers[path] = None

    for path in paths:
        bus().call(owner, path, interface, method, arguments, None, 0, PATIENCE, None, take, path)
    while len(answers) < len(paths):
        GLib.MainContext.default().iteration(True)
    return answers


def below(path, inside):
    yield path
    for child in inside.get(path, []):
        yield from below(child, inside)
