"""Writes the manual page of parlandoctl from what the program says of itself, so that no command or option is missing.

    scripts/tools/manual.py parlandoctl > parlandoctl.1

ArgumentParser's own generator loses the line breaks of examples and gives the long texts no paragraphs; it reads the same
description (--experimental-dump-help).
"""
import json
import os
import re
import subprocess
import sys

ENVIRONMENT = [
    ("PARLANDO_SERVER_KEY", "key of the server that --server names"),
    ("PARLANDO_GEMINI_KEY", "key for translations and voices by Gemini"),
    ("PARLANDO_GOOGLE_KEY", "key for voices by Google Cloud"),
    ("PARLANDO_LIBRETRANSLATE_KEY", "key of a LibreTranslate server"),
    ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "language of messages and help, unless one is chosen in Parlando"),
]
FILES = [
    ("~/.local/share/parlando/models", "speech models"),
    ("~/.local/share/parlando/unsent", "recordings that a server did not take"),
]


def described(program):
    """What the program says of itself, in English wherever it is asked, and its version."""
    environment = {**os.environ, "LC_ALL": "C", "LANGUAGE": "", "GSETTINGS_BACKEND": "memory"}

    def ask(option):
        return subprocess.run([program, option], check=True, capture_output=True, text=True, env=environment).stdout

    return json.loads(ask("--experimental-dump-help"))["command"], ask("--version").strip()


def escaped(text):
    """A text that roff shows as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = re.sub(r"^\.", "\\\\&.", text, flags=re.MULTILINE)
    return "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in text)


def sections(discussion):
    """(heading or None, lines) for each part of a long text; blocks that are indented keep their lines."""
    for part in discussion.split("\n\n"):
        lines = part.split("\n")
        if len(lines) > 1 and lines[0].endswith(":") and all(line.startswith("  ") for line in lines[1:]):
            yield lines[0], lines[1:]
        else:
            yield None, lines


def paragraphs(discussion, left_out=()):
    page = []
    for heading, lines in sections(discussion):
        if heading in left_out:
            continue
        if heading:
            page += [".PP", escaped(heading)]
        if heading or lines[0].startswith("  "):
            page += [".PP", ".RS 4", ".nf", *(escaped(line.removeprefix("  ")) for line in lines), ".fi", ".RE"]
        else:
            page += [".PP", *(escaped(line) for line in lines)]
    return page


def table(discussion, heading):
    """Rows of a part of a long text: what stands first in a line, and the rest."""
    lines = next((lines for title, lines in sections(discussion) if title == heading), [])
    return [line.split(maxsplit=1) for line in lines]


def option(argument):
    """The names of an option and its value."""
    if argument["kind"] == "positional":
        return f"\\fI{escaped(argument['valueName'])}\\fR"
    order = {"short": 0, "long": 1, "longWithSingleDash": 2}
    names = sorted(argument["names"], key=lambda name: order[name["kind"]])
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    text = ", ".join(f"\\fB{escaped(dashes[name['kind']] + name['name'])}\\fR" for name in names)
    return text if argument["kind"] == "flag" else f"{text} \\fI{escaped(argument['valueName'])}\\fR"


def shown(command):
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def options(command, left_out=()):
    page = []
    for argument in shown(command):
        if any(name["name"] in left_out for name in argument.get("names", [])):
            continue
        values = argument.get("allValues") or argument.get("allValueStrings") or []
        remarks = [f"values: {', '.join(values)}"] if values else []
        if argument.get("defaultValue"):
            remarks.append(f"default: {argument['defaultValue']}")
        text = argument.get("abstract", "") + (f" ({'; '.join(remarks)})" if remarks else "")
        page += [".TP", option(argument), escaped(text)]
        if argument.get("discussion"):
            page += [".br", escaped(argument["discussion"])]
    return page


def synopsis(command):
    words = command.get("superCommands", []) + [command["commandName"]]
    parts = [f"\\fB{escaped(' '.join(words))}\\fR"]
    arguments = shown(command)
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            name = option(argument) + (" \\&..." if argument["isRepeating"] else "")
            parts.append(f"[{name}]" if argument["isOptional"] else name)
    if children(command):
        parts.append("\\fIcommand\\fR")
    return " ".join(parts)


def children(command):
    return [child for child in command.get("subcommands") or []
            if child["shouldDisplay"] and child["commandName"] != "help"]


def described_commands(command):
    page = []
    for child in children(command):
        words = child.get("superCommands", [])[1:] + [child["commandName"]]
        page += [f".SS {escaped(' '.join(words))}", synopsis(child), ".PP", escaped(child["abstract"])]
        page += paragraphs(child.get("discussion", "")) + options(child, left_out=("version", "help", "verbose"))
        page += described_commands(child)
    return page


def page(command, version):
    name = command["commandName"]
    discussion = command.get("discussion", "")
    examples = [line for heading, lines in sections(discussion) if heading == "Examples:" for line in lines]
    abstract = command["abstract"].rstrip(".")
    return "\n".join([
        f".TH {name.upper()} 1 \"\" \"Parlando {version}\" \"User Commands\"",
        ".SH NAME", f"{name} \\- {escaped(abstract[0].lower() + abstract[1:])}",
        ".SH SYNOPSIS", synopsis(command),
        ".SH DESCRIPTION", escaped(command["abstract"]) + " Everything that Parlando\\(aqs window does with sound and text, "
        "for scripts and for systems without a display. Models, servers, keys and preferences are those of the window.",
        *paragraphs(discussion, left_out=("Examples:", "Exit codes:")),
        ".SH OPTIONS", *options(command),
        ".SH COMMANDS", *described_commands(command),
        ".SH EXIT STATUS", *[line for code, text in table(discussion, "Exit codes:")
                             for line in (".TP", f"\\fB{code}\\fR", escaped(text))],
        ".SH ENVIRONMENT", *[line for names, text in ENVIRONMENT for line in (".TP", f"\\fB{names}\\fR", escaped(text))],
        ".SH FILES", *[line for path, text in FILES for line in (".TP", f"\\fI{escaped(path)}\\fR", escaped(text))],
        ".SH EXAMPLES", ".nf", *(escaped(line.removeprefix("  ")) for line in examples), ".fi",
        ".SH SEE ALSO", ".BR parlando (1)", "",
    ])


if __name__ == "__main__":
    # A path is not looked up among the programs of the system.
    sys.stdout.write(page(*described(os.path.abspath(sys.argv[1]))))
