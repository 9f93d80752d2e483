"""The attacker who knows the method and its parameters, and so the probability of each released value.

If a method masks records independently, these probabilities and the original table determine the posterior over the
released records.
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
"""The cost of an impossible value; every possible value has a smaller cost."""

_STEP = 2.0**-14
_BLOCK = 128
_PAIRS = 50_000_000
"""The greatest number of pairs of original and released tuples that are all evaluated: about two seconds."""


class Channel(Protocol):
    """The probability that a method turns an original value into a released one, column by column."""

    def costs(self, persons: Numbers, points: list[Points]) -> Costs:
        """−log of the probabilities: persons (as tuples) × released points, one column after the other."""


def as_costs(chances: NDArray[np.floating]) -> Costs:
    """−log of probabilities, rounded to multiples of 2⁻¹⁴, so that sums are exact and ties remain ties."""
    costs = np.full(chances.shape, IMPOSSIBLE)
    np.log(chances, out=costs, where=chances > 0, dtype=np.float64)
    costs[chances > 0] *= -1.0
    steps: Costs = np.rint(np.minimum(costs, IMPOSSIBLE) / _STEP)
    return steps * _STEP


def channel_linkage(plan: Plan, channel: Channel, rng: np.random.Generator) -> Linkage:
    """Attack with knowledge of the channel: person by person and, in a small table, all persons at once."""
    linkages = [likeliest_linkage(plan, "knows-the-chances", channel, rng)]
    released = Released.of(plan)
    if len(plan.tuples) * len(released.masked) <= MATCHED_PAIRS:
        chances = np.exp(-released.total(channel.costs(np.arange(len(plan.tuples)), released.points)))
        matched = match_one_to_one(chances, plan.tuples.counts, released.records)
        linkages.append(whole_linkage(plan, "knows-the-chances", matched))
    return strongest_of(linkages)


def likeliest_linkage(
    plan: Plan, kind: AttackKind, channel: Channel, rng: np.random.Generator, *, detail: str = ""
) -> Linkage:
    """The better of two attacks that choose a released record by its probability.

    One chooses the record y with the greatest P(y | x) for the person's values x. The other divides P(y | x) by its
    mean over all original records. In very large tables, both the persons and those records are samples.
    """
    released = Released.of(plan)
    limit = SAMPLE if _is_too_large(plan, released) else SAMPLE_ABOVE
    offsets_tried = (None, _average_costs(plan, channel, released, rng))
    return strongest_of(
        link(plan, kind, channel.costs, rng, detail=detail, offsets=w, limit=limit) for w in offsets_tried
    )


def strongest_of(linkages: Iterable[Linkage]) -> Linkage:
    """The linkage with the greatest success."""
    return max(linkages, key=lambda linkage: linkage.success)


def _average_costs(plan: Plan, channel: Channel, released: Released, rng: np.random.Generator) -> Costs:
    """Log of the mean probability of each released tuple over all records."""
    if not _is_too_large(plan, released):
        return _mean_costs(plan, channel, released, np.arange(len(plan.tuples)), together=True).ravel()
    sampled = np.sort(rng.choice(len(plan.tuples), size=min(SAMPLE, len(plan.tuples)), replace=False))
    return released.total(_mean_costs(plan, channel, released, sampled, together=False)).ravel()


def _mean_costs(plan: Plan, channel: Channel, released: Released, sources: Numbers, *, together: bool) -> Costs:
    """Log of the mean probability over some source tuples, of each released tuple or of each point of a column."""
    weights = plan.tuples.counts[sources].astype(np.float64)
    mean = np.zeros((1, len(released.masked) if together else int(released.start[-1])))
    for first in range(0, len(sources), _BLOCK):
        block = slice(first, first + _BLOCK)
        costs = channel.costs(sources[block], released.points)
        mean += weights[block] / weights.sum() @ np.exp(-(released.total(costs) if together else costs))
    return -as_costs(mean)


def _is_too_large(plan: Plan, released: Released) -> bool:
    return len(plan.tuples) * len(released.masked) > _PAIRS
