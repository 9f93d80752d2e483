"""Counts what an attacker of a scenario finds in any table: the rarest combination of the columns that she knows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.engines.contract import Source
from kinonym.errors import UsageError
from kinonym.methods.scenarios import Scenario
from kinonym.pipeline.tuple_counts import count_persons

__all__ = ["CountedScenario", "count_scenario"]


@dataclass(frozen=True, kw_only=True)
class CountedScenario:
    """A scenario, and the records or persons of the rarest combination of its columns."""

    scenario: Scenario
    k: int
    """The smallest number that was found."""
    unit: str

    @property
    def row(self) -> tuple[str, str]:
        """What was found, as a terminal shows it."""
        found = f"k = {self.k} {self.unit} over {self.scenario.known_columns}"
        requirement = f"at least {self.scenario.k}" if not self.lack else f"less than {self.scenario.k}"
        return f"scenario {self.scenario.name}", f"{found}, {requirement}"

    @property
    def lack(self) -> str:
        """What the table lacks, in words; empty if it satisfies the scenario."""
        if self.k >= self.scenario.k:
            return ""
        return f"scenario {self.scenario.name}: the table has k = {self.k} {self.unit}, less than {self.scenario.k}"


def count_scenario(source: Source, scenario: Scenario, person: str | None) -> CountedScenario:
    """Count the records, or persons, of the rarest combination of each set of columns that a scenario knows."""
    if lacking := [name for name in scenario.columns if name not in source.columns]:
        msg = f"the table has no column {lacking[0]!r}, which scenario {scenario.name} knows"
        raise UsageError(msg, hint="verify the release of this recipe, or leave out the recipe")
    fewest = min(_count_fewest(source, known, person) for known in scenario.list_sets())
    return CountedScenario(scenario=scenario, k=fewest, unit="records" if person is None else "persons")


def _count_fewest(source: Source, columns: tuple[str, ...], person: str | None) -> int:
    counts = source.count(columns).counts
    if person is None:
        return int(counts.min())
    return int(count_persons(source, columns, person, np.arange(len(counts))).of_tuples.min())
