"""How soon a word that is final stands in the text field of another application, through the real IBus."""
import os
import pathlib
import subprocess
import sys

from figure import Figure, percentile
from tables import figure_rows, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Gui"))
# The longest that a final word may take, in milliseconds.
BAR = 50


def measure(toolkit, program, times):
    """The delays of all words in milliseconds."""
    from caret import Client, Daemon

    with Daemon() as daemon, Client(toolkit) as client:
        said = subprocess.run([program, "caret", str(times)], stdout=subprocess.PIPE, text=True, check=True, timeout=600)
        client.look()
        finals = dict((int(number), float(time)) for number, time in (line.split() for line in said.stdout.splitlines()))
        arrivals = {}
        for text, time in client.changes:
            arrivals.setdefault(len(text.split()), time)
        missing = [number for number in finals if number not in arrivals]
        wanted = " ".join(str(number) for number in sorted(finals))
        if missing or client.text() != wanted:
            raise SystemExit(f"{toolkit}: these words did not arrive once and in order: {missing}\n{client.text()}")
        if daemon.engine == "parlando":
            raise SystemExit(f"{toolkit}: the former engine was not restored")
        return [(arrivals[number] - time) * 1000 for number, time in finals.items()]


def main():
    program, times = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rows = []
    for toolkit, name in (("gtk4", "GTK 4"), ("gtk3", "GTK 3"), ("qt5", "Qt 5")):
        delays = measure(toolkit, program, times)
        rows += [
            Figure(f"{name}: word final → in the field, median of {len(delays)}", percentile(delays, 0.5), "ms", BAR),
            Figure(f"{name}: the same, 95 of 100", percentile(delays, 0.95), "ms", BAR),
            Figure(f"{name}: the same, longest", max(delays), "ms"),
        ]
    print(table(("at the caret", "value", "goal", ""), figure_rows(rows)))
    print(f"\nLoad of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    if any(row.is_missed for row in rows):
        raise SystemExit(1)


main()
