"""A real SSH server on this machine, with keys of its own; it lasts as long as the `with` block."""

import os
import pathlib
import pwd
import shlex
import signal
import socket
import subprocess
import tempfile

import screen

USER = pwd.getpwuid(os.getuid()).pw_name


def free_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


def make_key(path, passphrase=""):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-f", path], check=True)
    return pathlib.Path(f"{path}.pub").read_text(encoding="ascii").strip()


class Server:
    """Runs as the current user; only the key in its folder opens it."""

    def __init__(self, passphrase="", asks_for_password=False):
        self.passphrase = passphrase
        self.asks_for_password = asks_for_password

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="parlando-sshd-")
        self.folder = pathlib.Path(self.temporary.name)
        self.port = free_port()
        self.host_key = make_key(self.folder / "host")
        (self.folder / "authorized").write_text(make_key(self.folder / "key", self.passphrase) + "\n", encoding="ascii")
        self.know(self.host_key)
        config = self.folder / "sshd_config"
        config.write_text(f"""\
ListenAddress 127.0.0.1
Port {self.port}
HostKey {self.folder}/host
AuthorizedKeysFile {self.folder}/authorized
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication {"yes" if self.asks_for_password else "no"}
KbdInteractiveAuthentication no
PermitRootLogin {"yes" if self.asks_for_password else "prohibit-password"}
PrintLastLog no
""", encoding="ascii")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # where sshd locks itself in, when it can
        self.log = open(self.folder / "log", "wb")
        # Its own group, so that every connection can be ended with it.
        self.process = subprocess.Popen(
            ["/usr/sbin/sshd", "-D", "-e", "-f", config], stdin=subprocess.DEVNULL, stderr=self.log,
            start_new_session=True)
        screen.wait("an SSH server", self.answers)
        return self

    def __exit__(self, *rest):
        self.end_connections()
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.temporary.cleanup()

    def answers(self):
        assert self.process.poll() is None, "sshd ended:\n" + (self.folder / "log").read_text(encoding="utf-8")
        with socket.socket() as made:
            return made.connect_ex(("127.0.0.1", self.port)) == 0

    def know(self, host_key):
        """What the user has noted as the key of this server."""
        (self.folder / "known").write_text(f"[127.0.0.1]:{self.port} {host_key}\n", encoding="ascii")

    def profile(self, **changes):
        """A connection as the program keeps it."""
        options = ["-F", "none", "-i", f"{self.folder}/key", "-o", "IdentitiesOnly=yes",
                   "-o", f"UserKnownHostsFile={self.folder}/known", "-o", "GlobalKnownHostsFile=none",
                   "-o", "ConnectTimeout=10"]
        return {"id": "1", "name": "Cellar", "host": "127.0.0.1", "port": self.port, "user": USER,
                "options": shlex.join(options)} | changes

    def end_connections(self):
        """What the other side sees when a machine loses its power: nothing is said any more."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for child in children.read_text(encoding="ascii").split():
            for process in [*self.below(child), child]:
                try:
                    os.kill(int(process), signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def below(self, process):
        path = pathlib.Path(f"/proc/{process}/task/{process}/children")
        found = path.read_text(encoding="ascii").split() if path.exists() else []
        return [deeper for child in found for deeper in [*self.below(child), child]]
