"""Parlando's engine of IBus with the real daemon and programs of other toolkits."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

import screen
from caret import FORMER, INPUT, Client, Context, Daemon, Engine

TOOLKITS = ("gtk4", "gtk3", "qt5")


class EngineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def each(self, body, toolkits=TOOLKITS):
        for toolkit in toolkits:
            with self.subTest(toolkit), Daemon() as daemon, Client(toolkit) as client:
                body(daemon, client)

    def test_interim_words_are_shown_and_final_ones_written_once(self):
        def body(daemon, client):
            with Engine(self.folder) as engine:
                engine.write(interim="hello wor")
                screen.wait("interim words", lambda: client.shown() == "hello wor")
                self.assertEqual(client.text(), "")
                self.assertTrue(engine.write("Hello", " world"))
                screen.wait("a final word", lambda: client.text() == "Hello")
                screen.wait("the other interim word", lambda: client.shown() == " world")
                self.assertTrue(engine.write(" world."))
                screen.wait("all words", lambda: client.text() == "Hello world.")
                screen.wait("no interim word", lambda: client.shown() == "")
                self.assertEqual(engine.close(), 0)
            self.assertEqual(daemon.engine, FORMER)
            self.assertEqual(client.text(), "Hello world.")

        self.each(body)

    def test_interim_words_vanish_and_the_former_engine_is_back_at_the_end(self):
        def body(daemon, client):
            with Engine(self.folder) as engine:
                engine.write(interim="never said")
                screen.wait("interim words", lambda: client.shown() == "never said")
                self.assertEqual(daemon.engine, "parlando")
                self.assertTrue(engine.note.exists())
                self.assertEqual(engine.close(), 0)
            screen.wait("no interim word", lambda: client.shown() == "")
            self.assertEqual(client.text(), "")
            self.assertEqual(daemon.engine, FORMER)
            self.assertFalse(engine.note.exists())

        self.each(body)

    def test_a_password_field_is_known(self):
        def body(daemon, client):
            with Engine(self.folder) as engine:
                self.assertTrue(engine.write("two"))
                screen.wait("the word", lambda: client.text() == "two")
                visit = engine.visit["number"]
                client.focus("password")
                engine.hear("left")
                toolkit = client.process.args[2]
                # GTK 3 tells of no field at all, Qt 5 of one that may be any.
                if toolkit == "gtk4":
                    self.assertEqual(engine.enter()["purpose"], "secret")
                self.assertFalse(engine.write("secret", visit=visit))
                client.focus("entry")
                if toolkit != "qt5":
                    while engine.visit is None or engine.visit["purpose"] != "text":
                        engine.take()
                    self.assertTrue(engine.write(" words"))
                    screen.wait("the words", lambda: client.text() == "two words")
                self.assertEqual(client.text("password"), "")

        self.each(body)

    def test_a_field_that_turns_into_one_for_passwords_refuses_at_once(self):
        with Daemon(), Client("gtk4") as client, Engine(self.folder) as engine:
            self.assertTrue(engine.write("two"))
            visit = engine.visit["number"]
            client.send("hide")
            while engine.visit is None or engine.visit["purpose"] != "secret":
                engine.take()
            for number in (visit, engine.visit["number"]):
                self.assertFalse(engine.write(" words", visit=number))
            screen.wait("only the first word", lambda: client.text() == "two")

    def test_a_context_whose_purpose_changes_serves_several_fields(self):
        # Bitwarden is based on Electron.
        with Daemon(), Context("gtk3-im:bitwarden") as context, Engine(self.folder) as engine:
            self.assertFalse(context.enter(engine)["isShared"])
            for purpose, name in ((8, "secret"), (0, "text")):
                context.send(f"purpose {purpose}")
                engine.hear("left")
                visit = engine.enter()
                self.assertTrue(visit["isShared"])
                self.assertEqual(visit["purpose"], name)

    def test_a_private_field_counts_as_one_for_passwords(self):
        with Daemon(), Context("gtk3-im:gedit") as context, Engine(self.folder) as engine:
            context.enter(engine)
            context.send("private")
            engine.hear("left")
            self.assertEqual(engine.enter()["purpose"], "secret")

    def test_dead_keys_keep_their_accent_and_other_keys_are_the_applications(self):
        with Daemon(), Context("gtk3-im:gedit") as context, Engine(self.folder) as engine:
            context.enter(engine)
            acute, told = 0xfe51, []
            for key in (ord("x"), acute, ord("e")):
                context.send(f"key {key}")
                told.append(context.next()[:2])
            told.append(context.next()[:2])
            self.assertEqual(told[:2], [["key", False], ["key", True]])
            self.assertCountEqual(told[2:], [["key", True], ["committed", "é"]])

    def test_a_field_is_entered_after_a_reset_even_if_its_text_stays_the_same(self):
        with Daemon(), Context("gtk3-im:firefox") as context, Engine(self.folder) as engine:
            context.enter(engine)
            context.send("text Dear")
            engine.hear("around")
            context.send("reset")
            engine.hear("left")
            self.assertIsNone(engine.enter().get("surroundings"))
            self.assertTrue(engine.write("words"))

    def test_a_part_of_a_command_is_none(self):
        with Daemon(), Client("gtk4"), Engine(self.folder) as engine:
            command = {"write": {"_0": 1, "final": "words", "interim": "", "visit": engine.enter()["number"]}}
            engine.process.stdin.write(json.dumps(command))
            self.assertEqual(engine.close(), 0)
            while (event := engine.next()) is not None:
                self.assertNotIn("written", event)

    def test_the_field_of_qt_is_known_again_by_its_text(self):
        with Daemon(), Client("qt5") as client, Engine(self.folder) as engine:
            engine.write("Hello")
            screen.wait("the word", lambda: client.text() == "Hello")
            engine.write(interim=" kept by Qt")
            screen.wait("interim words", lambda: client.shown() == " kept by Qt")
            engine.settle()
            client.focus("password")
            engine.hear("left")
            self.assertEqual(engine.news[-1][1].get("took"), engine.number)
            told = [value["_0"]["print"] for name, value in engine.news if name == "around"][-1]
            self.assertEqual(client.text(), "Hello kept by Qt")
            other = engine.enter()
            self.assertTrue(other["isShared"])
            self.assertNotEqual((other.get("surroundings") or {}).get("print"), told)
            client.focus("entry")
            engine.hear("left", "around")
            while (engine.enter().get("surroundings") or {}).get("print") != told:
                engine.take()

    def test_a_command_for_an_earlier_visit_is_refused(self):
        with Daemon(), Client("gtk4") as client, Engine(self.folder) as engine:
            first = engine.enter()["number"]
            with Client("gtk3", "Another") as another:
                engine.hear("left")
                engine.enter()
                self.assertFalse(engine.write("words", visit=first))
                client.focus()
                engine.hear("left")
                back = engine.enter()
                self.assertEqual(another.text(), "")
                self.assertTrue(back["path"])
                self.assertTrue(back["client"].startswith("gtk4-im"))
                self.assertTrue(engine.write("words"))
                screen.wait("the words", lambda: client.text() == "words")

    def test_text_before_the_caret_is_told(self):
        def body(daemon, client):
            with Engine(self.folder) as engine:
                engine.write("I think that")
                while engine.hear("around"):
                    if engine.news[-1][1]["_0"]["before"] == "ink that":
                        break

        self.each(body)

    def test_the_former_engine_is_back_when_the_program_is_killed(self):
        with Daemon() as daemon, Client("gtk4") as client:
            # The program is a process that holds the other end of the engine's input, as Parlando does.
            command = [sys.executable, "-c", PARENT, str(INPUT), os.path.join(self.folder, "note.json")]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
                child = int(parent.stdout.readline())
                screen.wait("the engine", lambda: daemon.engine == "parlando")
                parent.kill()
                screen.wait("the former engine", lambda: daemon.engine == FORMER)
                screen.wait("the engine's end", lambda: not self.runs(child))
            self.assertFalse(os.path.exists(os.path.join(self.folder, "note.json")))
            self.assertEqual(client.text(), "")

    def runs(self, process):
        try:
            with open(f"/proc/{process}/stat") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def test_the_next_start_mends_what_no_process_could(self):
        with Daemon() as daemon, Client("gtk4"), Engine(self.folder) as engine:
            engine.process.kill()
            engine.process.wait()
            screen.wait("no engine", lambda: daemon.engine != "parlando")
            self.assertTrue(engine.note.exists())
            self.assertNotEqual(daemon.engine, FORMER)
            self.assertEqual(Engine.mend(self.folder), 0)
            self.assertEqual(daemon.engine, FORMER)
            self.assertFalse(engine.note.exists())

    def test_the_next_start_mends_after_a_restart_of_the_daemon(self):
        with Daemon() as daemon:
            with Engine(self.folder) as engine:
                engine.process.kill()
                engine.process.wait()
            daemon.stop()
            self.assertEqual(Engine.mend(self.folder), 1)
            self.assertTrue(engine.note.exists())
            daemon.start()
            self.assertEqual(Engine.mend(self.folder), 0)
            self.assertEqual(daemon.engine, FORMER)

    def test_an_engine_that_the_user_chose_since_is_left_alone(self):
        with Daemon() as daemon:
            with Engine(self.folder) as engine:
                engine.process.kill()
                engine.process.wait()
            daemon.choose("xkb:fr::fra")
            self.assertEqual(Engine.mend(self.folder), 0)
            self.assertEqual(daemon.engine, "xkb:fr::fra")
            self.assertFalse(engine.note.exists())

    def test_where_there_was_no_engine_there_is_none_again(self):
        with Daemon(engine=None) as daemon, Client("gtk4") as client:
            self.assertIsNone(daemon.engine)
            with Engine(self.folder) as engine:
                engine.write("words")
                screen.wait("the words", lambda: client.text() == "words")
                self.assertEqual(engine.close(), 0)
            screen.wait("no engine", lambda: daemon.engine is None)
            self.assertFalse(engine.note.exists())

    def test_another_engine_is_not_replaced_but_on_demand(self):
        with Daemon() as daemon, Client("gtk4") as client, Engine(self.folder) as engine:
            engine.enter()
            daemon.choose("xkb:fr::fra")
            engine.hear("replaced")
            engine.send('{"takeOver":{}}')
            engine.hear("ready")
            engine.write("words")
            screen.wait("the words", lambda: client.text() == "words")
            self.assertEqual(engine.close(), 0)
            self.assertEqual(daemon.engine, "xkb:fr::fra")

    def test_a_restart_of_the_daemon_is_survived(self):
        for toolkit in TOOLKITS[:2]:
            with self.subTest(toolkit), Daemon() as daemon, Client(toolkit) as client:
                with Engine(self.folder) as engine:
                    engine.write("before")
                    screen.wait("the words", lambda: client.text() == "before")
                    daemon.stop()
                    engine.hear("lost")
                    daemon.start()
                    engine.hear("ready")
                    engine.write(" after")
                    screen.wait("all words", lambda: client.text() == "before after")
                    self.assertEqual(engine.close(), 0)
                self.assertEqual(daemon.engine, FORMER)

    def test_a_signal_ends_it_as_well(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number), Daemon() as daemon, Engine(self.folder) as engine:
                engine.process.send_signal(number)
                self.assertEqual(engine.process.wait(20), 0)
                self.assertEqual(daemon.engine, FORMER)

    def test_it_does_not_stay_when_the_daemon_hangs(self):
        self.hang()

    def test_it_does_not_stay_whatever_signals_its_starter_blocks(self):
        self.hang(sys.executable, "-c", BLOCKING)

    def hang(self, *wrapper):
        with Daemon() as daemon, Engine(self.folder, *wrapper) as engine:
            daemon.process.send_signal(signal.SIGSTOP)
            try:
                engine.process.stdin.close()
                engine.process.wait(10)
                self.assertTrue(engine.note.exists())
            finally:
                daemon.process.send_signal(signal.SIGCONT)

    def test_taking_over_from_no_daemon_waits_for_one(self):
        with Daemon() as daemon, Engine(self.folder) as engine:
            daemon.stop()
            engine.hear("lost")
            engine.send('{"takeOver":{}}')
            engine.hear("lost")
            daemon.start()
            engine.hear("ready")
            self.assertEqual(engine.close(), 0)

    def test_without_a_daemon_it_says_so(self):
        with Daemon() as daemon:
            daemon.stop()
            engine = Engine(self.folder)
            self.assertEqual(engine.next(), {"failed": {"_0": "notRunning"}})
            self.assertEqual(engine.process.wait(20), 0)
            engine.kill()
            self.assertFalse(engine.note.exists())
            daemon.start()


# Blocks all signals, as a thread of Swift's pool does, and becomes the program that is named by its arguments.
BLOCKING = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())
os.execv(sys.argv[1], sys.argv[1:])
"""

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.argv[1], "--note", sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
print(child.pid, flush=True)
time.sleep(600)
"""


if __name__ == "__main__":
    unittest.main()
