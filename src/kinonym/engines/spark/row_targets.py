"""The targets of rows as Spark frames; a task that is repeated computes the same targets again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.plan_targets import SEVERAL, RandomTargets

__all__ = ["BROADCAST", "RowTargets"]

BROADCAST = 1 << 20
"""Up to this many combinations are sent to every executor; more are joined by a shuffle."""


@dataclass(frozen=True, eq=False)
class RowTargets:
    """Frames with the targets of rows.

    Notes
    -----
    The content of a row determines its draw: SHA-256 of the run key, the purpose, the cells and, for equal rows, their
    number. It does not depend on how the rows are distributed, and a repeated task repeats it.
    The key comes from a table of one row, so that no plan or log shows it.
    """

    rows: Any
    keys: list[Any]
    combinations: Combinations
    assignment: Assignment
    key: RunKey

    @cached_property
    def draws(self) -> Any:  # noqa: ANN401  # pyspark is optional
        """Rows with ``deal`` and ``order``, their draws."""
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812

        names = self.rows.columns
        cells = [F.coalesce(F.concat(F.lit("V"), F.col(n).cast("string")), F.lit("N")) for n in names]
        content = F.concat_ws("\x1f", *cells)
        number = F.row_number().over(Window.partitionBy(*names).orderBy(F.lit(0)))
        secrets = {p: [self.key.generator(p).bytes(32).hex()] for p in ("deal", "order")}
        rows = self.rows.withColumn("number", number).crossJoin(F.broadcast(self.frame(secrets)))
        draws = [F.sha2(F.concat_ws("\x1f", p, F.col("number").cast("string"), content), 256).alias(p) for p in secrets]
        return rows.select(*names, *draws)

    @cached_property
    def targets(self) -> Any:  # noqa: ANN401
        """Rows with their planned tuple, their target and the draw that orders them."""
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812

        names = self.rows.columns
        planned, target = self._mapping
        columns = {f"k{j}": self.combinations.table.column(j) for j in range(len(self.keys))}
        mapping = self.frame({**columns, "planned": planned, "target": target})
        mapping = F.broadcast(mapping) if len(planned) <= BROADCAST else mapping
        alike = [key.eqNullSafe(F.col(f"k{j}")) for j, key in enumerate(self.keys)]
        joined = self.draws.join(mapping, alike).select(*names, "deal", "order", "planned", "target")
        if not (target == SEVERAL).any():
            return joined
        place = F.row_number().over(Window.partitionBy("planned").orderBy("deal")) - 1
        drawn = joined.where(F.col("target") == SEVERAL).withColumn("occurrence", place).drop("target")
        drawn = drawn.join(self._occurrences, ["planned", "occurrence"])
        selected = [*names, "deal", "order", "planned", "target"]
        return joined.where(F.col("target") != SEVERAL).select(*selected).unionByName(drawn.select(*selected))

    def with_drawn(self, columns: Sequence[Any]) -> Any:  # noqa: ANN401
        """Some columns of every row, and the target of rows that draw one; `SEVERAL` for others."""
        from pyspark.sql import functions as F  # noqa: N812

        if not (self._mapping[1] == SEVERAL).any():
            return self.rows.select(*columns, F.lit(SEVERAL).alias("target"))
        several = self.frame({"planned": np.unique(RandomTargets.of(self.assignment).planned)})
        rows = self.targets.join(several.withColumn("several", F.lit(1)), ["planned"], "left")
        drawn = F.when(F.col("several") == 1, F.col("target")).otherwise(SEVERAL)
        return rows.select(*columns, drawn.alias("target"))

    def frame(self, columns: dict[str, Any]) -> Any:  # noqa: ANN401
        """A small table as a frame of the session."""
        import pyarrow as pa

        return self.rows.sparkSession.createDataFrame(pa.table(columns))

    @cached_property
    def _mapping(self) -> tuple[Any, Any]:
        return self.combinations.planned_targets(self.assignment)

    @cached_property
    def _occurrences(self) -> Any:  # noqa: ANN401
        """One row for each occurrence with a random target: (planned, occurrence, target)."""
        from pyspark.sql import functions as F  # noqa: N812

        random = RandomTargets.of(self.assignment)
        columns = {"planned": random.planned, "first": random.first, "last": random.last, "target": random.target}
        frame = self.frame(columns)
        return frame.select("planned", F.explode(F.sequence("first", "last")).alias("occurrence"), "target")
