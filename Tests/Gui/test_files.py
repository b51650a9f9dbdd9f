"""Files: opened, dropped or passed on by a file manager, they are transcribed one after the other."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

import screen
from file_drag import FileDrag
from notifications import Notifications
from other_window import OtherWindow
from program import SAMPLE, Program
from test_history import History
from test_translator import Hearing

TEXT = "ask not what your country can do for you"
DONE = "Done · 00:11"


class Recordings:
    """A folder of recordings."""

    def __init__(self, test):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def sample(self, name="speech.flac"):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        shutil.copy(SAMPLE, path)
        return path

    def long(self, name="long.wav", times=40):
        """Several minutes of speech."""
        path = self.folder / name
        subprocess.run(
            ["ffmpeg", "-v", "error", "-stream_loop", str(times - 1), "-i", SAMPLE, "-ac", "1", "-ar", "16000", path],
            check=True)
        return path

    def film(self, name="film.mp4"):
        path = self.folder / name
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=black:s=64x64:r=5", "-i", SAMPLE, "-shortest",
             "-c:v", "mpeg4", "-c:a", "aac", path], check=True)
        return path

    def unfinished(self, name="unfinished.wav", seconds=6):
        """A recorder that was killed has written a header that promises more."""
        path = self.folder / name
        subprocess.run(["ffmpeg", "-v", "error", "-i", SAMPLE, "-c:a", "pcm_s16le", path], check=True)
        data = path.read_bytes()
        path.write_bytes(data[:len(data) * seconds // 11])
        return path

    def nonsense(self, name="notes.mp3"):
        path = self.folder / name
        path.write_text("This is no sound.\n" * 50)
        return path


def send(*paths):
    """Passes files to the program as a file manager does that starts it over D-Bus."""
    uris = ["file://" + urllib.parse.quote_from_bytes(os.fsencode(path)) for path in paths]
    subprocess.run(
        ["gdbus", "call", "--session", "--dest", "io.github.parlando.Parlando"]
        + ["--object-path", "/io/github/parlando/Parlando"]
        + ["--method", "org.freedesktop.Application.Open", str(uris), "{}"],
        check=True, stdout=subprocess.DEVNULL)


class FilesTest(unittest.TestCase):
    def setUp(self):
        self.recordings = Recordings(self)
        self.history = History(self)

    def reads(self, program, words, seconds=60):
        return screen.wait(words, lambda: program.reads(words), seconds)

    def header(self, program):
        """Where the names of the pages are."""
        return {node.name: place.x for node, place in screen.places(program.nodes("page tab", is_drawn=True))
                if place.width > 0}

    def test_a_file_passed_on_by_the_desktop_is_transcribed_and_shown_in_the_history(self):
        path = self.recordings.sample("Müller & <Söhne> 100%.flac")
        with self.history.start() as program:
            program.see("Start")
            header = self.header(program)
            send(path)
            self.reads(program, path.name)
            self.reads(program, DONE)
            self.assertEqual(self.header(program), header)
            program.press("Show Text of " + path.name)
            text = self.history.field(program, "text")
            screen.wait("the text", lambda: TEXT in screen.text(text).lower())
            with Hearing() as loudspeaker:
                screen.wait("silence", loudspeaker.is_quiet)
                loudspeaker.is_loud.clear()
                program.press("Play")
                self.assertTrue(loudspeaker.is_loud.wait(20))

    def test_the_command_line_transcribes_several_files_and_films(self):
        paths = [self.recordings.sample("a/talk.flac"), self.recordings.sample("b/talk.flac"), self.recordings.film()]
        program = self.history.start()
        program.arguments = [str(path) for path in paths]
        with program:
            screen.wait("three results", lambda: len(program.labels(DONE)) == 3, 90)
            self.assertIn(str(paths[0].parent), program.labels())
            self.assertIn(str(paths[1].parent), program.labels())

    def test_damaged_files_are_told_apart_and_do_not_stop_the_queue(self):
        nonsense, unfinished = self.recordings.nonsense(), self.recordings.unfinished()
        gone, good = self.recordings.sample("gone.flac"), self.recordings.sample("good.flac")
        with self.history.start() as program:
            program.see("Start")
            gone.unlink()
            send(nonsense, gone, unfinished, good)
            self.reads(program, DONE)
            self.reads(program, "This is a text or picture")
            self.reads(program, "File not found.")
            self.reads(program, "The recording ends early, after 6 s")
            program.press(f"Remove {nonsense.name} from List")
            screen.wait("one less", lambda: not program.reads(nonsense.name))
            program.press("Show Text of " + unfinished.name)
            text = self.history.field(program, "text")
            screen.wait("what there is", lambda: "my fellow americans" in screen.text(text).lower())
            self.reads(program, "incomplete")

    def test_a_name_of_any_bytes_is_transcribed(self):
        path = os.fsencode(self.recordings.folder) + b"/caf\xe9.flac"
        shutil.copy(os.fsencode(SAMPLE), path)
        with self.history.start() as program:
            program.see("Start")
            send(path)
            self.reads(program, "caf\ufffd.flac")
            self.reads(program, DONE)

    def test_a_long_file_is_cancelled_keeps_its_text_and_goes_on(self):
        path = self.recordings.long(times=60)
        with self.history.start() as program:
            program.see("Start")
            send(path)
            self.reads(program, " left")
            program.press("Cancel " + path.name)
            self.reads(program, "Canceled")
            self.reads(program, "is in the history.")
            program.press("Try Again: " + path.name)
            self.reads(program, " left")
            # Closing asks, and the user stays.
            program.key("Escape")
            program.key("ctrl+q")
            program.see("Stop Transcribing?", role="dialog")
            program.key("Escape")
            program.press("0 of 1 file transcribed")
            program.press("Cancel " + path.name)
            self.reads(program, "Canceled")
        with self.history.start() as program:
            self.history.open(program)
            entry = screen.wait("the entry", lambda: self.history.entries(program))[0]
            self.assertIn(path.name, entry.name)

    def test_a_killed_program_has_kept_what_was_transcribed(self):
        path = self.recordings.long(times=60)
        with self.history.start() as program:
            program.see("Start")
            send(path)
            self.reads(program, " left")
            screen.wait("some text", lambda: program.reads("left"))
            program.has_ended = True
            program.process.kill()
            program.process.wait()
        with self.history.start() as program:
            self.history.open(program)
            entry = screen.wait("the entry", lambda: self.history.entries(program))[0]
            self.assertIn(path.name, entry.name)
            self.assertIn("incomplete", entry.name)

    def test_dictation_comes_first(self):
        path = self.recordings.long(times=60)
        with self.history.start() as program:
            program.press("Start")
            program.see("Stop")
            send(path)
            self.reads(program, "Waiting for the dictation to end")
            program.press("Stop")
            self.reads(program, " left")
            program.press("Cancel " + path.name)
            self.reads(program, "Canceled")

    def test_a_hidden_window_tells_that_a_file_is_done(self):
        # Long enough that both windows are hidden before it is done.
        path = self.recordings.long(times=12)
        with Notifications() as notifications, OtherWindow() as other, self.history.start() as program:
            program.see("Start")
            send(path)
            self.reads(program, path.name)
            # There is no window manager: the focus of a window that is hidden would go to whatever is below the pointer.
            screen.wait("a program that is not in front", lambda: other.focus() or not any(
                screen.has(frame, screen.State.ACTIVE) for frame in program.nodes("frame")))
            for window in subprocess.check_output(
                    ["xdotool", "search", "--onlyvisible", "--pid", str(program.process.pid)], text=True).split():
                subprocess.run(["xdotool", "windowunmap", window], check=True)
            self.assertEqual(notifications.next(), [path.name, "Done · 02:12"])

    def test_dropped_files_are_transcribed(self):
        first, second = self.recordings.sample("first.flac"), self.recordings.nonsense()
        with self.history.start() as program, FileDrag(str(first), str(second)) as files:
            program.see("Start")
            files.hold_over(300, 300)
            screen.wait("a place to drop", lambda: files.stir() or program.reads("Drop Files to Transcribe"))
            files.drop()
            self.reads(program, DONE)
            self.reads(program, second.name)
            self.assertFalse(program.reads("Drop Files to Transcribe"))
            self.assertEqual(program.transcript(), "")

    def test_the_dialog_opens_a_file(self):
        path = self.recordings.sample()
        with self.history.start() as program:
            program.see("Start")
            program.press("Transcribe Files…")
            program.type_path(path)
            self.reads(program, DONE)

    def test_all_texts_are_saved_into_a_folder_and_none_over_another(self):
        paths = [self.recordings.sample("a/talk.flac"), self.recordings.sample("b/talk.flac")]
        target = self.recordings.folder / "texts"
        target.mkdir()
        (target / "talk.txt").write_text("mine", encoding="utf-8")
        program = self.history.start()
        program.arguments = [str(path) for path in paths]
        with program:
            screen.wait("two results", lambda: len(program.labels(DONE)) == 2, 90)
            program.press("Save All…")
            program.type_path(target, "_Save Save")
            self.reads(program, "2 texts saved in texts.")
            self.assertEqual((target / "talk.txt").read_text(encoding="utf-8"), "mine")
            for name in ("talk (2).txt", "talk (3).txt"):
                self.assertIn(TEXT, (target / name).read_text(encoding="utf-8").lower())

    def test_a_silent_first_track_offers_the_other(self):
        path = self.recordings.folder / "film.mkv"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-i", SAMPLE, "-shortest",
             "-map", "0:a", "-map", "1:a", "-c:a", "flac", "-metadata:s:a:1", "language=eng", path], check=True)
        with self.history.start() as program:
            program.see("Start")
            send(path)
            self.reads(program, "The file has 2 audio tracks.")
            self.reads(program, "No speech was found")
            program.click(program.see("Audio Track", role="combo box"))
            program.key("Down")
            program.key("Return")
            self.reads(program, DONE)


class RussianFilesTest(unittest.TestCase):
    def test_it_speaks_russian_in_a_narrow_window(self):
        recordings, history = Recordings(self), History(self, "ru")
        good, nonsense = recordings.sample(), recordings.nonsense()
        narrow = history.start()
        narrow.set("window-width", 360)
        with narrow as program:
            program.see("Начать")
            send(good, nonsense)
            screen.wait("the result", lambda: program.reads("Готово · 00:11"), 60)
            screen.wait("the refusal", lambda: program.reads("а не запись"), 60)
            for node, place in screen.places(program.nodes("push button", is_drawn=True)):
                if screen.is_drawn(node):
                    self.assertLessEqual(place.x + place.width, 372, node.name)


if __name__ == "__main__":
    unittest.main()
