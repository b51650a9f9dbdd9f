"""Dictation at the caret of other programs: the whole way from the microphone, with the real IBus."""

import os
import signal
import subprocess
import tempfile
import unittest

import screen
from caret import FORMER, Client, Daemon
from program import Program, speak
from test_dictation import PAUSE, words


class CaretTest(unittest.TestCase):
    def program(self, **more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = Program(folder=folder.name, **more)
        program.environment["XDG_STATE_HOME"] = os.path.join(folder.name, "state")
        program.set("delivery", "applications")
        return program

    def note(self, program):
        return os.path.join(program.environment["XDG_STATE_HOME"], "parlando", "input-method.json")

    def start(self, program, client, daemon):
        """Starts as a shortcut of the desktop does: the caret stays where it is."""
        client.focus()
        program.command("--start")
        program.see("Stop")
        screen.wait("the engine", lambda: daemon.engine == "parlando")

    def write(self, program, client, daemon, is_unclear=False):
        """Dictates until the first words stand in the program's entry. Where it may be for a password, presses first."""
        self.start(program, client, daemon)
        if is_unclear:
            screen.wait("the note", lambda: program.labels("This application does not say"))
            program.press("Use Another Field")
        player = speak(seconds=PAUSE)
        screen.wait("interim words", lambda: client.shown() or client.text(), 60)
        self.assertEqual(player.wait(30), 0)
        screen.wait("final words", lambda: client.text(), 60)

    def stop(self, program):
        program.command("--stop")
        program.see("Start", seconds=60)

    def test_words_appear_at_the_caret_once_and_the_former_engine_is_back(self):
        for toolkit in ("gtk4", "gtk3", "qt5"):
            with self.subTest(toolkit), Daemon() as daemon, self.program() as program, Client(toolkit) as client:
                self.write(program, client, daemon, is_unclear=toolkit == "qt5")
                self.stop(program)
                screen.wait("the former engine", lambda: daemon.engine == FORMER)
                screen.wait("the whole text", lambda: words(client.text()) == words(program.transcript()))
                self.assertFalse(os.path.exists(self.note(program)))
                self.assertEqual(client.shown(), "")

    def test_words_wait_for_their_field_and_the_page_says_so(self):
        with Daemon() as daemon, self.program() as program, Client("gtk4") as client:
            self.start(program, client, daemon)
            with Client("gtk3", "Another") as another:
                screen.wait("the note", lambda: program.labels("Your words wait"))
                self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
                screen.wait("words", lambda: len(program.transcript()) > 20, 60)
                self.assertEqual((client.text(), another.text(), another.shown()), ("", "", ""))
                client.focus()
                screen.wait("the words", lambda: client.text(), 60)
                screen.wait("no note", lambda: not program.reads("Your words wait"))
                self.stop(program)
                screen.wait("the former engine", lambda: daemon.engine == FORMER)
                screen.wait("the whole text", lambda: words(client.text()) == words(program.transcript()))
                self.assertEqual(another.text(), "")

    def test_after_a_press_words_go_into_the_next_field(self):
        with Daemon() as daemon, self.program() as program, Client("gtk4") as client:
            self.start(program, client, daemon)
            with Client("gtk3", "Another") as another:
                program.press("Use Another Field")
                another.focus("entry")
                another.focus()
                self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
                screen.wait("the words", lambda: another.text(), 60)
                self.stop(program)
                screen.wait("the whole text", lambda: words(another.text()) == words(program.transcript()))
                self.assertEqual(client.text(), "")

    def test_a_password_field_gets_nothing(self):
        with Daemon() as daemon, self.program() as program, Client("gtk4") as client:
            client.focus("password")
            self.start(program, client, daemon)
            screen.wait("the note", lambda: program.labels("Nothing is written into a password or private field"))
            self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
            screen.wait("words", lambda: len(program.transcript()) > 20, 60)
            client.focus("entry")
            screen.wait("the words", lambda: client.text(), 60)
            self.stop(program)
            self.assertEqual(client.text("password"), "")

    def test_words_that_still_wait_at_the_end_are_copied(self):
        with Daemon() as daemon, self.program() as program, Client("gtk4") as client:
            self.start(program, client, daemon)
            with Client("gtk3", "Another") as another:
                screen.wait("the note", lambda: program.labels("Your words wait"))
                self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
                self.stop(program)
                screen.wait("the copy", lambda: words(self.clipboard()) == words(program.transcript()))
                self.assertEqual((client.text(), another.text()), ("", ""))

    def clipboard(self):
        return subprocess.run(["xclip", "-selection", "clipboard", "-out"], capture_output=True, text=True,
                              timeout=20).stdout

    def test_the_former_engine_is_back_after_a_kill(self):
        with Daemon() as daemon, self.program() as program, Client("gtk4") as client:
            self.start(program, client, daemon)
            program.process.send_signal(signal.SIGKILL)
            program.has_ended = True
            screen.wait("the former engine", lambda: daemon.engine == FORMER)
            self.assertFalse(os.path.exists(self.note(program)))

    def test_the_former_engine_is_back_at_the_next_start_after_both_were_killed(self):
        with Daemon() as daemon, tempfile.TemporaryDirectory() as folder:
            with self.program() as program, Client("gtk4") as client:
                self.start(program, client, daemon)
                children = subprocess.check_output(
                    ["pgrep", "-P", str(program.process.pid), "parlando-input"], text=True).split()
                # Stopped first, so that neither can mend what happens to the other.
                for child in children:
                    os.kill(int(child), signal.SIGSTOP)
                program.process.send_signal(signal.SIGKILL)
                program.has_ended = True
                for child in children:
                    os.kill(int(child), signal.SIGKILL)
            self.assertNotEqual(daemon.engine, FORMER)
            self.assertTrue(os.path.exists(self.note(program)))
            again = Program(folder=program.folder)
            again.environment["XDG_STATE_HOME"] = program.environment["XDG_STATE_HOME"]
            with again:
                screen.wait("the former engine", lambda: daemon.engine == FORMER)
                screen.wait("no note", lambda: not os.path.exists(self.note(program)))

    def test_words_wait_while_the_daemon_restarts(self):
        with Daemon() as daemon, self.program() as program, Client("gtk4") as client:
            self.write(program, client, daemon)
            daemon.stop()
            screen.wait("the note", lambda: program.labels("IBus has stopped"))
            daemon.start()
            screen.wait("no note", lambda: not program.reads("IBus has stopped"))
            self.stop(program)
            screen.wait("the former engine", lambda: daemon.engine == FORMER)
            screen.wait("the whole text", lambda: words(client.text()) == words(program.transcript()))

    def open_ways(self, program):
        """Opens the row behind which they are."""
        program.open_preferences("Dictation")
        screen.write(program.search_field(), "try it")
        program.click(screen.wait("the row", lambda: program.find("list item", "Field to Try It, Dictation")))

    def test_the_preferences_try_it_out(self):
        with Daemon() as daemon, self.program() as program:
            program.see("Start")
            self.open_ways(program)
            screen.wait("the way", lambda: program.labels("Words appear at the cursor while you speak"))
            program.press("Try")
            screen.wait("the result", lambda: program.labels("It works"))
            screen.wait("the former engine", lambda: daemon.engine == FORMER)

    def test_without_a_daemon_the_preferences_say_so(self):
        with self.program() as program:
            program.see("Start")
            self.open_ways(program)
            screen.wait("the reason", lambda: program.labels("IBus is installed but not running"))


if __name__ == "__main__":
    unittest.main()
