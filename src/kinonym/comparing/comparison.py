"""A comparison: one point for each method and strength, and the front of the best."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kinonym.assess import figures_in
from kinonym.comparing.measured_point import Point
from kinonym.comparing.ranked_points import (
    Leader,
    describe_strength,
    find_knee,
    find_leaders,
    rank_points,
    withheld_reason,
)
from kinonym.comparing.targets import is_met, parse_target, unreached_error
from kinonym.pipeline.result import remove_paths
from kinonym.plots import ComparisonPlots
from kinonym.recipe import Recipe
from kinonym.release.report.coarse_comparison import TableSize, coarse_rows
from kinonym.release.report.comparison_page import (
    COLUMNS,
    comparison_fragment,
    comparison_page,
    describe_losses,
    scenario_losses,
)

__all__ = ["Comparison"]


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The points of a comparison; shows itself as a picture and a table in a notebook."""

    base: Recipe = field(repr=False)
    points: tuple[Point, ...]
    size: TableSize | None = None
    """Of the table that was compared; None: documents have the figures as they are."""

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.points)} points, {len(self.pareto)} of them on the front>"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The points as flat dicts, with the rank within one strength, the front (``pareto``) and its knee."""
        losses = dict.fromkeys(name for point in self.points for name in scenario_losses([point.row()]))
        return [
            {
                **(row := point.row()),
                **{name: row.get(name) for name in losses},
                "strength": describe_strength(point.settings),
                "rank": None if rank is None else rank[0],
                "ranked": None if rank is None else rank[1],
                "pareto": point in self.pareto,
                "knee": point is self.knee,
            }
            for point, rank in zip(self.points, rank_points(self.points), strict=True)
        ]

    @property
    def published_rows(self) -> list[dict[str, Any]]:
        """The rows with figures rounded or withheld as in a report; pages, pictures, JSON and CSV have these."""
        rows = self._publishable.rows
        return rows if self.size is None else coarse_rows(rows, self.size)

    @cached_property
    def _publishable(self) -> Comparison:
        """The comparison without the figures that the report of their release would withhold."""
        reasons = [withheld_reason(point.settings) for point in self.points]
        points = (
            point if reason is None else point.without_figures(reason)
            for point, reason in zip(self.points, reasons, strict=True)
        )
        return replace(self, points=tuple(points))

    @cached_property
    def pareto(self) -> tuple[Point, ...]:
        """Points that no other beats in both loss and risk, by ascending risk."""
        measured = [p for p in self.points if p.loss is not None and p.risk is not None]
        ordered = sorted(measured, key=lambda p: (p.risk, p.loss))
        front: list[Point] = []
        for point in ordered:
            if not front or point.loss < front[-1].loss:  # type: ignore[operator]  # measured above
                front.append(point)
        return tuple(front)

    def best(self, target: str) -> Point:
        """The point with the least loss that meets a target such as ``risk<=0.05`` or ``risk<=5%, k>=5``."""
        conditions = parse_target(target)
        measured = [p for p in self.points if p.loss is not None]
        meeting = [p for p in measured if all(is_met(p, *condition) for condition in conditions)]
        if meeting:
            return min(meeting, key=lambda p: (p.loss, p.risk))
        raise unreached_error(target, measured, conditions)

    @cached_property
    def leaders(self) -> tuple[Leader, ...]:
        """For every k, the point of least loss with groups of equal records, which bound the risk of every person.

        Points of different strength are not ranked against each other: the weakest would always win.
        """
        return find_leaders(self.points)

    @cached_property
    def knee(self) -> Point | None:
        """The point of the front where less risk begins to cost much more loss; None if the front has none."""
        return find_knee(self.pareto)

    @property
    def findings(self) -> tuple[str, ...]:
        """The best of every strength and the knee of the front, in sentences."""
        return self._findings(self.leaders)

    @property
    def published_findings(self) -> tuple[str, ...]:
        """The same sentences with rounded losses, for pages and files."""
        shown = self._publishable
        return shown.findings if self.size is None else shown._findings(find_leaders(shown.points, self.size.loss_step))  # noqa: SLF001

    def _findings(self, leaders: tuple[Leader, ...]) -> tuple[str, ...]:
        sentences = [f"{one.strength}: {self._describe(one.point)}, {one.why}" for one in leaders]
        if self.knee is not None:
            sentences.append(
                f"knee of the front: {self._describe(self.knee)}; points with less risk lose much more than it does, "
                "points with less loss risk much more"
            )
        return tuple(sentences)

    def _describe(self, point: Point) -> str:
        """A point by its number, as `recipe` takes it, and its label."""
        return f"{next(i for i, other in enumerate(self.points, 1) if other is point)}, {point.label}"

    def recipe(self, point: Point | int) -> Recipe:
        """The recipe that masks as a point says; a point or its number, from 1."""
        chosen = self.points[point - 1] if isinstance(point, int) else point
        return self.base.with_method(**chosen.settings)

    @property
    def plot(self) -> ComparisonPlots:
        """Pictures of the comparison."""
        return ComparisonPlots({"points": self.published_rows})

    def to_pandas(self) -> Any:  # noqa: ANN401
        """The rows as a pandas table."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    def to_arrow(self) -> Any:  # noqa: ANN401
        """The rows as a pyarrow table."""
        import pyarrow as pa

        return pa.Table.from_pylist(self.rows)

    def json(self) -> str:
        """The rows, for a program."""
        explained = {figure.name: figure.describe for figure in figures_in("comparison")} | COLUMNS
        explained |= describe_losses(self.published_rows)
        content = {"points": self.published_rows, "findings": list(self.published_findings), "columns": explained}
        return json.dumps(content, indent=2, ensure_ascii=False)

    def csv(self) -> str:
        """The rows as a CSV file."""
        text, rows = io.StringIO(), self.published_rows
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def page(self, title: str = "Kinonym: comparison", chosen: Point | None = None) -> str:
        """A whole HTML page: the frontier, the table, the recipes of the front."""
        shown = {p.label: p for p in (*self._publishable.pareto, *([chosen] if chosen else []))}
        recipes = {label: remove_paths(self.recipe(p)).to_toml() for label, p in shown.items()}
        return comparison_page(
            title, self.published_rows, recipes, chosen.label if chosen else "", self.published_findings
        )

    def _repr_html_(self) -> str:
        return comparison_fragment(self.published_rows, self.published_findings)
