"""What people read before they start the program is whole and true: the store page, the README, the manual page."""
import configparser
import copy
import re
import struct
import subprocess
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
ID = "io.github.parlando.Parlando"
METAINFO = DATA / f"{ID}.metainfo.xml.in"
SOURCES = "\n".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
README = (ROOT / "README.md").read_text()


def desktop_file():
    reader = configparser.ConfigParser(interpolation=None)
    reader.optionxform = str
    reader.read(DATA / f"{ID}.desktop.in")
    return reader


def size(picture):
    """Width and height of a PNG."""
    return struct.unpack(">II", (DATA / "screenshots" / picture).read_bytes()[16:24])


def faults(page):
    """What a software center misses, or shows badly, although the file is valid."""
    def texts(path):
        return [(element.text or "").strip() for element in page.findall(path)]

    def are(*values):
        return all(values)

    summary, version = texts("summary"), re.search(r"version: '([\d.]+)'", (ROOT / "meson.build").read_text())[1]
    images = page.findall("screenshots/screenshot/image")
    releases = page.findall("releases/release")
    addresses = texts("url") + texts("screenshots/screenshot/image")
    categories = desktop_file()["Desktop Entry"]["Categories"].split(";")
    told = {
        "id": texts("id") == [ID] and page.get("type") == "desktop-application",
        "licenses": texts("metadata_license") == ["CC0-1.0"] and texts("project_license") == ["GPL-3.0-or-later"],
        "name": texts("name") == ["Parlando"],
        "summary": are(len(summary) == 1, *(0 < len(text) <= 35 and text[-1] != "." for text in summary)),
        "description": are(len(texts("description/p")) >= 2, len(texts("description/ul/li")) >= 3),
        "developer": are(page.find("developer[@id]") is not None,
                         texts("developer/name") == texts("developer_name") != []),
        "addresses": {url.get("type") for url in page.findall("url")} >= {"homepage", "bugtracker", "vcs-browser"},
        # One line is to be changed everywhere when the project has an address.
        "one host": len({re.match(r"https://[^/]+/", address)[0] for address in addresses}) == 1,
        "screenshots": are(len(images) >= 5, len(page.findall("screenshots/screenshot[@type='default']")) == 1),
        "captions": are(len(texts("screenshots/screenshot/caption")) == len(images),
                        *(0 < len(text) < 60 and text[-1] != "." for text in texts("screenshots/screenshot/caption"))),
        "sizes": are(*((image.get("width"), image.get("height")) == tuple(map(str, size(image.text.split("/")[-1])))
                       for image in images)),
        "branding": {color.get("scheme_preference") for color in page.findall("branding/color[@type='primary']")
                     if re.fullmatch("#[0-9a-f]{6}", color.text)} == {"light", "dark"},
        "categories": are(texts("categories/category"), set(texts("categories/category")) <= set(categories)),
        "keywords": len(texts("keywords/keyword")) >= 3,
        "launchable": texts("launchable") == [f"{ID}.desktop"],
        "programs": texts("provides/binary") == ["parlando", "parlandoctl"],
        "translation": texts("translation") == ["parlando"],
        "width": [(it.text, it.get("compare")) for it in page.findall("requires/display_length")] == [("360", "ge")],
        "network": texts("recommends/internet") == ["first-run"],
        "controls": set(texts("supports/control")) == {"keyboard", "pointing", "touch"},
        "age": page.find("content_rating[@type='oars-1.1']") is not None,
        "releases": are([it.get("version") for it in releases][:1] == [version],
                        *(it.get("date") and it.findtext("description/p") for it in releases)),
    }
    return [what for what, is_there in told.items() if not is_there]


class StorePage(unittest.TestCase):
    def setUp(self):
        self.page = xml.parse(METAINFO).getroot()

    def test_nothing_is_missing_that_a_software_center_shows(self):
        self.assertEqual(faults(self.page), [])

    def test_whatever_is_taken_away_is_missed(self):
        for index, element in enumerate(self.page):
            damaged = copy.deepcopy(self.page)
            damaged.remove(damaged[index])
            self.assertNotEqual(faults(damaged), [], element.tag)
        for path in "screenshots/screenshot/caption", "releases/release/description", "developer/name":
            damaged = copy.deepcopy(self.page)
            outer = damaged.find(path.rsplit("/", 1)[0])
            outer.remove(outer.find(path.rsplit("/", 1)[1]))
            self.assertNotEqual(faults(damaged), [], path)

    def test_the_validator_agrees(self):
        said = subprocess.run(["appstreamcli", "validate", "--no-net", METAINFO], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout)

    def test_the_desktop_file_says_what_is_searched_for(self):
        entry, action = desktop_file()["Desktop Entry"], desktop_file()["Desktop Action toggle"]
        self.assertEqual(entry["Icon"], ID)
        self.assertLessEqual({"dictation", "speech", "transcription", "translation"}, set(entry["Keywords"].split(";")))
        self.assertEqual((action["Name"], action["Exec"]), ("Start or Stop Dictation", "parlando --toggle"))

    def test_the_icons_have_their_grids_and_the_symbolic_ones_one_color(self):
        for path in (DATA / "icons").rglob("*.svg"):
            drawing = xml.parse(path).getroot()
            symbolic = path.stem.endswith("-symbolic")
            self.assertEqual(drawing.get("viewBox"), "0 0 16 16" if symbolic else "0 0 128 128", path.name)
            if symbolic:
                self.assertEqual({it.get("fill") for it in drawing}, {"#2e3436"}, path.name)


class Readme(unittest.TestCase):
    def test_rows_of_tables_can_be_read(self):
        cells = [cell.strip() for line in README.splitlines() if line.startswith("|") for cell in line.split("|")]
        self.assertEqual([cell for cell in cells if len(cell) > 120], [])

    def test_pictures_and_papers_are_there(self):
        places = re.findall(r"\]\((?!https?:)([^)]+)\)", README)
        self.assertGreater(len(places), 10)
        self.assertEqual([place for place in places if not (ROOT / place).is_file()], [])

    def test_buttons_and_pages_have_the_names_of_the_window(self):
        names = {name for names in re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", re.sub(r"\s*\n\s*", " ", README))
                 for name in names.split(": ")}
        self.assertGreater(len(names), 20)
        # The file manager's own.
        unknown = {name for name in names - {"Open With"} if not re.search(f'"_?{re.escape(name)}(…?"| · )', SOURCES)}
        self.assertEqual(unknown, set())

    def test_keys_are_those_of_the_window(self):
        keys = re.findall(r"\*\*((?:Ctrl|Shift)\+[^*]+)\*\*", README)
        self.assertGreater(len(keys), 5)
        names = {"Enter": "Return", ",": "comma", ".": "period", "?": "question"}
        codes = {}
        for key in keys:
            *held, last = key.split("+")
            held = "".join(f"<{'Control' if it == 'Ctrl' else it}>" for it in held)
            codes[key] = held + names.get(last, last.lower())
        self.assertEqual([key for key, code in codes.items() if f'"{code}"' not in SOURCES], [])


class CommandLine(unittest.TestCase):
    def test_manual_and_completions_have_every_option_of_the_window(self):
        commands = re.search(r"enum DictationCommand.*?\n}", SOURCES, re.DOTALL)[0]
        options = re.findall(r"^    case (\w+)$", commands, re.MULTILINE)
        options += ["language", "model", "captions", "source", "translate", "verbose", "version", "help"]
        self.assertGreater(len(options), 5)
        for paper in "parlando.1", "completions/parlando.bash", "completions/parlando.fish", "completions/parlando.zsh":
            text = (DATA / paper).read_text().replace("\\-", "-")
            found = re.findall(r"-l (\w+)" if paper.endswith("fish") else r"--(\w+)", text)
            self.assertEqual(set(found), set(options), paper)


if __name__ == "__main__":
    unittest.main()
