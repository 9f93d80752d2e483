"""Make the tables of WordNet nouns that ship with the package, from a WordNet 3.0 database folder.

Usage: python tools/make_wordnet.py [folder]   (default: where Debian's wordnet-base puts it)
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from kinonym.ontologies.wndb import load_wndb, read_synsets
from kinonym.ontologies.wordnet import OFFSETS, TABLE, pack, pack_offsets

FOLDER = Path("/usr/share/wordnet")
DATA = Path(__file__).parents[1] / "src" / "kinonym" / "ontologies" / "data"


def main(folder: Path) -> None:
    """Read the folder, write the tables, report their sizes."""
    taxonomy, synsets = load_wndb(folder), read_synsets(folder)
    offset_of = dict(zip(synsets.ids, map(int, synsets.position_of), strict=True))
    offsets = np.array([offset_of[concept] for concept in taxonomy.concepts])
    DATA.mkdir(exist_ok=True)
    for name, data in ((TABLE, pack(taxonomy)), (OFFSETS, pack_offsets(offsets))):
        (DATA / name).write_bytes(data)
        print(f"{taxonomy!r}, version {taxonomy.source.version}: {len(data):,} bytes in {name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
