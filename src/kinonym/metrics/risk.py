"""Risk that shows in the sizes of classes and in equal combinations (specification 8); attacks are in privacy."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.metrics.plan_changes import row_changes
from kinonym.tuples import Persons, Plan
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.plan import class_persons

__all__ = [
    "BANDS",
    "ClassBand",
    "Risk",
    "class_bands",
    "exact_linkage",
    "measure_risk",
    "risk_of_classes",
    "risk_of_size_counts",
    "score",
]

Sizes = NDArray[np.int64]
SizeCounts = tuple[Sizes, Sizes]
"""(distinct sizes of classes, how many classes have each)."""

BANDS = (1, 2, 3, 5, 10, 20, 50, 100)
"""Where the bands of class sizes begin."""


@dataclass(frozen=True, kw_only=True)
class ClassBand:
    """Classes of ``least`` to ``most`` records (None: no limit) and the records in them, before and after."""

    least: int
    most: int | None
    classes_before: int
    records_before: int
    classes_after: int
    records_after: int

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        return str(self.least) if self.most == self.least else f"{self.least}–{self.most}"


@dataclass(frozen=True, kw_only=True)
class Risk:
    """What was linkable before masking and what is linkable after.

    ``unique_before`` and ``unique_after`` count records with a unique combination. ``linkage`` is
    RL of A eq. 12-13, in percent: the attacker looks each masked record up among the original ones by exact
    match. The others are chances of attackers who know which class a person fell into: ``prosecutor`` the
    greatest one, 1 / smallest class, of an attacker who knows that the person is in the file; ``journalist``
    the same of one who does not, the file being a sample of the population, and so the same where it is all
    of it; ``marketer`` the mean over all records, classes / records. Where persons are known these are the chances
    that a record picked in the class that holds most of a person's is hers: the greatest, and the mean over persons;
    ``linkage`` is the mean over persons, and classes are as large as they have persons.
    """

    unique_before: int
    unique_after: int
    linkage: float
    prosecutor: float
    journalist: float
    marketer: float
    prosecutor_before: float
    marketer_before: float
    bands: tuple[ClassBand, ...]
    unit: str = "records"
    """What was counted: records, or persons if known and if every tuple has one target."""
    fewest_persons: int | None = None
    """Persons of the smallest class, where persons were counted."""


def measure_risk(plan: Plan, *, sampled: float = 1.0) -> Risk:
    """Measure a plan; ``sampled`` is the share of the population that is in the file."""
    persons, linkage = plan.tuples.persons, exact_linkage(plan)
    if persons is None or not plan.whole:
        risk = risk_of_classes(plan.tuples.counts, plan.class_sizes, linkage=linkage, sampled=sampled)
        return replace(risk, unit="persons") if plan.tuples.histories else risk
    persons_of_class, group = class_persons(plan, persons)
    in_class = group >= 0
    sizes = np.bincount(group[in_class], weights=plan.tuples.counts[in_class], minlength=len(persons_of_class))
    mean, greatest = persons.linkage_chances(group, sizes)
    before = persons.linkage_chances(np.arange(len(plan.tuples)), plan.tuples.counts)
    return replace(
        risk_of_classes(persons.of_tuples, persons_of_class, linkage=linkage, sampled=sampled),
        prosecutor=greatest,
        journalist=greatest * sampled,
        marketer=mean,
        marketer_before=before[0],
        prosecutor_before=before[1],
        unit="persons",
        fewest_persons=int(persons_of_class.min(initial=persons.number)),
    )


def risk_of_classes(before: Sizes, sizes: Sizes, *, linkage: float, sampled: float = 1.0) -> Risk:
    """Risk from the sizes of the classes before and after."""
    return risk_of_size_counts(_count_sizes(before), _count_sizes(sizes), linkage=linkage, sampled=sampled)


def risk_of_size_counts(before: SizeCounts, after: SizeCounts, *, linkage: float, sampled: float = 1.0) -> Risk:
    """Risk from how many classes of each size there are, before and after."""
    if not 0.0 < sampled <= 1.0:
        msg = "the share of the population that is in the file must be greater than 0 and at most 1"
        raise UsageError(msg, hint="sampled = 0.1 says that every tenth person is in the file")
    greatest = _greatest(after)
    return Risk(
        unique_before=_count_unique(before),
        unique_after=_count_unique(after),
        linkage=linkage,
        prosecutor=greatest,
        journalist=greatest * sampled,
        marketer=_mean(after),
        prosecutor_before=_greatest(before),
        marketer_before=_mean(before),
        bands=class_bands(before, after),
    )


def exact_linkage(plan: Plan) -> float:
    """RL in percent (A eq. 12-13): an unchanged record is one of those that were equal before."""
    same = (row_changes(plan) == 0).all(axis=1) & (plan.target != DROPPED)
    if plan.tuples.persons is not None:
        return _exact_by_person(plan, plan.tuples.persons, same)
    linked = float((plan.count[same] / plan.tuples.counts[plan.source[same]]).sum())
    return 100.0 * linked / plan.tuples.records


def _exact_by_person(plan: Plan, persons: Persons, same: NDArray[np.bool_]) -> float:
    """RL by person: the record that is picked among those equal before belongs to the person."""
    unchanged = np.bincount(plan.source, weights=plan.count * same, minlength=len(plan.tuples)) / plan.tuples.counts
    share = persons.count / plan.tuples.counts[persons.tuple_of_entry]
    weight = persons.count / persons.records[persons.person]
    return 100.0 * float(weight @ (unchanged[persons.tuple_of_entry] * share)) / persons.number


def class_bands(before: SizeCounts, after: SizeCounts) -> tuple[ClassBand, ...]:
    """Count the classes by size, in bands."""
    edges = np.array([*BANDS, np.iinfo(np.int64).max])
    ends = [*(start - 1 for start in BANDS[1:]), None]
    classes = [np.histogram(sizes, bins=edges, weights=numbers)[0] for sizes, numbers in (before, after)]
    records = [np.histogram(sizes, bins=edges, weights=sizes * numbers)[0] for sizes, numbers in (before, after)]
    return tuple(
        ClassBand(
            least=least,
            most=most,
            classes_before=int(classes[0][i]),
            records_before=int(records[0][i]),
            classes_after=int(classes[1][i]),
            records_after=int(records[1][i]),
        )
        for i, (least, most) in enumerate(zip(BANDS, ends, strict=True))
    )


def score(loss: float, linkage: float, weight: float = 0.5) -> float:
    """Balance of information loss and record linkage, both in percent: a·L + (1 − a)·RL (A eq. 14).

    RL is that of A eq. 12-13, linkage by exact match; a balance with another risk has another name.

    >>> score(10.0, 4.0)
    7.0
    """
    if not 0.0 <= weight <= 1.0:
        msg = "the weight of the information loss must be between 0 and 1"
        raise UsageError(msg, hint="0.5 weighs both alike")
    return weight * loss + (1.0 - weight) * linkage


def _count_sizes(sizes: Sizes) -> SizeCounts:
    distinct, numbers = np.unique(sizes, return_counts=True)
    return distinct, numbers.astype(np.int64)


def _count_unique(counted: SizeCounts) -> int:
    sizes, numbers = counted
    return int(numbers[sizes == 1].sum())


def _greatest(counted: SizeCounts) -> float:
    return 1.0 / float(counted[0].min()) if len(counted[0]) else 0.0


def _mean(counted: SizeCounts) -> float:
    sizes, numbers = counted
    return float(numbers.sum()) / float(sizes @ numbers) if len(sizes) else 0.0
