"""What scoring installs is what requirements.in asks for, with all that it needs, and nothing else."""
import importlib.metadata
import pathlib
import re
import unittest

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

FOLDER = pathlib.Path(__file__).resolve().parents[1]


def asked_for(text):
    """The requirements of a requirements.in, and the names that it leaves out."""
    remarks = " ".join(re.findall(r"(?m)^# left out: (.*)$", text))
    left_out = {canonicalize_name(name) for name in re.sub(r"\([^)]*\)|,|\band\b", " ", remarks).split()}
    return [Requirement(line) for line in text.splitlines() if line and not line.startswith("#")], left_out


def locked(text):
    """{name: version} of a requirements.txt."""
    return {canonicalize_name(name): version for name, version in re.findall(r"(?m)^([\w.-]+)==(\S+)", text)}


def disagreements(asked, left_out, lock, needs_of):
    """What a lock lacks, has in another version, or has for nothing; sentences for people."""
    problems, reached, waiting = [], set(), list(asked)
    while waiting:
        wish = waiting.pop()
        name = canonicalize_name(wish.name)
        if name in left_out or name in reached:
            continue
        if name not in lock:
            problems.append(f"{name} is wanted and not pinned.")
        elif lock[name] not in wish.specifier:
            problems.append(f"{name} {lock[name]} is pinned, {wish} is wanted.")
        else:
            reached.add(name)
            waiting += needs_of(name)
    return problems + [f"{name} is pinned and not wanted." for name in sorted({*lock} - reached)]


def needs_of_installed(name):
    """What an installed package needs on this machine."""
    wishes = map(Requirement, importlib.metadata.requires(name) or [])
    return [wish for wish in wishes if wish.marker is None or wish.marker.evaluate({"extra": ""})]


class Requirements(unittest.TestCase):
    def test_the_lock_is_what_is_asked_for(self):
        asked, left_out = asked_for((FOLDER / "requirements.in").read_text(encoding="utf-8"))
        lock = locked((FOLDER / "requirements.txt").read_text(encoding="utf-8"))
        self.assertEqual(disagreements(asked, left_out, lock, needs_of_installed), [])
        self.assertEqual({name: importlib.metadata.version(name) for name in lock}, lock)

    def test_a_stale_lock_is_told(self):
        needs = {"a": [Requirement("b>=2"), Requirement("unused")], "b": []}.get
        asked = [Requirement("a>=1")]

        def told(lock):
            return disagreements(asked, {"unused"}, lock, needs)

        self.assertEqual(told({"a": "1", "b": "2"}), [])
        self.assertEqual(told({"a": "1"}), ["b is wanted and not pinned."])
        self.assertEqual(told({"a": "1", "b": "2", "c": "1"}), ["c is pinned and not wanted."])
        self.assertEqual(told({"a": "1", "b": "1"}), ["b 1 is pinned, b>=2 is wanted.", "b is pinned and not wanted."])

    def test_names_that_are_left_out_are_read(self):
        asked, left_out = asked_for("# left out: One (a reason), two_x and three\nb>1\n")
        self.assertEqual(([str(wish) for wish in asked], left_out), (["b>1"], {"one", "two-x", "three"}))


if __name__ == "__main__":
    unittest.main()
