"""Drafts attacker scenarios from column names: who may know which of the masked columns, each with its reason.

The draft writes them as comments. Scenarios promise less than k for all masked columns, so a person must decide.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kinonym.drafting.header_words import means
from kinonym.drafting.table_guess import ColumnGuess, TableGuess

__all__ = ["ScenarioGuess", "draft_scenarios", "guess_scenarios"]

FEWEST_COLUMNS = 5
"""With fewer masked columns, one attacker may well know all of them."""
_EACH = ("age", "birth", "sex")
"""What everybody sees of a person."""


@dataclass(frozen=True)
class ScenarioGuess:
    """An attacker, the masked columns that she may know, and why."""

    name: str
    knows: tuple[str, ...]
    reason: str


_ATTACKERS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "neighbour",
        (*_EACH, "place", "postal", "family", "background", "body"),
        "lives near the person: knows the place and the household, and what can be seen",
    ),
    (
        "colleague",
        (*_EACH, "occupation", "education", "standing", "money"),
        "works or studies with the person: knows the occupation and the education",
    ),
    (
        "witness of the case",
        (
            *_EACH,
            "illness",
            "diagnosis",
            "main_diagnosis",
            "health",
            "care",
            "discharge",
            "finding",
            "offence",
            "support",
        ),
        "was there, as a visitor, a relative or staff: knows what it was about",
    ),
)


def guess_scenarios(guess: TableGuess) -> list[ScenarioGuess]:
    """Guess two or more attackers who know the masked columns between them; none if there are few such columns.

    Columns that no attacker's words name belong to one more attacker, so that every masked column is known to someone.
    """
    masked = [column for column in guess.columns if column.masked and column.belongs_to is None]
    if len(masked) < FEWEST_COLUMNS or any(column.before is not None for column in guess.columns):
        return []  # scenarios cannot be combined with `before`
    found = [
        ScenarioGuess(name, knows, reason)
        for name, meanings, reason in _ATTACKERS
        if len(knows := tuple(column.column for column in masked if _names(column, meanings))) > 1
        and any(_names(column, meanings[len(_EACH) :]) for column in masked)
    ]
    known = {name for scenario in found for name in scenario.knows}
    left = tuple(column.column for column in masked if column.column not in known)
    if left and found:
        found.append(ScenarioGuess("somebody else", left, "may know what no one above knows: divide these if you can"))
    return found if len(found) > 1 else []


def _names(column: ColumnGuess, meanings: Sequence[str]) -> bool:
    return means(column.column, *meanings)


_HEAD = """\
# Who knows what? Above, k holds for all masked columns together: for someone who knows every one of them.
# With the scenarios below it holds for what each of them knows, and much less is lost. Nothing is then promised
# about someone who knows more. Check them, and remove the "# " of their lines to use them."""


def draft_scenarios(guess: TableGuess) -> Iterator[str]:
    """Yield the scenarios as one commented part of a recipe; nothing if none were guessed."""
    scenarios = guess_scenarios(guess)
    if not scenarios:
        return
    lines = [_HEAD]
    for scenario in scenarios:
        listed = ", ".join(json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007F") for name in scenario.knows)
        lines += [
            "#",
            "# [[scenario]]",
            f"# name = {json.dumps(scenario.name)}  # guess: {scenario.reason}",
            f"# knows = [{listed}]",
        ]
    yield "\n".join(lines)
