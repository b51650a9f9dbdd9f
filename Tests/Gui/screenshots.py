"""Takes the pictures of the README with real speech on the page. Run by: scripts/tools/gui-test screenshots.Screenshots

They are no test of their own: unittest finds only files whose names begin with test_.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

import screen
from program import ROOT, Program, speak

FOLDER = ROOT / "data/screenshots"
# GNOME's font, as most people see the program; another one takes its place where it is not installed.
SETTINGS = "[Settings]\ngtk-font-name=Cantarell 11\n"


class Screenshots(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        settings = pathlib.Path(self.folder.name, "config/gtk-4.0/settings.ini")
        settings.parent.mkdir(parents=True)
        settings.write_text(SETTINGS, encoding="utf-8")
        self.addCleanup(os.environ.pop, "ADW_DEBUG_COLOR_SCHEME", None)

    def program(self, language="", scheme="prefer-light"):
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = scheme
        return Program(language=language, folder=self.folder.name)

    def take(self, program, name, title="Parlando"):
        """The window without the border that it has where no window manager draws shadows."""
        search = ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"]
        window = subprocess.check_output(search, text=True).split()[0]
        picture = FOLDER / f"{name}.png"
        dump = pathlib.Path(self.folder.name, "window.xwd")
        subprocess.run(["import", "-window", window, dump], check=True)
        subprocess.run(["convert", dump, "-shave", "5x5", "+repage", "-strip", "+dither", "-colors", "220", picture], check=True)
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
            self.dictate(program, "Start", "Stop", "Transcript", (700, 620), "dictation")

    def test_dark_and_narrow_in_russian(self):
        with self.program("ru", "prefer-dark") as program:
            size = (370, 640)
            self.dictate(program, "Начать", "Закончить", "Расшифровка", size, "dictation-narrow-dark-ru")

    def test_preferences(self):
        with self.program() as program:
            program.see("Ready", role="status bar")
            program.key("ctrl+comma")
            program.press("Models", role="page tab")
            field = program.see("Address to Download From, if Not the Usual One", role="text")
            screen.wait("the page of models", lambda: screen.extents(field).y > 0)
            self.take(program, "preferences", "Preferences")


if __name__ == "__main__":
    unittest.main()
