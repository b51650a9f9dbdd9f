"""How soon dictated text stands in the terminal, and what is left of the window while a program floods it."""
import os
import pathlib
import subprocess
import sys

from figure import Figure, percentile
from tables import figure_rows, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Gui"))


def measure(program, times, **settings):
    """The figures of one run, as lists under their names."""
    environment = dict(os.environ, PARLANDO_BENCH_TIMES=str(times), **settings)
    said = subprocess.run([program], env=environment, stdout=subprocess.PIPE, text=True, check=False, timeout=300)
    if said.returncode != 0:
        raise SystemExit(f"The terminal could not be measured:\n{said.stdout}")
    found = {}
    for line in said.stdout.splitlines():
        name, value = line.split()
        found.setdefault(name, []).append(float(value))
    return found


def figures(name, found):
    paste, picture, late = found["paste"], found["picture"], found["late"]
    return [
        Figure(f"{name}: 1,000 characters sent → in the terminal, median of {len(paste)}", percentile(paste, 0.5), "ms", 20),
        Figure(f"{name}: the same, 95 of 100", percentile(paste, 0.95), "ms", 20),
        Figure(f"{name}: 1,000 characters sent → drawn, median", percentile(picture, 0.5), "ms", 20),
        Figure(f"{name}: the same, 95 of 100", percentile(picture, 0.95), "ms", 20),
        Figure(f"{name}: of these Parlando computes, median", percentile(found["work"], 0.5), "ms"),
        Figure(f"{name}, flooded: somebody else waits for the window, median", percentile(late, 0.5), "ms"),
        Figure(f"{name}, flooded: the same, 95 of 100", percentile(late, 0.95), "ms", 100),
        Figure(f"{name}, flooded: the same, longest", max(late), "ms"),
        Figure(f"{name}, flooded: processor, of one core", found["processor"][0], "%", 75),
        Figure(f"{name}, flooded: Ctrl+C → the last change", found["end"][0], "ms", 1000),
    ]


def main():
    import sshd

    program, times = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 30
    rows = figures("shell", measure(program, times))
    with sshd.Server() as server:
        rows += figures("ssh", measure(
            program, times, PARLANDO_BENCH_PORT=str(server.port), PARLANDO_BENCH_OPTIONS=server.profile()["options"]))
    print(table(("the terminal", "value", "goal", ""), figure_rows(rows)))
    print(f"\nLoad of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")


main()
