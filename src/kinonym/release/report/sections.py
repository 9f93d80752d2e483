"""The report's sections on risk, on utility, and on how the columns depend on each other."""

from __future__ import annotations

import numpy as np

from kinonym.assess import columns_in, figures_in
from kinonym.assess.figure import number, percent
from kinonym.privacy.attacks import Attacker
from kinonym.release.report.publishing import (
    NOTHING,
    Markup,
    Published,
    Truth,
    bar_cell,
    element,
    figures_table,
    heat_map,
    join,
    plain_table,
    region,
)
from kinonym.release.report.values_shown import SMALLEST

__all__ = ["dependence_section", "facts_table", "risk_section", "truth_rows", "utility_section"]


def risk_section(published: Published) -> Markup:
    """Everything about risk, before and after."""
    return join(
        [
            element("p", _opening(published)),
            _attackers(published),
            _truths(published),
            _classes(published),
            _sizes(published),
            _disclosures(published),
        ]
    )


def _opening(published: Published) -> str:
    worst, before = published.assessment.strongest, percent(published.assessment.risk.marketer_before)
    linked = f"{percent(worst.chance)} of the {published.assessment.linked}"
    return (
        f"The strongest attacker it was tried against links {linked} on average: "
        f"one who {worst.who}.{_certainly(published)} Had the table been released as it was, {before} could have "
        "been linked."
    )


def _certainly(published: Published) -> str:
    sure = published.assessment.certain
    said = f" {percent(sure.certain)} are linked with certainty, by one who {sure.who}." if sure.certain else ""
    if published.assessment.masking.keeps_marginals and any(claim.guarantee for claim in published.claims):
        said += " A bound that is a probability holds on average: what is linked in one release scatters around it."
    return said


def _attackers(published: Published) -> Markup:
    attackers = published.assessment.attackers
    most = max(max(attacker.before or 0.0, attacker.chance) for attacker in attackers) or 1.0
    rows = [
        [
            join([attacker.name, element("span", f"who {attacker.who}", class_="who")]),
            bar_cell((attacker.before or 0.0) / most, _chance(attacker.before), "before"),
            bar_cell(attacker.chance / most, percent(attacker.chance) + _interval(attacker), "after"),
            _chance(attacker.greatest),
            _chance(attacker.certain),
        ]
        for attacker in attackers
    ]
    head = ("attacker", "before", "after, mean", "after, at most", "with certainty")
    return plain_table(f"Share of the {published.assessment.linked} that each attacker links", head, rows)


def _chance(share: float | None) -> str:
    return "–" if share is None else percent(share)


def _interval(attacker: Attacker) -> str:
    if attacker.interval is None:
        return ""
    low, high = attacker.interval
    return f" ({percent(low)} to {percent(high)} with 95 %: {attacker.persons:,} tried)"


def _classes(published: Published) -> Markup:
    bands = published.assessment.risk.bands
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
    unit = published.assessment.risk.unit
    head = (f"{unit} that share a combination", f"{unit} before", f"{unit} after", "combinations")
    return plain_table(f"Groups of {unit} with equal values", head, rows)


def _sizes(published: Published) -> Markup:
    assessment = published.assessment
    rows = [(figure.title, figure.text(assessment), figure.describe) for figure in figures_in("risk")]
    caption = "Risk from the sizes of the groups" if assessment.masking.k_anonymous else _NOT_GROUPS
    return figures_table(caption, rows)


_NOT_GROUPS = "Risk from the sizes of the groups, if a released combination is taken for the person's own"


_EACH_ONCE = (
    "Shares are of persons. One value or one family: every person of the group has it, whatever else she has; of the "
    "groups that a person is in, the one counts that gives most away. Best guess: the value that most persons have."
)


def _disclosures(published: Published) -> Markup:
    assessment = published.assessment
    if not assessment.disclosures:
        return NOTHING
    family = {near.column: percent(near.homogeneous) for near in assessment.semantic_disclosures}
    rows = [
        [
            given.column,
            f"{percent(given.homogeneous)} ({given.homogeneous_classes:,} groups)",
            family.get(given.column, "–"),
            f"{percent(given.guess_before)} → {percent(given.guess)}",
            f"{given.closeness:.2f} (mean {given.mean_closeness:.2f})",
        ]
        for given in assessment.disclosures
    ]
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
    if assessment.disclosures[0].unit == "persons":
        note = f"{note} {_EACH_ONCE}"
    table = plain_table("What a group gives away of confidential values", head, rows)
    return join([table, element("p", note, class_="quiet")])


def _truths(published: Published) -> Markup:
    """The columns of a swap, one by one."""
    if not published.truths:
        return NOTHING
    rows = [[truth.column, percent(truth.unchanged), *_true(truth)] for truth in published.truths]
    head = ("column", "unchanged cells", "released value is true: rare ones", "common ones")
    note = (
        "What 1/k does not speak of: a record may keep its value, or receive an equal one. Rare: fewer than "
        f"{published.truths[0].rare_below:,} records have the value. Shares of fewer than {SMALLEST} records are not "
        "shown."
    )
    table = plain_table("How often a released value is the person's own", head, rows)
    return join([table, element("p", note, class_="quiet")])


def truth_rows(published: Published) -> list[tuple[str, str]]:
    """Unchanged cells, and P(released value is true) of rare and of common values, for a terminal."""
    rows = []
    for truth in published.truths:
        rare, common = _true(truth)
        told = f"{percent(truth.unchanged)} of the cells unchanged; true: rare values {rare}, common {common}"
        rows.append((f"true values: {truth.column}", told))
    return rows


def _true(truth: Truth) -> tuple[str, str]:
    """P(released value is true) of rare and of common values."""
    if truth.hidden:
        return "too few to show", "not shown"
    rare, common = ("none" if share is None else percent(share) for share in (truth.rare, truth.common))
    return rare, common


def utility_section(published: Published) -> Markup:
    """Everything about utility."""
    return join([_table_figures(published), _column_figures(published), facts_table(published)])


def _table_figures(published: Published) -> Markup:
    assessment = published.assessment
    known = [figure for figure in figures_in("utility") if figure.value(assessment) is not None]
    rows = [(figure.title, figure.text(assessment), figure.describe) for figure in known]
    return figures_table("The whole table", rows)


def _column_figures(published: Published) -> Markup:
    known = published.assessment
    figures = [f for f in columns_in("utility") if any(f.value(known, name) is not None for name in published.names)]
    rows = [[name, *(figure.text(published.assessment, name) for figure in figures)] for name in published.names]
    table = plain_table("Figures of each column", ["column", *(figure.title for figure in figures)], rows)
    note = "; ".join(f"{figure.title}: {figure.describe}" for figure in figures)
    return join([table, element("p", f"{note}. Two figures: before → after.", class_="quiet")])


def facts_table(published: Published) -> Markup:
    """What the method states of its own work, a line for each figure and a column for each column."""
    facts, names = published.facts, published.names
    if not facts:
        return NOTHING
    stated = list(dict.fromkeys(key.partition(":")[0] for key in facts))
    rows = [
        [fact.replace("_", " "), _fact(facts.get(fact)), *(_fact(facts.get(f"{fact}:{name}")) for name in names)]
        for fact in stated
    ]
    return plain_table("What the method says of its own work", ["", "in all", *names], rows)


def _fact(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if float(value).is_integer() else number(value)


def dependence_section(published: Published) -> Markup:
    """How much the columns depend on each other, before and after, as heat maps."""
    statistics, names = published.assessment.statistics, published.names
    if statistics is None or not statistics.pairs:
        return NOTHING
    before, after = np.eye(len(names)), np.eye(len(names))
    for pair in statistics.pairs:
        i, j = (names.index(name) for name in pair.columns)
        before[i, j] = before[j, i] = pair.correlation_before
        after[i, j] = after[j, i] = pair.correlation_after
    worst = max(statistics.pairs, key=lambda pair: pair.correlation_error)
    words = (
        f"Distance correlation: 0 says independent, 1 says that one column determines the other. It changed most "
        f"between {worst.columns[0]} and {worst.columns[1]}: {worst.correlation_before:.2f} before, "
        f"{worst.correlation_after:.2f} after."
    )
    maps = element(
        "div",
        region(heat_map(names, before, "Before"), "before"),
        region(heat_map(names, after, "After"), "after"),
        class_="pair",
    )
    return join([element("p", words), maps])
