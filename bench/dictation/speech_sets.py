"""The sets of recordings that dictation is measured with: folders, and sets made for this run from seeds."""
import pathlib
import random
import sys

import conditions
from recordings import recordings

# Clean recordings are in the folder already; what is made for a seed is heard in other noises and rooms.
FRESH = {"n10": 6, "n5": 6, "rir": 6, "rir-n10": 4, "silent": 2}
QUICK_FRESH = {"n10": 2, "n5": 2, "rir": 2, "rir-n10": 2, "silent": 1}


def chosen(folders, seeds, place, is_quick, only=()):
    """What is measured, set after set. What is made from seeds lies in a folder below `place`."""
    sets = list(zip(names(folders), folders))
    found = [recording for name, folder in sets for recording in recordings(folder, is_quick, name)]
    for seed in seeds:
        found += fresh(folders, seed, pathlib.Path(place) / f"seed-{seed}", is_quick)
    known = sorted({recording.group for recording in found} | {recording.condition for recording in found})
    if unknown := set(only) - set(known):
        sys.exit(f"There is no {' and no '.join(sorted(unknown))} in these recordings, only {', '.join(known)}.")
    return [recording for recording in found if not only or {recording.group, recording.condition} & set(only)]


def names(folders):
    """A name of each folder that no other one has."""
    result = []
    for folder in folders:
        name = folder.resolve().name
        taken = [other for other in result if other == name or other.startswith(f"{name}-")]
        result.append(f"{name}-{len(taken) + 1}" if taken else name)
    return result


def fresh(folders, seed, target, is_quick):
    """Clean recordings of the first folder that has some, in noises and rooms of this seed."""
    for folder in folders:
        rows = [row for row in conditions.clean_rows(folder) if row["kind"] == "read"]
        if not rows:
            continue
        random.Random(seed).shuffle(rows)
        conditions.make(folder, rows, target, seed, QUICK_FRESH if is_quick else FRESH)
        return recordings(target, name=target.name)
    sys.exit("There are no clean recordings with known word times to make fresh ones of. Name a folder with --data.")
