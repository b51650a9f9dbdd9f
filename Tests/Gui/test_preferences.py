"""Choices last from one run to the next."""

import subprocess
import tempfile
import unittest

import screen
from program import Program


class PreferencesTest(unittest.TestCase):
    def is_on(self, program, name):
        return screen.has(program.see(name, role="check box"), screen.State.CHECKED)

    def undo(self, program):
        """The button of the message, whose name libadwaita 1.2 has twice; the dictation page's is not sensitive."""
        return next((node for node in program.nodes("push button") if "Undo" in node.name
                     and screen.has(node, screen.State.SENSITIVE)), None)

    def open(self, program):
        program.see("Start")
        program.open_preferences("Dictation")
        program.see("Show Timestamps", role="check box")

    def test_a_choice_is_there_at_the_next_start(self):
        with tempfile.TemporaryDirectory() as folder:
            with Program(folder=folder) as program:
                self.open(program)
                self.assertFalse(self.is_on(program, "Show Timestamps"))
                program.press("Show Timestamps")
                seconds = program.see("Silence (Seconds)", role="spin button")
                screen.set_value(seconds, 45)
                screen.wait("the choice", lambda: self.is_on(program, "Show Timestamps"))
            with Program(folder=folder) as program:
                self.open(program)
                screen.wait("the choice", lambda: self.is_on(program, "Show Timestamps"))
                seconds = program.see("Silence (Seconds)", role="spin button")
                screen.wait("the number", lambda: screen.value(seconds) == 45)

    def test_the_language_of_the_program_can_be_chosen(self):
        with tempfile.TemporaryDirectory() as folder:
            russian = Program(folder=folder)
            russian.set("interface-language", "ru")
            russian.environment["LC_ALL"] = "C"
            with russian as program:
                program.see("Начать")

    def test_the_model_in_use_is_marked(self):
        with Program() as program:
            self.open(program)
            program.turn_preferences("Models")
            model = program.see("Fast · English", role="check box")
            screen.wait("the mark", lambda: screen.has(model, screen.State.CHECKED))

    def test_a_missing_model_that_is_chosen_is_offered(self):
        with Program() as program:
            program.see("Start")
            program.open_preferences("Models")
            model = program.see("Most Accurate · 99 languages", role="check box")
            program.click(model)
            program.see("Download Most Accurate · 99 languages?", role="dialog")
            program.key("Escape")
            screen.wait("the former choice", lambda: not screen.has(model, screen.State.CHECKED))
            self.assertTrue(self.is_on(program, "Fast · English"))

    def test_an_address_that_is_not_secure_is_refused_with_a_reason(self):
        with Program() as program:
            self.open(program)
            screen.write(program.search_field(), "mirror")
            program.click(screen.wait("the row", lambda: program.find("list item", "Download Mirror, Models")))
            field = program.see("Download Mirror", role="text")
            screen.wait("its place", lambda: screen.is_drawn(field))
            screen.wait("the reason", lambda: self.refuses(program, field, "http://example.org"))

    def refuses(self, program, field, address):
        """Enters an address once more and tells whether the reason is there: the first click may only bring the window
        to the front."""
        program.click(field)
        screen.write(field, address)
        program.key("Return")
        return program.reads("https://")

    def test_scrolling_over_a_number_scrolls_the_page(self):
        with Program() as program:
            self.open(program)
            number = program.see("Silence (Seconds)", role="spin button")
            before = screen.wait("its place", lambda: screen.is_drawn(number) and screen.extents(number))
            middle = [str(before.x + before.width // 2), str(before.y + before.height // 2)]
            subprocess.run(["xdotool", "mousemove", *middle, "click", "5"], check=True)
            screen.wait("the page", lambda: screen.extents(number).y < before.y)
            self.assertEqual(screen.value(number), 30)

    def test_the_interface_language_is_chosen_on_the_general_page(self):
        with Program() as program:
            program.see("Start")
            program.open_preferences("General")
            program.click(program.see("Interface Language", role="combo box"))
            program.key("Down")
            program.key("Return")
            screen.wait("a choice", lambda: program.chosen("interface-language") != "''\n")
            screen.wait("when it takes effect", lambda: program.reads("Restart Parlando to change the language"))

    def test_a_row_is_found_by_its_words_on_whatever_page_it_is(self):
        with Program() as program:
            self.open(program)
            screen.write(program.search_field(), "scroll lines")
            found = screen.wait("a row", lambda: program.find("list item", "Scrollback Lines, Terminal"))
            screen.wait("its place", lambda: screen.is_drawn(found))
            program.click(found)
            row = program.see("Scrollback Lines", role="spin button")
            screen.wait("the row", lambda: screen.is_drawn(row))

    def test_every_number_and_switch_of_the_translator_is_stored(self):
        rows = {"Speed": ("rate", 1.25), "Pitch": ("pitch", 3), "Volume": ("volume", -6),
                "Pause Before Translating": ("silence", 2), "Silence Threshold": ("silence-level", -40),
                "Requests per Minute": ("per-minute", 30)}
        with Program() as program:
            program.see("Start")
            program.open_preferences("Translator")
            for name, (key, value) in rows.items():
                with self.subTest(name):
                    row = program.see(name, role="spin button")
                    self.assertEqual(screen.value(row), float(program.chosen(f"translator-{key}")))
                    screen.set_value(row, value)
                    screen.wait("the number", lambda: float(program.chosen(f"translator-{key}")) == value)

    def test_a_row_of_experts_is_hidden_until_it_is_looked_for(self):
        with Program() as program:
            self.open(program)
            row = program.see("Unload Model After", role="spin button")
            self.assertFalse(screen.is_drawn(row))
            screen.write(program.search_field(), "unload")
            program.click(screen.wait("the row", lambda: program.find("list item", "Unload Model After, Models")))
            screen.wait("its place", lambda: screen.is_drawn(row))

    def test_a_page_is_reset_and_the_reset_undone(self):
        with Program() as program:
            self.open(program)
            program.press("Show Timestamps")
            screen.wait("the choice", lambda: self.is_on(program, "Show Timestamps"))
            # That of this page: the other one has nothing to reset.
            screen.press(screen.wait("a reset", lambda: next(
                (node for node in program.nodes("push button") if node.name == "Reset"
                 and screen.has(node, screen.State.SENSITIVE)), None)))
            screen.wait("the default", lambda: not self.is_on(program, "Show Timestamps"))
            screen.press(screen.wait("the message's button", lambda: self.undo(program)))
            screen.wait("the choice again", lambda: self.is_on(program, "Show Timestamps"))

    def test_the_window_keeps_its_size(self):
        with tempfile.TemporaryDirectory() as folder:
            with Program(folder=folder) as program:
                program.see("Start")
                program.resize(500, 600)
                screen.wait("the new size", lambda: abs(screen.extents(program.window).width - 500) < 20)
            with Program(folder=folder) as program:
                screen.wait("the same size", lambda: abs(screen.extents(program.window).width - 500) < 20)


if __name__ == "__main__":
    unittest.main()
