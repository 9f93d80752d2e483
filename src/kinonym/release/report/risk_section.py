"""The report's section on risk: attackers, sizes of groups, and what a group gives away."""

from __future__ import annotations

from kinonym.privacy.attacks import Attacker
from kinonym.release.report.content import Content
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.pictures import bar_cell
from kinonym.release.report.tables import figures_table, percent, plain_table
from kinonym.release.report.truth import truth_table

__all__ = ["risk_section"]


def risk_section(content: Content) -> Markup:
    """Everything about risk, before and after."""
    return join(
        [
            element("p", _opening(content)),
            _attackers(content),
            truth_table(content),
            _classes(content),
            _uniques(content),
            _disclosures(content),
        ]
    )


def _opening(content: Content) -> str:
    worst, before = content.strongest, percent(content.risk.marketer_before)
    return (
        f"The strongest attacker it was tried against links {percent(worst.chance)} of the records on average: "
        f"one who {worst.who}.{_certainly(content)} Had the table been released as it was, {before} could have "
        "been linked."
    )


def _certainly(content: Content) -> str:
    sure = content.certain
    said = f" {percent(sure.certain)} are linked with certainty, by one who {sure.who}." if sure.certain else ""
    if content.method.traits.needs_unlinked:
        said += " The bound 1/b is a probability: what is linked in one release scatters around it."
    return said


def _attackers(content: Content) -> Markup:
    found = content.attackers
    most = max(max(one.before or 0.0, one.chance) for one in found) or 1.0
    rows = [
        [
            join([one.name, element("span", f"who {one.who}", class_="who")]),
            bar_cell((one.before or 0.0) / most, _chance(one.before), "before"),
            bar_cell(one.chance / most, percent(one.chance) + _interval(one), "after"),
            _chance(one.greatest),
            _chance(one.certain),
        ]
        for one in found
    ]
    head = ("attacker", "before", "after, mean", "after, at most", "with certainty")
    return plain_table("Share of the records that each attacker links", head, rows)


def _chance(share: float | None) -> str:
    return "–" if share is None else percent(share)


def _interval(attacker: Attacker) -> str:
    if attacker.interval is None:
        return ""
    low, high = attacker.interval
    return f" ({percent(low)} to {percent(high)} with 95 %: {attacker.persons:,} tried)"


def _classes(content: Content) -> Markup:
    bands = content.risk.bands
    most = max(1, *(max(band.records_before, band.records_after) for band in bands))
    rows = [
        [
            str(band),
            bar_cell(band.records_before / most, f"{band.records_before:,}", "before"),
            bar_cell(band.records_after / most, f"{band.records_after:,}", "after"),
            f"{band.classes_before:,} → {band.classes_after:,}",
        ]
        for band in bands
        if band.records_before or band.records_after
    ]
    head = ("records that share a combination", "records before", "records after", "combinations")
    return plain_table("Groups of records with equal values", head, rows)


def _uniques(content: Content) -> Markup:
    risk = content.risk
    rows = [
        (
            "records alone with their combination",
            f"{risk.unique_before:,} → {risk.unique_after:,}",
            "these stand out without any further knowledge",
        ),
        (
            "record linkage RL",
            f"{risk.linkage:.2f} %",
            "a released combination that still is its person's own is looked up among the original ones",
        ),
        (
            "prosecutor",
            f"{percent(risk.prosecutor_before)} → {percent(risk.prosecutor)}",
            "knows that a person is in the file and which group; 1 / the smallest group",
        ),
        (
            "journalist",
            f"{percent(risk.journalist)} at most",
            "does not know who is in the file; the same as the prosecutor where it holds the whole population",
        ),
        (
            "marketer",
            f"{percent(risk.marketer_before)} → {percent(risk.marketer)}",
            "wants as many as possible, no matter who; combinations / records",
        ),
    ]
    caption = "Risk from the sizes of the groups" if content.method.traits.k_anonymous else _NOT_GROUPS
    return figures_table(caption, rows)


_NOT_GROUPS = "Risk from the sizes of the groups, if a released combination is taken for the person's own"


def _disclosures(content: Content) -> Markup | None:
    if not content.disclosures:
        return None
    near = {found.column: found for found in content.semantic_disclosures}
    rows = []
    for found in content.disclosures:
        meaning = near.get(found.column)
        rows.append(
            [
                found.column,
                f"{percent(found.homogeneous)} ({found.homogeneous_classes:,} groups)",
                "–" if meaning is None else percent(meaning.homogeneous),
                f"{percent(found.guess_before)} → {percent(found.guess)}",
                f"{found.closeness:.2f} (mean {found.mean_closeness:.2f})",
            ]
        )
    head = (
        "confidential column",
        "one value in the group",
        "one family of meanings",
        "best guess: table → group",
        "t",
    )
    note = (
        "An attacker who knows a person's group wants the confidential value. One value: it is known for certain. "
        "One family: all values of the group lie below one concept that the whole column does not share. t: how far "
        "a group's values differ from the table's, from 0 to 1."
    )
    table = plain_table("What a group gives away of confidential values", head, rows)
    return join([table, element("p", note, class_="quiet")])
