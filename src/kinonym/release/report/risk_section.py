"""The section on risk, before and after, as plain data."""

from __future__ import annotations

from typing import Any

from kinonym.assess import figures_in
from kinonym.assess.figure import percent
from kinonym.privacy.attacks import Attacker
from kinonym.release.report.publishing import Published, Truth
from kinonym.release.report.table_data import Cell, bar, table
from kinonym.release.report.value_labels import SMALLEST

__all__ = ["risk_section", "truth_rows"]


def risk_section(published: Published) -> dict[str, Any]:
    """Everything about risk."""
    return {
        "opening": _opening(published),
        "attackers": _attackers(published),
        "truths": _truths(published),
        "classes": _classes(published),
        "sizes": _sizes(published),
        "disclosures": _disclosures(published),
    }


def _opening(published: Published) -> str:
    worst, before = published.assessment.strongest, percent(published.assessment.risk.marketer_before)
    linked = f"{percent(worst.chance)} of the {published.assessment.linked}"
    return (
        f"The strongest of the attackers that were tried links {linked} on average: one who {worst.who}."
        f"{_certainly(published)} In the original table, {before} could be linked."
    )


def _certainly(published: Published) -> str:
    sure = published.assessment.certain
    certainly = f" {percent(sure.certain)} are linked with certainty, by one who {sure.who}." if sure.certain else ""
    if published.assessment.masking.keeps_marginals and any(claim.guarantee for claim in published.claims):
        certainly += " A bound on a probability holds on average; in a single release the share may be higher or lower."
    return certainly


def _attackers(published: Published) -> dict[str, Any]:
    attackers = published.assessment.attackers
    most = max(max(attacker.before or 0.0, attacker.chance) for attacker in attackers) or 1.0
    rows = [
        {
            "name": attacker.name,
            "who": attacker.who,
            "before": bar((attacker.before or 0.0) / most, _chance(attacker.before), "before"),
            "after": bar(attacker.chance / most, percent(attacker.chance) + _interval(attacker), "after"),
            "greatest": _chance(attacker.greatest),
            "certain": _chance(attacker.certain),
        }
        for attacker in attackers
    ]
    return {
        "caption": f"Share of the {published.assessment.linked} that each attacker links",
        "head": ["attacker", "before", "after, mean", "after, at most", "with certainty"],
        "rows": rows,
    }


def _chance(share: float | None) -> str:
    return "–" if share is None else percent(share)


def _interval(attacker: Attacker) -> str:
    if attacker.interval is None:
        return ""
    low, high = attacker.interval
    return f" ({percent(low)} to {percent(high)} with 95 %: {attacker.persons:,} tried)"


def _classes(published: Published) -> dict[str, Any]:
    bands = published.assessment.risk.bands
    most = max(1, *(max(band.records_before, band.records_after) for band in bands))
    rows: list[list[Cell]] = [
        [
            str(band),
            bar(band.records_before / most, f"{band.records_before:,}", "before"),
            bar(band.records_after / most, f"{band.records_after:,}", "after"),
            f"{band.classes_before:,} → {band.classes_after:,}",
        ]
        for band in bands
        if band.records_before or band.records_after
    ]
    unit = published.assessment.risk.unit
    head = (f"{unit} that share a combination", f"{unit} before", f"{unit} after", "combinations")
    return table(f"Groups of {unit} with equal values", head, rows)


def _sizes(published: Published) -> dict[str, Any]:
    assessment = published.assessment
    rows = [
        (figure.title, figure.text(assessment), figure.describe)
        for figure in figures_in("risk")
        if figure.applies(assessment)
    ]
    caption = "Risk from the sizes of the groups" if assessment.masking.k_anonymous else _NOT_GROUPS
    return {"caption": caption, "rows": rows}


_NOT_GROUPS = "Risk from the sizes of the groups, if attackers take each released combination for that of the person"


_EACH_ONCE = (
    "Shares are of persons. One value or one family: every person of the group has it, possibly among others. For a "
    "person in several groups, the group that discloses most counts. Best guess: the value that most persons have."
)


def _disclosures(published: Published) -> dict[str, Any] | None:
    assessment = published.assessment
    if not assessment.disclosures:
        return None
    family = {near.column: percent(near.homogeneous) for near in assessment.semantic_disclosures}
    rows = [
        [
            disclosure.column,
            f"{percent(disclosure.homogeneous)} ({disclosure.homogeneous_classes:,} groups)",
            family.get(disclosure.column, "–"),
            f"{percent(disclosure.guess_before)} → {percent(disclosure.guess)}",
            f"{disclosure.closeness:.2f} (mean {disclosure.mean_closeness:.2f})",
        ]
        for disclosure in assessment.disclosures
    ]
    head = (
        "confidential column",
        "one value in the group",
        "one family of meanings",
        "best guess: table → group",
        "t",
    )
    note = (
        "An attacker who knows the group of a person looks for the confidential value. One value: the value is "
        "certain. One family: all values of the group lie below one concept that the whole column does not share. "
        "t: how far the values of a group differ from those of the table, from 0 to 1."
    )
    if assessment.disclosures[0].unit == "persons":
        note = f"{note} {_EACH_ONCE}"
    return table("What a group discloses about confidential values", head, rows, note)


def _truths(published: Published) -> dict[str, Any] | None:
    """The columns of a swap, one by one."""
    if not published.truths:
        return None
    rows = [[truth.column, percent(truth.unchanged), *_true(truth)] for truth in published.truths]
    head = ("column", "unchanged cells", "released value is true: rare ones", "common ones")
    note = (
        "The bound 1/k does not cover this: a record may keep its value, or receive an equal one. Rare: fewer than "
        f"{published.truths[0].rare_below:,} records have the value. Shares of fewer than {SMALLEST} records are not "
        "shown."
    )
    return table("How often a released value is the person's own", head, rows, note)


def truth_rows(published: Published) -> list[tuple[str, str]]:
    """Unchanged cells, and P(released value is true) of rare and of common values, for a terminal."""
    rows = []
    for truth in published.truths:
        rare, common = _true(truth)
        figures = f"{percent(truth.unchanged)} of the cells unchanged; true: rare values {rare}, common {common}"
        rows.append((f"true values: {truth.column}", figures))
    return rows


def _true(truth: Truth) -> tuple[str, str]:
    """P(released value is true) of rare and of common values."""
    if truth.hidden:
        return "too few to show", "not shown"
    rare, common = ("none" if share is None else percent(share) for share in (truth.rare, truth.common))
    return rare, common
