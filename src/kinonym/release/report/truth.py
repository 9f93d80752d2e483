"""What a swap leaves of single values: unchanged cells, and how often a released value is the person's own."""

from __future__ import annotations

from typing import Any

from kinonym.privacy.attacks import CellTruth
from kinonym.release.report.content import Content
from kinonym.release.report.hiding import SMALLEST
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.tables import percent, plain_table

__all__ = ["attack_rows", "truth_figures", "truth_rows", "truth_table"]


def truth_table(content: Content) -> Markup | None:
    """The columns of a swap, one by one."""
    if not content.cells:
        return None
    rows = [[cells.column, percent(cells.unchanged), *_true(content, cells)] for cells in content.cells]
    head = ("column", "unchanged cells", "released value is true: rare ones", "common ones")
    note = (
        "What 1/k does not speak of: a record may keep its value, or receive an equal one. Rare: fewer than "
        f"{content.cells[0].rare_below:,} records have the value. Shares of fewer than {SMALLEST} records are not "
        "shown."
    )
    table = plain_table("How often a released value is the person's own", head, rows)
    return join([table, element("p", note, class_="quiet")])


def attack_rows(content: Content) -> list[tuple[str, str]]:
    """The strongest attacker of a swap, and who links with certainty, for a terminal."""
    if not content.cells:
        return []
    worst, sure = content.strongest, content.certain
    certainty = f"{percent(sure.certain or 0.0)} of the records" + (f"; {sure.who}" if sure.certain else "")
    return [
        ("strongest attacker", f"links {percent(worst.chance)} of the records; {worst.who}"),
        ("linked with certainty", certainty),
    ]


def truth_rows(content: Content) -> list[tuple[str, str]]:
    """Unchanged cells, and P(released value is true) of rare and of common values, for a terminal."""
    rows = []
    for cells in content.cells:
        rare, common = _true(content, cells)
        figure = f"{percent(cells.unchanged)} of the cells unchanged; true: rare values {rare}, common {common}"
        rows.append((f"true values: {cells.column}", figure))
    return rows


def truth_figures(content: Content) -> list[dict[str, Any]]:
    """The same as plain data; None where nothing is, or too few records would be spoken of."""
    return [
        {
            "column": cells.column,
            "unchanged": cells.unchanged,
            "rare_below": cells.rare_below,
            "rare": cells.rare if _enough(content, cells) else None,
            "common": cells.common if _enough(content, cells) else None,
        }
        for cells in content.cells
    ]


def _true(content: Content, cells: CellTruth) -> tuple[str, str]:
    """P(released value is true) of rare and of common values."""
    if not _enough(content, cells):
        return "too few to show", "not shown"
    rare, common = ("none" if share is None else percent(share) for share in (cells.rare, cells.common))
    return rare, common


def _enough(content: Content, cells: CellTruth) -> bool:
    """Whether neither part is so small that a share would speak of single records; one gives the other away."""
    common = content.utility.records - content.utility.removed - cells.rare_records
    return not any(0 < records < SMALLEST for records in (cells.rare_records, common))
