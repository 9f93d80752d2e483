"""What one column's values mean: how far two are, what the centre of several is, what may replace them.

A domain turns texts into *points* (concept numbers, ranks or numbers); a `Space` is what the kernels need
to know of the points that occur in one column, `Words` is how a column writes its concepts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy

__all__ = [
    "CENTRES", "ROUNDING", "Domain", "Letters", "Points", "Space", "Words", "equal_space", "flat_space", "rounded",
]  # fmt: skip

Points = NDArray[np.float64]

ROUNDING = 2.0**-24
"""Tables hold multiples of it: a float32 has room for them, and sums of them are exact. Closer sums are ties."""

# The rules by which a centre is chosen, in the kernels' numbering.
CENTRES = {"semantic": 0, "mode": 1, "lcs": 2, "mean": 3, "median": 4}
TABLE, EQUAL, LINE = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Space:
    """The points of one column and the candidate centres, as arrays for the kernels.

    ``table`` holds distances of values × candidates; ``up`` lists for each candidate the candidates that
    subsume it; ``tie_rank`` orders equal centres, ``lcs_rank`` common subsumers.
    """

    kind: int
    rule: int
    position: NDArray[np.float64]
    candidate_of: NDArray[np.int32]
    candidates: Points
    table: NDArray[np.float32]
    up_start: NDArray[np.int64]
    up: NDArray[np.int32]
    tie_rank: NDArray[np.int32]
    lcs_rank: NDArray[np.int32]
    isolated: NDArray[np.int8]
    unit: float = 1.0
    """On a line, how many units of the domain make a distance of 1."""
    far: float = 1.0
    """On a line, the distance between a missing value and any other."""

    def points(self, centres: NDArray[np.float64]) -> Points:
        """Centres in the kernels' terms → points of the domain."""
        return centres if self.kind == LINE else self.candidates[centres.astype(np.int64)]


class Domain(Protocol):
    """The meaning of a column."""

    @property
    def bounded(self) -> bool:
        """Whether distances lie in [0, 1]."""

    def encode(self, values: Sequence[str | None]) -> Points:
        """Texts → points; None is missing. Points sort in the domain's own order, missing last."""

    def decode(self, points: Points) -> list[str | float | None]:
        """Points → what is written."""

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Matrix of distances."""

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Distance of each pair of points."""

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:
        """Arrays for the kernels; a domain takes what it has for a choice that it does not know."""


def as_points(numbers: Sequence[float]) -> Points:
    """Numbers as the points of a domain."""
    return np.array(numbers, dtype=np.float64)


def rounded(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Exact distances as the tables of the methods hold them, so that their sums are exact in any order."""
    return np.rint(distances / ROUNDING) * ROUNDING


def flat_space(kind: int, rule: int, points: Points, *, unit: float = 1.0, far: float = 1.0) -> Space:
    """A space whose only candidates are the values themselves, with no hierarchy above them."""
    size = len(points)
    own = np.arange(size, dtype=np.int32)
    return Space(
        kind=kind,
        rule=rule,
        position=points,
        candidate_of=own,
        candidates=points,
        table=np.empty((size, 0), dtype=np.float32),
        up_start=np.arange(size + 1, dtype=np.int64),
        up=own,
        tie_rank=own,
        lcs_rank=own,
        isolated=np.ones(size, dtype=np.int8),
        unit=unit,
        far=far,
    )


def equal_space(points: Points) -> Space:
    """Equality and mode: the classical baseline."""
    return flat_space(EQUAL, CENTRES["mode"], points)


Letters = Literal["as they are", "lower", "upper", "first upper"]
"""Which letters of a column's words are capitals."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """The texts of a column's own concepts, and its habit for concepts that are new to it."""

    own: Mapping[str, str]
    """Concept → the text that stands for it most often."""
    times: Mapping[str, int]
    """Concept → how many records have that text."""
    taken: frozenset[str] = frozenset()
    """Further texts of the column, and texts that mean missing: no other concept may be written so."""
    codes: Mapping[str, str] | None = None
    """Concept → its code as the column writes codes; None if it writes labels."""
    letters: Letters = "as they are"

    def texts(self, tau: Taxonomy) -> list[str]:
        """What is written for each concept of tau.

        A text that is taken goes on to the next form: as the ontology has it, a synonym that no other concept has, the
        label with that of a broader concept in brackets. Of concepts that share a label the first sense has it.
        """
        taken = {*self.taken, *self.own.values()}
        texts = [self.own.get(concept, "") for concept in tau.concepts]
        labels = tau.preferred(range(len(tau)))
        for i in tau.in_sense_order():
            concept, label = tau.concepts[i], labels[i]
            if concept in self.own:
                continue
            text = spelled(label if self.codes is None else self.codes.get(concept, concept), self.letters)
            if text in taken:
                text = next(other for other in self._other_forms(tau, i) if other not in taken)
            texts[i] = text
            taken.add(text)
        return texts

    def _other_forms(self, tau: Taxonomy, number: int) -> Iterator[str]:
        """Further texts for a concept, none of which shows its id unless the column writes codes."""
        concept = tau.concepts[number]
        label, *synonyms = tau.labels(concept)
        yield label if self.codes is None else concept
        for synonym in synonyms:
            if tau.index.folded(synonym) == [number]:
                yield spelled(synonym, self.letters)
        broader = list(dict.fromkeys(tau.preferred(_nearest_above(tau, number))))
        for qualifier in broader:
            yield spelled(f"{label} ({qualifier})", self.letters)
        for count in itertools.count(2):
            yield spelled(f"{label} ({count})", self.letters)


def _nearest_above(tau: Taxonomy, number: int) -> Iterator[int]:
    """Parents of a concept, then theirs, each once."""
    start, parent = tau.parent_csr
    found, level = {number}, [number]
    while level:
        level = [int(i) for child in level for i in parent[start[child] : start[child + 1]] if int(i) not in found]
        yield from dict.fromkeys(level)
        found.update(level)


def spelled(text: str, letters: Letters) -> str:
    """A text in a column's habit; in lower case an abbreviation keeps its capitals.

    >>> spelled("HIV Infection", "lower"), spelled("essential hypertension", "first upper")
    ('HIV infection', 'Essential hypertension')
    """
    if letters == "upper":
        return text.upper()
    if letters == "first upper":
        return text[:1].upper() + text[1:]
    if letters == "lower":
        return " ".join(w if len(w) > 1 and w.isupper() else w.lower() for w in text.split(" "))
    return text
