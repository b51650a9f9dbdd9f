#!/usr/bin/env python3
"""Writes the bill of materials of the built programs: CycloneDX 1.6, as JSON.

It lists what is built in, the Swift packages by revision, every library that a program is linked with, as this system
has it, and every model that the program offers. Licences and copyrights come from works.json. What a library of the
system loads in its turn is left to the system's own records, unless works.json names it.

usage: bill.py --output FILE [--resolved FILE] [--swift COMMAND] PROGRAM...
"""
import argparse
import fnmatch
import json
import os
import pathlib
import platform
import re
import subprocess
import urllib.parse

from notices import read_works
from swift_lock import ROOT, read_lock, read_pins

FOLDER = pathlib.Path(__file__).parent


def run(*command, partly=False):
    """What a command prints, empty when it is not there or fails, unless a part of the answer will do."""
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    try:
        result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    except FileNotFoundError:
        return ""
    return result.stdout.strip() if partly or result.returncode == 0 else ""


def needed_by(program):
    """The names of the libraries that a program itself asks for."""
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "--dynamic", "--wide", program)))


def loaded_by(program):
    """{name: path} of every library that is loaded with a program."""
    lines = re.findall(r"^\s*(\S+)(?: => (\S+))? \(0x", run("ldd", program), re.MULTILINE)
    return {os.path.basename(name): path or name for name, path in lines if path or name.startswith("/")}


def stem(library):
    """`libgtk-4` of `libgtk-4.so.1`."""
    return library.split(".so")[0]


def work_of(library, works):
    """The work that a library belongs to, if works.json names one."""
    return next((work for work in works
                 if any(fnmatch.fnmatchcase(stem(library), name) for name in work.get("libraries", ()))), None)


def linked_libraries(programs, works):
    """{name: path} of what is listed: what a program asks for, and what else works.json names."""
    needed = set().union(*map(needed_by, programs))
    loaded = {name: path for program in programs for name, path in loaded_by(program).items()}
    return {name: path for name, path in sorted(loaded.items()) if name in needed or work_of(name, works)}


def packages_of(paths):
    """{path: (name, version, architecture)} of the Debian packages that files came in."""
    # Older packages were packed before /lib and /usr/lib became one folder.
    places = {place: path for path in paths for real in [os.path.realpath(path)]
              for place in (real, real.removeprefix("/usr"))}
    lines = re.findall(r"(?m)^(\S+): (/.+)$", run("dpkg-query", "--search", *places, partly=True)) if places else []
    owners = {places[place]: owner for owner, place in lines if place in places}
    form = "--showformat=${binary:Package}\t${Package}\t${Version}\t${Architecture}\n"
    shown = run("dpkg-query", "--show", form, *sorted({*owners.values()})) if owners else ""
    packages = {owner: tuple(fields) for owner, *fields in (line.split("\t") for line in shown.splitlines())}
    return {path: packages[owner] for path, owner in owners.items() if owner in packages}


def system_library(name, path, package, known):
    """(name, version, package URL) of a library, by its package, or else by the version that is known or its file's."""
    if package:
        title, version, architecture = package
        system = platform.freedesktop_os_release()
        return title, version, (f"pkg:deb/{system['ID']}/{quoted(title)}@{quoted(version)}?arch={architecture}"
                                f"&distro={system['ID']}-{system.get('VERSION_ID', 'testing')}")
    version = known or os.path.basename(os.path.realpath(path)).partition(".so.")[2]
    return stem(name), version, f"pkg:generic/{quoted(stem(name))}@{quoted(version)}"


def quoted(text):
    return urllib.parse.quote(text, safe="")


def component(kind, ref, name, version, work, facts=(), references=(), **more):
    """A component as CycloneDX writes it. Where no work is known it has no licence, which the check finds."""
    made = {"type": kind, "bom-ref": ref, "name": name, "version": version}
    if work:
        made |= {"licenses": [{"expression": work["licence"]}], "copyright": work["copyright"]}
        references = [{"type": "website", "url": work["home"]}, *references]
        facts = [fact("work", work["name"]), *facts]
    return made | {"externalReferences": [*references], "properties": [*facts]} | more


def fact(name, value):
    return {"name": f"parlando:{name}", "value": value}


def system_components(libraries, works, toolchain):
    """One component for each package of the system, with the names of its libraries."""
    found, packages = {}, packages_of(libraries.values())
    for name, path in libraries.items():
        work = work_of(name, works)
        known = toolchain if work and "toolchain" in work else ""
        title, version, address = system_library(name, path, packages.get(path), known)
        entry = found.setdefault(address, component("library", address, title, version, work, purl=address))
        entry["properties"].append(fact("library", name))
    return [found[address] for address in sorted(found)]


def package_components(works, pins, lock):
    """The Swift packages, by version, revision, and what git calls their contents. A mirror's address is nobody else's."""
    named = {work["package"]: work for work in works if "package" in work}
    made = []
    for pin in pins:
        facts = [fact("revision", pin["revision"])]
        facts += [fact(f"contents:{path}", digest) for path, digest in lock[pin["identity"]]["contents"].items()]
        home = lock[pin["identity"]]["address"]
        address = f"pkg:swift/{home.removeprefix('https://').removesuffix('.git')}@{pin['version']}"
        made.append(component("library", address, pin["identity"], pin["version"], named.get(pin["identity"]),
                              purl=address, facts=facts,
                              references=[{"type": "vcs", "url": home}]))
    return made


def built_in_components(works, toolchain, linked=()):
    """What comes with the toolchain, and whisper.cpp with its parts, unless a library of the system is linked instead."""
    made, elsewhere = [], [work_of(library, works) for library in linked]
    for work in works:
        if work in elsewhere:
            continue
        if "toolchain" in work:
            version = toolchain
        elif "pkg_config" in work:
            if work.get("optional") and not is_installed(work["pkg_config"]):
                continue
            version = run("pkg-config", "--modversion", work["pkg_config"])
        elif "version" in work:
            version = work["version"]
        else:
            continue
        made.append(component("library", f"built-in:{work['name']}", work["name"], version, work, **origin(work)))
    return made


def is_installed(package):
    """Whether pkg-config knows a package."""
    return subprocess.run(["pkg-config", "--exists", package], check=False).returncode == 0


def origin(work):
    """Where a source came from, with its checksum, and what is changed in it."""
    more = {}
    if "source" in work:
        name, version, digest = read_requirements(FOLDER / work["source"])[0]
        more["references"] = [{"type": "source-distribution", "url": f"pkg:pypi/{name}@{version}",
                               "hashes": [{"alg": "SHA-256", "content": digest[0]}]}]
    if "changes" in work:
        more["pedigree"] = {"notes": work["changes"]}
    return more


def read_requirements(path):
    """[(name, version, [SHA-256])] of a file of requirements that are pinned by hash."""
    text = re.sub(r"(?m)#.*$", "", pathlib.Path(path).read_text(encoding="utf-8")).replace("\\\n", " ")
    return [(*line.split()[0].split("==", 1), re.findall(r"--hash=sha256:([0-9a-f]{64})\b", line))
            for line in text.splitlines() if line.strip()]


def model_components(works, models):
    """Every model that the program offers, with the checksum that it is held to."""
    named = {name: work for work in works for name in work.get("models", ())}
    return [component("machine-learning-model", f"model:{model['name']}", model["name"], str(model["version"]),
                      named.get(model["name"]), scope="optional",
                      hashes=[{"alg": "SHA-256", "content": model["sha256"]}],
                      references=[{"type": "distribution", "url": model["home"] + model["path"]}])
            for model in models]


def read_models():
    return json.loads((ROOT / "data" / "models.json").read_text(encoding="utf-8"))["models"]


def version_of_program():
    return re.search(r"\bversion: '([^']+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]


def assembled(version, system, others):
    """The whole bill."""
    own = f"parlando@{version}"
    components = [*others, *system]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "build"}],
            "component": {"type": "application", "bom-ref": own, "name": "Parlando", "version": version,
                          "licenses": [{"expression": "GPL-3.0-or-later"}]},
        },
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": [entry["bom-ref"] for entry in components]}],
        # What the system's libraries load in their turn is not listed here.
        "compositions": [{"aggregate": "incomplete", "dependencies": [entry["bom-ref"] for entry in system]}],
    }


def make_bill(options):
    works, lock = read_works(), read_lock()
    toolchain = (re.findall(r"Swift version (\S+)", run(options.swift, "--version")) or [""])[0]
    linked = linked_libraries(options.programs, works)
    if not linked:
        raise SystemExit("The programs name no libraries: are they programs, and are readelf and ldd there?")
    system = system_components(linked, works, toolchain)
    others = [*built_in_components(works, toolchain, linked), *package_components(works, read_pins(options.resolved), lock),
              *model_components(works, read_models())]
    return assembled(version_of_program(), system, others)


def main():
    parser = argparse.ArgumentParser(description="Writes the bill of materials of the built programs.")
    parser.add_argument("--output", type=pathlib.Path, required=True, metavar="FILE")
    parser.add_argument("--resolved", type=pathlib.Path, default=ROOT / "Package.resolved", metavar="FILE")
    parser.add_argument("--swift", default="swift", metavar="COMMAND")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    options = parser.parse_args()
    text = json.dumps(make_bill(options), indent=2, ensure_ascii=False) + "\n"
    options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
