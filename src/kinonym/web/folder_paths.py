"""Files below the folder that was given at the start, and none outside it."""

from __future__ import annotations

from pathlib import Path

from kinonym.errors import UsageError
from kinonym.web.wording import text

__all__ = ["below", "listed"]

_MOST = 200
_TABLES = (
    ".csv", ".tsv", ".csv.gz", ".tsv.gz", ".jsonl", ".ndjson", ".parquet", ".feather", ".arrow", ".xlsx", ".xls",
    ".ods", ".sav", ".zsav", ".dta", ".sas7bdat", ".xpt",
)  # fmt: skip


def below(folder: Path | None, name: str) -> Path:
    """The file of this name inside the folder, links followed; anything else is refused in the same words."""
    refused = UsageError(text("start.outside"), hint=text("start.outside_hint"))
    if folder is None or not name or "\0" in name:
        raise refused
    top = folder.resolve()
    try:
        place = (top / name).resolve()
        inside = place.is_relative_to(top) and place.is_file()
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise refused
    return place


def listed(folder: Path) -> list[str]:
    """The tables in the folder, by their path inside it."""
    top = folder.resolve()
    names = (path for path in sorted(top.rglob("*")) if path.name.lower().endswith(_TABLES))
    inside = (path for path in names if path.is_file() and path.resolve().is_relative_to(top))
    return [str(path.relative_to(top)) for path, _ in zip(inside, range(_MOST), strict=False)]
