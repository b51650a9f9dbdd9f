"""The bill of materials tells what a program is made of, and its check finds what it does not tell."""
import argparse
import copy
import json
import sys
import unittest

import bill
import check_bill
import notices
from swift_lock import read_lock

PINS = [{"identity": name, "location": package["address"], "version": package["version"], "revision": "0" * 40}
        for name, package in read_lock().items()]


def libraries_of_every_work():
    """{library: path} with one library of each work; none of them is a file of this system."""
    names = [(work.get("libraries") or [""])[0].replace("*", "Core") for work in notices.read_works()]
    return {f"{name}.so.1": f"/nowhere/{name}.so.1.2.3" for name in names if name}


def made_bill():
    works = notices.read_works()
    system = bill.system_components(libraries_of_every_work(), works, "6.1")
    # The version of whisper.cpp is pkg-config's, which may not know it here.
    built_in = [entry | {"version": entry["version"] or "1.8.5"} for entry in bill.built_in_components(works, "6.1")]
    return bill.assembled("0.1.0", system, [*built_in, *bill.package_components(works, PINS, read_lock()),
                                            *bill.model_components(works, bill.read_models())])


class Bill(unittest.TestCase):
    def setUp(self):
        self.bill = made_bill()

    def faults(self, found):
        return check_bill.faults(found, libraries_of_every_work(), PINS, bill.read_models(), notices.read_works())

    def faults_without(self, name):
        damaged = copy.deepcopy(self.bill)
        damaged["components"] = [entry for entry in damaged["components"] if entry["name"] != name]
        return self.faults(damaged)

    def faults_with(self, name, **changes):
        damaged = copy.deepcopy(self.bill)
        next(entry for entry in damaged["components"] if entry["name"] == name).update(changes)
        return self.faults(damaged)

    def test_a_whole_bill_has_no_faults(self):
        self.assertEqual(self.faults(self.bill), [])

    def test_each_component_that_is_missing_is_told(self):
        for entry in self.bill["components"]:
            self.assertNotEqual(self.faults_without(entry["name"]), [], entry["name"])
        self.assertIn("libgtk-4.so.1 is linked and not listed.", self.faults_without("libgtk-4"))
        self.assertIn("The model base is not listed with its checksum.", self.faults_without("base"))
        self.assertIn("The Swift package swift-log 1.16.2 is not listed with its revision.",
                      self.faults_without("swift-log"))
        self.assertIn("Unicode ICU is in THIRD-PARTY-NOTICES.md and in no entry.", self.faults_without("Unicode ICU"))

    def test_a_wrong_checksum_or_revision_is_told(self):
        self.assertIn("The model base is not listed with its checksum.",
                      self.faults_with("base", hashes=[{"alg": "SHA-256", "content": "0" * 64}]))
        self.assertIn("base has a checksum that is none.",
                      self.faults_with("base", hashes=[{"alg": "SHA-256", "content": "0"}]))
        self.assertIn("The Swift package swift-log 1.16.2 is not listed with its revision.",
                      self.faults_with("swift-log", properties=[bill.fact("revision", "1" * 40)]))

    def test_each_entry_has_a_version_and_a_licence(self):
        self.assertIn("libgtk-4 has no version.", self.faults_with("libgtk-4", version=""))
        for licences in ([], [{"expression": "public domain"}], [{"license": {"name": "MIT"}}]):
            self.assertIn("libgtk-4 has no licence of SPDX's list; works.json names it.",
                          self.faults_with("libgtk-4", licenses=licences))

    def test_what_is_not_cyclonedx_is_told(self):
        self.assertIn("It is no bill of CycloneDX 1.6.", self.faults(self.bill | {"specVersion": "1.4"}))
        self.assertIn("CycloneDX knows no 'colour'.", self.faults(self.bill | {"colour": "red"}))
        self.assertIn("base is not written as CycloneDX has it.", self.faults_with("base", colour="red"))
        self.assertIn("nobody is depended on and not listed.",
                      self.faults(self.bill | {"dependencies": [{"ref": "nobody", "dependsOn": []}]}))
        twice = self.bill | {"components": [*self.bill["components"], self.bill["components"][0]]}
        self.assertIn("built-in:whisper.cpp is listed twice.", self.faults(twice))

    def test_a_library_that_no_work_names_is_listed_and_found(self):
        entries = bill.system_components({"libnew.so.3": "/nowhere/libnew.so.3.4"}, notices.read_works(), "6.1")
        self.assertEqual([(entry["name"], entry["version"]) for entry in entries], [("libnew", "3.4")])
        self.assertEqual(list(check_bill.faults_of_entry(entries[0])),
                         ["libnew has no licence of SPDX's list; works.json names it."])

    def test_a_model_that_no_work_names_is_found(self):
        model = bill.read_models()[0] | {"name": "new"}
        entry, = bill.model_components(notices.read_works(), [model])
        self.assertEqual(list(check_bill.faults_of_entry(entry)),
                         ["new has no licence of SPDX's list; works.json names it."])

    def test_a_real_program_is_listed_with_its_libraries(self):
        program = sys.executable
        needed = bill.needed_by(program)
        self.assertTrue(any(name.startswith("libc.so") for name in needed), needed)
        self.assertLessEqual(needed, {*bill.linked_libraries([program], notices.read_works())})

    def test_a_library_of_the_system_is_not_said_to_be_built_in(self):
        works = notices.read_works()
        names = {entry["name"] for entry in bill.built_in_components(works, "6.1", {"libwhisper.so.1": "/nowhere"})}
        self.assertIn("Swift", names)
        self.assertNotIn("whisper.cpp", names)

    def test_a_packages_name_is_written_as_an_address_has_it(self):
        package = ("libstdc++6", "1:12-1+deb", "amd64")
        *_, address = bill.system_library("libstdc++.so.6", "/nowhere", package, "")
        self.assertIn("/libstdc%2B%2B6@1%3A12-1%2Bdeb?", address)

    def test_the_address_of_a_mirror_is_not_told(self):
        pins = [pin | {"location": "/nowhere/mirror"} for pin in PINS]
        text = json.dumps(bill.package_components(notices.read_works(), pins, read_lock()))
        self.assertNotIn("nowhere", text)
        self.assertIn("pkg:swift/github.com/groue/GRDB.swift@", text)

    def test_programs_without_libraries_are_told(self):
        options = argparse.Namespace(programs=["/dev/null"], swift="/nonexistent", resolved="/dev/null")
        with self.assertRaises(SystemExit):
            bill.make_bill(options)

    def test_the_same_programs_make_the_same_bill(self):
        self.assertEqual(json.dumps(made_bill()), json.dumps(self.bill))


class Licences(unittest.TestCase):
    def test_expressions_of_spdx(self):
        for text in ("MIT", "Apache-2.0 WITH Swift-exception", "LGPL-2.1-only OR MPL-1.1", "MIT AND curl"):
            self.assertTrue(check_bill.is_spdx(text), text)
        for text in ("", "public domain", "GPL 3", "Apache-2.0 WITH MIT", "MIT OR", "MIT/curl"):
            self.assertFalse(check_bill.is_spdx(text), text)

    def test_each_work_names_a_licence_of_spdx_once(self):
        works = notices.read_works()
        self.assertEqual([work["name"] for work in works if not check_bill.is_spdx(work["licence"])], [])
        self.assertEqual(len({work["name"] for work in works}), len(works))


class Notices(unittest.TestCase):
    def test_the_paper_is_what_the_works_say(self):
        paper = notices.PAPER.read_text(encoding="utf-8")
        self.assertEqual(notices.with_table(paper, notices.read_works()), paper)
        self.assertNotEqual(notices.with_table(paper, notices.read_works()[1:]), paper)

    def test_a_table_at_the_end_of_the_paper_is_written_once(self):
        paper = "Words.\n\n" + notices.HEAD
        made = notices.with_table(paper, notices.read_works())
        self.assertEqual(made, "Words.\n\n" + notices.table(notices.read_works()))
        self.assertEqual(notices.with_table(made, notices.read_works()), made)


if __name__ == "__main__":
    unittest.main()
