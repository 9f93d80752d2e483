"""What a masking method is: a frozen set of parameters with one verb, `plan`, and its traits declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np

from kinonym.errors import KinonymError, PrivacyError, UsageError
from kinonym.grouped import Plan, Tuples

__all__ = [
    "Method", "MethodTraits", "Progress", "Share", "check_bounded", "check_k", "checked", "require_k", "silent",
    "within",
]  # fmt: skip

Progress = Callable[[float], None]
"""Called with the share of the work that is done; a `Share` also says how many clusters are."""


class Share(float):
    """How much of the work is done, and how many clusters are, where a method makes some one after the other."""

    clusters: int | None

    def __new__(cls, done: float, clusters: int | None = None) -> Self:
        """A number that remembers the clusters."""
        share = super().__new__(cls, done)
        share.clusters = clusters
        return share


def within(progress: Progress, first: float, last: float) -> Progress:
    """The progress of a part of the work, which begins at ``first`` of the whole and ends at ``last``."""
    return lambda share: progress(Share(first + (last - first) * share, getattr(share, "clusters", None)))


def silent(share: float) -> None:
    """Show nothing."""


@dataclass(frozen=True, kw_only=True)
class MethodTraits:
    """What a method promises; the contract tests hold it to this."""

    k_anonymous: bool = False
    claim: str = "none"
    """The row of the claims table that speaks for this method."""
    keeps_rows: bool = True
    keeps_marginals: bool = False
    random: bool = False


class Method(Protocol):
    """A masking method: tuples → plan."""

    @property
    def name(self) -> str:
        """The registered name."""

    @property
    def traits(self) -> MethodTraits:
        """What it promises."""

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every tuple becomes."""


def check_k(k: object) -> None:
    """Raise unless k is a whole number of at least 1."""
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        msg = "k must be a whole number of at least 2"
        raise UsageError(msg, hint="k = 5 is a common choice")


def check_bounded(tuples: Tuples) -> None:
    """Masking needs distances in [0, 1]."""
    for column in tuples.columns:
        if not column.domain.bounded:
            msg = f"column {column.name!r} uses an unbounded measure; masking needs distances between 0 and 1"
            raise UsageError(msg, hint="use the measure's bounded form, or wu-palmer")


def require_k(tuples: Tuples, k: int) -> None:
    """Raise if there are fewer than k records."""
    if tuples.records < k:
        msg = f"k = {k} cannot be reached: the table has only {tuples.records} records"
        raise PrivacyError(msg, hint=f"the largest possible k is {tuples.records}")


def checked(plan: Plan, k: int) -> Plan:
    """Return the plan if every masked tuple occurs at least k times; anything else is a bug."""
    sizes = plan.class_sizes
    if len(sizes) and sizes.min() < k:
        msg = f"a k-anonymous method made a group of {sizes.min()} records where k = {k}"
        raise KinonymError(msg, hint="this is a bug of Kinonym; nothing was written")
    return plan
