"""The result of mapping the values of a column to concepts: its rows, and how many values and records they cover."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kinonym.mapping.lexicon import How
from kinonym.mapping.senses import Settled
from kinonym.mapping.spelling_variants import commonest_spellings
from kinonym.taxonomy import Taxonomy

__all__ = ["Coverage", "Mapping", "MappingRow", "Reason", "TableEntry", "describe"]

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
