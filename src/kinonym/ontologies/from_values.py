"""Hierarchies built from the values of a column, which contain their groups.

These are paths such as ``a|b|c``, codes with prefixes that are groups, and dates (see `date_formats`). No message
contains a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from kinonym.domains.date_formats import read_dates
from kinonym.errors import DataError, UsageError
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["OWN_VALUES", "taxonomy_from_dates", "taxonomy_from_paths", "taxonomy_from_prefixes", "taxonomy_from_values"]

OWN_VALUES = ("paths", "prefix", "dates")
"""Names that a recipe may give instead of an ontology, for a hierarchy built from the values."""

_ROOT = "*"
_ROOT_LABEL = "any"


def taxonomy_from_values(
    kind: str,
    values: Sequence[str],
    *,
    separator: str | None = None,
    lengths: Sequence[int] | None = None,
    first_year: int | None = None,
) -> Taxonomy:
    """Build the hierarchy of one of `OWN_VALUES`.

    ``separator`` is for paths, ``lengths`` is for prefixes, and ``first_year`` is the first of the hundred years of
    two-digit years in dates.
    """
    if kind == "paths":
        return taxonomy_from_paths(values, separator or "")
    if kind == "prefix":
        return taxonomy_from_prefixes(values, lengths or ())
    if kind == "dates":
        return taxonomy_from_dates(values, first_year)
    msg = f"{kind!r} is not a hierarchy that can be built from values"
    raise UsageError(msg, hint=f"there are: {', '.join(OWN_VALUES)}")


def taxonomy_from_paths(values: Sequence[str], separator: str) -> Taxonomy:
    """Each value is a path from the most general concept: ``animal|bird|crow`` is below ``animal|bird``.

    Blanks around the parts are removed; the id and label of a concept is its path.

    Examples
    --------
    >>> birds = taxonomy_from_paths(["animal|bird|crow", "animal | fish"], "|")
    >>> birds.concepts, birds.find("animal | fish")
    (('*', 'animal', 'animal|bird', 'animal|fish', 'animal|bird|crow'), ('animal|fish',))
    """
    if not separator.strip():
        msg = "paths need the text that separates their parts"
        raise UsageError(msg, hint='for instance path_separator = "|"')
    texts = _distinct_values(values)
    parts = {value: [part.strip() for part in value.split(separator)] for value in texts}
    empty = sum(not all(row) for row in parts.values())
    if empty:
        msg = f"{empty:,} of {len(texts):,} different values have an empty part between two separators"
        raise DataError(msg, hint="correct them in the table, or name another path_separator")
    if not any(len(row) > 1 for row in parts.values()):
        msg = f"none of {len(texts):,} different values contains the separator"
        raise DataError(msg, hint="name the right path_separator, or leave the ontology out")
    path_of = {
        value: list(accumulate(row, lambda above, part: f"{above}{separator}{part}")) for value, row in parts.items()
    }
    return _build_tree(path_of, f"paths of the column, cut at {separator!r}")


def taxonomy_from_prefixes(values: Sequence[str], lengths: Sequence[int]) -> Taxonomy:
    """Each value is a code, and its prefixes are its groups: ATC with lengths 1, 3, 4, 5; postal codes with 1, 2.

    The groups of a code are shorter than the code itself.

    Examples
    --------
    >>> atc = taxonomy_from_prefixes(["A10BA02", "A10BB01", "C01"], [1, 3])
    >>> atc.subsumers("A10BA02")
    ('*', 'A', 'A10', 'A10BA02')
    """
    prefix_lengths = list(lengths)
    if (
        not prefix_lengths
        or any(isinstance(n, bool) or n < 1 for n in prefix_lengths)
        or any(a >= b for a, b in pairwise(prefix_lengths))
    ):
        msg = "the lengths of prefixes must be whole numbers of at least 1, the shortest first"
        raise UsageError(msg, hint="for instance lengths = [1, 3, 4, 5] for ATC codes")
    texts = [value.strip() for value in _distinct_values(values)]
    longest = max(map(len, texts))
    if prefix_lengths[-1] > longest:
        msg = f"a prefix of {prefix_lengths[-1]} characters is too long: the longest code has {longest}"
        raise DataError(msg, hint="leave that length out")
    path_of = {value: [*(value[:n] for n in prefix_lengths if n < len(value)), value] for value in texts}
    return _build_tree(path_of, "prefixes of " + ", ".join(map(str, prefix_lengths)) + " characters")


def taxonomy_from_dates(values: Sequence[str], first_year: int | None = None) -> Taxonomy:
    """Days are below their months, quarters and years; the time of day is ignored.

    ``first_year``: the first of the hundred years of two-digit years; None: detected in the values.

    Examples
    --------
    >>> taxonomy_from_dates(["2020-03-15", "2021-11-02"]).subsumers("2020-03-15")
    ('*', '2020', '2020-Q1', '2020-03', '2020-03-15')
    """
    texts = _distinct_values(values)
    dates = read_dates(texts, first_year)
    path_of: dict[str, list[str]] = {}
    for value, date in dates.items():
        levels = [f"{date.year:04}"]
        if date.quarter is not None:
            levels.append(f"{date.year:04}-Q{date.quarter}")
        if date.month is not None:
            levels.append(f"{date.year:04}-{date.month:02}")
        if date.day is not None:
            levels.append(f"{levels[-1]}-{date.day:02}")
        path_of[value] = levels
    exact_days = {value for value, date in dates.items() if not date.with_time}
    return _build_tree(path_of, "dates by month, quarter and year", preferred=exact_days)


def _distinct_values(values: Sequence[str]) -> list[str]:
    texts = list(dict.fromkeys(value for value in values if value.strip()))
    if not texts:
        msg = "the column has no values to build a hierarchy from"
        raise DataError(msg, hint="give it another role, or leave its ontology out")
    return texts


def _build_tree(path_of: Mapping[str, Sequence[str]], name: str, preferred: set[str] | None = None) -> Taxonomy:
    """Build a taxonomy from value → ids from the top down; a value that differs from its id becomes a label."""
    parents: dict[str, list[str]] = {_ROOT: []}
    labels: dict[str, list[str]] = {_ROOT: [_ROOT_LABEL]}
    for value, path in path_of.items():
        for above, concept in pairwise([_ROOT, *path]):
            parents.setdefault(concept, [above])
            labels.setdefault(concept, [concept])
        if value != path[-1]:
            first = preferred is not None and value in preferred and labels[path[-1]][0] == path[-1]
            labels[path[-1]].insert(0 if first else len(labels[path[-1]]), value)
    return Taxonomy.from_parents(parents, labels, source=Source(name=name, from_values=True))
