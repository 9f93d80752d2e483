"""Computes parts of a result on the executors, and adds them there: only a few sums come to the driver."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from kinonym._version import __version__
from kinonym.engines.grouped_source import Part
from kinonym.engines.spark.session import SHIPPING, is_classic, spark_errors
from kinonym.errors import DataError, KinonymError, UsageError

__all__ = [
    "PARTS",
    "add_parts",
    "apply_groups",
    "apply_pairs",
    "as_part",
    "check_executors",
    "map_batches",
    "on_executors",
    "part_batch",
]

_LAST = 8
"""Up to so many parts come to the driver; more are first added by the executors."""
PARTS = "part binary"
"""The schema of a frame of parts."""


def add_parts(parts: Any) -> Any:  # noqa: ANN401  # pyspark is optional
    """Add the parts of a frame with one column, as `as_part` makes them; None if there are none.

    Raises
    ------
    KinonymError
        What a task raised.
    """
    added = map_batches(parts.repartition(_LAST), _add_of_task, PARTS)
    with spark_errors():
        added = added.toArrow()
    return _added(map(pickle.loads, added.column(0).to_pylist()))


def map_batches(frame: Any, task: Callable[[Iterator[Any]], Iterator[Any]], schema: Any) -> Any:  # noqa: ANN401
    """Apply a task to the Arrow batches of a frame, on the executors; nothing is computed yet."""
    with spark_errors(), warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # of pyspark about pandas, which is not used
        return frame.mapInArrow(task, schema)


def apply_pairs(pairs: Any, task: Callable[[Any, Any], Any], schema: str) -> Any:  # noqa: ANN401
    """Apply a task to the Arrow tables of each pair of groups with one key; nothing is computed yet."""

    def run(first: Any, second: Any) -> Any:  # noqa: ANN401  # Spark counts its parameters
        return task(first, second)

    with spark_errors(), warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # of pyspark about pandas, which is not used
        return pairs.applyInArrow(run, schema)


def apply_groups(groups: Any, task: Callable[[Any], Any], schema: str) -> Any:  # noqa: ANN401
    """Apply a task to the Arrow table of each group; nothing is computed yet."""

    def run(table: Any) -> Any:  # noqa: ANN401  # Spark counts its parameters
        return task(table)

    with spark_errors(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pyspark about pandas, which is not used, and about types
        return groups.applyInArrow(run, schema)


def as_part(compute: Callable[[Iterator[Any]], Part | None]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Return a task for `mapInArrow` with the part that ``compute`` makes of all batches of a task, or with its error.

    A task must not fail for an error of this program: Spark would repeat it, and quote what it says.
    """

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        try:
            part: Any = compute(batches)
        except KinonymError as error:
            part = error
        if part is not None:
            yield part_batch(part)

    return run


def part_batch(part: object) -> Any:  # noqa: ANN401  # pyarrow has no types
    """An Arrow batch of one row with a part."""
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.array([pickle.dumps(part)], pa.binary())], ["part"])


def _add_of_task(batches: Iterator[Any]) -> Iterator[Any]:
    """Add the parts that a task receives; the first error stands for all."""
    try:
        part = _added(pickle.loads(cell) for batch in batches for cell in batch.column(0).to_pylist())  # noqa: S301  # of our tasks
    except KinonymError as error:
        part = error
    if part is not None:
        yield part_batch(part)


def _added(parts: Iterator[Any]) -> Any:  # noqa: ANN401
    total = None
    for part in parts:
        if isinstance(part, KinonymError):
            raise part
        total = part if total is None else total.add(part)
    return total


def on_executors(spark: Any) -> bool:  # noqa: ANN401
    """Whether this version of the program is installed for the Python of the executors."""
    return _version_of_executors(spark) == __version__


def check_executors(spark: Any) -> None:  # noqa: ANN401
    """Reject a session with executors that cannot run this program, before any work.

    Raises
    ------
    UsageError
        With the ways to bring the program to the executors.
    """
    found = _version_of_executors(spark)
    if found != __version__:
        what = "is not installed there" if found is None else f"has the version {found} there and {__version__} here"
        msg = f"the Python of the executors cannot run Kinonym, which {what}"
        raise UsageError(msg, hint=SHIPPING)


def _version_of_executors(spark: Any) -> str | None:  # noqa: ANN401
    """The version that the executors run; None if one of those that were asked has none."""

    def ask(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        import kinonym.engines.recount  # noqa: F401  # fails where its libraries are missing
        from kinonym._version import __version__ as found

        for batch in batches:
            yield pa.RecordBatch.from_arrays([pa.array([found] * batch.num_rows)], ["version"])

    with suppress(DataError), spark_errors():
        asked = _many(spark)
        answers = map_batches(spark.range(0, asked, 1, asked), ask, "version string").toArrow()
        versions = answers.column(0).to_pylist()
        return str(versions[0]) if len(set(versions)) == 1 else ", ".join(sorted(set(versions)))
    return None


def _many(spark: Any) -> int:  # noqa: ANN401
    """How many tasks reach most executors; in Spark Connect that is not known."""
    return max(2, int(spark.sparkContext.defaultParallelism)) if is_classic(spark) else 4
