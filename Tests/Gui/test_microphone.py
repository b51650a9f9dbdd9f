"""An open microphone is shown on every page, and by a notification while the window is hidden."""

import subprocess
import unittest

import screen
from notifications import Notifications
from program import Program, speak

TEXT = "Dictation is using the microphone."


def pactl(*command):
    return subprocess.run(["pactl", *command], check=True, capture_output=True, text=True).stdout.strip()


class MicrophoneTest(unittest.TestCase):
    def test_every_page_says_that_the_microphone_is_on(self):
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            for page in "Rhythm", "Translator", "Terminal":
                program.turn(page)
                program.see(TEXT)
            program.press(TEXT)
            screen.wait("the page that listens", lambda: program.shows("Dictation"))
            # The page itself says so.
            screen.wait("a page without the mark", lambda: not self.marks(program))
            program.press("Stop")
            program.see("Start")
            program.turn("Rhythm")
            screen.wait("the other page without the mark", lambda: program.shows("Rhythm") and not self.marks(program))

    def test_a_hidden_window_says_so_by_a_notification(self):
        with Notifications() as notifications, Program() as program:
            program.press("Start")
            program.see("Stop")
            window = subprocess.check_output(
                ["xdotool", "search", "--onlyvisible", "--pid", str(program.process.pid)], text=True).split()[0]
            subprocess.run(["xdotool", "windowunmap", window], check=True)
            self.assertEqual(notifications.next(), ["Microphone Is On", TEXT])
            subprocess.run(["xdotool", "windowmap", window], check=True)
            self.assertIsNone(notifications.next())

    def test_the_window_says_which_microphone_took_over(self):
        usual = pactl("get-default-source")
        module = pactl("load-module", "module-null-sink", "sink_name=desk", "sink_properties=device.description=Desk")
        self.addCleanup(subprocess.run, ["pactl", "unload-module", module], stderr=subprocess.DEVNULL)
        self.addCleanup(pactl, "set-default-source", usual)
        pactl("set-default-source", "desk.monitor")
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            pactl("unload-module", module)
            news = "Monitor of Desk was disconnected. The microphone is now Monitor of Speaker."
            screen.wait(news, lambda: program.reads(news))
            program.see("Stop")

    def test_a_microphone_without_sound_is_said_until_it_gives_some(self):
        text = "The microphone gives no sound. Is it muted?"
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            screen.wait("the banner", lambda: program.reads(text))
            sound = speak()
            screen.wait("no banner", lambda: not program.reads(text))
            self.assertEqual(sound.wait(30), 0)

    def marks(self, program):
        return [node for node in program.nodes(is_drawn=True) if node.name == TEXT and screen.extents(node).width > 0]


if __name__ == "__main__":
    unittest.main()
