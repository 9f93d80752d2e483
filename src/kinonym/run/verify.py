"""Verify any table, made by this program or another: which k, l, p and t it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines import memory
from kinonym.errors import DataError, UsageError
from kinonym.metrics import Disclosure, SemanticDisclosure, measure_disclosure
from kinonym.privacy import Classes, check_models
from kinonym.recipe import Recipe, load_recipe
from kinonym.run.against import Against, measure_against
from kinonym.run.disclosure import by_meaning, class_cells

__all__ = ["Verification", "verify"]


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What a table shows by itself; missing counts as a value.

    ``disclosures`` say what its classes give away of each confidential column, ``against`` what it shows beside
    its original, where one was given.
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
    disclosures: tuple[Disclosure, ...] = ()
    semantic_disclosures: tuple[SemanticDisclosure, ...] = ()
    against: Against | None = None

    def __repr__(self) -> str:
        shown = {
            "k": self.k, "l": self.l, "p": self.p, "t": None if self.t is None else round(self.t, 4),
            "classes": self.classes, "records": self.records,
        }  # fmt: skip
        return f"<Verification {', '.join(f'{k}={v}' for k, v in shown.items() if v is not None)}>"

    def rows(self) -> list[tuple[str, str]]:
        """What was found, as a terminal shows it."""
        rows = [
            ("k", f"{self.k} (smallest class of equal quasi-identifiers)"),
            ("classes", f"{self.classes:,} over {self.records:,} records, {self.unique:,} of one record"),
        ]
        if self.l is not None:
            rows += [
                ("l", f"{self.l} distinct confidential values at least (entropy: {self.entropy_l:.2f})"),
                ("p", f"{self.p}-sensitive"),
                ("t", f"{self.t:.4f} at most from the table's distribution"),
            ]
        for one in self.disclosures:
            known = f"known for certain in {one.homogeneous:.1%} of the records"
            rows.append(
                (one.column, f"{known}, guessed in {one.guess:.1%} (in the whole table {one.guess_before:.1%})")
            )
        for near in self.semantic_disclosures:
            rows.append(
                (f"{near.column}, by meaning", f"narrowed to one family in {near.homogeneous:.1%} of the records")
            )
        return rows + (self.against.rows() if self.against else [])


def verify(
    table: Any,  # noqa: ANN401
    quasi: Sequence[str],
    confidential: Sequence[str] = (),
    *,
    original: Any = None,  # noqa: ANN401
    missing: Sequence[str] = (),
    recipe: Recipe | Mapping[str, Any] | str | Path | None = None,
    aligned: bool = False,
) -> Verification:
    """Recount a table, whoever made it, and measure it against its original.

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
    recipe
        What the values mean: with it distances are semantic, without it values are equal or not.
    aligned
        Row i of the table is row i of the original, so that it is known what each record became. A file that this
        program wrote is shuffled and is not aligned.
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
    loaded = None if recipe is None else load_recipe(recipe)
    counted_values = {name: memory.count(table, [name], missing=missing) for name in confidential}
    cells = {n: class_cells(counted.tuple_of_row, own.tuple_of_row) for n, own in counted_values.items()}
    models = check_models(Classes(counted.counts, cells))
    against = None
    if original is not None:
        against = measure_against(table, original, quasi, missing=missing, recipe=loaded, aligned=aligned)
    near = [] if loaded is None else [by_meaning(loaded, n, own, cells[n]) for n, own in counted_values.items()]
    return Verification(
        records=int(counted.counts.sum()),
        classes=len(counted.counts),
        unique=int(np.count_nonzero(counted.counts == 1)),
        k=models.k,
        l=models.l,
        p=models.p,
        t=models.t,
        entropy_l=models.entropy_l,
        original_records=None if against is None else sum(b.records_before for b in against.risk.bands),
        original_unique=None if against is None else against.risk.unique_before,
        disclosures=tuple(measure_disclosure(name, counted.counts, rows) for name, rows in cells.items()),
        semantic_disclosures=tuple(one for one in near if one is not None),
        against=against,
    )
