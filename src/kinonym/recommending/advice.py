"""Advice for one table: for each aim the setting that loses least on it, with reasons and warnings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinonym.comparing import Comparison, Point, compare
from kinonym.engines import open_table
from kinonym.engines.contract import RunKey, Source
from kinonym.methods import Progress, silent
from kinonym.methods.refine import QUICKLY_REFINED
from kinonym.pipeline.sampling import draw_sample, without_sample
from kinonym.recipe import Recipe, load_recipe
from kinonym.recommending.choosing import AIMS, CHOICES, Aim
from kinonym.recommending.table_facts import TableFacts, facts_of

__all__ = ["Advice", "Suggestion", "recommend", "to_mind"]

_TRIAL_ROWS = 5_000
_MANY_VALUES = "dp-microaggregation for one column of very many values"


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """A setting for one aim: when to use it, and when not."""

    wish: str
    point: Point
    why: str
    unless: str
    measured: str

    @property
    def settings(self) -> dict[str, Any]:
        """The method section of a recipe."""
        return self.point.settings


@dataclass(frozen=True, kw_only=True)
class Advice:
    """What suits a table. Use the first suggestion unless you have another aim."""

    facts: TableFacts
    suggestions: tuple[Suggestion, ...]
    refused: tuple[tuple[str, str], ...]
    """Aims without a suggestion, each with the reason."""
    mind: tuple[str, ...]
    """Warnings that follow from the facts of the table, whatever the method."""
    base: Recipe = field(repr=False)

    def recipe(self, number: int) -> Recipe:
        """The recipe with the method of a suggestion, counted from 1."""
        return self.base.with_method(**self.suggestions[number - 1].settings)

    def json(self) -> str:
        """Everything, for a program."""
        found = {
            "records": self.facts.records,
            "combinations": self.facts.combinations,
            "unique": self.facts.unique,
            "correlation": round(self.facts.correlation, 4),
            "suggestions": [
                {"wish": s.wish, "why": s.why, "unless": s.unless, **s.point.row()} for s in self.suggestions
            ],
            "refused": dict(self.refused),
            "mind": list(self.mind),
        }
        return json.dumps(found, indent=2, ensure_ascii=False)


def recommend(
    table: Any,  # noqa: ANN401
    recipe: Recipe | Mapping[str, Any] | str | Path,
    *,
    seed: int | None = None,
    engine: str = "auto",
    memory_limit: str | int | None = None,
    progress: Progress = silent,
) -> Advice:
    """Recommend methods for a table, with reasons.

    Parameters
    ----------
    table
        A table as of `kinonym.mask`, or the path of a file.
    recipe
        The columns and their meaning; methods are tried with the k of its method.
    seed
        For experiments only: makes the trials repeatable.
    engine, memory_limit
        For a file: which engine counts it, and the memory of the program, as of `kinonym.mask_file`.
    progress
        Called with the share of the trials that is done.

    Notes
    -----
    The facts are those of the whole table, or of the sample that the recipe draws. Every setting that an aim offers is
    tried on these rows; if they have more than 20,000 distinct combinations, on some rows spread over them. Nothing is
    written. Of several settings for an aim, the one with the least loss is suggested. What a method guarantees does
    not depend on a trial.
    """
    loaded = load_recipe(recipe)
    opened = open_table(table, loaded.table, engine, memory_limit).source
    source, _ = draw_sample(opened, loaded, RunKey.of(seed))
    facts = facts_of(source, loaded)
    offered = {aim.wish: aim.offers(facts) for aim in AIMS}
    every = [setting for settings in offered.values() for setting in settings]
    distinct = [setting for i, setting in enumerate(every) if setting not in every[:i]]
    tried = _trial_rows(source, facts)
    points = compare(tried, without_sample(loaded), methods=distinct, seed=seed, workers=1, progress=progress)
    best = {aim.wish: _best(points, offered[aim.wish], aim.unsuited) for aim in AIMS}
    return Advice(
        facts=facts,
        suggestions=tuple(_suggestion(aim, best[aim.wish], facts) for aim in AIMS if best[aim.wish].loss is not None),
        refused=_explain_refused(facts, best),
        mind=to_mind(facts),
        base=loaded,
    )


def _trial_rows(source: Source, facts: TableFacts) -> Source:
    """The table itself, or some rows spread over it if it has very many combinations."""
    if facts.combinations <= QUICKLY_REFINED:
        return source
    return source.gather_every(-(-source.records // _TRIAL_ROWS))


def _best(points: Comparison, offered: list[dict[str, Any]], unsuited: str) -> Point:
    """The setting for an aim that loses least; one without figures if none could be run."""
    ours = [point for point in points.points if point.settings in offered]
    measured = [point for point in ours if point.loss is not None]
    if measured:
        return min(measured, key=lambda point: (point.loss, point.risk))
    return ours[0] if ours else Point(settings={}, failed=unsuited)


def _suggestion(aim: Aim, point: Point, facts: TableFacts) -> Suggestion:
    choice = CHOICES[point.settings["name"]]
    sampled = " on a sample" if facts.combinations > QUICKLY_REFINED else ""
    measured = f"measured here{sampled}: loss L {point.loss:.2f} %, strongest attacker {point.risk:.1%}"
    return Suggestion(wish=aim.wish, point=point, why=choice.take, unless=choice.leave, measured=measured)


def _explain_refused(facts: TableFacts, best: Mapping[str, Point]) -> tuple[tuple[str, str], ...]:
    """Aims without a suggestion, each with the reason; differential privacy is not tried, as its figures are secret."""
    notices = [(wish, point.failed or "") for wish, point in best.items() if point.loss is None]
    methods = {
        "each cell private, whatever an attacker knows": "exponential",
        "a synthetic table with a proof for each record": f"dp-histogram, or {_MANY_VALUES}",
    }
    reason = "every masked column needs an ontology or an order"
    if facts.public_possible:
        reason = "first name the public concepts of each column; it was not tried"
    return (*notices, *((wish, f"{name}: {reason}") for wish, name in methods.items()))


def to_mind(facts: TableFacts) -> tuple[str, ...]:
    """Warnings that follow from the facts of the table."""
    notices = []
    if facts.smallest >= facts.k:
        notices.append(
            f"every combination already occurs {facts.smallest} times or more: nothing needs to change for "
            f"k = {facts.k}"
        )
    if facts.confidential and not facts.demands:
        names = ", ".join(facts.confidential)
        notices.append(
            f"k alone does not hide what the records of a group have in common in {names}: demand l_diversity = 2 or "
            "more"
        )
    notices += [
        f"{name} repeats: if it identifies a person, name it as person under [table]" for name in facts.returning
    ]
    notices += [
        f"{name} is plain: with an ontology or a hierarchy of your own, less would be lost" for name in facts.scattered
    ]
    if facts.only_numbers:
        notices.append("only numbers are masked: mdav is then classical microaggregation")
    if facts.unique > 0.9 * facts.records:
        notices.append("nearly every record is unique: fewer or broader masked columns would help any method")
    return tuple(notices)
