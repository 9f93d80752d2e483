"""Names of tables and folders that only a cluster reaches: URIs of its file systems, and tables of its catalogues."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from kinonym.files.formats import TABLE_FORMATS

__all__ = ["CATALOGUE", "catalogue_table", "is_cluster_name", "is_pattern"]

CATALOGUE = "spark:"
"""What comes before the name of a table in a catalogue of the Spark session."""
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


def is_cluster_name(name: str | PathLike[str]) -> bool:
    """Whether a name is a URI of a file system or a table of a catalogue, and not a path of this machine.

    >>> [is_cluster_name(name) for name in ("s3a://bucket/stays/", "spark:lake.stays", "data.csv", "sqlite:/a.db#t")]
    [True, True, False, False]
    """
    text = str(name)
    if any(form.is_named_by(text) for form in TABLE_FORMATS.values()):
        return False
    return catalogue_table(name) is not None or bool(_URI.match(text))


def catalogue_table(name: str | PathLike[str]) -> str | None:
    """The name of a table in its catalogue; None for anything else.

    >>> catalogue_table("spark:lake.hospital.stays")
    'lake.hospital.stays'
    """
    text = str(name)
    return text.removeprefix(CATALOGUE) if text.startswith(CATALOGUE) and not text.startswith(f"{CATALOGUE}/") else None


def is_pattern(path: Path) -> bool:
    """Whether a path that does not exist names several folders or files by a pattern."""
    return not path.exists() and any(mark in str(path) for mark in "*?[{")
