"""The Swift packages that are built are those that the lock names, to the last file."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from swift_lock import ROOT, LockError, contents_of, differing, read_lock, stale, vet, wanted

MANIFEST = """
    .package(url: "https://example.org/one", exact: "1.2.3"),
    .package(
        url: "https://example.org/Two.git", exact: "2.0.0"),
"""
LOCK = {"one": {"address": "https://example.org/one", "version": "1.2.3", "contents": {}},
        "two": {"address": "https://example.org/Two.git", "version": "2.0.0", "contents": {}}}


class Manifest(unittest.TestCase):
    def test_the_lock_of_the_project_is_not_stale(self):
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        self.assertEqual(len(wanted(manifest)), manifest.count(".package(url:"))
        self.assertEqual(stale(read_lock(), manifest), [])
        for package in read_lock().values():
            self.assertIn("Package.swift", package["contents"])
            for digest in package["contents"].values():
                self.assertRegex(digest, "^[0-9a-f]{40}$")

    def test_a_stale_lock_is_told(self):
        self.assertEqual(stale(LOCK, MANIFEST), [])
        self.assertEqual(stale(LOCK, MANIFEST.replace("1.2.3", "1.2.4")),
                         ["Package.swift wants one 1.2.4, the lock has 1.2.3."])
        self.assertEqual(stale({"one": LOCK["one"]}, MANIFEST), ["Package.swift wants two 2.0.0, the lock has none."])
        self.assertEqual(stale(LOCK, MANIFEST.split("\n", 2)[2]),
                         ["Package.swift wants one not at all, the lock has 1.2.3."])

    def test_no_version_may_float(self):
        for rule in ('from: "1.0.0"', '"1.0.0"..<"2.0.0"', 'branch: "main"'):
            with self.assertRaises(LockError):
                wanted(f'.package(url: "https://example.org/one", {rule})')


def alone():
    """The environment without what a hook or a user tells git: where the repository is, and how to sign in it."""
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    own |= {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | own


class Checkout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkouts = pathlib.Path(folder.name)
        self.one = self.checkouts / "one"
        (self.one / "Sources").mkdir(parents=True)
        self.write("Package.swift", "package")
        self.write("Sources/a.swift", "let a = 1")
        self.write("README.md", "words")
        self.git("init", "--quiet")
        self.commit()
        self.lock = {"one": LOCK["one"] | {"contents": contents_of(self.one, ["Package.swift", "Sources"])}}
        self.pins = [{"identity": "one", "version": "1.2.3"}]

    def write(self, name, text):
        (self.one / name).write_text(text, encoding="utf-8")

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.one, *arguments], check=True, capture_output=True, env=alone())

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=all")

    def problems(self):
        return differing(self.lock, self.pins, self.checkouts)

    def test_the_same_sources_are_known_under_another_commit(self):
        self.assertEqual(self.problems(), [])
        self.write("README.md", "other words")
        self.commit()
        self.assertEqual(self.problems(), [])

    def test_a_moved_tag_is_found(self):
        self.write("Sources/a.swift", "let a = 2")
        self.commit()
        self.assertEqual(self.problems(), ["one 1.2.3 is not the one that is known: its sources differ."])

    def test_a_changed_or_added_file_is_found(self):
        for name in ("Sources/a.swift", "Sources/b.swift"):
            self.write(name, "let b = 3")
            with self.assertRaises(LockError):
                self.problems()
            self.git("clean", "--quiet", "--force", "-d")
            self.git("checkout", "--quiet", ".")
        self.assertEqual(self.problems(), [])

    def test_a_package_is_compared_before_swift_runs_its_manifest(self):
        self.git("tag", "1.2.3")
        copy = self.checkouts / "repositories" / "one-0123"
        vet(self.lock, [], lambda address: self.one)
        self.git("tag", "v1.2.3")
        self.git("tag", "--delete", "1.2.3")
        vet(self.lock, [], lambda address: self.one)
        self.git("tag", "--delete", "v1.2.3")
        self.git("tag", "1.2.3")
        subprocess.run(["git", "clone", "--quiet", "--bare", self.one, copy], check=True, env=alone())
        vet(self.lock, [self.checkouts], None)
        self.write("Package.swift", "another package")
        self.commit()
        self.git("tag", "--force", "1.2.3")
        with self.assertRaises(LockError):
            vet(self.lock, [], lambda address: self.one)
        self.write("Package.swift", "package")
        self.write("Package@swift-6.0.swift", "another package")
        self.commit()
        self.git("tag", "--force", "1.2.3")
        with self.assertRaises(LockError):
            vet(self.lock, [], lambda address: self.one)

    def test_a_hooks_repository_is_left_alone(self):
        with tempfile.TemporaryDirectory() as other:
            os.environ["GIT_DIR"] = other
            self.addCleanup(os.environ.pop, "GIT_DIR")
            self.write("README.md", "other words")
            self.commit()
            self.assertEqual(self.problems(), [])
            self.assertEqual(os.listdir(other), [])

    def test_a_program_that_a_checkout_names_is_not_run(self):
        program = self.checkouts / "program"
        program.write_text(f"#!/bin/sh\ntouch {self.checkouts}/was-run\n", encoding="utf-8")
        program.chmod(0o755)
        self.git("config", "core.fsmonitor", str(program))
        self.assertEqual(self.problems(), [])
        self.assertFalse((self.checkouts / "was-run").exists())

    def test_a_manifest_for_one_swift_only_is_found(self):
        self.write("Package@swift-6.0.swift", "another package")
        self.commit()
        with self.assertRaises(LockError):
            self.problems()

    def test_what_was_fetched_besides_or_in_another_version_is_told(self):
        self.pins[0]["version"] = "1.2.4"
        self.pins.append({"identity": "more", "version": "1.0.0"})
        self.assertEqual(self.problems(), ["more: 1.0.0 was fetched, the lock has no such package.",
                                           "one: 1.2.4 was fetched, the lock has 1.2.3."])


if __name__ == "__main__":
    unittest.main()
