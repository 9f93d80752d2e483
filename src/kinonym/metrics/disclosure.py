"""What a class discloses about a confidential column: single values, the best guess, what its values share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy
from kinonym.tuples.persons import PersonValues

if TYPE_CHECKING:
    from kinonym.metrics.person_disclosure import PersonDisclosure

__all__ = [
    "Concepts",
    "ConfidentialCounts",
    "Disclosure",
    "SemanticDisclosure",
    "class_closeness",
    "measure_disclosure",
    "measure_semantic_disclosure",
]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Cells = tuple[Numbers, Numbers, Numbers]
"""Rows (class, value, count): how often each confidential value occurs in each class."""


@dataclass(frozen=True, kw_only=True)
class Disclosure:
    """An attacker knows a person's class and wants the confidential value.

    ``homogeneous``: share of the records in a class with a single value, which is thereby known for certain.
    ``guess``: mean chance to be right with the most frequent value of the class; ``guess_before`` the chance
    of someone who knows the whole column's frequencies only. ``closeness``: greatest distance of a class's
    distribution from the table's (t of t-closeness, all values equally far apart); ``mean_closeness``: its
    mean over the records. If the records name persons, all figures are about persons (`PersonDisclosure`).
    """

    column: str
    homogeneous: float
    homogeneous_classes: int
    guess: float
    guess_before: float
    closeness: float
    mean_closeness: float
    unit: str = "records"
    """What was counted: records, or persons if the records name them."""


@dataclass(frozen=True, kw_only=True)
class SemanticDisclosure:
    """What the values of a class have in common: three stomach diseases in one class disclose a stomach disease.

    ``homogeneous``: share of the records in classes with all values below one concept that does not subsume the
    whole column, that is, deeper than ``depth``, the depth of the least common subsumer of the column;
    ``deepest``: the greatest depth of such a concept; ``mean_depth``: over all records.
    """

    column: str
    homogeneous: float
    depth: int
    deepest: int
    mean_depth: float
    unit: str = "records"


@dataclass(frozen=True, eq=False)
class Concepts:
    """What the values of a column mean: the concept of each as a number of the taxonomy, −1 for none."""

    taxonomy: Taxonomy
    concept_of: Numbers


@dataclass(frozen=True, eq=False, kw_only=True)
class ConfidentialCounts:
    """A confidential column that is released unchanged, counted in the classes of the release.

    ``sizes``: records of each class. ``cells``: rows (class, value, count). ``meaning``: where the column has an
    ontology. ``person_values``: the persons of each value in each class; if given, persons are counted.
    """

    name: str
    sizes: Numbers
    cells: Cells
    meaning: Concepts | None = None
    person_values: PersonValues | None = None

    @cached_property
    def of_persons(self) -> PersonDisclosure | None:
        """The same disclosure, counted by person."""
        if self.person_values is None:
            return None
        from kinonym.metrics.person_disclosure import PersonDisclosure

        return PersonDisclosure(self.name, self.person_values)

    def disclosure(self) -> Disclosure:
        """Measure what the classes disclose by value."""
        if self.of_persons is not None:
            return self.of_persons.measured()
        return measure_disclosure(self.name, self.sizes, self.cells)

    def semantic_disclosure(self) -> SemanticDisclosure | None:
        """Measure what the classes disclose by meaning; None if the column has no ontology."""
        if self.meaning is None:
            return None
        if self.of_persons is not None:
            return self.of_persons.by_meaning(self.meaning.taxonomy, self.meaning.concept_of)
        return measure_semantic_disclosure(self.name, self.cells, self.meaning.taxonomy, self.meaning.concept_of)

    def by_class(self) -> tuple[Numbers, Floats, Floats]:
        """Return for each class the number of distinct values, the chance of the best guess, and t."""
        if self.of_persons is not None:
            return self.of_persons.by_class()
        group, _, count = self.cells
        most = np.zeros(len(self.sizes), dtype=np.int64)
        np.maximum.at(most, group, count)
        distinct = np.bincount(group, minlength=len(self.sizes))
        return distinct, most / self.sizes, class_closeness(self.sizes, self.cells)


def measure_disclosure(column: str, sizes: Numbers, cells: Cells) -> Disclosure:
    """Measure the classes of one confidential column."""
    group, value, count = cells
    distinct = np.bincount(group, minlength=len(sizes))
    most = np.zeros(len(sizes), dtype=np.int64)
    np.maximum.at(most, group, count)
    overall = np.bincount(value, weights=count)
    closeness = class_closeness(sizes, cells)
    records = int(sizes.sum())
    return Disclosure(
        column=column,
        homogeneous=float(sizes[distinct == 1].sum()) / records,
        homogeneous_classes=int(np.count_nonzero(distinct == 1)),
        guess=float(most.sum()) / records,
        guess_before=float(overall.max()) / records,
        closeness=float(closeness.max()),
        mean_closeness=float(sizes @ closeness) / records,
    )


def class_closeness(
    sizes: Numbers, cells: tuple[Numbers, Numbers, Numbers | Floats], overall: Floats | None = None
) -> Floats:
    """Distance of each class's distribution from the table's: half the sum of absolute differences.

    ``overall``: the shares of the table; by default those of the cells.
    """
    group, value, count = cells
    overall = np.bincount(value, weights=count) / sizes.sum() if overall is None else overall
    share = count / sizes[group]
    # A value that the class lacks adds its share of the table: 1 minus the shares of those that it has.
    apart = np.bincount(group, weights=np.abs(share - overall[value]) - overall[value], minlength=len(sizes))
    closeness: Floats = np.maximum(apart + 1.0, 0.0) / 2.0
    return closeness


def measure_semantic_disclosure(
    column: str, cells: Cells, taxonomy: Taxonomy, concept_of: Numbers
) -> SemanticDisclosure | None:
    """Measure what the values of each class have in common.

    ``concept_of`` is −1 for values without a concept: their records are left out. None if nothing is left.
    """
    group, value, count = cells
    has_concept = concept_of[value] >= 0
    group, concept, count = group[has_concept], concept_of[value[has_concept]], count[has_concept]
    if not len(group):
        return None
    column_depth = int(taxonomy.depths[taxonomy.lcs_number(np.unique(concept).tolist())])
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    parts = np.split(order, starts[1:])
    depth = np.array([_common_depth(taxonomy, concept[part]) for part in parts])
    records = np.array([count[part].sum() for part in parts])
    total = float(records.sum())
    return SemanticDisclosure(
        column=column,
        homogeneous=float(records[depth > column_depth].sum()) / total,
        depth=column_depth,
        deepest=int(depth.max()),
        mean_depth=float(records @ depth) / total,
    )


def _common_depth(taxonomy: Taxonomy, concepts: Numbers) -> int:
    """Depth of what subsumes all of them."""
    common = taxonomy.above(int(concepts[0]))
    for concept in concepts[1:].tolist():
        if len(common) == 1:
            break  # the root alone
        common = common[np.isin(common, taxonomy.above(concept), assume_unique=True)]
    return int(taxonomy.depths[common].max())
