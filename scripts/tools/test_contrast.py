"""Text stands out from its background as WCAG asks, in all four styles: 4.5 : 1, and 3 : 1 for large letters and signs.

The colors are those of data/style.css and style-hc.css over those of libadwaita, which this computer has.
"""
import functools
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
TAGS = ROOT / "Sources/ParlandoGtk/Dictation/TranscriptTags.swift"
MARKUP = ROOT / "Sources/ParlandoGtk/Kit/Markup.swift"
STYLES = [(mode, contrast) for mode in ("light", "dark") for contrast in ("", "-hc")]
SURFACES = ["window_bg_color", "view_bg_color", "card_bg_color", "dialog_bg_color", "popover_bg_color"]
# What holds no letters, and what says nothing that is not said beside it.
SIGNS = ("image", "microphone-mark", ".notation")
DECORATION = {".level-ring"}
PIXELS = {"rem": 44 / 3, "em": 44 / 3, "px": 1}


@functools.cache
def theme(name):
    folder = subprocess.run(["pkg-config", "--variable=libdir", "libadwaita-1"], capture_output=True, text=True).stdout
    return subprocess.run(
        ["gresource", "extract", f"{folder.strip()}/libadwaita-1.so.0", f"/org/gnome/Adwaita/styles/{name}.css"],
        check=True, capture_output=True, text=True).stdout


class Sheet:
    """Named colors, and {selector: {property: value}} of style sheets, of which the last one counts."""

    def __init__(self, *sheets):
        self.names, self.rules = {}, {}
        for sheet in sheets:
            sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
            self.names.update(re.findall(r"@define-color\s+(\w+)\s+([^;]+);", sheet))
            sheet = re.sub(r"@define-color[^;]+;|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet)
            for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
                for selector in selectors.split(","):
                    values = dict(re.findall(r"([\w-]+):\s*([^;]+);?", body))
                    self.rules.setdefault(" ".join(selector.split()), {}).update(values)

    def color(self, text, current):
        """(red, green, blue, alpha), each up to 1."""
        text = text.strip()
        if text == "currentColor":
            return current
        if text.startswith("@"):
            return self.color(self.names[text[1:]], current)
        if text.startswith("#"):
            return *(int(text[at:at + 2], 16) / 255 for at in (1, 3, 5)), 1.0
        if text in ("white", "black"):
            return (1.0,) * 4 if text == "white" else (0.0, 0.0, 0.0, 1.0)
        call, inside = re.fullmatch(r"(\w+)\((.*)\)", text).groups()
        parts = re.split(r",(?![^(]*\))", inside)
        if call == "rgba":
            return *(float(part) / 255 for part in parts[:3]), float(parts[3])
        first = self.color(parts[0], current)
        if call == "alpha":
            return *first[:3], first[3] * float(parts[1])
        assert call == "mix", text
        second, share = self.color(parts[1], current), float(parts[2])
        return tuple(a * (1 - share) + b * share for a, b in zip(first, second))


def over(color, ground, opacity=1.0):
    alpha = color[3] * opacity
    return *(a * alpha + b * (1 - alpha) for a, b in zip(color[:3], ground)), 1.0


def luminance(color):
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def needed(selector, rule):
    size, unit = re.match(r"([\d.]+)(\w*)", rule.get("font-size", "1rem")).groups()
    bold = rule.get("font-weight") in ("bold", "700")
    large = float(size) * PIXELS[unit] >= (18.66 if bold else 24)
    return 3.0 if large or any(sign in selector for sign in SIGNS) else 4.5


class Style:
    def __init__(self, mode, contrast, own):
        self.all = Sheet(theme(f"base{contrast}"), theme(f"defaults-{mode}"), own)
        self.theme, self.own = Sheet(theme(f"base{contrast}")), Sheet(own)
        # Captions have a ground of their own, which is the same in every style.
        self.captions = {selector: self.own.rules.pop(selector)
                         for selector in list(self.own.rules) if "captions" in selector}
        self.text = self.color("@window_fg_color", None)
        window = self.color("@window_bg_color", None)
        self.grounds = {name: over(self.color("@" + name, None), window) for name in SURFACES}
        self.tints = {
            selector: over(self.color(rule["background-color"], self.text), window)
            for selector, rule in self.own.rules.items() if "background-color" in rule}
        self.tints["header bar"] = self.color("@headerbar_bg_color", None)

    def color(self, text, current):
        return self.all.color(text, current)

    def pale(self, grounds, color, opacity, least):
        """Grounds on which the text is hard to read."""
        for name, ground in grounds.items():
            found = ratio(over(color, ground, opacity), ground)
            if found < least:
                yield f"{found:.2f} on {name}"

    def faults(self):
        """What is hard to read: (what, ratio and ground)."""
        for selector, rule in self.own.rules.items():
            least = needed(selector, rule)
            if "color" in rule and selector not in DECORATION:
                for fault in self.pale(self.grounds, self.color(rule["color"], self.text), 1, least):
                    yield selector, fault
            if "opacity" in rule:
                for fault in self.pale(self.grounds | self.tints, self.text, float(rule["opacity"]), least):
                    yield selector, fault
        for fault in self.pale(self.tints, self.text, 1, 4.5):
            yield "text", fault
        # What the theme dims as it does `.dim-label` has to be set here.
        dim = self.theme.rules[".dim-label"]["opacity"]
        for selector, rule in self.theme.rules.items():
            if rule.get("opacity") == dim and "image" not in selector and selector not in self.own.rules:
                yield selector, "as in the theme"
        white, blue = (self.color(f"@accent_{part}_color", None) for part in ("fg", "bg"))
        for fault in self.pale({"a suggested action": blue}, white, 1, 4.5):
            yield "white", fault


def own(contrast):
    return (DATA / "style.css").read_text() + ((DATA / "style-hc.css").read_text() if contrast else "")


@unittest.skipIf(subprocess.run(["pkg-config", "--exists", "libadwaita-1"]).returncode, "libadwaita is not here")
class Contrast(unittest.TestCase):
    def test_every_text_of_the_style_sheets_is_readable(self):
        for mode, contrast in STYLES:
            with self.subTest(mode + contrast):
                self.assertEqual(list(Style(mode, contrast, own(contrast)).faults()), [])

    def test_words_that_may_change_and_times_are_readable(self):
        strong, usual = re.search(r"alpha \*= isHighContrast \? ([\d.]+) : ([\d.]+)", TAGS.read_text()).groups()
        for mode, contrast in STYLES:
            style = Style(mode, contrast, own(contrast))
            opacity = float(strong if contrast else usual)
            self.assertEqual(list(style.pale(style.grounds, style.text, opacity, 4.5)), [], mode + contrast)

    def test_captions_are_readable_also_while_they_may_change(self):
        opacity = int(re.search(r'alpha=\\"(\d+)%', MARKUP.read_text()).group(1)) / 100
        for mode, contrast in STYLES:
            style = Style(mode, contrast, own(contrast))
            ground = style.color(style.captions[".captions-ground"]["background-color"], None)
            opaque = "black" if contrast else None
            self.assertEqual(style.captions["window.captions"].get("background-color"), opaque)
            for selector in "window.captions", "window.captions headerbar":
                text = style.color(style.captions[selector]["color"], None)
                self.assertEqual(list(style.pale({"captions": ground}, text, opacity, 7)), [], mode + contrast)

    def test_pale_text_is_found(self):
        sheet = own("").replace("opacity: 0.75", "opacity: 0.55")
        self.assertIn((".dim-label", "3.22 on window_bg_color"), list(Style("light", "", sheet).faults()))
        for rule, what in [
                (".x { color: @warning_color; }", ".x"), (".x { color: alpha(currentColor, 0.6); }", ".x"),
                (".x { background-color: @accent_color; }", "text")]:
            self.assertIn(what, [name for name, _ in Style("light", "", own("") + rule).faults()], rule)
        self.assertNotEqual(list(Style("light", "", "").faults()), [])

    def test_the_ratio_is_that_of_wcag(self):
        color = Sheet().color
        self.assertAlmostEqual(ratio(color("#000000", None), color("white", None)), 21)
        self.assertAlmostEqual(ratio(color("#777777", None), color("white", None)), 4.478, places=3)


if __name__ == "__main__":
    unittest.main()
