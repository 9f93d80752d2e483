"""A masked Spark table with a plan that is a frame: its rows are joined with the plan and written as a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kinonym.engines.contract import PersonSink, RunKey
from kinonym.engines.recount import FolderRecount
from kinonym.engines.spark.combination_frame import PlannedCombinations
from kinonym.engines.spark.masked import ROWS_OF_A_FILE
from kinonym.engines.spark.row_targets import draw_for_rows, number_rows
from kinonym.engines.spark.session import spark_errors
from kinonym.errors import DataError

if TYPE_CHECKING:
    from kinonym.engines.spark.source import SparkSource

__all__ = ["PlannedMasked", "common_number_types"]


class PlannedMasked:
    """A table and its plan; nothing is computed before it is needed.

    Parameters
    ----------
    source
        The table.
    plan
        What each combination becomes.
    key
        Determines the order of the rows.
    columns
        Names of the released columns, in order; one that the table does not have marks a test.
    records
        How many records are released.
    kinds
        Column → the type of Spark in which its numbers are written, if it has numbers.
    """

    def __init__(
        self,
        source: SparkSource,
        plan: PlannedCombinations,
        key: RunKey,
        columns: Sequence[str],
        records: int,
        kinds: Mapping[str, str],
    ) -> None:
        self.source, self.plan, self._key, self._kinds = source, plan, key, kinds
        self.columns, self.records = tuple(columns), records

    def save(self, folder: str | Path, persons: PersonSink | None = None) -> None:  # noqa: ARG002  # no persons here
        """Write the released rows as Parquet files to an empty folder; each executor writes its part."""
        with spark_errors():
            self.parts().write.mode("append").option("maxRecordsPerFile", ROWS_OF_A_FILE).parquet(str(folder))

    def parts(self) -> Any:  # noqa: ANN401
        """The released rows in parts of random rows in random order."""
        from pyspark.sql import functions as F  # noqa: N812

        source, planned = self.source, self.plan.columns
        rows = source.rows if source.identity else number_rows(source.rows)
        alike = [source.key(name).eqNullSafe(F.col(f"k{j}")) for j, name in enumerate(planned)]
        joined = rows.join(self.plan.frame.where("kept"), alike)
        masked = {name: F.col(f"w{j}").cast(self._kinds.get(name, "string")) for j, name in enumerate(planned)}
        cells = [self._cell(name, masked).alias(f"r{i}") for i, name in enumerate(self.columns)]
        identity = source.identity or ("number", "content")
        drawn = draw_for_rows(joined.select(*cells, *identity), self._key, "order", identity)
        drawn = drawn.select(*(f"r{i}" for i in range(len(cells))), "order")
        ordered = drawn.repartition("order").sortWithinPartitions("order")
        return ordered.select(*(F.col(f"r{i}").alias(name) for i, name in enumerate(self.columns)))

    @property
    def recount_folder(self) -> FolderRecount:
        """Counts the folder again on the executors; the sizes of its combinations come back."""
        from kinonym.engines.spark.recounting import recount_sizes

        return partial(recount_sizes, self.source.frame.sparkSession)

    def native(self) -> NoReturn:
        """Raise, because the plan is freed when the release is written."""
        _refuse()

    def batches(self, persons: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:  # noqa: ARG002
        """Raise, because no row reaches this process."""
        _refuse()

    def trail(self) -> Iterator[tuple[int, int]]:
        """Raise, because rows have no order in Spark."""
        _refuse()

    def _cell(self, name: str, masked: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """The released cell of a column."""
        from pyspark.sql import functions as F  # noqa: N812

        if name in masked:
            return masked[name]
        return self.source.key(name) if name in self.source.columns else F.lit(name)


def common_number_types(types: Mapping[str, Collection[Any]]) -> dict[str, str]:
    """Column → the type of Spark that represents the numbers of all blocks, given the Arrow types of the blocks."""
    from pyspark.sql.pandas.types import from_arrow_type

    return {name: from_arrow_type(_common_type(kinds)).simpleString() for name, kinds in types.items()}


def _common_type(kinds: Collection[Any]) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa

    if len(kinds) == 1:
        return next(iter(kinds))
    return pa.int64() if all(map(pa.types.is_integer, kinds)) else pa.float64()


def _refuse() -> NoReturn:
    msg = "a table with more combinations than plan_memory allows is released as a folder"
    raise DataError(msg, hint="let the output end in /, for example released/")
