"""Uses every page of the program again and again, and watches what it holds: memory, file descriptors, threads.

Run by scripts/bench soak, on a virtual display with virtual devices, by the python of the system, which has the
accessibility library.
"""
import argparse
import os
import pathlib
import re
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Gui"))

import program  # noqa: E402
import screen  # noqa: E402
from figure import Figure  # noqa: E402
from process import usage_of  # noqa: E402
from tables import figure_rows, table  # noqa: E402
from terminal_page import Terminal  # noqa: E402
from test_files import DONE, send  # noqa: E402
from test_rhythm import Rhythm, WORDS  # noqa: E402
from test_translator import Translator  # noqa: E402
from translation_server import TranslationServer  # noqa: E402

# What is allocated by the first rounds is used by the later ones.
WARM_UP = 3
# An idle minute unloads the model after every so many rounds.
UNLOADED_EVERY = 4
# The unloaded model was at least so large, in MB.
MODEL = 50
PATIENCE = 60
# The program keeps the last ten minutes of dictated sound in memory, by design (RecentSounds): seconds, and MB a second.
KEPT_SECONDS = 600
KEPT_SOUND = 2 * 16_000 / 2**20
SAMPLE_SECONDS = 11
SENTENCE_SECONDS = 4
WORDS_SPOKEN = "fellow americans"


class Use:
    """One window, and what a user does with each of its pages."""

    def __init__(self, page):
        self.page, self.program = page, page.program
        self.terminal, self.rhythm = self.beside(Terminal), self.beside(Rhythm)
        self.rhythm.words = WORDS[""]
        self.sample = pathlib.Path(page.folder.name, "speech.flac")
        self.sample.write_bytes(program.SAMPLE.read_bytes())
        self.dictated = 0

    def beside(self, kind):
        """Another page of the same program."""
        page = kind.__new__(kind)
        page.program, page.folder = self.program, self.page.folder
        return page

    def round(self, number):
        self.dictate()
        self.drill()
        self.translate(number)
        self.work_in_the_terminal(number)
        self.transcribe_a_file()
        self.look_around(number)

    def dictate(self):
        self.program.turn("Dictation")
        self.program.press("Start")
        self.program.see("Stop", seconds=PATIENCE)
        program.speak().wait(PATIENCE)
        self.dictated += SAMPLE_SECONDS
        self.program.press("Stop")
        self.program.see("Start", seconds=PATIENCE)
        screen.wait("the words", lambda: WORDS_SPOKEN in self.program.transcript().lower())
        new = self.program.see("New")
        screen.wait("a page that can be emptied", lambda: screen.has(new, screen.State.SENSITIVE))
        screen.press(new)
        screen.wait("an empty page", lambda: self.program.transcript() == "")

    def drill(self):
        self.program.turn("Rhythm")
        self.rhythm.begin()
        self.rhythm.count_in()
        self.rhythm.tap(times=6, apart=0.5)
        self.program.key("Escape")
        screen.press(screen.wait("the end", lambda: self.program.find("push button", "Done")))
        self.rhythm.see_button("start")

    def translate(self, number):
        self.program.turn("Translator")
        # Each round another text: what is known would not be sent.
        self.page.type(f"Good morning, number {number}.")
        self.page.press("translate")
        screen.wait("a translation", lambda: self.page.read("translation"))
        self.page.press("listen")
        self.program.see(self.page.words["stop"])
        self.program.see(self.page.words["listen"], seconds=PATIENCE)
        self.page.press("Clear")

    def work_in_the_terminal(self, number):
        self.program.turn("Terminal")
        self.terminal.open("This Computer")
        self.terminal.connected()
        proof = pathlib.Path(self.page.folder.name, f"proof-{number}")
        self.terminal.run(f"touch {proof}", proof.exists)
        self.terminal.dictate(seconds=SENTENCE_SECONDS)
        self.dictated += SENTENCE_SECONDS
        self.terminal.finish()
        self.terminal.send()
        self.program.key("ctrl+c")
        self.terminal.type("exit\n")
        self.terminal.wait("The shell has ended.")
        self.program.press("Back to Connections")

    def transcribe_a_file(self):
        self.program.turn("Dictation")
        send(self.sample)
        screen.wait("the file's text", lambda: self.program.reads(DONE), PATIENCE)
        self.program.press(f"Remove {self.sample.name} from List")
        screen.wait("no file", lambda: not self.program.reads(self.sample.name))
        self.close("Files")

    def look_around(self, number):
        self.program.key("ctrl+h")
        field = self.program.search_field("Search History")
        screen.write(field, "country")
        screen.wait("a find", lambda: next(
            (node for node in self.program.nodes("list item") if "merican" in node.name), None))
        self.close("History")
        pages = ("General", "Dictation", "Models", "Words", "Rhythm", "Translator", "Terminal", "Servers", "Privacy")
        self.program.open_preferences(pages[number % len(pages)])
        self.close("Preferences")

    def close(self, title):
        self.program.key("Escape")
        screen.wait(f"no {title}", lambda: not any(
            node.role == "frame" and node.name == title and screen.has(node, screen.State.SHOWING)
            for node in self.program.nodes()))

    def wait_until_unloaded(self):
        """Does nothing until the model's memory is free."""
        before = self.memory
        screen.wait("the model unloaded", lambda: self.memory < before - MODEL, 150)

    def rest(self):
        """Waits until the program does nothing."""
        pid, last, work = self.program.process.pid, time.monotonic(), None
        while time.monotonic() - last < 1:
            time.sleep(0.05)
            now = usage_of(pid)[0]
            if now != work:
                last, work = time.monotonic(), now

    @property
    def memory_besides_sound(self):
        """MB, without the sound that is kept."""
        return self.memory - min(self.dictated, KEPT_SECONDS) * KEPT_SOUND

    @property
    def memory(self):
        """MB, without code and other files, of which its share changes with each program that begins or ends."""
        rollup = pathlib.Path(f"/proc/{self.program.process.pid}/smaps_rollup").read_text()
        return sum(map(int, re.findall(r"^Pss_(?:Anon|Shmem):\s*(\d+) kB", rollup, re.MULTILINE))) / 1024

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.program.process.pid}/fd"))

    @property
    def threads(self):
        return len(os.listdir(f"/proc/{self.program.process.pid}/task"))


def growth(values, of=statistics.median):
    """What the last third of the rounds holds more than the first third after the warm-up."""
    values = values[WARM_UP:]
    third = max(1, len(values) // 3)
    return of(values[-third:]) - of(values[:third])


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench soak", description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=30)
    options = parser.parse_args()
    seen = []
    with TranslationServer() as server:
        page = Translator(server.address)
        page.program.set("unload-minutes", 1)
        page.program.set("rhythm-tempo", 120.0)
        with page:
            use, end = Use(page), time.monotonic() + options.minutes * 60
            while time.monotonic() < end or len(seen) < 3 + WARM_UP:
                use.round(len(seen))
                if len(seen) % UNLOADED_EVERY == UNLOADED_EVERY - 1:
                    use.wait_until_unloaded()
                    # The next round loads it again; this one is measured with it, as the others are.
                    use.dictate()
                use.rest()
                seen.append((use.memory_besides_sound, use.descriptors, use.threads))
                print("round {:3}: {:6.1f} MB, {} descriptors, {} threads".format(len(seen), *seen[-1]), flush=True)
        # Leaving the program fails if it wrote a critical message or a warning.
    memory, descriptors, threads = zip(*seen)
    figures = [
        Figure("memory besides the last minutes of sound, median", statistics.median(memory), "MB"),
        Figure("the same, last third more than first", growth(memory), "MB", 8),
        # Threads of the shared pools come and go.
        Figure("file descriptors at most, last third more than first", growth(descriptors, max), "", 2),
        Figure("threads at most, last third more than first", growth(threads, max), "", 2),
        Figure("critical messages and warnings", 0, "", 0),
    ]
    print("\n" + table(("everything, again and again", "value", "goal", ""), figure_rows(figures)))
    print(f"\n{len(seen)} rounds; load {os.getloadavg()[0]:.1f}")
    sys.exit(any(figure.is_missed for figure in figures))


if __name__ == "__main__":
    main()
