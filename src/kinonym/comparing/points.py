"""A comparison: one point for each method and strength, the front of the best, and targets to meet."""

from __future__ import annotations

import csv
import io
import json
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kinonym.assess import STRENGTHS, Assessment, figures_in
from kinonym.comparing.ranked_points import Leader, find_knee, find_leaders, rank_points, strength_of
from kinonym.errors import PrivacyError, UsageError
from kinonym.pipeline.result import without_places
from kinonym.plots import ComparisonPlots
from kinonym.recipe import Recipe
from kinonym.release.report.comparison_page import COLUMNS, comparison_fragment, comparison_page

__all__ = ["Comparison", "Point", "parse_target"]


def point_figures() -> list[str]:
    """Names of what a point holds, in the order of the table; sampled figures with the ends of their interval."""
    names: list[str] = []
    for figure in figures_in("comparison"):
        names += [figure.name, *([f"{figure.name}_low", f"{figure.name}_high"] if figure.interval else [])]
    return names


@dataclass(frozen=True, init=False)
class Point:
    """One method at one strength: its settings, what it costs, what it risks.

    The figures are those of the table `kinonym.assess.FIGURES`, each an attribute: ``point.loss``, ``point.risk``;
    ``risk_low`` and ``risk_high`` hold the risk with 95 % where it was sampled. ``attacker`` names who has the risk,
    ``guaranteed`` says whether groups of equal records bound it, ``failed`` why there are no figures.
    """

    settings: dict[str, Any]
    figures: dict[str, float | None]
    attacker: str | None
    guaranteed: bool | None
    seconds: float | None
    failed: str | None

    def __init__(
        self,
        *,
        settings: dict[str, Any],
        attacker: str | None = None,
        guaranteed: bool | None = None,
        seconds: float | None = None,
        failed: str | None = None,
        **figures: float | None,
    ) -> None:
        if unknown := set(figures) - set(names := point_figures()):
            msg = f"there is no figure {min(unknown)!r}"
            raise TypeError(msg)
        own = {"settings": settings, "figures": {name: figures.get(name) for name in names}, "attacker": attacker}
        for name, value in {**own, "guaranteed": guaranteed, "seconds": seconds, "failed": failed}.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, settings: dict[str, Any], assessment: Assessment, *, seconds: float) -> Point:
        """The figures of a plan that was made with these settings."""
        values = {key: value for f in figures_in("comparison") for key, value in f.values(assessment).items()}
        figures: dict[str, Any] = {name: values[name] for name in point_figures()}
        figures["attacker"] = assessment.strongest.name
        return cls(settings=settings, guaranteed=assessment.masking.k_anonymous, seconds=seconds, **figures)

    def __getattr__(self, name: str) -> float | None:
        if name in point_figures():
            return self.figures[name]
        msg = f"a point has no {name!r}"
        raise AttributeError(msg)

    @property
    def name(self) -> str:
        """The method."""
        return str(self.settings["name"])

    @property
    def label(self) -> str:
        """The method and its settings in a few characters."""
        rest = ", ".join(f"{key} = {value}" for key, value in self.settings.items() if key != "name")
        return f"{self.name} ({rest})" if rest else self.name

    @property
    def parts(self) -> dict[str, Any]:
        """What makes the point again: ``Point(**point.parts)``."""
        own = {name: getattr(self, name) for name in ("attacker", "guaranteed", "seconds", "failed")}
        return {"settings": self.settings, **self.figures, **own}

    def row(self) -> dict[str, Any]:
        """Flat: method, strengths, other settings as one text, figures."""
        parts = self.parts
        settings = dict(parts.pop("settings"))
        strengths = {key: settings.pop(key, None) for key in STRENGTHS}
        return {"method": settings.pop("name"), **strengths, "settings": json.dumps(settings), **parts}

    def __getitem__(self, name: str) -> float | None:
        """A figure, the seconds, or a strength of the settings."""
        value = self.settings.get(name) if name in STRENGTHS else getattr(self, name)
        return None if value is None else float(value)


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The points of a comparison; shows itself as a picture and a table in a notebook."""

    base: Recipe = field(repr=False)
    points: tuple[Point, ...]

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.points)} points, {len(self.pareto)} of them on the front>"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The points as flat dicts, with the rank within one strength, the front (``pareto``) and its knee."""
        return [
            {
                **point.row(),
                "strength": strength_of(point.settings),
                "rank": None if rank is None else rank[0],
                "ranked": None if rank is None else rank[1],
                "pareto": point in self.pareto,
                "knee": point is self.knee,
            }
            for point, rank in zip(self.points, rank_points(self.points), strict=True)
        ]

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
        meeting = [p for p in measured if all(_holds(p, *condition) for condition in conditions)]
        if meeting:
            return min(meeting, key=lambda p: (p.loss, p.risk))
        raise _unreached(target, measured, conditions)

    @cached_property
    def leaders(self) -> tuple[Leader, ...]:
        """For every k, the point of least loss whose groups of equal records bound everybody's risk.

        Points of different strength are not ranked against each other: the weakest would always win.
        """
        return find_leaders(self.points)

    @cached_property
    def knee(self) -> Point | None:
        """The point of the front where less risk begins to cost much more loss; None if the front has none."""
        return find_knee(self.pareto)

    @property
    def findings(self) -> tuple[str, ...]:
        """What the comparison found, in sentences: the best of every strength, and the knee of the front."""
        found = [f"{one.strength}: {self._named(one.point)}, {one.why}" for one in self.leaders]
        if self.knee is not None:
            found.append(
                f"knee of the front: {self._named(self.knee)}; points with less risk lose much more than it does, "
                "points with less loss risk much more"
            )
        return tuple(found)

    def _named(self, point: Point) -> str:
        """A point by its number, as `recipe` takes it, and its label."""
        return f"{next(i for i, other in enumerate(self.points, 1) if other is point)}, {point.label}"

    def recipe(self, point: Point | int) -> Recipe:
        """The recipe that masks as a point says; a point or its number, from 1."""
        chosen = self.points[point - 1] if isinstance(point, int) else point
        return self.base.with_method(**chosen.settings)

    @property
    def plot(self) -> ComparisonPlots:
        """Pictures of the comparison."""
        return ComparisonPlots({"points": self.rows})

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
        told = {"points": self.rows, "findings": list(self.findings), "columns": explained}
        return json.dumps(told, indent=2, ensure_ascii=False)

    def csv(self) -> str:
        """The rows as a CSV file."""
        text = io.StringIO()
        writer = csv.DictWriter(text, list(self.rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return text.getvalue()

    def page(self, title: str = "Kinonym: comparison", chosen: Point | None = None) -> str:
        """A whole HTML page: the frontier, the table, the recipes of the front."""
        shown = {p.label: p for p in (*self.pareto, *([chosen] if chosen else []))}
        recipes = {label: without_places(self.recipe(p)).to_toml() for label, p in shown.items()}
        return comparison_page(title, self.rows, recipes, chosen.label if chosen else "", self.findings)

    def _repr_html_(self) -> str:
        return comparison_fragment(self.rows, self.findings)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_CONDITION = re.compile(r"\s*([a-z_]+)\s*(<=|>=|<|>)\s*([0-9.eE+-]+)\s*(%?)\s*")

Condition = tuple[str, str, float]


def parse_target(target: str) -> list[Condition]:
    """Read conditions separated by commas: a figure, a comparison, a number; shares also in percent.

    >>> parse_target("risk<=5%, k>=3")
    [('risk', '<=', 0.05), ('k', '>=', 3.0)]
    """
    names = [*point_figures(), "seconds", *STRENGTHS]
    shares = [figure.name for figure in figures_in("comparison") if figure.kind == "share"]
    conditions = []
    for part in target.split(","):
        read = _CONDITION.fullmatch(part)
        if read is None or read[1] not in names or (read[4] and read[1] not in shares):
            msg = f"the target {part.strip()!r} is not a figure, a comparison and a number"
            raise UsageError(msg, hint=f'like "risk<=0.05"; figures: {", ".join(names)}')
        try:
            number = float(read[3])
        except ValueError:
            msg = f"the target {part.strip()!r} has no number"
            raise UsageError(msg, hint='like "risk<=0.05"') from None
        conditions.append((read[1], read[2], number / 100.0 if read[4] else number))
    return conditions


def _holds(point: Point, figure: str, comparison: str, number: float) -> bool:
    value = point[figure]
    return value is not None and _COMPARE[comparison](value, number)


def _unreached(target: str, measured: list[Point], conditions: list[Condition]) -> PrivacyError:
    """Nothing meets the target: say what came nearest."""
    alone = [c for c in conditions if not any(_holds(p, *c) for p in measured)]
    figure, comparison, number = (alone or conditions)[0]
    having = [p for p in measured if p[figure] is not None]
    msg = f"none of the {len(measured)} points meets {target}"
    if having:
        nearest = min(having, key=lambda p: abs((p[figure] or 0.0) - number))
        msg += f"; the best found is {figure} = {nearest[figure]:.4g}, with {nearest.label}"
    larger = "larger k or another method" if comparison.startswith("<") else "smaller k or another method"
    return PrivacyError(msg, hint=f"try {larger}, or a weaker target")
