"""Every attacker that a release was measured against: who, how often right on average and at most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

import numpy as np

from kinonym.grouped import Plan
from kinonym.privacy.attacks.linkage import AttackKind, Linkage
from kinonym.privacy.attacks.nearest import nearest_linkage

__all__ = ["Attacker", "ClassRisk", "attackers", "every_attack", "most_certain", "strongest"]


class ClassRisk(Protocol):
    """The chances that the sizes of the classes give, as `kinonym.metrics.Risk` has them."""

    @property
    def linkage(self) -> float:
        """RL in percent."""

    @property
    def prosecutor(self) -> float:
        """The greatest chance."""

    @property
    def marketer(self) -> float:
        """The mean chance."""

    @property
    def marketer_before(self) -> float:
        """The mean chance had the table been released as it was."""


class Outcome(Protocol):
    """What an attack came to, as far as attackers are compared by it."""

    @property
    def chance(self) -> float:
        """The mean chance to link a record."""

    @property
    def certain(self) -> float | None:
        """The share of records linked without doubt."""

    @property
    def sampled(self) -> bool:
        """Whether the chance is an estimate."""


AnyOutcome = TypeVar("AnyOutcome", bound=Outcome)


@dataclass(frozen=True, kw_only=True)
class Attacker:
    """``chance``: mean chance over the records to link one; ``greatest``: of the record that is worst off.

    ``before`` is the mean chance had the table been released as it was. ``certain`` is the share of the
    records that are linked without any doubt. ``interval`` holds the mean with 95 % where it was sampled.
    """

    kind: AttackKind | Literal["exact-match", "knows-the-groups"]
    name: str
    who: str
    chance: float
    before: float | None = None
    greatest: float | None = None
    certain: float | None = None
    interval: tuple[float, float] | None = None
    persons: int | None = None

    @property
    def sampled(self) -> bool:
        """Whether the chance is an estimate."""
        return self.interval is not None


def strongest(tried: Iterable[AnyOutcome]) -> AnyOutcome:
    """The attacker with the greatest mean chance, of equals one that was not sampled: the risk is never less."""
    return max(tried, key=lambda attacker: (attacker.chance, not attacker.sampled))


def most_certain(tried: Iterable[AnyOutcome]) -> AnyOutcome:
    """The attacker who links the most records with certainty."""
    return max(tried, key=lambda attacker: -1.0 if attacker.certain is None else attacker.certain)


def attackers(risk: ClassRisk, attacks: Sequence[Linkage], *, classes_known: bool) -> tuple[Attacker, ...]:
    """All attackers of a release; ``classes_known``: the method puts every record into a class of equals.

    Then whoever repeats the method on the original table knows everyone's class; the mean chance within the
    classes, classes / records, bounds every attacker who knows the original values only: a person's chance is at most
    count(s,t) / (w_s · size(t)) for some class t, and Σ_s Σ_t count(s,t) / size(t) is the number of classes. What a
    sample of persons estimates above it is cut at it.
    """
    exact = Attacker(
        kind="exact-match",
        name="exact match",
        who="looks every released combination up among the original ones (record linkage RL)",
        chance=risk.linkage / 100.0,
        before=risk.marketer_before,
    )
    grouped = Attacker(
        kind="knows-the-groups",
        name="knows the groups",
        who="knows all original values and the method, and so the group of every person",
        chance=risk.marketer,
        before=risk.marketer_before,
        greatest=risk.prosecutor,
    )
    bound = risk.marketer if classes_known else 1.0
    return (exact, *([grouped] if classes_known else []), *(_linkage(attack, risk, bound) for attack in attacks))


def every_attack(plan: Plan, attacks: Sequence[Linkage], rng: np.random.Generator) -> tuple[Linkage, ...]:
    """The attacks of a run, and the one of an outsider without the ontology if it is not among them."""
    if any(attack.kind == "nearest-values" for attack in attacks):
        return tuple(attacks)
    return (*attacks, nearest_linkage(plan, rng))


def _linkage(attack: Linkage, risk: ClassRisk, bound: float) -> Attacker:
    return Attacker(
        kind=attack.kind,
        name=attack.name,
        who=attack.attacker,
        chance=min(attack.success, bound),
        before=risk.marketer_before,
        certain=attack.certain,
        interval=(min(attack.interval[0], bound), min(attack.interval[1], bound)) if attack.sampled else None,
        persons=attack.persons,
    )
