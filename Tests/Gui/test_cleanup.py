"""Clean-up by a language model of the user's own: a real server on this machine, in the window."""

import http.server
import json
import tempfile
import threading
import unittest

import screen
from interruptions import answer
from program import Program, speak
from test_dictation import PAUSE, words


class ChatServer:
    """Answers OpenAI's chat API from its own thread until the `with` block ends."""

    def __init__(self):
        self.requests = []
        self.status = 200
        # Nothing is answered while this is not set.
        self.go = threading.Event()
        self.go.set()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append((self.path, body))
                server.go.wait(60)
                self.send_response(server.status)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                # As a stream, though none was asked for.
                for word in server.answer(body).split(" "):
                    piece = {"choices": [{"delta": {"content": word + " "}}]}
                    self.wfile.write(f"data: {json.dumps(piece)}\n\n".encode())
                self.wfile.write(b"data: [DONE]\n\n")

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    def answer(self, body):
        """The text between its marks, in capitals."""
        return "\n".join(body["messages"][1]["content"].split("\n")[1:-1]).upper()

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.go.set()
        self.http.shutdown()
        self.http.server_close()


class CleanupTest(unittest.TestCase):
    def program(self, server, **settings):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = Program(folder=folder.name)
        profile = {"id": "1", "name": "Oracle", "address": server.address, "protocol": "chat"}
        program.set("servers", json.dumps([profile]))
        for key, value in settings.items():
            program.set(key.replace("_", "-"), value)
        return program

    def dictate(self, program):
        program.press("Start")
        program.see("Stop")
        self.assertEqual(speak(seconds=PAUSE).wait(30), 0)
        program.press("Stop")
        program.see("Start", seconds=60)
        return words(program.transcript())

    def clean(self, program, task):
        program.press("Clean Up Text")
        program.press(task)

    def test_the_page_is_cleaned_up_once_the_user_agrees_and_undo_brings_the_words_back(self):
        with ChatServer() as server, self.program(server) as program:
            spoken = self.dictate(program)
            before = program.transcript()
            self.assertEqual(server.requests, [])
            self.clean(program, "Punctuate and Remove Fillers")
            program.see("Send Text to Oracle?", role="dialog")
            program.key("Escape")
            screen.wait("no question", lambda: "Send Text to Oracle?" not in program.labels())
            self.assertEqual(server.requests, [])
            self.clean(program, "Punctuate and Remove Fillers")
            answer(program, "Send Text to Oracle?")
            screen.wait("the result", lambda: program.transcript() == before.upper())
            self.assertEqual([path for path, _ in server.requests], ["/v1/chat/completions"])
            self.assertIn(server.address, program.chosen("cleanup-agreed-place"))
            program.press("Undo")
            screen.wait("the words", lambda: words(program.transcript()) == spoken)
            program.open_preferences("Privacy")
            program.press("Withdraw Oracle")
            screen.wait("no permission", lambda: server.address not in (program.chosen("cleanup-agreed-place") or ""))

    def test_a_server_that_refuses_or_is_given_up_costs_no_word(self):
        with ChatServer() as server, self.program(server, cleanup_agreed_place=server.address) as program:
            spoken = self.dictate(program)
            server.status = 500
            self.clean(program, "Make a List")
            screen.wait("the reason", lambda: program.reads("The text stays as you said it."))
            server.status = 200
            server.go.clear()
            self.clean(program, "Write a Letter")
            screen.wait("the request", lambda: len(server.requests) == 2)
            program.press("Cancel")
            program.see("Clean Up Text")
            self.assertEqual(words(program.transcript()), spoken)

    def test_each_paragraph_is_cleaned_up_before_it_is_copied(self):
        settings = {"cleanup_agreed_place": "", "cleanup_task": ":punctuate", "delivery": "clipboard"}
        with ChatServer() as server:
            settings["cleanup_agreed_place"] = server.address
            with self.program(server, **settings) as program:
                self.dictate(program)
                screen.wait("the copy", lambda: program.reads("Text copied"))
                self.assertTrue(server.requests)
                # The page keeps what was said.
                self.assertNotEqual(program.transcript(), program.transcript().upper())


if __name__ == "__main__":
    unittest.main()
