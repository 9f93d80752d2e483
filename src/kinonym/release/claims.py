"""The one table of what may be claimed (PRIVACY 2): method and checked facts → a true sentence.

The report, the command and the web page print these sentences; nowhere else may a claim be written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kinonym.grouped import Plan
from kinonym.methods import Method

__all__ = ["TEST_MARK", "Claim", "claims_for"]

TEST_MARK = "TEST – DO NOT RELEASE"


@dataclass(frozen=True)
class Claim:
    """A sentence, and whether it is a guarantee or only says what is not guaranteed."""

    sentence: str
    guarantee: bool

    def __str__(self) -> str:
        return self.sentence


def _names(plan: Plan) -> str:
    return ", ".join(column.name for column in plan.tuples.columns)


def _k_anonymity(method: Method, plan: Plan) -> list[Claim]:  # noqa: ARG001
    smallest = int(plan.class_sizes.min()) if len(plan.class_sizes) else 0
    sentence = (
        f"Every combination of {_names(plan)} occurs at least {smallest} times in the written file, "
        "missing counted as a value."
    )
    return [Claim(sentence, guarantee=True)]


def _nothing(method: Method, plan: Plan) -> list[Claim]:
    return [Claim(f"No guarantee is known for {method.name} on {_names(plan)}.", guarantee=False)]


_CLAIMS: dict[str, Callable[[Method, Plan], list[Claim]]] = {
    "k-anonymity": _k_anonymity,
    "none": _nothing,
}


def claims_for(method: Method, plan: Plan, *, seeded: bool) -> tuple[Claim, ...]:
    """What may be said of this plan; a seed takes every guarantee back."""
    claims = _CLAIMS[method.traits.claim](method, plan)
    if not seeded:
        return tuple(claims)
    mark = Claim(
        f"{TEST_MARK}: made with a seed. Whoever knows or guesses the seed can repeat the run.",
        guarantee=False,
    )
    return (mark, *(Claim(claim.sentence, guarantee=False) for claim in claims))
