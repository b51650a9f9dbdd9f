"""Which recordings are measured, as what, and in which condition."""
import json
import pathlib
import re
import sys
from dataclasses import dataclass

NOISY = re.compile(r"(rir|n\d+|rir-n\d+)")
# How many of each group a quick run takes; of noisy ones so many of each condition.
QUICK = {"clean": 5, "noisy": 2, "silent": 2, "long": 0}


@dataclass
class Recording:
    path: pathlib.Path
    row: dict
    group: str      # clean, noisy, long or silent
    set: str = ""   # name of the set that it belongs to

    @property
    def name(self):
        """Of all that are measured together none has the same; it is also the path of its log."""
        return f"{self.set}/{self.row['id']}" if self.set else self.row["id"]

    @property
    def seconds(self):
        return float(self.row["seconds"])

    @property
    def condition(self):
        """What lies between the speaker and the words: clean, n5, rir…; long sessions are conditions of their own."""
        if self.group == "silent":
            return "silent"
        told = condition_of(self.row)
        if self.group == "long":
            return "long" if told == "clean" else f"long-{told}"
        return told


def condition_of(row):
    return row.get("condition") or (row["kind"] if NOISY.fullmatch(row["kind"]) else "clean")


def group_of(row):
    """None: the recording is not measured."""
    if row["lang"] == "none":
        return "silent"
    # A reference that is known to be doubtful says nothing about a recogniser.
    if row["lang"] != "en" or row.get("exclude_wer") not in (None, False, "False"):
        return None
    if row["kind"] == "longform":
        return "long"
    return "clean" if condition_of(row) == "clean" else "noisy"


def order_of(condition):
    """A key that sorts conditions: clean, the noises from faint to loud, rooms, long sessions, what has no words."""
    is_long, is_roomy = condition.startswith("long"), "rir" in condition
    snr = re.search(r"n(\d+)$", condition)
    return condition == "silent", is_long, is_roomy, -int(snr[1]) if snr else -1000, condition


def title_of(condition):
    """A condition in words."""
    if condition == "silent":
        return "no speech"
    snr = re.search(r"n(\d+)$", condition)
    parts = ["long, with pauses"] if condition.startswith("long") else []
    parts += ["reverberation"] if "rir" in condition else []
    parts += [f"noise {snr[1]} dB"] if snr else []
    return ", ".join(parts) or f"read, {condition}"


def rows_of(folder):
    """What the manifest tells of each recording."""
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        sys.exit(f"There is no {manifest}. Give a folder of recordings with --data.")
    return json.loads(manifest.read_text(encoding="utf-8"))


def recordings(folder, is_quick=False, name=""):
    """All recordings of a set that are measured; a few of each condition, and no long one, when it has to be quick."""
    found = [Recording(folder / row["file"], row, group, name) for row in rows_of(folder) if (group := group_of(row))]
    if not is_quick:
        return found
    conditions = sorted({recording.condition for recording in found}, key=order_of)
    return [recording for condition in conditions for recording in spread(found, condition)]


def spread(found, condition):
    """A few recordings of a condition, evenly over the list, those with known word times first."""
    members = [recording for recording in found if recording.condition == condition]
    count = QUICK[members[0].group]
    timed = [recording for recording in members if recording.row.get("words")] or members
    step = max(1, len(timed) // max(1, count))
    return timed[::step][:count]
