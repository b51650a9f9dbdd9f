"""Measures what a vocabulary is worth: errors on names, and what it changes where none of its words is said.

Makes recordings of names that the smallest model gets wrong with the voices of Flite (Debian's package `flite`), or
reads a manifest with real voices: a JSON list of rows with "path", "text", "names" and, if the words differ from row to
row, "vocabulary". Each row is transcribed without a vocabulary, with its own, and with one of which nothing is said.

    bench/with-python bench/dictation/vocabulary.py --tool .build/release/parlandoctl
    bench/with-python bench/dictation/vocabulary.py --tool … --manifest names.json
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# fit_vocabulary.py fits the rule's constants on the first set; the second has other names, sentences and voices.
FITTED = {
    "names": """Kuzminov Okonkwo Lindqvist Brandvold Petrosyan Marchetti Delacroix Ostrowski Kubernetes Grafana Dubrovsky
        Castellanos Thornbury Vasquez Szymanski Tanahashi Adeyemi Kowalczyk Haverford Ljungberg Parlando Bianchini
        Zubkova Montefiore Rasputnik Wexcombe Debian Flatpak Terraform Ansible Mirzoyan Quarterstaff""".split(),
    "sentences": ["Please ask {} to send me the figures before noon.", "We met {} at the station and walked home.",
                  "I think that {} is better than the other one.", "Yesterday {} was not there."],
    "voices": ["slt", "rms"],
}
HELD = {
    "names": """Zelenko Achterberg Nakagawa Oyelaran Petrenko Fairweather Gianluca Jankowski Papadakis Sorensen Valdivia
        Wojtkowiak Brightlingsea Cholmondeston Drozdov Esterhazy Fontainebleau Grigorovich Hjelmstad Ivanisevich
        Wireguard Prometheus Nextcloud Jellyfin Krasnov Lombardini Mkhitaryan Novoselov Ottaviani Pellegrino Rautavaara
        Stroganov""".split(),
    "sentences": ["Tell {} that the meeting has been moved to Friday.", "The letter from {} came this morning.",
                  "Nobody knew what {} would do next.", "Open {} and look at the second page."],
    "voices": ["awb", "kal16"],
}
UNSPOKEN = """Abernathy Bjornsson Calloway Demetriou Eriksen Fotheringay Gorbunov Hakkinen Iwasaki Jorgensen Katsaros
    Lanzarote Mahlangu Norrington Obolensky Pankhurst Quintero Rosenkrantz Sibelius Takahashi Ustinov Vandenberg
    Wolstenholme Xanthopoulos Yevtushenko Zaragoza Ackermann Baranov Chukwuma Dvorak Ellingham Fujimoto Grzegorz Holmgren
    Inverness Jaramillo Kirchner Lubavitch Monaghan Nikolaidis Oppenheimer Pasternak Ramanujan Stanislavski Tchaikovsky
    Uppsala Villeneuve Wittgenstein Yamamoto Zinoviev""".split()


def spoken(chosen, folder):
    """Rows of recordings that are made in a folder: each name in one sentence by each voice."""
    rows = []
    for number, name in enumerate(chosen["names"]):
        for place, voice in enumerate(chosen["voices"]):
            text = chosen["sentences"][(number + 2 * place) % len(chosen["sentences"])].format(name)
            path = folder / f"{name}-{voice}.wav"
            subprocess.run(["flite", "-voice", voice, "-t", text, "-o", str(path)], check=True)
            rows.append({"path": str(path), "text": text, "names": [name], "vocabulary": chosen["names"]})
    return rows


def words(text):
    return re.findall(r"[^\W_]+", re.sub(r"['’]", "", text.lower()))


def errors(heard, said):
    """Words to insert, remove or exchange."""
    row = list(range(len(said) + 1))
    for number, word in enumerate(heard, 1):
        following = [number]
        for place, other in enumerate(said, 1):
            following.append(min(row[place] + 1, following[-1] + 1, row[place - 1] + (word != other)))
        row = following
    return row[-1]


def transcribed(tool, model, rows, vocabulary):
    """The text of each row; `vocabulary` gives the words of a row, or None."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(vocabulary(row) or ()), []).append(row["path"])
    with tempfile.TemporaryDirectory() as folder:
        for words_of_group, paths in groups.items():
            command = [tool, "transcribe", "--model", model, "--format", "txt", "--output", folder + "/"]
            if words_of_group:
                path = pathlib.Path(folder, "vocabulary.list")
                path.write_text("\n".join(words_of_group) + "\n", encoding="utf-8")
                command += ["--vocabulary", str(path)]
            subprocess.run([*command, *paths], check=True, stderr=subprocess.DEVNULL)
        return [pathlib.Path(folder, pathlib.Path(row["path"]).stem + ".txt").read_text(encoding="utf-8")
                for row in rows]


def measured(tool, model, rows):
    """(wrong names, wrong words, changed texts, texts made worse) without, with the own and with an unspoken vocabulary."""
    runs = [transcribed(tool, model, rows, choice) for choice in
            (lambda row: None, lambda row: row["vocabulary"], lambda row: UNSPOKEN)]
    figures = []
    for texts in runs:
        names = sum(name.lower() not in text.lower() for row, text in zip(rows, texts) for name in row["names"])
        wrong = [errors(words(text), words(row["text"])) for row, text in zip(rows, texts)]
        plain = [errors(words(text), words(row["text"])) for row, text in zip(rows, runs[0])]
        figures.append((names, sum(wrong), sum(text != old for text, old in zip(texts, runs[0])),
                        sum(new > old for new, old in zip(wrong, plain))))
    return figures


def show(title, rows, figures):
    total = sum(len(words(row["text"])) for row in rows)
    print(f"{title}: {len(rows)} recordings, {sum(len(row['names']) for row in rows)} names, {total} words")
    for name, (names, wrong, changed, worse) in zip(("without", "own vocabulary", "50 words not said"), figures):
        print(f"  {name:18} wrong names {names:3}   wrong words {wrong:4}   texts changed {changed:3}, worse {worse:3}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, help="parlandoctl")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--manifest", type=pathlib.Path, help="measure these recordings instead")
    options = parser.parse_args()
    if options.manifest:
        rows = json.loads(options.manifest.read_text(encoding="utf-8"))
        show(options.manifest.name, rows, measured(options.tool, options.model, rows))
        return
    with tempfile.TemporaryDirectory() as folder:
        for title, chosen in (("fitted", FITTED), ("held out", HELD)):
            rows = spoken(chosen, pathlib.Path(folder))
            show(title, rows, measured(options.tool, options.model, rows))


if __name__ == "__main__":
    main()
