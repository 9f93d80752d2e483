"""The distinct combinations of a Spark table as a frame: they are planned on the executors and never collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import RunKey
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.spark.executors import add_parts, apply_groups, map_batches, part_batch
from kinonym.engines.spark.plan_sum import PlanSum
from kinonym.engines.spark.session import spark_errors
from kinonym.errors import KinonymError
from kinonym.tuples.counted import Counted

if TYPE_CHECKING:
    from kinonym.engines.spark.source import SparkSource

__all__ = ["CombinationFrame", "PlannedBlock", "PlannedCombinations"]

Blocks = NDArray[np.int64]
"""The block of each combination."""

_SAMPLED_OF = 1 << 20
_MOST_TASKS = 2000


@dataclass(frozen=True, eq=False)
class PlannedBlock:
    """What each combination of a block becomes."""

    written: Mapping[str, Any]
    """Column → an Arrow array with the value that each combination writes: texts, or 64-bit floats."""
    kept: NDArray[np.bool_]
    """Whether the records of each combination stay in the table."""
    part: Any
    """What is known about the plan; parts can be added."""


@dataclass(frozen=True, eq=False)
class PlannedCombinations:
    """A plan as a frame: the combinations (``k0``, ``k1``, …), what they write (``w0``, …), ``records``, ``kept``."""

    frame: Any
    columns: tuple[str, ...]
    sum: Sum
    """What its rows add up to, as they were planned (`PlanSum`)."""
    unpersist: Callable[[], None]


@dataclass(frozen=True, eq=False)
class _SummedPart:
    """A part with the sum of the rows of its plan."""

    part: Any
    sum: Sum

    def add(self, other: _SummedPart) -> _SummedPart:
        """Both together."""
        return _SummedPart(self.part.add(other.part), Fingerprint.add(self.sum, other.sum))


class CombinationFrame:
    """The distinct rows of some columns of a Spark table and their counts, on the executors.

    Parameters
    ----------
    source
        The table.
    columns
        Names of the columns.
    """

    def __init__(self, source: SparkSource, columns: Sequence[str]) -> None:
        from pyspark.sql import functions as F  # noqa: N812

        self.source, self.columns = source, tuple(columns)
        keys = [source.key(name).alias(f"k{j}") for j, name in enumerate(columns)]
        with spark_errors():
            self._frame = source.rows.groupBy(*keys).agg(F.count(F.lit(1)).alias("records")).persist()

    @cached_property
    def number(self) -> int:
        """How many combinations there are."""
        with spark_errors():
            return int(self._frame.count())

    def collect(self) -> Any:  # noqa: ANN401  # an Arrow table
        """All combinations and their counts, as `SparkSource.group` returns them."""
        places = [f"c{self.source.columns.index(name)}" for name in self.columns]
        with spark_errors():
            return self._frame.toDF(*places, "records").toArrow()

    def arrow_type(self, name: str) -> Any:  # noqa: ANN401  # pyarrow has no types
        """The Arrow type of a column."""
        from pyspark.sql.pandas.types import to_arrow_type

        return to_arrow_type(self._frame.schema[self.columns.index(name)].dataType)

    def count_column(self, name: str) -> Counted:
        """The distinct texts of one of the columns and their counts."""
        from pyspark.sql import functions as F  # noqa: N812

        key = f"k{self.columns.index(name)}"
        with spark_errors():
            counted = self._frame.groupBy(key).agg(F.sum("records")).toArrow()
        return Combinations.of([name], counted, self.source.missing).counted

    def sample(self, number: int) -> Counted:
        """About so many combinations, chosen by a hash of their values."""
        from pyspark.sql import functions as F  # noqa: N812

        most = min(_SAMPLED_OF, max(1, round(_SAMPLED_OF * number / max(1, self.number))))
        keys = [f"k{j}" for j in range(len(self.columns))]
        with spark_errors():
            rows = self._frame.where(F.pmod(F.xxhash64(*keys), F.lit(_SAMPLED_OF)) < most).toArrow()
        return Combinations.of(self.columns, rows, self.source.missing).counted

    def count_blocks(self, blocks_of: Callable[[Counted], Blocks]) -> dict[int, int]:
        """The records of each block that ``blocks_of`` puts combinations into."""
        from pyspark.sql import functions as F  # noqa: N812

        with spark_errors():
            counted = self._with_blocks(blocks_of).groupBy("block").agg(F.sum("records").alias("records")).toArrow()
        return dict(zip(counted["block"].to_pylist(), counted["records"].to_pylist(), strict=True))

    def plan(
        self,
        blocks_of: Callable[[Counted], Blocks],
        plan_block: Callable[[int, Combinations], PlannedBlock],
        kinds: Sequence[str],
        blocks: int,
        key: RunKey,
    ) -> tuple[PlannedCombinations, Any]:
        """Plan every block on the executors; return the plan and the sum of the parts of its blocks.

        Parameters
        ----------
        blocks_of
            Puts combinations into blocks.
        plan_block
            Plans the combinations of a block, given its number.
        kinds
            What the columns write: ``string`` or ``double``.
        blocks
            How many blocks there are.
        key
            The key of the run.

        Notes
        -----
        The plan is stored on the executors, and the combinations are no longer needed.
        """
        from pyspark.sql import functions as F  # noqa: N812

        names = [f"k{j}" for j in range(len(self.columns))]
        own = ", ".join(f"{field.name} {field.dataType.simpleString()}" for field in self._frame.schema)
        made = ", ".join(f"w{j} {kind}" for j, kind in enumerate(kinds))
        assigned = self._with_blocks(blocks_of).repartition(min(3 * blocks, _MOST_TASKS), "block")
        task = partial(
            _plan_group,
            plan_block=plan_block,
            columns=self.columns,
            missing=self.source.missing,
            kinds=tuple(kinds),
            plan_sum=PlanSum(key, len(self.columns)),
        )
        planned = apply_groups(assigned.groupBy("block"), task, f"{own}, {made}, kept boolean, part binary").persist()
        try:
            part = add_parts(planned.where(F.col("part").isNotNull()).select("part"))
        except BaseException:
            planned.unpersist()
            raise
        self.unpersist()
        frame = planned.where(F.col("part").isNull()).select(
            *names, *(f"w{j}" for j in range(len(names))), "records", "kept"
        )
        return PlannedCombinations(frame, self.columns, part.sum, planned.unpersist), part.part

    def unpersist(self) -> None:
        """Free the combinations."""
        self._frame.unpersist()

    def _with_blocks(self, blocks_of: Callable[[Counted], Blocks]) -> Any:  # noqa: ANN401
        """The combinations with their block."""
        own = ", ".join(f"{field.name} {field.dataType.simpleString()}" for field in self._frame.schema)
        task = partial(_assign_blocks, blocks_of=blocks_of, columns=self.columns, missing=self.source.missing)
        return map_batches(self._frame, task, f"{own}, block long")


def _assign_blocks(
    batches: Iterator[Any], blocks_of: Callable[[Counted], Blocks], columns: Sequence[str], missing: frozenset[str]
) -> Iterator[Any]:
    """Add the block of each combination of a task."""
    import pyarrow as pa

    for batch in batches:
        if batch.num_rows:
            given = Combinations.of(columns, pa.Table.from_batches([batch]), missing)
            block = blocks_of(given.counted)[given.tuple_of]
            yield pa.RecordBatch.from_arrays(
                [*batch.columns, pa.array(block, pa.int64())], [*batch.schema.names, "block"]
            )


def _plan_group(
    table: Any,  # noqa: ANN401  # pyarrow has no types
    plan_block: Callable[[int, Combinations], PlannedBlock],
    columns: Sequence[str],
    missing: frozenset[str],
    kinds: Sequence[str],
    plan_sum: PlanSum,
) -> Any:  # noqa: ANN401
    """Plan the combinations of a block: a row for each of them, and one with the part of the plan, or with its error.

    A task must not fail for an error of this program: Spark would repeat it, and quote what it says.
    """
    import pyarrow as pa

    number, rows = table.column("block")[0].as_py(), table.drop_columns(["block"])
    types = {f"w{j}": pa.string() if kind == "string" else pa.float64() for j, kind in enumerate(kinds)}
    types |= {"kept": pa.bool_(), "part": pa.binary()}
    nothing = pa.schema([*rows.schema, *types.items()]).empty_table()
    try:
        planned = plan_block(number, Combinations.of(columns, rows, missing))
    except KinonymError as error:
        return _together(nothing, [pa.Table.from_batches([part_batch(error)])])
    for j, name in enumerate(columns):
        rows = rows.append_column(f"w{j}", planned.written[name])
    rows = rows.append_column("kept", pa.array(planned.kept, pa.bool_()))
    part = _SummedPart(planned.part, plan_sum.total(rows, [f"k{j}" for j in range(len(columns))]))
    return _together(nothing, [rows, pa.Table.from_batches([part_batch(part)])])


def _together(nothing: Any, tables: Sequence[Any]) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Tables with the columns of ``nothing``; columns that one does not have are null there."""
    import pyarrow as pa

    return pa.concat_tables([nothing, *tables], promote_options="default").select(nothing.schema.names)
