"""An open microphone is shown on every page, and by a notification while the window is hidden."""

import os
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

import screen
from notifications import Notifications
from program import Program, speak

TEXT = "Dictation is using the microphone."
LOST = "The microphone was disconnected. Reconnect it, or choose another."


def pactl(*command):
    return subprocess.run(["pactl", *command], check=True, capture_output=True, text=True).stdout.strip()


class OwnServer:
    """A sound server with one loudspeaker, for what is started meanwhile. A test may take both away."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.place = pathlib.Path(self.folder.name, "pulse")
        self.place.mkdir(mode=0o700)
        self.patch = unittest.mock.patch.dict(
            os.environ, PULSE_RUNTIME_PATH=str(self.place), PULSE_STATE_PATH=str(self.place),
            PULSE_SERVER=f"unix:{self.place}/native")
        self.patch.start()
        self.start()
        return self

    def __exit__(self, *reason):
        self.stop()
        self.patch.stop()
        self.folder.cleanup()

    def start(self):
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=no",
             "--load=module-null-sink",
             f"--load=module-native-protocol-unix auth-anonymous=1 socket={self.place}/native"],
            # On the bus of the test, another server has the name.
            env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": "disabled:"}, stderr=subprocess.DEVNULL)
        screen.wait("a sound server", lambda: subprocess.run(["pactl", "info"], capture_output=True).returncode == 0)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


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
            # Another page says so only when it is open.
            program.turn("Rhythm")
            program.see(TEXT)
            pactl("unload-module", module)
            news = "Monitor of Desk was disconnected. The microphone is now Monitor of Speaker."
            screen.wait(news, lambda: program.reads(news))
            program.see(TEXT)

    def test_a_microphone_without_sound_is_said_until_it_gives_some(self):
        text = "The microphone gives no sound. Is it muted?"
        with Program() as program:
            program.press("Start")
            program.see("Stop")
            screen.wait("the banner", lambda: program.reads(text))
            sound = speak()
            screen.wait("no banner", lambda: not program.reads(text))
            self.assertEqual(sound.wait(30), 0)

    def test_what_the_computer_plays_is_waited_for_without_a_loudspeaker_and_without_a_server(self):
        with OwnServer() as server, Program() as program:
            program.set("microphone", "'computer'")
            program.press("Start")
            program.see("Stop")
            pactl("unload-module", "module-null-sink")
            screen.wait("the loss", lambda: program.reads(LOST))
            pactl("load-module", "module-null-sink")
            screen.wait("the loudspeaker", lambda: not program.reads(LOST))
            server.stop()
            screen.wait("the loss", lambda: program.reads(LOST))
            server.start()
            screen.wait("the server", lambda: not program.reads(LOST))
            program.press("Stop")
            program.see("Start")

    def marks(self, program):
        return [node for node in program.nodes(is_drawn=True) if node.name == TEXT and screen.extents(node).width > 0]


if __name__ == "__main__":
    unittest.main()
