"""Make the table of WordNet nouns that ships with the package, from a WordNet 3.0 database folder.

Usage: python tools/make_wordnet.py [folder]   (default: where Debian's wordnet-base puts it)
"""

from __future__ import annotations

import sys
from pathlib import Path

from kinonym.ontologies.wndb import load_wndb
from kinonym.ontologies.wordnet import TABLE, pack

FOLDER = Path("/usr/share/wordnet")
TARGET = Path(__file__).parents[1] / "src" / "kinonym" / "ontologies" / "data" / TABLE


def main(folder: Path) -> None:
    """Read the folder, write the table, say what it holds."""
    taxonomy = load_wndb(folder)
    data = pack(taxonomy)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(data)
    print(f"{taxonomy!r}, version {taxonomy.source.version}: {len(data):,} bytes in {TARGET.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
