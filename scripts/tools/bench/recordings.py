"""Which recordings are measured, and as what."""
import json
import pathlib
import sys
from dataclasses import dataclass

NOISY = ("n5", "n10", "rir")
SILENT = ("noise", "nonspeech")


@dataclass
class Recording:
    path: pathlib.Path
    row: dict
    group: str      # clean, noisy, long or silent

    @property
    def name(self):
        return self.row["id"]

    @property
    def seconds(self):
        return float(self.row["seconds"])


def group_of(row):
    """None: the recording is not measured."""
    if row["lang"] == "none":
        return "silent"
    # A reference that is known to be doubtful says nothing about a recogniser.
    if row["lang"] != "en" or row.get("exclude_wer") not in (None, False, "False"):
        return None
    if row["kind"] == "longform":
        return "long"
    return "noisy" if row["kind"] in NOISY else "clean"


def rows_of(folder):
    """What the manifest tells of each recording."""
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        sys.exit(f"There is no {manifest}. Give a folder of recordings with --data.")
    return json.loads(manifest.read_text(encoding="utf-8"))


def recordings(folder, is_quick):
    """All recordings that are measured; a few of each group, and no long one, when it has to be quick."""
    found = [Recording(folder / row["file"], row, group) for row in rows_of(folder) if (group := group_of(row))]
    if not is_quick:
        return found
    limits = {"clean": 5, "noisy": 2, "silent": 2, "long": 0}
    return [recording for group, limit in limits.items() for recording in spread(found, group, limit)]


def spread(found, group, count):
    """`count` recordings of a group, evenly over the list, those with known word times first."""
    members = [recording for recording in found if recording.group == group]
    timed = [recording for recording in members if recording.row.get("words")] or members
    step = max(1, len(timed) // max(1, count))
    return timed[::step][:count]
