"""What methods ask of k and of the table before they begin, and of their own plan before they return it."""

from __future__ import annotations

from kinonym.errors import KinonymError, PrivacyError, UsageError
from kinonym.grouped import Plan, Tuples

__all__ = ["check_bounded", "check_k", "checked", "require_k"]


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
