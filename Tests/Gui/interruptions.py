"""What happens to a user in the middle of something: a switch, another start, a full disk, the end of the program."""

import contextlib
import os
import pathlib
import subprocess
import unittest.mock

import screen
from accessibility import Gio, GLib
from activities import preferences
from program import ROOT, Program
from session_manager import SessionManager

YEAR = 365 * 86_400


class Interruption:
    """`removes` is what has to go of what is kept, and of what would be kept afterwards. `ends`: the program is gone.
    """

    name = ""
    removes = ()
    ends = False
    # Whether it needs a disk of its own.
    mounts = False

    def prepare(self, activity):
        """Does what has to be done before the program starts."""

    def strike(self, activity):
        """Happens."""

    def check_going_on(self, activity):
        """Waits for what it has changed on the page of an activity that goes on."""
        activity.check_going_on()

    def go_on(self, activity):
        """What follows, to the end."""
        activity.go_on()
        activity.finish()


def answer(program, question):
    """Answers a question with the keyboard: not with its first button, which is to stay, but with the next one."""
    screen.wait(question, lambda: program.reads(question))
    program.key("Tab")
    program.key("Return")
    screen.wait("no question", lambda: question not in program.labels())


class Switch(Interruption):
    """A switch of the preferences is turned off, and what was kept is deleted. `title`: what the switch is called,
    None: as the activity calls it.
    """

    def __init__(self, name, title, question, *removes):
        self.name, self.title, self.question, self.removes = name, title, question, removes

    def strike(self, activity):
        program = activity.program
        with preferences(program, "Privacy"):
            screen.press(program.see(self.title or activity.switch, role="check box"))
            answer(program, self.question)


class Eye(Interruption):
    name = "the eye"
    removes = ("text", "sound")

    def strike(self, activity):
        activity.program.leave_out()


class DeleteAll(Interruption):
    name = "Delete All Data"
    removes = ("text", "sound", "translation", "latency")

    def check_going_on(self, activity):
        if activity.ends_with_data:
            screen.wait(f"no '{activity.says}'", lambda: not activity.program.reads(activity.says))
        else:
            activity.check_going_on()

    def go_on(self, activity):
        if not activity.ends_with_data:
            super().go_on(activity)

    def strike(self, activity):
        program = activity.program
        with preferences(program, "Privacy"):
            program.press("Delete All Data…")
            answer(program, "Delete All Data?")
            # The preferences go last.
            screen.wait("the usual choices", lambda: program.chosen("translator-keeps-translations") == "false\n")


class SecondStart(Interruption):
    name = "second start"

    def strike(self, activity):
        before = len(activity.program.nodes("frame"))
        activity.program.command()
        assert len(activity.program.nodes("frame")) == before


class Bus:
    """Another session bus, as another login has it; it lasts as long as the `with` block."""

    def __enter__(self):
        configuration = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "bus.conf")
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *rest):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def accessibility():
    """The bus on which the tests look at windows."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    return session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None,
                             GLib.VariantType("(s)"), 0, 10_000).unpack()[0]


class SecondLogin(Interruption):
    """Another session of the same user, in the same home, comes and goes."""

    name = "second login"
    BANNER = "Another Parlando already had this data open"

    def strike(self, activity):
        first = activity.program
        with Bus() as bus:
            second = Program("--verbose", folder=first.folder)
            second.environment = dict(activity.environment, DBUS_SESSION_BUS_ADDRESS=bus.address,
                                      AT_SPI_BUS_ADDRESS=accessibility())
            second.keeps_page = True
            with second:
                words = activity.says_elsewhere or self.BANNER
                screen.wait(words, lambda: second.reads(words))
                texts = [screen.text(node) for node in second.nodes("text") if node.name == "Transcript"]
                assert not any(texts), texts
            assert not first.reads(self.BANNER)


class Terminate(Interruption):
    name = "SIGTERM"
    ends = True

    def strike(self, activity):
        activity.program.process.terminate()
        assert activity.program.end() == -15


class Kill(Interruption):
    name = "kill -9"
    ends = True

    def strike(self, activity):
        activity.program.process.kill()
        assert activity.program.end() == -9


class LogOut(Interruption):
    """The desktop is told what would be lost, the user leaves all the same, and the display goes."""

    name = "log out"
    ends = True
    REASON = "Dictation, transcription or text would be lost"

    def prepare(self, activity):
        self.manager = activity.stack.enter_context(SessionManager())

    def strike(self, activity):
        reasons = [self.REASON] if activity.is_at_risk else []
        screen.wait(f"the reasons {reasons}", lambda: self.manager.reasons == reasons)
        window = subprocess.check_output(
            ["xdotool", "search", "--onlyvisible", "--pid", str(activity.program.process.pid)], text=True).split()[0]
        subprocess.run(["xdotool", "windowkill", window], check=True)
        assert activity.program.end() == 1


class Clock(Interruption):
    """The date is suddenly another one, and still is at the next start."""

    def __init__(self, name, seconds):
        self.name, self.seconds = name, seconds

    def prepare(self, activity):
        folder = pathlib.Path(activity.program.folder)
        shim, self.file = folder / "clock.so", folder / "ahead"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, ROOT / "scripts/tools/sleeping_clock.c", "-ldl"],
                       check=True)
        activity.environment |= {"LD_PRELOAD": str(shim), "PARLANDO_AHEAD": str(self.file)}
        # What is older is deleted.
        activity.program.set("history-days", 30)

    def strike(self, activity):
        self.file.write_text(str(self.seconds))


class FullDisk(Interruption):
    name = "disk full"
    mounts = True

    def prepare(self, activity):
        folder = activity.home.folder
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=120m", "tmpfs", folder], check=True)
        activity.stack.callback(subprocess.run, ["umount", "--lazy", folder], check=True)
        activity.home.lay_out()

    def strike(self, activity):
        self.filler = activity.home.folder / "filler"
        with open(self.filler, "wb", buffering=0) as file:
            for size in 1 << 20, 1 << 12:
                with contextlib.suppress(OSError):  # it is full
                    while file.write(bytes(size)) == size:
                        pass

    def check_going_on(self, activity):
        if activity.halts_on_full_disk:
            self.check(activity, activity.halts_on_full_disk)
        else:
            activity.check_going_on()

    def check(self, activity, words):
        screen.wait(words, lambda: activity.program.reads(words))

    def go_on(self, activity):
        if activity.halts_on_full_disk:
            self.filler.unlink()
            activity.try_again()
            activity.check_going_on()
        activity.go_on()
        if activity.ends_on_full_disk:
            activity.finish()
        if activity.lost_on_full_disk:
            self.check(activity, activity.lost_on_full_disk)
            activity.lose()
        self.filler.unlink(missing_ok=True)
        if not activity.ends_on_full_disk:
            activity.finish()


class KeyringGone(Interruption):
    name = "keyring gone"

    def prepare(self, activity):
        activity.use_key()

    def strike(self, activity):
        activity.keyring.daemon.kill()
        activity.keyring.daemon.wait()

    def go_on(self, activity):
        activity.go_on_without_key()


class OtherMicrophone(Interruption):
    """Another microphone becomes the default one: what is said now is said into that one."""

    name = "default microphone changed"

    def strike(self, activity):
        activity.stack.callback(self.choose, "spk.monitor")
        self.choose("spk2.monitor")
        activity.stack.enter_context(unittest.mock.patch.dict(os.environ, PARLANDO_VIRTUAL_SINK="spk2"))

    def choose(self, name):
        subprocess.run(["pactl", "set-default-source", name], check=True)


class ModelDeleted(Interruption):
    name = "model deleted"

    def strike(self, activity):
        program = activity.program
        with preferences(program, "Models"):
            program.press(f"Remove {activity.model}")
            screen.wait("the news", lambda: program.reads(f"{activity.model} removed"))

    def go_on(self, activity):
        activity.go_on()
        if activity.ends_without_model:
            words = activity.ends_without_model
            screen.wait(words, lambda: activity.program.reads(words))
        else:
            activity.finish()


COLUMNS = [
    Switch("Keep Dictations", None, "Delete Saved Dictations?", "text", "sound"),
    Switch("Keep Recordings", "Keep Recordings", "Delete Recordings?", "sound"),
    Switch("Keep Translations", "Keep Translation History", "Delete History?", "translation"),
    Eye(), DeleteAll(), SecondStart(), SecondLogin(), Terminate(), LogOut(), Kill(),
    Clock("clock forward", YEAR), Clock("clock back", -YEAR), FullDisk(), KeyringGone(), OtherMicrophone(),
    ModelDeleted(),
]
