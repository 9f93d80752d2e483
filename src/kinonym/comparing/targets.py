"""Targets of a comparison, such as ``risk<=5%, k>=5``: conditions on the figures of a point."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

from kinonym.assess import STRENGTHS, figures_in
from kinonym.comparing.measured_point import Point, list_point_figures
from kinonym.errors import PrivacyError, UsageError

__all__ = ["is_met", "parse_target", "unreached_error"]

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
    names = [*list_point_figures(), "seconds", *STRENGTHS]
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


def is_met(point: Point, figure: str, comparison: str, number: float) -> bool:
    """Whether a point meets a condition; a point without the figure does not."""
    value = point[figure]
    return value is not None and _COMPARE[comparison](value, number)


def unreached_error(target: str, measured: Sequence[Point], conditions: Sequence[Condition]) -> PrivacyError:
    """The error of a target that no point meets; it names the nearest point."""
    alone = [c for c in conditions if not any(is_met(p, *c) for p in measured)]
    figure, comparison, number = (alone or conditions)[0]
    having = [p for p in measured if p[figure] is not None]
    msg = f"none of the {len(measured)} points meets {target}"
    if having:
        nearest = min(having, key=lambda p: abs((p[figure] or 0.0) - number))
        msg += f"; the best found is {figure} = {nearest[figure]:.4g}, with {nearest.label}"
    larger = "larger k or another method" if comparison.startswith("<") else "smaller k or another method"
    return PrivacyError(msg, hint=f"try {larger}, or a weaker target")
