"""What a class discloses about a confidential column, counted by person instead of by record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.disclosure import Disclosure, SemanticDisclosure, class_closeness
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather
from kinonym.tuples.persons import PersonValues, count_once, share_equally

__all__ = ["PersonDisclosure"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PersonDisclosure:
    """An attacker knows the classes of a person and wants a value; every person counts once (specification 11).

    A value that every person of a class has is known for certain, whatever else they have. The best guess in a class is
    the value that most of its persons have, and is right for each of them; of a person's classes,
    the one that discloses most counts. Guessing the commonest value of the table may be right even more often, if
    persons have many values.
    """

    column: str
    person_values: PersonValues

    @cached_property
    def pairs(self) -> tuple[Numbers, Numbers]:
        """The persons of each class, each once: rows (class, person)."""
        pairs = np.unique(self.person_values.tuple_of_entry * self.person_values.persons + self.person_values.person)
        group, person = np.divmod(pairs, self.person_values.persons)
        return group, person

    @cached_property
    def sizes(self) -> Numbers:
        """How many persons each class has."""
        return np.bincount(self.pairs[0], minlength=len(self.person_values.start) - 1)

    def by_class(self) -> tuple[Numbers, Floats, Floats]:
        """Return for each class the number of distinct values, the chance of the best guess, and t."""
        person_values, classes = self.person_values, len(self.sizes)
        group, _, persons = count_once(person_values.tuple_of_entry, person_values.value, person_values.person)
        most = np.zeros(classes, dtype=np.int64)
        np.maximum.at(most, group, persons)
        values = int(person_values.value.max(initial=0)) + 1
        shared = share_equally(
            person_values.tuple_of_entry, person_values.value, person_values.person, person_values.count, values
        )
        near = class_closeness(self.sizes, shared[:3], shared.overall)
        return np.bincount(group, minlength=classes), most / self.sizes, near

    def measured(self) -> Disclosure:
        """Measure what the classes disclose by value."""
        person_values, (_, guess, near) = self.person_values, self.by_class()
        everywhere = count_once(np.zeros_like(person_values.value), person_values.value, person_values.person)[2]
        best, before = self._greatest_by_person(guess), float(everywhere.max()) / person_values.persons
        return Disclosure(
            column=self.column,
            homogeneous=float(np.mean(best == 1.0)),
            homogeneous_classes=int(np.count_nonzero(guess == 1.0)),
            guess=max(before, float(best.mean())),
            guess_before=before,
            closeness=float(near.max()),
            mean_closeness=_mean(person_values, near),
            unit="persons",
        )

    def by_meaning(self, taxonomy: Taxonomy, concept_of: Numbers) -> SemanticDisclosure | None:
        """Measure what the classes disclose by meaning, without rows of concept −1; None if no row is left."""
        selected = self.person_values.select(concept_of[self.person_values.value] >= 0)
        if not len(selected.value):
            return None
        some, concept = PersonDisclosure(self.column, selected), concept_of[selected.value]
        depth = _common_depths(taxonomy, selected.tuple_of_entry, selected.person, concept, len(some.sizes))
        column_depth = int(_common_depths(taxonomy, np.zeros_like(concept), selected.person, concept, 1)[0])
        return SemanticDisclosure(
            column=self.column,
            homogeneous=float(
                np.mean(some._greatest_by_person(depth) > column_depth)
            ),  # also a person with one such class
            depth=column_depth,
            deepest=int(depth.max()),
            mean_depth=_mean(selected, depth),
            unit="persons",
        )

    def _greatest_by_person(self, of_class: Floats) -> Floats:
        """Return the greatest figure among the classes of each person."""
        group, person = self.pairs
        most = np.zeros(self.person_values.persons)
        np.maximum.at(most, person, of_class[group])
        return most


def _mean(person_values: PersonValues, of_class: Floats) -> float:
    """Return the mean of a figure of classes over persons; the records of a person share the weight 1."""
    records = np.bincount(person_values.person, weights=person_values.count)
    return (
        float((person_values.count / records[person_values.person]) @ of_class[person_values.tuple_of_entry])
        / person_values.persons
    )


def _common_depths(taxonomy: Taxonomy, group: Numbers, person: Numbers, concept: Numbers, groups: int) -> Floats:
    """Return for each group the depth of the deepest concept that subsumes a value of every person; 0 if empty."""
    start, above, _ = taxonomy.subsumer_csr
    people, size = int(person.max()) + 1, len(taxonomy)
    pair, pair_of_row = np.unique(group * people + person, return_inverse=True)
    group_of_pair = pair // people
    subsumed = np.unique(np.repeat(pair_of_row, np.diff(start)[concept]) * size + gather((start, above), concept))
    cell, times = np.unique(group_of_pair[subsumed // size] * size + subsumed % size, return_counts=True)
    shared = cell[times == np.bincount(group_of_pair, minlength=groups)[cell // size]]
    depth = np.zeros(groups)
    np.maximum.at(depth, shared // size, taxonomy.depths[shared % size])
    return depth
