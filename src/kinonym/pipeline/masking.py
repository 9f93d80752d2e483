"""The two entry points of the pipeline: `mask` for a table in memory, `mask_file` for files.

The steps themselves are those of `steps`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kinonym.engines import engine_for, open_table
from kinonym.engines.columns.table_kinds import TableKind, list_columns, table_kind
from kinonym.engines.contract import UNIT_SEPARATOR, RunKey
from kinonym.errors import UnmappedError, UsageError
from kinonym.files.output import Output, naming_written, reserved
from kinonym.files.output_form import form_of
from kinonym.files.recognising import input_file
from kinonym.mapping import UnmappedReport
from kinonym.methods import Progress, silent
from kinonym.methods.contract import within
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.ledger_entry import enter_release
from kinonym.pipeline.result import Result
from kinonym.pipeline.reuse import keep_groups_whole, write_groups
from kinonym.pipeline.sinks import FileSink, TableSink
from kinonym.pipeline.steps import run_pipeline
from kinonym.recipe import Recipe, load_recipe
from kinonym.release.policy import TEST_MARK
from kinonym.release.private import write_private_risk
from kinonym.system_limits import check_path_text, limits_explained

__all__ = ["mask", "mask_file"]

Table = TypeVar("Table")
RecipeLike = Recipe | Mapping[str, Any] | str | Path

_REPORTS = (".html", ".json")
_OPENED, _PLANNED, _WRITTEN = 0.05, 0.75, 0.9
"""Shares of the work that are done when the file is read, the plan is attacked, and the release is verified."""


@limits_explained()
def mask(
    table: Table, recipe: RecipeLike, *, seed: int | None = None, aligned: bool = False, progress: Progress = silent
) -> Result[Table]:
    """Mask a table; the same kind comes back, its rows in random order.

    Parameters
    ----------
    table
        A pandas or polars DataFrame, a pyarrow Table, a polars LazyFrame, a pyarrow dataset, a DuckDB relation or a
        Spark DataFrame; it is not changed.
    recipe
        A dict, a path to a TOML file, or a `Recipe`.
    seed
        For experiments only: makes the run repeatable and marks the result as a test: in its claims and report, in
        ``attrs`` of a pandas table and in the metadata of a pyarrow one. The columns stay those of the recipe; a file
        that is written from such a table by other means is not marked, one of `mask_file` is.
    aligned
        For studies only: keep the rows in the order of the table, so that row i of the result is row i of the input.
        The claims then say that this order links them. By default the rows come in random order, as in files, and a
        pandas table gets a new index.
    progress
        Called with the share of the work that is done.

    Returns
    -------
    Result
        The masked table, the plan, utility, risk and claims.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = pa.table({"job": ["nurse", "midwife", "plumber", "welder"] * 3, "ward": ["A", "B"] * 6})
    >>> columns = {"job": {"role": "quasi", "ontology": "wordnet"}, "ward": {"role": "other"}}
    >>> result = mask(table, {"columns": columns, "method": {"name": "sa-mdav", "k": 5}})
    >>> print(result.claims[0])
    Every combination of job occurs at least 6 times in this table, missing counted as a value.
    """
    key, loaded = RunKey.of(seed), load_recipe(recipe)
    if aligned and loaded.table.gather:
        msg = "rows that are linked by a pseudonym cannot keep the order of the table"
        raise UsageError(msg, hint="leave out aligned=True, or leave out gather and person_link in the recipe")
    shape = table_kind(table) if loaded.table.gather else None
    lists = list_columns(table, [name for name in loaded.masked if loaded.columns[name].kind == "nominal"])
    texts, recipe_of_texts = (
        (_join_lists(table, lists), loaded.with_separator(lists, UNIT_SEPARATOR)) if lists else (table, loaded)
    )
    source = open_table(texts, loaded.table).source
    result = run_pipeline(source, recipe_of_texts, key, TableSink(shuffled=not aligned), progress)
    released = _convert(result.table, shape, lists, seeded=key.seed is not None)
    return replace(result, table=released, asked=loaded if lists else result.asked)


def _join_lists(table: Any, columns: Sequence[str]) -> Any:  # noqa: ANN401
    """The table with texts in place of lists."""
    from kinonym.engines.columns.list_cells import join_lists

    return join_lists(table, columns)


def _convert(table: Any, shape: TableKind | None, lists: Sequence[str], *, seeded: bool) -> Any:  # noqa: ANN401
    """A masked table as it is returned: of its own kind, with lists again, and with the mark of a seed.

    ``shape``: the kind of table to make of an Arrow table; None: the table has its kind.
    """
    if shape == "polars":
        import polars as pl

        table = pl.from_arrow(table)
    elif shape == "pandas":
        table = table.to_pandas()
    if lists:
        from kinonym.engines.columns.list_cells import restore_lists

        table = restore_lists(table, lists)
    if seeded:
        from kinonym.engines.columns.rebuilding import mark_table

        table = mark_table(table, TEST_MARK)
    return table


@limits_explained()
def mask_file(  # noqa: PLR0913  # a public face: every choice is a keyword
    source: str | Path,
    recipe: RecipeLike,
    output: str | Path,
    report: str | Path | None = None,
    *,
    private_risk: str | Path | None = None,
    unmapped: str | Path | None = None,
    engine: str = "auto",
    memory_limit: str | int | None = None,
    plan: str | Path | None = None,
    resume: bool = False,
    ledger: bool = True,
    seed: int | None = None,
    progress: Progress = silent,
) -> Result[Path]:
    r"""Mask a table of a file into another file, as `kinonym mask` does; all of it, checked, or nothing.

    Parameters
    ----------
    source
        A CSV, TSV or JSON lines file (also packed with gzip or zstd), a Parquet file or a folder of them, Feather, a
        sheet of a workbook (``book.xlsx#Sheet``), SPSS, Stata or SAS, a table of a database: ``sqlite:file.db#table``.
    recipe
        A dict, a path to a TOML file, or a `Recipe`.
    output
        Where the masked table goes; its ending says how it is written, ``/`` as a folder of Parquet files, which on
        Spark the executors write. The rows are shuffled. A text is written as
        the input was: its encoding, delimiter and quoting, and with the decimal comma of the recipe.
    report
        Where the report goes: ``.html`` or ``.json``.
    private_risk
        Where the risk of single records goes; never publish it.
    unmapped
        Where values without a concept are listed if there are some, readable by their owner only; the run then ends.
    engine
        ``auto`` chooses by size; ``memory``, or ``duckdb`` for what is larger than memory, or ``spark``
        for clusters (extras ``duckdb`` and ``spark``).
    memory_limit
        What the program may take, such as ``"1GB"``; DuckDB keeps the rest on disk, in a private folder.
    plan
        Where the groups of this release are kept for a later one (``[release] reuse``), readable by their owner only.
    resume
        Keep the plan beside the output while the run lasts, and go on from it after an interruption.
    ledger
        Enter the release in the local ledger, and report earlier releases of the same data. A run with a seed is
        never entered.
    seed
        For experiments only: the run is repeatable, and the file is marked as a test in its first column.
    progress
        Called with the share of the work that is done.

    Returns
    -------
    Result
        As of `mask`; ``table`` is the path of the written file, and every claim speaks of its bytes.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "jobs.csv").write_text("job\n" + "nurse\nmidwife\nplumber\n" * 4)
    >>> recipe = {"columns": {"job": {"role": "quasi", "ontology": "wordnet"}}, "method": {"name": "sa-mdav", "k": 4}}
    >>> print(mask_file(folder / "jobs.csv", recipe, folder / "out.csv").claims[0])
    Every combination of job occurs at least 4 times in the written file, missing counted as a value.
    """
    check_path_text(source, output, report, private_risk, unmapped)
    key, loaded = RunKey.of(seed), load_recipe(recipe)
    if plan is not None:
        loaded = keep_groups_whole(loaded)
    chosen = engine_for(Path(source), engine, memory_limit)
    data, documents = Path(source), [Path(path) for path in (report, private_risk, plan) if path is not None]
    form = partial(
        form_of, Path(output), delimiter=loaded.table.delimiter, encoding=loaded.table.encoding,
        decimal=loaded.table.decimal, missing_text=loaded.table.missing_text,
        folder=_named_as_folder(output, loaded),
    )  # fmt: skip
    form()  # a name that cannot be written is known before any work
    if report is not None and Path(report).suffix not in _REPORTS:
        msg = f"a report ends in {' or '.join(_REPORTS)}, not in {Path(report).suffix!r}"
        raise UsageError(msg, hint="--report out.html")
    inputs, listed = [input_file(data), *loaded.files()], [] if unmapped is None else [Path(unmapped)]
    outputs = [Path(output), *documents, *listed]
    _check_outside(outputs, inputs[0])
    with reserved(outputs, inputs) as (release, *beside):
        opened = chosen.open(data, loaded.table)
        progress(_OPENED)
        planned = within(progress, _OPENED, _PLANNED)
        if private_risk is not None and not opened.source.ordered:
            msg = f"the private risk file numbers the records, which have no order in the engine {opened.engine}"
            raise UsageError(msg, hint="leave it out, or take --engine duckdb")
        try:
            with _keep_plan(release, loaded, resume=resume and seed is None) as checkpoint:
                sink = FileSink(
                    output=release,
                    form=replace(form(layout=opened.layout), masked=frozenset(loaded.masked)),
                    opened=opened,
                    prepare_documents=lambda made: None if report is None else made.report,
                )
                result = run_pipeline(opened.source, loaded, key, sink, planned, checkpoint)
        except UnmappedError as error:
            for path in listed:
                UnmappedReport(error.mappings).write(path)
            raise
        progress(_WRITTEN)
        with naming_written(release.path):
            result = enter_release(result, add=ledger)
            if report is not None:
                beside[0].write_bytes(result.report.document(Path(report).suffix).encode())
            if private_risk is not None:
                write_private_risk(beside[documents.index(Path(private_risk))], result.private_risk())
            if plan is not None:
                write_groups(beside[documents.index(Path(plan))], result)
    progress(1.0)
    return result


def _named_as_folder(output: str | Path, recipe: Recipe) -> bool:
    """Whether the output is named as a folder, and can be one."""
    if not str(output).endswith("/"):
        return False
    if recipe.table.person is not None:
        msg = "a folder cannot be counted by person"
        raise UsageError(msg, hint="write one file: released.parquet")
    from kinonym.files.folder_output import check_absent

    check_absent(Path(output))
    return True


def _check_outside(outputs: list[Path], folder: Path) -> None:
    """Refuse an output inside a folder that is read as a table: it would be read as a part of it."""
    for path in outputs:
        if folder.is_dir() and path.resolve().is_relative_to(folder.resolve()):
            msg = f"{path}: the output lies in the folder that is read"
            raise UsageError(msg, hint="write it beside the folder, not into it")


@contextmanager
def _keep_plan(output: Output, recipe: Recipe, *, resume: bool) -> Iterator[Checkpoint | None]:
    """A checkpoint that goes when the run ends; only an interruption leaves it. A seeded run repeats itself anyway."""
    if not resume:
        yield None
        return
    checkpoint = Checkpoint(output.hidden(".resume"), recipe)
    if checkpoint.path.exists() and not checkpoint.path.is_file():
        msg = f"{output.path}: the plan would be kept in {checkpoint.path.name}, which is no regular file"
        raise UsageError(msg, hint="remove what stands there; no run of Kinonym made it")
    try:
        yield checkpoint
    except Exception:
        checkpoint.remove()
        raise
    checkpoint.remove()
