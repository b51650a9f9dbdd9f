"""What a program tells those who cannot see it, read from the accessibility bus.

One look is a question or two of many widgets at once. Asked one by one, as the library for screen readers does, they
take half a second and more.
"""

import ast
import collections
import functools
import re

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


def owner(process):
    """The bus name of a process that can be looked at, None: it cannot yet."""
    return next((owner for owner, _ in Node(REGISTRY, ROOT).children() if process == process_of(owner)), None)


def process_of(owner):
    daemon = Node("org.freedesktop.DBus", "/org/freedesktop/DBus")
    try:
        return daemon.ask("org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", owner).unpack()[0]
    except GLib.Error:  # a program that has just ended
        return None


# What one of the pages of a stack is called, whose list of what it holds says nothing true.
PAGE = "GtkStackPage"
# What a program's own list says of a widget.
Item = collections.namedtuple("Item", "parent index count name role")
QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
ITEM = re.compile(rf"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '([^']*)'\), (-?\d+), (\d+), "
                  rf"\[[^]]*\], ({QUOTED}), (\d+), (?:{QUOTED}), \[\d+, \d+\]\)")


def look(owner, is_drawn=False):
    """Everything that the program shows now, from the outside to the inside; `is_drawn`: but for pages that are not in
    front.

    The program's own list says all in one call, but names only widgets that somebody has asked for before, and also
    those that are hidden. What a widget holds is asked besides where the list contradicts itself, or that has changed.
    """
    changed = changes(owner)
    items = read(owner)
    while GLib.MainContext.default().pending():
        GLib.MainContext.default().iteration(False)
    listed = {}
    for path, item in items.items():
        listed.setdefault(item.parent, []).append((item.index, path))
    inside, level = {}, {ROOT}
    while level:
        doubtful = {path for path in level if path not in items or path in changed or path == ROOT or not agrees(
            items[path].count, listed.get(path, ()), items)}
        known = level - doubtful
        answers = children(owner, doubtful)
        if is_drawn:
            pages = {page for path in doubtful for page in answers[path] if is_stack(listed.get(path, ()), items)}
            hidden = without_room(owner, pages)
            answers = {path: [child for child in held if child not in hidden] for path, held in answers.items()}
        inside |= answers | {path: [child for _, child in sorted(listed.get(path, ()))] for path in known}
        # One that moves while it is looked for may be found twice.
        level = {path for parent in level for path in inside[parent]} - inside.keys()
    found = list(below(ROOT, inside))
    if not all(path in items for path in found):
        items = read(owner)
    return [Node(owner, path, items[path].name, items[path].role) for path in found if path in items]


@functools.cache
def changes(owner):
    """What has once said that something else is in it: the list goes on to name what it no longer holds."""
    found = set()
    bus().signal_subscribe(
        owner, "org.a11y.atspi.Event.Object", "ChildrenChanged", None, None, Gio.DBusSignalFlags.NONE,
        lambda connection, sender, path, *rest: found.add(path))
    return found


def agrees(count, listed, items):
    """Whether these are so many, in places of their own, and no pages of a stack."""
    return sorted(index for index, _ in listed) == list(range(count)) and not is_stack(listed, items)


def is_stack(listed, items):
    return any(items[path].name == PAGE for _, path in listed)


def read(owner):
    """The program's own list, by path."""
    answer = Node(owner, "/org/a11y/atspi/cache").ask("org.a11y.atspi.Cache", "GetItems")
    # As text, since each value that is taken out by itself costs more than all of them written out.
    found = ITEM.findall(answer.print_(False))
    assert len(found) == answer.get_child_value(0).n_children(), "a widget's entry is written in another way"
    return {path: Item(parent, int(index), int(count), ast.literal_eval(name) if "\\" in name else name[1:-1],
                       int(role))
            for path, parent, index, count, name, role in found}


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
