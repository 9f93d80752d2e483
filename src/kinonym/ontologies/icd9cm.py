"""ICD-9-CM diagnoses, version 32, the last one, as a compact table in the package (US government, public domain).

`tools/make_icd9cm.py` makes the table.
"""

from __future__ import annotations

import csv
import lzma
from importlib.resources import files
from pathlib import Path

from kinonym.ontologies.concept_list import ConceptList
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["data_files", "load_icd9cm"]

_TABLE = "icd9cm.xz"
_SOURCE = Source(
    name="ICD-9-CM",
    version="32 (2015)",
    licence="US government work",
    citation="CDC National Center for Health Statistics and CMS, ICD-9-CM, version 32, diagnoses",
)


def data_files() -> list[Path]:
    """The table, if the package is in a folder."""
    table = files("kinonym.ontologies").joinpath("data", _TABLE)
    return [table] if isinstance(table, Path) else []


def load_icd9cm() -> Taxonomy:
    """Load chapters, blocks, categories and codes; ids are the printed codes (``250.00``, ``V27.0``, ``E812.0``)."""
    packed = files("kinonym.ontologies").joinpath("data", _TABLE).read_bytes()
    rows = csv.reader(lzma.decompress(packed).decode().splitlines())
    next(rows)
    concepts = ConceptList(_TABLE, _SOURCE)
    for code, parent, name, short in rows:
        concepts.add(code, {name: 0, **({short: 1} if short else {})})
        if parent:
            concepts.is_a.append((code, parent))
    return concepts.to_taxonomy(root_label="any condition")
