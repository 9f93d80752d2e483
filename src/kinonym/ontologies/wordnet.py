"""The WordNet nouns in the package: write and read their compact table.

`tools/make_wordnet.py` makes the table; `wndb` reads a whole WordNet database folder. A second table has the offsets
of the synsets, by which wordnets of other languages refer to them.
"""

from __future__ import annotations

import json
import lzma
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import OntologyError
from kinonym.languages import find_language
from kinonym.ontologies.wndb import CITATION, LICENCE
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["FIRST_ILI", "load_wordnet", "pack", "pack_offsets", "read_offsets", "unpack"]

TABLE = "wordnet_nouns.xz"
OFFSETS = "wordnet_offsets.xz"
FIRST_ILI = 35_545
"""The number of the first noun in the interlingual index; the other nouns follow in the order of their offsets."""

# The decompressed table is a line of JSON (version; name, type and number of items of each column), then the columns.
# Concepts are in the order of the taxonomy, so reading needs no sorting. Texts are UTF-8 lines; numbers are
# little-endian, with bytes of equal significance together, which compresses better.
_NUMBERS = {"u1": 1, "u2": 2, "u4": 4}


def load_wordnet(*, language: str | None = None) -> Taxonomy:
    """Load the 82,115 noun synsets of WordNet 3.0 with lemmas, is-a links, sense order and counts; no glosses.

    Parameters
    ----------
    language
        Code of another language: the concepts that have words in it, with these words, from an installed wordnet.
    """
    if language is None or find_language(language).code == "en":
        return unpack(_read_data(TABLE))
    from kinonym.ontologies.installed_wordnets import find_installed
    from kinonym.ontologies.registry import load

    return load(find_installed(language))


def read_offsets() -> NDArray[np.int64]:
    """Read the offset in ``data.noun`` of each concept of `load_wordnet`."""
    planes = lzma.decompress(_read_data(OFFSETS))
    half = len(planes) // 2
    order, gaps = _from_planes(planes[:half], "u4"), _from_planes(planes[half:], "u4")
    offsets = np.empty(len(order), dtype=np.int64)
    offsets[order] = np.cumsum(gaps)
    return offsets


def pack_offsets(offsets: NDArray[np.int64]) -> bytes:
    """Pack the offsets of the concepts, given in the order of the taxonomy."""
    order = np.argsort(offsets)
    planes = _to_planes(order, "u4") + _to_planes(np.diff(offsets[order], prepend=0), "u4")
    return lzma.compress(planes, preset=9 | lzma.PRESET_EXTREME)


def _read_data(name: str) -> bytes:
    return files("kinonym.ontologies").joinpath("data", name).read_bytes()


def pack(taxonomy: Taxonomy) -> bytes:
    """Pack a taxonomy read from WordNet, without glosses and parts."""
    start, parent = taxonomy.parent_csr
    if taxonomy.label_ranks is None or taxonomy.counts is None:
        msg = "the table needs the sense order and the counts of a WordNet database"
        raise OntologyError(msg, hint="give a folder with index.noun and cntlist.rev")
    irregular = taxonomy.irregular or {}
    columns: dict[str, tuple[str, bytes]] = {
        "labels": ("text", "\n".join(taxonomy.label_texts).encode()),
        "label_counts": ("u1", _to_planes(np.diff(taxonomy.label_start), "u1")),
        "label_ranks": ("u1", _to_planes(taxonomy.label_ranks, "u1")),
        "parent_counts": ("u1", _to_planes(np.diff(start), "u1")),
        "parents": ("u4", _to_planes(parent, "u4")),
        "depths": ("u1", _to_planes(taxonomy.depths, "u1")),
        "counts": ("u2", _to_planes(taxonomy.counts, "u2")),
        "irregular": (
            "text",
            "\n".join("\t".join((form, *bases)) for form, bases in irregular.items()).encode(),
        ),
    }
    layout = [(name, kind, len(data)) for name, (kind, data) in columns.items()]
    header = json.dumps({"version": taxonomy.source.version, "columns": layout}).encode()
    body = b"".join(data for _, data in columns.values())
    return lzma.compress(header + b"\n" + body, preset=9 | lzma.PRESET_EXTREME)


def unpack(data: bytes) -> Taxonomy:
    """Read a table that `pack` wrote."""
    header, _, body = lzma.decompress(data).partition(b"\n")
    layout = json.loads(header)
    data_of: dict[str, bytes] = {}
    numbers: dict[str, NDArray[np.int64]] = {}
    offset = 0
    for name, kind, size in layout["columns"]:
        data_of[name] = body[offset : offset + size]
        offset += size
        if kind in _NUMBERS:
            numbers[name] = _from_planes(data_of[name], kind)
    labels = tuple(data_of["labels"].decode().split("\n"))
    label_start = _start_offsets(numbers["label_counts"])
    first = label_start[:-1].tolist()
    senses = numbers["label_ranks"][label_start[:-1]].tolist()
    lowered = [labels[i].lower().replace(" ", "_") for i in first]
    rows = (line.split("\t") for line in data_of["irregular"].decode().split("\n"))
    return Taxonomy(
        concepts=tuple([f"{lemma}.n.{sense:02d}" for lemma, sense in zip(lowered, senses, strict=True)]),
        parent_csr=(_start_offsets(numbers["parent_counts"]), numbers["parents"]),
        depths=numbers["depths"],
        label_start=label_start,
        label_texts=labels,
        label_ranks=numbers["label_ranks"],
        counts=numbers["counts"],
        irregular={form: tuple(bases) for form, *bases in rows},
        source=Source(name="WordNet", version=layout["version"], licence=LICENCE, citation=CITATION, language="en"),
    )


def _to_planes(numbers: NDArray[np.int64], kind: str) -> bytes:
    narrow = numbers.astype("<" + kind)
    if not np.array_equal(narrow, numbers):
        msg = f"a column of the table does not fit {kind}"
        raise OntologyError(msg, hint="install the package again")
    return narrow.view("u1").reshape(-1, _NUMBERS[kind]).T.tobytes()


def _from_planes(data: bytes, kind: str) -> NDArray[np.int64]:
    planes = np.frombuffer(data, dtype="u1").reshape(_NUMBERS[kind], -1)
    numbers = np.ascontiguousarray(planes.T).view("<" + kind).ravel().astype(np.int64)
    numbers.setflags(write=False)
    return numbers


def _start_offsets(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    start = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=start[1:])
    start.setflags(write=False)
    return start
