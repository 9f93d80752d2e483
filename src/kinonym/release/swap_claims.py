"""The claims of methods that swap values or draw them from a window."""

from __future__ import annotations

from kinonym.release.facts import Claim, Facts

__all__ = ["ROWS_IN_ORDER", "record_swap_claims", "swap_claims"]

ROWS_IN_ORDER = (
    "The rows are in the order of the input (aligned=True), which links each of them to its original: this table is "
    "for studies, not for release."
)


def swap_claims(facts: Facts) -> list[Claim]:
    """Rank swapping: as published it has no bound; repaired, one for each column alone."""
    several = len(facts.names) > 1
    if facts.method.published:
        together = Claim(f"All columns together, measured: {facts.measured}.", guarantee=False)
        return [_no_bound(facts), *([together] if several and facts.worst else [])]
    true_value = "the given person's" if facts.plan.tuples.persons is None else "that of a given record"
    alone = (
        f"For each of {facts.columns} alone, a released record is {true_value} with probability at most 1/{facts.k}."
    )
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


def record_swap_claims(facts: Facts) -> list[Claim]:
    """Record mode: it needs a shuffled row order and no untouched column that links."""
    linked, mixed = "linked", ""
    if facts.plan.tuples.persons is not None:
        linked, mixed = "a record is linked", f" Every block mixes records of at least {facts.k} different persons."
    bound = f"{linked} with probability at most 1/b, b ≥ {facts.k}."
    sentence = f"Probabilistic k-anonymity over {facts.columns}: {bound}{mixed}"
    failed = []
    if not facts.shuffled:
        failed.append(ROWS_IN_ORDER)
    if facts.linking:
        failed.append(
            f"Anyone who knows {' or '.join(facts.linking)} finds the record: it differs in nearly every row."
        )
    if not failed:
        return [Claim(sentence, guarantee=True), *_own_cells(facts, "1/b")]
    return [Claim(" ".join([*failed, "Without that:", sentence]), guarantee=False)]
