"""Sees and presses what stands on the screen, as a screen reader does."""

import collections
import time

from accessibility import ROOT, Atspi, GLib, Node, ask_all, look, owner

BUTTONS = {"push button", "toggle button", "check box", "radio button"}
CONTROLS = BUTTONS | {"combo box", "spin button", "text", "entry", "switch", "link"}
PRESSES = {"click", "clicked", "press", "activate", "toggle"}

WINDOW = int(Atspi.CoordType.WINDOW)
State = Atspi.StateType
# The bus names of processes that were looked at.
owners = {}
Place = collections.namedtuple("Place", "x y width height")


def wait(what, condition, seconds=20.0):
    """The first true answer of `condition`; an AssertionError that says what was awaited when it does not come."""
    deadline = time.monotonic() + seconds
    while True:
        asked = time.monotonic()
        try:
            answer = condition()
        except GLib.Error:  # a widget that went away while it was looked at
            answer = None
        if answer:
            return answer
        now = time.monotonic()
        if now > deadline:
            raise AssertionError(f"{what}: not within {seconds:g} s")
        # A look at a whole window costs both programs time, of which the other tests have more use.
        time.sleep(min(max(0.05, 2 * (now - asked)), 0.5))


def nodes(process, is_drawn=False):
    """Everything that a process shows now, from the outside to the inside; nothing before it shows itself.
    `is_drawn`: but for pages that are not in front.
    """
    name = owners.get(process) or owner(process)
    if name is None:
        return []
    owners[process] = name
    try:
        return look(name, is_drawn)
    except GLib.Error:  # a program that has ended, or one that took its number
        del owners[process]
        return []


def below(node):
    """What is in a widget that holds little: each is asked by itself."""
    for child in (Node(*reference) for reference in node.children()):
        yield Node(child.owner, child.path, name(child), child.call("Accessible", "GetRole"))
        yield from below(child)


def name(node):
    """Its name by now."""
    return node.get("Accessible", "Name")


def parent(node):
    return Node(*node.get("Accessible", "Parent"))


def press(node):
    """Does what a click does."""
    for index in range(node.get("Action", "NActions")):
        if node.call("Action", "GetName", "(i)", index) in PRESSES:
            return node.call("Action", "DoAction", "(i)", index)
    raise AssertionError(f"{node.role} '{node.name}' cannot be pressed")


def text(node):
    return node.call("Text", "GetText", "(ii)", 0, node.get("Text", "CharacterCount"))


def write(node, text):
    """Puts a text in the place of whatever is there."""
    return node.call("EditableText", "SetTextContents", "(s)", text)


def insert(node, position, text):
    return node.call("EditableText", "InsertText", "(isi)", position, text, len(text))


def value(node):
    """The number that stands there."""
    return node.get("Value", "CurrentValue")


def set_value(node, value):
    node.set("Value", "CurrentValue", GLib.Variant("d", value))


def has(node, state):
    """Whether it has this state now."""
    number = int(state)
    return bool(node.call("Accessible", "GetState")[number // 32] >> number % 32 & 1)


def place(node):
    """Where it stands in the window, in pixels; None for what has no place, such as a page of a stack."""
    try:
        return Place(*node.call("Component", "GetExtents", "(u)", WINDOW))
    except GLib.Error:
        return None


def extents(node):
    """The same; nowhere for what has no place."""
    return place(node) or Place(0, 0, 0, 0)


def places(nodes):
    """The nodes that have a place, each with it; many are asked at once."""
    found = {}
    for owner in {node.owner for node in nodes}:
        found |= ask_all(owner, [node.path for node in nodes if node.owner == owner], "org.a11y.atspi.Component",
                         "GetExtents", GLib.Variant("(u)", (WINDOW,)))
    return [(node, Place(*found[node.path].unpack()[0])) for node in nodes if found[node.path]]


def resting_place(node, seconds=0.1):
    """The same, None while it moves or has no room: nobody hits what is still being laid out."""
    before = extents(node)
    time.sleep(seconds)
    return before if before.width * before.height and extents(node) == before else None


def is_drawn(node):
    """Whether it takes room, and so does whatever it is in: what slid away keeps the size that it had."""
    while node.path != ROOT:
        found = place(node)
        if found and not found.width * found.height:
            return False
        node = parent(node)
    return True


def letter(node, index):
    """The place of one letter of a text."""
    return Place(*node.ask("org.a11y.atspi.Text", "GetCharacterExtents", "(iu)", index, WINDOW).unpack())
