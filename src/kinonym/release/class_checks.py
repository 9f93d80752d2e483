"""Checks of the equivalence classes of a release: at least k records or persons, and diverse confidential values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kinonym.engines.contract import Tally
from kinonym.engines.recount import Recount, class_sizes
from kinonym.methods.demands import TOLERANCE, Demands
from kinonym.privacy import Classes, Models, check_models
from kinonym.privacy.closeness import class_distances
from kinonym.privacy.ground import Ground, ground_of
from kinonym.release.checks import Check, refuse
from kinonym.release.planned_release import PlannedRelease
from kinonym.tuples.index_arrays import Cells, Counts, PersonOfCell, TupleOfCell
from kinonym.tuples.persons import WeightedValues, count_once, number_unnamed, share_equally

__all__ = ["DiverseClasses", "MinimumClass", "diverse_classes", "minimum_class", "persons_in", "rows_of_persons"]


@dataclass(frozen=True)
class MinimumClass:
    """Every combination of the columns occurs at least ``k`` times, missing counted as a value."""

    columns: tuple[str, ...]
    k: int

    def verify(self, tally: Tally) -> None:
        """Raise unless the smallest class has ``k`` records."""
        sizes, classes = class_sizes(tally, self.columns)
        small = sizes < self.k
        if small.any():
            refuse(
                f"{classes[small].sum()} combinations of {_join_names(self.columns)} occur fewer than {self.k} times, "
                f"the rarest {sizes[small].min()} times"
            )


@dataclass(frozen=True)
class MinimumPersons:
    """Every combination of the columns belongs to at least ``k`` different persons, missing counted as a value."""

    columns: tuple[str, ...]
    k: int

    def verify(self, tally: Tally) -> None:
        """Raise unless the smallest class has ``k`` persons."""
        persons = persons_in(tally, self.columns)
        few = persons[persons < self.k]
        if len(few):
            refuse(
                f"{len(few)} combinations of {_join_names(self.columns)} belong to fewer than {self.k} persons, "
                f"one to {few.min()}"
            )


@dataclass(frozen=True, eq=False)
class DiverseClasses:
    """Every combination of the quasi-identifiers meets the demands on one confidential column.

    ``columns``: the quasi-identifiers, then the confidential column. ``texts``: its texts, in the order of ``ground``,
    which says how far apart they are; two texts are two values even if they mean the same.
    """

    columns: tuple[str, ...]
    demands: Demands
    texts: tuple[str | None, ...]
    ground: Ground
    missing_text: str | None = None
    """The text that a written file has for a missing value."""
    by_person: bool = False
    """Whether persons are counted, not records."""

    def verify(self, tally: Tally) -> None:
        """Raise unless every demand holds in every class."""
        counted = tally.count(self.columns)
        position = {text: i for i, text in reversed(list(enumerate(self.texts)))}
        position.setdefault(None, position.get(self.missing_text, -1))
        codes = np.array([position.get(text, -1) for text in counted.values[-1]], dtype=np.int64)
        if (codes < 0).any():
            refuse(f"column {self.columns[-1]!r} holds a text that the original does not have")
        sizes, (group, value, count) = counted.cells()
        cells, shared = (group, codes[value], count), None
        if self.by_person:
            at, person, records = rows_of_persons(tally, self.columns)
            cells = count_once(group[at], codes[value][at], person)
            shared = share_equally(group[at], codes[value][at], person, records, len(self.texts))
        weighed = {} if shared is None else {self.columns[-1]: shared}
        models = check_models(Classes(sizes, {self.columns[-1]: cells}, weighed))
        broken = [name for name, holds in self._check_demands(models, cells, shared).items() if not holds]
        if broken:
            refuse(f"{', '.join(broken)} of column {self.columns[-1]!r} does not hold in every class")

    def _check_demands(self, models: Models, cells: Cells, shared: WeightedValues | None) -> dict[str, bool]:
        """Return for each demand whether it holds."""
        demands, holds = self.demands, {}
        if demands.l_diversity is not None:
            holds["l_diversity"] = self._diverse(models, demands.l_diversity)
        if demands.p_sensitive is not None:
            holds["p_sensitive"] = (models.p or 0) >= demands.p_sensitive
        if demands.t_closeness is not None:
            limit = demands.t_closeness + TOLERANCE
            weighed, overall = (cells, None) if shared is None else (shared[:3], shared.overall)
            apart = class_distances(weighed, self.ground, limit=limit, overall=overall)
            holds["t_closeness"] = bool((apart <= limit).all())
        return holds

    def _diverse(self, models: Models, level: float) -> bool:
        if self.demands.diversity == "entropy":
            return math.log(models.entropy_l or 1.0) >= math.log(level) - TOLERANCE
        if (models.l or 0) < level:
            return False
        if self.demands.diversity == "distinct":
            return True
        return (models.commonest or 0.0, *models.recursive)[int(level) - 1] < self.demands.c - TOLERANCE


def minimum_class(planned: PlannedRelease) -> Iterator[Check]:
    """Classes of at least k records, and of k persons where they are known."""
    k = planned.method.k_or_none or 1
    yield MinimumClass(planned.names, k)
    if planned.plan.tuples.persons is not None:
        yield MinimumPersons(planned.names, k)


def diverse_classes(planned: PlannedRelease) -> Iterator[Check]:
    """The demands on every confidential column that is released unchanged."""
    demands = planned.method.demands
    if demands is None:
        return
    for column in planned.plan.tuples.confidential:
        distances = ground_of(column.name, column.domain, column.points, demands.needed_ground)
        yield DiverseClasses(
            (*planned.names, column.name),
            demands,
            column.texts,
            distances,
            planned.missing_text,
            by_person=planned.plan.tuples.persons is not None,
        )


def persons_in(tally: Tally, columns: Sequence[str]) -> Counts:
    """How many different persons have each combination of some columns, recounted."""
    row_of_entry, person, _ = rows_of_persons(tally, columns)
    pairs = np.unique(np.stack([row_of_entry, person]), axis=1)
    return np.bincount(pairs[0], minlength=len(tally.count(columns).counts)).astype(np.int64)


def rows_of_persons(tally: Tally, columns: Sequence[str]) -> tuple[TupleOfCell, PersonOfCell, Counts]:
    """Rows (combination, person, records) of what was recounted; a row without a person counts as a separate person."""
    if not isinstance(tally, Recount):
        refuse("the persons of the rows were not recounted")
    owned = tally.persons(columns)
    person, records, tuple_of_entry = number_unnamed(owned.person_of, owned.counts, owned.tuple_of)
    return tuple_of_entry, person, records


def _join_names(columns: Sequence[str]) -> str:
    return ", ".join(map(repr, columns))
