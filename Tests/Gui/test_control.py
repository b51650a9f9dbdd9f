"""Dictation as other programs drive it: by the interface on the session bus, whose signals carry the text."""

import subprocess
import unittest

from gi.repository import Gio, GLib

import screen
from caller import Caller
from program import PROGRAM, Program, speak


class ControlTest(unittest.TestCase):
    def test_another_program_starts_pauses_and_stops_and_reads_the_text(self):
        with Program() as program:
            caller = Caller()
            described = caller.call("Introspect", "org.freedesktop.DBus.Introspectable")[0]
            for name in ["Start", "StartWith", "Stop", "Toggle", "ToggleWith", "Captions", "Pause", "Resume", "Subscribe", "Unsubscribe", "State",
                         "InterimText", "FinalText"]:
                self.assertIn(f'name="{name}"', described)
            program.see("Start")
            self.assertEqual(caller.state(), "idle")
            caller.call("Start")
            caller.wait("listening", lambda: "listening" in caller.states)
            self.assertEqual(speak().wait(30), 0)
            caller.wait("final text", lambda: caller.final, 30)
            caller.call("Pause")
            caller.wait("a pause", lambda: caller.states[-1] == "paused")
            program.see("Resume")
            caller.call("Resume")
            caller.wait("listening again", lambda: caller.states[-1] == "listening")
            caller.call("Stop")
            caller.wait("the end", lambda: caller.states[-1] == "idle", 30)
            self.assertEqual(caller.state(), "idle")
            text = "".join(("\n" if begins else "") + text for text, begins in caller.final).strip()
            self.assertEqual(text, program.transcript().strip())
            self.assertTrue(any(caller.interim))
            self.assertEqual(caller.interim[-1], "")

    def test_a_language_and_a_model_are_taken_for_one_dictation_or_refused(self):
        with Program() as program:
            caller = Caller()
            program.see("Start")

            def start(method="StartWith", **options):
                values = {name: GLib.Variant("i" if isinstance(value, int) else "s", value)
                          for name, value in options.items()}
                caller.call(method, arguments=GLib.Variant("(a{sv})", (values,)))

            for options, error, words in [
                    ({"speed": "3"}, "InvalidArgs", "language (s) and model (s)"),
                    ({"language": 3}, "InvalidArgs", "language (s) and model (s)"),
                    ({"language": "xx"}, "Failed", "There is no language xx"),
                    ({"language": "de", "model": "tiny.en"}, "Failed", "knows only English"),
                    ({"model": "huge"}, "Failed", "There is no model named huge.")]:
                with self.assertRaises(GLib.Error) as caught:
                    start(**options)
                self.assertIn("org.freedesktop.DBus.Error." + error, Gio.dbus_error_get_remote_error(caught.exception))
                self.assertIn(words, caught.exception.message)
            with self.assertRaises(GLib.Error) as caught:
                start("Captions", source="radio")
            self.assertIn("There is no source radio", caught.exception.message)
            self.assertEqual(caller.state(), "idle")
            start(language="en", model="tiny.en")
            caller.wait("listening", lambda: "listening" in caller.states)
            start("ToggleWith")
            caller.wait("the end", lambda: caller.states[-1] == "idle", 30)
            for options, words in [(["--start", "--language", "xx"], "There is no language xx"),
                                   (["--toggle", "--model", "huge"], "There is no model named huge."),
                                   (["--model", "tiny.en"], "need --start or --toggle")]:
                ended = subprocess.run([PROGRAM, *options], env=program.environment, timeout=20,
                                       capture_output=True, text=True)
                self.assertEqual(ended.returncode, 1)
                self.assertIn(words, ended.stderr)
            program.command("--toggle", "--language", "en", "--model", "tiny.en")
            caller.wait("listening", lambda: caller.states[-1] == "listening")

    def test_a_start_while_the_last_words_come_is_obeyed_afterwards(self):
        with Program() as program:
            caller = Caller()
            program.see("Start")
            caller.call("Start")
            caller.wait("listening", lambda: "listening" in caller.states)
            self.assertEqual(speak(seconds=3.1).wait(30), 0)
            caller.call("Stop")
            caller.call("Toggle")
            caller.wait("the end, and another beginning",
                        lambda: "idle" in caller.states and caller.states[-1] == "listening", 30)
            caller.call("Stop")
            caller.wait("the end", lambda: caller.states[-1] == "idle", 30)

    def test_a_key_that_is_held_for_a_moment_leaves_no_microphone_open(self):
        with Program() as program:
            caller = Caller()
            program.see("Start")
            caller.call("Start")
            caller.call("Stop")
            caller.wait("a session", lambda: "opening" in caller.states)
            caller.wait("its end", lambda: caller.states[-1] == "idle", 30)
            program.command("--start")
            caller.wait("listening", lambda: caller.states[-1] == "listening")
            program.command("--stop")
            caller.wait("the end", lambda: caller.states[-1] == "idle", 30)


if __name__ == "__main__":
    unittest.main()
