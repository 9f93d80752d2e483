"""The table of shares that moved: values of masked columns with a share of the rows that changed by more than a fifth.

It shows only what the frequency tables of the report show: no value with fewer than five records.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinonym.assess.figure import percent
from kinonym.release.report.publishing import Published
from kinonym.release.report.table_data import table
from kinonym.release.report.value_labels import SMALLEST
from kinonym.release.report.values_shown import LIMIT, ValueRow

__all__ = ["HEAD", "HIDDEN", "find_moved_shares", "first_moved", "list_moved_shares", "moved_section"]

HIDDEN = "hidden to protect another value"
_UNNAMED = "rare values, and others"
_FIFTH = 5
_ON_TERMINAL = 8
_OPEN = 20


@dataclass(frozen=True, kw_only=True)
class MovedShare:
    """A value of a column, and its share before and after; None where it is hidden."""

    column: str
    value: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """The change relative to the share before; None if that is zero, or if a side is hidden."""
        if not self.before or self.after is None:
            return None
        return self.after / self.before - 1.0

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """The row of a table."""
        return self.column, self.value, _side(self.before), _side(self.after), self._change()

    def _change(self) -> str:
        if self.before is None or self.after is None:
            return "–"
        if self.change is None:
            return "new"
        return "gone" if self.after == 0 else f"{100 * self.change:+,.0f} %"


HEAD = ("column", "value", "share before", "share after", "change")


def _side(share: float | None) -> str:
    return HIDDEN if share is None else percent(share)


def find_moved_shares(published: Published) -> tuple[MovedShare, ...]:
    """The shares that moved, column by column, the greatest changes first."""
    if published.withheld is not None:
        return ()
    utility = published.assessment.utility
    records, left = utility.records, utility.records - utility.removed
    found: list[MovedShare] = []
    for view in published.views:
        moved = [
            MovedShare(column=view.name, value=row.label, before=before, after=after)
            for row in view.rows[:LIMIT]
            if _has_moved(row, records, left)
            for before, after in [_shares(row, records, left)]
        ]
        found += sorted(moved, key=lambda m: -abs((m.after or 0.0) - (m.before or 0.0)))
        if any(view.hidden):
            found.append(MovedShare(column=view.name, value=_UNNAMED, before=None, after=None))
    return tuple(found)


def _shares(row: ValueRow, records: int, left: int) -> tuple[float | None, float | None]:
    before = None if row.before_hidden else (row.before or 0) / max(1, records)
    after = None if row.after_hidden else (row.after or 0) / max(1, left)
    return before, after


def _has_moved(row: ValueRow, records: int, left: int) -> bool:
    """Whether the share changed by more than a fifth of what it was, or a side of it is hidden; in whole numbers."""
    if row.before_hidden or row.after_hidden:
        return True
    before, after = (row.before or 0) * left, (row.after or 0) * records
    return _FIFTH * abs(after - before) > before


def list_moved_shares(published: Published) -> list[dict[str, Any]]:
    """The table as plain data, for JSON."""
    return [
        {
            "column": moved.column,
            "value": moved.value,
            "before": moved.before,
            "after": moved.after,
            "change": moved.change,
            "hidden": HIDDEN if moved.before is None or moved.after is None else None,
        }
        for moved in find_moved_shares(published)
    ]


def moved_section(published: Published) -> dict[str, Any] | None:
    """The table with its explanation; None if nothing may be shown, or frequencies were not measured."""
    if published.withheld is not None or not published.views:
        return None
    rows = [moved.cells for moved in find_moved_shares(published)]
    caption = "Values with a share of the rows that changed by more than a fifth"
    return {**table(caption, HEAD, rows, _note(published)), "folded": len(rows) > _OPEN}


def _note(published: Published) -> str:
    return (
        "Whatever is computed from these values changes with them. Numbers and dates are counted in intervals. A "
        f"value with fewer than {SMALLEST} {published.assessment.linked} is not shown; if its count could be derived "
        f"from the others, another value is {HIDDEN}."
    )


def first_moved(published: Published) -> tuple[list[tuple[str, ...]], int]:
    """The rows of the greatest changes, for a terminal, and how many more there are."""
    found = find_moved_shares(published)
    ranked = sorted(found, key=lambda m: -abs((m.after or 0.0) - (m.before or 0.0)))[:_ON_TERMINAL]
    return [moved.cells for moved in ranked], len(found) - len(ranked)
