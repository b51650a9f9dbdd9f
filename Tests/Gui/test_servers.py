"""Servers of the user's own, in the window: a real whisper-server recognises, and fails."""

import json
import os
import pathlib
import socket
import subprocess
import tempfile
import unittest

import screen
from program import Program, speak
from sshd import free_port
from test_dictation import SPOKEN, errors, words


class WhisperServer:
    """whisper.cpp's own server with the smallest model; it lasts as long as the `with` block."""

    def __init__(self, port=None):
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        models = pathlib.Path(os.environ.get("XDG_DATA_HOME", pathlib.Path.home() / ".local/share"), "parlando/models")
        model = next(models.glob("tiny.en-v*.bin"))
        self.process = subprocess.Popen(
            ["whisper-server", "--model", model, "--host", "127.0.0.1", "--port", str(self.port), "--threads", "2"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        screen.wait("the server", self.answers, 60)
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()

    def answers(self):
        assert self.process.poll() is None, "whisper-server ended"
        with socket.socket() as made:
            return made.connect_ex(("127.0.0.1", self.port)) == 0


def profile(server):
    return {"id": "1", "name": "Attic", "address": server.address, "protocol": "whisper"}


class ServersTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, **settings):
        program = Program(folder=self.folder.name)
        for key, value in settings.items():
            subprocess.run(
                ["gsettings", "set", "io.github.parlando.Parlando", key.replace("_", "-"), value],
                env=program.environment, check=True)
        return program

    def reads(self, program, text):
        program.application.clear_cache()
        return next((node.get_name() for node in screen.walk(program.application)
                     if node.get_role_name() in {"label", "status bar"} and text in node.get_name()), None)

    def open_servers(self, program):
        program.see("Start")
        program.key("ctrl+comma")
        program.see("Show Times", role="check box")

        def turn():
            tabs = [node for node in screen.walk(program.application)
                    if node.get_role_name() == "page tab" and node.get_name() == "Servers"]
            for tab in tabs:
                if not screen.has(tab, screen.Atspi.StateType.SELECTED):
                    screen.press(tab)
            return any(screen.has(tab, screen.Atspi.StateType.SELECTED) for tab in tabs)
        screen.wait("the page of servers", turn)

    def test_a_server_can_be_added_and_tried_out(self):
        with WhisperServer() as server, self.program() as program:
            self.open_servers(program)
            program.press("New Server")
            for name, text in (("Name", "Attic"), ("Address", server.address)):
                field = screen.wait(name, lambda: program.see(name, role="text"))
                screen.Atspi.EditableText.set_text_contents(field, text)
            program.press("Test")
            said = screen.wait("what came back", lambda: self.reads(program, " s: “"), 60)
            self.assertIn("fellow Americans", said)
            program.press("Save")
            program.see("Edit Attic")
            kept = subprocess.check_output(
                ["gsettings", "get", "io.github.parlando.Parlando", "servers"], env=program.environment, text=True)
            self.assertIn(server.address, kept)

    def test_a_server_that_is_not_there_says_so_when_it_is_tried_out(self):
        nobody = WhisperServer()
        with self.program(servers=json.dumps([profile(nobody)])) as program:
            self.open_servers(program)
            program.press("Edit Attic")
            program.press("Test")
            screen.wait("the reason", lambda: self.reads(program, "The server cannot be reached."), 60)

    def test_speech_is_written_down_by_the_server_that_was_chosen(self):
        with WhisperServer() as server:
            with self.program(servers=json.dumps([profile(server)]), engine="1") as program:
                program.see("Attic")
                program.press("Start")
                program.see("Stop")
                self.assertEqual(speak().wait(30), 0)
                program.press("Stop")
                program.see("Start", seconds=60)
                heard = words(program.transcript())
                self.assertLessEqual(errors(heard, SPOKEN), 3, " ".join(heard))

    def test_a_server_that_fails_in_mid_speech_costs_no_word(self):
        port = free_port()
        nobody = WhisperServer(port)
        with self.program(servers=json.dumps([profile(nobody)]), engine="1") as program:
            program.press("Start")
            program.see("Stop")
            sound = speak()
            program.see("Try Again", seconds=60)
            # The microphone stays open, and what is said meanwhile is kept.
            program.see("Stop")
            self.assertEqual(sound.wait(30), 0)
            with WhisperServer(port):
                program.press("Try Again")
                screen.wait("the text", lambda: words(program.transcript()), 60)
                program.press("Stop")
                program.see("Start", seconds=60)
                heard = words(program.transcript())
                self.assertLessEqual(errors(heard, SPOKEN), 3, " ".join(heard))

    def test_a_recording_that_no_server_took_is_sent_again_when_asked(self):
        port = free_port()
        nobody = WhisperServer(port)
        with self.program(servers=json.dumps([profile(nobody)]), engine="1") as program:
            self.leave_unsent(program)
            program.key("ctrl+q")
            program.see("The Recording Was Not Sent", role="dialog")
            program.key("Escape")
            with WhisperServer(port):
                program.press("Try Again")
                screen.wait("the text", lambda: words(program.transcript()), 60)
                program.see("Start", seconds=60)
                heard = words(program.transcript())
                self.assertLessEqual(errors(heard, SPOKEN), 3, " ".join(heard))

    def leave_unsent(self, program):
        """Speaks the sample while no server is there, and stops."""
        program.press("Start")
        program.see("Stop")
        sound = speak()
        program.see("Try Again", seconds=60)
        self.assertEqual(sound.wait(30), 0)
        program.press("Stop")
        program.see("Save the Recording…", seconds=60)
        program.see("Start")

    def test_a_recording_that_no_server_took_can_be_saved(self):
        nobody = WhisperServer()
        with self.program(servers=json.dumps([profile(nobody)]), engine="1") as program:
            self.leave_unsent(program)
            program.press("Save the Recording…")
            path = pathlib.Path(self.folder.name, "kept.wav")
            name = program.see("Name:", role="text")
            screen.Atspi.EditableText.set_text_contents(name, str(path))
            program.key("Return")
            screen.wait("the file", path.exists)
            self.assertEqual(path.read_bytes()[:4], b"RIFF")
            # Eleven seconds of 16-bit sound at 16 kHz.
            self.assertGreater(path.stat().st_size, 11 * 32_000)


if __name__ == "__main__":
    unittest.main()
