"""The measurements of a release that was planned in blocks, from the sums of the blocks and the recounted sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinonym.assess import Assessment
from kinonym.assess.measured import Generalities
from kinonym.metrics import Distribution, Generality, Partitions, Risk, Statistics, Utility, measure_generality
from kinonym.metrics.risk import risk_of_size_counts
from kinonym.metrics.utility import ColumnUtility
from kinonym.pipeline.blockwise.block_plan import PlannedColumn
from kinonym.pipeline.blockwise.block_sums import BlockSums
from kinonym.privacy.attacks import Attacker, attackers
from kinonym.tuples import Column, Plan, Tuples
from kinonym.tuples.index_arrays import Counts

__all__ = ["MeasuredBlocks", "name_columns"]


def name_columns(columns: Sequence[PlannedColumn], records: int) -> Plan:
    """A plan with the columns of a table and the number of its records, but without its combinations."""
    own = tuple(Column(c.name, c.domain, np.unique(c.points), c.weight) for c in columns)
    tuples = Tuples(np.empty((0, len(own)), dtype=np.int32), np.empty(0, dtype=np.int64), own)
    vars(tuples)["records"] = vars(tuples)["units"] = records
    nothing = np.empty(0, dtype=np.int64)
    return Plan(tuples, nothing, nothing, nothing, np.empty((0, len(own))))


@dataclass(frozen=True, eq=False, kw_only=True)
class MeasuredBlocks(Assessment):
    """What the sums of blocks say about a release.

    ``plan`` only names the columns. Frequencies, moments and clusters of the whole table are not measured.
    """

    sums: BlockSums
    originals: tuple[Tuples, ...]
    """For each column, its values as tuples of one column."""
    sizes: tuple[Counts, Counts]
    """(numbers of records of the released combinations, how many combinations have each), recounted."""

    @cached_property
    def statistics(self) -> Statistics | None:
        """None: moments of the whole table are not measured."""
        return None

    @cached_property
    def distribution(self) -> Distribution | None:
        """None: frequencies of combinations are not measured."""
        return None

    @cached_property
    def partitions(self) -> Partitions | None:
        """None: clusters of the whole table are not measured."""
        return None

    @cached_property
    def utility(self) -> Utility:
        """Utility: the distances between original and masked records."""
        totals, (sizes, classes) = self.sums.totals, self.sizes
        records, columns = totals["records"], self.sums.columns
        return Utility(
            records=int(records),
            tuples=int(totals["tuples"]),
            masked_tuples=int(classes.sum()),
            smallest_class=int(sizes.min(initial=int(records))),
            removed=int(totals["removed"]),
            records_changed=totals["records_changed"] / records,
            values_changed=float(columns["changed"].mean() / records),
            sse=totals["sse"],
            sst=totals["sst"],
            loss=_percentage(totals["sse"], totals["sst"]),
            unweighted_loss=_percentage(totals["equal_sse"], totals["equal_sst"]),
            quality=totals["quality"] / records,
            discernibility=float(classes @ sizes.astype(np.float64) ** 2) + totals["removed"] * records,
            average_class=float(sizes @ classes) / float(classes.sum()) / (self.masking.k or int(sizes.min())),
            columns={name: self._column(j) for j, name in enumerate(self.names)},
        )

    def _column(self, j: int) -> ColumnUtility:
        records = self.sums.totals["records"]
        changed, distance, squares, most = (
            float(self.sums.columns[name][j]) for name in ("changed", "distance", "squares", "most")
        )
        return ColumnUtility(
            changed=changed / records,
            distance=distance / records,
            rmse=math.sqrt(squares / records),
            loss=_percentage(squares, most),
        )

    @cached_property
    def texts_changed(self) -> float:
        """Share of the cells with another text."""
        return self.sums.totals["texts_changed"] / self.sums.totals["records"]

    @cached_property
    def risk(self) -> Risk:
        """The risk that follows from the sizes of the classes."""
        before = np.array(sorted(self.sums.sizes), dtype=np.int64)
        numbers = np.array([self.sums.sizes[size] for size in before.tolist()], dtype=np.int64)
        linkage = 100.0 * self.sums.totals["linked"] / self.sums.totals["records"]
        return risk_of_size_counts((before, numbers), self.sizes, linkage=linkage)

    @cached_property
    def attackers(self) -> tuple[Attacker, ...]:
        """All attackers that the release was tried against, block by block."""
        return attackers(self.risk, self.attacks, classes_known=self.masking.classes_known)

    @cached_property
    def generality(self) -> Generalities:
        """LM and NCP of every nominal column, before and after."""
        kept, lm, ncp = (self.sums.columns[name] for name in ("kept", "lm", "ncp"))
        after = {
            name: Generality(lm=float(lm[j] / kept[j]), ncp=float(ncp[j] / kept[j]))
            for j, name in enumerate(self.names)
            if kept[j]
        }
        before: dict[str, Generality] = {}
        for tuples in self.originals:
            before |= measure_generality(tuples)
        return before, after


def _percentage(sse: float, sst: float) -> float:
    return 100.0 * sse / sst if sst > 0 else 0.0
