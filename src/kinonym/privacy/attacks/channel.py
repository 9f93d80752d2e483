"""The attacker who knows the method and its parameters, hence how likely each value becomes each other one.

Where a method masks records one by one, that is all there is to know of it: the posterior over the released records
follows from these chances and the original table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.privacy.attacks.linkage import AttackKind, Linkage, Numbers, Released
from kinonym.privacy.attacks.linking import SAMPLE, SAMPLE_ABOVE, link, whole_linkage
from kinonym.privacy.attacks.matching import MATCHED_PAIRS, match_one_to_one
from kinonym.tuples import Plan

__all__ = ["IMPOSSIBLE", "Channel", "as_costs", "channel_linkage", "likeliest_linkage", "strongest_of"]

Costs = NDArray[np.float64]

IMPOSSIBLE = 512.0
"""The cost of what cannot have happened; no likelihood is as small."""

_STEP = 2.0**-14
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
    steps: Costs = np.rint(np.minimum(costs, IMPOSSIBLE) / _STEP)
    return steps * _STEP


def channel_linkage(plan: Plan, channel: Channel, rng: np.random.Generator) -> Linkage:
    """Attack by someone who knows the channel: person by person and, in a small table, all persons at once."""
    tried = [likeliest_linkage(plan, "knows-the-chances", channel, rng)]
    released = Released.of(plan)
    if len(plan.tuples) * len(released.masked) <= MATCHED_PAIRS:
        chances = np.exp(-released.total(channel.costs(np.arange(len(plan.tuples)), released.points)))
        matched = match_one_to_one(chances, plan.tuples.counts, released.held)
        tried.append(whole_linkage(plan, "knows-the-chances", matched))
    return strongest_of(tried)


def likeliest_linkage(
    plan: Plan, kind: AttackKind, channel: Channel, rng: np.random.Generator, *, detail: str = ""
) -> Linkage:
    """The better of two ways to choose a released record by its chances.

    The likeliest one for the person, and the one that is likelier for the person than for everybody: the chance
    P(y | x) by its mean over all original records. Of very wide tables both the persons and those records are
    samples.
    """
    released = Released.of(plan)
    limit = SAMPLE if _wide(plan, released) else SAMPLE_ABOVE
    ways = (None, _everybody(plan, channel, released, rng))
    return strongest_of(link(plan, kind, channel.costs, rng, detail=detail, offsets=w, limit=limit) for w in ways)


def strongest_of(linkages: Iterable[Linkage]) -> Linkage:
    """The one that links most."""
    return max(linkages, key=lambda linkage: linkage.success)


def _everybody(plan: Plan, channel: Channel, released: Released, rng: np.random.Generator) -> Costs:
    """Log of the mean chance of each released tuple over all records."""
    if not _wide(plan, released):
        return _mean_logs(plan, channel, released, np.arange(len(plan.tuples)), together=True).ravel()
    sampled = np.sort(rng.choice(len(plan.tuples), size=min(SAMPLE, len(plan.tuples)), replace=False))
    return released.total(_mean_logs(plan, channel, released, sampled, together=False)).ravel()


def _mean_logs(plan: Plan, channel: Channel, released: Released, sources: Numbers, *, together: bool) -> Costs:
    """Log of the mean chance over some source tuples: of each released tuple together, or of each point of a column."""
    weights = plan.tuples.counts[sources].astype(np.float64)
    mean = np.zeros((1, len(released.masked) if together else int(released.start[-1])))
    for first in range(0, len(sources), _BLOCK):
        some = slice(first, first + _BLOCK)
        costs = channel.costs(sources[some], released.points)
        mean += weights[some] / weights.sum() @ np.exp(-(released.total(costs) if together else costs))
    return -as_costs(mean)


def _wide(plan: Plan, released: Released) -> bool:
    return len(plan.tuples) * len(released.masked) > _PAIRS
