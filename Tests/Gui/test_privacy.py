"""What the program has written, what it was allowed to send, and how both are taken back."""

import datetime
import http.server
import json
import pathlib
import subprocess
import threading
import unittest

import screen
from keyring import Keyring
from program import PROGRAM, ROOT, speak
from sshd import free_port
from test_dictation import PAUSE
from test_translator import Translator
from test_translator_keys import KEY, Keyed
from translation_server import GeminiServer, TranslationServer

TOOL = PROGRAM.with_name("parlandoctl")


MODEL = next(model for model in json.loads((ROOT / "data/models.json").read_text())["models"] if model["name"] == "small")


class BrokenMirror:
    """Sends the beginning of a model, and then nothing more."""

    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(MODEL["bytes"]))
                self.send_header("ETag", '"one"')
                self.end_headers()
                self.wfile.write(b"x" * 1000)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


class RemovalTest(unittest.TestCase):
    def leave_recording(self, page):
        """Speaks to a server that is not there: what it does not take is kept."""
        address = f"http://127.0.0.1:{free_port()}"
        listening = subprocess.Popen(
            [TOOL, "listen", "--seconds", "8", "--server", address], env=page.program.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        speak(seconds=6).wait(30)
        listening.wait(60)
        self.assertEqual(len(list(page.data.glob("unsent/*.wav"))), 1)

    def leave_download(self, page):
        """Begins to fetch a model, and gives up."""
        fetching = subprocess.Popen(
            [TOOL, "models", "get", MODEL["name"]], env=page.program.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        screen.wait("a part of a model", lambda: any(
            path.stat().st_size == 1000 for path in page.data.glob("models/small-*.part")))
        fetching.terminate()
        fetching.wait()

    def dictate(self, page):
        """Says something that the history keeps, with its sound."""
        page.program.turn("Dictation")
        page.press("Start")
        page.program.see("Stop")
        speak(seconds=PAUSE).wait(30)
        page.press("Stop")
        page.program.see("Start", seconds=60)
        screen.wait("a session and its sound", lambda: (page.data / "history.sqlite").exists()
                    and list(page.data.glob("recordings/*.flac")))
        page.program.turn(page.name)

    def test_after_everything_was_used_nothing_is_left_of_it(self):
        with Keyring() as keyring, GeminiServer("Buenos días.") as server, BrokenMirror() as mirror:
            page = Keyed(server, keeps_translations="true", keeps_audio="true", voice_service="'gemini'")
            page.keep_models("*")
            page.program.set("mirror", mirror.address)
            page.program.set("history-keeps-sound", "true")
            (page.data / "models/other-v1.bin").write_text("a whole model")
            whole = {f"parlando/models/{path.name}" for path in page.data.glob("models/*")}
            # Another program has written nonsense into the database: it is set aside.
            (page.data / "translations.sqlite").write_text("This is no database, but long enough for a header. " * 9)
            self.leave_recording(page)
            self.leave_download(page)
            # The folders outlast the program here.
            self.addCleanup(page.folder.cleanup)
            with page.program:
                page.program.turn(page.name)
                screen.wait("a copy", lambda: (page.data / "translations.sqlite.damaged").exists())
                page.ask("Good morning.")
                page.keep("API Key")
                page.translate("Good morning.", "Buenos días.")
                self.dictate(page)
                page.press("listen")
                screen.wait("speech", lambda: server.spoken == ["Buenos días."])
                page.turn_to_privacy()
                page.press("Delete All Data…")
                page.answer("Delete All Data?", goes_on=True)
                page.says("All data deleted")
                screen.wait("no key", lambda: keyring.count() == 0)
            # The folders, when the program has ended: it wrote nothing after that either.
            home = page.data.parent
            left = {str(path.relative_to(home)) for path in home.rglob("*") if not path.is_dir()}
            # Whole models stay, with what was written down of their checksums.
            self.assertEqual(left - {f"{name}.checked" for name in whole}, whole)
            settings = pathlib.Path(page.program.environment["XDG_CONFIG_HOME"], "glib-2.0/settings/keyfile")
            self.assertNotIn("mirror", settings.read_text() if settings.exists() else "")
            self.assertNotIn("translator", settings.read_text() if settings.exists() else "")


class KeptTest(unittest.TestCase):
    def test_what_is_kept_is_shown_with_its_place_and_size_and_both_change_when_it_goes(self):
        with Keyring() as keyring, TranslationServer() as server:
            page = Translator(server.address, keeps_translations="true")
            page.keep_models("*")
            data = page.data
            (data / "practice.json").write_text("[]" + " " * 2998)
            with page:
                page.translate("Good morning", "Buenos días")
                page.turn_to_privacy()
                page.says(f"{data}/practice.json · 3 kB")
                page.says(f"{data}/translations.sqlite · ")
                page.says(f"{data}/models · ")
                page.says("None in the keyring")
                page.program.turn_preferences("Translator")
                Keyed.enter(page, "API Key (Optional)", KEY)
                screen.wait("a key", lambda: keyring.count() == 1)
                page.program.turn_preferences("Privacy")
                page.says("1 key in the keyring")
                page.press("Keep Results")
                page.answer("Delete Results?", goes_on=True)
                screen.wait("no results", lambda: not (data / "practice.json").exists())
                page.says_no_more("practice.json")
                page.press("Keep Translation History")
                page.answer("Delete History?", goes_on=True)
                page.says_no_more("translations.sqlite")


class ConsentTest(unittest.TestCase):
    def test_what_was_agreed_to_is_withdrawn_and_asked_about_again(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate("Good morning", "Buenos días")
            page.turn_to_privacy()
            page.says(f"May send text to {server.address}")
            page.press("Withdraw LibreTranslate")
            page.says("LibreTranslate will receive no more text until you allow it again")
            self.assertEqual(page.program.chosen("translator-agreed-services"), "['gemini']\n")
            page.program.key("Escape")
            page.type("Where is the station?")
            page.press("translate")
            page.answer("Send Text to LibreTranslate?", goes_on=True)
            page.reads("¿Dónde está la estación?")
            self.assertEqual(len(server.requests), 2)
            page.turn_to_privacy()
            page.says(f"May send text to {server.address} · Allowed on {datetime.date.today()}")


class KeyPlaceTest(unittest.TestCase):
    def test_an_address_that_was_changed_elsewhere_does_not_get_the_key(self):
        with Keyring() as keyring, TranslationServer() as old, TranslationServer() as new:
            page = Translator(old.address)
            with page:
                page.program.open_preferences("Translator")
                Keyed.enter(page, "API Key (Optional)", KEY)
                page.says("An API key is saved in the keyring.")
                page.program.set("translator-address", f"'{new.address}'")
                page.says(f"The saved key is only for {old.address}.")
                page.program.key("Escape")
                self.translate(page, "Good morning", "Buenos días")
                self.assertEqual([request.get("api_key") for request in new.requests], [None])
                page.program.set("translator-address", f"'{old.address}'")
                self.translate(page, "Where is the station?", "¿Dónde está la estación?")
                self.assertEqual([request.get("api_key") for request in old.requests], [KEY])
                self.assertEqual(keyring.count(), 1)

    def translate(self, page, text, translation):
        """Nobody has agreed yet that text goes to this address."""
        page.type(text)
        page.press("translate")
        page.answer("Send Text to LibreTranslate?", goes_on=True)
        page.reads(translation)

    def test_a_key_of_the_environment_is_named(self):
        with GeminiServer("Buenos días.") as server, Keyed(server, key=KEY) as page:
            page.program.open_preferences("Translator")
            page.says("The key in the environment variable PARLANDO_GEMINI_KEY is used.")
            self.assertFalse(page.program.reads("Enter an API key to start translating"))


class AuthoritiesTest(unittest.TestCase):
    def test_without_its_list_of_authorities_google_gets_nothing_and_the_page_says_why(self):
        with GeminiServer("Buenos días.") as server:
            page = Keyed(server, key=KEY)
            # Google's own hosts are meant, by way of a proxy that would see it.
            for name in ("PARLANDO_GEMINI_ADDRESS", "PARLANDO_GOOGLE_ADDRESS"):
                page.program.environment.pop(name)
            resources = pathlib.Path(page.folder.name, "resources")
            resources.mkdir()
            (resources / "google-authorities.pem").touch()
            page.program.environment.update(PARLANDO_DATADIR=str(resources), https_proxy=server.address)
            with page:
                page.ask("Good morning.")
                page.says(str(resources / "google-authorities.pem"))
                page.says("Nothing was sent")
                page.press("Open Preferences")
                page.program.see("Verify Google's Certificate", role="check box")


class MemoryTest(unittest.TestCase):
    def test_what_was_translated_earlier_is_translated_anew(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate("Good morning", "Buenos días")
            page.press("Clear")
            screen.wait("an empty page", lambda: not page.read("text"))
            page.translate("Good morning", "Buenos días")
            page.says("Translated earlier; nothing sent")
            self.assertEqual(len(server.requests), 1)
            page.press("Translate Again")
            page.says("Translated with LibreTranslate")
            self.assertEqual(len(server.requests), 2)


if __name__ == "__main__":
    unittest.main()
