"""Saved exercises and sets, and rhythms that are written by keyboard or read from a score."""

import json
import pathlib
import time
import unittest

import screen
from interruptions import answer
from kept_data import KeptData
from test_rhythm import Rhythm

SCORE = """<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="4.0">
  <work><work-title>March</work-title></work>
  <part-list><score-part id="P1"><part-name>Drum</part-name></score-part></part-list>
  <part id="P1"><measure number="1">
    <attributes><divisions>2</divisions><time><beats>2</beats><beat-type>4</beat-type></time></attributes>
    <note><grace/><pitch><step>C</step><octave>4</octave></pitch><voice>1</voice><type>eighth</type></note>
    <note><pitch><step>C</step><octave>4</octave></pitch><duration>2</duration><voice>1</voice></note>
    <note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration><voice>1</voice></note>
    <note><rest/><duration>1</duration><voice>1</voice></note>
  </measure></part>
</score-partwise>
"""


class Exercises(Rhythm):
    """The rhythm page with data of its own, and the window over it."""

    def __init__(self, **choices):
        super().__init__(**choices)
        self.home = KeptData(self.program)
        self.file = self.home.folder / "exercises.json"

    def kept(self, kind):
        return json.loads(self.file.read_text())[kind] if self.file.exists() else []

    def names(self, kind="exercises"):
        return [entry["name"] for entry in self.kept(kind)]

    def chosen(self, key):
        return self.program.chosen("rhythm-" + key).strip().strip("'")

    def open(self):
        """Opens the window; the focus is on its first button."""
        self.program.press("Exercises…")
        button = self.program.see("Save This Exercise")
        screen.wait("the focus", lambda: screen.has(button, screen.State.FOCUSED))

    def confirm(self, name):
        """Answers the question for a name, and confirms with Enter."""
        field = self.program.see("Name", role="text")
        screen.write(field, name)
        self.program.key("Return")

    def save(self, name):
        self.program.key("Return")
        self.confirm(name)
        self.program.see("Edit " + name)

    def remove(self, name):
        self.program.press("Remove " + name)
        answer(self.program, "Remove Exercise?")

    def rows(self, name):
        return [node for node in self.program.nodes("list item", is_drawn=True)
                if node.name.startswith(name) and screen.extents(node).width > 0]

    def row(self, name):
        """The last one: those of the pages before keep their places."""
        return screen.wait(f"the row {name}", lambda: next(reversed(self.rows(name)), None))

    def press_row(self, name):
        self.program.click(self.row(name))


class ExercisesTest(unittest.TestCase):
    def test_a_saved_exercise_brings_its_time_signature_and_tempo_back(self):
        page = Exercises(tempo=72.0, meter="'6/8'")
        self.addCleanup(page.folder.cleanup)
        with page.program:
            page.program.turn(page.name)
            page.open()
            page.save("Jig")
            # However long the list is.
            self.assertLess(screen.extents(page.row("Write a Rhythm")).y,
                            screen.extents(page.program.see("Edit Jig")).y)
        page.set("meter", "'2/4'")
        page.set("tempo", 100.0)
        with page.program:
            page.program.turn(page.name)
            page.open()
            page.press_row("Jig")
            screen.wait("the time signature", lambda: page.chosen("meter") == "6/8")
            screen.wait("the tempo", lambda: float(page.chosen("tempo")) == 72)
            page.see_button("start")

    def test_what_is_to_be_removed_is_asked_about_and_names_can_be_changed(self):
        with Exercises() as page:
            page.open()
            page.save("One")
            page.program.press("Remove One")
            screen.wait("the question", lambda: page.program.reads("Remove Exercise?"))
            page.program.key("Escape")
            screen.wait("no question", lambda: "Remove Exercise?" not in page.program.labels())
            self.assertEqual(page.names(), ["One"])
            page.program.press("Edit One")
            page.confirm("Two")
            screen.wait("the new name", lambda: page.names() == ["Two"])
            page.remove("Two")
            screen.wait("no exercise", lambda: page.names() == [])

    def test_a_rhythm_is_written_by_keyboard(self):
        with Exercises(meter="'3/4'") as page:
            page.open()
            page.press_row("Write a Rhythm")
            screen.wait("the notes", lambda: page.program.see("Quarter (4)"))
            for key in "4", "period", "8", "period", "6", "0", "8", "0", "3", "6", "6", "BackSpace":
                page.program.key(key)
            screen.wait("what is left", lambda: page.program.find("status bar", "Notes left for the triplet: 2"))
            self.assertFalse(screen.has(page.program.see("Use This Rhythm"), screen.State.SENSITIVE))
            page.program.key("8")
            screen.wait("a bar", lambda: page.program.find("status bar", "Bar 1 is full"))
            page.program.press("Use This Rhythm")
            screen.wait("the rhythm", lambda: page.chosen("own") == "120 90 30 r60 t20 t40")
            self.assertEqual(page.chosen("source"), "own")
            self.assertEqual(page.chosen("bars"), "1")
            page.see_button("start")

    def test_the_time_signature_is_chosen_by_keyboard_where_a_rhythm_is_written(self):
        with Exercises(meter="'2/4'") as page:
            def is_reached():
                page.program.key("Tab")
                time.sleep(0.2)
                return any(node.name == "Time Signature" and screen.has(node, screen.State.FOCUSED)
                           for node in page.program.nodes("combo box", *screen.BUTTONS, is_drawn=True))

            page.open()
            page.press_row("Write a Rhythm")
            page.program.see("Quarter (4)")
            for key in "2", "4":
                page.program.key(key)
            screen.wait("what is left", lambda: page.program.find("status bar", "Beats left in bar 2: 1"))
            screen.wait("the choice", is_reached)
            for key in "space", "Down", "Return":
                page.program.key(key)
            screen.wait("one bar", lambda: page.program.find("status bar", "Bar 1 is full"))
            self.assertEqual(page.chosen("meter"), "2/4")
            page.program.press("Use This Rhythm")
            screen.wait("the time signature", lambda: page.chosen("meter") == "3/4")

    def test_escape_leaves_the_page_and_then_the_window(self):
        with Exercises() as page:
            page.open()
            page.press_row("Write a Rhythm")
            page.program.see("Quarter (4)")
            page.program.key("Escape")
            page.program.see("Save This Exercise")
            page.program.key("Escape")
            screen.wait("no window", lambda: "Save This Exercise" not in [
                node.name for node in page.program.nodes("push button", is_drawn=True) if screen.extents(node).width > 0])

    def test_a_rhythm_is_heard_until_its_end(self):
        with Exercises(tempo=160.0) as page:
            page.open()
            page.press_row("Write a Rhythm")
            page.program.see("Quarter (4)")
            page.program.key("1")
            page.program.press("Hear It")
            page.see_button("stop")
            page.see_button("start")

    def test_a_score_becomes_an_exercise_and_what_it_lost_is_said(self):
        with Exercises() as page:
            path = pathlib.Path(page.folder.name, "march.musicxml")
            path.write_text(SCORE, encoding="utf-8")
            page.open()
            page.press_row("Import a Score")
            page.program.type_path(path)
            page.program.see("Edit March")
            screen.wait("the sentence", lambda: page.program.labels("Left out or changed: grace notes."))
            self.assertEqual(page.kept("exercises")[0]["settings"]["own"], "120 60 r60")
            self.assertEqual(page.kept("exercises")[0]["settings"]["meter"], "2/4")
            path.write_text("{}")
            page.press_row("Import a Score")
            page.program.type_path(path)
            screen.wait("the reason", lambda: page.program.labels("This is not MusicXML."))
            self.assertEqual(page.names(), ["March"])

    def test_a_set_is_put_together_and_played_by_keys(self):
        with Exercises(tempo=160.0, bars=1) as page:
            page.open()
            page.save("Fast")
            page.program.key("Escape")
            page.program.key("plus")
            page.open()
            page.save("Other")
            page.program.press("New Set")
            page.confirm("Song 1")
            page.press_row("Song 1")
            page.program.see("Play Set")
            page.press_row("Other")
            screen.wait("one", lambda: len(page.kept("sets")[0]["exercises"]) == 1)
            page.press_row("Fast")
            page.program.see("Move Fast Up")
            page.program.press("Move Fast Up")
            ids = {entry["name"]: entry["id"] for entry in page.kept("exercises")}
            screen.wait("the order", lambda: page.kept("sets")[0]["exercises"] == [ids["Fast"], ids["Other"]])
            screen.wait("the focus", lambda: any(screen.has(row, screen.State.FOCUSED)
                                                 for row in page.rows("Fast")))
            page.program.press("Play Set")
            screen.wait("the first", lambda: float(page.chosen("tempo")) == 160)
            page.see_button("again")
            page.program.press("Next Exercise")
            screen.wait("the second", lambda: float(page.chosen("tempo")) == 161)
            page.see_button("stop")
            page.see_button("again")
            page.program.key("Next")
            screen.wait("the end", lambda: page.program.labels("“Song 1” is complete"))

    def test_closing_the_window_in_the_middle_keeps_the_results(self):
        with Exercises(tempo=90.0, bars=0) as page:
            page.begin()
            page.count_in()
            page.tap(2)
            page.program.key("ctrl+w")
            self.assertEqual(page.program.end(), 0)
            self.assertEqual(page.home.results(), 1)

    def test_who_stays_after_all_keeps_the_exercise(self):
        with Exercises(tempo=90.0, bars=0) as page:
            page.program.turn("Translator")
            screen.write(page.program.see("Text", role="text"), "Good morning")
            page.program.turn("Rhythm")
            page.begin()
            page.count_in()
            page.tap(2)
            page.program.key("ctrl+w")
            screen.wait("the question", lambda: page.program.reads("Save Text?"))
            self.assertEqual(page.home.results(), 0)
            page.program.key("Escape")
            screen.press(page.see_button("stop"))
            page.see_button("again")
            screen.wait("the results", lambda: page.home.results() == 1)

    def test_all_is_exported_and_imported(self):
        with Exercises() as page:
            path = pathlib.Path(page.folder.name, "kept.json")
            page.open()
            page.save("One")
            page.program.press("Export Exercises")
            page.program.choose_file(path)
            screen.wait("the file", path.exists)
            page.remove("One")
            screen.wait("no exercise", lambda: page.names() == [])
            page.program.press("Import Exercises")
            page.program.type_path(path)
            screen.wait("the sentence", lambda: page.program.labels("Imported"))
            self.assertEqual(page.names(), ["One"])

    def test_every_page_fits_into_360_pixels_and_every_control_has_a_name(self):
        with Exercises(window_width=360, window_height=600, meter="'12/8'") as page:
            page.open()
            page.save("A name of an exercise that is quite long")
            self.check(page)
            page.program.press("New Set")
            page.confirm("Song 1")
            page.press_row("Song 1")
            page.program.see("Play Set")
            page.press_row("A name")
            page.program.see("Remove A name of an exercise that is quite long")
            self.check(page)
            page.program.key("Escape")
            page.press_row("Write a Rhythm")
            page.program.see("Quarter (4)")
            self.check(page)

    def check(self, page):
        found = screen.places(page.program.nodes(is_drawn=True))
        # Where no window manager draws shadows, GTK adds 5 pixels on both sides.
        self.assertEqual([node.name for node, place in found if place.width > 0 and place.x + place.width > 370], [])
        for node, place in found:
            if place.width > 0 and node.role in screen.CONTROLS:
                with self.subTest(role=node.role, place=place.y):
                    self.assertNotEqual(node.name, "")


if __name__ == "__main__":
    unittest.main()
