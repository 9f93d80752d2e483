"""Write the page that says where the program has what the five works describe, from ``coverage.csv``.

``python -m research.coverage`` writes docs/experiments/coverage.md. A test checks that every place and test exists.
"""

from __future__ import annotations

import csv
import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kinonym.methods import METHODS
from kinonym.recipe.model import ColumnRecipe, TableRecipe
from research.registry import EXPERIMENTS
from research.running import ROOT
from tools.wrap_markdown import rewrite

__all__ = ["LIST", "PAGE", "Described", "as_page", "read_list", "unresolved"]

LIST = Path(__file__).with_name("coverage.csv")
PAGE = ROOT / "docs" / "experiments" / "coverage.md"
WORKS = {
    "M": "M: master thesis 2010, and the papers in its appendix",
    "A": "A: SA-MDAV 2012",
    "E": "E: framework for health records 2013",
    "T": "T: doctoral thesis 2017",
    "N": "N: noise addition framework 2017",
}
_SECTIONS = {"columns": ColumnRecipe, "table": TableRecipe}


@dataclass(frozen=True, kw_only=True)
class Described:
    """One thing that a work describes.

    Parameters
    ----------
    work, place
        The letter of the work, and the section or equation.
    what
        The method, formula, option, evaluation or idea.
    where
        ``method:name`` or ``method:name.parameter``, ``recipe:section.key``, ``experiment:name``, ``page:path``, or
        ``module`` or ``module:name``. Empty if it is not here.
    test
        A test file, or ``file::test``.
    note
        Why it is not here, or what else is to be said.
    """

    work: str
    place: str
    what: str
    where: str
    test: str
    note: str


def read_list() -> list[Described]:
    """Read the list."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return [Described(**row) for row in csv.DictReader(file)]


def unresolved(row: Described) -> list[str]:
    """What a row names that there is not."""
    if not row.where:
        return [] if row.note and not row.test else ["it is not here, and no reason is given"]
    lacks = [] if _is_there(row.where) else [f"there is no {row.where}"]
    return lacks if _is_tested(row.test) else [*lacks, f"there is no test {row.test}"]


def _is_there(where: str) -> bool:
    kind, _, name = where.partition(":")
    first, _, rest = name.partition(".")
    if kind == "method":
        return first in METHODS and (not rest or rest in METHODS[first].parameters())
    if kind == "recipe":
        return first in _SECTIONS and rest in _SECTIONS[first].model_fields
    if kind == "experiment":
        return name in EXPERIMENTS
    if kind == "page":
        return (ROOT / name).is_file()
    try:
        module = importlib.import_module(kind)
    except ImportError:
        return False
    return not name or hasattr(module, name)


def _is_tested(test: str) -> bool:
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and f"def {name or 'test_'}" in path.read_text(encoding="utf-8")


def as_page(rows: Sequence[Described]) -> str:
    """The page: a table for each work, then what is not here and why."""
    here = sum(bool(row.where) for row in rows)
    parts = ["# What the works describe, and where it is", _introduction(len(rows), here)]
    for letter, title in WORKS.items():
        own = [row for row in rows if row.work == letter]
        parts += [f"## {title}", _table(("place", "what", "in the program", "test"), [
            (row.place, row.what, f"`{row.where}`", f"`{row.test}`") for row in own if row.where
        ])]  # fmt: skip
    parts += ["## Not in the program", _table(("place", "what", "why"), [
        (f"{row.work} {row.place}", row.what, row.note) for row in rows if not row.where
    ])]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _introduction(described: int, here: int) -> str:
    return f"""The five works describe {described} methods, formulas, options, evaluations and ideas for future work;
{here} of them are in the program, and {described - here} are not, each with the reason. M, A, E, T and N are the
works of the [overview](index.md). This page is written by `python -m research.coverage` from
`research/coverage.csv`; a test looks up every place and every test."""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(rewrite(as_page(read_list())), encoding="utf-8")
