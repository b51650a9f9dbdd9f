"""The terminal page: a shell, a real SSH server, and speech that arrives there."""

import json
import pathlib
import subprocess
import time
import unittest

import screen
import sshd
from page import Page
from program import speak
from test_dictation import BEGINNING, PAUSE, SPOKEN, errors, words

PREVIEW = "Dictated Text"


class Terminal(Page):
    """What is done on the page."""

    prefix = "terminal-"

    def __init__(self, *connections, **choices):
        super().__init__("Terminal", **choices)
        self.set("connections", json.dumps(connections))

    def wait(self, text, seconds=20.0):
        screen.wait(f"'{text}'", lambda: self.program.reads(text), seconds)

    def open(self, name):
        """Clicks a row of the list."""
        row = screen.wait(name, lambda: next(
            (node for node in self.program.nodes()
             if node.role == "list item" and node.name == name and screen.extents(node).width > 0), None))
        self.program.click(row)

    def connected(self):
        button = self.program.see("Dictate")
        screen.wait("a connection", lambda: screen.has(button, screen.State.SENSITIVE))

    def type(self, text):
        """Into the terminal, which has the keyboard."""
        subprocess.run(["xdotool", "type", "--delay", "15", text], check=True)

    def open_shell(self):
        """Waits for a shell that does what is typed. Returns a file that is not there, for a proof of what follows."""
        proof = pathlib.Path(self.folder.name, "proof")
        self.open("This Computer")
        self.connected()
        self.run(f"touch {proof}", proof.exists)
        proof.unlink()
        return proof

    def run(self, command, proof):
        """Types a command, as often as it takes: a shell that is not ready yet throws away what was typed."""
        def done():
            self.type(command + "\n")
            return screen.wait("the command", proof, 4)
        for _ in range(4):
            try:
                return done()
            except AssertionError:
                self.program.key("ctrl+u")
        return done()

    def preview(self):
        return self.program.transcript(PREVIEW)

    def put(self, text):
        """Into the preview, as if it had been dictated."""
        screen.write(self.program.see(PREVIEW, role="text"), text)

    def dictate(self, seconds=None):
        self.program.press("Dictate")
        self.program.see("Stop Dictating")
        self.sound = speak(seconds=seconds)

    def finish(self):
        self.sound.wait(30)
        self.program.press("Stop Dictating")
        self.program.see("Dictate", seconds=30)

    def send(self):
        """Sends, and waits until nothing is left to be sent; the terminal has the keyboard then."""
        self.program.press("Send to the Terminal")
        screen.wait("an empty preview", lambda: self.preview() == "")


class ShellTest(unittest.TestCase):
    def test_the_shell_runs_what_is_typed_and_can_be_started_again(self):
        with Terminal() as page:
            proof = pathlib.Path(page.folder.name, "proof")
            page.open("This Computer")
            page.connected()
            page.run(f"touch {proof}", proof.exists)
            page.type("exit\n")
            page.wait("The shell has ended.")
            proof.unlink()
            page.program.press("Start Again")
            page.connected()
            page.run(f"touch {proof}", proof.exists)

    def test_the_shell_finds_the_environment_that_the_program_was_started_in(self):
        with Terminal() as page:
            proof = pathlib.Path(page.folder.name, "proof")
            page.open("This Computer")
            page.connected()
            page.run(f"env > {proof}.new; mv {proof}.new {proof}", proof.exists)
            found = dict(line.split("=", 1) for line in proof.read_text(encoding="utf-8").splitlines() if "=" in line)
            self.assertEqual(found.get("GSETTINGS_BACKEND"), "keyfile")
            self.assertEqual(found["TERM"], "xterm-256color")
            # What the program sets for itself is no business of the shell.
            self.assertNotIn("GSK_RENDERER", found)
            self.assertNotIn("GDK_DEBUG", found)

    def test_closing_the_window_asks_while_a_program_runs(self):
        with Terminal() as page:
            proof = pathlib.Path(page.folder.name, "proof")
            page.open("This Computer")
            page.connected()
            page.run(f"touch {proof}; sleep 1000", proof.exists)
            page.program.key("ctrl+shift+q")
            page.program.see("A Program Is Running", role="dialog")
            page.program.key("Tab")
            page.program.key("Return")
            self.assertEqual(page.program.end(), 0)

    def test_ctrl_letters_belong_to_the_shell(self):
        with Terminal() as page:
            proof = page.open_shell()
            # Ctrl+W deletes a word there, and Ctrl+Q and Ctrl+R do no harm; the window stays.
            page.type(f"touch {proof} nonsense")
            for key in ("ctrl+w", "ctrl+q", "Return"):
                page.program.key(key)
            screen.wait("the file", proof.exists)
            self.assertIsNone(page.program.process.poll())
            self.assertFalse(pathlib.Path(page.folder.name, "nonsense").exists())

    def test_alt_and_a_digit_turn_pages_and_leave_nothing_in_the_shell(self):
        with Terminal() as page:
            proof = page.open_shell()
            page.type(f"touch {proof}")
            for digit, name in (2, "Rhythm"), (4, "Terminal"):
                page.program.key(f"alt+{digit}")
                screen.wait(name, lambda: page.program.shows(name))
            # A numeric argument would have repeated the next key.
            page.type(".new\n")
            screen.wait("the file", pathlib.Path(f"{proof}.new").exists)

    def test_nothing_hostile_is_run_by_a_shell(self):
        with Terminal() as page:
            folder = pathlib.Path(page.folder.name)
            page.open("This Computer")
            page.connected()
            page.run(f"cd {folder}; touch ready", (folder / "ready").exists)
            for number, text in enumerate([
                "touch harm\n", "touch harm\r", "touch harm\r\n", "\x1b[201~touch harm\n", "\x1b[201~\rtouch harm\r",
                "x\x03touch harm\n", "\u0085touch harm\u2028touch harm\u2029", "\x1b]0;owned\x07touch harm\n",
                "\x0ftouch harm\x0f", "\x04\x04", "\x1a", "\x9b201~touch harm\x0a"]):
                with self.subTest(text=text):
                    page.put(text)
                    page.send()
                    page.program.key("ctrl+c")
                    done = folder / f"done-{number}"
                    # Not with "touch": keys of a try that came late would run what was only pasted.
                    page.run(f": > {done.name}", done.exists)
                    self.assertFalse((folder / "harm").exists(), "something was run")


class FloodTest(unittest.TestCase):
    """While a program writes without end, everything else goes on."""

    # What one question to the window may take on the average, in seconds. It takes a few milliseconds where nothing
    # happens; with nothing done against floods, a tenth of a second and more.
    BOUND = 0.05

    def check(self, page, folder):
        began, flood = folder / "began", folder / "flood"
        page.run(f"touch {began}; yes | tee {flood}", lambda: flood.exists() and flood.stat().st_size > 1_000_000)
        # Hundreds of questions, one after the other.
        start, questions = time.monotonic(), 300
        for _ in range(questions):
            screen.extents(page.program.window)
        took = time.monotonic() - start
        self.assertLess(took / questions, self.BOUND, f"{questions} questions took {took:.1f} s")
        # A page can be turned, something dictated there, and the way back found.
        page.program.turn("Dictation")
        page.program.press("Start")
        page.program.press("Stop")
        page.program.see("Start")
        page.program.turn("Terminal")
        # The flood has not stopped by itself, and Ctrl+C ends it.
        size = flood.stat().st_size
        screen.wait("more of the flood", lambda: flood.stat().st_size > size)
        page.program.key("ctrl+c")
        done = folder / "done"
        page.run(f"touch {done}", done.exists)

    def test_the_window_stays_usable_while_the_shell_is_flooded(self):
        with Terminal() as page:
            page.open("This Computer")
            page.connected()
            self.check(page, pathlib.Path(page.folder.name))

    def test_the_window_stays_usable_while_the_far_side_floods(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            page.open("Cellar")
            page.connected()
            self.check(page, server.folder)

    def test_all_of_a_large_file_arrives(self):
        with Terminal() as page:
            folder = pathlib.Path(page.folder.name)
            (folder / "large").write_text("".join(f"{number}\n" for number in range(300_000)), encoding="ascii")
            page.open("This Computer")
            page.connected()
            done = folder / "done"
            page.run(f"cat {folder}/large && touch {done}", done.exists)
            page.type("exit\n")
            page.wait("The shell has ended.")


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
            page.wait("The connection is lost.")
            page.sound.kill()
            page.sound.wait()
            screen.wait("a closed microphone", lambda: page.program.see("Dictate"), 30)
            text = page.preview()
            self.assertGreaterEqual(len(words(text)), 5)
            page.program.press("Connect Again")
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
            self.assertFalse(self.can(page, "Dictate"))
            self.assertFalse(self.can(page, "Send to the Terminal"))
            self.answer_until(page, "open sesame", lambda: self.can(page, "Dictate"))
            page.wait("Connected")
            page.program.press("Throw the Text Away")
            page.run(f"touch {proof}", proof.exists)

    def can(self, page, name):
        return screen.has(page.program.see(name), screen.State.SENSITIVE)

    def answer_until(self, page, text, condition):
        """As often as it takes: what is typed before ssh asks is thrown away by it."""
        def answered():
            self.focus_terminal(page)
            page.type(text + "\n")
            try:
                return screen.wait("what follows", condition, 4)
            except AssertionError:
                return False
        screen.wait("an answer that was heard", answered, 60)

    def focus_terminal(self, page):
        terminal = page.program.find("terminal", "Terminal")
        if terminal is not None:
            page.program.click(terminal)

    def test_a_wrong_password_is_asked_for_again_and_then_refused(self):
        with sshd.Server(asks_for_password=True) as server:
            options = server.profile()["options"].replace("IdentitiesOnly=yes", "PubkeyAuthentication=no")
            with Terminal(server.profile(options=options)) as page:
                page.open("Cellar")
                page.wait("Connecting…")
                self.answer_until(page, "guessed", lambda: page.program.reads("does not let this user in"))
                page.program.see("Connect Again")
                self.assertFalse(self.can(page, "Dictate"))

    def test_the_voice_button_starts_and_stops_at_a_tap_once_connected(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            self.assertFalse(self.can(page, "Dictate"))
            page.open("Cellar")
            page.connected()
            page.program.press("Dictate")
            page.wait("Listening")
            page.program.press("Stop Dictating")
            page.connected()

    def test_closing_the_terminal_while_recording_frees_the_microphone(self):
        with sshd.Server() as server, Terminal(server.profile()) as page:
            page.open("Cellar")
            page.connected()
            page.program.press("Dictate")
            page.wait("Listening")
            page.program.press("Close the Terminal")
            page.program.see("The Terminal Is Connected", role="dialog")
            page.program.key("Tab")
            page.program.key("Return")
            page.wait("Open a shell or a connection to dictate into it.")
            page.program.turn("Dictation")
            page.program.press("Start")
            page.program.see("Stop")

    def test_each_way_of_not_being_connected_has_its_sentence(self):
        with sshd.Server() as server:
            sshd.make_key(server.folder / "other")
            other = (server.folder / "other.pub").read_text(encoding="ascii").strip()
            options = server.profile()["options"]
            for profile, sentence in [
                (server.profile(host="nowhere.invalid"), "There is no host of that name."),
                (server.profile(port=sshd.free_port()), "no SSH server listens there"),
                (server.profile(options=options.replace("/key ", "/other ")), "does not let this user in"),
                (server.profile(options=options + " -o Nonsense=1"), "does not know one of the options"),
            ]:
                with self.subTest(sentence=sentence), Terminal(profile) as page:
                    page.open("Cellar")
                    page.wait(sentence)
                    page.program.see("Connect Again")
            server.know(other)
            with Terminal(server.profile()) as page:
                page.open("Cellar")
                page.wait("another key than before")


if __name__ == "__main__":
    unittest.main()
