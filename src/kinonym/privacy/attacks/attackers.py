"""The attackers that every release is tried against, and how often each links a record correctly.

The risk of a release is the success of its strongest attacker.
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
from kinonym.privacy.attacks.worst_case import WorstCase, exact_worst_case, simulate_worst_case
from kinonym.tuples import Plan, Tuples

__all__ = [
    "Attacker", "ClassRisk", "KnownMethod", "attack", "attackers", "every_attack", "most_certain", "strongest",
    "worst_case",
]  # fmt: skip


_MOST_EXACT_RECORDS = 6
"""The greatest number of records for which every possible outcome of a swap is enumerated."""
_RUNS, _SECONDS = 400, 5.0
"""The greatest number of runs, and of seconds, for which an attacker repeats a method."""


class ClassRisk(Protocol):
    """Risk measures from the sizes of the classes, as in `kinonym.metrics.Risk`."""

    @property
    def linkage(self) -> float:
        """Record linkage RL, in percent."""

    @property
    def prosecutor(self) -> float:
        """The greatest chance."""

    @property
    def marketer(self) -> float:
        """The mean chance."""

    @property
    def marketer_before(self) -> float:
        """The mean chance if the original table were released."""


class Outcome(Protocol):
    """The part of the result of an attack by which attackers are compared."""

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
    """An attacker and how well the attack succeeds.

    ``chance``: mean chance over the records to link one; ``greatest``: the greatest chance of a single record;
    ``before``: the mean chance if the original table were released; ``certain``: the share of records that are linked
    without doubt; ``interval``: the 95 % interval of the mean if it was sampled.
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


def strongest(results: Iterable[AnyOutcome]) -> AnyOutcome:
    """The attacker with the greatest mean chance; ties: one that was not sampled. The risk is at least this chance."""
    return max(results, key=lambda attacker: (attacker.chance, not attacker.sampled))


def most_certain(results: Iterable[AnyOutcome]) -> AnyOutcome:
    """The attacker who links the most records with certainty."""
    return max(results, key=lambda attacker: -1.0 if attacker.certain is None else attacker.certain)


def attackers(risk: ClassRisk, attacks: Sequence[Linkage], *, classes_known: bool) -> tuple[Attacker, ...]:
    """All attackers of a release; ``classes_known``: the method forms equivalence classes, or draws nothing.

    In that case, an attacker who repeats the method on the original table knows the class of everyone. The mean chance
    within the classes, classes / records, bounds every attacker who knows only the original values: the chance of a
    person is at most count(s,t) / (w_s · size(t)) for some class t, and Σ_s Σ_t count(s,t) / size(t) is the number of
    classes. The chance for a person with several records is at most the greatest share of the person in a class.
    Estimates from a sample of persons are limited to this bound.
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
    return (exact, *([grouped] if classes_known else []), *(_as_attacker(attack, risk, bound) for attack in attacks))


def every_attack(
    plan: Plan, attacks: Sequence[Linkage], draws: Callable[[], np.random.Generator]
) -> tuple[Linkage, ...]:
    """The attacks of a run, plus the attacker without the ontology if it is missing."""
    if any(attack.kind == "nearest-values" for attack in attacks):
        return tuple(attacks)
    return (*attacks, nearest_linkage(plan, draws()))


def _as_attacker(attack: Linkage, risk: ClassRisk, bound: float) -> Attacker:
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
    """What an attacker knows about a method; every method provides it."""

    @property
    def published(self) -> bool:
        """Whether it is a swap as published, without a proven bound."""

    @property
    def open_to_repetition(self) -> bool:
        """Whether repeating the method discloses more than the classes of its release."""

    def plan(self, tuples: Tuples, rng: np.random.Generator) -> Plan:
        """Plan the masked tuple of every tuple."""

    def window(self, tuples: Tuples) -> Window | None:
        """The values that cannot result from a swap, if known."""

    def channel(self, tuples: Tuples) -> Channel | None:
        """The probabilities of released values given the original ones, if known."""

    def factors(self, tuples: Tuples) -> tuple[Factor, ...] | None:
        """The exact probability of every outcome, if known."""


def attack(
    method: KnownMethod, plan: Plan, rng: np.random.Generator, progress: Callable[[float], None] | None = None
) -> tuple[Linkage, ...]:
    """Run all attacks on a plan: by meaning, by equality, and with knowledge of the method and its parameters.

    If records are masked independently, the last attacker uses the probabilities of the method. For a swap, this
    attacker excludes what is out of reach, or repeats the method and counts the outcomes; for the smallest tables,
    every possible outcome is enumerated.
    """
    results: list[Callable[[], Linkage]] = [lambda: semantic_linkage(plan, rng), lambda: nearest_linkage(plan, rng)]
    window, factors = method.window(plan.tuples), _factors(method, plan)
    channel = method.channel(plan.tuples)
    if any(column.domain.traits.is_set for column in plan.tuples.columns):
        from kinonym.privacy.attacks.some_values import KNOWN_VALUES, some_values_linkage

        results += [partial(some_values_linkage, plan, known, rng) for known in KNOWN_VALUES]
    if channel is not None:
        results.append(lambda: channel_linkage(plan, channel, rng))
    if window is not None:
        results.append(lambda: window_linkage(plan, window, rng))
    if channel is None and method.open_to_repetition:
        draw = _repeat_method(method, plan, rng)
        results.append(lambda: likelihood_linkage(plan, draw, rng, runs=_RUNS, seconds=_SECONDS))
    if factors is not None:
        results.append(lambda: posterior_linkage(plan, factors))
    linkages: list[Linkage] = []
    for attacker in results:
        linkages.append(attacker())
        if progress is not None:
            progress(len(linkages) / len(results))
    return tuple(linkages)


def worst_case(method: KnownMethod, plan: Plan, rng: np.random.Generator) -> WorstCase | None:
    """The worst chance of a swap without a proven bound, exact or from repetitions; None for other methods."""
    if not method.published:
        return None
    factors = _factors(method, plan)
    if factors is not None:
        return exact_worst_case(plan.tuples, factors)
    return simulate_worst_case(plan.tuples, _repeat_method(method, plan, rng))


def _repeat_method(method: KnownMethod, plan: Plan, rng: np.random.Generator) -> Callable[[], Plan]:
    """A function that plans the same table anew."""
    return lambda: method.plan(plan.tuples, rng)


def _factors(method: KnownMethod, plan: Plan) -> tuple[Factor, ...] | None:
    """The exact probabilities of a swap of few records; None for more."""
    return method.factors(plan.tuples) if plan.tuples.records <= _MOST_EXACT_RECORDS else None
