"""The check of a table that was masked with the classes of a training table: it has no other combinations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kinonym.engines.contract import Tally
from kinonym.files.texts import format_value
from kinonym.release.checks import Check, refuse, text_in_file
from kinonym.release.planned_release import PlannedRelease

__all__ = ["LearntCombinations", "TrainingClasses", "learnt_combinations"]


@dataclass(frozen=True, kw_only=True)
class TrainingClasses:
    """What is known of the classes of a training table."""

    smallest: int
    """The records, or persons, of the smallest class."""
    unit: str
    """What was counted: records or persons."""
    suppresses: bool
    """Whether other combinations are suppressed."""
    demands: bool
    """Whether something was demanded of the confidential values of the classes."""


@dataclass(frozen=True, eq=False)
class LearntCombinations:
    """Every combination of the columns is one of the ``allowed`` ones, missing as None."""

    columns: tuple[str, ...]
    allowed: frozenset[tuple[str | None, ...]] = field(repr=False)

    def verify(self, tally: Tally) -> None:
        """Raise if the release has another combination."""
        counted = tally.count(self.columns)
        texts = [[text_in_file(text) for text in values] for values in counted.values]
        found = (tuple(texts[j][code] for j, code in enumerate(codes)) for codes in counted.codes.tolist())
        if others := sum(combination not in self.allowed for combination in found):
            refuse(f"{others:,} combinations are not those of the masked training table")


def learnt_combinations(planned: PlannedRelease) -> Iterator[Check]:
    """Every combination is one of the masked training table, or is missing as a whole if the recipe suppresses."""
    columns = [[text_in_file(format_value(text)) for text in planned.written[name]] for name in planned.names]
    yield LearntCombinations(planned.names, frozenset(zip(*columns, strict=True)))
