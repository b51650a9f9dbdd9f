#!/usr/bin/env python3
"""Tells what is wrong with a bill of materials: its form, and whatever the programs are made of and it does not list.

usage: check_bill.py BILL [--resolved FILE] PROGRAM...
"""
import argparse
import json
import pathlib
import re
import sys

from bill import needed_by, read_models
from notices import read_works
from swift_lock import ROOT, read_pins

# Of SPDX's list, what occurs here: a slip of the pen is none of them.
LICENCES = {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "CC-PDDC", "CC0-1.0", "GPL-2.0-or-later",
            "GPL-3.0-or-later", "LGPL-2.0-or-later", "LGPL-2.1-only", "LGPL-2.1-or-later", "LGPL-3.0-or-later", "MIT",
            "MIT-Modern-Variant", "MPL-1.1", "Unicode-3.0", "blessing", "curl"}
EXCEPTIONS = {"GCC-exception-3.1", "Swift-exception"}
# What CycloneDX 1.6 allows, of what is used here: the schema refuses any other name.
TOP = {"$schema", "bomFormat", "specVersion", "version", "metadata", "components", "dependencies", "compositions"}
FIELDS = {"type", "bom-ref", "name", "version", "licenses", "copyright", "externalReferences", "properties", "purl",
          "hashes", "scope", "pedigree"}
TYPES = {"library", "machine-learning-model"}


def is_spdx(expression):
    """Whether a licence is written as SPDX has it: `MIT`, `A OR B`, `A WITH B`."""
    return all(term.split(" WITH ")[0] in LICENCES and set(term.split(" WITH ")[1:]) <= EXCEPTIONS
               for term in re.split(r" (?:AND|OR) ", expression))


def facts(entry, name):
    return [fact["value"] for fact in entry.get("properties", []) if fact["name"] == f"parlando:{name}"]


def faults_of_form(bill):
    if (bill.get("bomFormat"), bill.get("specVersion"), bill.get("version")) != ("CycloneDX", "1.6", 1):
        yield "It is no bill of CycloneDX 1.6."
    for name in sorted({*bill} - TOP):
        yield f"CycloneDX knows no '{name}'."
    entries = [bill["metadata"]["component"], *bill["components"]]
    refs = [entry["bom-ref"] for entry in entries]
    for ref in sorted({ref for ref in refs if refs.count(ref) > 1}):
        yield f"{ref} is listed twice."
    pointed = [ref for node in bill["dependencies"] for ref in (node["ref"], *node["dependsOn"])]
    pointed += [ref for part in bill["compositions"] for ref in part["dependencies"]]
    for ref in sorted({*pointed} - {*refs}):
        yield f"{ref} is depended on and not listed."


def faults_of_entry(entry):
    name = entry.get("name") or "A component without a name"
    if entry.get("type") not in TYPES or not {*entry} <= FIELDS:
        yield f"{name} is not written as CycloneDX has it."
    if not entry.get("version"):
        yield f"{name} has no version."
    licences = [licence.get("expression", "") for licence in entry.get("licenses", [])]
    if len(licences) != 1 or not is_spdx(licences[0]):
        yield f"{name} has no licence of SPDX's list; works.json names it."
    for digest in entry.get("hashes", []):
        if digest["alg"] != "SHA-256" or not re.fullmatch("[0-9a-f]{64}", digest["content"]):
            yield f"{name} has a checksum that is none."


def left_out(bill, libraries, pins, models, works):
    """What the programs are made of, or the notices name, and no entry tells."""
    entries = bill["components"]
    listed = {library for entry in entries for library in facts(entry, "library")}
    for library in sorted({*libraries} - listed):
        yield f"{library} is linked and not listed."
    packages = {(entry["name"], entry["version"], *facts(entry, "revision")) for entry in entries}
    for pin in pins:
        if (pin["identity"], pin["version"], pin["revision"]) not in packages:
            yield f"The Swift package {pin['identity']} {pin['version']} is not listed with its revision."
    checksums = {(entry["name"], entry["version"], digest["content"])
                 for entry in entries if entry["type"] == "machine-learning-model" for digest in entry.get("hashes", [])}
    for model in models:
        if (model["name"], str(model["version"]), model["sha256"]) not in checksums:
            yield f"The model {model['name']} is not listed with its checksum."
    told = {work for entry in entries for work in facts(entry, "work")}
    for work in works:
        if work["name"] not in told:
            yield f"{work['name']} is in THIRD-PARTY-NOTICES.md and in no entry."


def faults(bill, libraries, pins, models, works):
    """Sentences about what is wrong; none when the bill is right."""
    return [*faults_of_form(bill), *(fault for entry in bill["components"] for fault in faults_of_entry(entry)),
            *left_out(bill, libraries, pins, models, works)]


def main():
    parser = argparse.ArgumentParser(description="Tells what is wrong with a bill of materials.")
    parser.add_argument("bill", type=pathlib.Path)
    parser.add_argument("--resolved", type=pathlib.Path, default=ROOT / "Package.resolved")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    bill = json.loads(options.bill.read_text(encoding="utf-8"))
    libraries = set().union(*map(needed_by, options.programs))
    if not libraries:
        sys.exit("The programs name no libraries: are they programs, and is readelf there?")
    found = faults(bill, libraries, read_pins(options.resolved), read_models(), read_works())
    if found:
        sys.exit("\n".join(["The bill of materials is wrong:", *found]))


if __name__ == "__main__":
    main()
