"""Hierarchies that nobody has to write: built from a column's own values, which say in themselves what they belong to.

Paths such as ``a|b|c``, codes whose prefixes are their groups, and dates (in `date_formats`). No message names a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from kinonym.domains.date_formats import read_dates
from kinonym.errors import DataError, UsageError
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["OWN_VALUES", "taxonomy_from_dates", "taxonomy_from_paths", "taxonomy_from_prefixes", "taxonomy_from_values"]

OWN_VALUES = ("paths", "prefix", "dates")
"""What a recipe may name as a column's ontology instead of one that exists beforehand."""

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
    """The hierarchy of one of `OWN_VALUES`; ``separator`` is that of paths, ``lengths`` are those of prefixes.

    ``first_year``: of dates, the first of the hundred years that two-digit years are read as.
    """
    if kind == "paths":
        return taxonomy_from_paths(values, separator or "")
    if kind == "prefix":
        return taxonomy_from_prefixes(values, lengths or ())
    if kind == "dates":
        return taxonomy_from_dates(values, first_year)
    msg = f"there is no hierarchy of a column's own values called {kind!r}"
    raise UsageError(msg, hint=f"there are: {', '.join(OWN_VALUES)}")


def taxonomy_from_paths(values: Sequence[str], separator: str) -> Taxonomy:
    """Each value is a way down from the most general: ``animal|bird|crow`` lies below ``animal|bird``.

    Parts are read without the blanks around them; a concept's id and label is the way down to it.

    Examples
    --------
    >>> birds = taxonomy_from_paths(["animal|bird|crow", "animal | fish"], "|")
    >>> birds.concepts, birds.find("animal | fish")
    (('*', 'animal', 'animal|bird', 'animal|fish', 'animal|bird|crow'), ('animal|fish',))
    """
    if not separator.strip():
        msg = "paths need the text that separates their parts"
        raise UsageError(msg, hint='for instance path_separator = "|"')
    texts = _known(values)
    parts = {value: [part.strip() for part in value.split(separator)] for value in texts}
    empty = sum(not all(row) for row in parts.values())
    if empty:
        msg = f"{empty:,} of {len(texts):,} different values have an empty part between two separators"
        raise DataError(msg, hint="correct them in the table, or name another path_separator")
    if not any(len(row) > 1 for row in parts.values()):
        msg = f"none of {len(texts):,} different values contains the separator"
        raise DataError(msg, hint="name the right path_separator, or leave the ontology out")
    ways = {
        value: list(accumulate(row, lambda above, part: f"{above}{separator}{part}")) for value, row in parts.items()
    }
    return _tree(ways, f"paths of the column, cut at {separator!r}")


def taxonomy_from_prefixes(values: Sequence[str], lengths: Sequence[int]) -> Taxonomy:
    """Each value is a code whose first characters name its groups: ATC with lengths 1, 3, 4, 5; postal codes with 1, 2.

    A code no longer than a length has no group of that length but itself.

    Examples
    --------
    >>> atc = taxonomy_from_prefixes(["A10BA02", "A10BB01", "C01"], [1, 3])
    >>> atc.subsumers("A10BA02")
    ('*', 'A', 'A10', 'A10BA02')
    """
    steps = list(lengths)
    if not steps or any(isinstance(n, bool) or n < 1 for n in steps) or any(a >= b for a, b in pairwise(steps)):
        msg = "the lengths of prefixes must be whole numbers of at least 1, the shortest first"
        raise UsageError(msg, hint="for instance lengths = [1, 3, 4, 5] for ATC codes")
    texts = [value.strip() for value in _known(values)]
    longest = max(map(len, texts))
    if steps[-1] > longest:
        msg = f"a prefix of {steps[-1]} characters is longer than every code of the column: the longest has {longest}"
        raise DataError(msg, hint="leave that length out")
    ways = {value: [*(value[:n] for n in steps if n < len(value)), value] for value in texts}
    return _tree(ways, "prefixes of " + ", ".join(map(str, steps)) + " characters")


def taxonomy_from_dates(values: Sequence[str], first_year: int | None = None) -> Taxonomy:
    """Days below their months, quarters and years; a time of day is left out.

    ``first_year``: the first of the hundred years that two-digit years are read as; None: found in the values.

    Examples
    --------
    >>> taxonomy_from_dates(["2020-03-15", "2021-11-02"]).subsumers("2020-03-15")
    ('*', '2020', '2020-Q1', '2020-03', '2020-03-15')
    """
    texts = _known(values)
    dates = read_dates(texts, first_year)
    ways: dict[str, list[str]] = {}
    for value, read in dates.items():
        levels = [f"{read.year:04}"]
        if read.quarter is not None:
            levels.append(f"{read.year:04}-Q{read.quarter}")
        if read.month is not None:
            levels.append(f"{read.year:04}-{read.month:02}")
        if read.day is not None:
            levels.append(f"{levels[-1]}-{read.day:02}")
        ways[value] = levels
    own = {value for value, read in dates.items() if not read.with_time}
    return _tree(ways, "dates by month, quarter and year", preferred=own)


def _known(values: Sequence[str]) -> list[str]:
    texts = list(dict.fromkeys(value for value in values if value.strip()))
    if not texts:
        msg = "the column holds no value to build a hierarchy from"
        raise DataError(msg, hint="give it another role, or leave its ontology out")
    return texts


def _tree(ways: Mapping[str, Sequence[str]], name: str, preferred: set[str] | None = None) -> Taxonomy:
    """A taxonomy from value → ids from the top down; a value that is written otherwise than its id is its label."""
    parents: dict[str, list[str]] = {_ROOT: []}
    labels: dict[str, list[str]] = {_ROOT: [_ROOT_LABEL]}
    for value, way in ways.items():
        for above, concept in pairwise([_ROOT, *way]):
            parents.setdefault(concept, [above])
            labels.setdefault(concept, [concept])
        if value != way[-1]:
            first = preferred is not None and value in preferred and labels[way[-1]][0] == way[-1]
            labels[way[-1]].insert(0 if first else len(labels[way[-1]]), value)
    return Taxonomy.from_parents(parents, labels, source=Source(name=name, from_values=True))
