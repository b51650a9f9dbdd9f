"""Text of twice the usual size in the narrowest window, in each language."""

import tempfile
import unittest

import screen
from program import Program
from test_files import Recordings, send
from test_narrow import BORDERS, WIDTH, WORDS

HEIGHT = 720
START = {"": "Start", "ru": "Начать"}
FORMS = {"": ("New Word", "New Replacement"), "ru": ("Новое слово", "Новая замена")}
FILES = {"": "Files", "ru": "Файлы"}
SILENT = {"": "This is a text or picture", "ru": "Это текст или картинка"}


class LargeTextTest(unittest.TestCase):
    def large(self, language, folder):
        """The program with text of twice the size, in a small window."""
        large = Program(language=language, folder=folder)
        large.set_text_size(200)
        large.set("window-width", WIDTH)
        large.set("window-height", HEIGHT)
        return large

    def test_nothing_reaches_beyond_the_window_on_any_page(self):
        for language, start in START.items():
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder:
                with self.large(language, folder) as program:
                    label = program.see(start)
                    # Without large text nothing would be tested.
                    self.assertGreater(screen.extents(program.find("label", start) or label).height, 24)
                    for digit in 1, 2, 3, 4:
                        program.key(f"alt+{digit}")
                        screen.wait(f"page {digit} in the narrow window", lambda: not self.beyond(program))

    def test_nothing_reaches_beyond_the_window_of_the_preferences(self):
        for language, start in START.items():
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder:
                with self.large(language, folder) as program:
                    program.see(start)
                    program.key("ctrl+comma")
                    for page in WORDS[language]["pages"]:
                        program.turn_preferences(page, WORDS[language]["back"])
                        screen.wait(f"{page} in the narrow window", lambda: not self.beyond(program, WIDTH + BORDERS))

    def test_nothing_reaches_beyond_the_forms_and_the_window_of_the_files(self):
        for language, start in START.items():
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder:
                with self.large(language, folder) as program:
                    program.see(start)
                    program.key("ctrl+comma")
                    program.turn_preferences(WORDS[language]["pages"][3], WORDS[language]["back"])
                    for form in FORMS[language]:
                        screen.press(screen.wait(form, lambda: next(
                            (node for node in program.nodes(*screen.BUTTONS) if node.name == form), None)))
                        screen.wait(f"the form {form}", lambda: program.find("dialog", form) or program.find("frame", form))
                        screen.wait(f"{form} in the narrow window", lambda: not self.beyond(program, WIDTH + BORDERS))
                        program.key("Escape")
                        screen.wait(f"no form {form}", lambda: not (
                            program.find("dialog", form) or program.find("frame", form)))
                    recordings = Recordings(self)
                    send(recordings.sample(), recordings.nonsense(), recordings.long())
                    files = screen.wait("the files", lambda: program.find("frame", FILES[language]))
                    # The main window, with its mark of the files, takes 384 pixels.
                    screen.wait("a failed row", lambda: program.reads(SILENT[language]), 60)
                    screen.wait("files in a narrow window", lambda: 0 < screen.extents(files).width <= WIDTH + BORDERS)
                    screen.wait("rows in the narrow window", lambda: not self.reaching(
                        self.inside(program, FILES[language]), WIDTH + BORDERS))

    def beyond(self, program, width=WIDTH):
        """What reaches over the right border, or the window itself if it had to grow."""
        window = screen.extents(program.window)
        return self.reaching(program.nodes(is_drawn=True), width) + ([f"{window}"] if window.height > HEIGHT else [])

    def inside(self, program, name):
        """What a window of the program holds."""
        nodes = program.nodes(is_drawn=True)
        first = next(index for index, node in enumerate(nodes) if node.role == "frame" and node.name == name)
        rest = nodes[first + 1:]
        return rest[:next((index for index, node in enumerate(rest) if node.role == "frame"), len(rest))]

    def reaching(self, nodes, width):
        return [f"{node.role} {node.name} {place}" for node, place in screen.places(nodes)
                if place.width > 0 and place.x + place.width > width + 1]


if __name__ == "__main__":
    unittest.main()
