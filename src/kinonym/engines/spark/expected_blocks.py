"""What a release must add up to if its plan is a frame: computed on the executors from the rows and the plan.

Rows and combinations are put into the same tasks by a hash of the combination. Each task looks its rows up among its
combinations by the code that all engines use (`Expectation`), not by the join that writes the release.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import DROPPED, Assignment, RunKey
from kinonym.engines.expected import Expectation, RowBatch
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark.combination_frame import PlannedCombinations
from kinonym.engines.spark.executors import PARTS, add_parts, as_part, map_batches
from kinonym.engines.spark.parts import in_large_batches
from kinonym.engines.spark.plan_sum import PlanSum
from kinonym.engines.tuple_lookup import refuse_rows

if TYPE_CHECKING:
    from kinonym.engines.spark.source import SparkSource

__all__ = ["expect_planned", "rows_with_plan"]

_COMBINATIONS_OF_A_TASK = 200_000


@dataclass(frozen=True, eq=False)
class _SumPart:
    """What the rows of some combinations add to a release."""

    sum: Sum
    plan: Sum
    """What the rows of the plan add up to."""
    order: RowOrder | None

    def add(self, other: _SumPart) -> _SumPart:
        """What these rows and those of another part add together."""
        if self.order is not None and other.order is not None:
            self.order.merge(other.order)
        plan = Fingerprint.add(self.plan, other.plan)
        return _SumPart(Fingerprint.add(self.sum, other.sum), plan, self.order)


@dataclass(frozen=True, eq=False)
class _Lookup:
    """Looks the rows of a task up among its combinations."""

    names: tuple[str, ...]
    """The columns of the table."""
    needed: tuple[str, ...]
    planned: tuple[str, ...]
    missing: Collection[str]
    fingerprint: Fingerprint
    order: RowOrder | None
    plan_sum: PlanSum

    def compute(self, batches: Iterator[Any]) -> _SumPart | None:
        """The part of a task: its combinations come first, then its rows."""
        combinations, expectation = list[Any](), None
        order = None if self.order is None else self.order.same_sample()

        def parts() -> Iterator[Any]:
            nonlocal expectation
            for table in in_large_batches(batches):
                flags = table.column("is_plan")
                if (plan := table.filter(flags)).num_rows:
                    combinations.append(plan)
                rows = table.drop_columns(["is_plan"]).filter(_invert(flags))
                if rows.num_rows:
                    expectation = expectation or self._expectation(combinations)
                    positions = rows.column("position").to_numpy()
                    columns = [f"c{self.names.index(name)}" for name in self.needed]
                    cells = rows.select(columns).rename_columns(list(self.needed))
                    yield expectation.part(RowBatch(cells, None, positions))

        found = list(parts())
        if not found and not combinations:
            return None
        expectation = expectation or self._expectation(combinations)
        return _SumPart(expectation.total(found, order), self._sum_plan(combinations), order)

    def _sum_plan(self, combinations: Sequence[Any]) -> Sum:
        import pyarrow as pa

        return self.plan_sum.total(
            pa.concat_tables(combinations), [f"c{self.names.index(name)}" for name in self.planned]
        )

    def _expectation(self, combinations: Sequence[Any]) -> Expectation:
        import pyarrow as pa

        if not combinations:
            refuse_rows("a row has a combination that was not planned")
        table = pa.concat_tables(combinations)
        columns = [*(f"c{self.names.index(name)}" for name in self.planned), "records"]
        given = Combinations.of(self.planned, table.select(columns), self.missing)
        first = np.zeros(len(given.counted.counts), dtype=np.int64)
        first[given.tuple_of[::-1]] = np.arange(len(given.tuple_of))[::-1]
        every = np.arange(len(first))
        written = {name: _same_of_tuple(table.column(f"w{j}"), given, first) for j, name in enumerate(self.planned)}
        kept = np.array(_same_of_tuple(table.column("kept"), given, first), dtype=bool)
        assignment = Assignment(
            counted=given.counted,
            planned_of_counted=every,
            source=every,
            target=np.where(kept, every, DROPPED),
            count=given.counted.counts,
            written=written,
        )
        order = None if self.order is None else self.order.same_sample()
        return Expectation(self.names, self.missing, assignment, self.fingerprint, order)


def _invert(flags: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow.compute as pc

    return pc.invert(flags)


def _same_of_tuple(column: Any, given: Combinations, first: Any) -> list[Any]:  # noqa: ANN401
    """The cell of each tuple of texts; combinations with equal texts must have equal ones."""
    cells = column.to_pylist()
    own = [cells[i] for i in first.tolist()]
    if any(cell != own[t] for cell, t in zip(cells, given.tuple_of.tolist(), strict=True)):
        refuse_rows("combinations with equal texts are planned differently")
    return own


def expect_planned(
    source: SparkSource,
    plan: PlannedCombinations,
    number: int,
    fingerprint: Fingerprint,
    key: RunKey,
    order: RowOrder | None = None,
) -> Sum:
    """Work out what a release must add up to, given its plan and how many combinations it has; see `Source.expect`.

    Raises
    ------
    PrivacyError
        If the plan is not the one that was made, or does not explain the rows.
    """
    needed = tuple(name for name in source.columns if name in {*plan.columns, *fingerprint.columns})
    rows = rows_with_plan(source, plan, needed, max(number // _COMBINATIONS_OF_A_TASK + 1, 2))
    lookup = _Lookup(
        source.columns, needed, plan.columns, source.missing, fingerprint, order, PlanSum(key, len(plan.columns))
    )
    part = add_parts(map_batches(rows, as_part(lookup.compute), PARTS))
    if part is None or part.plan != plan.sum:
        refuse_rows("the plan that is applied is not the one that was made")
    if order is not None and part.order is not None:
        order.merge(part.order)
    total: Sum = part.sum
    return total


def rows_with_plan(source: SparkSource, plan: PlannedCombinations, needed: Sequence[str], least: int) -> Any:  # noqa: ANN401
    """The rows and the combinations of a plan, each task with those of the same hashes, its combinations first."""
    from pyspark.sql import functions as F  # noqa: N812

    place = {name: f"c{source.columns.index(name)}" for name in source.columns}
    cells = [source.key(name).alias(place[name]) for name in needed]
    rows = source.rows.select(*cells, F.monotonically_increasing_id().alias("position"), F.lit(False).alias("is_plan"))  # noqa: FBT003
    keys = [F.col(f"k{j}").alias(place[name]) for j, name in enumerate(plan.columns)]
    written = [f"w{j}" for j in range(len(keys))]
    planned = plan.frame.select(*keys, *written, "kept", "records", F.lit(True).alias("is_plan"))  # noqa: FBT003
    both = rows.unionByName(planned, allowMissingColumns=True)
    kinds = {field.name: field.dataType.typeName() for field in both.schema}
    texts = [_text(place[name], kinds[place[name]]) for name in plan.columns]
    tasks = max(least, int(source.frame.sparkSession.conf.get("spark.sql.shuffle.partitions", "200") or 200))
    return both.repartition(tasks, F.xxhash64(*texts)).sortWithinPartitions(F.desc("is_plan"))


def _text(column: str, kind: str) -> Any:  # noqa: ANN401
    """The text of a cell; 0 and −0 have the same."""
    from pyspark.sql import functions as F  # noqa: N812

    cell = F.col(column) + F.lit(0.0) if kind in ("float", "double") else F.col(column)
    return F.coalesce(cell.cast("string"), F.lit(""))
