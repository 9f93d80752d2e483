"""What k-anonymous methods share: demands on the classes, blocks, and the plan.

The centre of a class is never a text without a concept that fewer than k persons or records of the table have:
concepts come from a public ontology, but the texts of a plain column, and texts without a concept, come from persons.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Points
from kinonym.errors import UsageError
from kinonym.kernels.demands.class_demands import meets_demands
from kinonym.methods.blocks import Numbers, part_of, plan_blocks
from kinonym.methods.contract import Method, check_bounded, check_k, check_plan, require_k
from kinonym.methods.cutting import cut_blocks, join_blocks, value_pairs
from kinonym.methods.demands import Demands
from kinonym.methods.progress import Progress, silent
from kinonym.methods.table_demands import TableDemands, make_table_demands, select_demands
from kinonym.tuples import Column, Plan, Tuples

__all__ = ["Blocked", "KAnonymous", "find_table_demands", "replace_rare_texts"]

Flags = NDArray[np.bool_]

LARGE = 100_000  # tables of more distinct tuples are cut into blocks by themselves,
AUTOMATIC = 25_000  # of at most so many tuples,
MANY_PAIRS = 2**26  # and so are tables with more pairs of words, because their distances would fill the memory,
PAIRS = 2**23  # into blocks of at most so many


@dataclass(frozen=True, kw_only=True)
class Blocked:
    """A method that can plan a large table in blocks of neighbours.

    Parameters
    ----------
    block_size
        Most distinct tuples that are planned together; more are cut into blocks of neighbours, which are planned in
        parallel. By default only tables of more than 100,000 distinct tuples, or of so many different words that
        their distances would fill the memory, are cut into blocks of up to 25,000.
    workers
        How many blocks are planned at the same time; by default one for each processor. It does not change the result.
    """

    block_size: int | None = None
    workers: int | None = None

    def check_blocks(self) -> None:
        """Raise unless both are whole numbers of at least 1."""
        for name, number in (("block_size", self.block_size), ("workers", self.workers)):
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
                msg = f"{name} must be a whole number of at least 1"
                raise UsageError(msg, hint="leave it out to let the size of the table decide")

    def blocks(self, tuples: Tuples, k: int) -> list[Numbers]:
        """The blocks of a table, each of at least k records; one that is small enough is one block."""
        every = np.arange(len(tuples))
        if self.block_size is not None:
            return cut_blocks(tuples, self.block_size, MANY_PAIRS, k)
        few = len(tuples) ** 2 * len(tuples.columns) <= MANY_PAIRS
        if few or (len(tuples) <= LARGE and value_pairs(tuples, every) <= MANY_PAIRS):
            return [every]
        return cut_blocks(tuples, AUTOMATIC, PAIRS, k)


@dataclass(frozen=True, kw_only=True)
class KAnonymous(Demands, Blocked, Method):
    """A method that gives every masked combination at least k records.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    """

    k: int

    def __post_init__(self) -> None:
        check_k(self.k)
        self.check_blocks()
        self.check_demands()

    @property
    def demands(self) -> Demands | None:
        """What is asked of confidential columns; None if nothing is."""
        return self if self.demanding else None

    @property
    def population_k(self) -> int | None:
        """How many persons of the population every class must stand for."""
        return self.k_map

    @abstractmethod
    def part(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        plan = replace_rare_texts(self.classes(tuples, rng, progress), self.k)
        progress(1.0)
        return check_plan(plan, self.k)

    def classes(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Put every record into a class of at least k, with the centre that the method gives it."""
        require_k(tuples, self.k)
        check_bounded(tuples)
        demands = find_table_demands(self.demands, tuples, self.k, self.k_map)
        blocks = self.blocks(tuples, self.k)
        if demands is not None:
            blocks = join_blocks(blocks, lambda block: bool(meets_demands(demands, block, len(block))))
        if len(blocks) > 1:
            return self.with_centres(self._plan_blocks(tuples, blocks, demands, rng, progress))
        return self.with_centres(self.part(tuples, demands, rng, progress))

    def with_centres(self, plan: Plan) -> Plan:
        """Return the plan with centres that blocks do not compute."""
        return plan

    def plan_within(
        self, tuples: Tuples, groups: Sequence[Numbers], rng: np.random.Generator, progress: Progress = silent
    ) -> Plan:
        """Plan each group of tuples by itself, with whole tuples; each has at least k persons (records)."""
        demands = None if tuples.persons is None else make_table_demands(None, tuples, self.k)
        blocks = [block for group in groups for block in self._cut_group(tuples, group, demands)]

        def plan_block(part: Tuples, chosen: Numbers, draws: np.random.Generator, look: Progress) -> Plan:
            if len(part) == 1:
                return Plan.unchanged(part)
            return self.whole_part(part, None if demands is None else select_demands(demands, chosen), draws, look)

        plan = plan_blocks(tuples, blocks, plan_block, rng, progress, workers=self.workers)
        return replace_rare_texts(self.with_centres(replace(plan, notices=())), self.k)

    def _cut_group(self, tuples: Tuples, group: Numbers, demands: TableDemands) -> list[Numbers]:
        """The blocks of a group that is too large to be planned at once."""
        blocks = [group[block] for block in self.blocks(part_of(tuples, group), self.k)]
        if demands is None or len(blocks) == 1:
            return blocks
        return join_blocks(blocks, lambda block: bool(meets_demands(demands, block, len(block))))

    def whole_part(self, tuples: Tuples, demands: TableDemands, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a part so that all records of a tuple get the same target."""
        return self.part(tuples, demands, rng, progress)

    def _plan_blocks(
        self,
        tuples: Tuples,
        blocks: list[Numbers],
        demands: TableDemands,
        rng: np.random.Generator,
        progress: Progress,
    ) -> Plan:
        def plan_block(part: Tuples, chosen: Numbers, draws: np.random.Generator, look: Progress) -> Plan:
            block_demands = None if demands is None else select_demands(demands, chosen)
            return self.part(part, block_demands, draws, look)

        return plan_blocks(tuples, blocks, plan_block, rng, progress, workers=self.workers)


def find_table_demands(demands: Demands | None, tuples: Tuples, k: int, k_map: int | None = None) -> TableDemands:
    """Return what every class must keep beyond k records; None if only records are counted."""
    needed = demands is not None or tuples.persons is not None or k_map is not None
    return make_table_demands(demands, tuples, k, k_map) if needed else None


def replace_rare_texts(plan: Plan, k: int) -> Plan:
    """Replace centres that are rare texts by the commonest value of the class that k records have, else by missing.

    Notes
    -----
    Classes may become equal and merge, so that each still has k records. Cost: O(rows of the plan).
    """
    targets = plan.targets.copy()
    notices = []
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            targets[:, j] = _drop_rare_members(plan, j, column.domain, k)
            if fewer := int(np.count_nonzero(targets[:, j] != plan.targets[:, j])):
                notices.append(_describe_members(column.name, fewer, k, plan.tuples.unit))
            continue
        rare = _rare(plan, j, column, k)
        if rare.any():
            targets[rare, j] = _commonest(plan, j, column, k)[rare]
            records = int(plan.count[rare[plan.target]].sum())
            notices.append(_describe_texts(column.name, int(rare.sum()), records, k, plan.tuples.unit))
    return replace(plan, targets=targets, notices=(*plan.notices, *notices)) if notices else plan


def _drop_rare_members(plan: Plan, j: int, domain: ConceptSets, k: int) -> Points:
    """Return the targets of a column of sets without rare members: texts without a concept that fewer than k had."""
    listed = domain.numbered.members(plan.targets[:, j])
    texts = {member for members in listed for member in members if member >= len(domain.elements.tau)}
    originals = domain.numbered.members(plan.tuples.columns[j].points)
    rare = set()
    for text in texts:
        having = np.array([text in members for members in originals])[plan.tuples.codes[:, j]]
        if plan.tuples.count_units_among(having) < k:
            rare.add(text)
    return domain.numbered.add([[member for member in members if member not in rare] for members in listed])


def _describe_texts(name: str, classes: int, records: int, k: int, unit: str) -> str:
    return (
        f"column {name!r}: in {classes:,} classes of {records:,} records the centre was a text that fewer than {k} "
        f"{unit} had; it was replaced by the commonest other value of the class, or by missing"
    )


def _describe_members(name: str, classes: int, k: int, unit: str) -> str:
    return (
        f"column {name!r}: in {classes:,} classes the centre contained a text without a concept that fewer than {k} "
        f"{unit} had; it was left out"
    )


def _rare(plan: Plan, j: int, column: Column, k: int) -> Flags:
    """Find the targets in use with a text that fewer than k records had."""
    used = np.zeros(len(plan.targets), dtype=bool)
    used[plan.target] = True
    if column.domain.traits.on_a_line:
        return np.zeros_like(used)
    points = plan.targets[:, j]
    texts = used & _is_text(column, points)
    if not texts.any():
        return texts
    position = np.minimum(np.searchsorted(column.points, points), len(column.points) - 1)
    units = np.where(column.points[position] == points, _count_values(plan, j, column)[position], 0)
    return texts & (units < k)


def _count_values(plan: Plan, j: int, column: Column) -> NDArray[np.float64]:
    """Count the persons, else the records, of the table that have each value of a column."""
    return plan.tuples.count_units(plan.tuples.codes[:, j].astype(np.int64), len(column.points)).astype(np.float64)


def _is_text(column: Column, points: Points) -> Flags:
    """Find the points that are texts of records, neither concepts nor missing."""
    first = len(column.domain.concepts.tau) if column.domain.concepts is not None else 0
    texts: Flags = (points >= first) & (points != _missing(column))
    return texts


def _missing(column: Column) -> float:
    return float(column.domain.encode([None])[0])


def _commonest(plan: Plan, j: int, column: Column, k: int) -> Points:
    """Return for each target the commonest value of its records that k records of the table have, else missing."""
    frequent = (_count_values(plan, j, column) >= k) & (column.points != _missing(column))
    codes = plan.tuples.codes[plan.source, j]
    rows = np.flatnonzero(frequent[codes])
    keys, inverse = np.unique(plan.target[rows] * len(column.points) + codes[rows], return_inverse=True)
    records = np.bincount(inverse, weights=plan.count[rows], minlength=len(keys))
    target, code = np.divmod(keys, len(column.points))
    chosen = np.full(len(plan.targets), _missing(column))
    order = np.lexsort((-code, records))  # the last one written stays: most records, then the first value
    chosen[target[order]] = column.points[code[order]]
    return chosen
