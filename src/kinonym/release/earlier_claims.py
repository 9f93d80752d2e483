"""The sentences about a release together with the earlier ones that it follows (specification 19)."""

from __future__ import annotations

from collections.abc import Iterator

from kinonym.release.earlier_persons import FoundTogether
from kinonym.release.facts import Claim, Facts

__all__ = ["earlier_claims"]


def earlier_claims(facts: Facts) -> Iterator[Claim]:
    """What holds for persons who are in this release or in earlier ones, and what does not."""
    found = facts.earlier
    if found is None:
        return
    yield Claim(_describe_groups(facts, found), guarantee=True)
    if found.fewest_left is not None and found.protects_left:
        yield Claim(
            f"Persons who left a combination of the earlier releases of which others are in {facts.where} left it with "
            f"at least {found.fewest_left} persons.",
            guarantee=True,
        )
    elif found.fewest_left is not None and (facts.uniqueness is not None or facts.confidential):
        yield Claim(_describe_exposed(found), guarantee=False)
    if facts.method.demands is not None and found.certain:
        yield Claim("The demands on the confidential columns hold in each of these groups as well.", guarantee=True)
    yield Claim(_describe_persons(found), guarantee=False)


def _describe_groups(facts: Facts, found: FoundTogether) -> str:
    several = found.releases > 1
    earlier = (
        f"combinations in the {found.releases} earlier releases" if several else "combination in the earlier release"
    )
    parts = []
    if found.fewest_again is not None:
        parts.append(f"none or at least {found.fewest_again} of the persons who had the same {earlier}")
    if found.fewest_new is not None:
        parts.append(f"none or at least {found.fewest_new} persons who are new")
    return f"Every combination of {facts.columns} in {facts.where} holds {', and '.join(parts)}."


def _describe_exposed(found: FoundTogether) -> str:
    alone = ", ".join(f"{number:,} of them in {name}" for name, number in found.certain_left.items() if number)
    certain = f"; a single value is left for {alone}" if alone else ""
    return (
        f"Persons left combinations of the earlier releases of which others are released again, in groups of "
        f"{found.fewest_left} or more: comparing the releases can show what only those who left had{certain}."
    )


def _describe_persons(found: FoundTogether) -> str:
    return (
        f"Counted by person id: {found.again:,} persons were released before and are again, {found.new:,} are new, and "
        f"{found.left:,} earlier ones are not in this release. A row without a person id counts as a new person."
    )
