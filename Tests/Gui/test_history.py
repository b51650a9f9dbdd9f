"""The history: what was dictated is there again, also after a restart; it is found, heard, changed and removed."""

import os
import pathlib
import tempfile
import unittest

import screen
from page import Page
from program import Program, speak
from test_dictation import BEGINNING, PAUSE, SPOKEN, words
from test_translator import Hearing, Translator
from translation_server import TranslationServer

WORDS = {
    "": {"start": "Start", "stop": "Stop", "history": "History", "search": "Search History", "delete": "Delete",
         "deleted": "1 entry deleted", "undo": "Undo", "title": "Title", "empty": "No History Yet", "text": "Text",
         "today": "Today"},
    "ru": {"start": "Начать", "stop": "Закончить", "history": "История", "search": "Поиск в истории",
           "delete": "Удалить", "deleted": "Удалена 1 запись", "undo": "Отменить", "title": "Название",
           "empty": "История пуста", "text": "Текст", "today": "Сегодня"},
}


class History:
    """The program with a data folder of its own, which can be started several times."""

    def __init__(self, test, language="", **choices):
        self.words = WORDS[language]
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.language = language
        self.choices = choices
        home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        self.data = pathlib.Path(self.folder, "data/parlando")
        self.data.mkdir(parents=True)
        (self.data / "models").symlink_to(pathlib.Path(home, "parlando/models"))

    def start(self):
        program = Program(language=self.language, folder=self.folder)
        program.environment["XDG_DATA_HOME"] = str(self.data.parent)
        for key, value in self.choices.items():
            program.set("history-" + key.replace("_", "-"), value)
        return program

    def dictate(self, program):
        """Says the beginning of the sample."""
        program.press(self.words["start"])
        program.see(self.words["stop"])
        speak(seconds=PAUSE).wait(30)
        program.press(self.words["stop"])
        program.see(self.words["start"], seconds=60)

    def open(self, program):
        program.key("ctrl+h")
        self.field(program, "search")

    def field(self, program, name):
        """A text field, as soon as it is there."""
        return screen.wait(f"the field {name}", lambda: next(
            (node for node in program.nodes("text", "entry")
             if node.name == self.words.get(name, name) and screen.extents(node).width > 0), None))

    def entries(self, program):
        return [node for node in program.nodes("list item") if BEGINNING in node.name.lower()]

    def choose(self, program):
        entry = screen.wait("an entry", lambda: self.entries(program))[0]
        program.click(entry)
        return self.field(program, "title")

    def undo(self, program):
        """Presses the button of the message, whose name libadwaita 1.2 has twice; the one of the dictation page is not
        sensitive."""
        screen.press(screen.wait("Undo", lambda: next(
            (node for node in program.nodes("push button") if self.words["undo"] in node.name
             and screen.has(node, screen.State.SENSITIVE)), None)))

    def search(self, program, words):
        screen.write(self.field(program, "search"), words)


class HistoryTest(unittest.TestCase):
    def check_history(self, language):
        history = History(self, language)
        words = history.words
        with history.start() as program:
            history.dictate(program)
            history.open(program)
            screen.wait("the dictation", lambda: history.entries(program))
            self.assertIn(words["today"], program.labels())
        # It is there when the program is started again.
        with history.start() as program:
            history.open(program)
            history.search(program, "no such words")
            screen.wait("nothing", lambda: not history.entries(program))
            history.search(program, "fell amer")
            title = history.choose(program)
            screen.write(title, "A speech")
            program.click(history.field(program, "text"))
            screen.wait("the new title", lambda: program.reads("A speech"))
            history.search(program, "")
            program.press(words["delete"])
            screen.wait("it is gone", lambda: not history.entries(program))
            screen.wait("what was done", lambda: program.reads(words["deleted"]))
            history.undo(program)
            screen.wait("it is back", lambda: program.reads("A speech"))
            screen.wait("it is back", lambda: history.entries(program))
            history.choose(program)
            program.press(words["delete"])
            screen.wait("it is gone", lambda: not history.entries(program))
            program.key("Escape")
        with history.start() as program:
            history.open(program)
            screen.wait("an empty history", lambda: program.reads(words["empty"]))

    def test_what_was_dictated_is_found_renamed_removed_and_brought_back(self):
        self.check_history("")

    def test_it_speaks_russian(self):
        self.check_history("ru")

    def test_a_recording_is_heard_and_its_words_are_marked(self):
        history = History(self, keeps_sound="true")
        with history.start() as program:
            history.dictate(program)
            self.assertEqual(len(list(history.data.glob("recordings/*.flac"))), 1)
            history.open(program)
            history.choose(program)
            with Hearing() as loudspeaker:
                screen.wait("silence", loudspeaker.is_quiet)
                loudspeaker.is_loud.clear()
                program.press("Play")
                self.assertTrue(loudspeaker.is_loud.wait(20))
                program.see("Pause")
                text = history.field(program, "text")
                screen.wait("a marked word", lambda: self.marked(text))
                program.press("Pause")
                program.see("Play")
            bar = program.see("Position", role="slider")
            program.click(bar)
            screen.wait("the focus", lambda: screen.has(bar, screen.State.FOCUSED))
            before = screen.value(bar)
            program.key("Right")
            screen.wait("a later position", lambda: screen.value(bar) > before)
            program.see("Transcribe Again")

    def test_an_entry_goes_on_on_the_page(self):
        history = History(self)
        with history.start() as program:
            history.dictate(program)
            program.key("ctrl+n")
            screen.wait("an empty page", lambda: program.transcript() == "")
            history.open(program)
            history.choose(program)
            program.press("Continue on the Page")
            screen.wait("the text", lambda: BEGINNING in program.transcript().lower())
            history.dictate(program)
            history.open(program)
            screen.wait("one entry", lambda: len(history.entries(program)) == 1)

    def marked(self, text):
        """Where the text has a background: the word that is heard."""
        count = text.get("Text", "CharacterCount")
        return [place for place in range(count)
                if "bg-color" in text.call("Text", "GetAttributes", "(i)", place)]

    def test_after_a_kill_in_mid_dictation_the_next_start_says_what_is_there_and_opens_it(self):
        history = History(self, keeps_sound="true")
        with history.start() as program:
            program.press("Start")
            program.see("Stop")
            speak(seconds=PAUSE).wait(30)
            screen.wait("the words", lambda: BEGINNING in program.transcript().lower(), 30)
            program.process.kill()
            program.end()
        with history.start() as program:
            screen.wait("the sentence", lambda: program.reads("Your last dictation was interrupted. Its "))
            program.press("Open")
            screen.wait("the entry", lambda: next(
                (node for node in program.nodes("list item") if "interrupted" in node.name), None))
            self.assertEqual(len(list(history.data.glob("recordings/*.flac"))), 1)
            program.key("Escape")
        with history.start() as program:
            program.see("Start")
            self.assertFalse(program.reads("Your last dictation was interrupted."))

    def unsure(self, program):
        """All words on the page but the last, which may be half a word: once three of them may still change, which are
        in italics, and none is misheard."""
        node = program.see("Transcript", role="text")
        text, offset, slanted = screen.text(node), 0, ""
        while offset < len(text):
            looks, _, end = node.ask("org.a11y.atspi.Text", "GetAttributes", "(i)", offset).unpack()
            slanted += text[offset:end] if looks.get("style") == "italic" else ""
            offset = max(end, offset + 1)
        heard = words(text)[:-1]
        return heard if len(words(slanted)) > 3 and heard == SPOKEN[:len(heard)] else None

    def test_sigterm_in_mid_dictation_loses_no_word(self):
        history = History(self)
        with history.start() as program:
            program.press("Start")
            program.see("Stop")
            speaking = speak()
            before = screen.wait("words that may still change", lambda: self.unsure(program), 30)
            program.process.terminate()
            self.assertEqual(program.end(), -15)
            speaking.wait(30)
        again = history.start()
        again.keeps_page = True
        with again as program:
            screen.wait(f"{before} on the page", lambda: words(program.transcript())[:len(before)] == before)

    def test_an_entry_is_edited_and_its_original_restored(self):
        history = History(self)
        with history.start() as program:
            history.dictate(program)
            history.open(program)
            program.press("Select Entries")
            screen.wait("a check box named after its entry", lambda: any(
                BEGINNING in node.name.lower() for node in program.nodes("check box")))
            # This ends the selection only: the window stays.
            program.key("Escape")
            screen.wait("no check box", lambda: not any(
                BEGINNING in node.name.lower() and screen.is_drawn(node) for node in program.nodes("check box")))
            history.choose(program)
            program.press("Edit Text")
            text = history.field(program, "text")
            screen.wait("an editable text", lambda: screen.write(text, "quite another text")
                        and screen.text(text) == "quite another text")
            program.press("Edit Text")
            screen.wait("the new text", lambda: any(
                "quite another text" in node.name for node in program.nodes() if node.role == "list item"))
            program.press("Restore Original")
            screen.wait("the old text", lambda: history.entries(program))

    def test_new_puts_what_was_edited_on_the_page_into_the_history(self):
        history = History(self)
        with history.start() as program:
            history.dictate(program)
            text = program.see("Transcript", role="text")
            screen.wait("an edited page", lambda: screen.write(text, "quite another text")
                        and program.transcript() == "quite another text")
            program.key("ctrl+n")
            screen.wait("an empty page", lambda: program.transcript() == "")
            history.open(program)
            screen.wait("the edited text", lambda: any(
                "quite another text" in node.name for node in program.nodes() if node.role == "list item"))

    def test_a_private_dictation_is_not_kept(self):
        history = History(self)
        with history.start() as program:
            program.leave_out()
            history.dictate(program)
            history.open(program)
            screen.wait("an empty history", lambda: program.reads("No History Yet"))

    def test_what_is_no_longer_kept_is_asked_about_and_deleted(self):
        history = History(self, keeps_sound="true")
        with history.start() as program:
            history.dictate(program)
            program.open_preferences("Privacy")
            switch = program.see("Keep Recordings", role="check box")
            screen.press(switch)
            screen.wait("a question", lambda: program.reads("Delete Recordings?"))
            program.key("Tab")
            program.key("Return")
            screen.wait("no recording", lambda: not list(history.data.glob("recordings/*.flac")))
            self.assertTrue((history.data / "history.sqlite").exists())


class NarrowHistoryTest(unittest.TestCase):
    def test_a_narrow_window_shows_the_list_or_an_entry(self):
        history = History(self)
        narrow = history.start()
        narrow.set("window-width", 360)
        with narrow as program:
            history.dictate(program)
            history.open(program)
            history.choose(program)
            program.press("Back")
            screen.wait("the list", lambda: history.entries(program) and screen.is_drawn(history.entries(program)[0]))


if __name__ == "__main__":
    unittest.main()
