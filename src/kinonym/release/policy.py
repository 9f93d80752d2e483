"""The one table of promises (privacy 2): a method's traits and what was recounted → checks, and true sentences.

The gate runs these checks; the report, the command and the web page print these sentences; nowhere else may a claim be
written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kinonym.engines.contract import Tally
from kinonym.methods import Method
from kinonym.privacy.attacks import Linkage, WorstCase, most_certain, strongest
from kinonym.release.checks import Check
from kinonym.release.class_checks import diverse_classes, minimum_class, persons_in
from kinonym.release.linked_checks import following, in_order
from kinonym.release.only_masked import only_masked
from kinonym.release.planned_release import PlannedRelease
from kinonym.release.uniqueness import Uniqueness
from kinonym.release.value_checks import same_values
from kinonym.tuples import Plan

__all__ = ["POLICY", "TEST_MARK", "Claim", "Facts", "checks_for", "claims_for"]

TEST_MARK = "TEST – DO NOT RELEASE"
_IN_ORDER = (
    "The rows are in the order of the input (aligned=True), which links each of them to its original: this table is "
    "for studies, not for release."
)

_WITHHELD = (
    "Figures that need the original values (counts, frequencies, means, what attackers link) are left out: they would "
    "tell more of the data than epsilon allows."
)

_DIVERSE = {
    "distinct": "at least {l:g} different values.",
    "entropy": "an entropy of at least log {l:g}.",
    "recursive": "recursive ({c:g}, {l:g})-diversity.",
}


@dataclass(frozen=True)
class Claim:
    """A sentence, and whether it is a guarantee or only says what is not guaranteed."""

    sentence: str
    guarantee: bool

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """What was checked of a run; a claim is made only if its precondition is among them."""

    method: Method
    plan: Plan
    tally: Tally
    """What was recounted: the written file, or a table in memory."""
    place: str
    """What ``tally`` is, in words."""
    attacks: tuple[Linkage, ...]
    worst: WorstCase | None = None
    shuffled: bool = False
    seeded: bool = False
    context: tuple[str, ...] = ()
    """Columns where the other records of the table decided what some values mean."""
    linking: tuple[str, ...] = ()
    """Columns that are released as they are and differ in nearly every row."""
    confidential: tuple[str, ...] = ()
    """Masked columns that the recipe calls confidential."""
    by_habit: tuple[str, ...] = ()
    """Masked columns that are written in the spelling of the data."""
    drops_missing: bool = False
    """Whether rows that miss a value are left out."""
    uniqueness: Uniqueness | None = None
    """How many rows are unique with the unmasked columns; None if every released column is masked."""

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.plan.tuples.columns)

    @property
    def columns(self) -> str:
        """The masked columns in words."""
        return ", ".join(self.names)

    @property
    def k(self) -> int:
        """The method's k."""
        return self.method.k_or_none or 0

    @property
    def measured(self) -> str:
        """The strongest attack, and the greatest share that some attacker links with certainty, in words."""
        worst, sure = strongest(self.attacks), most_certain(self.attacks)
        sampled = f" (95 % interval {worst.interval[0]:.1%} to {worst.interval[1]:.1%})" if worst.sampled else ""
        linked = f"{worst.success:.1%} of the {self.plan.tuples.unit} linked{sampled}"
        if sure.certain <= worst.certain:
            return f"{linked}, {worst.certain:.1%} with certainty, by an attacker who {worst.attacker}"
        return (
            f"{linked} by an attacker who {worst.attacker}, and {sure.certain:.1%} with certainty by one who "
            f"{sure.attacker}"
        )


def _k_anonymity(facts: Facts) -> list[Claim]:
    if facts.plan.tuples.persons is None:
        fewest = int(facts.tally.count(facts.names).counts.min(initial=facts.tally.records))
        share = f"occurs at least {fewest} times"
    else:
        fewest = int(persons_in(facts.tally, facts.names).min(initial=facts.plan.tuples.persons.number))
        share = f"belongs to at least {fewest} different persons"
    sentence = f"Every combination of {facts.columns} {share} in {facts.place}, missing counted as a value."
    demanded = [Claim(sentence, guarantee=True) for sentence in _demanded(facts)]
    limits = [*_limits_of_demands(facts), *(_means_of_two(facts) if fewest == 2 else [])]
    return [Claim(sentence, guarantee=True), *demanded, *limits]


def _limits_of_demands(facts: Facts) -> list[Claim]:
    """What l, p and t of single groups do not bound: attackers who repeat the method, or learn from all groups."""
    if facts.method.demands is None:
        return []
    names = _listed([column.name for column in facts.plan.tuples.confidential])
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
        f"In a group of two, {_listed(numbers)} is the mean of two values: each member can work out the value of the "
        "other. Use k = 3 or more to prevent this."
    )
    return [Claim(sentence, guarantee=False)]


def _demanded(facts: Facts) -> Iterator[str]:
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


def _swap(facts: Facts) -> list[Claim]:
    """Rank swapping: as published it has no bound; repaired, one for each column alone."""
    several = len(facts.names) > 1
    if facts.method.published:
        together = Claim(f"All columns together, measured: {facts.measured}.", guarantee=False)
        return [_no_bound(facts), *([together] if several and facts.worst else [])]
    own = "the given person's" if facts.plan.tuples.persons is None else "that of a given record"
    alone = f"For each of {facts.columns} alone, a released record is {own} with probability at most 1/{facts.k}."
    claims = [Claim(alone, guarantee=True), *_own_cells(facts, f"1/{facts.k}"), *_of_records(facts)]
    if several:
        claims.append(Claim(f"Together they give no such bound; measured: {facts.measured}.", guarantee=False))
    return claims


def _of_records(facts: Facts) -> list[Claim]:
    """A bound on single records is none on a person who has several."""
    if facts.plan.tuples.persons is None:
        return []
    most = int(facts.plan.tuples.persons.records.max(initial=1))
    sentence = f"That is said of records, not of persons: one person has up to {most} of them."
    return [Claim(sentence, guarantee=False)] if most > 1 else []


def _own_cells(facts: Facts, bound: str) -> list[Claim]:
    """Of a confidential column: nobody may learn the value, so the person of each cell counts."""
    if not facts.confidential:
        return []
    sentence = (
        f"Each value of {', '.join(facts.confidential)} stands in the record it came from with probability at most "
        f"{bound}; an equal value may have taken its place."
    )
    return [Claim(sentence, guarantee=True)]


def _no_bound(facts: Facts) -> Claim:
    if facts.worst is None:
        return Claim(f"No guarantee. Measured: {facts.measured}.", guarantee=False)
    how = "Simulated" if facts.worst.runs else "Exact"
    sentence = (
        f"No guarantee. {how} worst case for this file: {facts.worst.chance:.3f} in column "
        f"{facts.worst.column}, where 1/k is {1 / facts.k:.3f}."
    )
    return Claim(sentence, guarantee=False)


def _record_swap(facts: Facts) -> list[Claim]:
    """Record mode: it needs a shuffled row order and no untouched column that links."""
    linked, mixed = "linked", ""
    if facts.plan.tuples.persons is not None:
        linked, mixed = "a record is linked", f" Every block mixes records of at least {facts.k} different persons."
    bound = f"{linked} with probability at most 1/b, b ≥ {facts.k}."
    sentence = f"Probabilistic k-anonymity over {facts.columns}: {bound}{mixed}"
    failed = []
    if not facts.shuffled:
        failed.append(_IN_ORDER)
    if facts.linking:
        failed.append(
            f"Anyone who knows {' or '.join(facts.linking)} finds the record: it differs in nearly every row."
        )
    if not failed:
        return [Claim(sentence, guarantee=True), *_own_cells(facts, "1/b")]
    return [Claim(" ".join([*failed, "Without that:", sentence]), guarantee=False)]


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
        return [*(Claim(sentence, guarantee=False) for sentence in failed), *_noise(facts)]
    return [Claim(sentence, guarantee=True)]


def _roots(facts: Facts) -> str:
    """The roots of the public concepts; a column of levels is named itself."""
    domains = {column.name: column.domain for column in facts.plan.tuples.columns}
    return ", ".join(sorted({str(d.concepts.root) if d.concepts else name for name, d in domains.items()}))


def _depends_on_data(facts: Facts) -> Iterator[str]:
    """What depends on the data and not only on the draws, and would disclose them (privacy 1.11)."""
    if facts.context:
        yield f"No formal guarantee: the other records decided what some values of {_listed(facts.context)} mean."
    if facts.by_habit:
        yield f"No formal guarantee: the data decide how {_listed(facts.by_habit)} is written; say `write`."
    if facts.drops_missing:
        yield 'No formal guarantee: rows that miss a value are left out; set missing_values = "category".'


def _listed(names: Sequence[str]) -> str:
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
    "k-anonymity": Policy((minimum_class, diverse_classes), _k_anonymity),
    "swap": Policy((same_values,), _swap),
    "record-swap": Policy((same_values,), _record_swap),
    "noise": Policy((), _noise),
    "differential-privacy": Policy((), _differential_privacy, _WITHHELD),
    "table-privacy": Policy((partial(only_masked, mark=TEST_MARK),), _table_privacy, _WITHHELD),
    "none": Policy((same_values,), _nothing),
}


def checks_for(planned: PlannedRelease) -> list[Check]:
    """What the gate asks of a release of this plan."""
    checks = (
        *POLICY[planned.method.traits.promise].checks,
        in_order,
        following,
    )  # what ties columns holds for any method
    return [check for make in checks for check in make(planned)]


def _beyond(facts: Facts) -> Iterator[Claim]:
    """What no guarantee covers, whatever the method: the unmasked columns, and the order of the rows."""
    if facts.uniqueness is not None:
        yield Claim(facts.uniqueness.sentence, guarantee=False)
    if not facts.shuffled and facts.method.traits.promise != "record-swap":  # where the sentence above says so
        yield Claim(_IN_ORDER, guarantee=False)


def claims_for(facts: Facts) -> tuple[Claim, ...]:
    """What may be said; a seed takes every guarantee back."""
    claims = [*POLICY[facts.method.traits.promise].claims(facts), *_beyond(facts)]
    if not facts.seeded:
        return tuple(claims)
    mark = f"{TEST_MARK}: made with a seed. Anyone who knows or guesses the seed can repeat the run."
    return (Claim(mark, guarantee=False), *(Claim(claim.sentence, guarantee=False) for claim in claims))
