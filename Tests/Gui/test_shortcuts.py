"""Shortcuts that work whatever window is in front: by the desktop's portal, or by a command."""

import unittest

import screen
from portal import Portal
from program import Program


class ShortcutTest(unittest.TestCase):
    def test_a_shortcut_of_the_desktop_starts_and_stops_and_another_dictates_while_it_is_held(self):
        with Portal() as portal, Program() as program:
            program.see("Start")
            program.open_preferences("General")
            screen.wait("no keys", lambda: program.reads("Not set"))
            program.press("Set Up…")
            screen.wait("the keys", lambda: program.reads("Ctrl+Alt+R") and program.reads("Ctrl+Alt+Space"))
            program.see("Change…")
            program.key("Escape")
            portal.press("toggle")
            portal.release("toggle")
            program.see("Stop")
            portal.press("toggle")
            portal.release("toggle")
            program.see("Start", seconds=60)
            portal.press("talk")
            program.see("Stop")
            portal.release("talk")
            program.see("Start", seconds=60)
            # Released before the microphone is open.
            portal.press("talk")
            portal.release("talk")
            program.see("Start", seconds=60)

    def test_shortcuts_that_were_set_up_work_at_the_next_start(self):
        with Portal() as portal:
            again = Program()
            again.set("binds-shortcuts", "true")
            with again as program:
                program.see("Start")
                program.open_preferences("General")
                screen.wait("the keys", lambda: program.reads("Ctrl+Alt+R"))
                program.key("Escape")
                portal.press("toggle")
                program.see("Stop")

    def test_a_microphone_that_stays_open_for_push_to_talk_is_shown_until_it_is_no_longer_wanted(self):
        mark = "The microphone stays open for push-to-talk."
        with Portal() as portal:
            again = Program()
            again.set("binds-shortcuts", "true")
            again.set("listens-ahead", "true")
            with again as program:
                program.see(mark)
                portal.press("talk")
                portal.release("talk")
                program.see(mark)
                program.see("Start", seconds=60)
                # Leads to where it is turned off.
                program.press(mark)
                screen.wait("the preferences", lambda: {"Preferences", "General"} & {
                    node.name for node in program.nodes("frame")})
                program.turn_preferences("General")
                switch = program.see("Listen Ahead for Push-to-Talk", role="check box")
                screen.press(switch)
                program.key("Escape")
                screen.wait("no mark", lambda: not any(
                    node.name == mark and screen.extents(node).width > 0 for node in program.nodes()))

    def test_a_shortcut_for_a_language_and_a_model_is_bound_pressed_and_removed(self):
        with Portal() as portal:
            program = Program()
            program.set("binds-shortcuts", "true")
            program.set("shortcut-choices", "['en-tiny.en', 'xx-base']")
            with program:
                program.see("Start")
                program.open_preferences("General")
                screen.wait("the row and its key", lambda: program.reads("Fast · English") and program.reads("F8"))
                portal.press("start-en-tiny.en")
                portal.release("start-en-tiny.en")
                # A shortcut for nothing is refused, and the form stays.
                program.press("Add Shortcut")
                program.press("Save")
                screen.wait("the reason", lambda: program.reads("Choose a language or a model."))
                program.press("Cancel")
                program.press("Remove Fast · English")
                screen.wait("no row", lambda: not program.reads("F8"))
                program.key("Escape")
                program.see("Stop")

    def test_without_a_portal_the_command_is_shown_and_copied(self):
        with Program() as program:
            program.see("Start")
            program.open_preferences("General")
            screen.wait("the command", lambda: program.reads("parlando --toggle"))
            program.press("Copy Command")
            screen.wait("a message", lambda: program.reads("Copied"))
            program.key("ctrl+f")
            program.key("ctrl+v")
            field = program.search_field()
            screen.wait("what was copied", lambda: screen.text(field) == "parlando --toggle")


if __name__ == "__main__":
    unittest.main()
