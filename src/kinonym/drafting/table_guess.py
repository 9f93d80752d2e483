"""What a draft guesses about a table and its columns, as data; `guesses` and `column_rules` fill it in."""

from __future__ import annotations

from dataclasses import dataclass

from kinonym.drafting.guess import Guess
from kinonym.drafting.hierarchies import OwnHierarchy
from kinonym.drafting.markers import Marker
from kinonym.mapping.outcome import Coverage

__all__ = ["ColumnGuess", "TableGuess"]


@dataclass(frozen=True)
class ColumnGuess:
    """What one column seems to be; nothing here is decided."""

    column: str
    role: Guess
    type: Guess
    ontology: Guess | None = None
    root: Guess | None = None
    coverage: Coverage | None = None
    levels: tuple[str, ...] = ()
    """The values of a scale, in order."""
    separator: str | None = None
    """The separator of the words in a cell with several."""
    own: OwnHierarchy | None = None
    """The hierarchy that the values carry in themselves."""
    systems: tuple[tuple[str, str], ...] = ()
    """For a column of several code systems: (``column``, the one that names them), then value and ontology."""
    clusterable: bool = False
    """Whether there are so many values without any ontology that clustering them may be worth a try."""
    before: str | tuple[str, ...] | None = None
    """A column of dates that never comes before this one, or several."""
    measured_text: bool = False
    """Whether it passes as text that differs in nearly every row because its numbers have units."""
    belongs_to: str | None = None
    """The column from which its values follow."""
    typed: bool = False
    """Whether the draft says what the values mean although they pass unchanged."""
    partial: bool = False
    """Whether the table has values that the sample may not show."""

    @property
    def masked(self) -> bool:
        """Whether the draft masks it: a quasi-identifier, or a confidential diagnosis, which singles people out."""
        coded = bool(self.systems) or (self.ontology is not None and self.ontology.value.startswith("icd"))
        return self.role.value == "quasi" or (self.role.value == "confidential" and coded)


@dataclass(frozen=True)
class TableGuess:
    """What a table seems to be: its columns, its markers of missing values, how unique its records are."""

    columns: tuple[ColumnGuess, ...] = ()
    markers: tuple[Marker, ...] = ()
    person: str | None = None
    """The column that identifies persons, where they have several rows."""
    person_reason: str = ""
    """Why it is this one."""
    units: int = 0
    """Persons, or rows if no column identifies persons, in the sample; 0 if the table's size is not known."""
    rows: int = 0
    combinations: int = 0
    """Combinations of the proposed quasi-identifiers in the whole table, at most, as estimated from the sample."""
    unique: float = 0.0
    """Share of the sample that the proposed quasi-identifiers make unique."""
    unique_passed: float = 0.0
    """Share of the sample that the columns which pass unchanged still make unique."""
    passed: tuple[str, ...] = ()
    """The columns that do so."""
    spaced: tuple[str, ...] = ()
    """Markers as cells have them that hold blanks around them."""
    first_year: int | None = None
    """The first of the hundred years that two-digit years seem to be of."""
