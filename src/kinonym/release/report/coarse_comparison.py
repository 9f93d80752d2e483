"""The points of a comparison as a page or file may publish them, by the rules of `coarse_figures`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kinonym.metrics import score
from kinonym.release.report.coarse_figures import round_to, rounding_step
from kinonym.release.report.comparison_page import scenario_losses
from kinonym.tuples import Tuples

__all__ = ["TableSize", "coarse_rows"]

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class TableSize:
    """What the steps of rounding depend on: records, units (persons, where they are known), masked columns."""

    records: int
    units: int
    columns: int

    @classmethod
    def of(cls, tuples: Tuples) -> TableSize:
        """The size of what was planned."""
        return cls(records=tuples.records, units=tuples.units, columns=len(tuples.columns))

    @property
    def loss_step(self) -> float:
        """The step of L, in percent."""
        return 100 * rounding_step(self.units, changed=1)


def coarse_rows(rows: Sequence[Row], size: TableSize) -> list[Row]:
    """The same points; figures of the original are rounded, and those computed from them are computed again.

    The divergence of a table with one masked column is a figure of that column alone, and is left out.
    """
    step = rounding_step(size.units, changed=1)
    steps = {"loss": size.loss_step, "unweighted_loss": size.loss_step, "quality": step, "sse": step * size.records}
    steps["divergence"] = rounding_step(size.units)
    steps |= dict.fromkeys(scenario_losses(rows), size.loss_step)
    return [row if row["loss"] is None else _coarse(row, steps, alone=size.columns == 1) for row in rows]


def _coarse(row: Row, steps: dict[str, float], *, alone: bool) -> Row:
    coarse = {**row, **{name: round_to(row[name], step) for name, step in steps.items() if row[name] is not None}}
    if alone:
        coarse["divergence"] = None
    if row["score"] is not None and row["linkage"] is not None:
        coarse["score"] = score(coarse["loss"], 100.0 * row["linkage"])
    if row["balance"] is not None and row["risk"] is not None:
        coarse["balance"] = (coarse["loss"] + 100.0 * row["risk"]) / 2.0
    return coarse
