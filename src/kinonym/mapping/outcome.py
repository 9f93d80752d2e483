"""What a mapping of one column's values to concepts holds: its rows, its coverage, its own words, what is left over.

A column's own words are the commonest text of each concept, and its habit for concepts that are new to it; what they
do to a concept's text lives in `kinonym.domains.spelling`. What is left over goes into a private list, for whoever may
see it; the error names no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from kinonym.domains.spelling import Letters, Spelling
from kinonym.errors import UnmappedError
from kinonym.mapping.lexicon import How, lexicon_of
from kinonym.mapping.private_csv import may_replace, write_private_csv
from kinonym.mapping.senses import Settled
from kinonym.mapping.spelling_variants import commonest_spellings
from kinonym.taxonomy import Taxonomy

__all__ = [
    "Coverage",
    "Mapping",
    "MappingRow",
    "Reason",
    "TableEntry",
    "UnmappedReport",
    "spelling_from_data",
    "usual_form",
]

Reason = Literal["not found", "outside the root", "empty in the table"]


@dataclass(frozen=True)
class TableEntry:
    """One line of a mapping table; ``concept`` is an id or a label as written, empty for unmapped."""

    value: str
    concept: str
    row: int = 0


@dataclass(frozen=True)
class MappingRow:
    """One distinct value and the concept it stands for.

    ``how`` says which step of specification 9 found the concept, ``settled`` how one was chosen among several,
    ``ambiguous`` whether another, the first of ``alternatives``, is nearly as likely. An unmapped row has none of
    these, but a ``reason``.
    """

    value: str
    count: int
    concept: str | None
    label: str = ""
    how: How | None = None
    settled: Settled | None = None
    alternatives: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    reason: Reason | None = None
    ambiguous: bool = False


@dataclass(frozen=True)
class Coverage:
    """How many distinct values and how many records found a concept."""

    values: int
    mapped_values: int
    records: int
    mapped_records: int
    unit: str = "records"

    @property
    def of_values(self) -> float:
        """Share of the distinct values; 1 where there are none."""
        return self.mapped_values / self.values if self.values else 1.0

    @property
    def of_records(self) -> float:
        """Share of the records; 1 where there are none."""
        return self.mapped_records / self.records if self.records else 1.0

    @property
    def mean_share(self) -> float:
        """Mean of both shares."""
        return (self.of_values + self.of_records) / 2

    def __str__(self) -> str:
        return (
            f"{self.mapped_values:,} of {self.values:,} values ({_percent(self.of_values)}), "
            f"{_percent(self.of_records)} of the {self.unit}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Mapping:
    """The concepts of one column's distinct values, in the order in which the values were given.

    Its ``repr`` shows no value, so that it may stand in a log.
    """

    taxonomy: Taxonomy
    rows: tuple[MappingRow, ...]
    root: str | None = None
    unused: tuple[TableEntry, ...] = ()
    """Lines of the user's table whose value does not occur in the data."""
    unit: str = "records"
    """What is counted: records, or entries where a cell holds several values."""

    def __repr__(self) -> str:
        return f"<Mapping to {self.taxonomy.source.name}: {self.coverage}>"

    @cached_property
    def unmapped(self) -> tuple[MappingRow, ...]:
        """Rows without a concept."""
        return tuple(row for row in self.rows if row.concept is None)

    @cached_property
    def coverage(self) -> Coverage:
        """Share of values and records that found a concept."""
        left = self.unmapped
        records = sum(row.count for row in self.rows)
        return Coverage(
            values=len(self.rows),
            mapped_values=len(self.rows) - len(left),
            records=records,
            mapped_records=records - sum(row.count for row in left),
            unit=self.unit,
        )

    @cached_property
    def concept_of(self) -> dict[str, str]:
        """Value → concept id, for the values that have one."""
        return {row.value: row.concept for row in self.rows if row.concept is not None}

    @cached_property
    def isolate_of(self) -> dict[str, str]:
        """Value without a concept → the commonest spelling of it, which stands for all of them."""
        counts = {row.value: row.count for row in self.unmapped}
        return commonest_spellings(counts, self.taxonomy.irregular or {})

    @property
    def by_context(self) -> bool:
        """Whether the column's other values had a say in what one of them means, or made the ontology itself."""
        return self.taxonomy.source.from_values or any(row.settled not in (None, "root") for row in self.rows)

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should know about this mapping, without any value."""
        merged = len(self.concept_of) - len(set(self.concept_of.values()))
        ambiguous = sum(row.ambiguous for row in self.rows)
        variants = len(self.isolate_of) - len(set(self.isolate_of.values()))
        return tuple(
            _plural(number, text)
            for number, text in (
                (len(self.unused), "of the mapping table do not occur in the data"),
                (merged, "have the concept of another value, so both count as one"),
                (ambiguous, "have several meanings that fit; the likeliest was taken (`kinonym map` lists the others)"),
                (len(self.unmapped), "have no concept"),
                (variants, "have no concept and the spelling of another one, so both count as one"),
            )
            if number
        )

    def described(self, concepts: Iterable[str]) -> tuple[str, ...]:
        """Ids with their labels, ``id (label)``, where the label says more than the id."""
        return tuple(describe(self.taxonomy, concept) for concept in concepts)


def describe(taxonomy: Taxonomy, concept: str) -> str:
    """``id (label)``, or the id alone where both are the same."""
    label = taxonomy.label(concept)
    return concept if label == concept else f"{concept} ({label})"


def _percent(share: float) -> str:
    # Rounded down: 100 % is said only where nothing is left over.
    return f"{int(share * 1000) / 10:g} %"


def _plural(number: int, text: str) -> str:
    if number == 1:
        text = text.replace("do not", "does not", 1).replace("have", "has", 1)
    return f"{number:,} value{'s' if number != 1 else ''} {text}"


_LISTED = ("column", "value", "count", "reason", "suggestions")


@dataclass(frozen=True, repr=False)
class UnmappedReport:
    """What is left of one run's mappings, by column; true if anything is."""

    mappings: Dictionary[str, Mapping]

    def __bool__(self) -> bool:
        return any(mapping.unmapped for mapping in self.mappings.values())

    def __repr__(self) -> str:
        return f"<UnmappedReport: {self.summary() or 'every value has a concept'}>"

    def summary(self) -> str:
        """Columns with the number of values and of records, without any value."""
        return "; ".join(
            f"column {column!r}: {len(mapping.unmapped):,} of {len(mapping.rows):,} values "
            f"in {sum(row.count for row in mapping.unmapped):,} {mapping.unit} "
            f"have no concept in {mapping.taxonomy.source.name}"
            for column, mapping in self.mappings.items()
            if mapping.unmapped
        )

    def write(self, path: str | Path) -> None:
        """Write column, value, count, reason and suggestions to a file that only its owner can read."""
        if not self.may_write(path):
            msg = f"{self.summary()}; they are not listed, because {Path(path).name} exists and is no such list"
            raise UnmappedError(msg, hint="move that file away, and run again", mappings=self.mappings)
        write_private_csv(Path(path), self._lines())

    @staticmethod
    def may_write(path: str | Path) -> bool:
        """Whether a path is free, or holds a list of this kind; any other file is never replaced."""
        return may_replace(Path(path), _LISTED)

    def _lines(self) -> Iterator[tuple[str, ...]]:
        yield _LISTED
        for column, mapping in self.mappings.items():
            for row in sorted(mapping.unmapped, key=lambda row: (-row.count, row.value)):
                near = " | ".join(mapping.described(row.suggestions))
                yield (column, row.value, str(row.count), row.reason or "", near)

    def error(self, path: str | Path | None = None) -> UnmappedError:
        """The error for ``unmapped = "error"``; ``path`` is where the list was written."""
        listed = f"the list with suggestions is in {Path(path).name}; " if path is not None else ""
        hint = f'{listed}write a mapping table with `kinonym map`, or set unmapped = "isolate" or "suppress"'
        return UnmappedError(self.summary(), hint=hint, mappings=self.mappings)


_USUAL = 0.9
"""A habit is what this share of the records keeps to."""


def usual_form(mapping: Mapping) -> str:
    """Whether the column itself holds codes or labels."""
    coded = sum(row.count for row in mapping.rows if _is_code(row))
    return "code" if 2 * coded > mapping.coverage.records else "label"


def spelling_from_data(mapping: Mapping, form: str, missing: Sequence[str]) -> Spelling:
    """Find the texts that the column uses for its concepts.

    Parameters
    ----------
    mapping
        The concepts of the column's values.
    form
        ``code`` or ``label``: what a concept that is new to the column is written as.
    missing
        Texts that mean missing.
    """
    mapped = [row for row in mapping.rows if row.concept is not None]
    rising = sorted(mapped, key=lambda row: row.value, reverse=True)
    rising.sort(key=lambda row: row.count)
    alike = [row for row in mapped if _is_code(row) == (form == "code")]
    return Spelling(
        text_of={row.concept: row.value for row in rising if row.concept is not None},
        times={row.concept: row.count for row in rising if row.concept is not None},
        taken=frozenset([*(row.value for row in mapping.rows), *missing]),
        codes=_codes(mapping.taxonomy, alike) if form == "code" else None,
        letters=_letters(alike),
    )


def _is_code(row: MappingRow) -> bool:
    return row.how in ("id", "code") or row.value == row.concept


_LETTERS: dict[Letters, Callable[[str], bool]] = {
    "lower": str.islower,
    "upper": str.isupper,
    "first upper": lambda text: text[:1].isupper(),
}


def _letters(rows: Iterable[MappingRow]) -> Letters:
    """Which letters nearly all words have as capitals; texts without letters have no say."""
    cased = [row for row in rows if row.value.islower() or any(map(str.isupper, row.value))]
    needed = _USUAL * sum(row.count for row in cased)
    for letters, has in _LETTERS.items():
        if cased and sum(row.count for row in cased if has(row.value)) >= needed:
            return letters
    return "as they are"


def _codes(taxonomy: Taxonomy, rows: Sequence[MappingRow]) -> dict[str, str]:
    """Concept → code, without its dot or with one where the column and the ontology differ in that."""
    without = _records(row for row in rows if _has_dot(row.concept) and not _has_dot(row.value))
    added = _records(row for row in rows if _has_dot(row.value) and not _has_dot(row.concept))
    if without > _records(row for row in rows if _has_dot(row.concept) and _has_dot(row.value)):
        return {concept: concept.replace(".", "") for concept in taxonomy.concepts if _has_dot(concept)}
    if not added:
        return {}
    rest = lexicon_of(taxonomy).codes.after_category()
    named = ((taxonomy.concepts[i], tail) for i, tail in rest.items())
    return {c: f"{c[: -len(tail)]}.{tail}" for c, tail in named if not _has_dot(c) and c.endswith(tail)}


def _has_dot(code: str | None) -> bool:
    return code is not None and "." in code


def _records(rows: Iterable[MappingRow]) -> int:
    return sum(row.count for row in rows)
