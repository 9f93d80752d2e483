"""What the gate requires of a release: each check reads counts of the written file, and raises if one is wrong.

Messages name columns and counts, never a value.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.engines.contract import Tally
from kinonym.engines.recount import Recount
from kinonym.errors import PrivacyError
from kinonym.files.texts import written_text
from kinonym.methods import Method
from kinonym.methods.demands import TOLERANCE, Demands
from kinonym.privacy import Classes, Models, check_models
from kinonym.privacy.closeness import class_distances
from kinonym.privacy.ground import Ground, ground_of
from kinonym.tuples import Plan
from kinonym.tuples.counted import Counted
from kinonym.tuples.equal_rows import comparable
from kinonym.tuples.index_arrays import DROPPED, Cells, Counts, PersonOfCell, PlannedOfCounted, TupleOfCell
from kinonym.tuples.persons import WeightedValues, count_once, number_unnamed, share_equally
from kinonym.tuples.tuples import tuple_points

__all__ = [
    "Check",
    "ColumnTexts",
    "DiverseClasses",
    "MinimumClass",
    "PlannedRelease",
    "SameValues",
    "diverse_classes",
    "following",
    "in_order",
    "minimum_class",
    "persons_in",
    "refuse",
    "rows_of_persons",
    "same_values",
    "verify_linked_order",
]


Written = Mapping[str, Sequence[str | float | None]]
"""Column → what is written for each masked tuple."""


class Check(Protocol):
    """A condition on what was released."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the combinations that `verify` needs counted."""

    def verify(self, tally: Tally) -> None:
        """Raise `PrivacyError` unless the condition holds."""


@dataclass(frozen=True)
class MinimumClass:
    """Every combination of the columns occurs at least ``k`` times, missing counted as a value."""

    columns: tuple[str, ...]
    k: int

    def verify(self, tally: Tally) -> None:
        """Raise unless the smallest class has ``k`` records."""
        sizes = tally.count(self.columns).counts
        small = sizes[sizes < self.k]
        if len(small):
            refuse(
                f"{len(small)} combinations of {_listed(self.columns)} occur fewer than {self.k} times, "
                f"the rarest {small.min()} times"
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
                f"{len(few)} combinations of {_listed(self.columns)} belong to fewer than {self.k} persons, "
                f"one to {few.min()}"
            )


@dataclass(frozen=True, eq=False)
class SameValues:
    """The values of a column occur exactly as often as ``expected`` says, missing as None."""

    column: str
    expected: Mapping[str | None, int]

    @property
    def columns(self) -> tuple[str, ...]:
        """The one column."""
        return (self.column,)

    def verify(self, tally: Tally) -> None:
        """Raise unless the multisets are equal."""
        counted = tally.count(self.columns)
        times = zip(counted.values[0], counted.value_counts(0).tolist(), strict=True)
        surplus = Counter[str | None]()
        for text, records in [*times, *((text, -records) for text, records in self.expected.items())]:
            surplus[_as_written(text)] += records
        wrong = sum(map(abs, surplus.values()))
        if wrong:
            refuse(f"the values of {self.column!r} are not the original ones: {wrong} are too many or missing")


@dataclass(frozen=True, eq=False)
class DiverseClasses:
    """Every combination of the quasi-identifiers keeps what was demanded of one confidential column.

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
        place = {text: i for i, text in reversed(list(enumerate(self.texts)))}
        place.setdefault(None, place.get(self.missing_text, -1))
        codes = np.array([place.get(text, -1) for text in counted.values[-1]], dtype=np.int64)
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
        broken = [name for name, kept in self._kept(models, cells, shared).items() if not kept]
        if broken:
            refuse(f"{', '.join(broken)} of column {self.columns[-1]!r} does not hold in every class")

    def _kept(self, models: Models, cells: Cells, shared: WeightedValues | None) -> dict[str, bool]:
        """Each demand, and whether it holds."""
        wanted, kept = self.demands, {}
        if wanted.l_diversity is not None:
            kept["l_diversity"] = self._diverse(models, wanted.l_diversity)
        if wanted.p_sensitive is not None:
            kept["p_sensitive"] = (models.p or 0) >= wanted.p_sensitive
        if wanted.t_closeness is not None:
            limit = wanted.t_closeness + TOLERANCE
            weighed, overall = (cells, None) if shared is None else (shared[:3], shared.overall)
            apart = class_distances(weighed, self.ground, limit=limit, overall=overall)
            kept["t_closeness"] = bool((apart <= limit).all())
        return kept

    def _diverse(self, models: Models, level: float) -> bool:
        if self.demands.diversity == "entropy":
            return math.log(models.entropy_l or 1.0) >= math.log(level) - TOLERANCE
        if (models.l or 0) < level:
            return False
        if self.demands.diversity == "distinct":
            return True
        return (models.commonest or 0.0, *models.recursive)[int(level) - 1] < self.demands.c - TOLERANCE


@dataclass(frozen=True, eq=False)
class InOrder:
    """No more records than planned have the first column after the second."""

    columns: tuple[str, str]
    domains: tuple[Domain, Domain]
    late: int
    """How many records are planned so: only some that the original has so already."""

    def verify(self, tally: Tally) -> None:
        """Raise if the release has turned an order round."""
        counted = tally.count(self.columns)
        points = [domain.encode(texts) for domain, texts in zip(self.domains, counted.values, strict=True)]
        own = [points[j][counted.codes[:, j]] for j in (0, 1)]
        late = self.domains[0].comes_after(own[0], self.domains[1], own[1])
        records = int(counted.counts[late].sum())
        if records > self.late:
            first, second = map(repr, self.columns)
            refuse(f"{first} comes after {second} in {records:,} rows, planned were {self.late:,}")


@dataclass(frozen=True, eq=False)
class Follows:
    """Beside every value of the first column stands the text of the second that belongs to it."""

    columns: tuple[str, str]
    pairs: frozenset[tuple[str | None, str | None]]
    """What may stand side by side."""
    single: bool = True
    """Whether equal values must have equal texts; codes of two systems may be spelt alike."""

    def verify(self, tally: Tally) -> None:
        """Raise if a row contradicts another, or what was planned."""
        counted = tally.count(self.columns)
        leader, follower = (list(map(_as_written, texts)) for texts in counted.values)
        follower_of: dict[str | None, str | None] = {}
        wrong = 0
        for (i, j), records in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
            known = (leader[i], follower[j]) in self.pairs
            other = self.single and follower_of.setdefault(leader[i], follower[j]) != follower[j]
            wrong += records if other or not known else 0
        if wrong:
            refuse(f"column {self.columns[1]!r} does not follow from {self.columns[0]!r} in {wrong:,} rows")


@dataclass(frozen=True, eq=False)
class ColumnTexts:
    """What the texts of a masked column mean."""

    texts: Sequence[str | None]
    points: Points
    """Of each text."""
    codes: NDArray[np.int32] | None = None
    """Which of them each counted combination has, where equal texts may mean different things; else None."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PlannedRelease:
    """What is known before anything is written: the method, its plan, and the texts that stand for it."""

    method: Method
    plan: Plan
    written: Written
    counted: Counted
    """The combinations of texts that the input has."""
    planned_of_counted: PlannedOfCounted
    """Counted combination → tuple of the plan, or `DROPPED`."""
    understood: tuple[ColumnTexts, ...]
    """Of each masked column."""
    missing_text: str | None = None
    """The text that a written file has for a missing value."""
    ties: tuple[tuple[int, int], ...] = ()
    """Places of masked columns of which the first never comes after the second."""
    following: Mapping[str, str] = field(default_factory=dict)
    """Column → the masked one that decides what it says."""
    mixed: frozenset[str] = frozenset()
    """Masked columns of several code systems."""

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.plan.tuples.columns)


def minimum_class(planned: PlannedRelease) -> Iterator[Check]:
    """Classes of at least k records, and of k persons where they are known."""
    k = planned.method.k_or_none or 1
    yield MinimumClass(planned.names, k)
    if planned.plan.tuples.persons is not None:
        yield MinimumPersons(planned.names, k)


def diverse_classes(planned: PlannedRelease) -> Iterator[Check]:
    """What was demanded of every confidential column that stays as it is."""
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


def same_values(planned: PlannedRelease) -> Iterator[Check]:
    """Every value of a column as often as the input has it, in the text that is written for it."""
    if not planned.method.traits.keeps_marginals:
        return
    tuples = planned.plan.tuples
    for j, column in enumerate(tuples.columns):
        points = comparable(planned.plan.targets[:, j]).tolist()
        text_of = dict(zip(points, map(written_text, planned.written[column.name]), strict=True))
        times = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(column.points))
        expected: Counter[str | None] = Counter()
        for point, records in zip(comparable(column.points).tolist(), times.tolist(), strict=True):
            expected[text_of.get(point, "")] += int(records)
        yield SameValues(column.name, expected)


def in_order(planned: PlannedRelease) -> Iterator[Check]:
    """Columns that the recipe links by their order."""
    plan = planned.plan
    released = plan.target != DROPPED
    for first, second in planned.ties:
        columns = planned.plan.tuples.columns[first], planned.plan.tuples.columns[second]
        late = _late_rows(planned, plan.targets, first, second)[plan.target[released]]
        names, domains = (columns[0].name, columns[1].name), (columns[0].domain, columns[1].domain)
        yield InOrder(names, domains, int(plan.count[released][late].sum()))


def verify_linked_order(planned: PlannedRelease) -> None:
    """Raise `PrivacyError` if the plan reverses linked columns in a record that has them in order."""
    plan, tuples = planned.plan, planned.plan.tuples
    released = plan.target != DROPPED
    for first, second in planned.ties:
        late_before = _late_rows(planned, tuple_points(tuples), first, second)[plan.source[released]]
        late_after = _late_rows(planned, plan.targets, first, second)[plan.target[released]]
        reversed_rows = int(plan.count[released][late_after & ~late_before].sum())
        if reversed_rows:
            names = tuples.columns[first].name, tuples.columns[second].name
            refuse(f"{names[0]!r} comes after {names[1]!r} in {reversed_rows:,} rows that are in order in the original")


def _late_rows(planned: PlannedRelease, points: Points, first: int, second: int) -> NDArray[np.bool_]:
    """Which rows of points have the first column after the second."""
    columns = planned.plan.tuples.columns
    return columns[first].domain.comes_after(points[:, first], columns[second].domain, points[:, second])


def following(planned: PlannedRelease) -> Iterator[Check]:
    """Columns that take their text from a masked one."""
    for name, leader in planned.following.items():
        values, texts = ([_as_written(written_text(x)) for x in planned.written[n]] for n in (leader, name))
        yield Follows((leader, name), frozenset(zip(values, texts, strict=True)), leader not in planned.mixed)


def persons_in(tally: Tally, columns: Sequence[str]) -> Counts:
    """How many different persons have each combination of some columns, recounted."""
    place, person, _ = rows_of_persons(tally, columns)
    pairs = np.unique(np.stack([place, person]), axis=1)
    return np.bincount(pairs[0], minlength=len(tally.count(columns).counts)).astype(np.int64)


def rows_of_persons(tally: Tally, columns: Sequence[str]) -> tuple[TupleOfCell, PersonOfCell, Counts]:
    """Rows (combination, person, records) of what was recounted; a row without a person counts as a separate person."""
    if not isinstance(tally, Recount):
        refuse("the persons of the rows were not recounted")
    owned = tally.persons(columns)
    person, records, place = number_unnamed(owned.person_of, owned.counts, owned.tuple_of)
    return place, person, records


def _as_written(text: str | None) -> str | None:
    """A number of a table in memory as a file would have it: without a fraction that is zero."""
    return text if text is None else text.removesuffix(".0")


def refuse(reason: str) -> NoReturn:
    """Stop a release that is not as it must be."""
    msg = f"{reason}; nothing was released"
    raise PrivacyError(msg, hint="this is a defect of the program: please report it")


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(map(repr, columns))
