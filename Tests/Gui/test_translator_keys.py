"""Keys of the translator's services in a real keyring, and the voices that they open."""

import subprocess
import unittest

import screen
from keyring import PASSWORD, Keyring
from test_translator import Translator, loudest
from translation_server import GeminiServer

KEY = "AQ.a-key-that-nobody-sees"


class Keyed(Translator):
    """A page whose services are Google's as `server` plays them."""

    def __init__(self, server, key="", **choices):
        super().__init__(None, **choices)
        self.program.environment.update(
            PARLANDO_GEMINI_ADDRESS=server.address, PARLANDO_GOOGLE_ADDRESS=server.address)
        if key:
            self.program.environment.update(PARLANDO_GEMINI_KEY=key, PARLANDO_GOOGLE_KEY=key)

    def enter(self, row, key):
        """Types a key into a row of the preferences, which are open."""
        def find():
            self.program.application.clear_cache()
            return next((node for node in screen.walk(self.program.application)
                         if node.get_role_name() == "password text" and node.get_name() == row
                         and screen.extents(node).width > 0), None)

        field = screen.wait(row, find)
        screen.wait("the focus", lambda: field.grab_focus() and screen.has(field, screen.Atspi.StateType.FOCUSED))
        subprocess.run(["xdotool", "type", key], check=True)
        self.program.key("Return")

    def ask(self, text):
        self.type(text)
        self.press("translate")


class KeysTest(unittest.TestCase):
    def test_a_key_is_entered_kept_and_sent_and_a_locked_keyring_is_no_missing_key(self):
        with Keyring() as keyring, GeminiServer("Buenos días.") as server, Keyed(server) as page:
            page.ask("Good morning.")
            page.says("The translation service needs a key.")
            page.press("Enter a Key")
            page.says("No key is kept yet")
            page.enter("Key", KEY)
            page.says("A key is kept in the keyring.")
            self.assertEqual(keyring.count(), 1)
            page.program.key("Escape")
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
                page.says("Another voice speaks: This Computer")
                page.press("Enter a Key")
                page.enter("Key of the Voice Service", KEY)
                page.says("A key is kept in the keyring.")
                self.assertEqual(keyring.count(), 1)
                page.program.key("Escape")
                screen.wait("silence", lambda: page.press("listen") or server.spoken)
                self.assertEqual(server.spoken, ["Buenos días."])
                self.assertEqual(server.keys[-1], KEY)

    def test_gemini_speaks_and_where_it_cannot_this_computer_does_and_says_so(self):
        with GeminiServer("Buenos días.") as server:
            with Keyed(server, key=KEY, voice_service="'gemini'") as page:
                page.ask("Good morning.")
                page.reads("Buenos días.")
                server.speech_status = 500
                self.assertGreater(loudest(6, lambda: page.press("listen")), -40)
                page.says("The voice service is in trouble itself.")
                page.says("Another voice speaks: This Computer")
                self.assertEqual(server.spoken, [])
                server.speech_status = 200
                self.assertGreater(loudest(6, lambda: page.press("listen")), -40)
                self.assertEqual(server.spoken, ["Buenos días."])
                self.assertFalse(any("Another voice speaks" in label for label in page.labels()))

    def test_removing_all_data_leaves_neither_keys_nor_texts(self):
        with Keyring() as keyring, GeminiServer("Buenos días.") as server:
            with Keyed(server, keeps_translations="true", keeps_audio="true") as page:
                page.ask("Good morning.")
                page.press("Enter a Key")
                page.enter("Key", KEY)
                page.says("A key is kept in the keyring.")
                page.program.key("Escape")
                page.translate("Good morning.", "Buenos días.")
                kept = list(page.data.glob("*.sqlite"))
                self.assertEqual(len(kept), 1)
                page.program.key("ctrl+comma")
                screen.wait("the page of privacy", lambda: page.turn("Privacy"))
                page.press("Remove All Data…")
                page.answer("Remove All Data?", goes_on=True)
                screen.wait("no key", lambda: keyring.count() == 0)
                screen.wait("no texts", lambda: not kept[0].exists())
                self.assertEqual([path.name for path in page.data.iterdir()], ["models"])


if __name__ == "__main__":
    unittest.main()
