"""Facts about the columns of a Spark frame: one pass over its rows for many columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kinonym.engines.contract import DECIMAL
from kinonym.engines.spark.session import spark_errors

__all__ = ["Measured", "measure_columns"]

_TOGETHER = 32
"""Columns that are measured in one pass."""

Measured = tuple[int | None, int, float | None, bool | None]
"""Records, distinct texts, words, whether all are decimals; see `GroupedSource.measure`."""


def measure_columns(rows: Any, texts: Mapping[str, Any], missing: Collection[str]) -> dict[str, Measured]:  # noqa: ANN401
    """Measure columns, given an expression for the text of each; every distinct text is measured once."""
    names, measured = list(texts), dict[str, Measured]()
    for start in range(0, len(names), _TOGETHER):
        some = names[start : start + _TOGETHER]
        found = _measure_together(rows, [texts[name] for name in some], missing)
        measured |= {name: found.get(j, (None, 0, None, None)) for j, name in enumerate(some)}
    return measured


def _measure_together(rows: Any, texts: list[Any], missing: Collection[str]) -> dict[int, Measured]:  # noqa: ANN401
    """The measures of columns by their positions; a column without texts is left out."""
    from pyspark.sql import functions as F  # noqa: N812  # the usual alias

    cells = F.array(*(F.struct(F.lit(j).alias("column"), text.alias("text")) for j, text in enumerate(texts)))
    values = rows.select(F.explode(cells).alias("cell")).select("cell.column", "cell.text")
    values = values.where(F.col("text").isNotNull())
    values = values.where(~F.col("text").isin(*sorted(missing))) if missing else values
    words = F.size(F.regexp_extract_all("text", F.lit(r"(\S+)"))) * F.col("count")
    decimal = F.every(F.col("text").rlike(DECIMAL))
    with spark_errors():
        figures = values.groupBy("column", "text").count().groupBy("column").agg(
            F.sum("count"), F.count("text"), F.sum(words), decimal
        ).collect()  # fmt: skip
    return {column: tuple(measured) for column, *measured in figures}
