"""Ranks of the points of a comparison: within one strength only, and the knee of the front.

A weaker protection always costs less, so points of different strength are not ranked against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from kinonym.assess import STRENGTHS
from kinonym.errors import KinonymError
from kinonym.methods.demands import Demands
from kinonym.recipe import find_method_class
from kinonym.release.policy import POLICY
from kinonym.release.report.coarse_figures import round_to

if TYPE_CHECKING:
    from kinonym.comparing.measured_point import Point

__all__ = ["Leader", "describe_strength", "find_knee", "find_leaders", "rank_points", "withheld_reason"]

_KINDS = {
    "k-anonymity": "",
    "known-items": "for known items",
    "swap": "for each column alone",
    "record-swap": "for mixed records",
    "differential-privacy": "for each cell",
    "table-privacy": "for the release",
}
_NO_KIND = "no guarantee"
_FEWEST_ON_FRONT = 3


@dataclass(frozen=True)
class Leader:
    """The point of least loss of one strength, and how it compares."""

    strength: str
    point: Point
    why: str


def describe_strength(settings: Mapping[str, Any]) -> str:
    """What a setting guarantees, in a few words; settings with equal words may be ranked against each other.

    >>> describe_strength({"name": "sa-mdav", "k": 5, "refine": True}), describe_strength({"name": "srs1", "k": 5})
    ('k = 5', 'k = 5 for each column alone')
    >>> describe_strength({"name": "noise", "alpha": 0.3})
    'alpha = 0.3, no guarantee'
    """
    keys = [*STRENGTHS, "m", *(field.name for field in fields(Demands))]
    strength = ", ".join(f"{key} = {settings[key]}" for key in keys if settings.get(key) is not None)
    kind = _describe_kind(settings)
    if not kind:
        return strength
    between = ", " if kind == _NO_KIND else " "
    return f"{strength}{between}{kind}" if strength else kind


def withheld_reason(settings: Mapping[str, Any]) -> str | None:
    """Why the figures of a setting may not be published; None if they may."""
    return POLICY[find_method_class(settings.get("name")).traits.promise].withholds


def _describe_kind(settings: Mapping[str, Any]) -> str:
    try:
        promise = find_method_class(settings.get("name")).traits.promise
    except KinonymError:
        return f"of {settings.get('name')}"
    return _NO_KIND if settings.get("published") else _KINDS.get(promise, _NO_KIND)


def _group_by_strength(points: Iterable[Point]) -> dict[str, list[Point]]:
    """The measured points by strength, those of least loss first."""
    groups: dict[str, list[Point]] = {}
    for point in points:
        if point.loss is not None and point.risk is not None:
            groups.setdefault(describe_strength(point.settings), []).append(point)
    return {strength: sorted(group, key=lambda p: (p.loss, p.risk)) for strength, group in groups.items()}


def rank_points(points: Sequence[Point]) -> list[tuple[int, int] | None]:
    """The rank of each point within its strength, and how many points have one; None without figures."""
    groups = _group_by_strength(points)
    ranks: list[tuple[int, int] | None] = []
    for point in points:
        group = groups.get(describe_strength(point.settings), [])
        position = next((i for i, other in enumerate(group, 1) if other is point), None)
        ranks.append(None if position is None else (position, len(group)))
    return ranks


def find_leaders(points: Sequence[Point], step: float | None = None) -> tuple[Leader, ...]:
    """The point of least loss for every strength at which groups of equal records bound everybody's risk.

    ``step``: what the losses are rounded to where they are named; None: they are named as they are.
    """
    bounded = [point for point in points if point.guaranteed]
    return tuple(
        Leader(strength, ranked[0], _explain_lead(ranked, step))
        for strength, ranked in _group_by_strength(bounded).items()
    )


def _explain_lead(ranked: Sequence[Point], step: float | None) -> str:
    losses = [
        point.loss if step is None else round_to(point.loss, step) for point in ranked[:2] if point.loss is not None
    ]
    lead = f"least loss of {len(ranked)} settings" if len(ranked) > 1 else "the only setting"
    following = f" (the next {losses[1]:.2f} %)" if len(ranked) > 1 else ""
    return f"{lead} of this strength, L {losses[0]:.2f} %{following}"


def find_knee(front: Sequence[Point]) -> Point | None:
    """The point of the front that lies farthest below the line between its ends, both axes scaled to their range.

    Points with less risk lose much more than it does; points with less loss risk much more. None where the front has
    fewer than three points, or no point lies below the line.
    """
    if len(front) < _FEWEST_ON_FRONT:
        return None
    ordered = sorted(front, key=lambda p: (p.risk, p.loss))
    risks, losses = [p.risk or 0.0 for p in ordered], [p.loss or 0.0 for p in ordered]
    wide, high = risks[-1] - risks[0], losses[0] - losses[-1]
    if wide <= 0 or high <= 0:
        return None
    below = [1.0 - (r - risks[0]) / wide - (x - losses[-1]) / high for r, x in zip(risks, losses, strict=True)]
    best = max(range(len(ordered)), key=below.__getitem__)
    return ordered[best] if below[best] > 1e-12 else None
