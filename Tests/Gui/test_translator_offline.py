"""The translator with its network taken away, and given back. The program runs in a network of its own."""

import ctypes
import os
import subprocess
import threading
import unittest

import screen
from program import speak
from sshd import free_port
from test_translator import Hearing, Translator
from translation_server import GeminiServer

# Runs a command with a network that is this machine alone.
ALONE = ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
NEW_NETWORK = 0x40000000


def can_be_alone():
    return os.geteuid() == 0 and subprocess.run([*ALONE, "true"], capture_output=True).returncode == 0


class Alone(Translator):
    """A page that looks for Gemini at a port where nobody answers, in a network without a way out."""

    def __init__(self, **choices):
        super().__init__(None, source=choices.pop("source", "'en'"), **choices)
        self.port = free_port()
        self.ask_google_at(f"http://127.0.0.1:{self.port}", "test-key")
        self.program.wrapper = ALONE

    def inside(self, make):
        """What `make` gives in the network of the program: a socket belongs to that in which it was made."""
        answers = []

        def enter():
            with open(f"/proc/{self.program.process.pid}/ns/net") as network:
                if ctypes.CDLL(None, use_errno=True).setns(network.fileno(), NEW_NETWORK) == 0:
                    answers.append(make())

        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
        return answers[0]

    def set_network(self, is_there):
        route = ["ip", "route", "add" if is_there else "del", "default", "dev", "lo"]
        self.inside(lambda: subprocess.run(route, check=True))


@unittest.skipUnless(can_be_alone(), "only root can take the network away; scripts/test becomes it in a namespace")
class OfflineTest(unittest.TestCase):
    def test_what_can_work_does_and_the_rest_waits_until_the_network_is_back(self):
        with Alone() as page:
            page.type("Good morning.")
            page.press("translate")
            page.says("You are offline. The text will be translated once you are back online.")
            page.says("Waiting for the network")
            page.press("Stop Waiting")
            page.program.see("Translate")
            page.says_no_more("You are offline")
            # The voice of this computer needs none.
            with Hearing() as loudspeaker:
                page.press("Listen to Text")
                self.assertTrue(loudspeaker.is_loud.wait(20))

            page.press("translate")
            page.says("Waiting for the network")
            with page.inside(lambda: GeminiServer("Buenos días.", port=page.port)):
                page.set_network(True)
                page.reads("Buenos días.")
                page.says("Translated with Gemini")
            page.set_network(False)
            page.type("")
            page.translate("Good morning.", "Buenos días.")
            page.says("Translated earlier; nothing sent")

    def test_who_does_not_wish_to_wait_is_told_what_helps(self):
        with Alone(waits_for_network="false") as page:
            page.type("Good morning.")
            page.press("translate")
            page.says("The translation service cannot be reached. Check your network connection.")
            page.program.see("Try Again")

    def test_speech_into_english_is_translated_by_the_speech_model_and_says_so(self):
        with Alone(source="'de'", target="'en'") as page:
            said = os.path.join(page.folder.name, "said.wav")
            subprocess.run(
                ["espeak-ng", "-v", "de", "-w", said, "Mein Name ist Anna. Ich komme aus Berlin."], check=True)
            page.press("speak")
            page.program.see("Stop", seconds=60)
            sound = speak(said)
            # The smallest models do not hear every word of a synthetic voice.
            screen.wait("a translation", lambda: "My name is" in page.read("translation"), 120)
            sound.wait(30)
            page.says("Translated on this computer by the speech model")


if __name__ == "__main__":
    unittest.main()
