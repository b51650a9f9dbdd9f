"""What can be done with the speech of a translation."""

import pathlib
import unittest
import wave

import screen
from test_translator import Translator
from translation_server import PHRASES, TranslationServer

LONG = "Good morning! Could you tell me when the next train to the sea leaves?"


class SpeechTest(unittest.TestCase):
    def test_it_is_paused_goes_on_and_stops(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate(LONG, PHRASES[LONG, "es"])
            page.press("listen")
            page.press("Pause Speech")
            page.press("Resume Speech")
            page.press("stop")
            page.program.see(page.words["listen"])

    def test_it_is_saved_as_a_file(self):
        with TranslationServer() as server, Translator(server.address) as page:
            page.translate("Where is the station?", "¿Dónde está la estación?")
            page.press("Save as Audio…")
            path = pathlib.Path(page.folder.name, "said.wav")
            page.program.choose_file(path)
            # GTK 4.8 ends the program when its closing dialog is looked through: the file tells first.
            screen.wait("the file", lambda: path.exists() and path.stat().st_size > 44)
            with wave.open(str(path)) as sound:
                self.assertGreater(sound.getnframes(), sound.getframerate())


if __name__ == "__main__":
    unittest.main()
