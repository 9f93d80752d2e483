"""The targets of rows as Spark frames; a task that is repeated computes the same targets again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.plan_targets import SEVERAL, RandomTargets

__all__ = ["BROADCAST", "RowTargets", "draw_for_rows", "number_rows"]

BROADCAST = 1 << 20
"""Up to this many combinations are sent to every executor; more are joined by a shuffle."""
_DRAWN = 16
"""Hexadecimal digits of a draw: 64 bits, so that two rows of a table rarely have equal ones."""


@dataclass(frozen=True, eq=False)
class RowTargets:
    """Frames with the targets of rows.

    Parameters
    ----------
    rows
        The columns ``c0``, ``c1``, … and those of ``identity``.
    keys
        The columns of the combinations, as expressions on ``rows``.
    identity
        Columns that identify a row of ``rows``, such as a file and a position in it. If there are none, the content of
        a row identifies it, and equal rows are numbered; this takes a shuffle of all rows.

    Notes
    -----
    What identifies a row determines its draws: SHA-256 of the run key, the purpose and the identity. They do not depend
    on how the rows are distributed, and a repeated task repeats them.
    The key comes from a table of one row, so that no plan or log shows it.
    """

    rows: Any
    keys: list[Any]
    combinations: Combinations
    assignment: Assignment
    key: RunKey
    identity: tuple[str, ...] = ()

    @property
    def draws_several(self) -> bool:
        """Whether some rows draw one of several targets."""
        return bool((self._mapping[1] == SEVERAL).any())

    @cached_property
    def targets(self) -> Any:  # noqa: ANN401  # pyspark is optional
        """Rows with their planned tuple and their target."""
        from pyspark.sql import functions as F  # noqa: N812

        if not self.draws_several:
            return self._joined
        single = self._joined.where(F.col("target") != SEVERAL)
        return single.unionByName(self.drawn)

    @cached_property
    def drawn(self) -> Any:  # noqa: ANN401
        """The rows that draw one of several targets, with the one that they drew."""
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812

        several = self.with_draw(self._joined.where(F.col("target") == SEVERAL), "deal")
        place = F.row_number().over(Window.partitionBy("planned").orderBy("deal")) - 1
        placed = several.withColumn("occurrence", place).drop("target", "deal")
        return placed.join(self._occurrences, ["planned", "occurrence"]).select(*self._joined.columns)

    def with_draw(self, rows: Any, purpose: str) -> Any:  # noqa: ANN401
        """Return rows with a further column: a draw of 64 bits for each of them."""
        return draw_for_rows(rows, self.key, purpose, self.identity or ("number", "content"))

    def with_drawn(self, columns: Sequence[Any]) -> Any:  # noqa: ANN401
        """Some columns of every row, and the target of rows that draw one; `SEVERAL` for others."""
        from pyspark.sql import functions as F  # noqa: N812

        if not self.draws_several:
            return self.rows.select(*columns, F.lit(SEVERAL).alias("target"))
        single = self._joined.where(F.col("target") != SEVERAL)
        known = single.select(*columns, F.lit(SEVERAL).cast("long").alias("target"))
        return known.unionByName(self.drawn.select(*columns, "target"))

    def persist(self) -> None:
        """Store the drawn targets, which are used more than once."""
        if self.draws_several:
            self.drawn.persist()

    def unpersist(self) -> None:
        """Free what `persist` stored."""
        if self.draws_several:
            self.drawn.unpersist()

    def frame(self, columns: dict[str, Any]) -> Any:  # noqa: ANN401
        """A small table as a frame of the session."""
        import pyarrow as pa

        return self.rows.sparkSession.createDataFrame(pa.table(columns))

    @cached_property
    def _joined(self) -> Any:  # noqa: ANN401
        """Rows with the planned tuple and the target of their combination, which may be `SEVERAL`."""
        from pyspark.sql import functions as F  # noqa: N812

        planned, target = self._mapping
        columns = {f"k{j}": self.combinations.table.column(j) for j in range(len(self.keys))}
        mapping = self.frame({**columns, "planned": planned, "target": target})
        mapping = F.broadcast(mapping) if len(planned) <= BROADCAST else mapping
        alike = [key.eqNullSafe(F.col(f"k{j}")) for j, key in enumerate(self.keys)]
        rows = self.rows if self.identity else number_rows(self.rows)
        return rows.join(mapping, alike).select(*rows.columns, "planned", "target")

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
        frame = frame.select("planned", F.explode(F.sequence("first", "last")).alias("occurrence"), "target")
        return F.broadcast(frame) if int((random.last - random.first + 1).sum()) <= BROADCAST else frame


def draw_for_rows(rows: Any, key: RunKey, purpose: str, identity: Sequence[str]) -> Any:  # noqa: ANN401
    """Return rows with a further column: a draw of 64 bits for each of them, from the key and what identifies a row."""
    import pyarrow as pa
    from pyspark.sql import functions as F  # noqa: N812

    secret = rows.sparkSession.createDataFrame(pa.table({"secret": [key.generator(purpose).bytes(32).hex()]}))
    hashed = F.sha2(F.concat_ws("\x1f", "secret", *(F.col(name).cast("string") for name in identity)), 256)
    drawn = F.unhex(F.substring(hashed, 1, _DRAWN)).alias(purpose)
    return rows.crossJoin(F.broadcast(secret)).select(*rows.columns, drawn)


def number_rows(rows: Any) -> Any:  # noqa: ANN401
    """Return rows with two columns that identify each of them: a number among equal rows, and a hash of the content."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F  # noqa: N812

    names = rows.columns
    cells = [F.coalesce(F.concat(F.lit("V"), F.col(n).cast("string")), F.lit("N")) for n in names]
    number = F.row_number().over(Window.partitionBy(*names).orderBy(F.lit(0)))
    content = F.sha2(F.concat_ws("\x1f", *cells), 256)
    return rows.select(*names, number.alias("number"), content.alias("content"))
