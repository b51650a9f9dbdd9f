"""The terminal page with a real SSH server, and speech that arrives there."""

import unittest

import screen
import sshd
from terminal_page import Terminal
from test_dictation import BEGINNING, PAUSE, SPOKEN, errors, words


class SecureShellTest(unittest.TestCase):
    def test_speech_arrives_on_the_other_side_byte_for_byte(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            heard = server.folder / "heard"
            page.open("Cellar")
            page.connected()
            page.run(f"cat > {heard}", heard.exists)
            page.dictate()
            screen.wait("words in the preview", lambda: len(words(page.preview())) >= 3, 30)
            page.finish()
            text = page.preview()
            self.assertLessEqual(errors(words(text), SPOKEN), 3, text)
            self.assertEqual(heard.read_bytes(), b"", "something came before it was sent")
            page.send()
            # Nothing presses Enter but the user.
            self.assertEqual(heard.read_bytes(), b"")
            page.program.key("Return")
            page.program.key("ctrl+d")
            screen.wait("the text", lambda: heard.read_bytes() == text.encode() + b"\n")

    def test_speech_arrives_while_it_is_spoken_where_that_is_wished(self):
        with sshd.Server() as server, Terminal(server.profile(), sends_at_once="true") as page:
            heard = server.folder / "heard"
            page.open("Cellar")
            page.connected()
            # Byte by byte, without waiting for Enter.
            page.run(f"stty -icanon min 1; cat > {heard}", heard.exists)
            page.dictate(PAUSE)
            screen.wait("words on the other side", lambda: len(words(heard.read_text(encoding="utf-8"))) >= 3, 30)
            page.finish()
            text = heard.read_text(encoding="utf-8")
            self.assertIn(BEGINNING, " ".join(words(text)))
            self.assertNotIn("\n", text)
            self.assertNotIn("  ", text)

    def test_a_hostile_transcript_arrives_as_plain_text(self):
        hostile = "one\ntwo\r\x1b[201~three\x1b]0;title\x07\x03four\u009bfive\u202esix\ttab\u0085end é 日本"
        plain = "one two [201~three]0;titlefourfivesix tab end é 日本"
        for breaks, expected in (("false", plain), ("true", plain.replace("one two ", "one\ntwo\n").replace("tab end", "tab\nend"))):
            with self.subTest(breaks=breaks), sshd.Server() as server:
                with Terminal(server.profile(), sends_line_breaks=breaks) as page:
                    heard = server.folder / "heard"
                    page.open("Cellar")
                    page.connected()
                    page.run(f"cat > {heard}", heard.exists)
                    page.put(hostile)
                    page.send()
                    page.program.key("Return")
                    page.program.key("ctrl+d")
                    screen.wait("the text", lambda: heard.read_bytes().endswith("日本\n".encode()))
                    self.assertEqual(heard.read_text(encoding="utf-8"), expected + "\n")

    def test_a_connection_lost_in_mid_sentence_keeps_the_text_and_offers_it_again(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            heard = server.folder / "heard"
            page.open("Cellar")
            page.connected()
            page.dictate()
            screen.wait("words in the preview", lambda: len(words(page.preview())) >= 5, 30)
            server.end_connections()
            page.wait("The connection was lost.")
            page.sound.kill()
            page.sound.wait()
            screen.wait("a closed microphone", lambda: page.program.see("Dictate"), 30)
            text = page.preview()
            self.assertGreaterEqual(len(words(text)), 5)
            page.program.press("Reconnect")
            page.connected()
            page.run(f"cat > {heard}", heard.exists)
            page.send()
            page.program.key("Return")
            page.program.key("ctrl+d")
            screen.wait("the text", lambda: heard.read_bytes() == text.encode() + b"\n")

    def test_the_user_of_the_terminal_can_answer_the_question_about_an_unknown_host(self):
        with sshd.Server() as server:
            (server.folder / "known").unlink()
            with Terminal(server.profile()) as page:
                proof = server.folder / "proof"
                page.open("Cellar")
                page.wait("Connecting…")
                screen.wait("the question", lambda: self.answer(page, server))
                page.connected()
                page.run(f"touch {proof}", proof.exists)

    def answer(self, page, server):
        """As often as it takes: what is typed before ssh asks is thrown away by it."""
        page.type("yes\n")
        try:
            return screen.wait("the noted key", (server.folder / "known").exists, 3)
        except AssertionError:
            return False

    def test_a_passphrase_is_asked_for_in_the_terminal_and_nothing_can_be_dictated_before(self):
        with sshd.Server(passphrase="open sesame") as server, Terminal(server.profile()) as page:
            proof = server.folder / "proof"
            page.open("Cellar")
            page.wait("Connecting…")
            page.put("spoken before")
            self.assertFalse(page.can("Dictate"))
            self.assertFalse(page.can("Send to Terminal"))
            self.answer_until(page, "open sesame", lambda: page.can("Dictate"))
            page.wait("Connected")
            page.program.press("Discard Text")
            page.run(f"touch {proof}", proof.exists)

    def answer_until(self, page, text, condition):
        """As often as it takes: what is typed before ssh asks is thrown away by it."""
        def answered():
            page.focus_terminal()
            page.type(text + "\n")
            try:
                return screen.wait("what follows", condition, 4)
            except AssertionError:
                return False
        screen.wait("an answer that was heard", answered, 60)

    def test_a_wrong_password_is_asked_for_again_and_then_refused(self):
        with sshd.Server(asks_for_password=True) as server:
            options = server.profile()["options"].replace("IdentitiesOnly=yes", "PubkeyAuthentication=no")
            with Terminal(server.profile(options=options)) as page:
                page.open("Cellar")
                page.wait("Connecting…")
                self.answer_until(page, "guessed", lambda: page.program.reads("Access denied for this user"))
                page.program.see("Reconnect")
                self.assertFalse(page.can("Dictate"))

    def test_the_voice_button_starts_and_stops_at_a_tap_once_connected(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            self.assertFalse(page.can("Dictate"))
            page.open("Cellar")
            page.connected()
            page.program.press("Dictate")
            page.wait("Listening")
            page.program.press("Stop")
            page.connected()

    def test_closing_the_terminal_while_recording_frees_the_microphone(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            page.open("Cellar")
            page.connected()
            page.program.press("Dictate")
            page.wait("Listening")
            page.program.press("Back to Connections")
            page.confirm("Close Connection?")
            page.wait("Open a shell or a connection to dictate.")
            page.program.turn("Dictation")
            page.program.press("Start")
            page.program.see("Stop")

    def test_each_way_of_not_being_connected_has_its_sentence(self):
        with sshd.Server() as server:
            sshd.make_key(server.folder / "other")
            other = (server.folder / "other.pub").read_text(encoding="ascii").strip()
            options = server.profile()["options"]
            for profile, sentence in [
                (server.profile(host="nowhere.invalid"), "Host not found."),
                (server.profile(port=sshd.free_port()), "no SSH server is running on the host"),
                (server.profile(options=options.replace("/key ", "/other ")), "Access denied for this user"),
                (server.profile(options=options + " -o Nonsense=1"), "does not know one of this connection's options"),
            ]:
                with self.subTest(sentence=sentence), Terminal(profile) as page:
                    page.open("Cellar")
                    page.wait(sentence)
                    page.program.see("Reconnect")
            server.know(other)
            with Terminal(server.profile()) as page:
                page.open("Cellar")
                page.wait("The host key has changed")


if __name__ == "__main__":
    unittest.main()
