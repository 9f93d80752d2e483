"""Verify any table, made by this program or another: which k, l, p and t it has, and whether that is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines import open_table
from kinonym.engines.contract import Cells, Counts, Source
from kinonym.errors import DataError, UsageError
from kinonym.grouped import Confidential
from kinonym.metrics import ConfidentialCounts, Disclosure, SemanticDisclosure, measure_disclosure
from kinonym.pipeline.classes import concepts_of
from kinonym.pipeline.preparing import confidential_beside
from kinonym.privacy import Classes, Models, check_models
from kinonym.privacy.closeness import class_distances, grounds_for, transport_work
from kinonym.privacy.demands import Demands, unmet
from kinonym.privacy.ground import GroundName, ground_of
from kinonym.recipe import Recipe, load_recipe
from kinonym.verifying.original import Against, against_rows, measure_against

__all__ = ["Verification", "verify"]

_QUICK = 1e8  # steps of the semantic distance that are taken unasked
_LACKING = {
    "distinct": "the table has l = {reached:g}, less than {asked:g}",
    "entropy": "the table has entropy l = {reached:.4f}, less than {asked:g}",
    "recursive": "for l = {l:g} c must be greater than {reached:.4f} in this table",
    "sensitive": "the table is {reached:g}-sensitive, {asked:g} was asked for",
    "close": "the table has t = {reached:.4f} ({ground}), more than {asked:g}",
}


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What a table shows by itself; missing counts as a value.

    ``k``: records of the smallest class. Over all classes and confidential columns: ``l`` and ``p``: least number
    of distinct values, ``entropy_l``: exp of the least entropy, ``recursive``: for l = 2, 3, … the figure that c
    must exceed for recursive (c, l)-diversity, ``commonest``: that figure for l = 1, ``t``: greatest distance from
    the table's distribution, on the ground distance that was asked for, or else with all values equally far apart.
    ``closeness``: t per column and ground distance. ``disclosures`` say what the classes give away of each
    confidential column, ``semantic_disclosures`` how deep their values' common subsumers lie, ``against`` what the
    table shows beside its original, where one was given.
    """

    records: int
    classes: int
    unique: int
    k: int
    l: int | None  # noqa: E741
    p: int | None
    t: float | None
    entropy_l: float | None
    recursive: tuple[float, ...] = ()
    commonest: float | None = None
    closeness: Mapping[str, Mapping[GroundName, float]] = field(default_factory=dict)
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
                ("l, recursive", self._recursive_row()),
                ("p", f"{self.p}-sensitive"),
                ("t", f"{self.t:.4f} at most from the table's distribution"),
            ]
        for column, found in self.closeness.items():
            if len(found) > 1:
                rows.append((f"t of {column}", ", ".join(f"{ground} {t:.4f}" for ground, t in found.items())))
        for given in self.disclosures:
            known = f"known for certain in {given.homogeneous:.1%} of the records"
            guessed = f"guessed in {given.guess:.1%} (in the whole table {given.guess_before:.1%})"
            rows.append((given.column, f"{known}, {guessed}"))
        for near in self.semantic_disclosures:
            told = (
                f"narrowed to one family in {near.homogeneous:.1%} of the records; the values of a class meet at depth "
                f"{near.deepest} at most, those of the column at {near.depth}"
            )
            rows.append((f"{near.column}, by meaning", told))
        return rows + (against_rows(self.against) if self.against else [])

    def _recursive_row(self) -> str:
        shown = [f"(c, {level})-diverse for c > {c:.3g}" for level, c in enumerate(self.recursive[:3], 2)]
        return ", ".join(shown) or "a class has a single value"

    def unmet(self, demands: Demands, *, k: int | None = None) -> list[str]:
        """What of these demands the table does not meet, each in words; empty if it meets all.

        Parameters
        ----------
        demands
            l, p and t as a method takes them.
        k
            Least number of records in a class.
        """
        found = [] if k is None or self.k >= k else [f"the table has k = {self.k}, less than {k}"]
        if demands.demanding and (self.l is None or self.entropy_l is None or self.t is None or self.p is None):
            msg = "l, p and t need a confidential column"
            raise UsageError(msg, hint="name the columns whose values should stay diverse")
        reached = Models(
            k=self.k, l=self.l, p=self.p, t=self.t, entropy_l=self.entropy_l, recursive=self.recursive,
            commonest=self.commonest,
        )  # fmt: skip
        lacks = unmet(reached, demands, t=self._t(demands.needed_ground))
        told = {"l": demands.l_diversity, "ground": demands.ground}
        return found + [_LACKING[lack.model].format(**lack._asdict(), **told) for lack in lacks]

    def _t(self, ground: GroundName) -> float:
        """The greatest t of the columns on a ground distance; it must have been measured on all of them."""
        without = [column for column, found in self.closeness.items() if ground not in found]
        if without:
            msg = f"the {ground} distance of column {without[0]!r} was not measured"
            raise UsageError(msg, hint="give a recipe that says what its values mean, and name the ground distance")
        return max(found[ground] for found in self.closeness.values())


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
        raise DataError(msg)
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
    wanted = grounds_for(column.domain)
    if ground is not None:
        wanted = tuple(dict.fromkeys(("equal", ground)))
    elif transport_work(cells) > _QUICK:
        wanted = tuple(name for name in wanted if name != "semantic")
    return {
        name: float(class_distances(cells, ground_of(column.name, column.domain, column.points, name)).max())
        for name in wanted
    }


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
