"""The two entry points of the pipeline: `mask` for a table in memory, `mask_file` for files.

`steps` has the steps of a run, `file_run` a run from file to file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from kinonym.engines import open_table
from kinonym.engines.columns.table_kinds import TableKind, list_columns, table_kind
from kinonym.engines.contract import UNIT_SEPARATOR, RunKey
from kinonym.errors import UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.methods import Progress, silent
from kinonym.pipeline.file_run import FileRun
from kinonym.pipeline.learnt_release import LearntRelease
from kinonym.pipeline.result import Result
from kinonym.pipeline.sinks import TableSink
from kinonym.pipeline.steps import run_pipeline
from kinonym.recipe import Recipe, load_recipe
from kinonym.release.policy import TEST_MARK
from kinonym.system_limits import check_path_text, limits_explained

__all__ = ["RecipeLike", "mask", "mask_file", "mask_table"]

Table = TypeVar("Table")
RecipeLike = Recipe | Mapping[str, Any] | str | Path


@limits_explained()
def mask(
    table: Table, recipe: RecipeLike, *, seed: int | None = None, aligned: bool = False, progress: Progress = silent
) -> Result[Table]:
    """Mask a table and return a table of the same kind, with its rows in random order.

    Parameters
    ----------
    table
        A pandas or polars DataFrame, a pyarrow Table, a polars LazyFrame, a pyarrow dataset, a DuckDB relation or a
        Spark DataFrame. It is not changed.
    recipe
        A dict, a path to a TOML file, or a `Recipe`.
    seed
        For experiments only: makes the run repeatable and marks the result as a test: in its claims and report, in
        ``attrs`` of a pandas table and in the metadata of a pyarrow table. No column is added. A file that
        `mask_file` writes is marked; one that other code writes from this table is not.
    aligned
        For studies only: keep the rows in the order of the table, so that row i of the result is row i of the input.
        The claims then state that the order links rows and persons. By default the rows come in
        random order, as in files, and a pandas table gets a new index.
    progress
        Called with the completed share of the work, from 0 to 1.

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
    key, loaded = RunKey.of(seed), load_recipe(recipe, tables=True)
    if loaded.tables or isinstance(table, Mapping):
        return _mask_tables(table, loaded, key, aligned=aligned, progress=progress)
    return mask_table(table, loaded, key, aligned=aligned, progress=progress)


def mask_table(
    table: Table,
    loaded: Recipe,
    key: RunKey,
    *,
    aligned: bool,
    progress: Progress,
    learnt: LearntRelease | None = None,
) -> Result[Table]:
    """Mask a table in memory; ``learnt``: what was learnt from a training table, which then decides."""
    if aligned and loaded.table.gather:
        msg = "aligned=True cannot be combined with gather: rows linked by a pseudonym must be shuffled"
        raise UsageError(msg, hint="leave out aligned=True, or leave out gather and person_link in the recipe")
    if aligned and loaded.table.sample is not None:
        msg = "aligned=True cannot be combined with sample: row i of the result would not be row i of the table"
        raise UsageError(msg, hint="leave out one of them")
    shape = table_kind(table) if loaded.table.gather else None
    lists = list_columns(table, [name for name in loaded.masked if loaded.columns[name].kind == "nominal"])
    texts, recipe_of_texts = (
        (_join_lists(table, lists), loaded.with_separator(lists, UNIT_SEPARATOR)) if lists else (table, loaded)
    )
    source = open_table(texts, loaded.table).source
    if source.engine == "spark" and learnt is None:
        from kinonym.pipeline.blockwise.large_tables import reject_large_table

        reject_large_table(source, recipe_of_texts)
    result = run_pipeline(source, recipe_of_texts, key, TableSink(shuffled=not aligned), progress, learnt=learnt)
    released = _convert(result.table, shape, lists, seeded=key.seed is not None)
    return replace(result, table=released, asked=loaded if lists else result.asked)


def _mask_tables(tables: Any, recipe: Recipe, key: RunKey, *, aligned: bool, progress: Progress) -> Result[Any]:  # noqa: ANN401
    """Mask several tables; each is returned in its own kind."""
    from kinonym.pipeline.several_tables.masking_tables import mask_tables

    if not isinstance(tables, Mapping) or not recipe.tables:
        received = "a dict of tables was given" if isinstance(tables, Mapping) else "one table was given"
        msg = f"{received}, but the recipe describes {'several tables' if recipe.tables else 'a single table'}"
        raise UsageError(msg, hint='kn.mask({"patients": frame, …}, recipe) with [tables.patients] in the recipe')
    if aligned:
        msg = "aligned=True cannot be combined with several tables: rows linked by a pseudonym must be shuffled"
        raise UsageError(msg, hint="leave out aligned=True")
    result = mask_tables(tables, recipe, key, progress)
    kinds = {name: table_kind(table) for name, table in tables.items()}
    seeded = key.seed is not None
    released = {name: _convert(table, kinds[name], (), seeded=seeded) for name, table in result.table.items()}
    return replace(result, table=released)


def _join_lists(table: Any, columns: Sequence[str]) -> Any:  # noqa: ANN401
    """Return the table with texts instead of lists."""
    from kinonym.engines.columns.list_cells import join_lists

    return join_lists(table, columns)


def _convert(table: Any, shape: TableKind | None, lists: Sequence[str], *, seeded: bool) -> Any:  # noqa: ANN401
    """Return a masked table in the kind of the input, with lists restored, and with the mark of a seed.

    ``shape``: the kind to convert an Arrow table to; None: no conversion.
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
def mask_file(  # noqa: PLR0913  # public API: every choice is a keyword
    source: TableName,
    recipe: RecipeLike,
    output: TableName,
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
) -> Result[TableName]:
    r"""Mask a table of a file or a database into another one, as `kinonym mask` does. An error leaves no output.

    Parameters
    ----------
    source
        A CSV, TSV or JSON lines file (plain or with gzip or zstd), a Parquet file or a folder of them, Feather, a
        sheet of a workbook (``book.xlsx#Sheet``), SPSS, Stata or SAS, a table of a database:
        ``postgresql://host/db#schema.table``, ``sqlite:file.db#table``, or a query after the ``#``.
        With Spark also Parquet files by a URI or a pattern (``s3a://bucket/stays/``) and ``spark:schema.table``.
    recipe
        A dict, a path to a TOML file, or a `Recipe`.
    output
        The path of the masked table, with shuffled rows. Its ending chooses the format; a path that ends in ``/`` is a
        folder of Parquet files, which the executors write on Spark, where it may also be a URI. A text file gets the
        encoding, delimiter and quoting of the input, and the decimal mark of the recipe. Or the name of a new table of
        a database.
    report
        The path of the report: ``.html`` or ``.json``.
    private_risk
        The path of a file with the risk of single records; never publish it.
    unmapped
        The path of a list of the values without a concept, readable by its owner only. If there are any, the run ends.
    engine
        ``auto`` chooses by size; ``memory``; ``duckdb`` for tables larger than memory; ``spark`` for clusters (extras
        ``duckdb`` and ``spark``).
    memory_limit
        The memory that the program may use, such as ``"1GB"``; DuckDB keeps the rest on disk, in a private folder.
    plan
        The path of a file with the groups of this release, for a later one (``[release] reuse``); readable by its owner
        only.
    resume
        Save the plan next to the output while the run lasts, and resume with it after an interruption.
    ledger
        Enter the release in the local ledger, and report earlier releases of the same data. A run with a seed is
        never entered.
    seed
        For experiments only: the run is repeatable, and the file is marked as a test in its first column.
    progress
        Called with the completed share of the work, from 0 to 1.

    Returns
    -------
    Result
        As for `mask`; ``table`` is the path of the written file, and every claim is about its bytes; or the name of the
        written table, and every claim is about its rows as the database returned them before the commit.

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
    key, loaded = RunKey.of(seed), load_recipe(recipe, tables=True)
    run = FileRun(
        source=source, output=output, report=report, private_risk=private_risk, unmapped=unmapped, engine=engine,
        memory_limit=memory_limit, plan=plan, resume=resume, ledger=ledger,
    )  # fmt: skip
    run.check(loaded)
    return _mask_several_tables(run, loaded, key, progress) if loaded.tables else run.mask(loaded, key, progress)


def _mask_several_tables(run: FileRun, recipe: Recipe, key: RunKey, progress: Progress) -> Result[TableName]:
    """Mask several tables of a folder or a database."""
    from kinonym.pipeline.several_tables.masking_tables import StoredRun, mask_stored_tables

    stored = StoredRun(
        source=run.source,
        output=run.output,
        paths={"report": run.report, "private_risk": run.private_risk, "unmapped": run.unmapped},
        engine=run.engine,
        memory_limit=run.memory_limit,
        ledger=run.ledger,
    )
    return mask_stored_tables(stored, recipe, key, progress)
