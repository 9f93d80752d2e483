"""`kinonym recommend`: which method suits a table, and why."""

from __future__ import annotations

from pathlib import Path

from kinonym.cli.show import TextOptions, console, open_with_notices, progress_bar
from kinonym.errors import UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import reserved
from kinonym.files.recognising import input_files
from kinonym.recommending import Advice, recommend

__all__ = ["recommend_method"]


def recommend_method(
    data: TableName, recipe: Path, *, options: TextOptions, report: Path | None, pick: int | None, seed: int | None
) -> None:
    """Try what fits, tell the advice with its reasons; with ``pick`` print the recipe of a suggestion instead."""
    if report is not None and report.suffix != ".json":
        msg = f"the report of a recommendation ends in .json, not in {report.suffix!r}"
        raise UsageError(msg, hint="--report advice.json")
    loaded = options.recipe(recipe)
    with reserved([report] if report is not None else [], [*input_files(data), *loaded.files()]) as outputs:
        with progress_bar("trying") as progress:
            opened = open_with_notices(data, loaded.table, options)
            advice = recommend(opened.source, loaded, seed=seed, progress=progress)
        for output in outputs:
            output.write_bytes(advice.json().encode())
    if pick is not None:
        console.print(_pick_recipe(advice, pick).strip(), markup=False, soft_wrap=True)
        return
    _tell(advice)


def _pick_recipe(advice: Advice, pick: int) -> str:
    if not 1 <= pick <= len(advice.suggestions):
        msg = f"--pick takes a number from 1 to {len(advice.suggestions)}"
        raise UsageError(msg, hint="run without --pick to see the suggestions and their numbers")
    return advice.recipe(pick).to_toml()


def _tell(advice: Advice) -> None:
    facts = advice.facts
    head = f"{facts.records:,} records, {facts.combinations:,} combinations, {facts.unique:,} of them unique"
    console.print(head, markup=False)
    for i, suggestion in enumerate(advice.suggestions, 1):
        console.print(f"\n{i}. {suggestion.wish}: {suggestion.point.label}", markup=False)
        console.print(f"   {suggestion.measured}", markup=False)
        console.print(f"   take it if {suggestion.why}", markup=False)
        console.print(f"   not if {suggestion.unless}", markup=False)
    console.print("")
    for wish, reason in advice.refused:
        console.print(f"not here: {wish}: {reason}", markup=False)
    for sentence in advice.mind:
        console.print(f"mind: {sentence}", markup=False)
    console.print("the recipe of a suggestion: add --pick and its number", markup=False)
