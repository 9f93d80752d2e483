"""Verify any table, made by this program or another: count its classes, and hold it against its original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines import open_table
from kinonym.engines.contract import Cells, Counts, Source
from kinonym.errors import DataError, UsageError
from kinonym.grouped import Confidential
from kinonym.metrics import ConfidentialCounts, SemanticDisclosure, measure_disclosure
from kinonym.pipeline.columns import concepts_of
from kinonym.pipeline.preparing import confidential_beside
from kinonym.privacy import Classes, check_models
from kinonym.privacy.closeness import class_distances, grounds_for, transport_work
from kinonym.privacy.ground import GroundName, ground_of
from kinonym.recipe import Recipe, load_recipe
from kinonym.verifying.original import Against, measure_against
from kinonym.verifying.verification import Verification

__all__ = ["verify"]

_QUICK = 1e8  # steps of the semantic distance that are taken unasked


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
        ``semantic``. By default all that the recipe gives a meaning to, as far as they are quick.
    """
    if not quasi:
        msg = "verify needs at least one quasi-identifier"
        raise UsageError(msg, hint="name the columns an attacker may know")
    if both := set(quasi) & set(confidential):
        msg = f"a column cannot be both quasi-identifier and confidential: {sorted(both)[0]!r}"
        raise UsageError(msg, hint="its values are equal in every class; leave it out of one of the two")
    source = open_table(table, missing)
    counted = source.count(quasi)
    if not len(counted.counts):
        msg = "the table has no records"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    loaded = None if recipe is None else load_recipe(recipe)
    every = np.arange(len(counted.counts))
    beside = {name: confidential_beside(source, loaded, quasi, name, every) for name in confidential}
    cells = {name: (column.owner, column.value.astype(np.int64), column.count) for name, column in beside.items()}
    models = check_models(Classes(counted.counts, cells))
    near = {name: _closeness(column, cells[name], ground) for name, column in beside.items()}
    against = None if original is None else _against(open_table(original, missing), source, quasi, loaded, aligned)
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
        commonest=models.commonest,
        closeness=near,
        original_records=None if against is None else sum(b.records_before for b in against.risk.bands),
        original_unique=None if against is None else against.risk.unique_before,
        disclosures=tuple(measure_disclosure(name, counted.counts, rows) for name, rows in cells.items()),
        semantic_disclosures=_by_meaning(loaded, counted.counts, beside, cells),
        against=against,
    )


def _closeness(column: Confidential, cells: Cells, ground: GroundName | None) -> dict[GroundName, float]:
    """The greatest distance of a class from the table, on every ground distance that has a meaning."""
    wanted = grounds_for(column.domain) if ground is None else tuple(dict.fromkeys(("equal", ground)))
    slow = ground is None and transport_work(cells) > _QUICK
    if slow:
        wanted = tuple(name for name in wanted if name != "semantic")
    grounds = [ground_of(column.name, column.domain, column.points, name) for name in wanted]
    return {g.name: float(class_distances(cells, g).max()) for g in grounds if not (slow and g.shape == "table")}


def _by_meaning(
    recipe: Recipe | None, sizes: Counts, beside: Mapping[str, Confidential], cells: Mapping[str, Cells]
) -> tuple[SemanticDisclosure, ...]:
    """What the texts of each class have in common, where the recipe says what they mean."""
    if recipe is None:
        return ()
    measured = []
    for name, column in beside.items():
        meaning = concepts_of(recipe, name, column.texts, column.totals)
        counts = ConfidentialCounts(name=name, sizes=sizes, cells=cells[name], meaning=meaning)
        measured.append(counts.semantic_disclosure())
    return tuple(near for near in measured if near is not None)


def _against(
    original: Source,
    release: Source,
    quasi: Sequence[str],
    recipe: Recipe | None,
    aligned: bool,  # noqa: FBT001
) -> Against:
    """Count the original, and where rows are aligned what became of each of its combinations."""
    lacking = [name for name in quasi if name not in original.columns]
    if lacking:
        msg = f"the original has no column {lacking[0]!r}"
        raise UsageError(msg, hint="the original and the release must have the quasi-identifiers under one name")
    pairs = original.beside(release, quasi) if aligned and original.records else None
    return measure_against(original.count(quasi), release.count(quasi), quasi, recipe=recipe, pairs=pairs)
