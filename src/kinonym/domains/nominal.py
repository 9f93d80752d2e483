"""`Nominal`: words as concepts of a taxonomy, compared by a semantic measure below a domain root."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.points import ROUNDING, Points, as_points
from kinonym.domains.space import CENTRES, EQUAL, TABLE, Space
from kinonym.domains.spelling import Spelling
from kinonym.errors import UsageError
from kinonym.measures import Measure, check_needs, measure_named
from kinonym.measures.measure import Numbers, PairMeasure
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather
from kinonym.taxonomy.preorder import preorder

__all__ = ["Nominal"]

_SMALL = 1 << 18  # with fewer distances, splitting is not worth it
_ROWS_AT_ONCE = 1 << 28  # bytes of distances to the whole domain that are in memory at a time
_EXACT_AT_ONCE = 1 << 24  # bytes of exact distances before they are rounded
_FEWEST_ROWS = 32


@dataclass(frozen=True, eq=False)
class Nominal(Domain):
    """Concepts below ``root``, at the distances of ``measure`` within tau(root) (specification 1, 2).

    ``isolates`` are values that are at distance 1 from everything else: texts without a concept, or None
    for missing. They are numbered after the concepts.

    Examples
    --------
    >>> from kinonym import Taxonomy
    >>> tax = Taxonomy.from_parents({"sport": [], "football": ["sport"], "boxing": ["sport"]})
    >>> Nominal(tax).distance("football", "boxing")
    0.5
    """

    traits = DomainTraits(scale="nominal", has_hierarchy=True, known_in_advance=True)

    taxonomy: Taxonomy
    root: str | None = None
    measure: str | Measure = "wu-palmer"
    isolates: tuple[str | None, ...] = (None,)
    write: str = "label"
    spelling: Spelling | None = None
    """The texts that the column uses for its concepts; None: they are written as ``write`` says."""

    @cached_property
    def tau(self) -> Taxonomy:
        """Everything below the root."""
        if self.root is None:
            return self.taxonomy
        return self.taxonomy.restrict(self.taxonomy.concepts[self.taxonomy.resolve(self.root)])

    @cached_property
    def _measure(self) -> Measure:
        measure = measure_named(self.measure)
        check_needs(measure, self.tau)
        return measure

    @property
    def concepts(self) -> Self:
        """The concepts of the values: this domain."""
        return self

    @property
    def candidate_count(self) -> int:
        """How many values may replace another: all concepts of tau."""
        return len(self.tau)

    @property
    def root_point(self) -> float:
        """The root of tau."""
        return 0.0

    @property
    def bounded(self) -> bool:
        """Whether distances lie in [0, 1]."""
        return self._measure.traits.bounded

    def distance(self, a: str, b: str) -> float:
        """Return the distance between two concepts, named by id, label or the last part of an IRI."""
        return self._between_two(a, b)

    @cached_property
    def _between_two(self) -> Callable[[str, str], float]:
        """Return a function for single pairs: names are looked up once, and the measure may offer a faster way."""
        measure, size = self._measure, len(self.tau)
        if not isinstance(measure, PairMeasure):
            return lambda a, b: float(self.distances([a], [b])[0, 0])
        pair = measure.pair(self.tau)
        position: dict[str, int] = {}

        def known(name: str) -> int:
            position[name] = number = int(self.encode([name])[0])
            return number

        def distance(a: str, b: str) -> float:
            i = position[a] if a in position else known(a)
            j = position[b] if b in position else known(b)
            return pair(i, j) if i < size and j < size else float(i != j)

        return distance

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Return the matrix of distances."""
        return self.point_distances(self.encode(left), self.encode(right))

    def point_distances(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the matrix of distances between points, exact."""
        out = np.empty((len(left), len(right)))
        self.fill(left, right, out)
        return out

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distance of each pair of points, through tables of the distinct ones."""
        rows, row = np.unique(left, return_inverse=True)
        columns, column = np.unique(right, return_inverse=True)
        many = len(rows) * len(columns) > max(4 * row.size, _SMALL)
        if many and len(rows) > 1 and left.shape == right.shape:
            return self._measure_halves(left, right, row < len(rows) // 2)
        return self.point_distances(rows, columns)[row, column]

    def _measure_halves(self, left: Points, right: Points, first: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Compute distances in two parts, because most of the whole table would not be used."""
        distances = np.empty(len(left))
        for half in (first, ~first):
            distances[half] = self.between(left[half], right[half])
        return distances

    def row(self, value: str | None) -> NDArray[np.float32]:
        """Return the distances from one value to every concept of tau, in the order of ``tau.concepts``."""
        _, table = next(self.rows(self.encode([value])))
        return table.ravel()

    def rows(self, points: Points) -> Iterator[tuple[slice, NDArray[np.float32]]]:
        """Yield distances from points to every concept of tau, some points at a time: (which of them, table).

        A table takes at most 256 MB, or one row. Its figures are rounded to multiples of 2^-24.
        """
        every = np.arange(len(self.tau), dtype=np.float64)
        height = max(1, _ROWS_AT_ONCE // (4 * len(every)))
        for first in range(0, len(points), height):
            some = slice(first, min(first + height, len(points)))
            yield some, self.table(points[some], every)

    def nearest(self, value: str, n: int) -> list[tuple[str, float]]:
        """Return the ``n`` other concepts nearest to a value, with their distances; ties: parents first."""
        if n < 1:
            msg = f"the number of nearest concepts must be at least 1, not {n}"
            raise UsageError(msg, hint="n = 5 shows five of them")
        return self._nearest_first(value, limit=n)

    def within(self, value: str, radius: float) -> list[tuple[str, float]]:
        """Return the other concepts at a distance of at most ``radius``, nearest first, with their distances."""
        return self._nearest_first(value, radius=radius)

    def _nearest_first(
        self, value: str, *, radius: float = np.inf, limit: int | None = None
    ) -> list[tuple[str, float]]:
        point = self.encode([value])
        distances = self.point_distances(point, np.arange(len(self.tau), dtype=np.float64))[0]
        near = np.flatnonzero(distances <= radius)
        near = near[near != point[0]]
        near = near[np.argsort(distances[near], kind="stable")][:limit]
        return [(self.tau.concepts[i], float(distances[i])) for i in near.tolist()]

    def table(self, left: Points, right: Points) -> NDArray[np.float32]:
        """Distances of points as multiples of 2^-24: rounded once, from float64, some rows at a time."""
        table = np.empty((len(left), len(right)), dtype=np.float32)
        height = max(_FEWEST_ROWS, _EXACT_AT_ONCE // (8 * max(1, len(right))))
        exact = np.empty((min(height, len(left)), len(right)))
        for first in range(0, len(left) if len(right) else 0, height):
            part = table[first : first + height]
            rows = exact[: len(part)]
            self.fill(left[first : first + height], right, rows)
            np.multiply(rows, 1 / ROUNDING, out=rows)
            np.multiply(np.rint(rows, out=rows), ROUNDING, out=part, casting="same_kind")
        return table

    def fill(self, left: Points, right: Points, out: NDArray[np.float64]) -> None:
        """Write the distances of points into ``out``, exact; isolates are 1 from everything but themselves."""
        size = len(self.tau)
        rows, columns = np.flatnonzero(left < size), np.flatnonzero(right < size)
        if len(rows) == len(left) and len(columns) == len(right):
            self._fill_concepts(left.astype(np.int64), right.astype(np.int64), out)
            return
        out[...] = left[:, None] != right[None, :]
        if len(rows) and len(columns):
            inner = np.empty((len(rows), len(columns)))
            self._fill_concepts(left[rows].astype(np.int64), right[columns].astype(np.int64), inner)
            out[np.ix_(rows, columns)] = inner

    def _fill_concepts(self, left: Numbers, right: Numbers, out: NDArray[np.float64]) -> None:
        """Write the distances of concepts of tau."""
        self._measure.fill(self.tau, left, right, out)

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert concept names to numbers in tau; isolates come after them."""
        size = len(self.tau)
        position = {value: size + i for i, value in enumerate(self.isolates)}
        numbers = [position[v] if v is None or v in position else self.tau.resolve(v) for v in values]
        return as_points(numbers)

    def extend(self, values: Sequence[str | None]) -> Self:
        """Return the same domain with these texts as further isolates, unless it has them."""
        new = sorted({value for value in values if value is not None} - set(self.isolates))
        return replace(self, isolates=(*self.isolates, *new)) if new else self

    def decode(self, points: Points) -> list[str | float | None]:
        """Convert numbers to the texts of the column, else to preferred labels, or to ids if ``write`` is ``code``."""
        size, texts = len(self.tau), self._texts
        return [
            self.isolates[i - size] if i >= size else texts[i] if texts else self.tau.preferred([i])[0]
            for i in points.astype(np.int64).tolist()
        ]

    @cached_property
    def _texts(self) -> Sequence[str] | None:
        """What is written for each concept; None for its label."""
        if self.spelling is not None:
            return self.spelling.list_texts(self.tau)
        return self.tau.concepts if self.write == "code" else None

    @cached_property
    def number_of(self) -> dict[str, int]:
        """What is written → the number of its concept; empty if the column has no spelling."""
        return {text: i for i, text in enumerate(self._texts or ())} if self.spelling is not None else {}

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:
        """Return the values, and as candidates every subsumer of one of them: H(V) for any part V of the column."""
        size = len(self.tau)
        concepts = points[points < size].astype(np.int64)
        start, above, _ = self.tau.subsumer_csr
        subsumers = np.unique(gather((start, above), concepts))
        candidates = np.concatenate([subsumers, points[points >= size]]).astype(np.float64)
        measured = distance == "semantic" or centroid == "semantic"
        table = self.table(points, candidates if measured else candidates[:0])
        up_start, up = self._local_subsumers(subsumers, len(candidates))
        tie_rank, lcs_rank = self._ranks(subsumers, len(candidates))
        return Space(
            kind=EQUAL if distance == "equality" else TABLE,
            rule=CENTRES[centroid],
            position=np.zeros(len(points)),
            candidate_of=np.searchsorted(candidates, points).astype(np.int32),
            candidates=candidates,
            table=table,
            up_start=up_start,
            up=up,
            tie_rank=tie_rank,
            lcs_rank=lcs_rank,
            isolated=(candidates >= size).astype(np.int8),
        )

    def _local_subsumers(self, subsumers: Numbers, size: int) -> tuple[Numbers, NDArray[np.int32]]:
        """S(c) of each candidate, numbered among the candidates; an isolate has only itself."""
        start, above, _ = self.tau.subsumer_csr
        lengths = np.ones(size, dtype=np.int64)
        lengths[: len(subsumers)] = start[subsumers + 1] - start[subsumers]
        up = np.searchsorted(subsumers, gather((start, above), subsumers))
        up = np.concatenate([up, np.arange(len(subsumers), size)])
        return np.concatenate([[0], np.cumsum(lengths)]), up.astype(np.int32)

    def _ranks(self, subsumers: Numbers, size: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Order of equal centres (deeper, smaller id) and of common subsumers (deeper, fewer below, id)."""
        depth, ids = self.tau.depths[subsumers], self.tau.id_ranks[subsumers]
        orders = (
            np.lexsort((ids, -depth)),
            np.lexsort((ids, self.tau.descendant_counts[subsumers], -depth)),
        )
        ranks = np.tile(np.arange(size, dtype=np.int32), (2, 1))
        for rank, order in zip(ranks, orders, strict=True):
            rank[order] = np.arange(len(order), dtype=np.int32)
        return ranks[0], ranks[1]

    def is_missing(self, points: Points) -> NDArray[np.bool_]:
        """Return which points mean that the value is missing."""
        if None not in self.isolates:
            return np.zeros(points.shape, dtype=bool)
        missing: NDArray[np.bool_] = points == len(self.tau) + self.isolates.index(None)
        return missing

    def rank_ties(self, points: Points) -> Numbers:
        """Return the rank of each point among equally good centres: deeper concepts first, then smaller ids."""
        size = len(self.tau)
        concept = np.minimum(points, size - 1).astype(np.int64)
        order = np.lexsort((points, self.tau.id_ranks[concept], -self.tau.depths[concept], points >= size))
        ranks = np.empty(len(points), dtype=np.int64)
        ranks[order] = np.arange(len(points))
        return ranks

    def names(self, points: Points) -> list[str | float | None]:
        """Return the id of each concept, and the text of each isolate."""
        size = len(self.tau)
        numbers = points.astype(np.int64).tolist()
        return [self.tau.concepts[i] if i < size else self.isolates[i - size] for i in numbers]

    def label(self, name: str | float | None) -> str:
        """Return the label of a concept."""
        return self.tau.label(str(name)) if name in self.tau else super().label(name)

    def to_portable(self, points: Points) -> list[Any]:
        """Return the ids of concepts, None for isolates."""
        ids = self.tau.concepts
        return [ids[int(p)] if p < len(ids) else None for p in points]

    def generalise(self, points: Points) -> list[Points]:
        """Return what each point becomes on each level, from itself up to the root."""
        start, parents = self.tau.parent_csr
        depths, size = self.tau.depths, len(self.tau)
        now = points
        levels = [now]
        for depth in range(int(depths[now[now < size].astype(np.int64)].max(initial=1)), 1, -1):
            now = now.copy()
            for i in np.flatnonzero(now < size).tolist():
                concept = int(now[i])
                if depths[concept] >= depth:
                    above = parents[start[concept] : start[concept + 1]]
                    now[i] = above[np.argmax(depths[above])]
            if not np.array_equal(now, levels[-1]):
                levels.append(now)
        if (now != 0).any():
            levels.append(np.zeros(len(now)))
        return levels

    def walk(self, points: Points) -> Points:
        """Return the position of each concept in a walk through the taxonomy; isolates come last."""
        positions, known = points.copy(), points < len(self.tau)
        positions[known] = preorder(*self.tau.parent_csr, self.tau.depths)[points[known].astype(np.int64)]
        return positions

    def describe(self, root: str = "") -> str:
        """Describe the ontology and the measure."""
        below = f"below “{root}” " if root else ""
        measure = self.measure if isinstance(self.measure, str) else self.measure.name
        return f"concepts of {self.taxonomy.source.name} {below}({len(self.tau):,}), compared by {measure}"
