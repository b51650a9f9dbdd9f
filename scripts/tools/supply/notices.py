#!/usr/bin/env python3
"""Keeps the table of THIRD-PARTY-NOTICES.md the same as works.json, from which the bill of materials is made too.

usage: notices.py [--check]      --check only tells whether they differ
"""
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent
PAPER = FOLDER.parents[2] / "THIRD-PARTY-NOTICES.md"
HEAD = "| Work | How | Licence | Copyright |\n| --- | --- | --- | --- |\n"


def read_works():
    return json.loads((FOLDER / "works.json").read_text(encoding="utf-8"))


def joined(text, more):
    """A remark behind a text, with a space between unless it begins with a mark."""
    return text + more if more[:1] in ("", ",", ":") else f"{text} {more}"


def row(work):
    name = joined(f"[{work['name']}]({work['home']})", work.get("note", ""))
    licence = joined(work["licence"], work.get("remark", ""))
    return f"| {name} | {work['how']} | {licence} | {work['copyright']} |\n"


def table(works):
    return HEAD + "".join(row(work) for work in works)


def with_table(paper, works):
    """The paper with its table made anew."""
    begin = paper.index(HEAD)
    _, gap, rest = paper[begin:].partition("\n\n")
    return paper[:begin] + table(works) + gap[1:] + rest


def main():
    paper = PAPER.read_text(encoding="utf-8")
    made = with_table(paper, read_works())
    if sys.argv[1:] == ["--check"]:
        if made != paper:
            sys.exit("THIRD-PARTY-NOTICES.md is not what works.json says. Run scripts/tools/supply/notices.py.")
    else:
        PAPER.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
