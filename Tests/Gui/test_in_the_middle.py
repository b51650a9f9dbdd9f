"""In the middle of something: nothing is lost that is to stay, nothing is kept that is to go, and the page says so.

A matrix: what is under way by what interrupts it. Most of its cells are for the night.
"""

import os
import subprocess
import unittest

import screen
from activities import ROWS
from interruptions import COLUMNS
from kept_data import SECRETS

IS_NIGHT = os.environ.get("PARLANDO_NIGHTLY") == "1"
NO_KEY = "asks for no key"
DEAF = "does not listen to the default microphone"
NO_SPEECH = "has no text of speech"
NO_EYE = "has no such switch"
NO_TRANSLATION = "translates nothing"
NO_MODEL = "uses no speech model"
# Why a column does not apply to a row, by both names.
INAPPLICABLE = {
    "Keep Dictations": {"translation": NO_SPEECH, "conversation": "its text is kept by Keep Translations",
                        "exercise": NO_SPEECH, "calibration": NO_SPEECH, "model download": NO_SPEECH},
    "Keep Recordings": {"translation": NO_SPEECH, "conversation": "its sound is never kept", "exercise": NO_SPEECH,
                        "calibration": "its sound is never kept", "model download": NO_SPEECH},
    "Keep Translations": {"dictation": NO_TRANSLATION, "dictation paused": NO_TRANSLATION,
                          "file under way": NO_TRANSLATION, "exercise": NO_TRANSLATION, "calibration": NO_TRANSLATION,
                          "model download": NO_TRANSLATION, "terminal dictation": NO_TRANSLATION},
    "the eye": {"file under way": NO_EYE, "translation": NO_EYE, "conversation": NO_EYE, "exercise": NO_EYE,
                "calibration": NO_EYE, "model download": NO_EYE,
                "terminal dictation": "has no such switch: it is left out unless the preferences keep all of them"},
    "disk full": {"calibration": "what is measured goes into the preferences, which are in another folder"},
    "keyring gone": {"dictation": NO_KEY, "dictation paused": NO_KEY, "file under way": NO_KEY, "exercise": NO_KEY,
                     "calibration": NO_KEY, "model download": NO_KEY, "terminal dictation": NO_KEY},
    "default microphone changed": {"file under way": DEAF, "translation": DEAF, "exercise": "is tapped",
                                   "calibration": DEAF, "model download": DEAF},
    "model deleted": {"translation": NO_MODEL, "exercise": NO_MODEL, "calibration": NO_MODEL,
                      "model download": "what is under way is cancelled, not deleted"},
}
# Cells that are worth their time every day.
BY_DAY = {
    "dictation": ["the eye", "kill -9", "second login", "disk full"],
    "file under way": ["Keep Dictations", "Delete All Data"],
    "translation": ["Keep Translations", "Delete All Data"], "model download": ["kill -9"],
    "terminal dictation": ["Keep Dictations"],
}
GROUPS = {
    "what is to go": ["Keep Dictations", "Keep Recordings", "Keep Translations", "the eye", "Delete All Data"],
    "ends": ["SIGTERM", "log out", "kill -9"],
    "company": ["second start", "second login", "clock forward", "clock back"],
    "surroundings": ["disk full", "keyring gone", "default microphone changed", "model deleted"],
}


def can_mount():
    return os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


def written(program):
    """What can be read in its windows."""
    return [node.name for node in program.written("") if node.name and screen.is_drawn(node)]


class Cell:
    """An activity and what interrupts it."""

    def __init__(self, activity, interruption):
        self.activity, self.interruption = activity, interruption

    def run(self):
        self.kept = set(self.activity.kept)
        with self.activity as activity:
            self.interruption.prepare(activity)
            self.use(self.meet)
            self.check_kept()
            self.use(self.start_again)

    def use(self, what):
        """Starts the program and does this with it; whatever is wrong is told with what is written there."""
        with self.activity.start() as program:
            program.turn(self.activity.tab)
            try:
                what(program)
            except AssertionError as error:
                raise AssertionError(f"{error}; there is written: {written(program)}") from error
            self.check_log(program)

    def start_again(self, program):
        self.activity.check_next_start(self.kept)
        self.check_kept()

    def meet(self, program):
        activity, interruption = self.activity, self.interruption
        activity.begin()
        self.check_kept()
        interruption.strike(activity)
        self.kept -= set(interruption.removes)
        if interruption.ends:
            return
        interruption.check_going_on(activity)
        self.check_kept()
        if activity.farewells:
            self.check_farewell(program)
        interruption.go_on(activity)
        self.kept = set(activity.fruits) - set(interruption.removes)
        self.check_kept()
        activity.check_told(self.kept)

    def check_farewell(self, program):
        """Whoever closes the window is told what would be lost."""
        is_lost = "text" not in self.kept or self.interruption.mounts and self.activity.lost_on_full_disk
        sentence = self.activity.farewells[bool(is_lost)]
        self.activity.close()
        screen.wait(sentence, lambda: program.reads(sentence))
        program.key("Escape")
        screen.wait("no question", lambda: not program.reads(sentence))

    def check_kept(self):
        """What is to stay is there, and of what is to go nothing at all."""
        activity = self.activity
        for kind in {*activity.kept, *activity.fruits}:
            if kind in self.kept:
                screen.wait(f"the {kind}", lambda: activity.is_whole(kind))
            else:
                screen.wait(f"no {kind}", lambda: not activity.amount(kind))
        if not {"text", "translation"} & self.kept:
            screen.wait("no word on the disk", lambda: not activity.home.traces(*SECRETS))

    def check_log(self, program):
        said = program.said().lower()
        for secret in SECRETS:
            assert secret not in said, f"'{secret}' is in the log:\n{said}"


class Row:
    """Meets the columns of each group."""

    def meet(self, name, group):
        row = next(row for row in ROWS if row.name == name)
        columns = [column for column in COLUMNS if column.name in GROUPS[group]
                   and name not in INAPPLICABLE.get(column.name, ())
                   and (IS_NIGHT or column.name in BY_DAY.get(name, ()))]
        if not columns:
            self.skipTest("it takes long, and runs at night")
        for column in columns:
            with self.subTest(column=column.name):
                if column.mounts and not can_mount():
                    self.skipTest(f"{column.name}: only root can mount a small disk")
                Cell(row(), column).run()


class TableTest(unittest.TestCase):
    def test_each_column_is_in_one_group_and_every_name_is_that_of_a_row_or_a_column(self):
        rows, columns = {row.name for row in ROWS}, {column.name for column in COLUMNS}
        grouped = [name for group in GROUPS.values() for name in group]
        self.assertEqual(sorted(grouped), sorted(columns))
        named = {(row, column) for column, reasons in INAPPLICABLE.items() for row in reasons}
        named |= {(row, column) for row, names in BY_DAY.items() for column in names}
        self.assertLessEqual(named, {(row, column) for row in rows for column in columns})


class DictationTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("dictation", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("dictation", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("dictation", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("dictation", "surroundings")


class DictationPausedTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("dictation paused", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("dictation paused", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("dictation paused", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("dictation paused", "surroundings")


class FileUnderWayTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("file under way", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("file under way", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("file under way", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("file under way", "surroundings")


class TranslationTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("translation", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("translation", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("translation", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("translation", "surroundings")


class ConversationTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("conversation", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("conversation", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("conversation", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("conversation", "surroundings")


class ExerciseTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("exercise", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("exercise", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("exercise", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("exercise", "surroundings")


class CalibrationTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("calibration", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("calibration", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("calibration", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("calibration", "surroundings")


class ModelDownloadTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("model download", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("model download", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("model download", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("model download", "surroundings")


class TerminalDictationTest(Row, unittest.TestCase):
    def test_what_is_to_go_goes(self):
        self.meet("terminal dictation", "what is to go")

    def test_what_is_to_stay_is_there_at_the_next_start(self):
        self.meet("terminal dictation", "ends")

    def test_it_goes_on_beside_others_and_on_another_date(self):
        self.meet("terminal dictation", "company")

    def test_it_goes_on_without_what_it_had(self):
        self.meet("terminal dictation", "surroundings")


if __name__ == "__main__":
    unittest.main()
