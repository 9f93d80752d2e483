"""The outputs of a run: which ones may be written, checked and reserved before any work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.files.cluster_names import is_cluster_name
from kinonym.files.databases.database_output import DatabaseOutput, reserved_release
from kinonym.files.folder_output import check_absent
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import FolderOutput, Output, reserved
from kinonym.files.recognising import database_format, input_files
from kinonym.recipe import Recipe

__all__ = ["engine_for_output", "is_folder", "reserve_outputs"]


def engine_for_output(output: TableName, engine: str) -> str:
    """The engine that a run asks for; ``auto`` is Spark if only a cluster reaches the output."""
    return "spark" if engine == "auto" and is_cluster_name(output) else engine


def is_folder(output: TableName, engine: str, recipe: Recipe) -> bool:
    """Whether the output is a folder; rejects a folder that exists, and a cluster's folder that cannot be written."""
    if database_format(output) is not None:
        return False
    if not str(output).endswith("/"):
        if is_cluster_name(output):
            msg = f"{output}: on a cluster a release is a folder"
            raise UsageError(msg, hint="let the name end in /, for example s3a://bucket/released/")
        return False
    if is_cluster_name(output):
        if engine != "spark":
            msg = f"{output}: only Spark writes to a cluster, not the engine {engine}"
            raise UsageError(msg, hint="--engine spark")
        if recipe.table.gather:
            msg = f"{output}: a release of whole histories is written by the driver, to this machine"
            raise UsageError(msg, hint="write a local folder: released/")
        return True
    check_absent(Path(output))
    return True


@contextmanager
def reserve_outputs(
    release: TableName, documents: Sequence[Path], source: TableName, files: Sequence[Path]
) -> Iterator[tuple[Output | FolderOutput | DatabaseOutput, list[Output]]]:
    """Check and lock the outputs until the run ends: the release, and the documents, such as a report.

    ``files``: what is read besides the source.
    """
    data = [] if is_cluster_name(source) else input_files(source)
    elsewhere = is_cluster_name(release)
    _check_outside([*([] if elsewhere or database_format(release) else [Path(release)]), *documents], data)
    if elsewhere:
        with reserved(documents, [*data, *files]) as outputs:
            yield _cluster_folder(str(release), str(source)), outputs
        return
    with reserved_release(release, documents, [*data, *files]) as (output, others):
        yield output, others


def _cluster_folder(name: str, source: str) -> FolderOutput:
    """A folder of a cluster, which must not be in the one that is read."""
    if f"{name.rstrip('/')}/".startswith(f"{source.rstrip('/')}/"):
        msg = f"{name}: the output is in the folder that is read"
        raise UsageError(msg, hint="choose a path outside that folder")
    from kinonym.engines.spark import ClusterFolder
    from kinonym.engines.spark.session import session

    return ClusterFolder.of(session(), name)


def _check_outside(outputs: Sequence[Path], inputs: Sequence[Path]) -> None:
    """Reject an output inside a folder that is read as a table: it would be read as a part of the table."""
    for path in outputs:
        if any(folder.is_dir() and path.resolve().is_relative_to(folder.resolve()) for folder in inputs):
            msg = f"{path}: the output is in the folder that is read"
            raise UsageError(msg, hint="choose a path outside that folder")
