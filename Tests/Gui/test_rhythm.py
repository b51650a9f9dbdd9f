"""The rhythm page: what is counted, what is tapped, and what is said of it."""

import json
import os
import pathlib
import re
import subprocess
import time
import unittest

import screen
from page import Page

WORDS = {
    "": {
        "page": "Rhythm", "start": "Start", "stop": "Stop", "pause": "Pause", "resume": "Resume", "again": "Again",
        "done": "Done", "metronome": "Metronome", "grades": ("Perfect", "Good", "Inaccurate", "Missed", "Extra"),
        "counts": ("perfect", "good", "inaccurate", "missed", "extra"),
        "percent": r"\d+%", "running": "The metronome is running", "lamps": "Beats in the bar", "exercise": "Exercise: ",
        "random": "Random", "practice": "Practice…", "silent": "Silent Bars", "on": "2+2 bars",
    },
    "ru": {
        "page": "Ритм", "start": "Начать", "stop": "Закончить", "pause": "Приостановить", "resume": "Продолжить",
        "again": "Ещё раз", "done": "Готово", "metronome": "Метроном",
        "grades": ("Идеально", "Хорошо", "Неточно", "Пропущено", "Лишнее"),
        "counts": ("идеально", "хорошо", "неточно", "пропущено", "лишние"),
        "percent": r"\d+ %", "running": "Метроном работает", "lamps": "Доли такта", "exercise": "Упражнение: ",
        "random": "Случайно", "practice": "Тренировка…", "silent": "Такты без щелчков", "on": "2+2 такта",
    },
}


class Rhythm(Page):
    """What is done on the page, and what its words are."""

    prefix = "rhythm-"

    def __init__(self, language="", **choices):
        self.words = WORDS[language]
        super().__init__(self.words["page"], language, **choices)

    def reads(self, text):
        return text in self.labels()

    def count_in(self):
        """Waits until the count-in is over; the digits that were seen, in order."""
        label = screen.wait("a digit", self.digit)
        seen = ""
        while (digit := screen.name(label)) in "4321" and digit:
            if not seen.endswith(digit):
                seen += digit
        return seen

    def digit(self):
        return self.label(lambda text: text in {"4", "3", "2"})

    def verdict(self):
        """The word for the last stroke."""
        return screen.wait("a verdict", lambda: self.label(lambda text: text in self.words["grades"])).name

    def label(self, is_wanted):
        """A label beside the lamps: the whole window takes longer to look at than a beat lasts."""
        return next((node for node in screen.below(screen.parent(self.lamps))
                     if node.role == "label" and is_wanted(node.name)), None)

    def see_button(self, name):
        """A round button: the one of the dictation page may have the same name, but it is not drawn."""
        return self.program.see(self.words[name])

    def open(self, name):
        """Clicks the button with a popover whose name begins so."""
        self.program.click(screen.wait(name, lambda: next(
            (node for node in self.program.nodes(is_drawn=True) if node.name.startswith(self.words[name])
             and screen.extents(node).width > 0), None)))

    def begin(self):
        """Enter, as soon as the page takes it."""
        self.see_button("start")
        self.program.key("Return")
        self.lamps = self.program.see(self.words["lamps"], role="panel")

    def tap(self, times=1, apart=0.4):
        """Strokes, evenly spaced: the pauses are what is played, nothing waits for them."""
        for _ in range(times):
            self.program.key("space")
            time.sleep(apart)

    def count(self, grade):
        """How often the results say that a grade was given: the number above its word."""
        labels = self.labels()
        place = labels.index(self.words["counts"][grade])
        return int(labels[place - 1])

    def timing(self):
        """Mean and spread in milliseconds, as the results say them."""
        text = next(text for text in self.labels() if text.startswith("Mean "))
        mean, spread = re.fullmatch(r"Mean ([+−±]?[\d.]+) ms, spread ([\d.]+) ms", text).groups()
        return float(mean.replace("−", "-").replace("±", "")), float(spread)


class RhythmTest(unittest.TestCase):
    def play(self, language):
        with Rhythm(language, tempo=90.0, bars=2) as page:
            page.begin()
            digits = page.count_in()
            self.assertIn(digits, ["4321", "321", "21"])
            page.tap(times=4, apart=0.6)
            self.assertIn(page.verdict(), page.words["grades"])
            page.see_button("again")
            # A stroke that came too late presses nothing.
            page.program.key("space")
            labels = page.labels()
            self.assertTrue(any(re.fullmatch(page.words["percent"], text) or text == "–" for text in labels), labels)
            self.assertEqual(sum(page.count(grade) for grade in (0, 1, 2, 3)), 8, page.labels())
            self.assertGreaterEqual(page.count(3), 2)
            screen.press(page.see_button("done"))
            page.see_button("start")

    def test_an_exercise_is_counted_in_tapped_and_judged(self):
        self.play("")

    def test_an_exercise_is_counted_in_tapped_and_judged_in_russian(self):
        self.play("ru")

    def test_a_key_that_is_held_is_one_stroke(self):
        with Rhythm(tempo=90.0, bars=1, pattern="half") as page:
            page.begin()
            page.count_in()
            subprocess.run(["xdotool", "keydown", "space"], check=True)
            time.sleep(1.2)  # long enough for the keyboard to repeat it
            subprocess.run(["xdotool", "keyup", "space"], check=True)
            page.see_button("again")
            played = sum(page.count(grade) for grade in (0, 1, 2)) + page.count(4)
            self.assertEqual(played, 1)

    def test_a_key_that_is_held_commands_once(self):
        with Rhythm(tempo=90.0, bars=0) as page:
            page.begin()
            page.count_in()
            page.tap()
            # Its first press stops, another one would close the results.
            subprocess.run(["xdotool", "keydown", "Escape"], check=True)
            page.see_button("again")
            time.sleep(1.2)  # long enough for the keyboard to repeat it
            subprocess.run(["xdotool", "keyup", "Escape", "key", "plus"], check=True)
            screen.wait("the tempo", lambda: float(page.program.chosen("rhythm-tempo")) == 91)
            page.see_button("again")
            page.program.key("Escape")
            page.see_button("start")

    def test_the_mouse_taps_too(self):
        with Rhythm(tempo=90.0, bars=0) as page:
            page.begin()
            page.count_in()
            page.program.click(page.lamps)
            page.program.key("Escape")
            page.see_button("again")
            self.assertEqual(sum(page.count(grade) for grade in (0, 1, 2)) + page.count(4), 1)

    def test_escape_stops_and_enter_starts_again(self):
        with Rhythm() as page:
            page.begin()
            page.program.key("Escape")
            page.see_button("start")
            page.begin()
            page.program.key("Escape")
            page.see_button("start")

    def test_pause_goes_on_with_a_count_in(self):
        with Rhythm(tempo=90.0, bars=0) as page:
            page.begin()
            screen.press(page.see_button("pause"))
            screen.press(page.see_button("resume"))
            self.assertNotEqual(page.count_in(), "")
            page.program.key("Escape")
            page.see_button("start")

    def test_the_metronome_runs_and_changes_its_tempo(self):
        with Rhythm(input="'none'") as page:
            tempo = page.program.see("Tempo in beats per minute", role="spin button")
            place = screen.extents(tempo)
            page.begin()
            screen.wait("the news", lambda: page.program.find("status bar", page.words["running"]), 15)
            self.assertEqual(screen.extents(tempo), place)
            page.program.key("plus")
            page.program.key("plus")
            page.program.key("minus")
            screen.wait("the new tempo", lambda: screen.value(tempo) == 91)
            page.program.key("Escape")
            page.see_button("start")

    def test_the_tempo_is_remembered_and_brought_into_bounds(self):
        with Rhythm(tempo=1000.0) as page:
            tempo = page.program.see("Tempo in beats per minute", role="spin button")
            screen.wait("the highest tempo", lambda: screen.value(tempo) == 300)

    def test_what_is_typed_and_is_no_tempo_leaves_the_one_before(self):
        with Rhythm(tempo=90.0) as page:
            tempo = page.program.see("Tempo in beats per minute", role="spin button")
            place = screen.extents(tempo)
            for typed, expected in ("abc", 90), ("0", 90), ("19.9", 90), ("nan", 90), ("301", 90), ("133.33", 133.33):
                with self.subTest(typed=typed):
                    self.type_over(place, typed)
                    page.program.key("Tab")
                    screen.wait("the tempo", lambda: screen.value(tempo) == expected, 5)

    def type_over(self, place, text):
        """Replaces what a field has; its buttons are on the right."""
        subprocess.run(["xdotool", "mousemove", str(place.x + 20), str(place.y + place.height // 2),
                        "click", "1", "key", "ctrl+a", "type", text], check=True)

    def test_a_pedal_starts_with_the_tempo_that_is_being_typed(self):
        with Rhythm(tempo=90.0, bars=0) as page:
            tempo = page.program.see("Tempo in beats per minute", role="spin button")
            place = screen.extents(tempo)
            self.type_over(place, "70")
            page.program.key("Prior")
            screen.wait("the tempo", lambda: screen.value(tempo) == 70, 5)
            self.type_over(place, "80")
            page.program.key("Next")
            page.see_button("stop")
            self.assertEqual(screen.value(tempo), 80)
            page.program.key("Prior")
            page.see_button("start")

    def test_t_taps_the_tempo(self):
        with Rhythm() as page:
            page.see_button("start")
            for _ in range(5):
                page.program.key("t")
                time.sleep(0.5)  # the beat that is tapped
            tempo = page.program.see("Tempo in beats per minute", role="spin button")
            screen.wait("another tempo", lambda: 95 < screen.value(tempo) < 125, 5)

    def test_every_control_has_a_name(self):
        with Rhythm(input="'microphone'") as page:
            for node, place in screen.places(page.program.nodes(*screen.CONTROLS, "image", "slider", "toggle button")):
                if place.width > 0:
                    with self.subTest(role=node.role, place=place.y):
                        self.assertNotEqual(node.name, "")

    def test_everything_fits_into_360_by_600_pixels(self):
        for language in WORDS:
            for mode in "'none'", "'tap'", "'microphone'":
                with self.subTest(language=language, mode=mode):
                    with Rhythm(language, input=mode, bars=1, tempo=160.0, window_width=360,
                                window_height=600) as page:
                        self.check_size(page)
                        if mode == "'tap'":
                            page.begin()
                            self.check_size(page)
                            page.see_button("again")
                            self.check_size(page)

    def test_the_buttons_below_the_results_stay_in_sight_on_the_second_day(self):
        models = pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share", "parlando/models")
        # The first run makes the results of yesterday.
        yesterday = None
        for width, height in (690, 630), (690, 630), (360, 600):
            with self.subTest(width=width):
                page = Rhythm(tempo=160.0, bars=1, window_width=width, window_height=height)
                data = pathlib.Path(page.folder.name, "data/parlando")
                data.mkdir(parents=True)
                (data / "models").symlink_to(models)
                kept = data / "practice.json"
                if yesterday:
                    kept.write_text(yesterday)
                page.program.environment["XDG_DATA_HOME"] = str(data.parent)
                with page:
                    page.begin()
                    page.see_button("again")
                    if not yesterday:
                        screen.wait("the first results", kept.exists)
                        days = json.loads(kept.read_text())
                        yesterday = json.dumps([dict(day, day=day["day"] - 1) for day in days])
                        continue
                    screen.wait("the days", lambda: page.program.find("push button", "Progress"), 30)
                    for name in "Again", "Change Exercise", "Done":
                        place = screen.extents(page.program.see(name))
                        self.assertLessEqual(place.y + place.height, height)

    def test_what_an_exercise_is_made_of_is_no_wider_than_360_pixels(self):
        border = 2 * 8
        for language in WORDS:
            with self.subTest(language=language):
                with Rhythm(language, window_width=360, window_height=600) as page:
                    page.open("exercise")
                    choice = page.program.see(page.words["random"])
                    self.assertLessEqual(screen.extents(screen.parent(choice)).width + border, 360)

    def test_ways_to_practise_are_set_beside_the_meter_and_said_there(self):
        for language in WORDS:
            with self.subTest(language=language):
                with Rhythm(language, input="'none'", window_width=360, window_height=600) as page:
                    page.open("practice")
                    silent = page.program.see(page.words["silent"], role="spin button")
                    screen.wait("its place", lambda: screen.resting_place(silent))
                    self.assertLessEqual(screen.extents(screen.parent(silent)).width + 2 * 8, 360)
                    screen.set_value(silent, 2)
                    page.program.key("Escape")
                    screen.wait("what is on", lambda: page.reads(page.words["on"]))

    def test_silent_bars_are_said_while_the_metronome_runs(self):
        with Rhythm(input="'none'", tempo=240.0, heard_bars=1, silent_bars=1) as page:
            page.begin()
            screen.wait("a silent bar", lambda: page.program.find(
                "status bar", page.words["running"] + " · Silent bar"), 15)
            page.program.key("Escape")
            page.see_button("start")

    def test_a_pedal_and_media_keys_start_and_stop_also_while_strokes_are_judged(self):
        with Rhythm(bars=0) as page:
            for start, stop in ("Next", "Prior"), ("XF86AudioPlay", "XF86AudioPlay"):
                with self.subTest(start=start):
                    page.see_button("start")
                    page.program.key(start)
                    page.see_button("stop")
                    page.program.key(stop)
                    page.see_button("start")

    def test_the_bars_that_went_wrong_are_played_slower(self):
        with Rhythm(tempo=160.0, bars=1) as page:
            page.begin()
            screen.press(page.program.see("Practice These Bars"))
            screen.wait("what is played", lambda: page.program.find("label", "128 BPM · Bar 1 of Quarter note"))
            page.program.key("Escape")
            page.see_button("start")

    def test_the_tempo_says_what_it_counts_and_its_name(self):
        with Rhythm(meter="'6/8'", tempo=60.0) as page:
            tempo = page.program.see("Tempo in dotted quarters per minute", role="spin button")
            self.assertEqual(screen.value(tempo), 60)
            self.assertIn("♩. =", page.labels())
            self.assertIn("Larghetto", page.labels())

    def check_size(self, page):
        place = screen.extents(page.program.window)
        self.assertLessEqual((place.width, place.height), (360, 600))

    def test_another_window_in_front_pauses(self):
        with Rhythm(bars=0) as page:
            page.begin()
            page.program.key("ctrl+comma")
            page.see_button("resume")


if __name__ == "__main__":
    unittest.main()
