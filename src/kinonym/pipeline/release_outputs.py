"""The outputs of a run: which ones may be written, checked and reserved before any work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.files.cluster_names import is_cluster_name, local_path
from kinonym.files.folder_output import check_absent
from kinonym.files.output import FolderOutput, Output, reserved
from kinonym.files.recognising import input_file
from kinonym.recipe import Recipe

__all__ = ["engine_for_output", "is_folder", "reserve_outputs"]


def engine_for_output(output: str | Path, engine: str) -> str:
    """The engine that a run asks for; ``auto`` is Spark if only a cluster reaches the output."""
    return "spark" if engine == "auto" and is_cluster_name(output) else engine


def is_folder(output: str | Path, engine: str, recipe: Recipe) -> bool:
    """Whether the output is a folder; rejects a folder that exists, and a cluster's folder that cannot be written."""
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
    release: str | Path, documents: Sequence[Path], source: str | Path, files: Sequence[Path]
) -> Iterator[tuple[Output | FolderOutput, *tuple[Output, ...]]]:
    """Check and lock the outputs until the run ends: the release, then the documents, such as a report.

    ``files``: what is read besides the source.
    """
    data = local_path(source)
    inputs = [*([] if data is None else [input_file(data)]), *files]
    local = local_path(release)
    outputs = [*([] if local is None else [local]), *documents]
    if data is not None:
        _check_outside(outputs, inputs[0])
    with reserved(outputs, inputs) as places:
        if local is None:
            yield (_cluster_folder(str(release), str(source)), *places)
        else:
            yield (places[0], *places[1:])


def _cluster_folder(name: str, source: str) -> FolderOutput:
    """A folder of a cluster, which must not be in the one that is read."""
    if f"{name.rstrip('/')}/".startswith(f"{source.rstrip('/')}/"):
        msg = f"{name}: the output is in the folder that is read"
        raise UsageError(msg, hint="choose a path outside that folder")
    from kinonym.engines.spark import ClusterFolder
    from kinonym.engines.spark.session import session

    return ClusterFolder.of(session(), name)


def _check_outside(outputs: Sequence[Path], folder: Path) -> None:
    """Reject an output inside a folder that is read as a table: it would be read as a part of the table."""
    for path in outputs:
        if folder.is_dir() and path.resolve().is_relative_to(folder.resolve()):
            msg = f"{path}: the output is in the folder that is read"
            raise UsageError(msg, hint="choose a path outside that folder")
