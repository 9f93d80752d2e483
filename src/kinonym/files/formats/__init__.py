"""Table formats: one module for each family, and the registry that everything else iterates over."""

from __future__ import annotations

from kinonym.files.formats.columnar import FEATHER, PARQUET
from kinonym.files.formats.delimited import CSV, TSV
from kinonym.files.formats.duckdb_rows import DUCKDB
from kinonym.files.formats.json_lines import JSON_LINES
from kinonym.files.formats.labelled import SAS, SPSS, STATA
from kinonym.files.formats.postgres_rows import POSTGRES
from kinonym.files.formats.sql_rows import SQL
from kinonym.files.formats.sqlite_rows import SQLITE
from kinonym.files.formats.table_format import TableFormat
from kinonym.files.formats.workbook import EXCEL

__all__ = ["TABLE_FORMATS", "TableFormat"]

TABLE_FORMATS: dict[str, TableFormat] = {
    "csv": CSV,
    "tsv": TSV,
    "json": JSON_LINES,
    "parquet": PARQUET,
    "feather": FEATHER,
    "excel": EXCEL,
    "spss": SPSS,
    "stata": STATA,
    "sas": SAS,
    "sqlite": SQLITE,
    "duckdb": DUCKDB,
    "postgres": POSTGRES,
    "sql": SQL,
}
"""Name → format; a file that no other format recognises is read as the first one."""
