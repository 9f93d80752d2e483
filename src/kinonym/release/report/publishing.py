"""The one rule of what is published: no value, interval or bin with fewer than five records, also not by subtraction.

A value is named if at least five records have it, before or after (five different persons, where they are known); a
concept that no record has is the ontology's and may be named too. Figures of a whole table or column (means, shares,
numbers of unique records) name nobody. Page, text, JSON, notebook and pictures are made of a `Published` and see the
table through it only. If a guarantee covers everything that is published about the data, as differential privacy
does, nothing that needs the original is published (``withheld``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.assess import Assessment
from kinonym.metrics import distance_histogram
from kinonym.metrics.plan_changes import distance_bins
from kinonym.privacy.attacks import CellTruth
from kinonym.release.facts import Claim
from kinonym.release.policy import POLICY
from kinonym.release.report.coarse_figures import (
    coarse_assessment,
    round_to,
    rounding_step,
    tell_of_shown_values,
)
from kinonym.release.report.value_labels import SMALLEST
from kinonym.release.report.values_shown import ColumnView, find_shown, uniform
from kinonym.release.uniqueness import Uniqueness
from kinonym.taxonomy.graph import Source

__all__ = ["Published", "Truth", "bins_shown"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Truth:
    """Of a swap: unchanged cells, and how often a released value is the person's own.

    ``rare`` and ``common`` are None where no record has such a value, or too few do: ``hidden`` then says so.
    """

    column: str
    unchanged: float
    rare_below: int
    rare: float | None
    common: float | None
    hidden: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class Published:
    """What was measured of a release and what may be said of it, as far as it may be published."""

    exact: Assessment
    claims: tuple[Claim, ...]
    run_notices: tuple[str, ...]
    coverage: Mapping[str, str]
    recipe: str
    seeded: bool
    roles: Mapping[str, str] = field(default_factory=dict)
    """Every column of the table → its role."""
    uniqueness: Uniqueness | None = None
    """How many rows are unique together with the unmasked columns."""

    @cached_property
    def assessment(self) -> Assessment:
        """What was measured, with figures of the original that nobody can solve for hidden counts."""
        return self.exact if self.withheld is not None else coarse_assessment(self.exact, self.views)

    @property
    def names(self) -> list[str]:
        """The masked columns."""
        return self.exact.names

    @property
    def withheld(self) -> str | None:
        """Why nothing that needs the original values is published; None if it may be."""
        return POLICY[self.exact.masking.promise].withholds

    @property
    def notices(self) -> tuple[str, ...]:
        """The run's notices and those of the measures; without the original only those of the plan are left."""
        if self.withheld is not None:
            return (self.withheld, *self.exact.plan.notices)
        return (*self.run_notices, *self.exact.notices, *tell_of_shown_values(self.views))

    @property
    def short_notices(self) -> tuple[str, ...]:
        """Those that cost nothing to measure."""
        return self.notices if self.withheld is not None else self.run_notices

    @property
    def facts(self) -> dict[str, float]:
        """What the method reports about its work; figures of the original are rounded to what one record can change."""
        facts, step = self.exact.plan.facts, rounding_step(self.exact.plan.tuples.units, changed=1)
        if self.withheld is not None:  # nothing of it depends on the original
            return dict(facts)
        return {name: round_to(float(value), step) for name, value in facts.items()}

    @cached_property
    def views(self) -> tuple[ColumnView, ...]:
        """The columns as they may be shown."""
        return tuple(ColumnView.of(self.exact.plan, j) for j in range(len(self.names)))

    def distances(self, j: int) -> tuple[NDArray[np.float64], Numbers, NDArray[np.bool_]]:
        """How far a column's values moved: edges, records of each bin (0 if hidden), and which bins have a known count.

        The number of values that moved is published for every column; no bin may follow from it. If fewer than five
        moved, an empty bin is not shown either, since the others would show which one is not empty.
        """
        edges, counts = distance_histogram(self.exact.plan, j)
        seen, known = bins_shown(self._deciding_counts(j, edges, counts))
        return edges, np.where(seen, counts, 0), known

    def _deciding_counts(self, j: int, edges: NDArray[np.float64], counts: Numbers) -> Numbers:
        """The counts that decide which bins are shown: of persons if they are known, else of records."""
        plan, persons = self.exact.plan, self.exact.plan.tuples.persons
        if persons is None or not plan.whole:
            return counts
        bin_of = np.empty(len(plan.tuples), dtype=np.int64)
        bin_of[plan.source] = distance_bins(plan, j, edges)
        return persons.in_groups(bin_of, len(counts))

    @cached_property
    def statistics(self) -> dict[str, Any] | None:
        """Moments as plain data; a mean is named as a value is."""
        if self.assessment.statistics is None:
            return None
        moments = asdict(self.assessment.statistics)
        for view in self.views:
            column = moments["columns"][view.name]
            column["mean_before"] = view.name_if_common(column["mean_before"])
            column["mean_after"] = view.name_if_common(column["mean_after"])
        return moments

    @cached_property
    def truths(self) -> tuple[Truth, ...]:
        """How often the values of a swap are true."""
        return tuple(self._truth(cells) for cells in self.assessment.cells)

    def _truth(self, cells: CellTruth) -> Truth:
        """Neither share if one of them speaks of too few records: the one gives the other away."""
        utility = self.assessment.utility
        common = utility.records - utility.removed - cells.rare_records
        hidden = any(0 < records < SMALLEST for records in (cells.rare_records, common))
        return Truth(
            column=cells.column,
            unchanged=cells.unchanged,
            rare_below=cells.rare_below,
            rare=None if hidden else cells.rare,
            common=None if hidden else cells.common,
            hidden=hidden,
        )

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Where the ontology of each nominal column comes from."""
        domains = {column.name: column.domain for column in self.assessment.plan.tuples.columns}
        return {name: domain.hierarchy.taxonomy.source for name, domain in domains.items() if domain.hierarchy}


def bins_shown(units: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which bins of distances have a count that may be shown, and of which a reader learns the count, 0 included.

    Where fewer than five moved, or all bins of those that moved have equally few, no empty bin is shown either.

    Parameters
    ----------
    units
        Records (persons, where they are known) of each bin; the first bin has those that did not move.
    """
    seen = find_shown(units)
    seen[1:] &= find_shown(units[1:])
    seen[0] = units[0] >= SMALLEST
    known = seen | (units == 0)
    if 0 < units[1:].sum() < SMALLEST or uniform(units[1:]):
        known[1:] = False
    return seen, known
