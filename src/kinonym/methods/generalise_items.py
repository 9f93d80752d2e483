"""Generalisation of single items until any m of them are shared by k records: k^m-anonymity.

M. Terrovitis, N. Mamoulis and P. Kalnis: Privacy-preserving anonymization of set-valued data, VLDB 2008 (cited in
A sect. 2.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.methods.contract import Method, MethodTraits, Mode, check_k, require_k
from kinonym.methods.item_hierarchy import ItemHierarchy
from kinonym.methods.progress import Progress, silent
from kinonym.methods.recoding_of_items import Recoding, describe_recoding, make_rows
from kinonym.privacy.known_items import find_rare_combinations
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["GeneraliseItems"]

_MOST = 10**9
"""Combinations of items, added over the distinct records, that are counted at most."""
_REVERSIBLE = (
    "downcoding: items were generalised or left out no further than needed; anyone who knows the method can partly "
    "undo this"
)


@dataclass(frozen=True, kw_only=True)
class GeneraliseItems(Method):
    """Any m items of a record occur together in at least k records, or in none (k^m-anonymity).

    Parameters
    ----------
    k
        Least number of records (persons) that have each combination.
    m
        How many items of a record an attacker may know.
    whole_subtrees
        The form of the paper: if an item becomes a concept, so do all items below this concept, and an item is left
        out only if it has no broader concept. By default just as many items become the concept as are needed, those
        of the fewest records first, and an item is left out wherever this costs less.

    Notes
    -----
    An item is a member of a set, or the value of a column with one value per cell; missing is not an item. An item
    has one image in the whole table: itself, a concept above it, or nothing. As in the paper, combinations of 1, 2, …
    m items are handled in this order. A rare one is repaired by the single step that costs least: the increase of NCP
    (1 for an item that is left out), weighted by records. Departure: the paper also tries steps of several items at
    once. A greedy choice of steps need not find the cheapest table. Cost: for every round of repairs, the
    combinations of up to m items of each distinct record.
    """

    k: int
    m: int = 2
    whole_subtrees: bool = False
    name = "generalise-items"
    traits = MethodTraits(promise="known-items", keeps_rows=False, strength="k")

    def __post_init__(self) -> None:
        check_k(self.k)
        if isinstance(self.m, bool) or not isinstance(self.m, int) or self.m < 1:
            msg = "m must be a whole number of at least 1"
            raise UsageError(msg, hint="m = 2: an attacker knows any two items of a record")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return cls.mode(m=1), cls.mode(m=2), cls.mode(m=2, whole_subtrees=True), cls.mode(m=3)

    @property
    def known_items(self) -> int | None:
        """How many items an attacker may know."""
        return self.m

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:  # noqa: ARG002
        """Decide what every tuple becomes."""
        require_k(tuples, self.k)
        domains = [column.domain for column in tuples.columns]
        hierarchy = ItemHierarchy.of(domains, tuple_points(tuples))
        _check_work(hierarchy, self.m)
        recoding = Recoding.of(tuples, hierarchy, self.k, whole_subtrees=self.whole_subtrees)
        for size in range(1, self.m + 1):
            while rare := list(find_rare_combinations(recoding.list_rows(), self.k, size)):
                for combination, _ in sorted(rare, key=lambda found: (found[1], found[0])):
                    recoding.repair(combination)
            progress(size / (self.m + 1))
        every, targets = np.arange(len(tuples)), hierarchy.make_points(domains, recoding.images)
        notices = (*describe_recoding([column.name for column in tuples.columns], recoding), _REVERSIBLE)
        progress(1.0)
        return Plan(tuples, every, every, tuples.counts, targets, notices)

    def objection(self, plan: Plan) -> str | None:
        """Object if some items are shared by too few, or if an item became one that is not above it."""
        if (plan.target == DROPPED).any() or not plan.whole:
            return "it changes whole tuples and removes none"
        tuples, domains = plan.tuples, [column.domain for column in plan.tuples.columns]
        points, targets = tuple_points(tuples)[plan.source], plan.targets[plan.target]
        masked, original_items = ItemHierarchy.of(domains, targets), ItemHierarchy.of(domains, points)
        rows = make_rows(masked.items, tuples, plan.source)
        if next(find_rare_combinations(rows, self.k, self.m), None) is not None:
            return f"some combinations of up to {self.m} items occur in fewer than {self.k} {tuples.unit}"
        for items, released in zip(original_items.items, masked.items, strict=True):
            allowed = {original_items.keys[concept] for item in items for concept in original_items.chain(item)}
            allowed |= {(j, float(domains[j].round(np.array([x]))[0])) for j, x in allowed if not _is_set(domains[j])}
            if not {masked.keys[item] for item in released} <= allowed:
                return "a record has an item that is not above any item of the original"
        return None


def _check_work(hierarchy: ItemHierarchy, m: int) -> None:
    """Reject an m for which the records have too many combinations of items to be counted."""
    work = sum(comb(len(items), size) for items in hierarchy.items for size in range(1, m + 1))
    if work > _MOST:
        msg = f"the records have {work:,} combinations of up to {m} items, and at most {_MOST:,} can be counted"
        raise UsageError(msg, hint="choose a smaller m, or a k-anonymous method, which covers every m")


def _is_set(domain: Domain) -> bool:
    return domain.traits.is_set
