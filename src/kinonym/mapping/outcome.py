"""The result of mapping the values of a column to concepts: rows, coverage, spelling and unmapped values.

The spelling of a column is the commonest text of each concept, and the usual form (codes, capitals) for concepts that
do not occur in the column; `kinonym.domains.spelling` applies it. Unmapped values are written to a private list; the
error contains no value.
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
    """One line of a mapping table; ``concept`` is an id or a label as in the file, empty for unmapped."""

    value: str
    concept: str
    row: int = 0


@dataclass(frozen=True)
class MappingRow:
    """One distinct value and its concept.

    ``how``: the step of specification 9 that found the concept; ``settled``: how it was chosen among several;
    ``ambiguous``: whether another one, the first of ``alternatives``, is nearly as likely. An unmapped row has a
    ``reason`` instead.
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
    """The numbers of distinct values and of records with a concept."""

    values: int
    mapped_values: int
    records: int
    mapped_records: int
    unit: str = "records"

    @property
    def of_values(self) -> float:
        """Share of the distinct values; 1 if there are none."""
        return self.mapped_values / self.values if self.values else 1.0

    @property
    def of_records(self) -> float:
        """Share of the records; 1 if there are none."""
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
    """The concepts of the distinct values of a column, in the order of the values.

    Its ``repr`` shows no value, so it may appear in a log.
    """

    taxonomy: Taxonomy
    rows: tuple[MappingRow, ...]
    root: str | None = None
    unused: tuple[TableEntry, ...] = ()
    """Lines of the mapping table with values that do not occur in the data."""
    unit: str = "records"
    """What is counted: records, or entries if a cell contains several values."""

    def __repr__(self) -> str:
        return f"<Mapping to {self.taxonomy.source.name}: {self.coverage}>"

    @cached_property
    def unmapped(self) -> tuple[MappingRow, ...]:
        """Rows without a concept."""
        return tuple(row for row in self.rows if row.concept is None)

    @cached_property
    def coverage(self) -> Coverage:
        """The numbers of values and of records with a concept."""
        unmapped = self.unmapped
        records = sum(row.count for row in self.rows)
        return Coverage(
            values=len(self.rows),
            mapped_values=len(self.rows) - len(unmapped),
            records=records,
            mapped_records=records - sum(row.count for row in unmapped),
            unit=self.unit,
        )

    @cached_property
    def concept_of(self) -> dict[str, str]:
        """Value → concept id, for the values that have one."""
        return {row.value: row.concept for row in self.rows if row.concept is not None}

    @cached_property
    def isolate_of(self) -> dict[str, str]:
        """Value without a concept → its commonest spelling, which represents all spellings."""
        counts = {row.value: row.count for row in self.unmapped}
        return commonest_spellings(counts, self.taxonomy.irregular or {})

    @property
    def by_context(self) -> bool:
        """Whether the concept of a value depends on other values, or the ontology was made from the values."""
        return self.taxonomy.source.from_values or any(row.settled not in (None, "root") for row in self.rows)

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices about this mapping for the user, without any value."""
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

    def describe_all(self, concepts: Iterable[str]) -> tuple[str, ...]:
        """Describe each concept as ``id (label)``, or by its id if the label is the same."""
        return tuple(describe(self.taxonomy, concept) for concept in concepts)


def describe(taxonomy: Taxonomy, concept: str) -> str:
    """Describe a concept as ``id (label)``, or by its id if the label is the same."""
    label = taxonomy.label(concept)
    return concept if label == concept else f"{concept} ({label})"


def _percent(share: float) -> str:
    # Rounded down: 100 % only if nothing is unmapped.
    return f"{int(share * 1000) / 10:g} %"


def _plural(number: int, text: str) -> str:
    if number == 1:
        text = text.replace("do not", "does not", 1).replace("have", "has", 1)
    return f"{number:,} value{'s' if number != 1 else ''} {text}"


_HEADER = ("column", "value", "count", "reason", "suggestions")


@dataclass(frozen=True, repr=False)
class UnmappedReport:
    """The unmapped values of a run by column; true if there are any."""

    mappings: Dictionary[str, Mapping]

    def __bool__(self) -> bool:
        return any(mapping.unmapped for mapping in self.mappings.values())

    def __repr__(self) -> str:
        return f"<UnmappedReport: {self.summary() or 'every value has a concept'}>"

    def summary(self) -> str:
        """The number of unmapped values and records of each column, without any value."""
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
            msg = (
                f"{self.summary()}; they are not listed: {Path(path).name} exists and is not a list of unmapped values"
            )
            raise UnmappedError(msg, hint="move that file away and run again", mappings=self.mappings)
        write_private_csv(Path(path), self._lines())

    @staticmethod
    def may_write(path: str | Path) -> bool:
        """Whether a path is free or is a list of unmapped values; any other file is never replaced."""
        return may_replace(Path(path), _HEADER)

    def _lines(self) -> Iterator[tuple[str, ...]]:
        yield _HEADER
        for column, mapping in self.mappings.items():
            for row in sorted(mapping.unmapped, key=lambda row: (-row.count, row.value)):
                near = " | ".join(mapping.describe_all(row.suggestions))
                yield (column, row.value, str(row.count), row.reason or "", near)

    def error(self, path: str | Path | None = None) -> UnmappedError:
        """The error for ``unmapped = "error"``; ``path`` is where the list was written."""
        where = f"the list with suggestions is in {Path(path).name}; " if path is not None else ""
        hint = f'{where}write a mapping table with `kinonym map`, or set unmapped = "isolate" or "suppress"'
        return UnmappedError(self.summary(), hint=hint, mappings=self.mappings)


_MOST_RECORDS = 0.9
"""A form is usual if this share of the records has it."""


def usual_form(mapping: Mapping) -> str:
    """The commonest form of the values in the column: ``code`` or ``label``."""
    coded = sum(row.count for row in mapping.rows if _is_code(row))
    return "code" if 2 * coded > mapping.coverage.records else "label"


def spelling_from_data(mapping: Mapping, form: str, missing: Sequence[str]) -> Spelling:
    """Find the texts that the column uses for its concepts.

    Parameters
    ----------
    mapping
        The concepts of the values of the column.
    form
        ``code`` or ``label``: how to write a concept that does not occur in the column.
    missing
        Texts that mean missing.
    """
    mapped = [row for row in mapping.rows if row.concept is not None]
    by_count = sorted(mapped, key=lambda row: row.value, reverse=True)
    by_count.sort(key=lambda row: row.count)
    same_form = [row for row in mapped if _is_code(row) == (form == "code")]
    return Spelling(
        text_of={row.concept: row.value for row in by_count if row.concept is not None},
        times={row.concept: row.count for row in by_count if row.concept is not None},
        taken=frozenset([*(row.value for row in mapping.rows), *missing]),
        codes=_adapt_codes(mapping.taxonomy, same_form) if form == "code" else None,
        letters=_find_capitals(same_form),
    )


def _is_code(row: MappingRow) -> bool:
    return row.how in ("id", "code") or row.value == row.concept


_CAPITALS: dict[Letters, Callable[[str], bool]] = {
    "lower": str.islower,
    "upper": str.isupper,
    "first upper": lambda text: text[:1].isupper(),
}


def _find_capitals(rows: Iterable[MappingRow]) -> Letters:
    """Find which letters are capitals in nearly all texts; texts without letters do not count."""
    cased = [row for row in rows if row.value.islower() or any(map(str.isupper, row.value))]
    needed = _MOST_RECORDS * sum(row.count for row in cased)
    for letters, has in _CAPITALS.items():
        if cased and sum(row.count for row in cased if has(row.value)) >= needed:
            return letters
    return "as they are"


def _adapt_codes(taxonomy: Taxonomy, rows: Sequence[MappingRow]) -> dict[str, str]:
    """Concept → code, with or without a dot as in the column, if the ontology differs from it."""
    without_dot = _count_records(row for row in rows if _has_dot(row.concept) and not _has_dot(row.value))
    with_dot = _count_records(row for row in rows if _has_dot(row.value) and not _has_dot(row.concept))
    if without_dot > _count_records(row for row in rows if _has_dot(row.concept) and _has_dot(row.value)):
        return {concept: concept.replace(".", "") for concept in taxonomy.concepts if _has_dot(concept)}
    if not with_dot:
        return {}
    rest = lexicon_of(taxonomy).codes.after_category()
    with_category = ((taxonomy.concepts[i], tail) for i, tail in rest.items())
    return {c: f"{c[: -len(tail)]}.{tail}" for c, tail in with_category if not _has_dot(c) and c.endswith(tail)}


def _has_dot(code: str | None) -> bool:
    return code is not None and "." in code


def _count_records(rows: Iterable[MappingRow]) -> int:
    return sum(row.count for row in rows)
