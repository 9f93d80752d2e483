"""Guards methods of other packages, so that what they raise, print or return cannot harm a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any
from zlib import crc32

import numpy as np

from kinonym.entry_points import reject_plugin, run_plugin
from kinonym.methods.contract import Method
from kinonym.methods.progress import Progress, silent
from kinonym.tuples import Plan, Tuples

__all__ = ["guard_method"]

_WHAT = "method"


def guard_method(kind: type[Method]) -> type[Method]:
    """Guard the public functions and properties of a class that another package defines."""
    for owner in kind.__mro__:
        if owner is object or owner.__module__.partition(".")[0] in ("kinonym", "abc", "typing"):
            continue
        for name, member in list(vars(owner).items()):
            if name.startswith("_") or hasattr(getattr(member, "fget", member), "__guarded__"):
                continue
            if isinstance(member, FunctionType):
                guarded = _guard_plan(member, kind.name) if name == "plan" else _guard(member, kind.name)
                setattr(owner, name, guarded)
            elif isinstance(member, property) and member.fget is not None:
                setattr(owner, name, property(_guard(member.fget, kind.name)))
    return kind


def _guard(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    @wraps(function)
    def guarded(*given: Any, **named: Any) -> Any:  # noqa: ANN401  # as the function itself
        with run_plugin(_WHAT, name):
            return function(*given, **named)

    guarded.__guarded__ = True  # type: ignore[attr-defined]
    return guarded


def _guard_plan(plan: Callable[..., Any], name: str) -> Callable[..., Plan]:
    @wraps(plan)
    def guarded(self: Method, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        passing: list[BaseException] = []

        def watched(share: float) -> None:
            try:
                progress(share)
            except BaseException as error:
                passing.append(error)
                raise

        before = _fingerprint(tuples)
        with run_plugin(_WHAT, name, passing=passing):
            planned = plan(self, tuples, rng, watched)
        if _fingerprint(tuples) != before:
            raise reject_plugin(_WHAT, name, "changes its input")
        _verify_form(planned, tuples, name)
        return planned  # type: ignore[no-any-return]  # verified to be a plan

    guarded.__guarded__ = True  # type: ignore[attr-defined]
    return guarded


def _fingerprint(tuples: Tuples) -> tuple[int, ...]:
    """Of everything that is drawn from the table; a change by a plugin changes it."""
    arrays = [tuples.codes, tuples.counts, *(column.points for column in tuples.columns)]
    return tuple(crc32(np.ascontiguousarray(array).tobytes()) for array in arrays)


def _verify_form(plan: object, tuples: Tuples, name: str) -> None:
    """A plan of these tuples: rows of whole numbers that refer to what there is, and every record once."""
    if not isinstance(plan, Plan) or plan.tuples is not tuples:
        raise reject_plugin(_WHAT, name, "returns no plan of the tuples that it was given")
    rows = (plan.source, plan.target, plan.count)
    if any(not isinstance(row, np.ndarray) or row.ndim != 1 or row.dtype.kind not in "iu" for row in rows):
        raise reject_plugin(_WHAT, name, "returns a plan that is not made of whole numbers")
    targets = plan.targets
    if not isinstance(targets, np.ndarray) or targets.dtype.kind != "f" or targets.ndim != 2:  # a matrix
        raise reject_plugin(_WHAT, name, "returns masked tuples that are no matrix of points")
    if targets.shape[1] != len(tuples.columns) or len({len(row) for row in rows}) != 1:
        raise reject_plugin(_WHAT, name, "returns a plan of another shape")
    inside = (plan.source >= 0) & (plan.source < len(tuples)) & (plan.target >= -1) & (plan.target < len(targets))
    if not inside.all() or (plan.count < 1).any():
        raise reject_plugin(_WHAT, name, "returns a plan that refers to tuples that do not exist, or to no record")
    if not np.array_equal(np.bincount(plan.source, weights=plan.count, minlength=len(tuples)), tuples.counts):
        raise reject_plugin(_WHAT, name, "returns a plan that does not account for every record")
    for j, column in enumerate(tuples.columns):
        points = targets[:, j]
        if np.isinf(points).any():
            raise reject_plugin(_WHAT, name, "returns values that do not exist")
        if not column.domain.traits.on_a_line and not _exist(column.domain.candidate_count, column.points, points):
            raise reject_plugin(_WHAT, name, "returns values that do not exist")


def _exist(candidates: int | None, known: np.ndarray[Any, Any], points: np.ndarray[Any, Any]) -> bool:
    """Whether points are numbers of candidates, or points of the column."""
    new = points[~np.isin(points, known) & ~(np.isnan(points) & np.isnan(known).any())]
    return candidates is None or bool(((new >= 0) & (new < candidates) & (new == np.floor(new))).all())
