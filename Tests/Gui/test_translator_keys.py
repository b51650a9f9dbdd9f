"""Keys of the translator's services in a real keyring, and the voices that they open."""

import subprocess
import unittest

import screen
from keyring import PASSWORD, Keyring
from test_translator import Hearing, Translator
from translation_server import GeminiServer

KEY = "AQ.a-key-that-nobody-sees"


class Keyed(Translator):
    """A page whose services are Google's as `server` plays them."""

    def __init__(self, server, key="", **choices):
        super().__init__(None, **choices)
        self.ask_google_at(server.address, key)

    def enter(self, row, key):
        """Types a key into a row of the preferences, which are open."""
        def find():
            return next((node for node in self.program.nodes("text")
                         if node.name == row and screen.extents(node).width > 0), None)

        field = screen.wait(row, find)
        self.program.click(field)
        subprocess.run(["xdotool", "type", key], check=True)
        screen.wait("the key", lambda: find().get("Text", "CharacterCount") == len(key))
        self.program.key("Return")

    def keep(self, row):
        """Follows the way to the preferences, and enters the key there."""
        self.press("Enter API Key")
        self.enter(row, KEY)
        self.says("An API key is saved in the keyring.")
        self.program.key("Escape")

    def ask(self, text):
        self.type(text)
        self.press("translate")


class KeysTest(unittest.TestCase):
    def test_a_key_is_entered_kept_and_sent_and_a_locked_keyring_is_no_missing_key(self):
        with Keyring() as keyring, GeminiServer("Buenos días.") as server, Keyed(server) as page:
            page.ask("Good morning.")
            page.says("The translation service needs a key.")
            page.keep("API Key")
            self.assertEqual(keyring.count(), 1)
            page.press("translate")
            page.reads("Buenos días.")
            self.assertEqual(set(server.keys), {KEY})

            keyring.lock()
            page.ask("Good evening.")
            keyring.answer(["Escape"])
            page.says("The keyring is locked.")
            page.press("Try Again")
            keyring.answer([PASSWORD, "Return"])
            page.reads("Buenos días.")
            page.says("Translated with Gemini")
            self.assertNotIn(KEY, page.program.said())

    def test_google_cloud_speaks_with_a_key_of_its_own(self):
        with Keyring() as keyring, GeminiServer("Buenos días.") as server:
            page = Keyed(server, voice_service="'google'", agreed_services="['gemini', 'google']")
            page.program.environment.update(PARLANDO_GEMINI_KEY="other")
            with page:
                page.ask("Good morning.")
                page.reads("Buenos días.")
                page.press("listen")
                page.says("The voice service needs a key.")
                page.says("Using another voice: This Computer")
                page.keep("Voice Service API Key")
                self.assertEqual(keyring.count(), 1)
                page.press("listen")
                screen.wait("speech", lambda: server.spoken == ["Buenos días."])
                self.assertEqual(server.keys[-1], KEY)

    def test_gemini_speaks_and_where_it_cannot_this_computer_does_and_says_so(self):
        with GeminiServer("Buenos días.") as server:
            with Keyed(server, key=KEY, voice_service="'gemini'") as page:
                page.ask("Good morning.")
                page.reads("Buenos días.")
                server.speech_status = 500
                with Hearing() as loudspeaker:
                    page.press("listen")
                    self.assertTrue(loudspeaker.is_loud.wait(20))
                    screen.wait("silence", loudspeaker.is_quiet)
                page.says("The voice service has a problem.")
                page.says("Using another voice: This Computer")
                self.assertEqual(server.spoken, [])
                server.speech_status = 200
                with Hearing() as loudspeaker:
                    page.press("listen")
                    self.assertTrue(loudspeaker.is_loud.wait(20))
                self.assertEqual(server.spoken, ["Buenos días."])
                page.says_no_more("Using another voice")

    def test_removing_all_data_leaves_neither_keys_nor_texts(self):
        with Keyring() as keyring, GeminiServer("Buenos días.") as server:
            with Keyed(server, keeps_translations="true", keeps_audio="true") as page:
                page.ask("Good morning.")
                page.keep("API Key")
                page.translate("Good morning.", "Buenos días.")
                kept = list(page.data.glob("*.sqlite"))
                self.assertEqual(len(kept), 1)
                page.turn_to_privacy()
                page.press("Delete All Data…")
                page.answer("Delete All Data?", goes_on=True)
                screen.wait("no key", lambda: keyring.count() == 0)
                screen.wait("no texts", lambda: not kept[0].exists())
                chosen = "translator-keeps-translations"
                screen.wait("the usual choices", lambda: page.program.chosen(chosen) == "false\n")
                self.assertEqual([path.name for path in page.data.iterdir()], ["models"])


if __name__ == "__main__":
    unittest.main()
