"""Verify any table, made by this program or another: count its classes, and hold it against its original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines import memory
from kinonym.engines.kinds import column_names
from kinonym.engines.memory import Counted
from kinonym.errors import DataError, UsageError
from kinonym.metrics import ConfidentialCounts, SemanticDisclosure, measure_disclosure
from kinonym.privacy import Classes, check_models
from kinonym.privacy.ground import GroundName
from kinonym.recipe import Recipe, load_recipe
from kinonym.run.classes import class_cells, concepts_of
from kinonym.run.confidential import Meant, closeness, meanings
from kinonym.verifying.original import Against, Pairs, measure_against
from kinonym.verifying.verification import Verification

__all__ = ["verify"]


def verify(
    table: Any,  # noqa: ANN401
    quasi: Sequence[str],
    confidential: Sequence[str] = (),
    *,
    original: Any = None,  # noqa: ANN401
    missing: Sequence[str] = (),
    recipe: Recipe | Mapping[str, Any] | str | Path | None = None,
    aligned: bool = False,
    ground: GroundName | None = None,
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
    ground
        A distance between confidential values to measure t with, beside ``equal``: ``ordered``, ``hierarchical`` or
        ``semantic``. By default all that the recipe gives a meaning to; the semantic one only where it is quick.
    """
    _check_roles(quasi, confidential)
    counted = memory.count(table, list(quasi), missing=missing)
    if not len(counted.counts):
        msg = "the table has no records"
        raise DataError(msg)
    loaded = None if recipe is None else load_recipe(recipe)
    meant = {name: meanings(table, name, counted.tuple_of_row, missing=missing, recipe=loaded) for name in confidential}
    models = check_models(Classes(counted.counts, {name: column.cells for name, column in meant.items()}))
    near = {name: closeness(name, column, ground) for name, column in meant.items()}
    against = None if original is None else _against(original, counted, quasi, missing, loaded, aligned=aligned)
    return Verification(
        records=int(counted.counts.sum()),
        classes=len(counted.counts),
        unique=int(np.count_nonzero(counted.counts == 1)),
        k=models.k,
        l=models.l,
        p=models.p,
        t=models.t if ground is None else max((column[ground] for column in near.values()), default=None),
        entropy_l=models.entropy_l,
        recursive=models.recursive,
        closeness=near,
        original_records=None if against is None else sum(b.records_before for b in against.risk.bands),
        original_unique=None if against is None else against.risk.unique_before,
        disclosures=tuple(measure_disclosure(name, counted.counts, column.cells) for name, column in meant.items()),
        semantic_disclosures=_by_meaning(loaded, counted.counts, meant),
        against=against,
    )


def _check_roles(quasi: Sequence[str], confidential: Sequence[str]) -> None:
    if not quasi:
        msg = "verify needs at least one quasi-identifier"
        raise UsageError(msg, hint="name the columns an attacker may know")
    if both := set(quasi) & set(confidential):
        msg = f"a column cannot be both quasi-identifier and confidential: {sorted(both)[0]!r}"
        raise UsageError(msg, hint="its values are equal in every class; leave it out of one of the two")


def _by_meaning(
    recipe: Recipe | None, sizes: NDArray[np.int64], meant: Mapping[str, Meant]
) -> tuple[SemanticDisclosure, ...]:
    """What the texts of each class have in common, where the recipe says what they mean."""
    if recipe is None:
        return ()
    found = []
    for name, column in meant.items():
        meaning = concepts_of(recipe, name, column.counted)
        counts = ConfidentialCounts(name=name, sizes=sizes, cells=column.texts, meaning=meaning)
        found.append(counts.semantic_disclosure())
    return tuple(near for near in found if near is not None)


def _against(
    original: Any,  # noqa: ANN401
    release: Counted,
    quasi: Sequence[str],
    missing: Sequence[str],
    recipe: Recipe | None,
    *,
    aligned: bool,
) -> Against:
    """Count the original, and where rows are aligned what became of each of its combinations."""
    lacking = [name for name in quasi if name not in column_names(original)]
    if lacking:
        msg = f"the original has no column {lacking[0]!r}"
        raise UsageError(msg, hint="the original and the release must have the quasi-identifiers under one name")
    counted = memory.count(original, list(quasi), missing=missing)
    pairs = _pairs(counted, release) if aligned and len(counted.counts) else None
    return measure_against(counted, release, quasi, recipe=recipe, pairs=pairs)


def _pairs(original: Counted, release: Counted) -> Pairs:
    """How often each combination stands beside each other one, row by row."""
    if len(original.tuple_of_row) != len(release.tuple_of_row):
        msg = (
            f"the original has {len(original.tuple_of_row):,} rows and the release {len(release.tuple_of_row):,}: "
            "they cannot be compared row by row"
        )
        raise DataError(msg, hint="leave `aligned` out: what two tables of different length show is measured")
    return class_cells(original.tuple_of_row, release.tuple_of_row)
