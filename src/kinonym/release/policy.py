"""The one table of promises (privacy 2): a method's traits and what was recounted → checks, and true sentences.

The gate runs these checks; the report, the command and the web page print these sentences; nowhere else may a claim be
written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kinonym.engines.recount import class_sizes
from kinonym.release.checks import Check
from kinonym.release.class_checks import diverse_classes, minimum_class, persons_in
from kinonym.release.earlier_claims import earlier_claims
from kinonym.release.facts import Claim, Facts
from kinonym.release.item_checks import known_items
from kinonym.release.learnt_claims import learnt_claims
from kinonym.release.learnt_combinations import learnt_combinations
from kinonym.release.linked_checks import check_followers, check_orders
from kinonym.release.only_masked import only_masked
from kinonym.release.planned_release import PlannedRelease
from kinonym.release.population_checks import enough_population
from kinonym.release.scenario_checks import count_fewest, known_columns
from kinonym.release.swap_claims import ROWS_IN_ORDER, record_swap_claims, swap_claims
from kinonym.release.value_checks import same_values

__all__ = ["POLICY", "TEST_MARK", "checks_for", "claims_for"]

TEST_MARK = "TEST – DO NOT RELEASE"

_WITHHELD = (
    "Figures that need the original values (counts, frequencies, means) are left out: they would disclose more of the "
    "data than epsilon allows. For the same reason, attackers were not tried."
)

_NOT_PRIVATE = "Distortion, no formal guarantee. Attackers were not tried."

_DIVERSE = {
    "distinct": "at least {l:g} different values.",
    "entropy": "an entropy of at least log {l:g}.",
    "recursive": "recursive ({c:g}, {l:g})-diversity.",
}


def _k_anonymity(facts: Facts) -> list[Claim]:
    if facts.plan.tuples.persons is None:
        fewest = int(class_sizes(facts.tally, facts.names)[0].min(initial=facts.tally.records))
    else:
        fewest = int(persons_in(facts.tally, facts.names).min(initial=facts.plan.tuples.persons.number))
    sentence = _state_fewest(facts, facts.columns, fewest, [scenario.name for scenario in facts.scenarios])
    demanded = [Claim(sentence, guarantee=True) for sentence in _state_demands(facts)]
    limits = [*_limits_of_demands(facts), *(_means_of_two(facts) if fewest == 2 else [])]
    return [Claim(sentence, guarantee=True), *demanded, *limits]


def _state_fewest(facts: Facts, columns: str, fewest: int, scenarios: Sequence[str] = ()) -> str:
    """How often the rarest combination of some columns occurs, and which attackers know these columns."""
    by_person = facts.plan.tuples.persons is not None
    share = f"belongs to at least {fewest} different persons" if by_person else f"occurs at least {fewest} times"
    lead = f"Scenario {_join_names(scenarios)}: every" if scenarios else "Every"
    return f"{lead} combination of {columns} {share} in {facts.where}, missing counted as a value."


def _scenarios(facts: Facts) -> list[Claim]:
    """A sentence for each attacker, and what the scenarios do not bound."""
    by_person = facts.plan.tuples.persons is not None
    fewest = [count_fewest(facts.tally, facts.names, scenario, by_person=by_person) for scenario in facts.scenarios]
    claims = [
        Claim(_state_fewest(facts, scenario.known_columns, number, [scenario.name]), guarantee=True)
        for scenario, number in zip(facts.scenarios, fewest, strict=True)
    ]
    limit = (
        "Nothing is guaranteed about an attacker who knows other columns, or the columns of several scenarios: she may "
        "find a record alone."
    )
    return [*claims, Claim(limit, guarantee=False), *(_means_of_two(facts) if min(fewest) == 2 else [])]


def _known_items(facts: Facts) -> list[Claim]:
    """k^m-anonymity, and what it does not bound."""
    m, persons = facts.method.known_items or 0, facts.plan.tuples.persons is not None
    share = f"belongs to at least {facts.k} different persons" if persons else f"occurs in at least {facts.k} records"
    sentence = (
        f"Every combination of up to {m} values of {facts.columns} that occurs in a record {share} in {facts.where} "
        f"(k^m-anonymity); each member of a set is a value, missing is none."
    )
    limit = (
        f"An attacker who knows more than {m} values of a record, or that a value is absent, may find it alone, and "
        f"the records that share some values may share others as well. Measured: {facts.measured}."
    )
    return [Claim(sentence, guarantee=True), Claim(limit, guarantee=False)]


def _limits_of_demands(facts: Facts) -> list[Claim]:
    """What l, p and t of single groups do not bound: attackers who repeat the method, or learn from all groups."""
    if facts.method.demands is None:
        return []
    names = _join_names([column.name for column in facts.plan.tuples.confidential])
    sentence = (
        f"An attacker who knows the method, or who learns from all groups together, may find out more about {names} "
        "than one group shows: on tables of 6 or 7 records, one who knew the method became certain of a value."
    )
    return [Claim(sentence, guarantee=False)]


def _means_of_two(facts: Facts) -> list[Claim]:
    """The mean of two numbers tells each of the two the number of the other."""
    columns = facts.plan.tuples.columns
    numbers = [c.name for c in columns if c.domain.traits.averages]
    if not numbers or not facts.method.traits.averages:
        return []
    sentence = (
        f"In a group of two, {_join_names(numbers)} is the mean of two values: each member can work out the value of "
        "the other. Use k = 3 or more to prevent this."
    )
    return [Claim(sentence, guarantee=False)]


def _state_demands(facts: Facts) -> Iterator[str]:
    """What was asked of the confidential columns of every class, and recounted."""
    demands = facts.method.demands
    if demands is None:
        return
    names = [column.name for column in facts.plan.tuples.confidential]
    each = f"In every such group {names[0] if len(names) == 1 else 'each of ' + ', '.join(names)} has "
    if demands.l_diversity is not None:
        yield each + _DIVERSE[demands.diversity].format(l=demands.l_diversity, c=demands.c)
    if demands.p_sensitive is not None:
        yield each + _DIVERSE["distinct"].format(l=demands.p_sensitive)
    if demands.t_closeness is not None:
        yield f"{each}a distribution within {demands.t_closeness:g} of the whole table's ({demands.ground} distance)."


def _noise(facts: Facts) -> list[Claim]:
    return [Claim(f"Distortion, no formal guarantee. Measured: {facts.measured}.", guarantee=False)]


def _differential_privacy(facts: Facts) -> list[Claim]:
    """Each cell for itself."""
    epsilon = facts.method.strength("epsilon") or 0.0
    sentence = (
        f"Each cell of {facts.columns} is {epsilon:g}-locally differentially private over the public concepts "
        f"of {_roots(facts)}; a row in total: {epsilon * len(facts.names):g}."
    )
    return _if_private(facts, sentence)


def _table_privacy(facts: Facts) -> list[Claim]:
    """The release as a whole (specification 16)."""
    epsilon = facts.method.strength("epsilon") or 0.0
    sentence = (
        f"A row-level synthetic table: no row belongs to a record. The table of {facts.columns} as a whole is "
        f"{epsilon:g}-differentially private over the public concepts of {_roots(facts)}, for the replacement of one "
        f"record by another; for a person with r records it is {epsilon:g}·r. The number of rows is public."
    )
    return _if_private(facts, sentence)


def _if_private(facts: Facts, sentence: str) -> list[Claim]:
    """Only over a public set, with the exact sampler, without a seed, and if nothing else depends on the data."""
    failed = list(_depends_on_data(facts))
    if facts.seeded or failed:
        return [*(Claim(sentence, guarantee=False) for sentence in failed), Claim(_NOT_PRIVATE, guarantee=False)]
    return [Claim(sentence, guarantee=True)]


def _roots(facts: Facts) -> str:
    """The roots of the public concepts; a column of levels is named itself."""
    domains = {column.name: column.domain for column in facts.plan.tuples.columns}
    return ", ".join(sorted({str(d.concepts.root) if d.concepts else name for name, d in domains.items()}))


def _depends_on_data(facts: Facts) -> Iterator[str]:
    """What depends on the data and not only on the draws, and would disclose them (privacy 1.11)."""
    if facts.context:
        yield f"No formal guarantee: the other records decided what some values of {_join_names(facts.context)} mean."
    if facts.spelled_by_data:
        yield f"No formal guarantee: the data decide how {_join_names(facts.spelled_by_data)} is written; say `write`."
    if facts.drops_missing:
        yield 'No formal guarantee: rows that miss a value are left out; set missing_values = "category".'


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(names)


def _nothing(facts: Facts) -> list[Claim]:
    return [Claim(f"No guarantee. Measured: {facts.measured}.", guarantee=False)]


@dataclass(frozen=True)
class Policy:
    """The checks that a release must pass for a guarantee, and the sentences that may then be claimed."""

    checks: tuple[Callable[[PlannedRelease], Iterator[Check]], ...]
    claims: Callable[[Facts], list[Claim]]
    withholds: str | None = None
    """Why a report shows nothing that needs the original values; None if it may."""


POLICY: dict[str, Policy] = {
    "k-anonymity": Policy((minimum_class, diverse_classes, enough_population), _k_anonymity),
    "known-items": Policy((known_items,), _known_items),
    "scenarios": Policy((known_columns,), _scenarios),
    "swap": Policy((same_values,), swap_claims),
    "record-swap": Policy((same_values,), record_swap_claims),
    "noise": Policy((), _noise),
    "differential-privacy": Policy((), _differential_privacy, _WITHHELD),
    "table-privacy": Policy((partial(only_masked, mark=TEST_MARK),), _table_privacy, _WITHHELD),
    "learnt-combinations": Policy((learnt_combinations,), learnt_claims),
    "none": Policy((same_values,), _nothing),
}


def checks_for(planned: PlannedRelease) -> list[Check]:
    """What the gate asks of a release of this plan."""
    checks = (
        *POLICY[planned.method.traits.promise].checks,
        check_orders,
        check_followers,
    )  # what ties columns holds for any method
    return [check for make in checks for check in make(planned)]


def _beyond(facts: Facts) -> Iterator[Claim]:
    """What holds or not whatever the method: the sample, earlier releases, the unmasked columns, the order of rows."""
    if facts.sample is not None:
        yield Claim(facts.sample.sentence, guarantee=True)
        yield Claim(facts.sample.limit, guarantee=False)
    if facts.population is not None:
        yield Claim(facts.population.sentence, guarantee=facts.population.known)
        yield Claim(facts.population.limit, guarantee=False)
    if facts.joined is not None:
        yield Claim(facts.joined.sentence, guarantee=True)
    yield from earlier_claims(facts)
    if facts.uniqueness is not None:
        yield Claim(facts.uniqueness.sentence, guarantee=False)
    if not facts.shuffled and facts.method.traits.promise != "record-swap":  # where the sentence above says so
        yield Claim(ROWS_IN_ORDER, guarantee=False)


def claims_for(facts: Facts) -> tuple[Claim, ...]:
    """What may be said; a seed takes every guarantee back."""
    claims = [*POLICY[facts.method.traits.promise].claims(facts), *_beyond(facts)]
    if not facts.seeded:
        return tuple(claims)
    mark = f"{TEST_MARK}: made with a seed. Anyone who knows or guesses the seed can repeat the run."
    return (Claim(mark, guarantee=False), *(Claim(claim.sentence, guarantee=False) for claim in claims))
