"""The window: its keys, its command line, its narrowest width, and what it says to those who cannot see it."""

import subprocess
import tempfile
import time
import unittest

import screen
from program import PROGRAM, Program


class WindowTest(unittest.TestCase):
    def test_ctrl_r_starts_and_stops(self):
        with Program() as program:
            program.see("Start")
            program.key("ctrl+r")
            program.see("Stop")
            program.key("ctrl+r")
            program.see("Start")

    def test_ctrl_r_presses_the_round_button_of_the_page_in_front(self):
        with Program() as program:
            program.see("Start")
            program.key("alt+2")
            screen.wait("the page", lambda: program.shows("Rhythm"))
            program.key("ctrl+r")
            program.see("Stop")
            # A page that is not in front keeps its buttons: dictation is still at rest.
            program.key("alt+1")
            screen.wait("rest on the first page", lambda: program.reads("Ready"))

    def test_the_space_bar_presses_the_round_button_at_once(self):
        with Program() as program:
            program.see("Start")
            program.key("space")
            program.see("Stop")

    def test_alt_and_a_digit_turn_to_a_page(self):
        with Program() as program:
            program.see("Start")
            for digit, page in (4, "Terminal"), (2, "Rhythm"), (3, "Translator"), (1, "Dictation"):
                program.key(f"alt+{digit}")
                screen.wait(page, lambda: program.shows(page))

    def test_the_tabs_stay_where_they_are_on_every_page(self):
        with Program() as program:
            def tab():
                return min((place for node, place in screen.places(program.nodes("page tab", is_drawn=True))
                            if node.name == "Rhythm" and place.width > 0), key=lambda place: place.y, default=None)

            program.see("New")
            before = screen.wait("the tabs", tab)
            for digit, page in (2, "Rhythm"), (3, "Translator"), (1, "Dictation"):
                program.key(f"alt+{digit}")
                screen.wait(page, lambda: program.shows(page))
                screen.wait("the tabs at their place", lambda: tab() == before)

    def test_the_shortcuts_of_the_page_in_front_are_shown_without_a_complaint(self):
        # What GTK complains about is read when the program ends.
        with Program() as program:
            program.see("Start")
            program.key("ctrl+question")
            screen.wait("keys of the first page", lambda: program.reads("Save to File"))
            program.key("Escape")
            screen.wait("the end of the list", lambda: not program.reads("Save to File"))
            program.key("alt+3")
            screen.wait("the page", lambda: program.shows("Translator"))
            program.key("ctrl+question")
            screen.wait("keys of the page", lambda: program.reads("Swap Languages"))

    def test_the_command_line_starts_and_stops_the_window_that_is_open(self):
        with Program() as program:
            program.see("Start")
            program.command("--toggle")
            program.see("Stop")
            program.command("--toggle")
            program.see("Start")

    def test_the_command_line_opens_a_window_that_listens(self):
        with Program("--toggle") as program:
            program.see("Stop")

    def test_a_stop_opens_no_window(self):
        # Ends by itself, which a program with a window does not.
        with tempfile.TemporaryDirectory() as folder:
            Program(folder=folder).command("--stop")

    def test_d_bus_starts_and_stops(self):
        with Program() as program:
            program.see("Start")
            subprocess.run(
                ["gdbus", "call", "--session", "--dest", "io.github.parlando.Parlando"]
                + ["--object-path", "/io/github/parlando/Parlando"]
                + ["--method", "org.freedesktop.Application.ActivateAction", "toggle", "[]", "{}"],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            program.see("Stop")

    def test_closing_the_window_ends_the_program_even_while_it_listens(self):
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            program.key("ctrl+w")
            # By the keyboard: GTK 4.8 may not survive a button that, pressed through the bus, takes its window away.
            program.see("Stop Dictating?", role="dialog")
            program.key("Tab")
            program.key("Return")
            self.assertEqual(program.end(), 0)

    def test_closing_the_window_while_it_listens_can_be_thought_over(self):
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            program.key("ctrl+q")
            program.see("Stop Dictating?", role="dialog")
            program.key("Escape")
            program.press("Stop")
            program.see("Start")
            program.key("ctrl+q")
            self.assertEqual(program.end(), 0)

    def test_a_second_start_shows_the_same_window(self):
        with Program() as program:
            program.command()
            frames = program.nodes("frame")
            self.assertEqual(len(frames), 1)

    def test_help_and_version_need_no_window(self):
        said = subprocess.check_output([PROGRAM, "--help"], text=True)
        self.assertIn("--toggle", said)
        self.assertRegex(subprocess.check_output([PROGRAM, "--version"], text=True), r"^Parlando \d+\.\d+\.\d+$")

    def test_every_control_has_a_name(self):
        with Program() as program:
            program.press("Start")
            program.see("Pause")
            self.check_names(program)

    def test_every_control_of_the_preferences_has_a_name(self):
        with Program() as program:
            program.see("Start")
            for page in ("General", "Dictation", "Models", "Words", "Rhythm", "Translator", "Terminal", "Servers",
                         "Privacy"):
                program.open_preferences(page)
                self.check_names(program)

    def check_names(self, program):
        controls = screen.places(program.nodes(*screen.CONTROLS))
        self.assertGreater(len(controls), 8)
        for node, place in controls:
            if place.width > 0:
                with self.subTest(role=node.role, place=place.x):
                    self.assertNotEqual(node.name, "")

    def test_everything_fits_into_360_pixels(self):
        for language, start in ("", "Start"), ("ru", "Начать"):
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder:
                narrow = Program(language=language, folder=folder)
                # Narrow from the first moment on: what was shown wide and is hidden by now would count as too wide.
                narrow.set("window-width", 360)
                with narrow as program:
                    program.see(start)
                    screen.wait("the narrow window", lambda: 0 < screen.extents(program.window).width <= 360)
                    screen.wait("nothing beyond the border", lambda: not self.beyond(program, 361))

    def beyond(self, program, border):
        """What reaches over a border, in pixels from the left."""
        return [f"{node.role} {node.name}" for node, place in screen.places(program.nodes(is_drawn=True))
                if node.role != "frame" and place.width > 0 and place.x + place.width > border]

    def test_the_status_line_tells_what_is_going_on(self):
        with Program() as program:
            program.press("Start")
            status = screen.wait("the news", lambda: program.find("status bar", "Listening"))
            self.assertTrue(screen.has(status, screen.State.FOCUSABLE))

    def test_nothing_is_done_while_nothing_happens(self):
        with Program() as program:
            program.see("Ready", role="status bar")
            # The model may still be warming up.
            screen.wait("rest", lambda: self.rests(program), 60)
            before = self.processor_time(program)
            time.sleep(3)  # the span that is measured
            self.assertLess(self.processor_time(program) - before, 0.1)

    def rests(self, program):
        before = self.processor_time(program)
        time.sleep(0.5)
        return self.processor_time(program) == before

    def processor_time(self, program):
        with open(f"/proc/{program.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    unittest.main()
