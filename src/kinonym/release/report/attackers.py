"""Every attacker that a release was measured against: who, how often right on average and at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinonym.grouped import Plan
from kinonym.metrics import Risk
from kinonym.privacy.attacks import Linkage, nearest_linkage

__all__ = ["Attacker", "attackers", "every_attack", "strongest"]

_OUTSIDER = "nearest values"


@dataclass(frozen=True, kw_only=True)
class Attacker:
    """``chance``: mean chance over the records to link one; ``greatest``: of the record that is worst off.

    ``before`` is the mean chance had the table been released as it was. ``certain`` is the share of the
    records that are linked without any doubt. ``interval`` holds the mean with 95 % where it was sampled.
    """

    name: str
    who: str
    chance: float
    before: float | None = None
    greatest: float | None = None
    certain: float | None = None
    interval: tuple[float, float] | None = None
    persons: int | None = None


def attackers(risk: Risk, attacks: Sequence[Linkage], *, classes_known: bool) -> tuple[Attacker, ...]:
    """All attackers of a release; ``classes_known``: the method puts every record into a class of equals.

    Then whoever repeats the method on the original table knows everyone's class; the mean chance within the
    classes, classes / records, bounds every attacker who knows the original values only: a person's chance is at most
    count(s,t) / (w_s · size(t)) for some class t, and Σ_s Σ_t count(s,t) / size(t) is the number of classes. What a
    sample of persons estimates above it is cut at it.
    """
    exact = Attacker(
        name="exact match",
        who="looks every released combination up among the original ones (record linkage RL)",
        chance=risk.linkage / 100.0,
        before=risk.marketer_before,
    )
    found = [exact]
    if classes_known:
        found.append(
            Attacker(
                name="knows the groups",
                who="knows all original values and the method, and so the group of every person",
                chance=risk.marketer,
                before=risk.marketer_before,
                greatest=risk.prosecutor,
            )
        )
    bound = risk.marketer if classes_known else 1.0
    return (*found, *(_linkage(attack, risk, bound) for attack in attacks))


def every_attack(plan: Plan, attacks: Sequence[Linkage], rng: np.random.Generator) -> tuple[Linkage, ...]:
    """The attacks of a run, and the one of an outsider without the ontology if it is not among them."""
    if any(_name(attack.attacker) == _OUTSIDER for attack in attacks):
        return tuple(attacks)
    return (*attacks, nearest_linkage(plan, rng))


def _linkage(attack: Linkage, risk: Risk, bound: float) -> Attacker:
    return Attacker(
        name=_name(attack.attacker),
        who=attack.attacker,
        chance=min(attack.success, bound),
        before=risk.marketer_before,
        certain=attack.certain,
        interval=(min(attack.interval[0], bound), min(attack.interval[1], bound)) if attack.sampled else None,
        persons=attack.persons,
    )


def _name(who: str) -> str:
    if "semantic" in who:
        return "nearest in meaning"
    if "equality" in who:
        return _OUTSIDER
    if "repeated it" in who:
        return "repeats the method"
    return "follows every course" if "every course" in who else "knows the method"


def strongest(found: Sequence[Attacker]) -> Attacker:
    """The attacker with the greatest mean chance; the risk of a release is never less than this."""
    return max(found, key=lambda attacker: (attacker.chance, attacker.interval is None))
