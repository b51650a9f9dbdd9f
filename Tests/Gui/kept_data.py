"""A home of a test's own, and what Parlando keeps there."""

import ast
import json
import os
import pathlib
import sqlite3

from test_dictation import words

# What is said and translated in these tests. None of it belongs into a log.
SPOKEN = "fellow americans"
SECRETS = ("americans", "good morning", "buenos", "station", "estación")
WORDS = """
    SELECT kind, COALESCE(NULLIF(text, ''), (
        SELECT group_concat(text, ' ') FROM (SELECT text FROM word WHERE session = number ORDER BY position)), '')
    FROM session WHERE removed IS NULL AND expired IS NULL"""
EXCHANGES = "SELECT source FROM exchange"


class KeptData:
    """The data folder of a program, with the models of this machine, each of which can be removed."""

    def __init__(self, program, without=()):
        self.program = program
        self.folder = pathlib.Path(program.folder, "data/parlando")
        self.models = self.folder / "models"
        self.without = without
        self.lay_out()
        program.environment["XDG_DATA_HOME"] = str(self.folder.parent)

    def lay_out(self):
        """Creates the folders, unless they are there."""
        if self.models.is_symlink():
            self.models.unlink()
        self.models.mkdir(parents=True, exist_ok=True)
        home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        for model in pathlib.Path(home, "parlando/models").iterdir():
            if not model.name.startswith(tuple(self.without)) and not (self.models / model.name).exists():
                (self.models / model.name).symlink_to(model.resolve())

    def rows(self, file, question):
        """What a database answers; nothing if there is none yet."""
        path = self.folder / file
        if not path.exists():
            return []
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5) as database:
                return database.execute(question).fetchall()
        except sqlite3.OperationalError:  # its tables are not there yet
            return []

    def heard(self, kind):
        """How often the speech of the tests is in the history, in entries of this kind."""
        texts = [text for found, text in self.rows("history.sqlite", WORDS) if found == kind]
        return sum(" ".join(words(text)).count(SPOKEN) for text in texts)

    def sounds(self):
        return list(self.folder.glob("recordings/*.flac"))

    def translations(self):
        """What was translated, in the history."""
        return [source for source, in self.rows("translations.sqlite", EXCHANGES)]

    def results(self):
        """How many exercises are in the results."""
        path = self.folder / "practice.json"
        return len(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else 0

    def parts(self):
        """What has arrived of models that are being downloaded."""
        return [path for path in self.models.glob("*.part") if path.stat().st_size]

    def fetched(self):
        """The models that were downloaded, and not linked."""
        return [path for path in self.models.glob("*.bin") if not path.is_symlink()]

    def latencies(self):
        return ast.literal_eval(self.program.chosen("rhythm-latencies").replace("@a{sd} ", ""))

    def traces(self, *secrets):
        """The files in which these words can be read, whatever they are."""
        return sorted(
            path.name for path in self.folder.rglob("*")
            if path.is_file() and path.parent != self.models
            and any(secret.encode() in path.read_bytes().lower() for secret in secrets))
