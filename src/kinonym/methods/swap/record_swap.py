"""record-swap: one partition over all columns, and inside its blocks every column permuted uniformly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import KinonymError, UsageError
from kinonym.methods.contract import MethodTraits, Mode, check_k
from kinonym.methods.mdav import Mdav
from kinonym.methods.progress import Progress, silent
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.swap.swap_courses import permutation_factor
from kinonym.methods.swap.swapping import Swapping, notices, plan_from_records, require_partners
from kinonym.methods.swap.windows import BlockWindow
from kinonym.privacy.attacks import Factor
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import comparable

__all__ = ["RecordSwap", "permute_in_blocks"]

Numbers = NDArray[np.int64]
Rows = tuple[Numbers, Numbers, Numbers]


@dataclass(frozen=True, kw_only=True)
class RecordSwap(Swapping):
    """Cut the records into blocks of at least k near ones; permute every column inside each block.

    Parameters
    ----------
    k
        A released record is the given person's with probability at most 1/b, b ≥ k being the size of the
        person's block, whatever is known of all the columns. If persons have several records, this is about a
        record, and every block holds records of at least k different persons.
    partition
        ``sa-mdav``: blocks adapt, the records of a tuple stay together. ``mdav``: blocks of exactly k, the
        last of k to 2k − 1.

    Notes
    -----
    Why 1/b holds: the columns of a block are permuted uniformly and independently, so that the released rows of
    a block have the same distribution for all persons of the block. The partition does not depend on any draw. It
    needs a shuffled row order and no untouched column that links. Cost: that of the partition.
    """

    k: int
    partition: Literal["sa-mdav", "mdav"] = "sa-mdav"
    name = "record-swap"
    traits = MethodTraits(promise="record-swap", keeps_marginals=True, random=True, strength="k", needs_unlinked=True)

    def __post_init__(self) -> None:
        check_k(self.k)
        if self.partition not in ("sa-mdav", "mdav"):
            msg = "the partition of record-swap must be sa-mdav or mdav"
            raise UsageError(msg, hint="leave partition out for sa-mdav")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return tuple(cls.mode(partition=partition) for partition in ("sa-mdav", "mdav"))

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        require_partners(tuples, self.k)
        source, block, count = self._blocks(tuples, progress)
        of_record = np.repeat(source, count)
        originals = tuples.codes[of_record]
        masked = np.empty_like(originals)
        for j in range(originals.shape[1]):
            masked[:, j] = permute_in_blocks(originals[:, j], np.repeat(block, count), rng)
        progress(1.0)
        return plan_from_records(tuples, masked, notices(tuples, self.k))

    def objection(self, plan: Plan) -> str | None:
        """That a block is too small, that values leave their block, or that more stay than chance leaves."""
        from kinonym.methods.unchanged_values import describe_unchanged, permutation_chance

        source, block, count = rows = self._blocks(plan.tuples, silent)
        if np.bincount(block, weights=count).min() < self.k:
            return f"a block of records has fewer than {self.k}"
        if len(source) == len(plan.tuples) and _leave_blocks(plan, block):
            return "values leave the block of records that they were in"
        return describe_unchanged(plan, permutation_chance(plan, rows))

    def _blocks(self, tuples: Tuples, progress: Progress) -> Rows:
        """Rows (tuple, block, count) in the order of tuples; kept as long as these: attackers ask for them too."""
        known = _BLOCKS.setdefault(tuples, {})
        if self not in known:
            known[self] = self._partition(tuples, progress)
        return known[self]

    def _partition(self, tuples: Tuples, progress: Progress) -> Rows:
        method = SaMdav(k=self.k) if self.partition == "sa-mdav" else Mdav(k=self.k)
        plan = method.plan(tuples, generator(), progress)  # neither draws anything
        order = np.argsort(plan.source, kind="stable")
        if tuples.persons is not None:
            persons = tuples.persons.in_groups(plan.target[order], len(plan.targets))
            if persons.min() < self.k:
                msg = f"a block of record-swap has {persons.min()} persons where k = {self.k}"
                raise KinonymError(msg, hint="this is a bug in Kinonym; nothing was written")
        return plan.source[order], plan.target[order], plan.count[order]

    def window(self, tuples: Tuples) -> BlockWindow:
        """What an attacker who knows k and every original record, hence the blocks, can exclude."""
        source, block, _ = self._blocks(tuples, silent)
        return BlockWindow(tuples, source, block)

    def followed(self, tuples: Tuples) -> tuple[Factor, ...]:
        """The exact chances of every outcome, column by column."""
        _, block, count = self._blocks(tuples, silent)
        of_record = np.repeat(block, count)
        blocks = [np.flatnonzero(of_record == b).tolist() for b in np.unique(of_record)]
        return tuple(permutation_factor(tuples, j, blocks) for j in range(len(tuples.columns)))


_BLOCKS: WeakKeyDictionary[Tuples, dict[RecordSwap, Rows]] = WeakKeyDictionary()


def _leave_blocks(plan: Plan, block: Numbers) -> bool:
    """Whether some block of whole tuples receives other values than its own; ``block``: of each tuple."""
    position = block[plan.source]
    for j, column in enumerate(plan.tuples.columns):
        originals = column.points[plan.tuples.codes[plan.source, j]]
        points = comparable(np.concatenate([originals, plan.targets[plan.target, j]]))
        value = np.unique(points, return_inverse=True)[1].reshape(-1)
        _, pair = np.unique(np.tile(position, 2) * (value.max() + 1) + value, return_inverse=True)
        if np.bincount(pair.reshape(-1), weights=np.concatenate([plan.count, -plan.count])).any():
            return True
    return False


def permute_in_blocks(values: NDArray[np.int32], block: Numbers, rng: np.random.Generator) -> NDArray[np.int32]:
    """Permute uniformly inside each block."""
    order = np.argsort(block, kind="stable")
    shuffled = rng.permutation(len(values))
    shuffled = shuffled[np.argsort(block[shuffled], kind="stable")]
    out = np.empty_like(values)
    out[order] = values[shuffled]
    return out
