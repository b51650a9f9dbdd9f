"""Choices last from one run to the next."""

import subprocess
import tempfile
import unittest

import screen
from program import Program


class PreferencesTest(unittest.TestCase):
    def is_on(self, program, name):
        return screen.has(program.see(name, role="check box"), screen.Atspi.StateType.CHECKED)

    def open(self, program):
        program.see("Start")
        program.key("ctrl+comma")
        program.see("Show Times", role="check box")

    def reads(self, program, words):
        program.application.clear_cache()
        labels = (node for node in screen.walk(program.application) if node.get_role_name() == "label")
        return any(words in node.get_name() for node in labels)

    def test_a_choice_is_there_at_the_next_start(self):
        with tempfile.TemporaryDirectory() as folder:
            with Program(folder=folder) as program:
                self.open(program)
                self.assertFalse(self.is_on(program, "Show Times"))
                program.press("Show Times")
                seconds = program.see("Seconds of Silence", role="spin button")
                screen.Atspi.Value.set_current_value(seconds, 45)
                screen.wait("the choice", lambda: self.is_on(program, "Show Times"))
            with Program(folder=folder) as program:
                self.open(program)
                self.assertTrue(self.is_on(program, "Show Times"))
                seconds = program.see("Seconds of Silence", role="spin button")
                self.assertEqual(screen.Atspi.Value.get_current_value(seconds), 45)

    def test_the_language_of_the_program_can_be_chosen(self):
        with tempfile.TemporaryDirectory() as folder:
            russian = Program(folder=folder)
            setting = ["gsettings", "set", "io.github.parlando.Parlando", "interface-language", "ru"]
            subprocess.run(setting, env=russian.environment, check=True)
            russian.environment["LC_ALL"] = "C"
            with russian as program:
                program.see("Начать")

    def test_the_model_in_use_is_marked(self):
        with Program() as program:
            self.open(program)
            model = program.see("tiny.en", role="check box")
            self.assertTrue(screen.has(model, screen.Atspi.StateType.CHECKED))

    def test_an_address_that_is_not_secure_is_refused_with_a_reason(self):
        with Program() as program:
            self.open(program)
            screen.wait("the page of models", lambda: self.turns_to(program, "Models"))
            field = program.see("Address to Download From, if Not the Usual One", role="text")
            screen.wait("the reason", lambda: self.refuses(program, field, "http://example.org"))

    def turns_to(self, program, page):
        """Presses the tabs of that name, wide and narrow, and tells whether their page is in front."""
        tabs = [node for node in screen.walk(program.application)
                if node.get_role_name() == "page tab" and node.get_name() == page]
        for tab in tabs:
            if not screen.has(tab, screen.Atspi.StateType.SELECTED):
                screen.press(tab)
        return any(screen.has(tab, screen.Atspi.StateType.SELECTED) for tab in tabs)

    def refuses(self, program, field, address):
        """Enters an address once more and tells whether the reason is there: the first click may only bring the window
        to the front."""
        program.click(field)
        screen.Atspi.EditableText.set_text_contents(field, address)
        program.key("Return")
        return self.reads(program, "https://")

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
