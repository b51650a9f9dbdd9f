"""The translator page: what is typed and said in one language is read and heard in another."""

import array
import os
import pathlib
import subprocess
import threading
import unittest

import screen
from page import Page
from program import speak
from sshd import free_port
from test_dictation import PAUSE
from translation_server import GeminiServer, TranslationServer

WORDS = {
    "": {
        "page": "Translator", "text": "Text", "translation": "Translation", "translate": "Translate", "speak": "Speak",
        "swap": "Swap Languages", "listen": "Listen to Translation", "stop": "Stop Speech",
        "consent": "Send Text to LibreTranslate?",
        "translated": "Translated with LibreTranslate",
    },
    "ru": {
        "page": "Переводчик", "text": "Текст", "translation": "Перевод", "translate": "Перевести", "speak": "Говорить",
        "swap": "Поменять языки местами", "listen": "Прослушать перевод", "stop": "Остановить чтение",
        "consent": "Отправлять текст службе LibreTranslate?",
        "translated": "Переведено: LibreTranslate",
    },
}


class Translator(Page):
    """What is done on the page, and what its words are."""

    prefix = "translator-"

    def __init__(self, address, language="", agreed=True, **choices):
        self.words = WORDS[language]
        super().__init__(self.words["page"], language)
        self.move_data()
        self.set("service", "'libretranslate'" if address else "'gemini'")
        self.set("address", f"'{address or ''}'")
        if agreed:
            self.set("agreed-services", "['libretranslate', 'gemini']")
            self.set("agreed-place", f"'{'/'.join((address or '').split('/')[:3])}'")
        for key, value in choices.items():
            self.set(key.replace("_", "-"), value)

    def move_data(self):
        """What is kept goes into the test's own folder; the speech models stay where they are."""
        home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        self.data = pathlib.Path(self.folder.name, "data/parlando")
        self.data.mkdir(parents=True)
        (self.data / "models").symlink_to(pathlib.Path(home, "parlando/models"))
        self.program.environment["XDG_DATA_HOME"] = str(self.data.parent)

    def keep_models(self, name):
        """Leaves only the models of that name."""
        folder = self.data / "models"
        models = list(folder.resolve().glob(f"{name}-v*.bin"))
        folder.unlink()
        folder.mkdir()
        for model in models:
            (folder / model.name).symlink_to(model.resolve())

    def ask_google_at(self, address, key=""):
        """Sends what is meant for Google's services to a server of the test."""
        self.program.environment.update(PARLANDO_GEMINI_ADDRESS=address, PARLANDO_GOOGLE_ADDRESS=address)
        if key:
            self.program.environment.update(PARLANDO_GEMINI_KEY=key, PARLANDO_GOOGLE_KEY=key)

    def __enter__(self):
        super().__enter__()
        self.node("text")
        return self

    def node(self, side):
        return self.program.see(self.words[side], role="text")

    def read(self, side):
        return screen.text(self.node(side))

    def type(self, text):
        screen.write(self.node("text"), text)

    def press(self, name):
        self.program.press(self.words.get(name, name))

    def translate(self, text, translation):
        """Types, presses Translate and waits for the translation."""
        self.type(text)
        self.press("translate")
        self.reads(translation)

    def reads(self, translation):
        screen.wait(translation, lambda: self.read("translation") == translation)

    def answer(self, question, goes_on):
        """Answers a question with the keyboard; Return alone is to stay."""
        self.says(question)
        if goes_on:
            self.program.key("Tab")
        self.program.key("Return")
        screen.wait("no question", lambda: question not in self.labels())

    def says(self, words, seconds=20.0):
        screen.wait(f"'{words}'", lambda: self.program.reads(words), seconds)

    def says_no_more(self, words):
        screen.wait(f"no '{words}'", lambda: not self.program.reads(words))


class Hearing:
    """Listens to the loudspeaker until the `with` block ends."""

    def __enter__(self):
        sink = os.environ["PARLANDO_VIRTUAL_SINK"]
        self.recorder = subprocess.Popen(
            ["parec", "--raw", "--format=s16le", "--rate=16000", "--channels=1", "--latency-msec=20",
             f"--device={sink}.monitor"], stdout=subprocess.PIPE)
        # Whether anything was loud so far, and for how many tenths of a second nothing has been.
        self.is_loud, self.quiet = threading.Event(), 0
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def listen(self):
        while block := self.recorder.stdout.read(3200):
            self.quiet += 1
            if max(abs(value) for value in array.array("h", block)) > 1000:
                self.is_loud.set()
                self.quiet = 0

    def is_quiet(self):
        return self.quiet > 5

    def __exit__(self, *_):
        self.recorder.kill()
        self.recorder.wait()


class TranslatorTest(unittest.TestCase):
    def check_typing(self, language, text, translation):
        with TranslationServer() as server, Translator(server.address, language) as page:
            page.translate(text, translation)
            page.says(page.words["translated"])
            self.assertEqual([request["q"] for request in server.requests], [text])
            page.press("swap")
            screen.wait("the texts changed round", lambda: page.read("text") == translation)
            self.assertEqual(page.read("translation"), text)

    def test_what_is_typed_is_translated_and_changes_sides(self):
        self.check_typing("", "Good morning", "Buenos días")

    def test_what_is_typed_is_translated_and_changes_sides_in_a_russian_window(self):
        self.check_typing("ru", "Где вокзал?", "¿Dónde está la estación?")

    def test_it_works_with_the_keyboard_alone(self):
        with TranslationServer() as server, Translator(server.address) as page:
            screen.wait("the focus", lambda: screen.has(page.node("text"), screen.State.FOCUSED))
            subprocess.run(["xdotool", "type", "Good morning"], check=True)
            screen.wait("the text", lambda: page.read("text") == "Good morning")
            page.program.key("ctrl+Return")
            page.reads("Buenos días")
            page.program.key("ctrl+shift+s")
            screen.wait("the texts changed round", lambda: page.read("text") == "Buenos días")

    def test_a_language_is_found_by_its_name_and_chosen(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate("Good morning", "Buenos días")
            button = [node for node in page.program.nodes(*screen.BUTTONS)
                      if node.name == "Translate To: Español" and node.get("Action", "NActions") > 0][0]
            screen.press(button)
            page.program.see("العربية, Arabic")
            subprocess.run(["xdotool", "type", "arab"], check=True)
            screen.wait("fewer languages", lambda: "Deutsch, German" not in [
                node.name for node in page.program.nodes("push button")
                if screen.extents(node).width > 0])
            page.program.key("Return")
            page.press("translate")
            page.reads("صباح الخير")

    def test_a_text_from_right_to_left_begins_at_the_right(self):
        with TranslationServer() as server, Translator(server.address, target="'ar'") as page:
            page.translate("Good morning", "صباح الخير")
            node = page.node("translation")

            def is_at_the_right():
                place = screen.extents(node)
                return screen.letter(node, 0).x > place.x + place.width / 2

            screen.wait("the first letter at the right", is_at_the_right)

    def test_both_sides_fit_beside_each_other_and_one_above_the_other(self):
        with TranslationServer() as server, Translator(server.address, window_width=900) as page:
            def places():
                return [screen.extents(page.node(side)) for side in ("text", "translation")]

            screen.wait("side by side", lambda: places()[0].x + places()[0].width < places()[1].x)
            self.assertEqual(places()[0].y, places()[1].y)
            page.program.resize(370, 640)
            screen.wait("one above the other", lambda: places()[0].y + places()[0].height < places()[1].y)
            self.assertEqual(places()[0].x, places()[1].x)
            self.assertLessEqual(places()[0].x + places()[0].width, 370)

    def test_consent_is_asked_once_and_nothing_is_sent_without_it(self):
        for language in ("", "ru"):
            with TranslationServer() as server, Translator(server.address, language, agreed=False) as page:
                page.type("Good morning")
                page.press("translate")
                page.answer(page.words["consent"], goes_on=False)
                self.assertEqual(server.requests, [])
                page.press("translate")
                page.answer(page.words["consent"], goes_on=True)
                page.reads("Buenos días")
                page.translate("Where is the station?", "¿Dónde está la estación?")
                self.assertEqual(len(server.requests), 2)

    def test_a_missing_key_is_told_with_the_way_to_enter_one(self):
        with Translator(None) as page:
            page.type("Good morning")
            page.press("translate")
            self.is_told_once(page, "The translation service needs a key.")
            page.press("Enter API Key")
            page.program.see("Verify Google's Certificate", role="check box")

    def test_a_missing_model_is_told_with_the_way_to_get_one(self):
        page = Translator(None, source="'ru'")
        page.keep_models("tiny.en")
        with page:
            page.press("speak")
            self.is_told_once(page, "needs a speech model for 99 languages")
            page.press("Choose a Model")
            page.program.see("Fast · English", role="check box")

    def is_told_once(self, page, words):
        """Beside what can be done about it, and nowhere else."""
        page.says(words)
        told = [node for node in page.program.written(words) if screen.is_drawn(node)]
        self.assertEqual([node.role for node in told], ["status bar"])

    def test_the_translation_appears_while_it_is_made(self):
        with GeminiServer("¿Dónde está la estación?", at_once="¿Dónde está") as server:
            page = Translator(None)
            page.ask_google_at(server.address, "test-key")
            with page:
                page.type("Where is the station?")
                page.press("translate")
                screen.wait("the first words", lambda: page.read("translation").startswith("¿Dónde"))
                self.assertNotIn("estación", page.read("translation"))
                page.program.see("Stop")
                server.go.set()
                page.reads("¿Dónde está la estación?")
                page.says("Translated with Gemini")
                self.assertEqual(set(server.keys), {"test-key"})

    def test_a_server_that_refuses_is_told_and_asked_again(self):
        with TranslationServer() as server, Translator(server.address) as page:
            server.status = 403
            page.type("Good morning")
            page.press("translate")
            self.is_told_once(page, "This key does not permit translation.")
            self.assertEqual(page.read("text"), "Good morning")
            server.status = 200
            page.press("Try Again")
            page.reads("Buenos días")

    def test_a_server_that_is_down_is_told_and_reached_when_it_is_back(self):
        port = free_port()
        with Translator(f"http://127.0.0.1:{port}") as page:
            page.type("Good morning")
            page.press("translate")
            page.says("The translation service cannot be reached.")
            with TranslationServer(port):
                page.reads("Buenos días")

    def test_a_text_that_is_too_long_is_told_before_it_is_sent(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.type("x" * 9_500)
            page.says("9500 / 10000")
            page.type("x" * 10_001)
            page.says("The text is longer than 10000 characters.")
            button = page.program.see("Translate")
            self.assertFalse(screen.has(button, screen.State.SENSITIVE))
            page.program.click(page.node("text"))
            page.program.key("ctrl+Return")
            page.program.key("y")
            screen.wait("the letter", lambda: "y" in page.read("text"))
            self.assertNotIn("\n", page.read("text"))
            self.assertEqual(server.requests, [])

    def test_the_history_is_kept_where_it_is_allowed_searched_and_removed(self):
        with TranslationServer() as server, Translator(server.address, keeps_translations="true") as page:
            page.translate("Good morning", "Buenos días")
            page.translate("Where is the station?", "¿Dónde está la estación?")
            page.press("History")
            page.says("Good morning")
            subprocess.run(["xdotool", "type", "station"], check=True)
            screen.wait("only what was searched for", lambda: "Good morning" not in page.labels())
            page.says("¿Dónde está la estación?")
            entry = next(node for node in page.program.nodes("list item") if "station" in node.name)
            page.program.click(entry)
            page.press("Delete")
            page.says("No Results Found")

    def test_no_history_is_kept_unasked(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate("Good morning", "Buenos días")
            page.press("History")
            page.says("No History Yet")

    def test_the_voice_of_this_computer_is_heard(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate("Where is the station?", "¿Dónde está la estación?")
            with Hearing() as loudspeaker:
                screen.wait("silence", loudspeaker.is_quiet)
                self.assertFalse(loudspeaker.is_loud.is_set())
                page.press("listen")
                self.assertTrue(loudspeaker.is_loud.wait(20))

    def test_what_is_spoken_is_written_down_translated_and_spoken(self):
        # A server that answers with anything: what it was sent is what was heard.
        with TranslationServer() as server, Translator(server.address, source="'en'") as page:
            page.press("speak")
            page.program.see("Stop", seconds=60)
            sound = speak(seconds=PAUSE)
            # Silence ends the utterance; the model is read into memory meanwhile.
            screen.wait("a translation", lambda: "fellow Americans" in page.read("translation"), 120)
            sound.wait(30)
            self.assertIn("fellow Americans", page.read("text"))
            self.assertTrue(page.read("translation").startswith("[es] "))
            page.program.see("Speak", seconds=60)
            self.assertIn("fellow Americans", server.requests[-1]["q"])

    def test_what_is_spoken_is_heard_in_the_other_language_before_its_last_sentence_is_there(self):
        first, last = "No preguntéis qué puede hacer.", "Preguntad qué podéis hacer."
        with GeminiServer(f"{first} {last}", at_once=f"{first} Pregun") as server:
            page = Translator(None, source="'en'")
            page.ask_google_at(server.address, "test-key")
            with page:
                page.press("speak")
                page.program.see("Stop", seconds=60)
                self.assertEqual(speak(seconds=PAUSE).wait(60), 0)
                # Silence has ended the utterance: from now on nothing sounds but the voice.
                screen.wait("the microphone is closed", lambda: "Listening" not in page.labels())
                with Hearing() as loudspeaker:
                    self.assertTrue(loudspeaker.is_loud.wait(120))
                    self.assertFalse(server.go.is_set())
                    self.assertNotIn(last, page.read("translation"))
                    server.go.set()
                    page.reads(f"{first} {last}")

    def test_two_people_read_large_letters_by_turns(self):
        with TranslationServer() as server, Translator(server.address, source="'en'") as page:
            page.translate("Good morning", "Buenos días")

            def size():
                return screen.letter(page.node("translation"), 0).height

            small = size()
            page.press("Conversation")
            page.translate("Good morning", "Buenos días")
            screen.wait("large letters", lambda: size() > 1.5 * small)

    def test_dictation_and_the_translator_never_listen_at_once(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.program.turn("Dictation")
            page.press("Start")
            page.program.see("Stop")
            page.program.turn("Translator")
            page.press("speak")
            page.says("Dictation is using the microphone.")
            page.press("Type Instead")
            screen.wait("the focus", lambda: screen.has(page.node("text"), screen.State.FOCUSED))


if __name__ == "__main__":
    unittest.main()
