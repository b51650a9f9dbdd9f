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
from test_dictation import BEGINNING, PAUSE, SPOKEN, errors, words


class WhisperServer:
    """whisper.cpp's own server with the smallest model; it lasts as long as the `with` block."""

    def __init__(self, port=None, path=""):
        self.port = port or free_port()
        self.path = path
        self.address = f"http://127.0.0.1:{self.port}{path}"

    def __enter__(self):
        models = pathlib.Path(os.environ.get("XDG_DATA_HOME", pathlib.Path.home() / ".local/share"), "parlando/models")
        model = next(models.glob("tiny.en-v*.bin"))
        self.process = subprocess.Popen(
            ["whisper-server", "--model", model, "--host", "127.0.0.1", "--port", str(self.port), "--threads", "1",
             "--request-path", self.path],
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
            program.set(key, value)
        return program

    def with_server(self, server):
        """A program that sends what it hears to this server."""
        return self.program(servers=json.dumps([profile(server)]), engine="1")

    def open_servers(self, program):
        program.see("Start")
        program.open_preferences("Servers")

    def test_a_server_can_be_added_and_tried_out(self):
        with WhisperServer() as server, self.program() as program:
            self.open_servers(program)
            program.press("New Server")
            for name, text in (("Name", "Attic"), ("Address", server.address)):
                field = screen.wait(name, lambda: program.see(name, role="text"))
                screen.write(field, text)
            program.press("Test")
            said = screen.wait("what came back", lambda: program.reads(" s: “"), 60)
            self.assertIn("fellow Americans", said)
            program.press("Save")
            program.see("Edit Attic")
            self.assertIn(server.address, program.chosen("servers"))

    def test_the_path_at_which_a_server_answers_is_found_and_kept(self):
        name = "R&D <attic>"
        with WhisperServer(path="/gateway") as server, self.program() as program:
            self.open_servers(program)
            program.press("New Server")
            for field, text in (("Name", name), ("Address", server.address)):
                entry = screen.wait(field, lambda: program.see(field, role="text"))
                screen.write(entry, text)
            program.press("Test")
            said = screen.wait("what came back", lambda: program.reads(" s: “"), 60)
            self.assertIn("fellow Americans", said)
            self.assertIn(server.address + "/inference", said)
            program.press("Save")
            program.see(f"Edit {name}")
            screen.wait("the name", lambda: program.reads(name))
            self.assertIn(server.address + "/inference", program.chosen("servers"))

    def test_a_server_that_is_not_there_says_so_when_it_is_tried_out(self):
        nobody = WhisperServer()
        with self.program(servers=json.dumps([profile(nobody)])) as program:
            self.open_servers(program)
            program.press("Edit Attic")
            program.press("Test")
            screen.wait("the reason", lambda: program.reads("The server cannot be reached."), 60)

    def test_speech_is_written_down_by_the_server_that_was_chosen(self):
        with WhisperServer() as server, self.with_server(server) as program:
            program.see("Speech: Attic")
            program.press("Start")
            program.see("Stop")
            self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
            program.press("Stop")
            self.assertIn(BEGINNING, " ".join(self.ended(program)))

    def ended(self, program):
        """The words that are there when the session has ended."""
        program.see("Start", seconds=60)
        return words(program.transcript())

    def test_a_server_that_fails_in_mid_speech_costs_no_word(self):
        port = free_port()
        with self.with_server(WhisperServer(port)) as program:
            self.speak_to_nobody(program)
            with WhisperServer(port):
                self.try_again(program)
                program.press("Stop")
                heard = self.ended(program)
                self.assertLessEqual(errors(heard, SPOKEN), 3, " ".join(heard))

    def test_a_recording_that_no_server_took_is_sent_again_when_asked(self):
        port = free_port()
        with self.with_server(WhisperServer(port)) as program:
            self.leave_unsent(program)
            program.key("ctrl+q")
            program.see("Recording Not Sent", role="dialog")
            program.key("Escape")
            with WhisperServer(port):
                self.try_again(program)
                self.assertIn(BEGINNING, " ".join(self.ended(program)))

    def try_again(self, program):
        program.press("Try Again")
        screen.wait("the text", lambda: words(program.transcript()), 60)

    def speak_to_nobody(self, program, seconds=None):
        """Speaks while no server is there: the microphone stays open, and what is said is kept."""
        program.press("Start")
        program.see("Stop")
        sound = speak(seconds=seconds)
        program.see("Try Again", seconds=60)
        program.see("Stop")
        self.assertEqual(sound.wait(30), 0)

    def leave_unsent(self, program):
        self.speak_to_nobody(program, PAUSE)
        program.press("Stop")
        program.see("Save Recording…", seconds=60)
        program.see("Start")

    def test_a_recording_that_no_server_took_can_be_saved(self):
        with self.with_server(WhisperServer()) as program:
            self.leave_unsent(program)
            program.press("Save Recording…")
            path = pathlib.Path(self.folder.name, "kept.wav")
            program.choose_file(path)
            screen.wait("the file", path.exists)
            self.assertEqual(path.read_bytes()[:4], b"RIFF")
            # 16-bit sound at 16 kHz.
            self.assertGreater(path.stat().st_size, 3 * 32_000)


if __name__ == "__main__":
    unittest.main()
