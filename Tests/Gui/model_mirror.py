"""A mirror of the speech models on this machine, and a home that has none yet."""

import functools
import http.server
import json
import os
import pathlib
import re
import threading
import time

import screen
from program import ROOT, Program

CATALOGUE = json.loads((ROOT / "data/models.json").read_text())["models"]
CHUNK = 1 << 16


def files():
    """{path in the catalogue: name on disk} of each file of each model. A voice has two."""
    found = {}
    for model in CATALOGUE:
        name = f"{model['name']}-v{model['version']}" + (".onnx" if model["kind"] == "voice" else ".bin")
        found[model["path"]] = name
        if model["kind"] == "voice":
            found[model["voice"]["configuration"]["path"]] = name + ".json"
    return found


class Mirror:
    """Serves the models that were fetched for the tests, under their names in the catalogue, until the `with` block
    ends; a number of bytes per second if `rate` is not 0.
    """

    def __init__(self, rate=0):
        self.rate = rate
        self.asked = []
        # The first byte of each request.
        self.firsts = []
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, self))
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *rest):
        self.rate = 0
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def __init__(self, mirror, *rest):
        self.mirror = mirror
        super().__init__(*rest)

    def do_GET(self):
        name = self.path.lstrip("/")
        self.mirror.asked.append(name)
        file = files().get(name)
        path = pathlib.Path(os.environ["PARLANDO_MODELS_OF_TESTS"], file) if file else None
        if not path or not path.exists():
            self.send_error(404)
            return
        first = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "bytes=0-"))
        begin, size = int(first[1]), path.stat().st_size
        self.mirror.firsts.append(begin)
        self.send_response(206 if begin else 200)
        self.send_header("Content-Length", str(size - begin))
        self.send_header("ETag", f'"{size}"')
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{size - 1}/{size}")
        self.end_headers()
        with open(path, "rb") as file:
            file.seek(begin)
            try:
                while chunk := file.read(CHUNK):
                    self.wfile.write(chunk)
                    if self.mirror.rate:
                        time.sleep(len(chunk) / self.mirror.rate)
            except OSError:
                pass  # the program has heard enough

    def log_message(self, *rest):
        pass


def first_button(program, label="Download and Start"):
    """The main button of the first start, whose label ends with the size of the model."""
    return screen.wait(f"'{label}'", lambda: next(
        (node for node in program.nodes("push button", is_drawn=True) if node.name.startswith(label + " · ")), None))


def empty_home(folder, mirror, only=None, **more):
    """The program with a home that holds no model, and the mirror as its source of models; `only`: the speech model that
    its catalogue lists, whatever this machine is fast enough for.
    """
    program = Program(folder=folder, **more)
    os.environ.setdefault("PARLANDO_MODELS_OF_TESTS", os.path.join(os.environ["XDG_DATA_HOME"], "parlando/models"))
    program.environment["XDG_DATA_HOME"] = os.path.join(folder, "data")
    if only:
        resources = pathlib.Path(folder, "resources-of-test")
        resources.mkdir(exist_ok=True)
        listed = [model for model in CATALOGUE if model["name"] == only or model["kind"] != "speech"]
        (resources / "models.json").write_text(json.dumps({"models": listed}))
        # What is not there is found beside the program.
        program.environment["PARLANDO_DATADIR"] = str(resources)
    program.set("mirror", f"'{mirror.address}'")
    return program
