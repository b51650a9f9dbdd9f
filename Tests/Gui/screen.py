"""Sees and presses what stands on the screen, through the accessibility bus, as a screen reader does."""

import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

BUTTONS = {"push button", "toggle button", "check box", "radio button"}
CONTROLS = BUTTONS | {"combo box", "spin button", "text", "entry", "switch", "link"}
PRESSES = {"click", "clicked", "press", "activate", "toggle"}


def wait(what, condition, seconds=20.0):
    """The first true answer of `condition`; an AssertionError that says what was awaited when it does not come."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            answer = condition()
        except GLib.Error:  # a widget that went away while it was looked at
            answer = None
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds:g} s")
        time.sleep(0.05)


def application(process):
    """The application that a process shows, or None."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == process:
            return child
    return None


def walk(root):
    """Everything below, and the root itself."""
    yield root
    for index in range(root.get_child_count()):
        child = root.get_child_at_index(index)
        if child is not None:
            yield from walk(child)


def nodes(root):
    """Everything below as it is now, and the root itself."""
    root.clear_cache()
    return walk(root)


def find(root, role=None, name=None):
    """The first one of that role and name, or None."""
    return next((node for node in nodes(root)
                 if role in (None, node.get_role_name()) and name in (None, node.get_name())), None)


def press(node):
    """Does what a click does."""
    for index in range(node.get_n_actions()):
        if Atspi.Action.get_action_name(node, index) in PRESSES:
            return Atspi.Action.do_action(node, index)
    raise AssertionError(f"{node.get_role_name()} '{node.get_name()}' cannot be pressed")


def text(node):
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))


def has(node, state):
    return node.get_state_set().contains(state)


def is_visible(node):
    return has(node, Atspi.StateType.VISIBLE) and has(node, Atspi.StateType.SHOWING)


def extents(node):
    """Place in the window, in pixels; nowhere for what is not drawn."""
    try:
        return Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
    except GLib.Error:
        return Atspi.Rect()
