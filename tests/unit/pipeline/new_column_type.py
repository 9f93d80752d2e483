"""A column type in a separate module: lengths of time such as 1h30. `test_new_column_type` adds it to a copy."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from kinonym.column_types.column_recipe import ColumnRecipe
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains import Numeric, Points
from kinonym.domains.points import as_points
from kinonym.errors import DataError

_SHAPE = re.compile(r"(\d+)h(\d\d)")


@dataclass(frozen=True, eq=False)
class Durations(Numeric):
    """Lengths of time: numbers of minutes, written as hours and minutes."""

    precision: int | None = 0

    def encode(self, values: Sequence[str | None]) -> Points:
        found = [None if value is None else _SHAPE.fullmatch(value) for value in values]
        if wrong := sum(match is None and value is not None for match, value in zip(found, values, strict=True)):
            msg = f"{wrong} distinct values are not lengths of time"
            raise DataError(msg, hint="write them as 1h30")
        return as_points([math.nan if match is None else int(match[1]) * 60 + int(match[2]) for match in found])

    def decode(self, points: Points) -> list[str | float | None]:
        return [None if math.isnan(x) else f"{round(x) // 60}h{round(x) % 60:02}" for x in points.tolist()]

    def describe(self, root: str = "") -> str:  # noqa: ARG002
        return "lengths of time, compared by their difference in standard deviations"


class DurationColumn(ColumnRecipe):
    """A column of lengths of time."""

    kind: ClassVar[str] = "duration"
    title: ClassVar[str] = "lengths of time"
    has_order: ClassVar[bool] = True
    averages: ClassVar[bool] = True

    type: Literal["duration"] | None = None

    def read(self, given: ColumnValues) -> ReadColumn:
        return ReadColumn.encode(given, Durations().fit(given.values, given.counts.tolist()))
