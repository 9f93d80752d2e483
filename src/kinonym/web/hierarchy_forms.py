"""The form of a hierarchy: the rules that group a column's values, and the tree that a person edited by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kinonym.errors import KinonymError, UsageError
from kinonym.ontologies.grouping_rules import (
    DATE_LEVELS,
    Numbers,
    breaks_of_equal_counts,
    breaks_of_width,
    group_dates,
    group_intervals,
    group_neighbours,
    group_prefixes,
    join_breaks,
)
from kinonym.ontologies.value_groups import ValueGroup
from kinonym.web.page_request import Fields
from kinonym.web.wording import text

__all__ = ["RULES", "ShownGroup", "choose_rule", "group_values", "read_rule", "shown_tree"]

Rule = dict[str, Any]
"""The fields of the form, as they are stored with the state of a project."""

_TEXTS = ("by", "widths", "breaks", "number", "join", "lengths", "order", "sizes")
_SHOWN = 1_000
_SHOWN_OF_EACH = 10


def read_rule(form: Fields) -> Rule:
    """The rule that the form describes; the tree is read only if groups were edited by hand."""
    rule: Rule = {"kind": form.get("kind", "groups")}
    rule |= {name: form.get(name).strip() for name in _TEXTS if form.get(name).strip()}
    if levels := [level for level in DATE_LEVELS if f"level-{level}" in form]:
        rule["levels"] = levels
    return rule


def group_values(rule: Rule, counts: Mapping[str, int], *, decimal: str, tree: str = "") -> ValueGroup:
    """Group the values of a column as the rule says, or as the tree of the form has them."""
    make = RULES.get(rule["kind"])
    return _read_tree(tree, list(counts)) if make is None else make(rule, counts, decimal)


def _numbers_of(rule: Rule, name: str) -> list[float]:
    parts = rule.get(name, "").replace(";", ",").split(",")
    try:
        return [float(part) for part in parts if part.strip()]
    except ValueError:
        raise UsageError(text("hierarchy.numbers"), hint=text("hierarchy.numbers_hint")) from None


def _whole_numbers_of(rule: Rule, name: str) -> list[int]:
    numbers = _numbers_of(rule, name)
    if any(not number.is_integer() for number in numbers):
        raise UsageError(text("hierarchy.numbers"), hint=text("hierarchy.numbers_hint"))
    return [int(number) for number in numbers]


def _intervals(rule: Rule, counts: Mapping[str, int], decimal: str) -> ValueGroup:
    numbers = Numbers.read(counts, decimal)
    if rule.get("by", "width") == "width":
        return group_intervals(numbers, [breaks_of_width(numbers, width) for width in _numbers_of(rule, "widths")])
    if rule["by"] == "breaks":
        levels = [_numbers_of(rule, "breaks")]
    else:
        levels = [breaks_of_equal_counts(numbers, next(iter(_whole_numbers_of(rule, "number")), 0))]
    for joined in _whole_numbers_of(rule, "join"):
        levels.append(join_breaks(sorted(set(levels[-1])), joined))
    return group_intervals(numbers, levels)


def _prefixes(rule: Rule, counts: Mapping[str, int], _: str) -> ValueGroup:
    return group_prefixes(list(counts), _whole_numbers_of(rule, "lengths"))


def _dates(rule: Rule, counts: Mapping[str, int], _: str) -> ValueGroup:
    return group_dates(list(counts), rule.get("levels", ()))


def _scale(rule: Rule, counts: Mapping[str, int], _: str) -> ValueGroup:
    """Values that the order leaves out come last, in no group of neighbours that a person chose."""
    order = [line.strip() for line in rule.get("order", "").split("\n") if line.strip()]
    unknown = [value for value in order if value not in counts]
    if unknown:
        raise UsageError(text("hierarchy.unknown", number=len(unknown)), hint=text("hierarchy.unknown_hint"))
    grouped = group_neighbours(order, _whole_numbers_of(rule, "sizes"))
    left_out = tuple(value for value in counts if value not in set(order))
    return ValueGroup(values=(*grouped.values, *left_out), groups=grouped.groups)


RULES: Mapping[str, Callable[[Rule, Mapping[str, int], str], ValueGroup]] = {
    "intervals": _intervals,
    "prefixes": _prefixes,
    "dates": _dates,
    "scale": _scale,
}
"""Kinds of rules; any other kind is a tree edited by hand."""


def choose_rule(counts: Mapping[str, int], decimal: str) -> Rule:
    """The rule that the values suggest: intervals, dates, an ordered scale of few values, or groups by hand."""
    values = list(counts)
    try:
        numbers = Numbers.read(counts, decimal)
        if len(numbers.others) <= len(values) // 20:
            return {"kind": "intervals", "by": "width", "widths": _round_widths(numbers)}
    except KinonymError:
        pass
    try:
        group_dates(values, ["year"])
    except KinonymError:
        return {"kind": "groups"}
    return {"kind": "dates", "levels": ["month", "quarter", "year"]}


def _round_widths(numbers: Numbers) -> str:
    """Three widths that make about 20, 10 and 5 intervals: 1, 2 or 5 times a power of ten, twice and four times."""
    span = max(numbers.numbers[-1] - numbers.numbers[0], 1e-9)
    unit = 10.0 ** round(_log10(span / 20) - 0.5)
    width = next(unit * step for step in (1, 2, 5, 10, 20) if span / (unit * step) <= 20)
    return ", ".join(f"{width * step:g}" for step in (1, 2, 4))


def _log10(number: float) -> float:
    from math import log10

    return log10(number)


def _read_tree(tree: str, values: Sequence[str]) -> ValueGroup:
    """The tree that the page sent: values by their number, each exactly once."""
    try:
        made = _node(json.loads(tree), values)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise UsageError(text("hierarchy.changed"), hint=text("hierarchy.changed_hint")) from None
    if sorted(made.every_value) != sorted(values):
        raise UsageError(text("hierarchy.changed"), hint=text("hierarchy.changed_hint"))
    return made


def _node(given: Mapping[str, Any], values: Sequence[str]) -> ValueGroup:
    groups = tuple(_node(each, values) for each in given["groups"])
    inside = tuple(values[int(number)] for number in given["values"])
    return ValueGroup(str(given["name"]).strip(), inside, tuple(group for group in groups if group.every_value))


@dataclass(frozen=True, kw_only=True)
class ShownGroup:
    """A group as the page shows it: its first values, the numbers of the others, and how many records it has."""

    name: str
    records: int
    values: list[tuple[int, str, int]]
    others: list[int]
    others_records: int
    groups: list[ShownGroup]

    @property
    def number_of_values(self) -> int:
        """Values in the group and in its groups."""
        inside = sum(group.number_of_values for group in self.groups)
        return len(self.values) + len(self.others) + inside

    def levels(self) -> Iterator[list[ShownGroup]]:
        """The groups of each level, the largest groups first."""
        level = self.groups
        while level:
            yield level
            level = [inner for group in level for inner in group.groups]


def shown_tree(groups: ValueGroup, counts: Mapping[str, int]) -> ShownGroup:
    """The tree with counts; of a column with very many values, each group shows only some."""
    most = _SHOWN if len(counts) <= _SHOWN else _SHOWN_OF_EACH
    return _shown(groups, {value: number for number, value in enumerate(counts)}, counts, most)


def _shown(group: ValueGroup, number_of: Mapping[str, int], counts: Mapping[str, int], most: int) -> ShownGroup:
    inner = [_shown(each, number_of, counts, most) for each in group.groups]
    ordered = group.values if len(group.values) <= most + 1 else sorted(group.values, key=lambda v: -counts[v])
    shown, others = ordered[:most], ordered[most:]
    if len(others) == 1:
        shown, others = ordered, ordered[:0]
    return ShownGroup(
        name=group.name,
        records=sum(counts[value] for value in group.values) + sum(each.records for each in inner),
        values=[(number_of[value], value, counts[value]) for value in shown],
        others=[number_of[value] for value in others],
        others_records=sum(counts[value] for value in others),
        groups=inner,
    )
