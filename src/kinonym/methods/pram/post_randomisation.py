"""PRAM: every value of every record is changed by chance, as a transition matrix says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.errors import UsageError
from kinonym.methods.contract import Method, MethodTraits, Mode
from kinonym.methods.drawn_records import plan_by_record
from kinonym.methods.pram.transitions import Transition, invariant_transition, make_transition, read_transition
from kinonym.methods.progress import Progress, silent
from kinonym.operators.samples import column_sample
from kinonym.privacy.attacks.channel import as_costs
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import comparable

__all__ = ["Pram", "PramChannel"]

Costs = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PramChannel:
    """P(released value | own value) of every column."""

    tuples: Tuples
    matrices: tuple[Transition, ...]

    def costs(self, persons: NDArray[np.int64], points: list[Points]) -> Costs:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""
        return np.concatenate([self._column(j, persons, points[j]) for j in range(len(points))], axis=1)

    def _column(self, j: int, persons: NDArray[np.int64], released: Points) -> Costs:
        column, matrix = self.tuples.columns[j], self.matrices[j]
        originals = column.points[self.tuples.codes[persons, j]]
        chances = np.zeros((len(originals), len(released)))
        before, after = column.domain.is_missing(originals), column.domain.is_missing(released)
        position = np.searchsorted(matrix.values, originals[~before])
        at = np.minimum(np.searchsorted(matrix.targets, released), max(0, len(matrix.targets) - 1))
        offered = ~after & np.isin(released, matrix.targets)
        chances[np.ix_(~before, offered)] = matrix.chances[np.ix_(position, at[offered])]
        chances[np.ix_(before, after)] = 1.0
        return as_costs(chances)


@dataclass(frozen=True, kw_only=True)
class Pram(Method):
    """Every value becomes another one of its column by chance, as a transition matrix says; missing stays missing.

    Parameters
    ----------
    keep
        The chance that a value stays. The others are likelier the nearer they are: in proportion to 1 − distance.
    transitions
        Column → a matrix of your own, lines of ``value,becomes,chance``; in a recipe also the name of a CSV file with
        such lines. A value without a line stays.
    invariant
        Follow each matrix by its reversal, so that the expected frequencies of every column stay as they are.

    Notes
    -----
    Records and columns are drawn independently of each other. ``keep`` does not apply to a column with a
    given matrix. A column may have at most 4,096 distinct values.
    """

    keep: float = 0.8
    transitions: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict, hash=False)
    invariant: bool = False
    name = "pram"
    traits = MethodTraits(promise="noise", random=True)

    def __post_init__(self) -> None:
        if isinstance(self.keep, bool) or not isinstance(self.keep, int | float) or not 0 <= self.keep < 1:
            msg = "keep is the chance that a value stays: at least 0 and less than 1"
            raise UsageError(msg, hint="keep = 0.8 changes one value in five")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        transitions = {"a": ("top,top,1.0",)}
        return cls.mode(), cls.mode(invariant=True), cls.mode(keep=0.5), cls.mode(twins=True, transitions=transitions)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        matrices = self.matrices(tuples)
        until = [np.cumsum(matrix.chances, axis=1) for matrix in matrices]

        def mask(points: Points) -> Points:
            out = points.copy()
            for j, matrix in enumerate(matrices):
                known = np.flatnonzero(~tuples.columns[j].domain.is_missing(points[:, j]))
                position, drawn = np.searchsorted(matrix.values, points[known, j]), rng.random(len(known))
                for value in np.unique(position):
                    rows = np.flatnonzero(position == value)
                    offered = np.flatnonzero(matrix.chances[value])
                    at = np.searchsorted(until[j][value, offered], drawn[rows], side="right")
                    out[known[rows], j] = matrix.targets[offered[np.minimum(at, len(offered) - 1)]]
            return out

        notices = tuple(_describe_matrix(c.name, matrix) for c, matrix in zip(tuples.columns, matrices, strict=True))
        return plan_by_record(tuples, mask, progress, notices=notices)

    def matrices(self, tuples: Tuples) -> tuple[Transition, ...]:
        """The matrix of each column."""
        unknown = set(self.transitions) - {column.name for column in tuples.columns}
        if unknown:
            msg = f"transitions names columns that are not masked: {', '.join(sorted(unknown))}"
            raise UsageError(msg, hint='give them role = "quasi", or take them out of transitions')
        matrices = [self._matrix(tuples, j) for j in range(len(tuples.columns))]
        return tuple(map(invariant_transition, matrices)) if self.invariant else tuple(matrices)

    def _matrix(self, tuples: Tuples, j: int) -> Transition:
        name, sample = tuples.columns[j].name, column_sample(tuples, j)
        lines = self.transitions.get(name)
        if lines is None:
            return make_transition(sample, self.keep)
        return read_transition(name, sample, [lines] if isinstance(lines, str) else lines)

    def channel(self, tuples: Tuples) -> PramChannel:
        """How likely the values of a person become others: the matrices."""
        return PramChannel(tuples, self.matrices(tuples))

    def objection(self, plan: Plan) -> str | None:
        """Object if a value became one that its matrix excludes, or if more are unchanged than chance explains."""
        from kinonym.methods.unchanged_values import binomial_chance, describe_unchanged, find_unchanged

        chance = 0.0
        for j, matrix in enumerate(self.matrices(plan.tuples)):
            domain = plan.tuples.columns[j].domain
            originals = plan.tuples.columns[j].points[plan.tuples.codes[plan.source, j]]
            if _breaks_matrix(domain, matrix, originals, plan.targets[plan.target, j]):
                return "a value became what its transition matrix excludes"
            known = ~domain.is_missing(originals)
            unchanged, records = int(plan.count[known & find_unchanged(plan, j)].sum()), int(plan.count[known].sum())
            chance = min(chance, binomial_chance(unchanged, records, float(matrix.stays().max(initial=0.0))))
        return describe_unchanged(plan, chance)


def _breaks_matrix(domain: Domain, matrix: Transition, originals: Points, released: Points) -> bool:
    """Whether a value became another that has no chance; numbers and dates may have been rounded or moved since."""
    if domain.traits.scale in ("interval", "circular"):
        return False
    missing = domain.is_missing(originals)
    if (domain.is_missing(released) != missing).any():
        return True
    known = ~missing & np.isin(comparable(released), matrix.targets)
    position, at = np.searchsorted(matrix.values, originals[known]), np.searchsorted(matrix.targets, released[known])
    return bool((matrix.chances[position, at] == 0).any())


def _describe_matrix(name: str, matrix: Transition) -> str:
    """Describe how likely the values of a column are unchanged."""
    stays = matrix.stays()
    if not len(stays):
        return f"column {name!r}: every value is missing, and is unchanged"
    return f"column {name!r}: a value is unchanged with a chance of {stays.min():.1%} to {stays.max():.1%}"
