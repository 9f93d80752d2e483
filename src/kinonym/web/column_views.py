"""The masked columns of the step Words: their concepts, what a run would refuse, and what a person should look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinonym.column_types import find_type
from kinonym.errors import KinonymError
from kinonym.mapping import Mapping, MappingRow, rate_suggestion
from kinonym.web.pages import ShownError, shown_error
from kinonym.web.project import Project

__all__ = ["LIKENESS", "ColumnView", "Waiting", "alike_enough", "view", "waiting_values"]

LIKENESS = (95, 90, 80, 70)
"""Percentages above which all suggestions of a column can be taken at once."""
_DECIDED = "empty in the table"


@dataclass(frozen=True, kw_only=True)
class ColumnView:
    """A masked column on this screen."""

    number: int
    name: str
    section: dict[str, Any]
    mapping: Mapping | None
    error: ShownError | None

    @property
    def kind(self) -> str:
        """The type of the column, or what its other keys imply."""
        return find_type(self.section) or str(self.section["type"])

    @property
    def by(self) -> str | None:
        """The column that says which code system a value belongs to."""
        return (self.section.get("ontology_by") or {}).get("column")

    @property
    def left(self) -> int:
        """Values without a concept."""
        return len(self.mapping.unmapped) if self.mapping is not None else 0

    @property
    def refused(self) -> bool:
        """Whether a run would refuse the column."""
        return self.error is not None or bool(self.left and self.section.get("unmapped", "error") == "error")

    @property
    def doubtful(self) -> int:
        """Values that may mean something else, and values that nobody has decided; a run goes on without an answer."""
        rows = self.mapping.rows if self.mapping is not None else ()
        return sum(row.ambiguous or (row.concept is None and row.reason != _DECIDED) for row in rows)

    @property
    def values(self) -> int:
        """Distinct values."""
        return len(self.mapping.rows) if self.mapping is not None else 0

    @property
    def attention(self) -> str:
        """How much the column needs a person: a run would refuse it, its values are worth a look, or it is ready."""
        return "refused" if self.refused else "doubtful" if self.doubtful else "ready"


def view(project: Project, name: str) -> ColumnView:
    """A column with its mapping, or with the reason why a run would refuse it."""
    section, number = project.state.columns[name], project.table.columns.index(name)
    section = {"type": find_type(section), **section}
    mapping, error = None, None
    try:
        column = project.column_recipe(name).columns[name]
        if column.maps_values and column.ontology_by is None:
            mapping = project.mapping(name)
        else:
            project.check_column(name)
    except KinonymError as wrong:
        error = shown_error(wrong, project)
    return ColumnView(number=number, name=name, section=section, mapping=mapping, error=error)


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A value to look at, with its number in the mapping and how alike its first suggestion is, in percent."""

    number: int
    row: MappingRow
    alike: int | None


def waiting_values(mapping: Mapping, most: int) -> list[Waiting]:
    """What has no concept and nobody has decided, then what may mean something else, then what a person left empty."""
    rows = [(i, row) for i, row in enumerate(mapping.rows) if row.concept is None or row.ambiguous]
    rows.sort(key=lambda each: (each[1].reason == _DECIDED, each[1].concept is not None, -each[1].count))
    return [Waiting(number=i, row=row, alike=_likeness(mapping, row)) for i, row in rows[:most]]


def _likeness(mapping: Mapping, row: MappingRow) -> int | None:
    if row.concept is not None or not row.suggestions:
        return None
    return int(100 * rate_suggestion(mapping.taxonomy, row.value, row.suggestions[0]))


def alike_enough(mapping: Mapping, percent: int) -> dict[str, str]:
    """Value → its first suggestion, for values without a concept if the suggestion is at least this much alike."""
    rated = ((row, _likeness(mapping, row)) for row in mapping.unmapped if row.reason != _DECIDED)
    return {row.value: row.suggestions[0] for row, alike in rated if alike is not None and alike >= percent}
