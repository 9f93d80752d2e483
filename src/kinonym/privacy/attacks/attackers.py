"""Attacking one's own output: which attackers every release meets, and how often each is right.

The strongest of them is the risk of the release, and nothing is said about it before it was attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol, TypeVar

import numpy as np

from kinonym.privacy.attacks.channel import Channel, channel_linkage
from kinonym.privacy.attacks.learning import likelihood_linkage
from kinonym.privacy.attacks.linkage import AttackKind, Linkage
from kinonym.privacy.attacks.linking import nearest_linkage, semantic_linkage
from kinonym.privacy.attacks.posterior import Factor, posterior_linkage
from kinonym.privacy.attacks.window import Window, window_linkage
from kinonym.privacy.attacks.worst_case import WorstCase, exact_worst_case, simulated_worst_case
from kinonym.tuples import Plan, Tuples

__all__ = [
    "Attacker", "ClassRisk", "KnownMethod", "attack", "attackers", "every_attack", "most_certain", "strongest",
    "worst_case",
]  # fmt: skip


_FEW = 6
"""Records up to which every course of a swap is followed."""
_RUNS, _SECONDS = 400, 5.0
"""How often, and for how long, an attacker repeats a method."""


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
    count(s,t) / (w_s · size(t)) for some class t, and Σ_s Σ_t count(s,t) / size(t) is the number of classes. A person
    with several records is found at most with the greatest share that she has in a class. What a sample of persons
    estimates above it is cut at it.
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


def every_attack(
    plan: Plan, attacks: Sequence[Linkage], draws: Callable[[], np.random.Generator]
) -> tuple[Linkage, ...]:
    """The attacks of a run, and the one of an outsider without the ontology if it is not among them."""
    if any(attack.kind == "nearest-values" for attack in attacks):
        return tuple(attacks)
    return (*attacks, nearest_linkage(plan, draws()))


def _linkage(attack: Linkage, risk: ClassRisk, bound: float) -> Attacker:
    return Attacker(
        kind=attack.kind,
        name=attack.name,
        who=attack.attacker,
        chance=min(attack.success, bound),
        before=risk.marketer_before if attack.before is None else attack.before,
        certain=attack.certain,
        interval=(min(attack.interval[0], bound), min(attack.interval[1], bound)) if attack.sampled else None,
        persons=attack.persons,
    )


class KnownMethod(Protocol):
    """What an attacker knows of a method, as every method tells it."""

    @property
    def published(self) -> bool:
        """Whether it is a swap as published, which has no bound."""

    @property
    def open_to_repetition(self) -> bool:
        """Whether repeating it tells more than the groups of its release do."""

    def plan(self, tuples: Tuples, rng: np.random.Generator) -> Plan:
        """Decide what every tuple becomes."""

    def window(self, tuples: Tuples) -> Window | None:
        """What can be excluded."""

    def channel(self, tuples: Tuples) -> Channel | None:
        """How likely the values of a person become released ones."""

    def factors(self, tuples: Tuples) -> tuple[Factor, ...] | None:
        """The exact chances of every outcome."""


def attack(
    method: KnownMethod, plan: Plan, rng: np.random.Generator, progress: Callable[[float], None] | None = None
) -> tuple[Linkage, ...]:
    """Link by meaning and by equality, and as one who knows the method and its parameters.

    Where records are masked one by one, such an attacker weighs how likely each becomes what. Of a swap, what is out
    of reach is excluded, or the method repeated and what came weighed; of the smallest tables every course of it is
    followed.
    """
    tried: list[Callable[[], Linkage]] = [lambda: semantic_linkage(plan, rng), lambda: nearest_linkage(plan, rng)]
    window, factors = method.window(plan.tuples), _factors(method, plan)
    channel = method.channel(plan.tuples)
    if any(column.domain.traits.is_set for column in plan.tuples.columns):
        from kinonym.privacy.attacks.some_values import KNOWN_VALUES, some_values_linkage

        tried += [partial(some_values_linkage, plan, known, rng) for known in KNOWN_VALUES]
    if channel is not None:
        tried.append(lambda: channel_linkage(plan, channel, rng))
    if window is not None:
        tried.append(lambda: window_linkage(plan, window, rng))
    if channel is None and method.open_to_repetition:
        again = _again(method, plan, rng)
        tried.append(lambda: likelihood_linkage(plan, again, rng, runs=_RUNS, seconds=_SECONDS))
    if factors is not None:
        tried.append(lambda: posterior_linkage(plan, factors))
    linkages: list[Linkage] = []
    for attacker in tried:
        linkages.append(attacker())
        if progress is not None:
            progress(len(linkages) / len(tried))
    return tuple(linkages)


def worst_case(method: KnownMethod, plan: Plan, rng: np.random.Generator) -> WorstCase | None:
    """For a swap as published, which has no bound: the worst chance, exact or found by repeating it."""
    if not method.published:
        return None
    factors = _factors(method, plan)
    if factors is not None:
        return exact_worst_case(plan.tuples, factors)
    return simulated_worst_case(plan.tuples, _again(method, plan, rng))


def _again(method: KnownMethod, plan: Plan, rng: np.random.Generator) -> Callable[[], Plan]:
    return lambda: method.plan(plan.tuples, rng)


def _factors(method: KnownMethod, plan: Plan) -> tuple[Factor, ...] | None:
    """The exact chances of a swap of few records; None where they are out of reach."""
    return method.factors(plan.tuples) if plan.tuples.records <= _FEW else None
