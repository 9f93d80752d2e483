"""Readings as files: one CSV with everything, one page of Markdown tables; and the comparison with those committed."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from research.experiment import Experiment, Table, shown
from research.reading import SECONDS, Reading

__all__ = ["as_csv", "as_markdown", "differences", "read_csv"]

COLUMNS = [field.name for field in fields(Reading)]
ERRORS = 5.0
"""So many standard errors, of both means together, a figure may move; with the same seeds it does not move at all."""
ROUNDING = 1e-3
"""What libraries of another version or machine may change: a share of the figure."""


def as_csv(readings: Iterable[Reading]) -> str:
    """Every reading in a line, figures with six digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for r in readings:
        writer.writerow([r.data, r.method, f"{r.at:g}", r.figure, f"{r.value:.6g}", f"{r.error:.3g}", r.runs])
    return text.getvalue()


def read_csv(path: Path) -> list[Reading]:
    """The readings of a committed file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Reading(
                data=row["data"], method=row["method"], at=float(row["at"]), figure=row["figure"],
                value=float(row["value"]), error=float(row["error"]), runs=int(row["runs"]),
            )
            for row in csv.DictReader(file)
        ]  # fmt: skip


def differences(committed: Sequence[Reading], fresh: Sequence[Reading]) -> list[str]:
    """Say what differs beyond the stated error; times are not compared."""
    old, new = ({r.key: r for r in side if r.figure != SECONDS} for side in (committed, fresh))
    found = [f"{_named(key)}: only in the committed table" for key in old.keys() - new.keys()]
    found += [f"{_named(key)}: not in the committed table" for key in new.keys() - old.keys()]
    for key in old.keys() & new.keys():
        a, b = old[key], new[key]
        allowed = ERRORS * math.hypot(a.error, b.error) + ROUNDING * abs(a.value) + 1e-9
        if not (abs(a.value - b.value) <= allowed or (math.isnan(a.value) and math.isnan(b.value))):
            found.append(f"{_named(key)}: {b.value:.6g}, committed {a.value:.6g}, allowed ± {allowed:.2g}")
    return sorted(found)


def _named(key: tuple[str, str, float, str]) -> str:
    data, method, at, figure = key
    return f"{data}, {method}, at {at:g}, {figure}"


def as_markdown(name: str, experiment: Experiment, readings: Sequence[Reading]) -> str:
    """The page of an experiment's tables."""
    text = [f"# {experiment.title}", "", f"{experiment.shows}. Made by `python -m research {name}`.", ""]
    for figure in experiment.figures:
        text += [f"![{figure.title}]({name}-{figure.name}.svg)", ""]
    for table in experiment.tables:
        for data in [table.data] if table.data else list(dict.fromkeys(r.data for r in readings)):
            here = [r for r in shown(table, readings) if r.data == data and r.figure in table.figures]
            text += _table(table, data, here)
    return "\n".join(text).rstrip() + "\n"


def _table(table: Table, data: str, readings: Sequence[Reading]) -> list[str]:
    if not readings:
        return []
    strengths = sorted({r.at for r in readings})
    across = len(strengths) > 1
    if across and len(table.figures) > 1:
        parts = [Table(title=f"{table.title}: {figure}", figures=(figure,), digits=table.digits, percent=table.percent)
                 for figure in table.figures]  # fmt: skip
        return [
            line for part in parts for line in _table(part, data, [r for r in readings if r.figure in part.figures])
        ]
    columns = [(at, table.figures[0]) for at in strengths] if across else [(strengths[0], f) for f in table.figures]
    heads = [f"{at:g}" for at in strengths] if across else list(table.figures)
    cells = {(r.method, r.at, r.figure): _cell(r, table) for r in readings}
    lines = [f"**{table.title}** – {data}", "", "| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for method in dict.fromkeys(r.method for r in readings):
        row = [cells.get((method, *column), "") for column in columns]
        lines.append(f"| {method} | " + " | ".join(row) + " |")
    return [*lines, ""]


def _cell(reading: Reading, table: Table) -> str:
    if math.isnan(reading.value):
        return "–"
    scale, unit = (100.0, " %") if table.percent else (1.0, "")
    value = f"{reading.value * scale:,.{table.digits}f}"
    return f"{value} ± {reading.error * scale:.{table.digits}f}{unit}" if reading.error else value + unit
