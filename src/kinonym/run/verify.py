"""Verify any table, made by this program or another: which k, l, p and t it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.engines import memory
from kinonym.errors import DataError, UsageError
from kinonym.privacy import Classes, check_models

__all__ = ["Verification", "verify"]


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What a table shows by itself; missing counts as a value.

    ``unmatched`` is, where an original was given, how many of its combinations still occur alone in both.
    """

    records: int
    classes: int
    unique: int
    k: int
    l: int | None  # noqa: E741
    p: int | None
    t: float | None
    entropy_l: float | None
    original_records: int | None = None
    original_unique: int | None = None

    def __repr__(self) -> str:
        shown = {
            "k": self.k, "l": self.l, "p": self.p, "t": None if self.t is None else round(self.t, 4),
            "classes": self.classes, "records": self.records,
        }  # fmt: skip
        return f"<Verification {', '.join(f'{k}={v}' for k, v in shown.items() if v is not None)}>"


def verify(
    table: Any,  # noqa: ANN401
    quasi: Sequence[str],
    confidential: Sequence[str] = (),
    *,
    original: Any = None,  # noqa: ANN401
    missing: Sequence[str] = (),
) -> Verification:
    """Recount a table.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table.
    quasi
        The quasi-identifiers: their equal combinations are the classes.
    confidential
        Columns whose values should stay diverse in each class.
    original
        The table before masking, for comparison.
    missing
        Texts that mean missing; nulls always do.
    """
    if not quasi:
        msg = "verify needs at least one quasi-identifier"
        raise UsageError(msg, hint="name the columns an attacker may know")
    if both := set(quasi) & set(confidential):
        msg = f"a column cannot be both quasi-identifier and confidential: {sorted(both)[0]!r}"
        raise UsageError(msg)
    counted = memory.count(table, list(quasi), missing=missing)
    if not len(counted.counts):
        msg = "the table has no records"
        raise DataError(msg)
    cells = {name: _cells(counted.tuple_of_row, table, name, missing) for name in confidential}
    models = check_models(Classes(counted.counts, cells))
    before = memory.count(original, list(quasi), missing=missing).counts if original is not None else None
    return Verification(
        records=int(counted.counts.sum()),
        classes=len(counted.counts),
        unique=int(np.count_nonzero(counted.counts == 1)),
        k=models.k,
        l=models.l,
        p=models.p,
        t=models.t,
        entropy_l=models.entropy_l,
        original_records=None if before is None else int(before.sum()),
        original_unique=None if before is None else int(np.count_nonzero(before == 1)),
    )


def _cells(
    group: np.ndarray,
    table: Any,  # noqa: ANN401
    name: str,
    missing: Sequence[str],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How often each value of a confidential column occurs in each class."""
    values = memory.count(table, [name], missing=missing).tuple_of_row
    pairs, counts = np.unique(np.column_stack([group, values]), axis=0, return_counts=True)
    return pairs[:, 0], pairs[:, 1], counts
