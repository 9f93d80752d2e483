"""What all swaps share: what they need of k and of the table, and from what each record receives to a plan.

The only place of swapping with arrays as long as the table: one integer per record and column.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import PrivacyError
from kinonym.methods.contract import Method, MethodTraits, Mode, check_bounded, check_k
from kinonym.methods.progress import Progress, silent, within
from kinonym.methods.swap.swap_courses import MOST_RECORDS, TooManyCoursesError
from kinonym.privacy.attacks import Factor
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples

__all__ = [
    "Codes", "NearSwap", "SwapColumn", "Swapping", "each_column", "notices", "plan_from_records",
    "require_partners", "tuple_of_records",
]  # fmt: skip

_REPETITIONS, _FEW_RECORDS = 4, 5_000
"""How often a published swap of a table of at most so many records is repeated; one of more, once."""

Codes = NDArray[np.int32]
SwapColumn = Callable[[Tuples, Progress], tuple[Codes, int]]
"""One column alone → what its records, in the order of values, receive; how many found no partner."""


class Swapping(Method):
    """A method that lets records exchange their values."""

    def factors(self, tuples: Tuples) -> tuple[Factor, ...] | None:
        """The exact chances of every outcome; None for more than 8 records or too many courses to follow."""
        if tuples.records > MOST_RECORDS:
            return None
        try:
            return self.followed(tuples)
        except TooManyCoursesError:
            return None

    @abstractmethod
    def followed(self, tuples: Tuples) -> tuple[Factor, ...]:
        """The exact chances of every outcome, from every course that the swap of a small table can take."""


@dataclass(frozen=True, kw_only=True)
class NearSwap(Swapping):
    """A swap of each value with a near one, as published or repaired.

    Parameters
    ----------
    k
        A released value is the given person's with probability at most 1/k, for each column alone.
    published
        The form of T, which does not give 1/k.
    """

    k: int
    published: bool = False
    traits = MethodTraits(promise="swap", keeps_marginals=True, random=True, strength="k")

    def __post_init__(self) -> None:
        check_k(self.k)

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Repaired and as published."""
        return tuple(cls.mode(published=published) for published in (False, True))

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        require_partners(tuples, self.k)
        masked, stuck = self.exchanged(tuples, rng, progress)
        sentences = notices(tuples, None if self.published else self.k)
        progress(1.0)
        return plan_from_records(
            tuples, masked, (*sentences, *self.further_notices(tuples), *_stuck_notices(tuples, stuck))
        )

    def objection(self, plan: Plan) -> str | None:
        """That more values stay than the repaired swap, or repetitions of the published one, leave by chance."""
        from kinonym.methods.unchanged_values import describe_unchanged, exchange_chance, moves_too_little

        if not self.published:
            return describe_unchanged(plan, exchange_chance(plan, self.k))
        if moves_too_little(plan, self._count_moved_again(plan.tuples)):
            return "it moves fewer values than the published swap moves in other runs on this table"
        return None

    def _count_moved_again(self, tuples: Tuples) -> NDArray[np.int64]:
        """How many values further runs move in each column: rows of runs."""
        originals = tuples.codes[tuple_of_records(tuples)]
        runs = _REPETITIONS if tuples.records <= _FEW_RECORDS else 1
        masked = (self.exchanged(tuples, generator(), silent)[0] for _ in range(runs))
        return np.array([(codes != originals).sum(axis=0) for codes in masked], dtype=np.int64)

    @abstractmethod
    def exchanged(self, tuples: Tuples, rng: np.random.Generator, progress: Progress) -> tuple[Codes, list[int]]:
        """What each record receives (codes, records × columns), and per column how many found no partner."""

    def further_notices(self, tuples: Tuples) -> tuple[str, ...]:  # noqa: ARG002
        """What else the user should know of this table."""
        return ()


def require_partners(tuples: Tuples, k: int) -> None:
    """Raise unless every record has k others to exchange values with (T eq. 5.2: k < n)."""
    check_bounded(tuples)
    if k >= tuples.records:
        msg = f"k = {k} cannot be reached: each of the {tuples.records} records has fewer than k others"
        largest = tuples.records - 1
        hint = f"the largest possible k is {largest}" if largest > 1 else "swapping needs at least 3 records"
        raise PrivacyError(msg, hint=hint)


def notices(tuples: Tuples, k: int | None = None) -> tuple[str, ...]:
    """Say which columns cannot change, and whether all records fell into one permutation."""
    same = (tuples.codes == tuples.codes[:1]).all(axis=0)
    single = [column.name for column, alike in zip(tuples.columns, same, strict=True) if alike]
    sentences = [f"column {name!r} has one value only: swapping changes nothing" for name in single]
    if k is not None and tuples.records < 2 * k:
        sentences.append(f"{tuples.records} records are fewer than 2k = {2 * k}: one permutation of all of them")
    return tuple(sentences)


def _stuck_notices(tuples: Tuples, stuck: list[int]) -> tuple[str, ...]:
    """Say how many values found no partner and stay."""
    sentence = "column {!r}: {:,} values found no partner and stay"
    pairs = zip(tuples.columns, stuck, strict=True)
    return tuple(sentence.format(column.name, number) for column, number in pairs if number)


def tuple_of_records(tuples: Tuples) -> Codes:
    """The tuple of each record; the records of a tuple follow each other."""
    return np.repeat(np.arange(len(tuples), dtype=np.int32), tuples.counts)


def plan_from_records(tuples: Tuples, masked: Codes, notices: tuple[str, ...]) -> Plan:
    """Count how many records of each tuple receive each masked tuple (``masked``: codes, records × columns)."""
    key = np.zeros(len(masked), dtype=np.int64)
    for j, column in enumerate(tuples.columns):
        pairs = key * len(column.points) + masked[:, j]
        _, first, key = np.unique(pairs, return_index=True, return_inverse=True)
    targets = masked[first]
    pairs = tuple_of_records(tuples).astype(np.int64) * len(targets) + key
    distinct, count = np.unique(pairs, return_counts=True)
    points = [column.points[targets[:, j]] for j, column in enumerate(tuples.columns)]
    source, target = np.divmod(distinct, len(targets))
    return Plan(tuples, source, target, count.astype(np.int64), np.column_stack(points), notices)


def each_column(
    tuples: Tuples, swap_column: SwapColumn, rng: np.random.Generator, progress: Progress
) -> tuple[Codes, list[int]]:
    """Swap every column on its own; returns what each record receives, and per column who found no partner.

    Records with equal values are interchangeable within a column: what they receive is dealt out among them
    at random, whatever their other columns hold.
    """
    of_record = tuple_of_records(tuples)
    masked = np.empty((tuples.records, len(tuples.columns)), dtype=np.int32)
    stuck, width = [], len(tuples.columns)
    for j in range(width):
        received, without = swap_column(tuples.column_tuples[j], within(progress, j / width, (j + 1) / width))
        originals = tuples.codes[of_record, j]
        shuffled = rng.permutation(tuples.records)
        masked[shuffled[np.argsort(originals[shuffled], kind="stable")], j] = received
        stuck.append(without)
    return masked, stuck
