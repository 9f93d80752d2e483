"""The targets of rows in a DuckDB database: one per combination, and one per row that draws one of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np

from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.duckdb.database import Database
from kinonym.engines.duckdb.draws import register_draws
from kinonym.engines.duckdb.text_codes import codes_or_values
from kinonym.engines.expected import RowBatch
from kinonym.engines.plan_targets import SEVERAL, RandomTargets

__all__ = ["RowTargets"]

_NUMBER = count(1)


@dataclass(frozen=True, eq=False)
class RowTargets:
    """Tables of the database with the targets of combinations and of rows; each is made when it is first needed."""

    database: Database
    combinations: Combinations
    assignment: Assignment
    key: RunKey
    table: str
    """The table of the rows."""
    joined: str
    """The condition that joins a row ``r`` with its combination ``m``."""
    number: int = field(default_factory=lambda: next(_NUMBER))

    @cached_property
    def mapping(self) -> str:
        """The table of combinations with their planned tuples and targets."""
        import pyarrow as pa

        planned, target = self.combinations.planned_targets(self.assignment)
        width = len(self.combinations.columns)
        columns = [codes_or_values(self.combinations.table.column(j)) for j in range(width)]
        names = [f"k{j}" for j in range(width)]
        self.database.store(
            f"mapping{self.number}", pa.table([*columns, planned, target], names=[*names, "planned", "target"])
        )
        return f"mapping{self.number}"

    @cached_property
    def drawn(self) -> str | None:
        """The table of rows with a tuple that has several targets, and the target of each; None if there are none.

        Notes
        -----
        The key determines a draw for each row. The rows of a tuple are sorted by their draws, and the position
        among them is the occurrence to which the counts of the plan assign a target.
        """
        import pyarrow as pa

        random = RandomTargets.of(self.assignment)
        if not len(random.planned):
            return None
        parts = {"planned": random.planned, "first": random.first, "target": random.target}
        self.database.store(f"random{self.number}", pa.table(parts))
        draw = register_draws(self.database, self.key, "deal")
        self.database.run(
            f"""CREATE TABLE drawn{self.number} AS
            WITH placed AS (
              SELECT r.rowid AS row, m.planned,
                row_number() OVER (PARTITION BY m.planned ORDER BY {draw}(r.rowid), r.rowid) - 1 AS occurrence
              FROM {self.table} r JOIN {self.mapping} m ON {self.joined} WHERE m.target = {SEVERAL})
            SELECT row, s.target FROM placed p
            ASOF JOIN random{self.number} s ON p.planned = s.planned AND p.occurrence >= s.first"""  # noqa: S608  # our names
        )
        return f"drawn{self.number}"

    @property
    def rows(self) -> str:
        """Rows ``r`` joined with their combination ``m``, and with ``d`` if some targets are random."""
        pairs = f"{self.table} r JOIN {self.mapping} m ON {self.joined}"
        return pairs if self.drawn is None else f"{pairs} LEFT JOIN {self.drawn} d ON r.rowid = d.row"

    @property
    def target(self) -> str:
        """The target of a row."""
        return "m.target" if self.drawn is None else "coalesce(d.target, m.target)"

    def batches(self, columns: Sequence[str], names: Sequence[str]) -> Iterator[RowBatch]:
        """All rows with some columns under other names, their positions and the targets that were drawn."""
        selected = ", ".join([*(f"r.{column}" for column in columns), "r.rowid AS position"])
        sql = f"SELECT {selected} FROM {self.table} r"  # noqa: S608  # our names
        if self.drawn is not None:
            sql = (
                f"SELECT {selected}, coalesce(d.target, {SEVERAL}) AS target "  # noqa: S608
                f"FROM {self.table} r LEFT JOIN {self.drawn} d ON r.rowid = d.row"
            )
        for batch in self.database.batches(sql):
            position, *drawn = (
                np.asarray(batch.column(place).to_numpy(), dtype=np.int64)
                for place in range(len(columns), batch.num_columns)
            )
            rows = batch.select(range(len(columns))).rename_columns(list(names))
            yield RowBatch(rows, drawn[0] if drawn else None, position)
