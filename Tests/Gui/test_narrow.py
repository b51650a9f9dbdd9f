"""Every window that opens in front of a narrow main window is as narrow, in each language."""

import json
import tempfile
import unittest

import screen
from program import Program

WIDTH = 360
# Where no window manager draws shadows, GTK adds a border of 5 pixels on both sides to what libadwaita keeps 360 wide.
BORDERS = 10
WORDS = {
    "": {"start": "Start", "history": "History", "connection": "New Connection", "host": "Host", "search": "Search History",
         "servers": "Servers", "server": "New Server", "name": "Name",
         "back": "Back", "pages": ["General", "Dictation", "Models", "Words", "Rhythm", "Translator", "Terminal", "Servers",
                                   "Privacy"]},
    "ru": {"start": "Начать", "history": "История", "connection": "Новое подключение", "host": "Узел",
           "search": "Поиск в истории", "servers": "Серверы", "server": "Новый сервер", "name": "Название",
           "back": "Назад", "pages": ["Основные", "Диктовка", "Модели", "Слова", "Ритм", "Переводчик", "Терминал", "Серверы",
                                     "Конфиденциальность"]},
}
SERVER = {"id": "1", "name": "Attic", "address": "http://127.0.0.1:1", "protocol": "openai"}


class NarrowTest(unittest.TestCase):
    def in_each_language(self, check):
        for language, words in WORDS.items():
            with self.subTest(language=language), tempfile.TemporaryDirectory() as folder:
                narrow = Program(language=language, folder=folder)
                narrow.set("window-width", WIDTH)
                narrow.set("servers", json.dumps([SERVER]))
                with narrow as program:
                    program.see(words["start"])
                    check(program, words)

    def fits(self, program, field, width=WIDTH):
        """Waits until a window with this field in it is there, and for all windows to be narrow."""
        screen.wait(f"'{field}'", lambda: any(
            node.name == field and place.width > 0 for node, place in screen.places(program.nodes(is_drawn=True))))
        screen.wait("narrow windows", lambda: not self.wide(program, width))

    def is_in_front(self, program, page):
        """Whether the window shows this page, instead of the list."""
        return program.find("frame", page)

    def wide(self, program, width):
        """What is wider than that, or reaches beyond it."""
        return [(node.role, node.name, place) for node, place in screen.places(program.nodes(is_drawn=True))
                if place.width > 0 and place.x + place.width > width]

    def test_the_history(self):
        def check(program, words):
            program.key("alt+3")
            program.press(words["history"])
            self.fits(program, words["search"])

        self.in_each_language(check)

    def test_the_form_of_a_connection(self):
        def check(program, words):
            program.key("alt+4")
            program.press(words["connection"])
            self.fits(program, words["host"])

        self.in_each_language(check)

    def test_the_preferences_and_the_form_of_a_server(self):
        def check(program, words):
            program.key("ctrl+comma")
            for page in words["pages"]:
                program.turn_preferences(page, words["back"])
                screen.wait(f"{page}, narrow", lambda: self.is_in_front(program, page)
                            and not self.wide(program, WIDTH + BORDERS))
            program.turn_preferences(words["servers"], words["back"])
            program.press(words["server"])
            self.fits(program, words["name"], WIDTH + BORDERS)

        self.in_each_language(check)


if __name__ == "__main__":
    unittest.main()
