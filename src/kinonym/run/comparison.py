"""A comparison: one point for each method and strength, the front of the best, and targets to meet."""

from __future__ import annotations

import csv
import io
import json
import operator
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any

from kinonym.errors import PrivacyError, UsageError
from kinonym.pipeline.result import without_places
from kinonym.recipe import Recipe
from kinonym.release.report.frontier import comparison_fragment, comparison_page
from kinonym.run.plotting import ComparisonPlots

__all__ = ["Comparison", "Point", "parse_target"]


@dataclass(frozen=True, kw_only=True)
class Point:
    """One method at one strength: its settings, what it costs, what it risks.

    ``risk`` is the mean chance of the strongest attacker (named in ``attacker``), within ``risk_low`` and
    ``risk_high`` with 95 % where it was sampled; ``certain`` the share of records that some attacker links without
    doubt; ``linkage`` RL of A eq. 12-13; ``prosecutor`` and ``marketer`` the greatest and the mean chance from the
    sizes of the classes: all as shares. ``loss`` is L in percent, ``score`` the mean of L and the risk in percent
    (A eq. 14). ``failed`` says why there are no figures.
    """

    settings: dict[str, Any]
    loss: float | None = None
    risk: float | None = None
    risk_low: float | None = None
    risk_high: float | None = None
    score: float | None = None
    attacker: str | None = None
    certain: float | None = None
    linkage: float | None = None
    prosecutor: float | None = None
    marketer: float | None = None
    sse: float | None = None
    quality: float | None = None
    values_changed: float | None = None
    records_changed: float | None = None
    divergence: float | None = None
    smallest_class: int | None = None
    classes: int | None = None
    removed: int | None = None
    guaranteed: bool | None = None
    seconds: float | None = None
    failed: str | None = None

    @property
    def name(self) -> str:
        """The method."""
        return str(self.settings["name"])

    @property
    def label(self) -> str:
        """The method and its settings in a few characters."""
        rest = ", ".join(f"{key} = {value}" for key, value in self.settings.items() if key != "name")
        return f"{self.name} ({rest})" if rest else self.name

    def row(self) -> dict[str, Any]:
        """Flat: method, strengths, other settings as one text, figures."""
        found = asdict(self)
        settings = found.pop("settings")
        strengths = {key: settings.pop(key, None) for key in ("k", "alpha", "epsilon")}
        return {"method": settings.pop("name"), **strengths, "settings": json.dumps(settings), **found}


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
        """The points as flat dicts, with ``pareto`` saying which lie on the front."""
        return [{**point.row(), "pareto": point in self.pareto} for point in self.points]

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

    def recipe(self, point: Point | int) -> Recipe:
        """The recipe that masks as a point says; a point or its number, from 1."""
        chosen = self.points[point - 1] if isinstance(point, int) else point
        return self.base.with_method(**chosen.settings)

    @property
    def plot(self) -> ComparisonPlots:
        """Pictures (extra ``plots``)."""
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
        return json.dumps({"points": self.rows}, indent=2, ensure_ascii=False)

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
        return comparison_page(title, self.rows, recipes, chosen.label if chosen else None)

    def _repr_html_(self) -> str:
        return comparison_fragment(self.rows)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_CONDITION = re.compile(r"\s*([a-z_]+)\s*(<=|>=|<|>)\s*([0-9.eE+-]+)\s*(%?)\s*")
_SHARES = ("risk", "certain", "linkage", "prosecutor", "marketer", "quality", "values_changed", "records_changed")

Condition = tuple[str, str, float]


def parse_target(target: str) -> list[Condition]:
    """Read conditions separated by commas: a figure, a comparison, a number; shares also in percent.

    >>> parse_target("risk<=5%, k>=3")
    [('risk', '<=', 0.05), ('k', '>=', 3.0)]
    """
    known = [f.name for f in fields(Point) if f.name not in ("settings", "attacker", "failed", "guaranteed")]
    names = [*known, "k", "alpha", "epsilon"]
    found = []
    for part in target.split(","):
        read = _CONDITION.fullmatch(part)
        if read is None or read[1] not in names or (read[4] and read[1] not in _SHARES):
            msg = f"the target {part.strip()!r} is not a figure, a comparison and a number"
            raise UsageError(msg, hint=f'like "risk<=0.05"; figures: {", ".join(names)}')
        try:
            number = float(read[3])
        except ValueError:
            msg = f"the target {part.strip()!r} has no number"
            raise UsageError(msg, hint='like "risk<=0.05"') from None
        found.append((read[1], read[2], number / 100.0 if read[4] else number))
    return found


def _value(point: Point, figure: str) -> float | None:
    value = point.settings.get(figure) if figure in ("k", "alpha", "epsilon") else getattr(point, figure)
    return None if value is None else float(value)


def _holds(point: Point, figure: str, comparison: str, number: float) -> bool:
    value = _value(point, figure)
    return value is not None and _COMPARE[comparison](value, number)


def _unreached(target: str, measured: list[Point], conditions: list[Condition]) -> PrivacyError:
    """Nothing meets the target: say what came nearest."""
    alone = [c for c in conditions if not any(_holds(p, *c) for p in measured)]
    figure, comparison, number = (alone or conditions)[0]
    having = [p for p in measured if _value(p, figure) is not None]
    msg = f"none of the {len(measured)} points meets {target}"
    if having:
        nearest = min(having, key=lambda p: abs((_value(p, figure) or 0.0) - number))
        msg += f"; the best found is {figure} = {_value(nearest, figure):.4g}, with {nearest.label}"
    larger = "larger k or another method" if comparison.startswith("<") else "smaller k or another method"
    return PrivacyError(msg, hint=f"try {larger}, or a weaker target")
