"""Maps a column of several code systems, where another column names the system of each code (``ontology_by``).

Each code is looked up in its system; one root joins the systems. `followers` derives the system of a masked code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.spelling import Spelling
from kinonym.mapping import Mapping as ColumnMapping
from kinonym.mapping import MappingRow, map_values
from kinonym.mapping.data_spelling import spelling_from_data, usual_form
from kinonym.taxonomy import Source, Taxonomy
from kinonym.tuples.counted import Counted

__all__ = ["MixedCodes", "find_system", "map_mixed_codes"]

_ROOT, _ROOT_LABEL, _MARK = "*", "any", ":"


@dataclass(frozen=True, eq=False)
class MixedCodes:
    """The codes of a column, each with its system."""

    mapping: ColumnMapping
    """One row for each pair of a code and a system; concepts are named ``system:concept``."""
    texts: tuple[str | None, ...]
    """The code of each pair; None where it is missing."""
    systems: tuple[str | None, ...]
    """The system of each pair, from the other column."""
    concepts: tuple[str | None, ...]
    """The concept of each pair; None where there is none."""
    codes: NDArray[np.int32]
    """The pair of each counted tuple."""
    parts: Mapping[str, ColumnMapping]
    """System → the mapping of its codes."""

    def form(self) -> str:
        """Return whether the column has codes or labels."""
        return usual_form(self.mapping)

    def spelling(self, form: str, missing: Sequence[str]) -> Spelling:
        """Return how the column writes its concepts; each system has its spelling."""
        text_of: dict[str, str] = {}
        times: dict[str, int] = {}
        codes: dict[str, str] = {_ROOT: _ROOT_LABEL}
        letters = spelling_from_data(self.mapping, form, missing).letters
        for system, part in self.parts.items():
            spelling = spelling_from_data(part, form, missing)
            text_of |= {_name_concept(system, concept): text for concept, text in spelling.text_of.items()}
            times |= {_name_concept(system, concept): number for concept, number in spelling.times.items()}
            if spelling.codes is not None:
                codes |= {_name_concept(system, c): spelling.codes.get(c, c) for c in part.taxonomy.concepts}
        taken = frozenset([*(text for text in self.texts if text is not None), *missing])
        return Spelling(
            text_of=text_of, times=times, taken=taken, codes=codes if form == "code" else None, letters=letters
        )


def map_mixed_codes(
    systems: Mapping[str, str], load: Callable[[str], Taxonomy], counted: Counted, name: str, by: str
) -> MixedCodes:
    """Map a column's codes, each in the system that another column names.

    Parameters
    ----------
    systems
        Value of the column of systems → name of the ontology.
    load
        Loads an ontology by name.
    counted
        Distinct tuples with both columns.
    name, by
        The column of codes, and the column of their systems.
    """
    j, i = counted.columns.index(name), counted.columns.index(by)
    width = max(1, len(counted.values[i]))
    pair_of, codes = np.unique(counted.codes[:, j].astype(np.int64) * width + counted.codes[:, i], return_inverse=True)
    counts = np.bincount(codes, weights=counted.counts, minlength=len(pair_of)).astype(np.int64)
    texts = [counted.values[j][pair // width] for pair in pair_of.tolist()]
    system_of = [counted.values[i][pair % width] for pair in pair_of.tolist()]
    taxonomies = {system: load(ontology) for system, ontology in systems.items()}
    parts = {system: _map_system(taxonomies[system], system, texts, system_of, counts) for system in systems}
    rows_of = {system: {row.value: row for row in part.rows} for system, part in parts.items()}
    concepts: list[str | None] = [None] * len(texts)
    rows: list[MappingRow] = []
    for pair, (text, system) in enumerate(zip(texts, system_of, strict=True)):
        if text is None:
            continue
        unknown = MappingRow(text, int(counts[pair]), None, reason="not found")
        row = unknown if system is None else rows_of.get(system, {}).get(text, unknown)
        concepts[pair] = None if row.concept is None or system is None else _name_concept(system, row.concept)
        rows.append(replace(row, concept=concepts[pair], alternatives=(), suggestions=()))
    mapping = ColumnMapping(_join_taxonomies(tuple(taxonomies.items())), tuple(rows))
    return MixedCodes(
        mapping, tuple(texts), tuple(system_of), tuple(concepts), codes.astype(np.int32).reshape(-1), parts
    )


@lru_cache(maxsize=2)
def _join_taxonomies(taxonomies: tuple[tuple[str, Taxonomy], ...]) -> Taxonomy:
    """Join the systems below one root."""
    ids, labels = [_ROOT], [[_ROOT_LABEL]]
    children, parents = [], []
    for system, taxonomy in taxonomies:
        first = len(ids)
        start, above = taxonomy.parent_csr
        below = np.repeat(np.arange(len(taxonomy)), np.diff(start))
        children.append(np.r_[first, first + below])
        parents.append(np.r_[0, first + above])
        ids += [_name_concept(system, concept) for concept in taxonomy.concepts]
        labels += [[label] for label in taxonomy.preferred(range(len(taxonomy)))]
    name = " and ".join(dict.fromkeys(taxonomy.source.name for _, taxonomy in taxonomies))
    links = np.concatenate(children).astype(np.int64), np.concatenate(parents).astype(np.int64)
    return Taxonomy.from_links(ids, links, labels, source=Source(name=name))


def _map_system(
    taxonomy: Taxonomy,
    system: str,
    texts: Sequence[str | None],
    system_of: Sequence[str | None],
    counts: NDArray[np.int64],
) -> ColumnMapping:
    """Map the codes of one system."""
    pairs = [
        p for p, (text, each) in enumerate(zip(texts, system_of, strict=True)) if each == system and text is not None
    ]
    values = [text for p in pairs if (text := texts[p]) is not None]
    return map_values(taxonomy, values, [int(counts[p]) for p in pairs], suggestions=0)


def _name_concept(system: str, concept: str) -> str:
    return f"{system}{_MARK}{concept}"


def find_system(concept: str, systems: Sequence[str]) -> str | None:
    """Return the system of a concept; None for the root that joins the systems.

    >>> find_system("10:E11", ["1", "10"]), find_system("*", ["1", "10"])
    ('10', None)
    """
    return next((system for system in systems if concept.startswith(f"{system}{_MARK}")), None)
