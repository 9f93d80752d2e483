"""Speed of every measure on WordNet, compared with NLTK and `wn` where installed.

python -m research.speed.measures [--wndb FOLDER] [--json FILE]

``--wndb`` names a WordNet database folder (Debian: package wordnet-base): it carries the glosses and parts that two
measures need, and the files that NLTK reads. How well measures agree with people: ``python -m research people``.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
import warnings
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import kinonym as kn
from kinonym.measures import MEASURES, VARIANTS, measure_named, missing_needs
from kinonym.taxonomy import Taxonomy

SIDE = 5000
SPECS = [
    spec
    for name in MEASURES
    for spec in ([f"{name}+{each}" for each in VARIANTS[name][1]] if name in VARIANTS else [name])
]


def best_time(run, repeats):
    run()  # compiles, and touches the pages
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def speeds(taxonomy: Taxonomy):
    """Million distances per second for 5,000 × 5,000 random concepts, and milliseconds for one to all."""
    draw = np.random.default_rng(2012)
    left, right = (draw.choice(len(taxonomy), SIDE, replace=False) for _ in range(2))
    every = np.arange(len(taxonomy))
    square, row = np.empty((SIDE, SIDE), dtype=np.float32), np.empty((1, len(every)), dtype=np.float32)
    found = {}
    for spec in SPECS:
        measure = measure_named(spec)
        if missing_needs(measure, taxonomy):
            continue
        whole = best_time(lambda m=measure: m.fill(taxonomy, left, right, square), 5)
        single = best_time(lambda m=measure: m.fill(taxonomy, left[:1], every, row), 20)
        found[spec] = {"million_per_second": SIDE**2 / whole / 1e6, "one_to_all_ms": single * 1e3}
    return found


def pair_rate(similarity, concepts):
    """Pairs per second of a function of two concepts, for about two seconds."""
    draw = random.Random(2012)
    similarity(*draw.sample(concepts, 2))
    start, pairs = time.perf_counter(), 0
    while time.perf_counter() - start < 2:
        similarity(*draw.sample(concepts, 2))
        pairs += 1
    return pairs / (time.perf_counter() - start)


def nltk_rate(folder: Path):
    """NLTK's Wu-Palmer, read from the same database: its reader wants one more file, a list of names."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class Reader(WordNetCorpusReader):
        def map_wn(self, version="wordnet"):
            """No other version to map to."""

    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        place = Path(name)
        for file in folder.iterdir():
            if file.is_file():
                shutil.copy(file, place)
        (place / "lexnames").write_text("".join(f"{i:02d}\tfile{i:02d}\t1\n" for i in range(45)))
        nltk.data.path.append(name)
        nouns = list(Reader(name, None).all_synsets("n"))
        return pair_rate(lambda a, b: a.wup_similarity(b), nouns)


def wn_rate(taxonomy: Taxonomy):
    """`wn`'s Wu-Palmer, on a lexicon made of the same concepts and links."""
    import wn
    import wn.similarity

    def links(kind, concepts):
        return [{"target": f"k-{taxonomy.number(c)}", "relType": kind, "meta": None} for c in concepts]

    synsets = [
        {
            "id": f"k-{i}", "ili": "", "partOfSpeech": "n", "meta": None,
            "relations": links("hypernym", taxonomy.parents(c)) + links("hyponym", taxonomy.children(c)),
        }
        for i, c in enumerate(taxonomy.concepts)
    ]  # fmt: skip
    lexicon = {
        "id": "k", "label": "k", "language": "en", "email": "-", "license": "-", "version": "1", "meta": None,
        "entries": [], "synsets": synsets,
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        wn.config.data_directory = name
        wn.add_lexical_resource({"lmf_version": "1.0", "lexicons": [lexicon]}, progress_handler=None)
        chosen = random.Random(2012).sample(range(len(taxonomy)), 2000)
        synset = wn.Wordnet("k:1").synset
        return pair_rate(wn.similarity.wup, [synset(f"k-{i}") for i in chosen])


def peer_rates(taxonomy: Taxonomy, folder: Path | None):
    rates = {}
    if find_spec("nltk") and folder:
        rates["nltk"] = nltk_rate(folder)
    if find_spec("wn"):
        rates["wn"] = wn_rate(taxonomy)
    return rates


def show(result):
    rate = result["speed"]
    print(f"{'measure':24}{'million/s':>10}{'one to all':>12}")
    for spec, figures in rate.items():
        print(f"{spec:24}{figures['million_per_second']:10.0f}{figures['one_to_all_ms']:9.2f} ms")
    for peer, pairs in result["peers"].items():
        times = rate["wu-palmer"]["million_per_second"] * 1e6 / pairs
        print(f"{peer}: wu-palmer {pairs:,.0f} pairs/s; kinonym is {times:,.0f} times as fast")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wndb", type=Path, help="WordNet database folder")
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    taxonomy = kn.ontologies.load(chosen.wndb or "wordnet")
    result = {"ontology": repr(taxonomy), "python": sys.version.split()[0], "speed": speeds(taxonomy)}
    result["peers"] = peer_rates(taxonomy, chosen.wndb)
    show(result)
    if chosen.json:
        chosen.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
