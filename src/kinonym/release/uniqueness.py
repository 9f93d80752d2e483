"""How many rows of a release are unique once its unmasked columns are taken into account, and which columns cause it.

A guarantee covers the masked columns only. This module counts what is left: the check of the gate, and the sentences
that the report, the command and the page print next to the guarantee.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.assess.figure import percent
from kinonym.engines.contract import Tally
from kinonym.engines.recount import SizesRecount
from kinonym.errors import UniqueRowsError
from kinonym.methods.scenarios import Scenario
from kinonym.release.class_checks import rows_of_persons
from kinonym.release.contributors import Contributor, Units, find_contributors, join_columns
from kinonym.tuples.index_arrays import Counts

__all__ = ["UniqueRows", "Uniqueness", "Unit", "reject_unique_rows", "uniqueness_of"]

MOST_UNIQUE = 0.2
"""A greater share of unique rows is released only if the user accepts it."""

Unit = Literal["rows", "persons", "rows of one person"]
"""What is counted: rows, persons (one row each), or rows with a combination that a single person has."""

_REMEDY = 'mask the columns that contribute most (role = "quasi"), or leave them out (role = "identifier")'
_SCENARIO = 'add columns to a [[scenario]] if an attacker may know them, or leave them out (role = "identifier")'
_ACCEPT = "or accept it with [release] accept_unique = true (--accept-unique)"


@dataclass(frozen=True, kw_only=True)
class Uniqueness:
    """How many rows of a release are unique, in which columns, and which columns contribute most."""

    k: int | None
    """The k that holds for the covered columns; None if the method makes no groups of equal records."""
    scenarios: tuple[Scenario, ...] = ()
    """The attackers for whom k holds; empty if it holds for all covered columns together."""
    covered: tuple[str, ...]
    """The masked columns, and those that follow from them."""
    others: tuple[str, ...]
    """The columns that are released without being masked."""
    together: bool
    """Whether covered and other columns are counted together; False: the others alone."""
    unit: Unit
    rows: int
    unique: int | None
    """None where counting would take longer than masking."""
    contributors: tuple[Contributor, ...] = ()
    """The columns that contribute most, at most three: each the best choice after those before it."""
    contributed: float = 0.0
    """The share of the rows that they make unique together."""
    accepted: bool = False
    """Whether the user accepts it, however many they are."""

    @property
    def share(self) -> float | None:
        """The share of the rows that are unique; None if it was not counted."""
        return None if self.unique is None else self.unique / max(1, self.rows)

    @property
    def exceeds(self) -> bool:
        """Whether the user must accept it."""
        return self.share is not None and self.share > MOST_UNIQUE

    @property
    def sentence(self) -> str:
        """What the guarantee covers, and how unique the rows are."""
        number, released = len(self.covered), len(self.covered) + len(self.others)
        if self.scenarios:
            return f"{_describe_scenarios(self.scenarios)}, not for all {released} columns; {self._describe_found()}."
        columns = f"{number} of {released} columns"
        lead = f"{columns} are masked" if self.k is None else f"k = {self.k} holds for {columns}"
        return f"{lead}; {self._describe_found()}."

    def _describe_found(self) -> str:
        rest = f"the other {len(self.others)}" if len(self.others) > 1 else "the other one"
        if self.scenarios:
            rest = f"all {len(self.covered) + len(self.others)} together"
        if self.share is None:
            return f"how unique the rows are with {rest} was not counted: the table is too large"
        known = f"together with {rest}" if self.together else f"with {rest} alone"
        known = f"with {rest}" if self.scenarios else known
        found = {
            "rows": "of the rows are unique",
            "persons": "of the persons are unique",
            "rows of one person": "of the rows have a combination that only one person has",
        }
        return f"{known}, {_short(self.share)} {found[self.unit]}"

    @property
    def lines(self) -> tuple[str, ...]:
        """The columns that contribute most, and what to do; nothing if no row is unique."""
        if not self.contributors:
            return ()
        how = "with the masked columns" if self.together else "alone"
        parts = ", ".join(f"{found.column} ({_short(found.share)} {how})" for found in self.contributors)
        joint = f"; together {_short(self.contributed)}" if len(self.contributors) > 1 else ""
        return f"Columns that contribute most: {parts}{joint}.", self.advice

    @property
    def advice(self) -> str:
        """What to do about it."""
        if not self.exceeds:
            return f"What to do: {self.remedy}."
        rest = "the recipe accepts it as it is (accept_unique)" if self.accepted else _ACCEPT
        return f"What to do: {self.remedy}; {rest}."

    @property
    def remedy(self) -> str:
        """What the user can change in the recipe."""
        return _SCENARIO if self.scenarios else _REMEDY

    def as_data(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        return {
            "sentence": self.sentence,
            "columns": len(self.covered) + len(self.others),
            "covered": list(self.covered),
            "others": list(self.others),
            "counted": self.unit,
            "rows": self.rows,
            "unique": self.unique,
            "share": self.share,
            "contributors": [{"column": found.column, "share": found.share} for found in self.contributors],
            "contributed": self.contributed,
            "accepted": self.accepted,
            "advice": self.advice if self.contributors else None,
        }


def _describe_scenarios(scenarios: Sequence[Scenario]) -> str:
    """For whom k holds.

    >>> neighbour = Scenario(name="neighbour", columns=("age", "job"), k=5)
    >>> _describe_scenarios([neighbour, Scenario(name="employer", columns=("age", "job", "sex"), k=10, known=2)])
    'k holds for the columns of each scenario (neighbour: 2, k = 5; employer: any 2 of 3, k = 10)'
    """
    listed = []
    for scenario in scenarios:
        number = len(scenario.columns)
        known = f"{number}" if scenario.size == number else f"any {scenario.size} of {number}"
        listed.append(f"{scenario.name}: {known}, k = {scenario.k}")
    return f"k holds for the columns of each scenario ({'; '.join(listed)})"


def _short(share: float) -> str:
    """A share in percent, without a fraction that is zero.

    >>> _short(1.0), _short(0.125), _short(0.0)
    ('100 %', '12.5 %', '0 %')
    """
    return percent(share).replace(".0 %", " %")


@dataclass(frozen=True, kw_only=True, eq=False)
class UniqueRows:
    """The check that at most a fifth of the rows is unique, unless the user accepts more; and what it found."""

    k: int | None
    covered: tuple[str, ...]
    others: tuple[str, ...]
    together: bool
    unit: Unit
    accepted: bool
    scenarios: tuple[Scenario, ...] = ()
    counted: bool = True
    """Whether the table is small enough to be counted."""
    _describe_found: list[tuple[Tally, Uniqueness]] = field(default_factory=list, repr=False)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the combinations that are counted."""
        return (*self.covered, *self.others) if self.together else self.others

    def verify(self, tally: Tally) -> None:
        """Raise if too many rows are unique and nobody accepted it."""
        if not self.accepted:
            reject_unique_rows(self.measure(tally))

    def measure(self, tally: Tally) -> Uniqueness:
        """Count the unique rows; the same tally is counted once."""
        for known, uniqueness in self._describe_found:
            if known is tally:
                return uniqueness
        uniqueness = self._count(tally) if self.counted else self.describe(tally.records, None)
        self._describe_found[:] = [(tally, uniqueness)]
        return uniqueness

    def _count(self, tally: Tally) -> Uniqueness:
        if isinstance(tally, SizesRecount):
            sizes, classes = tally.sizes(self.columns)
            return self.describe(tally.records, int(classes[sizes == 1].sum()))
        counted = tally.count(self.columns)
        if self.unit != "rows of one person":
            return uniqueness_of(self, counted.codes, None, counted.counts)
        row_of_entry, person, rows = rows_of_persons(tally, self.columns)
        return uniqueness_of(self, counted.codes[row_of_entry], person, rows)

    def without_masked(self) -> UniqueRows:
        """The same check for the other columns alone."""
        return replace(self, together=False, _describe_found=[])

    def describe(
        self, rows: int, unique: int | None, contributors: Sequence[Contributor] = (), contributed: float = 0.0
    ) -> Uniqueness:
        """The result of a count."""
        return Uniqueness(
            k=self.k, scenarios=self.scenarios, covered=self.covered, others=self.others, together=self.together,
            unit=self.unit, rows=rows, unique=unique, contributors=tuple(contributors),
            contributed=contributed, accepted=self.accepted,
        )  # fmt: skip


def reject_unique_rows(found: Uniqueness) -> None:
    """Stop a run that would release too many unique rows.

    Raises
    ------
    UniqueRowsError
        If more than a fifth of the rows are unique.
    """
    if found.exceeds:
        msg = " ".join([found.sentence, *found.lines[:1], "Nothing was released."])
        raise UniqueRowsError(msg, hint=f"{found.remedy}, {_ACCEPT}")


def uniqueness_of(check: UniqueRows, codes: NDArray[Any], person: Counts | None, rows: Counts) -> Uniqueness:
    """Count the unique rows, and find the columns that contribute most.

    ``codes``: combinations of the columns of the check, one per line; ``person``: their person, where persons count;
    ``rows``: how many rows each line stands for.
    """
    coded = {name: codes[:, j].astype(np.int64) for j, name in enumerate(check.columns)}
    items, nothing = Units(person, rows), np.zeros(len(codes), dtype=np.int64)
    unique = items.count_single(join_columns(nothing, list(coded.values())))
    if not unique:
        return check.describe(int(rows.sum()), unique)
    group = join_columns(nothing, [coded[name] for name in check.covered]) if check.together else nothing
    contributors = find_contributors(items, group, {name: coded[name] for name in check.others})
    return check.describe(int(rows.sum()), unique, *contributors)
