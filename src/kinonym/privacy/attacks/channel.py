"""The attacker who knows the method and its parameters, hence how likely each value becomes each other one.

Where a method masks records one by one, that is all there is to know of it: the posterior over the released records
follows from these chances and the original table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan
from kinonym.privacy.attacks.linkage import SAMPLE, SAMPLE_ABOVE, Linkage, Numbers, Released, link

__all__ = ["IMPOSSIBLE", "Channel", "as_costs", "channel_linkage"]

Costs = NDArray[np.float64]

IMPOSSIBLE = 512.0
"""The cost of what cannot have happened; no likelihood is as small."""

_STEP = 2.0**-24
_BLOCK = 128
_PAIRS = 50_000_000
"""Pairs of original and released combinations up to which every one is weighed: about two seconds."""


class Channel(Protocol):
    """How likely a method turns the values of a person into released ones, column by column."""

    def costs(self, persons: Numbers, points: list[Points]) -> Costs:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""


def as_costs(chances: NDArray[np.floating]) -> Costs:
    """−log of chances, to steps so small that sums of them are exact and ties remain ties."""
    costs = np.full(chances.shape, IMPOSSIBLE)
    np.log(chances, out=costs, where=chances > 0, dtype=np.float64)
    costs[chances > 0] *= -1.0
    return np.rint(np.minimum(costs, IMPOSSIBLE) / _STEP) * _STEP


def channel_linkage(plan: Plan, channel: Channel, rng: np.random.Generator) -> Linkage:
    """Attack by someone who knows the channel: the better of two ways to choose a released record.

    The likeliest one for the person, and the one that is likelier for the person than for everybody: the chance
    P(y | x) by its mean over all original records. Very wide tables are attacked by a sample of persons.
    """
    released = Released.of(plan)
    wide = len(plan.tuples) * len(released.masked) > _PAIRS
    limit = SAMPLE if wide else SAMPLE_ABOVE
    ways = (None, _everybody(plan, channel, released, wide=wide))
    tried = [link(plan, "knows-the-chances", channel.costs, rng, offsets=offsets, limit=limit) for offsets in ways]
    return max(tried, key=lambda linkage: linkage.success)


def _everybody(plan: Plan, channel: Channel, released: Released, *, wide: bool) -> Costs:
    """Log of the mean chance of each released tuple over all records; where that is too much, column by column."""
    width = len(released.masked) if not wide else released.start[-1]
    total = np.zeros(width)
    for weights, costs in _blocks(plan, channel, released):
        if not wide:
            costs = sum(costs[:, first + released.masked[:, j]] for j, first in enumerate(released.start[:-1]))
        total += weights @ np.exp(-costs)
    logs = -as_costs(total / plan.tuples.records)
    if not wide:
        return logs
    return sum(logs[first + released.masked[:, j]] for j, first in enumerate(released.start[:-1]))


def _blocks(plan: Plan, channel: Channel, released: Released) -> Iterator[tuple[Costs, Costs]]:
    """Records and costs of some source tuples at a time."""
    counts = plan.tuples.counts.astype(np.float64)
    for first in range(0, len(counts), _BLOCK):
        some = np.arange(first, min(first + _BLOCK, len(counts)))
        yield counts[some], channel.costs(some, released.points)
