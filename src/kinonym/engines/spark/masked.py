"""A masked Spark table: rows joined with what becomes of them; whoever computes a part of it again gets the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kinonym.engines.combinations import DEALT, Combinations, Shares
from kinonym.engines.contract import Assignment, PersonSink, RunKey
from kinonym.engines.memory.coding import check_known
from kinonym.engines.memory.masked import written_values
from kinonym.engines.memory.tables import arrow_values
from kinonym.engines.spark.session import answering
from kinonym.engines.writing import write_parts
from kinonym.errors import DataError
from kinonym.files.texts import as_text, keeps_type

if TYPE_CHECKING:
    from kinonym.engines.spark.source import SparkSource

__all__ = ["RowTargets", "SparkMasked"]

_BROADCAST = 1 << 20
"""Up to this many combinations are sent to every executor; more are joined by a shuffle."""


@dataclass(frozen=True, eq=False)
class RowTargets:
    """What becomes of the rows, as Spark frames.

    Notes
    -----
    A draw belongs to a row by its content: SHA-256 of the run key, the purpose, the cells and, where rows are equal,
    their number among them. It does not depend on how the rows are spread, and a task that is repeated repeats it. The
    key comes from a table of one row, so that no plan or log shows it.
    """

    rows: Any
    keys: list[Any]
    grouped: Combinations
    assignment: Assignment
    key: RunKey

    @cached_property
    def drawn(self) -> Any:  # noqa: ANN401  # pyspark is optional
        """Rows with ``deal`` and ``order``, their draws."""
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812

        names = self.rows.columns
        cells = [F.coalesce(F.concat(F.lit("V"), F.col(n).cast("string")), F.lit("N")) for n in names]
        content = F.concat_ws("\x1f", *cells)
        number = F.row_number().over(Window.partitionBy(*names).orderBy(F.lit(0)))
        secrets = {p: [self.key.generator(p).bytes(32).hex()] for p in ("deal", "order")}
        rows = self.rows.withColumn("number", number).crossJoin(F.broadcast(self._frame(secrets)))
        draws = [F.sha2(F.concat_ws("\x1f", p, F.col("number").cast("string"), content), 256).alias(p) for p in secrets]
        return rows.select(*names, *draws)

    @cached_property
    def targets(self) -> Any:  # noqa: ANN401
        """Rows with their planned tuple, their target and the draw that orders them."""
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812

        names = self.rows.columns
        planned, target = self.grouped.mapping(self.assignment)
        width = len(self.keys)
        columns = {f"k{j}": self.grouped.table.column(j) for j in range(width)}
        mapping = self._frame({**columns, "planned": planned, "target": target})
        mapping = F.broadcast(mapping) if len(planned) <= _BROADCAST else mapping
        alike = [key.eqNullSafe(F.col(f"k{j}")) for j, key in enumerate(self.keys)]
        joined = self.drawn.join(mapping, alike).select(*names, "deal", "order", "planned", "target")
        if not (target == DEALT).any():
            return joined
        place = F.row_number().over(Window.partitionBy("planned").orderBy("deal")) - 1
        dealt = joined.where(F.col("target") == DEALT).withColumn("occurrence", place).drop("target")
        dealt = dealt.join(self._shares, ["planned", "occurrence"])
        kept = [*names, "deal", "order", "planned", "target"]
        return joined.where(F.col("target") != DEALT).select(*kept).unionByName(dealt.select(*kept))

    @cached_property
    def _shares(self) -> Any:  # noqa: ANN401
        """One row for each occurrence that is dealt: (planned, occurrence, target)."""
        from pyspark.sql import functions as F  # noqa: N812

        shares = Shares.of(self.assignment)
        columns = {"planned": shares.planned, "first": shares.first, "last": shares.last, "target": shares.target}
        frame = self._frame(columns)
        return frame.select("planned", F.explode(F.sequence("first", "last")).alias("occurrence"), "target")

    def draw_rows(self, columns: list[Any]) -> Any:  # noqa: ANN401
        """Some columns of every row, and the target of those that are dealt; `DEALT` for others."""
        from pyspark.sql import functions as F  # noqa: N812

        _, target = self.grouped.mapping(self.assignment)
        if not (target == DEALT).any():
            return self.rows.select(*columns, F.lit(DEALT).alias("target"))
        several = self._frame({"planned": np.unique(Shares.of(self.assignment).planned)}).withColumn(
            "several", F.lit(1)
        )
        rows = self.targets.join(several, ["planned"], "left")
        return rows.select(*columns, F.when(F.col("several") == 1, F.col("target")).otherwise(DEALT).alias("target"))

    def _frame(self, columns: dict[str, Any]) -> Any:  # noqa: ANN401
        import pyarrow as pa

        return self.rows.sparkSession.createDataFrame(pa.table(columns))


class SparkMasked:
    """A table and what becomes of its rows; nothing is computed before it is asked for."""

    def __init__(self, source: SparkSource, fate: RowTargets, *, shuffle: bool) -> None:
        assignment = fate.assignment
        check_known([*assignment.written, *assignment.drop], source.columns)
        self.source, self.fate, self.shuffle, self.assignment = source, fate, shuffle, assignment
        self.columns = assignment.released(source.columns)
        self.records = source.records - assignment.dropped

    def native(self) -> Any:  # noqa: ANN401
        """The masked table as a DataFrame of the same session."""
        from pyspark.sql import functions as F  # noqa: N812

        return self._rows().select(
            *(F.col(f"{'w' if n in self.assignment.written else 'c'}{self._place(n)}").alias(n) for n in self.columns)
        )

    def _rows(self) -> Any:  # noqa: ANN401
        """The released rows, kept cells as ``c`` and masked ones as ``w``, each with the place of its column."""
        import pyarrow as pa
        from pyspark.sql import functions as F  # noqa: N812

        kinds = {name: self.fate.grouped.table.column(j).type for j, name in enumerate(self.fate.grouped.columns)}
        written_kinds = {name: kinds.get(name, pa.string()) for name in self.assignment.written}
        held = {
            f"w{self._place(n)}": arrow_values(list(v), written_kinds[n]) for n, v in self.assignment.written.items()
        }
        size = max(map(len, held.values()), default=0)
        written = self.fate._frame({"target": pa.array(range(size), pa.int64()), **held})  # noqa: SLF001  # its twin
        written = F.broadcast(written) if size <= _BROADCAST else written
        rows = self._released().join(written, "target")
        return rows.orderBy("order") if self.shuffle else rows

    def batches(self, whose: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Arrow record batches of texts and numbers; if typed, unmasked columns have their own types."""
        import pyarrow as pa

        own = {name: self.fate.grouped.table.column(j).type for j, name in enumerate(self.fate.grouped.columns)}
        kinds = own if typed else {}
        held = {name: written_values(values, kinds.get(name)) for name, values in self.assignment.written.items()}
        kept = [n for n in self.columns if n not in held and n != self.assignment.mark]
        person = None if whose is None else self.assignment.person
        cells = kept if person is None else [*kept, person]
        rows = self._released()
        rows = rows.orderBy("order") if self.shuffle else rows
        for batch in self.source.stored(rows.select("target", *(self.source.key(name) for name in cells))):
            if whose is not None and person is not None:
                whose(as_text(batch.column(f"c{self._place(person)}"), person).combine_chunks())
            places = batch.column("target").cast(pa.int32())
            arrays = {name: values.take(places) for name, values in held.items()}
            cells_of = {n: batch.column(f"c{self._place(n)}") for n in kept}
            arrays |= {
                n: c if typed and keeps_type(c.type) else as_text(c, n).combine_chunks() for n, c in cells_of.items()
            }
            if self.assignment.mark is not None:
                arrays[self.assignment.mark] = pa.array([self.assignment.mark] * batch.num_rows)
            yield pa.RecordBatch.from_arrays([arrays[n] for n in self.columns], names=list(self.columns))

    def save(self, folder: Path) -> None:
        """Write the released rows as Parquet files into an empty folder: the executors do, each its part.

        Spark cannot write the zone of a time, so that a table with zoned times is written here.
        """
        from pyspark.sql import functions as F  # noqa: N812

        if self.source.zones:
            write_parts(self.batches(typed=True), folder)
            return
        assignment = self.assignment
        columns = {n: F.col(f"w{self._place(n)}") for n in assignment.written}
        columns |= {} if assignment.mark is None else {assignment.mark: F.lit(assignment.mark)}
        columns |= {n: self.source.key(n) for n in self.columns if n not in columns}  # times as they are added up
        rows = self._rows().select(*(columns[name].alias(name) for name in self.columns))
        with answering():
            rows.write.mode("append").parquet(str(folder))

    def trail(self) -> Iterator[tuple[int, int]]:
        """Refuse: rows have no order in Spark."""
        msg = "the risk of single records needs their order, which rows have not in Spark"
        raise DataError(msg, hint="leave the private risk file out, or take another engine")

    def _released(self) -> Any:  # noqa: ANN401
        from pyspark.sql import functions as F  # noqa: N812

        return self.fate.targets.where(F.col("target") >= 0)

    def _place(self, name: str) -> int:
        return self.source.columns.index(name)
