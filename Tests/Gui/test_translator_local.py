"""The translator without anybody's server: Apertium translates on this computer, and what is typed meanwhile waits."""

import contextlib
import os
import pathlib
import signal
import subprocess
import unittest

import screen
from test_translator import Translator
from translation_server import TranslationServer

ROUGH = "Rough translation"


def translators(page):
    """The programs of Apertium that this page's program has started; other tests have theirs."""
    processes = subprocess.check_output(["ps", "-eo", "pid=,ppid=,args="], text=True).splitlines()
    rows = [row.split(None, 2) for row in processes]
    family, size = {str(page.program.process.pid)}, 0
    while size < len(family):
        size = len(family)
        family |= {number for number, parent, _ in rows if parent in family}
    return {number for number, _, command in rows if number in family and is_translator(command)}


def is_translator(command):
    return "/apertium-eng-spa/" in command


def is_running(process):
    with contextlib.suppress(OSError):
        return is_translator(pathlib.Path("/proc", process, "cmdline").read_text(encoding="utf-8"))
    return False


class Local(Translator):
    """The page of this computer, from English."""

    def __init__(self, language="", **choices):
        super().__init__(None, language, agreed=False, service="'offline'", source="'en'", **choices)


class LocalTest(unittest.TestCase):
    def test_a_text_is_translated_without_key_and_network_and_says_that_it_is_rough(self):
        with Local() as page:
            page.translate("Good morning.", "Buenos días.")
            page.says(ROUGH)
            page.translate("Good morning.\n\nThank you.", "Buenos días.\n\nGracias.")
            page.press("swap")
            screen.wait("the texts changed round", lambda: page.read("text").startswith("Buenos días."))
            page.type("Gracias.")
            page.press("translate")
            screen.wait("English", lambda: "thank" in page.read("translation").lower())

    def test_nothing_of_it_is_left_when_the_program_is_killed(self):
        with Local() as page:
            page.translate("Good morning.", "Buenos días.")
            started = translators(page)
            self.assertTrue(started)
            page.program.has_ended = True
            os.kill(page.program.process.pid, signal.SIGKILL)
            screen.wait("no programs of it", lambda: not any(map(is_running, started)))

    def test_programs_that_have_died_are_started_again(self):
        with Local() as page:
            page.translate("Good morning.", "Buenos días.")
            for process in translators(page):
                # The programs of a pipeline end by themselves when one before them has ended.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)
            page.translate("Thank you.", "Gracias.")

    def test_the_first_page_offers_it_and_says_what_it_is(self):
        with Translator(None, agreed=False) as page:
            page.says("Gemini needs a key of your own.")
            page.says("Rough translations without key and network: English, Spanish")
            page.program.click(page.program.see("This Computer", role="check box"))
            screen.wait("no choice any more", lambda: not page.program.reads("Gemini needs a key of your own."))
            self.assertEqual(page.program.chosen("translator-service"), "'offline'\n")

    def test_the_package_of_a_pair_is_named_and_its_command_copied(self):
        folder = pathlib.Path("/usr/share/apertium/modes")
        page = Local(target="'fr'")
        modes = pathlib.Path(page.folder.name, "apertium/modes")
        modes.mkdir(parents=True)
        for mode in "eng-spa", "spa-eng":
            (modes / f"{mode}.mode").symlink_to(folder / f"{mode}.mode")
        page.program.environment["APERTIUM_DATADIR"] = str(modes.parent)
        with page:
            page.says("on this computer, install apertium-fr-es.")
            page.says("sudo apt install apertium-fr-es")
            page.press("Copy Command")
            page.says("Command copied. Run it in a terminal.")
            for mode in "es-fr", "fr-es":
                (modes / f"{mode}.mode").symlink_to(folder / f"{mode}.mode")
            # Translating looks for what is there now.
            page.type("Good morning.")
            page.press("translate")
            screen.wait("French", lambda: "bon" in page.read("translation").lower())

    def keep_waiting(self, server, page):
        """Translates a text that gets no answer before `go` is set, and another one, which waits for it."""
        server.go.clear()
        page.type("Good morning")
        page.press("translate")
        screen.wait("a request", lambda: len(server.requests) == 1)
        page.type("Where is the station?")
        page.press("translate")
        page.says("1 text is waiting")

    def test_what_is_typed_meanwhile_waits_and_is_seen_waiting(self):
        with TranslationServer() as server, Translator(server.address, source="'en'") as page:
            self.keep_waiting(server, page)
            page.type("Never mind")
            page.press("translate")
            page.says("2 texts are waiting")
            page.press("Cancel Waiting")
            page.says_no_more("2 texts are waiting")
            page.type("Where is the station?")
            page.press("translate")
            page.says("1 text is waiting")
            server.go.set()
            page.reads("¿Dónde está la estación?")
            page.says("Buenos días")
            self.assertEqual([request["q"] for request in server.requests], ["Good morning", "Where is the station?"])

    def test_the_translations_of_all_texts_that_waited_stay_on_the_page(self):
        with TranslationServer() as server, Translator(server.address, source="'en'") as page:
            self.keep_waiting(server, page)
            page.type("Thank you")
            page.press("translate")
            page.says("2 texts are waiting")
            server.go.set()
            page.says_no_more("2 texts are waiting")
            page.says("Buenos días\n\n¿Dónde está la estación?")
            page.says("Good morning\n\nWhere is the station?")

    def test_a_conversation_ends_when_its_page_is_left(self):
        with TranslationServer() as server, Translator(server.address, source="'en'") as page:
            page.press("Conversation")
            page.press("speak")
            page.program.see("Stop", seconds=60)
            page.program.turn("Rhythm")
            page.says_no_more("The translator is using the microphone.")
            page.program.turn("Translator")
            page.program.see("Speak", seconds=60)


if __name__ == "__main__":
    unittest.main()
