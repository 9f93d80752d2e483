"""`kinonym mask` and `kinonym verify`."""

from __future__ import annotations

from pathlib import Path

from kinonym.cli.show import console, progress_bar, table
from kinonym.engines.files import read_table
from kinonym.errors import PrivacyError, UnmappedError, UsageError
from kinonym.mapping import UnmappedReport
from kinonym.recipe import load_recipe
from kinonym.release.atomic import check_place
from kinonym.release.documents import write_document
from kinonym.run.files import Released, mask_file
from kinonym.run.verify import Verification
from kinonym.run.verify import verify as verify_any

__all__ = ["mask_table", "show_released", "verify_table"]

_ENGINES = ("auto", "memory")


def mask_table(
    data: Path,
    recipe: Path,
    output: Path,
    report: Path | None,
    *,
    engine: str,
    seed: int | None,
    show_values: bool,
) -> None:
    """Mask a file, show a short summary, and write the report if asked for."""
    if engine not in _ENGINES:
        msg = f"there is no engine {engine!r}"
        raise UsageError(msg, hint=f"engines: {', '.join(_ENGINES)}")
    check_report(report, data, output)
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
    """Records, tuples, groups, smallest group, values changed, SSE and L, RL; then the claims."""
    result, verified = released.result, released.verified
    utility, risk = result.utility, result.risk
    smallest = verified.smallest_class
    rows = [
        ("records", f"{utility.records:,} read, {verified.rows:,} written"),
        ("distinct combinations", f"{utility.tuples:,} before, {utility.masked_tuples:,} after"),
        ("unique combinations", f"{risk.unique_before:,} before, {risk.unique_after:,} after"),
        (
            "smallest group",
            f"{smallest:,} records, recounted in the written file" if smallest else "not counted",
        ),
        ("values changed", f"{utility.values_changed:.1%}"),
        ("information loss", f"SSE {utility.sse:,.2f}, L {utility.loss:.2f} %"),
        ("record linkage", f"RL {risk.linkage:.2f} % by exact match"),
    ]
    console.print(table("", ("", ""), rows))
    for claim in result.claims:
        console.print(str(claim), markup=False)
    for notice in result.notices:
        console.print(f"notice: {notice}", markup=False)
    console.print(f"written: {verified.path}", markup=False)


def verify_table(
    data: Path,
    quasi: str,
    confidential: str,
    original: Path | None,
    *,
    delimiter: str | None,
    wanted: int | None,
) -> None:
    """Recount a file; exit code 4 where it has less than the wanted k."""
    released = read_table(data, delimiter=delimiter).table
    before = read_table(original, delimiter=delimiter).table if original else None
    found = verify_any(released, _split(quasi), _split(confidential), original=before, missing=("",))
    console.print(table("", ("", ""), _verified_rows(found)))
    if wanted is not None and found.k < wanted:
        msg = f"the table has k = {found.k}, less than {wanted}"
        raise PrivacyError(msg)


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _verified_rows(found: Verification) -> list[tuple[str, str]]:
    rows = [
        ("k", f"{found.k} (smallest class of equal quasi-identifiers)"),
        ("classes", f"{found.classes:,} over {found.records:,} records, {found.unique:,} of one record"),
    ]
    if found.l is not None:
        rows += [
            ("l", f"{found.l} distinct confidential values at least (entropy: {found.entropy_l:.2f})"),
            ("p", f"{found.p}-sensitive"),
            ("t", f"{found.t:.4f} at most from the table's distribution"),
        ]
    if found.original_records is not None:
        rows.append(
            ("original", f"{found.original_records:,} records, {found.original_unique:,} unique combinations")
        )
    return rows
