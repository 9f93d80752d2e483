"""The check of scenarios: what the gate counts in the written rows for each attacker, independently of the method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Tally
from kinonym.methods.scenarios import Scenario
from kinonym.release.checks import Check, refuse
from kinonym.release.class_checks import rows_of_persons
from kinonym.release.planned_release import PlannedRelease
from kinonym.tuples.index_arrays import Counts

__all__ = ["KnownColumns", "count_fewest", "known_columns"]


@dataclass(frozen=True, kw_only=True)
class KnownColumns:
    """Every combination of the columns that an attacker knows occurs ``k`` times, or belongs to ``k`` persons."""

    columns: tuple[str, ...]
    """All masked columns."""
    scenario: Scenario
    by_person: bool = False

    def verify(self, tally: Tally) -> None:
        """Raise unless the rarest combination has ``k`` records or persons."""
        fewest = count_fewest(tally, self.columns, self.scenario, by_person=self.by_person)
        if tally.records and fewest < self.scenario.k:
            unit = "persons" if self.by_person else "records"
            refuse(
                f"scenario {self.scenario.name!r}: a combination of {self.scenario.known_columns} has {fewest} {unit} "
                f"where {self.scenario.k} are required"
            )


def count_fewest(tally: Tally, masked: Sequence[str], scenario: Scenario, *, by_person: bool) -> int:
    """Count the records, or persons, of the rarest combination of columns that a scenario knows."""
    counted = tally.count(masked)
    codes, counts, person = counted.codes, counted.counts, None
    if by_person:
        row_of_entry, person, counts = rows_of_persons(tally, masked)
        codes = codes[row_of_entry]
    position = {name: j for j, name in enumerate(masked)}
    every = [[position[name] for name in known] for known in scenario.list_sets()]
    return min((_count_rarest(codes[:, known], counts, person) for known in every), default=0)


def _count_rarest(codes: NDArray[np.int32], counts: Counts, person: Counts | None) -> int:
    """Count the records of the rarest row of codes; if persons are given, its different persons."""
    if not len(codes):
        return 0
    keys = codes if person is None else np.column_stack([codes, person])
    order = np.lexsort(keys.T[::-1])
    changes = keys[order][1:] != keys[order][:-1]
    begins = np.flatnonzero(np.r_[True, changes[:, : codes.shape[1]].any(axis=1)])
    units = counts[order] if person is None else np.r_[True, changes.any(axis=1)].astype(np.int64)
    return int(np.add.reduceat(units, begins).min())


def known_columns(planned: PlannedRelease) -> Iterator[Check]:
    """Yield the check of every scenario that the method satisfies."""
    by_person = planned.plan.tuples.persons is not None
    for scenario in planned.method.scenarios:
        yield KnownColumns(columns=planned.names, scenario=scenario)
        if by_person:
            yield KnownColumns(columns=planned.names, scenario=scenario, by_person=True)
