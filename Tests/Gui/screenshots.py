"""Takes the pictures of the README with real speech on the page. Run by:

    scripts/tools/in-desktop /usr/bin/python3 scripts/tools/run_tests.py --here screenshots.Screenshots

They are no test of their own: unittest finds only files whose names begin with test_.
"""

import os
import pathlib
import subprocess
import tempfile
import termios
import time
import unittest

import screen
import sshd
from model_mirror import Mirror, empty_home, first_button
from program import ROOT, Program, speak
from terminal_page import Terminal
from test_files import DONE, Recordings, send
from test_history import History
from test_rhythm import Rhythm
from test_translator import Translator
from translation_server import PHRASES, TranslationServer

FOLDER = ROOT / "data/screenshots"
# GNOME's font, as most people see the program; another one takes its place where it is not installed.
FONT = "gtk-font-name=Cantarell 11\n"


class Screenshots(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.environ.pop, "ADW_DEBUG_COLOR_SCHEME", None)

    def program(self, language="", scheme="prefer-light"):
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = scheme
        program = Program(language=language, folder=self.folder.name)
        program.set_looks(FONT)
        return program

    def take(self, program, name, title="Parlando"):
        """The window without the border that it has where no window manager draws shadows."""
        search = ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"]
        window = subprocess.check_output(search, text=True).split()[0]
        picture = FOLDER / f"{name}.png"
        dump = pathlib.Path(self.folder.name, "window.xwd")
        subprocess.run(["import", "-window", window, dump], check=True)
        subprocess.run(["convert", dump, "-shave", "5x5", "+repage", "-strip", picture], check=True)
        self.assertLess(picture.stat().st_size, 100_000)

    def dictate(self, program, start, stop, transcript, size, name):
        program.see(start)
        program.resize(*size)
        program.press(start)
        program.see(stop)
        sound = speak()
        screen.wait("some text", lambda: len(program.transcript(transcript).split()) >= 16, 20)
        self.take(program, name)
        sound.wait(30)
        program.press(stop)
        program.see(start, seconds=30)

    def test_dictation(self):
        with self.program() as program:
            self.dictate(program, "Start", "Stop", "Transcript", (780, 620), "dictation")

    def test_files(self):
        recordings = Recordings(self)
        with self.own(History(self)) as program:
            program.see("Start")
            send(recordings.sample("A talk about what countries do.flac"), recordings.nonsense(),
                 recordings.unfinished(), recordings.long("An interview, second part.wav", times=60))
            screen.wait("the first", lambda: program.reads(DONE), 60)
            screen.wait("the last", lambda: program.reads("seconds left"), 60)
            self.take(program, "files", "Files")
            program.press("Cancel All")
            screen.wait("the end", lambda: program.reads("Canceled"))

    def test_history(self):
        history = History(self)
        with self.own(history) as program:
            history.dictate(program)
            program.key("ctrl+n")
            program.press("Start")
            program.see("Stop")
            speak().wait(30)
            program.press("Stop")
            program.see("Start", seconds=60)
            history.open(program)
            history.choose(program)
            self.take(program, "history", "History")

    def own(self, history):
        """The program with the data folder of a history."""
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = "prefer-light"
        program = history.start()
        program.set_looks(FONT)
        return program

    def test_dark_and_narrow_in_russian(self):
        with self.program("ru", "prefer-dark") as program:
            size = (370, 640)
            self.dictate(program, "Начать", "Закончить", "Распознанный текст", size, "dictation-narrow-dark-ru")

    def test_first_start(self):
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = "prefer-light"
        with Mirror() as mirror:
            program = empty_home(self.folder.name, mirror)
            program.set_looks(FONT)
            with program:
                first_button(program)
                program.resize(700, 760)
                sound = speak(seconds=4)
                screen.wait("a voice", lambda: program.labels("Parlando hears you"))
                self.take(program, "first-start")
                sound.wait(30)

    def test_preferences(self):
        with self.program() as program:
            program.see("Ready", role="status bar")
            program.open_preferences("Models")
            screen.wait("the page of models", lambda: program.reads("Larger models"))
            self.take(program, "preferences", "Preferences")

    # The rhythm page: a sequence that shows what notation there is, played by a hand that is nearly right.

    def rhythm(self, size, language="", scheme="prefer-light", **choices):
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = scheme
        width, height = size
        page = Rhythm(language, window_width=width, window_height=height, tempo=72.0, **choices)
        page.program.set_looks(FONT)
        return page

    MUSIC = {"source": "'sequence'", "bars": 2,
             "sequence": "['dotted-eighth', 'triplet', 'eighths', 'rest', 'syncopation', 'sixteenths', 'quarter']"}
    # Beats of the notes of that sequence.
    NOTES = [0, 0.75, 1, 1.333, 1.667, 2, 2.5, 4, 4.5, 5.5, 6, 6.25, 6.5, 6.75, 7]
    SLIPS = [0.01, -0.02, 0.03, 0.0, 0.06, -0.01, 0.02, 0.04, -0.03, 0.01, 0.0, 0.02, -0.02, 0.01, 0.03]

    def perform(self, page, until):
        page.begin()
        page.count_in()
        start = time.monotonic() - 0.05
        for beat, slip in zip(self.NOTES, self.SLIPS):
            if beat >= until:
                break
            time.sleep(max(0, start + beat * 60 / 72 + slip - time.monotonic()))
            page.program.key("space")

    def show_rhythm(self, name, size, **choices):
        with self.rhythm(size, **choices, **self.MUSIC) as page:
            self.perform(page, until=4.4)
            self.take(page.program, name)
            page.program.key("Escape")
            page.see_button("again")

    def test_rhythm(self):
        self.show_rhythm("rhythm", (700, 640))

    def test_rhythm_dark_and_narrow(self):
        self.show_rhythm("rhythm-narrow-dark", (370, 640), scheme="prefer-dark")

    def test_rhythm_wide_and_dark(self):
        self.show_rhythm("rhythm-wide-dark", (1100, 700), scheme="prefer-dark")

    def test_rhythm_before_the_start_in_russian(self):
        with self.rhythm((700, 640), language="ru", **self.MUSIC) as page:
            page.see_button("start")
            self.take(page.program, "rhythm-ru")

    def test_rhythm_results(self):
        with self.rhythm((700, 640), **self.MUSIC) as page:
            self.perform(page, until=8)
            page.see_button("again")
            self.take(page.program, "rhythm-results")

    # The translator page.

    ENGLISH = "Good morning! Could you tell me when the next train to the sea leaves?"
    RUSSIAN = "Доброе утро! Подскажите, когда отходит следующий поезд к морю?"

    def translate(self, name, size, text, target="es", language="", scheme="prefer-light", prepare=None):
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = scheme
        width, height = size
        with TranslationServer() as server:
            page = Translator(server.address, language, target=f"'{target}'", window_width=width, window_height=height)
            page.program.set_looks(FONT)
            with page:
                if prepare:
                    prepare(page)
                page.type(text)
                page.press("translate")
                page.reads(PHRASES[text, target])
                self.take(page.program, name)

    def test_translator(self):
        self.translate("translator", (900, 600), self.ENGLISH)

    def test_translator_narrow_and_dark_into_arabic(self):
        self.translate("translator-narrow-dark", (370, 640), self.ENGLISH, target="ar", scheme="prefer-dark")

    def test_translator_in_russian(self):
        self.translate("translator-ru", (700, 600), self.RUSSIAN, language="ru")

    def test_translator_in_a_conversation(self):
        def talk(page):
            page.press("Conversation")
            # Then both languages are known.
            page.program.see("Listen to Translation")
            page.translate("Good morning", "Buenos días")

        self.translate("translator-conversation", (900, 600), self.ENGLISH, scheme="prefer-dark", prepare=talk)

    # The terminal page: a real SSH server on this machine, and a sentence that waits to be sent.

    def terminal(self, name, size, scheme="prefer-light"):
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = scheme
        with sshd.Server() as server:
            page = Terminal(server.profile())
            page.program.set_looks(FONT)
            with page:
                page.program.resize(*size)
                page.open("Cellar")
                page.connected()
                prompts = server.folder / "prompts"
                page.run(f"PS1='ann@cellar:~$ '; cd {ROOT}; PROMPT_COMMAND='tty >> {prompts}'; clear", prompts.exists)
                screen.wait("the prompt", lambda: self.waits(prompts))
                before = prompts.read_bytes()
                page.type("ls --color data\n")
                screen.wait("the next prompt", lambda: prompts.read_bytes() != before and self.waits(prompts))
                page.put("Count the lines of each of these files, and sort them by size.")
                page.wait("Check the text, then send it.")
                time.sleep(1)  # the shell writes what nobody can read from here
                self.take(page.program, name)

    def waits(self, prompts):
        """Whether the shell has written its prompt and reads keys: then the terminal does not echo them by itself."""
        terminals = prompts.read_text(encoding="ascii").splitlines()
        if not terminals:
            return False
        with open(terminals[-1], "rb", opener=lambda path, flags: os.open(path, flags | os.O_NOCTTY)) as terminal:
            return not termios.tcgetattr(terminal)[3] & termios.ECHO

    def test_terminal(self):
        self.terminal("terminal", (700, 560))

    def test_terminal_dark_and_narrow(self):
        self.terminal("terminal-narrow-dark", (370, 640), "prefer-dark")


if __name__ == "__main__":
    unittest.main()
