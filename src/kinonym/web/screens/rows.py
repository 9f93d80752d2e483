"""Side by side: every row of the table and what a run made of it, by class; for the steward only, never published."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, get_args

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kinonym.pipeline.paired_rows import Order, PairedRow, PairedRows, RowFilter
from kinonym.web.jobs import Job
from kinonym.web.outcomes import PAIRED_ROWS
from kinonym.web.page_request import Fields, PageRequest, Routes
from kinonym.web.pages import render
from kinonym.web.screens.runs import job_of

__all__ = ["routes"]

routes = Routes("/p/{key}")
_SHOWN = 50
ORDERS = get_args(Order)


@dataclass(frozen=True, kw_only=True)
class ShownClass:
    """Rows of one class that are shown; ``number`` is None for rows that are not released."""

    number: int | None
    records: int
    persons: int | None
    rows: list[PairedRow]


@routes.get("/runs/{run}/rows")
def first_rows(page: PageRequest) -> Response:
    """The rows of the smallest classes."""
    return _shown(page, RowFilter(), 1)


@routes.post("/runs/{run}/rows")
def find_rows(page: PageRequest) -> Response:
    """The rows that a form asks for; what is searched for never stands in an address."""
    return _shown(page, _read_filter(page.form), _read_page(page.form))


def _read_filter(form: Fields) -> RowFilter:
    order = next((each for each in ORDERS if each == form.get("order")), ORDERS[0])
    return RowFilter(
        text=form.get("text").strip(), column=form.get("column") or None, changed="changed" in form, order=order
    )


def _read_page(form: Fields) -> int:
    given = form.get("page")
    return max(1, int(given)) if given.isascii() and given.isdecimal() and len(given) < 9 else 1


def _shown(page: PageRequest, wanted: RowFilter, number: int) -> Response:
    job = job_of(page.project, page.path("run"))
    folder = "parts/" if "hx-request" in page.request.headers else ""
    found = _find(job, wanted, number)
    return render(
        f"{folder}rows.html", project=page.project, step="explore", job=job, wanted=wanted, orders=ORDERS, **found
    )  # fmt: skip


def _find(job: Job, wanted: RowFilter, number: int) -> dict[str, Any]:
    """What the templates show of a run's rows; only ``columns`` is there, empty, for a run without stored rows."""
    if job.kind != "mask" or job.outcome is None:
        raise HTTPException(404)
    path = job.folder / PAIRED_ROWS
    if not path.is_file():
        return {"columns": ()}
    pairs = PairedRows.read(path)
    found = pairs.find(wanted)
    pages = max(1, -(-len(found) // _SHOWN))
    at = min(number, pages)
    rows = pairs.rows(found[(at - 1) * _SHOWN : at * _SHOWN])
    return {
        "columns": pairs.columns, "classes": _by_class(pairs, rows), "found": len(found), "every": len(pairs),
        "number_of_classes": len(pairs.sizes), "at": at, "pages": pages,
    }  # fmt: skip


def _by_class(pairs: PairedRows, rows: list[PairedRow]) -> list[ShownClass]:
    """The rows class by class; classes are numbered from 1."""
    shown = []
    for group, members in groupby(rows, lambda row: row.group):
        released = group >= 0
        shown.append(
            ShownClass(
                number=group + 1 if released else None,
                records=pairs.sizes[group] if released else 0,
                persons=pairs.persons[group] if released and pairs.persons is not None else None,
                rows=list(members),
            )
        )
    return shown
