"""What a user can be in the middle of: how it begins, how it goes on and ends, and what is kept of it."""

import contextlib
import re
import subprocess

import screen
from faulty import device
from kept_data import SPOKEN, KeptData
from keyring import Keyring
from model_mirror import Mirror, empty_home, first_button
from page import Page
from program import SAMPLE, Program, speak
from terminal_page import Terminal
from test_dictation import PAUSE, words
from test_files import send
from test_rhythm import Rhythm
from test_rhythm_devices import Devices
from test_translator_keys import KEY, Keyed
from translation_server import PHRASES, GeminiServer, TranslationServer

@contextlib.contextmanager
def preferences(program, page):
    """The preferences at this page; they are closed afterwards. Escape first leaves the page of a narrow window."""
    before = len(program.nodes("frame"))
    program.open_preferences(page)
    yield

    def are_closed():
        if len(program.nodes("frame")) > before:
            program.key("Escape")
        return len(program.nodes("frame")) == before

    screen.wait("closed preferences", are_closed)


CHOICES = {"history-keeps-sound": "true", "history-keeps-terminal": "true", "translator-keeps-translations": "true",
           "silence-stop": "0"}


class Activity:
    """Something under way, in a home of its own, until the `with` block ends."""

    name = tab = ""
    # What the disk holds of it in its middle, and at its end.
    kept = fruits = ()
    # What the page says meanwhile.
    says = ""
    # What the question says that is asked before the window closes: when everything is kept, and when it is not. None:
    # nothing is asked.
    farewells = None
    # What closes the window when it has the keyboard.
    closing = "ctrl+q"
    # Whether the desktop is told that something would be lost.
    is_at_risk = False
    # The switch of the preferences that keeps it, and the model that it uses.
    switch = model = None
    # Models that are not there.
    without = ()
    # What the page says in another session of the same user, None: that it does not own the data.
    says_elsewhere = None
    # Whether it ends when all data are deleted, since the choices that it was made with go too.
    ends_with_data = False
    # What is said when its model is deleted, at the end of the utterance; None: the model stays in memory.
    ends_without_model = None
    # What is said when the disk is full, None: it is stored all the same when there is room again. Whether it has to
    # end before that is said.
    lost_on_full_disk = None
    ends_on_full_disk = False
    # What is said when it waits for room.
    halts_on_full_disk = None

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.stack = stack
            self.times = 0
            self.page = self.make_page()
            stack.callback(self.page.folder.cleanup)
            self.home = KeptData(self.page.program, self.without)
            self.prepare()
            for key, value in CHOICES.items():
                self.program.set(key, value)
            self.environment = dict(self.program.environment)
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        # Two programs on one bus are one: none is left for the next cell.
        if self.program.process and self.program.process.poll() is None:
            self.program.process.kill()
            self.program.process.wait()
        return self.stack.__exit__(*error)

    def make_page(self):
        return Page(self.tab)

    def prepare(self):
        """Sees to what it needs besides a home."""

    @property
    def program(self):
        return self.page.program

    def start(self):
        """The program in this home, about to be started; what was on its page is there again."""
        program = Program("--verbose", folder=self.page.folder.name)
        program.environment = dict(self.environment)
        program.keeps_page = True
        self.page.program = program
        return program

    def begin(self):
        """Begins, and goes on until something is heard, read or played."""

    def go_on(self):
        """Goes on, which is seen by what comes next."""

    def finish(self):
        """Ends as the user wants it to end."""

    def close(self):
        """Closes the window, which asks. It gets the keyboard first, which a window that was closed leaves to nobody.
        """
        window = subprocess.check_output(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.program.process.pid)], text=True).split()[0]
        subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)
        self.program.key(self.closing)

    def check_going_on(self):
        """Waits until the page says that it goes on."""
        screen.wait(self.says, lambda: self.program.reads(self.says))

    def check_told(self, kept):
        """Whether the page says at the end what is kept."""

    def check_next_start(self, kept):
        """Waits for what the page shows after another start, when this is kept."""

    def lose(self):
        """What came last could not be stored."""
        self.times -= 1
        self.fruits = self.kept

    def amount(self, kind):
        """How much is kept of a kind."""
        return {"text": lambda: self.home.heard(self.kind),
                "sound": lambda: sum(path.stat().st_size > 10_000 for path in self.home.sounds()),
                "translation": lambda: len(self.home.translations()),
                "result": self.home.results,
                "latency": lambda: len(self.home.latencies()),
                "part": lambda: len(self.home.parts()),
                "model": lambda: len(self.home.fetched())}[kind]()

    def is_whole(self, kind):
        """Whether all of it is kept."""
        return self.amount(kind) == (self.times if kind in ("text", "translation") else 1)

    def said(self, text):
        """How often the speech is in a text."""
        return " ".join(words(text)).count(SPOKEN)


class Dictation(Activity):
    name, tab, kind = "dictation", "Dictation", "dictation"
    kept = fruits = ("text", "sound")
    says = "Listening"
    farewells = ("Finish keeps this dictation in the history. Discard deletes it.",
                 "This dictation is not kept in the history and will be lost.")
    is_at_risk = True
    switch, model = "Keep Dictations", "Fast · English"

    def begin(self):
        self.program.press("Start")
        self.program.see("Stop")
        self.hear()

    def hear(self):
        """Speaks, and waits for the words."""
        assert speak(seconds=PAUSE).wait(30) == 0
        self.times += 1
        screen.wait("the words", lambda: self.said(self.transcript()) == self.times, 40)

    def transcript(self):
        return self.program.transcript()

    go_on = hear

    def finish(self):
        self.program.press("Stop")
        self.program.see("Start", seconds=40)
        assert self.said(self.transcript()) == self.times, self.transcript()

    def check_next_start(self, kept):
        times = self.times if "text" in kept else 0
        screen.wait(f"the speech {times} times", lambda: self.said(self.transcript()) == times)


class PausedDictation(Dictation):
    name = "dictation paused"
    says = "Paused"

    def begin(self):
        super().begin()
        self.program.press("Pause")
        self.program.see("Resume")

    def go_on(self):
        self.program.press("Resume")
        self.program.see("Pause")
        self.hear()


class TerminalDictation(Dictation):
    name, tab, kind = "terminal dictation", "Terminal", "terminal"
    farewells = ("Text you have not sent will be lost.",) * 2
    closing = "ctrl+shift+q"
    switch = "Keep Terminal Dictations"

    def make_page(self):
        return Terminal()

    def begin(self):
        self.page.open_shell()
        self.program.press("Dictate")
        self.program.see("Stop")
        self.hear()

    def transcript(self):
        return self.page.preview()

    def finish(self):
        self.program.press("Stop")
        self.program.see("Dictate", seconds=40)
        assert self.said(self.transcript()) == self.times, self.transcript()

    def check_next_start(self, kept):
        screen.wait("the connections", lambda: self.program.find("list item", "This Computer"))


class File(Activity):
    name, tab, kind = "file under way", "Dictation", "file"
    kept = fruits = ("text",)
    says = " left"
    farewells = "The text so far is kept in the history.", "The text so far will be lost."
    is_at_risk = True
    lost_on_full_disk = "The history could not be saved because the disk is full. Save the text,"
    ends_on_full_disk = True
    switch, model = "Keep Dictations", "Fast · English"

    def prepare(self):
        self.path = self.home.folder.parent / "talk.wav"
        subprocess.run(["ffmpeg", "-v", "error", "-stream_loop", "59", "-i", SAMPLE, "-ac", "1", "-ar", "16000",
                        self.path], check=True)

    def begin(self):
        self.program.see("Start")
        send(self.path)
        screen.wait("progress", lambda: self.program.reads(self.says), 40)
        # The window of files makes room for others.
        self.program.key("Escape")
        screen.wait("one window", lambda: not self.program.reads(self.says))

    def is_whole(self, kind):
        """The longer it takes, the more there is."""
        return self.amount(kind) > 0

    @contextlib.contextmanager
    def window(self):
        """The window of files, which makes room for others again."""
        self.program.press("0 of 1 file transcribed")
        screen.wait("progress", lambda: self.program.reads(self.says))
        yield
        self.program.key("Escape")
        screen.wait("one window", lambda: not self.program.reads(self.says))

    def check_going_on(self):
        """It goes on being read."""
        with self.window():
            def done():
                return [screen.value(bar) for bar in self.program.nodes("progress bar")]
            before = done()
            screen.wait("progress", lambda: done() not in (before, []), 40)

    def finish(self):
        self.program.press("0 of 1 file transcribed")
        self.program.press(f"Cancel {self.path.name}")
        screen.wait("the end", lambda: self.program.reads("Canceled"), 40)
        self.told = screen.wait("where the text is", lambda: self.program.reads("is in the history.")
                                or self.program.reads("or it is lost when you close Parlando."))

    def lose(self):
        """What was there before stays; what the page has is told already."""

    def check_told(self, kept):
        is_whole = "text" in kept and "disk is full" not in self.told
        place = "is in the history." if is_whole else "or it is lost when you close Parlando."
        assert place in self.told, self.told


class Translation(Activity):
    """What was translated before is kept; the next text waits for its answer."""

    name, tab = "translation", "Translator"
    kept = fruits = ("translation",)
    says = "Translating"
    farewells = ("The text on the translator page will be lost.",) * 2
    is_at_risk = True
    switch = "Keep Translation History"
    keyring = None
    ends_with_data = True
    lost_on_full_disk = "The translation could not be saved because the disk is full. It is still on this page."
    FIRST, NEXT = "Good morning", "Where is the station?"

    def make_page(self):
        self.server = self.stack.enter_context(TranslationServer())
        # Nobody waits for an answer when the server ends.
        self.stack.callback(self.server.go.set)
        page = Keyed(self.server, source="'en'", speaks="false")
        page.set("service", "'libretranslate'")
        page.set("address", f"'{self.server.address}'")
        page.set("agreed-place", f"'{self.server.address}'")
        return page

    def use_key(self):
        """Translates with a service that needs a key, which is in a keyring."""
        self.keyring = self.stack.enter_context(Keyring())
        self.server = self.stack.enter_context(GeminiServer(PHRASES[self.NEXT, "es"], at_once="¿Dónde"))
        self.stack.callback(self.server.go.set)
        self.server.go.set()
        self.page.ask_google_at(self.server.address)
        self.environment = dict(self.program.environment)
        self.program.set("translator-service", "gemini")

    def begin(self):
        self.translate_first()
        self.server.go.clear()
        self.page.ask(self.NEXT)
        self.page.says(self.says)

    def translate_first(self):
        self.page.ask(self.FIRST)
        if self.keyring:
            self.enter_key()
        screen.wait("a translation", lambda: self.page.read("translation"))
        self.times += 1

    def enter_key(self):
        self.page.says("The translation service needs a key.")
        with preferences(self.program, "Translator"):
            self.page.enter("API Key", KEY)
            self.page.says("An API key is saved in the keyring.")
        self.page.press("translate")

    def go_on_without_key(self):
        """What is sent already is answered; the next text is not sent."""
        self.go_on()
        self.page.ask("Good morning to you.")
        self.check_key_gone()

    def check_key_gone(self):
        """The bus may have started another keyring, which is empty."""
        screen.wait("that there is no key", lambda: self.program.reads("The translation service needs a key.")
                    or self.program.reads("No keyring was found, so there is no saved API key."), 40)

    def go_on(self):
        self.server.go.set()
        self.page.reads(PHRASES[self.NEXT, "es"])
        self.times += 1

    def check_next_start(self, kept):
        screen.wait("an empty page", lambda: not self.page.read("text"))


class Conversation(Translation):
    name = "conversation"
    farewells = None
    is_at_risk = False
    says = "Listening"
    model = "Balanced · 99 languages"
    ends_without_model = "This language needs a speech model for 99 languages."

    def begin(self):
        if self.keyring:
            self.translate_first()
        self.program.press("Conversation")
        self.program.press("Speak")
        self.program.see("Stop", seconds=60)
        self.hear()

    def hear(self):
        """Says more each time: what was translated before is not translated again."""
        asked = self.asked()
        assert speak(seconds=PAUSE + 2 * self.times).wait(30) == 0
        self.times += 1
        screen.wait("a translation", lambda: self.asked() > asked, 60)

    def go_on_without_key(self):
        """What is said is written down, and not translated."""
        assert speak(seconds=2 * PAUSE).wait(30) == 0
        self.check_key_gone()
        self.finish()

    def asked(self):
        """How often the service was asked."""
        return len(self.server.keys if self.keyring else self.server.requests)

    go_on = hear

    def is_whole(self, kind):
        """A pause may divide what is said."""
        return self.amount(kind) >= self.times

    def finish(self):
        self.program.press("Stop")
        self.program.see("Speak", seconds=40)


class Exercise(Activity):
    name, tab = "exercise", "Rhythm"
    fruits = ("result",)
    says = "Tap with any key. Press Escape to stop."

    def make_page(self):
        return Rhythm(tempo=90.0, bars=0)

    def begin(self):
        self.page.begin()
        screen.wait("a bar", lambda: self.program.reads("90 BPM · bar "))
        self.page.tap(2)

    def check_going_on(self):
        """Another window in front has paused it, unless there was none."""
        if self.program.find("push button", "Resume"):
            self.program.press("Resume")
        super().check_going_on()

    def go_on(self):
        self.page.tap(2)

    ends_on_full_disk = True
    lost_on_full_disk = "The results could not be kept."

    def finish(self):
        self.program.key("Escape")
        self.page.see_button("again")


class Calibration(Activity):
    name, tab = "calibration", "Rhythm"
    fruits = ("latency",)
    says = "Keep quiet while Parlando plays and records the test sound"
    ends_with_data = True

    def make_page(self):
        return Devices(device("air-0"), device("air-23000"), input="'microphone'")

    def begin(self):
        self.program.press("Calibrate Latency")
        self.program.press("Play Test Sound")
        screen.wait(self.says, lambda: self.program.reads(self.says))

    def finish(self):
        screen.wait("what was measured", lambda: re.search("Latency .* ±", " ".join(self.page.labels())), 90)


class Download(Activity):
    name, tab = "model download", "Dictation"
    kept, fruits = ("part",), ("model",)
    says = "Downloading speech model Fast"
    says_elsewhere = "Welcome to Parlando"
    halts_on_full_disk = "Free up space, then try again; the download will continue where it stopped."
    without = ("tiny.en", "base")

    def prepare(self):
        self.mirror = self.stack.enter_context(Mirror(rate=6_000_000))
        # The detector of voices is there: it has no part in this.
        empty_home(self.page.folder.name, self.mirror, "tiny.en")
        self.program.environment["PARLANDO_DATADIR"] = self.page.folder.name + "/resources-of-test"
        self.program.set("mirror", f"'{self.mirror.address}'")

    def begin(self):
        screen.press(first_button(self.program))
        screen.wait(self.says, lambda: self.program.reads(self.says))
        screen.wait("a part", self.home.parts)

    def try_again(self):
        screen.press(first_button(self.program))
        screen.wait("the rest", lambda: self.mirror.firsts[-1] > 0)

    def finish(self):
        """It listens when the model is there, unless another window was in front."""
        screen.wait("the model", lambda: self.program.reads("Listening") or self.program.reads("Ready"), 60)

    def check_next_start(self, kept):
        if "model" in kept:
            self.program.see("Start")
        else:
            first_button(self.program)


ROWS = [Dictation, PausedDictation, File, Translation, Conversation, Exercise, Calibration, Download, TerminalDictation]
