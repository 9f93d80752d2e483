"""Enters a written release in the ledger, and adds notices about earlier releases of the same data."""

from __future__ import annotations

from dataclasses import replace

from kinonym.errors import DataError
from kinonym.files.formats.table_format import TableName
from kinonym.pipeline.result import Result
from kinonym.release.release_ledger import ReleaseLedger, ReleaseRecord, describe_earlier

__all__ = ["enter_release"]


def enter_release(result: Result[TableName], *, add: bool) -> Result[TableName]:
    """Return the result with notices about earlier releases; ``add``: also enter this one.

    An error of the ledger becomes a notice, because the release is already complete.
    """
    if result.seeded or result.written is None:
        return result
    if not result.combinations_known:
        notice = "this release is not in the ledger: its combinations were not collected"
        return replace(result, notices=(*result.notices, notice))
    ledger = ReleaseLedger()
    try:
        record = _describe(result, result.written.columns, ledger)
        notices = tuple(describe_earlier(record, ledger.earlier(record)))
        if add:
            ledger.add(record)
    except (DataError, OSError) as error:
        why = error.message if isinstance(error, DataError) else f"{ledger.path}: {error.strerror}"
        return replace(result, notices=(*result.notices, f"this release is not in the ledger: {why}"))
    entered = replace(result, notices=(*result.notices, *notices), record=record)
    if not notices and "report" in vars(result):
        vars(entered)["report"] = result.report  # made before the file got its name, and still correct
    return entered


def _describe(result: Result[TableName], released: tuple[str, ...], ledger: ReleaseLedger) -> ReleaseRecord:
    method, masked = result.recipe.resolved_method, result.recipe.masked
    name = method.traits.strength
    return ledger.make_record(
        result.prepared.counted,
        masked=masked,
        released=released,
        method=method.name,
        strength="" if name is None else f"{name} = {method.strength(name):g}",
        epsilon=method.total_epsilon(len(masked)),
    )
