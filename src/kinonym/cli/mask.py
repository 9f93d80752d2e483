"""`kinonym mask` and `kinonym verify`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kinonym.cli.show import console, progress_bar, table
from kinonym.engines.files import read_table
from kinonym.errors import PrivacyError, UnmappedError, UsageError
from kinonym.mapping import UnmappedReport
from kinonym.methods.demands import Demands
from kinonym.recipe import TableRecipe, load_recipe
from kinonym.release.atomic import check_place
from kinonym.release.documents import write_document
from kinonym.run.files import Released, mask_file
from kinonym.verifying import verify as verify_any

__all__ = ["VerifyOptions", "mask_table", "show_released", "verify_table"]

_ENGINES = ("auto", "memory")


@dataclass(frozen=True, kw_only=True)
class VerifyOptions:
    """How a table to verify is read and held against its original, and what it should have."""

    delimiter: str | None = None
    recipe: Path | None = None
    aligned: bool = False
    k: int | None = None
    demands: Mapping[str, Any] = field(default_factory=dict)
    """As the parameters of a clustering method."""


def mask_table(
    data: Path,
    recipe: Path,
    output: Path,
    *,
    report: Path | None,
    private: Path | None,
    engine: str,
    seed: int | None,
    show_values: bool,
) -> None:
    """Mask a file, show a short summary, and write the report if asked for."""
    if engine not in _ENGINES:
        msg = f"there is no engine {engine!r}"
        raise UsageError(msg, hint=f"engines: {', '.join(_ENGINES)}")
    check_report(report, data, output)
    if private is not None:
        check_place(private, (data, output))
    loaded = load_recipe(recipe)
    try:
        with progress_bar("masking") as progress:
            released = mask_file(data, loaded, output, seed=seed, progress=progress)
    except UnmappedError as error:
        raise explain_unmapped(error, output.with_suffix(".unmapped.csv"), show_values=show_values) from None
    show_released(released)
    if report is not None:
        made = released.result.report
        write_document(report, made.json() if report.suffix == ".json" else made.page())
        console.print(f"report: {report}", markup=False)
    if private is not None:
        released.result.write_private_risk(private)
        console.print(f"private risk file, not to be published: {private}", markup=False)


def check_report(report: Path | None, *others: Path) -> None:
    """Refuse a report that cannot be written, before any work."""
    if report is None:
        return
    if report.suffix not in (".html", ".json"):
        msg = f"a report ends in .html or .json, not in {report.suffix!r}"
        raise UsageError(msg)
    check_place(report, others)


def explain_unmapped(error: UnmappedError, path: Path, *, show_values: bool) -> UnmappedError:
    """Put the unmapped values into a private file; show them only if allowed."""
    left = UnmappedReport(error.mappings)
    left.write(path)
    explained = left.error(path)
    if show_values:
        explained.message += "".join(
            f"\n  {column}: {row.value} ({row.count:,} records)"
            for column, mapping in error.mappings.items()
            for row in mapping.unmapped[:20]
        )
    return explained


def show_released(released: Released) -> None:
    """The main figures, those that were recounted in the written file among them; then the claims."""
    result, verified = released.result, released.verified
    rows = result.report.summary()
    smallest = verified.smallest_class
    recounted = f"{smallest:,} records, recounted in the written file" if smallest else "not counted"
    rows["records"] = ("records", f"{result.utility.records:,} masked, {verified.rows:,} written")
    rows["smallest_class"] = ("smallest group", recounted)
    console.print(table("", ("", ""), list(rows.values())))
    for claim in result.claims:
        console.print(str(claim), markup=False)
    for notice in result.notices:
        console.print(f"notice: {notice}", markup=False)
    console.print(f"written: {verified.path}", markup=False)


def verify_table(data: Path, quasi: str, confidential: str, original: Path | None, *, options: VerifyOptions) -> None:
    """Recount a file; exit code 4 where it does not have what is wanted."""
    demands = Demands(**options.demands)
    demands.check_demands()
    recipe = load_recipe(options.recipe) if options.recipe is not None else None
    settings = recipe.table if recipe is not None else TableRecipe()
    read = partial(read_table, delimiter=options.delimiter or settings.delimiter, encoding=settings.encoding)
    found = verify_any(
        read(data).table,
        _split(quasi),
        _split(confidential),
        original=read(original).table if original is not None else None,
        missing=settings.missing,
        recipe=recipe,
        aligned=options.aligned,
        ground=demands.ground if demands.ground != "equal" else None,
    )
    console.print(table("", ("", ""), found.rows()))
    if unmet := found.unmet(demands, k=options.k):
        raise PrivacyError("; ".join(unmet))


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]
