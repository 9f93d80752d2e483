"""The summary: what was done in plain words, the claims, four figures, and the notices; as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kinonym.assess import STRENGTHS, Masking
from kinonym.assess.figure import number, percent
from kinonym.metrics import Utility
from kinonym.release.policy import TEST_MARK
from kinonym.release.report.moved_shares import moved_section
from kinonym.release.report.publishing import Published
from kinonym.release.report.table_data import table

__all__ = ["sentences", "settings_in_words", "summary_section"]

_ALL_LOST = 100.0
_OVER_ALL = (
    "The information loss L is over 100 %: the records lie farther from their originals than if each of them had "
    "become the centre of the table. This happens when values are deleted, swapped or drawn from far away."
)


def summary_section(published: Published) -> dict[str, Any]:
    """Everything that the summary shows."""
    return {
        "test_mark": TEST_MARK if published.seeded else None,
        "sentences": sentences(published),
        "claims": [asdict(claim) for claim in published.claims],
        "uniqueness": _uniqueness(published),
        "moved": moved_section(published),
        "tiles": _tiles(published) if published.withheld is None else [],
        "notices": list(published.notices),
    }


def _uniqueness(published: Published) -> dict[str, Any] | None:
    """How unique the rows are with the unmasked columns, the columns that contribute most, and what to do."""
    found = published.uniqueness
    if found is None:
        return None
    head = ("column", "rows that are unique with this column" + (" and the masked ones" if found.together else ""))
    rows = [[part.column, percent(part.share)] for part in found.contributors]
    return {
        "sentence": found.sentence,
        "exceeds": found.exceeds,
        "columns": table("Columns that contribute most", head, rows),
        "advice": found.advice,
    }


def _tiles(published: Published) -> list[tuple[str, str]]:
    """Four figures and what they mean."""
    utility, worst = published.assessment.utility, published.assessment.strongest
    persons, linked = published.assessment.risk.fewest_persons, published.assessment.linked
    smallest = (f"{utility.smallest_class:,}", f"{published.assessment.rows_are} in the smallest group")
    return [
        (percent(worst.chance), f"of the {linked} linked by the strongest attacker ({worst.name})"),
        smallest if persons is None else (f"{persons:,}", "different persons in the smallest group"),
        (f"{utility.loss:.1f} %", "information loss L"),
        (percent(utility.values_changed), "of the values changed"),
    ]


def sentences(published: Published) -> list[str]:
    """A paragraph, sentence by sentence."""
    masking, records = published.assessment.masking, published.assessment.plan.tuples.records
    columns = f"column{'s' if len(published.names) > 1 else ''} {join_names(published.names)}"
    of_whom = published.assessment.plan.tuples.persons
    of_persons = "" if of_whom is None else f" of {of_whom.number:,} persons"
    gathered = published.assessment.plan.tuples.histories
    who = f"The histories of {records:,} persons" if gathered else f"{records:,} records{of_persons}"
    masked = f"{who} were masked in the {columns} with the method {masking.name}"
    parts = [f"{masked}{settings_in_words(masking)}.", masking.words]
    if published.withheld is None:
        parts += _changes(published)
    return [sentence for sentence in parts if sentence]


def _changes(published: Published) -> list[str]:
    """What there was before, and what became of it."""
    utility, risk = published.assessment.utility, published.assessment.risk
    single, rows_are = risk.unit.removesuffix("s"), published.assessment.rows_are
    persons = "" if risk.fewest_persons is None else f" of {risk.fewest_persons:,} different persons"
    before = (
        f"Before, the {rows_are} had {utility.tuples:,} different combinations of these columns, and "
        f"{risk.unique_before:,} of them belonged to a single {single}. Now there are "
        f"{utility.masked_tuples:,}, and the rarest belongs to {_count(utility.smallest_class, rows_are)}{persons}."
    )
    changed = (
        f"{percent(utility.values_changed)} of the values and {percent(utility.records_changed)} of the {rows_are} "
        f"changed. On a scale from 0 (the same) to 1 (nothing in common) a value moved by "
        f"{number(_mean_distance(utility))} on average."
    )
    lost = _OVER_ALL if utility.loss > _ALL_LOST else ""
    return [
        before,
        changed,
        lost,
        f"{_count(utility.removed, rows_are)} left the table." if utility.removed else "",
    ]


def join_names(names: list[str]) -> str:
    """Names as a sentence lists them.

    >>> join_names(["a", "b", "c"])
    'a, b and c'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def settings_in_words(masking: Masking) -> str:
    """Strength of the masking: k, alpha or epsilon, whichever the method has."""
    sentences = [f"{key} = {masking.settings[key]}" for key in STRENGTHS if key in masking.settings]
    return f" ({', '.join(sentences)})" if sentences else ""


def _count(count: int, what: str) -> str:
    return f"{count:,} {what.removesuffix('s') if count == 1 else what}"


def _mean_distance(utility: Utility) -> float:
    columns = utility.columns.values()
    return sum(column.distance for column in columns) / len(columns)
