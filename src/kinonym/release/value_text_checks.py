"""Verifies classes that are written as their values: each text lists exactly the values of its class, or nothing.

The texts are read again here; no code is shared with what wrote them.
"""

from __future__ import annotations

import re

import numpy as np

from kinonym.errors import KinonymError
from kinonym.release.checks import refuse
from kinonym.release.planned_release import PlannedRelease
from kinonym.tuples import Column
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["verify_value_texts"]

_NUMBER = r"(-?[0-9.]+(?:e[+-]?[0-9]+)?)"
_RANGE = re.compile(rf"{_NUMBER}-{_NUMBER}|\[{_NUMBER}, {_NUMBER}\]")
_MARKS = ("|", ";", "/", " or ")
_ROUNDING = 1e-9


def verify_value_texts(planned: PlannedRelease) -> None:
    """Verify the columns that a plan writes as values of its classes.

    Raises
    ------
    PrivacyError
        If a text names a value that no record of its class has, leaves one out, or lists a rare text of a record.
    """
    plan = planned.plan
    for name in plan.texts:
        j = planned.names.index(name)
        values: dict[int, set[int]] = {}
        for source, target in zip(plan.source.tolist(), plan.target.tolist(), strict=True):
            if target != DROPPED:
                values.setdefault(target, set()).add(int(plan.tuples.codes[source, j]))
        wrong = sum(not _is_written(planned, j, planned.written[name][i], own) for i, own in values.items())
        if wrong:
            refuse(f"{wrong:,} texts to be written in column {name!r} are not the values of their classes")


def _is_written(planned: PlannedRelease, j: int, text: str | float | None, codes: set[int]) -> bool:
    column, listed = planned.plan.tuples.columns[j], sorted(codes)
    if text is None:
        return True
    points = column.points[listed]
    values = column.domain.decode(points)
    if len(values) == 1:
        return _same(column, text, values[0], float(points[0]))
    if None in values or any(_is_rare(planned, j, code) for code in listed):
        return False
    if column.domain.traits.scale == "interval":
        found = _RANGE.fullmatch(str(text))
        ends = [float(end) for end in found.groups() if end is not None] if found else []
        wanted = [float(str(value)) for value in (values[0], values[-1])]
        return bool(ends) and all(abs(a - b) <= _ROUNDING * max(1.0, abs(b)) for a, b in zip(ends, wanted, strict=True))
    own = sorted(map(str, values))
    return any(sorted(str(text).split(mark)) == own for mark in _MARKS)


def _same(column: Column, text: str | float, value: str | float | None, point: float) -> bool:
    """Whether a class of one value has it, perhaps in another spelling."""
    if text == value:
        return True
    if isinstance(value, float):  # written with the decimals of the column
        return isinstance(text, str) and text == repr(value).removesuffix(".0")
    try:
        return bool(column.domain.encode([str(text)])[0] == point)
    except (KinonymError, KeyError):
        return False


def _is_rare(planned: PlannedRelease, j: int, code: int) -> bool:
    """Whether a value is a text of records, without a concept, that fewer than k of them (of persons) have."""
    tuples, k = planned.plan.tuples, planned.method.k_or_none or 1
    column = tuples.columns[j]
    if column.domain.traits.on_a_line:
        return False
    first = len(column.domain.concepts.tau) if column.domain.concepts is not None else 0
    return bool(column.points[code] >= first) and tuples.count_units_among(np.asarray(tuples.codes[:, j] == code)) < k
