"""What swapping needs of k and of the table, and what the user should know when it has too little room."""

from __future__ import annotations

from kinonym.errors import PrivacyError, UsageError
from kinonym.grouped import Tuples
from kinonym.methods.base import check_bounded, check_k

__all__ = ["check_swap_k", "notices", "require_partners", "stuck_notices"]


def check_swap_k(k: object) -> None:
    """Raise unless k is a whole number of at least 2."""
    check_k(k)
    if k == 1:
        msg = "k must be a whole number of at least 2: swapping with k = 1 protects nothing"
        raise UsageError(msg, hint="k = 5 is a common choice")


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
    said = [f"column {name!r} has one value only: swapping changes nothing" for name in single]
    if k is not None and tuples.records < 2 * k:
        said.append(f"{tuples.records} records are fewer than 2k = {2 * k}: one permutation of all of them")
    return tuple(said)


def stuck_notices(tuples: Tuples, stuck: list[int]) -> tuple[str, ...]:
    """Say how many values found no partner and stay."""
    said = "column {!r}: {:,} values found no partner and stay"
    pairs = zip(tuples.columns, stuck, strict=True)
    return tuple(said.format(column.name, number) for column, number in pairs if number)
