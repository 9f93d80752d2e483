"""`kinonym mask` and `kinonym verify`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kinonym.cli.show import TextOptions, console, open_with_notices, progress_bar, table
from kinonym.engines import common_engine
from kinonym.errors import PrivacyError, UnmappedError, UsageError
from kinonym.files.cluster_names import is_cluster_name
from kinonym.files.databases.database_names import split_schema
from kinonym.files.formats.table_format import TableName
from kinonym.files.recognising import database_format, locate_schema
from kinonym.mapping import UnmappedReport
from kinonym.methods.demands import Demands
from kinonym.pipeline.masking import mask_file
from kinonym.pipeline.result import Result
from kinonym.recipe import Recipe, TableRecipe
from kinonym.release.class_checks import persons_in
from kinonym.release.report.moved_shares import HEAD, first_moved
from kinonym.verifying import verify as verify_any

__all__ = ["VerifyOptions", "Where", "mask_table", "show_released", "verify_table"]


@dataclass(frozen=True, kw_only=True)
class Where:
    """How a table is read, and what is saved during the run."""

    text: TextOptions = field(default_factory=TextOptions)
    plan: Path | None = None
    previous: Path | None = None
    """The plan file of an earlier release."""
    resume: bool = False
    accept_unique: bool = False
    """Whether the user accepts that many rows are unique."""

    def recipe(self, path: Path) -> Recipe:
        """The recipe of a file with what the options say."""
        loaded = self.text.recipe(path, tables=True)
        loaded = loaded if self.previous is None else loaded.follow_release(self.previous)
        return loaded.accept_unique_rows() if self.accept_unique else loaded


@dataclass(frozen=True, kw_only=True)
class VerifyOptions:
    """How a table to verify is read and compared with its original, and what it should have."""

    person: str | None = None
    text: TextOptions = field(default_factory=TextOptions)
    recipe: Path | None = None
    against: TableName | None = None
    """An earlier release of the same data."""
    aligned: bool = False
    k: int | None = None
    demands: Mapping[str, Any] = field(default_factory=dict)
    """As the parameters of a clustering method."""
    m: int | None = None
    """How many items of a record an attacker may know, for k^m-anonymity."""
    separator: str | None = None
    """What separates the items of a cell; None: what the recipe says."""


def mask_table(
    data: TableName,
    recipe: Path,
    output: str,
    *,
    report: Path | None,
    private: Path | None,
    where: Where,
    seed: int | None,
    show_values: bool,
) -> None:
    """Mask a file, show a short summary, and write the report if asked for."""
    left, loaded = _list_of_unmapped(output), where.recipe(recipe)
    try:
        with progress_bar("masking", recipe) as progress:
            result = mask_file(
                data, loaded, output, report, private_risk=private, unmapped=left,
                engine=where.text.engine, memory_limit=where.text.memory_limit, plan=where.plan, resume=where.resume,
                seed=seed, progress=progress,
            )  # fmt: skip
    except UnmappedError as error:
        raise _explain_unmapped(error, left, show_values=show_values) from None
    show_released(result)
    if report is not None:
        console.print(f"report: {report}", markup=False)
    if where.plan is not None:
        console.print(f"groups for a later release, not to be published: {where.plan}", markup=False)
    if private is not None:
        console.print(f"private risk file, not to be published: {private}", markup=False)


def _list_of_unmapped(output: str) -> Path:
    """The path of a list of values without a concept: next to an output on this machine, else in the current folder."""
    if database_format(output) is not None:
        location = locate_schema(output)
        file = "released" if location.file is None else location.file.stem
        table = file if location.part is None else split_schema(location.part)[1]
        return Path(re.sub(r"[^\w-]+", "_", table)).with_suffix(".unmapped.csv")
    if not Path(output).name:
        msg = f"the output {output!r} is not a file name"
        raise UsageError(msg, hint="--output out.csv")
    if is_cluster_name(output):
        return Path(f"{output.rstrip('/').rpartition('/')[2]}.unmapped.csv")
    return Path(output).with_suffix(".unmapped.csv")


def _explain_unmapped(error: UnmappedError, listed: Path, *, show_values: bool) -> UnmappedError:
    """Say where the unmapped values are listed; show them only if allowed."""
    left = UnmappedReport(error.mappings)
    explained = left.error(listed) if left.may_write(listed) else error
    if show_values:
        explained.message += "".join(
            f"\n  {column}: {row.value} ({row.count:,} records)"
            for column, mapping in error.mappings.items()
            for row in mapping.unmapped[:20]
        )
    return explained


def show_released(result: Result[TableName]) -> None:
    """The main figures, those that were recounted in the written file among them; then the claims."""
    rows = result.report.summary()
    smallest = result.smallest_group
    counted = result.assessment.rows_are
    written = f"{result.tally.records:,} written"
    if result.written is not None and result.written.records != result.tally.records:
        written += f" as {result.written.records:,} rows"
    rows["records"] = (counted, f"{result.utility.records:,} masked, {written}")
    size = f"{smallest:,} {counted}"
    if result.recipe.table.person is not None:
        rows.pop("fewest_persons", None)
        size = f"{int(persons_in(result.tally, result.recipe.masked).min()):,} persons, {size}"
    rows["smallest_class"] = ("smallest group", f"{size}, recounted in the written file")
    if result.written is not None:
        rows["engine"] = ("engine", f"{result.written.engine}: {result.written.reason}")
    console.print(table("", ("", ""), list(rows.values())))
    for claim in result.claims:
        console.print(str(claim), markup=False)
    for line in () if result.uniqueness is None else result.uniqueness.lines:
        console.print(line, markup=False)
    _show_moved(result)
    for notice in result.notices:
        console.print(f"notice: {notice}", markup=False)
    console.print(f"written: {result.table}", markup=False)


def _show_moved(result: Result[TableName]) -> None:
    """The shares that moved most."""
    rows, more = first_moved(result.report.published)
    if rows:
        console.print(table("shares that moved by more than a fifth", HEAD, rows))
    if more:
        console.print(f"and {more:,} more: the report lists them (--report report.html)", markup=False)


def verify_table(
    data: TableName, quasi: str, confidential: str, original: TableName | None, *, options: VerifyOptions
) -> None:
    """Recount a file; exit code 4 where it does not have what is wanted."""
    demands = Demands(**options.demands)
    demands.check_demands()
    recipe = options.text.recipe(options.recipe, tables=True) if options.recipe is not None else None
    options_of_text = TableRecipe(encoding=options.text.encoding, delimiter=options.text.mark)
    settings = recipe.table if recipe is not None else options_of_text
    files = [path for path in (data, original, options.against) if path is not None]
    opened: list[Any] = list(files)  # several tables are opened by their recipe
    if recipe is None or not recipe.tables:
        engine = common_engine(files, options.text.engine, options.text.memory_limit)
        opened = [open_with_notices(path, settings, replace(options.text, engine=engine)).source for path in files]
    verification = verify_any(
        opened[0],
        _split(quasi),
        _split(confidential),
        person=options.person,
        original=opened[1] if original is not None else None,
        against=opened[-1] if options.against is not None else None,
        missing=settings.missing,
        recipe=recipe,
        aligned=options.aligned,
        ground=demands.ground if demands.ground != "equal" else None,
        m=options.m,
        separator=options.separator,
    )
    console.print(table("", ("", ""), verification.rows()))
    if unmet := verification.unmet(demands, k=options.k):
        raise PrivacyError("; ".join(unmet), hint="mask the table again with these demands under [method]")


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]
