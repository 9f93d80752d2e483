"""The sentences about a table that was masked with the classes of a training table (specification 21)."""

from __future__ import annotations

from kinonym.release.facts import Claim, Facts

__all__ = ["learnt_claims"]


def learnt_claims(facts: Facts) -> list[Claim]:
    """What holds for each combination because of the training table, and what does not hold in this one."""
    training = facts.learnt
    if training is None:
        return [Claim(f"No guarantee. Measured: {facts.measured}.", guarantee=False)]
    among = "belongs to" if training.unit == "persons" else "occurs"
    share = f"at least {training.smallest} {'different persons' if training.unit == 'persons' else 'times'}"
    suppressed = ", or is missing in every masked column" if training.suppresses else ""
    sentence = (
        f"Every combination of {facts.columns} in {facts.where} also occurs in the masked training table, where it "
        f"{among} {share}, missing counted as a value{suppressed}."
    )
    rows = facts.tally.records
    rarest = int(facts.tally.count(facts.names).counts.min(initial=rows))
    limit = (
        f"No k is guaranteed for {facts.where} alone: its rarest combination has {rarest:,} of its {rows:,} rows. An "
        f"attacker who knows that a person is in {facts.where} and not in the training table sees these groups only. "
        f"Measured: {facts.measured}."
    )
    claims = [Claim(sentence, guarantee=True), Claim(limit, guarantee=False)]
    if training.demands:
        demands = "The demands on the confidential columns hold in the masked training table only."
        claims.append(Claim(demands, guarantee=False))
    return claims
