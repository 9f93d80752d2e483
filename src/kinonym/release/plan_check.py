"""Verifies a plan before anything is applied: its tuples, its texts and its targets."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Domain, Nominal, Points
from kinonym.errors import KinonymError
from kinonym.release.checks import refuse
from kinonym.release.linked_checks import verify_linked_order
from kinonym.release.planned_release import ColumnTexts, PlannedRelease
from kinonym.release.value_text_checks import verify_value_texts
from kinonym.taxonomy.labels import fold
from kinonym.tuples.counted import Counted
from kinonym.tuples.equal_rows import comparable
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["verify_plan"]

Pair = tuple[str | float | None, float]
"""What is written, and the point that it stands for."""


def verify_plan(planned: PlannedRelease) -> None:
    """Verify the steps from the input to the file, each by independent code.

    The combinations of the input are those that were planned, the method can have made the plan, and the written
    texts have the planned meaning.

    Raises
    ------
    PrivacyError
        If one of them does not hold.
    """
    plan = planned.plan
    released, used = planned.planned_of_counted != DROPPED, np.unique(plan.target[plan.target != DROPPED])
    for j, (column, read) in enumerate(zip(plan.tuples.columns, planned.understood, strict=True)):
        planned_points = column.points[plan.tuples.codes[planned.planned_of_counted[released], j]]
        if not np.array_equal(comparable(_points_of(planned.counted, released, j, read)), comparable(planned_points)):
            refuse(f"the combinations that were planned are not those of the input in column {column.name!r}")
        if column.name in plan.texts:
            continue  # verified below
        texts, points = planned.written[column.name], comparable(plan.targets[used, j]).tolist()
        pairs = set(zip([texts[i] for i in used.tolist()], points, strict=True))
        if wrong := _count_misnamed(column.domain, pairs, read):
            refuse(f"{wrong:,} texts to be written in column {column.name!r} do not mean what was planned")
    if objection := planned.method.objection(plan):
        refuse(f"{planned.method.name} cannot have made this plan: {objection}")
    verify_value_texts(planned)
    verify_linked_order(planned)


def _points_of(counted: Counted, released: NDArray[np.bool_], j: int, read: ColumnTexts) -> Points:
    """What each counted combination means in a column, by its text."""
    if read.codes is not None:
        return read.points[read.codes]
    known = dict(zip(read.texts, read.points.tolist(), strict=True))
    points: Points = np.array([known.get(text, -np.inf) for text in counted.values[j]])[counted.codes[released, j]]
    return points


def _count_misnamed(domain: Domain, pairs: Collection[Pair], read: ColumnTexts) -> int:
    """How many texts do not name the point that they are written for."""
    concepts = domain.concepts
    if concepts is not None:
        known_pairs = set(zip(read.texts, read.points.tolist(), strict=True))
        return sum(pair not in known_pairs and not _names(concepts, *pair) for pair in pairs)
    if isinstance(domain, ConceptSets):
        return _count_misnamed_sets(domain, pairs)
    numbers = [(value, point) for value, point in pairs if isinstance(value, int | float)]
    texts = [(value, point) for value, point in pairs if not isinstance(value, int | float)]
    wrong = sum(not abs(value - point) <= domain.tolerance(point) for value, point in numbers)
    try:
        read_again = comparable(domain.encode([text for text, _ in texts])).tolist()
    except (KinonymError, KeyError):
        return len(texts)
    return wrong + sum(not _same(domain, x, point) for x, (_, point) in zip(read_again, texts, strict=True))


def _same(domain: Domain, number: float, planned: float) -> bool:
    """Whether what was read is what was planned."""
    return number == planned or abs(number - planned) <= domain.tolerance(planned)


def _count_misnamed_sets(domain: ConceptSets, pairs: Collection[Pair]) -> int:
    """The same of sets: as many parts as members, each part names one of them and each of them is named."""
    named = cache(lambda part, member: _names(domain.elements, part, member, domain.separator))
    wrong = 0
    for text, point in pairs:
        members = domain.numbered.members(np.array([point]))[0]
        parts = str(text).split(domain.separator) if text is not None else []
        fits = [[named(part, member) for member in members] for part in parts]
        wrong += len(parts) != len(members) or not (all(map(any, fits)) and all(map(any, zip(*fits, strict=True))))
    return wrong


def _names(domain: Nominal, text: str | float | None, point: float, separator: str = "") -> bool:
    """Whether a text is a label or the code of a concept, however it is spelt, or the column's own word for it."""
    tau, number = domain.tau, int(point)
    if number >= len(tau) or not isinstance(text, str):
        isolated = domain.isolates[number - len(tau)] if number >= len(tau) else ""
        return text == isolated or (bool(separator) and fold(str(text)) == _fold_label(str(isolated), separator))
    concept = tau.concepts[number]
    labels = tau.label_texts[tau.label_start[number] : tau.label_start[number + 1]]
    spelt = fold(text)
    if (spelt and fold(concept).endswith(spelt)) or any(
        spelt in (fold(label), _fold_label(label, separator)) for label in labels
    ):
        return True
    if _names_with_qualifier(domain, text, number):
        return True
    if domain.spelling and domain.spelling.text_of.get(concept) == text:
        return True
    code = "".join(filter(str.isalnum, spelt))
    return bool(code) and "".join(filter(str.isalnum, fold(concept))).endswith(code)


def _names_with_qualifier(domain: Nominal, text: str, number: int) -> bool:
    """Whether a text is a label of a concept with a label of a broader one, or a number, in brackets."""
    tau, spelt = domain.tau, fold(text)
    labels = tau.labels(tau.concepts[number])
    if any(re.fullmatch(re.escape(fold(label)) + r" \(\d+\)", spelt) for label in labels):
        return True
    broader = (tau.concepts[i] for i in tau.above(number).tolist() if i != number)
    qualifiers = {qualifier for concept in broader for qualifier in tau.labels(concept)}
    return any(fold(f"{label} ({qualifier})") == spelt for label in labels for qualifier in qualifiers)


def _fold_label(label: str, separator: str) -> str:
    """Fold a label; the separator of the parts of a set becomes a blank."""
    return fold(label.replace(separator, " ")) if separator else fold(label)
