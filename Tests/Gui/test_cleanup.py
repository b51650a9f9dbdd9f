"""Clean-up by a language model of the user's own: a real server on this machine, in the window."""

import json
import tempfile
import unittest

import screen
from interruptions import answer
from program import Program, speak
from test_dictation import PAUSE, words
from translation_server import Server


class ChatServer(Server):
    """Answers OpenAI's chat API as a stream, though none was asked for: the text between its marks, in capitals."""

    type = "text/event-stream"

    def data(self, body):
        words = "\n".join(body["messages"][1]["content"].split("\n")[1:-1]).upper().split(" ")
        pieces = [json.dumps({"choices": [{"delta": {"content": word + " "}}]}) for word in words] + ["[DONE]"]
        return "".join(f"data: {piece}\n\n" for piece in pieces).encode()


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
            self.assertEqual(server.paths, ["/v1/chat/completions"])
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
