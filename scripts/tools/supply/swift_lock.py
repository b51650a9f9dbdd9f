#!/usr/bin/env python3
"""Holds the Swift packages to swift-packages.json: their versions, and the contents of whatever is compiled.

Package.resolved names commits, and those of a mirror that was copied are not those of the published repository. What
the sources contain is the same everywhere: git names it by a hash of every file in it.

usage: swift_lock.py build [--swift COMMAND] [--package-path FOLDER] [--scratch-path FOLDER] [ARGUMENT]...
       swift_lock.py write [the same]

  build   `swift build` with these arguments, once the packages have been found to be those that are known
  write   writes the lock anew, after Package.swift has asked for another version: look at what changed, and commit it
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
LOCK = pathlib.Path(__file__).with_name("swift-packages.json")
CACHE = pathlib.Path("~/.cache/org.swift.swiftpm").expanduser()


class LockError(Exception):
    """Why the packages are not those that are known; a sentence for people."""


def wanted(manifest):
    """{identity: (address, version)} of what a Package.swift asks for. Throws unless each version is an exact one."""
    calls = re.findall(r'\.package\(\s*url:\s*"([^"]+)",\s*(.+?)\)', manifest, re.DOTALL)
    packages = {}
    for address, rule in calls:
        version = re.fullmatch(r'exact:\s*"([^"]+)"', rule.strip())
        if version is None:
            raise LockError(f"Package.swift lets the version of {address} float ({rule.strip()}).")
        packages[identity_of(address)] = (address, version[1])
    return packages


def identity_of(address):
    return address.rstrip("/").rsplit("/", 1)[-1].removesuffix(".git").lower()


def read_pins(resolved):
    """[{identity, location, version, revision}] of a Package.resolved."""
    pins = json.loads(pathlib.Path(resolved).read_text(encoding="utf-8"))["pins"]
    return [{"identity": pin["identity"], "location": pin["location"], "version": pin["state"].get("version", ""),
             "revision": pin["state"]["revision"]} for pin in pins]


def read_lock(path=LOCK):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def stale(lock, manifest):
    """What a lock and a Package.swift say differently; sentences for people."""
    asked = wanted(manifest)
    locked = {name: (package["address"], package["version"]) for name, package in lock.items()}
    return [f"Package.swift wants {name} {asked.get(name, ('', 'not at all'))[1]}, "
            f"the lock has {locked.get(name, ('', 'none'))[1]}."
            for name in sorted({*asked, *locked}) if asked.get(name) != locked.get(name)]


def git(checkout, *arguments):
    # A hook names the repository that was committed to; and another user's folder is only read here.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    # That user's settings may name a program for git to run; none is run here.
    settings = ["-c", "safe.directory=*", "-c", "core.fsmonitor=false"]
    command = ["git", *settings, "-C", checkout, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if result.returncode != 0:
        raise LockError(f"git cannot read {checkout}: {result.stderr.strip()}")
    return result.stdout.strip()


def contents_of(checkout, paths):
    """{path: git's hash of what is there}. Throws when a file was changed, added or removed since."""
    expect_no_other_manifest(checkout, paths)
    changed = git(checkout, "status", "--porcelain", "--untracked-files=normal", "--ignored", "--", *paths)
    if changed:
        raise LockError(f"Sources in {checkout} were changed: {changed.splitlines()[0]}")
    return {path: git(checkout, "rev-parse", f"HEAD:{path}") for path in paths}


def expect_no_other_manifest(repository, paths, commit="HEAD"):
    names = git(repository, "ls-tree", "--name-only", commit).splitlines()
    manifests = [name for name in names if name.startswith("Package@")]
    if not {*manifests} <= {*paths}:
        raise LockError(f"{repository} has a manifest of its own for some Swift: {', '.join(manifests)}")


def vet(lock, places, address_of):
    """Throws unless the packages are those of the lock. Swift runs a manifest as soon as it has fetched one, so they are
    looked at before: in the copies that Swift has in these places, or fetched by git."""
    for name, package in sorted(lock.items()):
        folder, version = folder_of(package), package["version"]
        copies = [copy for place in places for copy in sorted((place / "repositories").glob(folder + "-*"))]
        with tempfile.TemporaryDirectory() as fetched:
            commits = [(copy, tag) for copy in copies for tag in (version, "v" + version) if has(copy, tag)]
            if not commits:
                git(fetched, "init", "--quiet", "--bare")
                fetch(fetched, address_of(package["address"]), version)
                commits = [(fetched, "FETCH_HEAD")]
            for repository, commit in commits:
                expect_no_other_manifest(repository, package["contents"], commit)
                if any(git(repository, "rev-parse", f"{commit}:{path}") != digest
                       for path, digest in package["contents"].items()):
                    raise LockError(f"{name} {version} is not the one that is known: its sources differ.")


def fetch(repository, address, version):
    command = ["fetch", "--quiet", "--depth=1", address]
    try:
        git(repository, *command, f"refs/tags/{version}")
    except LockError:
        git(repository, *command, f"refs/tags/v{version}")


def has(repository, tag):
    try:
        return bool(git(repository, "rev-parse", "--verify", "--quiet", f"refs/tags/{tag}^{{commit}}"))
    except LockError:
        return False


def differing(lock, pins, checkouts):
    """What was fetched and is not what the lock says; sentences for people."""
    problems = []
    versions = {pin["identity"]: pin["version"] for pin in pins}
    for name in sorted({*lock, *versions}):
        locked = lock.get(name)
        if locked is None or versions.get(name) != locked["version"]:
            problems.append(f"{name}: {versions.get(name, 'nothing')} was fetched, "
                            f"the lock has {locked['version'] if locked else 'no such package'}.")
        elif contents_of(checkouts / folder_of(locked), locked["contents"]) != locked["contents"]:
            problems.append(f"{name} {locked['version']} is not the one that is known: its sources differ.")
    return problems


def folder_of(package):
    return package["address"].rsplit("/", 1)[-1].removesuffix(".git")


def mirror_of(options, address):
    """Where Swift fetches a package from: what the user has set in place of its address."""
    command = [options.swift, "package", "--package-path", options.package_path, "config", "get-mirror", "--original"]
    result = subprocess.run([*command, address], capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 and result.stdout.strip() else address


def resolve(options):
    command = [options.swift, "package", "--package-path", options.package_path, "--scratch-path",
               options.scratch_path, "resolve"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise LockError(f"The Swift packages could not be fetched.\n{result.stdout.strip()}")


def build(options, arguments):
    check(options)
    os.execvp(options.swift, [options.swift, "build", "--only-use-versions-from-resolved-file", "--package-path",
                              str(options.package_path), "--scratch-path", str(options.scratch_path), *arguments])


def check(options):
    """Throws unless Package.swift, the lock, and what is fetched agree."""
    manifest = (options.package_path / "Package.swift").read_text(encoding="utf-8")
    lock = read_lock()
    problems = stale(lock, manifest)
    if not problems:
        vet(lock, [options.scratch_path, CACHE], lambda address: mirror_of(options, address))
        resolve(options)
        pins = read_pins(options.package_path / "Package.resolved")
        problems = differing(lock, pins, options.scratch_path / "checkouts")
    if problems:
        raise LockError("\n".join([*problems, "Is that meant? scripts/tools/supply/swift_lock.py write renews the lock."]))


def write(options, _):
    """Writes down what is fetched now. Contents are looked at in the same paths as before; new packages need theirs."""
    asked = wanted((options.package_path / "Package.swift").read_text(encoding="utf-8"))
    resolve(options)
    before, lock = read_lock(), {}
    for pin in read_pins(options.package_path / "Package.resolved"):
        name = pin["identity"]
        package = {"address": asked.get(name, (pin["location"],))[0], "version": pin["version"]}
        paths = before.get(name, {}).get("contents", ["Package.swift", "Sources"])
        lock[name] = package | {"contents": contents_of(options.scratch_path / "checkouts" / folder_of(package), paths)}
    LOCK.write_text(json.dumps(lock, indent=2) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Holds the Swift packages to a lock.", allow_abbrev=False)
    parser.add_argument("command", choices=["build", "write"])
    parser.add_argument("--swift", default="swift")
    parser.add_argument("--package-path", type=pathlib.Path, default=ROOT)
    parser.add_argument("--scratch-path", type=pathlib.Path, default=ROOT / ".build")
    options, arguments = parser.parse_known_args()
    try:
        {"build": build, "write": write}[options.command](options, arguments)
    except LockError as error:
        sys.exit("\n".join(f"error: {line}" for line in str(error).splitlines()))


if __name__ == "__main__":
    main()
