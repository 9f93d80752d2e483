"""What unedited drafts of the unprepared tables do: `python -m unprepared.figures` in `tests/proofs/` prints every figure,
`python -m unprepared.figures later`, `… last` and so on those of another set.

The key (`key.csv`: role, type, person column, further acceptable roles) and the orders of dates (`order.csv`) were written
by hand before any of these tables had been drafted, by somebody who had not read the rules. The later set
(`later_key.csv`, `later_order.csv`) was written in the same way after the rules had been improved with the first set,
the last set (`last_key.csv`, `last_order.csv`) after they had been improved with both, and the fresh set
(`fresh_key.csv`, `fresh_order.csv`) after they had been improved with all three. The unseen and the blind set followed
in the same way; their authors had not read the rules.
"""

from __future__ import annotations

import csv
import io
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kinonym import ontologies
from kinonym.cli import main
from kinonym.methods import refine
from unprepared.dates import contradictions
from unprepared.made import BLIND, FRESH, LAST, LATER, TABLES, UNSEEN, find_table, rows_of, write_table

HERE = Path(__file__).parent
SEED = "20240229"
BRIEF_WORK = 300_000
"""A hundredth of what refinement may cost."""
DETECTED = ("utf-8", "cp1252")
"""Encodings that the command finds by itself; for others it asks for the option."""


@dataclass(frozen=True)
class Expected:
    """What the key says of a column."""

    role: str
    type: str
    person: str
    also: str

    @property
    def roles(self) -> set[str]:
        return {self.role, self.also} - {""}


@cache
def read_key(file_name: str = "key.csv") -> dict[str, dict[str, Expected]]:
    """Table → column → what the key says."""
    key: defaultdict[str, dict[str, Expected]] = defaultdict(dict)
    with (HERE / file_name).open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key[row["table"]][row["column"]] = Expected(row["role"], row["type"], row["person"], row["also"])
    return dict(key)


def read_key_of(name: str) -> dict[str, Expected]:
    """Column → what the key says, for a table of any set."""
    files = {
        "blind_key.csv": BLIND,
        "unseen_key.csv": UNSEEN,
        "fresh_key.csv": FRESH,
        "last_key.csv": LAST,
        "later_key.csv": LATER,
        "key.csv": TABLES,
    }
    file_name = next(file for file, tables in files.items() if name in tables)
    return read_key(file_name)[name]


@cache
def read_orders(file_name: str = "order.csv") -> dict[str, list[tuple[str, str, str]]]:
    """Table → first date column, second date column, style of their dates."""
    orders: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
    with (HERE / file_name).open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            orders[row["table"]].append((row["first"], row["second"], row["style"]))
    return dict(orders)


@dataclass
class Outcome:
    """One table: its draft, and what `mask` made of it."""

    name: str
    recipe: dict = field(default_factory=dict)
    error: str = ""
    released: list[dict[str, str]] | None = None

    def role(self, column: str) -> str:
        if column == self.recipe.get("table", {}).get("person"):
            return "identifier"
        return self.recipe.get("columns", {}).get(column, {}).get("role", "missing from the draft")

    def type(self, column: str) -> str:
        drafted = self.recipe.get("columns", {}).get(column, {})
        return "follows" if "with" in drafted else drafted.get("type", "")


def run_command(*arguments: str | Path) -> tuple[int, str, str]:
    """Run the command in this process; return its exit code, its output and its messages."""
    out, err, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["kinonym", *map(str, arguments)]
    code: object = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.argv = before
    return code if isinstance(code, int) else int(code is not None), out.getvalue(), err.getvalue()


@cache
def accept_options() -> tuple[str, ...]:
    """The option that accepts unique rows, if the command has it."""
    return ("--accept-unique",) if "--accept-unique" in run_command("mask", "--help")[1] else ()


def draft_and_mask(name: str, folder: Path) -> Outcome:
    """Draft the table with `kinonym init`, then mask it with the unedited draft."""
    outcome, data, recipe = Outcome(name), write_table(name, folder), folder / f"{name}.toml"
    encoding = find_table(name).encoding
    given = ("--encoding", encoding) if encoding not in DETECTED else ()
    code, drafted, said = run_command("init", data, *given)
    if code:
        outcome.error = f"init: {said.strip()}"
        return outcome
    recipe.write_text(drafted, encoding="utf-8")
    outcome.recipe = tomllib.loads(drafted)
    output = folder / f"{name}.masked.csv"
    code, _, said = run_command("mask", data, "-r", recipe, "-o", output, "--seed", SEED, *accept_options())
    if code:
        outcome.error = f"mask: {said.strip()}"
        return outcome
    with output.open(encoding=encoding, newline="") as file:
        outcome.released = list(csv.DictReader(file, delimiter=find_table(name).delimiter))
    return outcome


@dataclass
class Figures:
    """The findings over all tables, each a list of lines that name table and column."""

    outcomes: dict[str, Outcome]
    released_identifiers: list[str] = field(default_factory=list)
    wrong_roles: list[str] = field(default_factory=list)
    wrong_types: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    wrong_persons: list[str] = field(default_factory=list)

    @property
    def columns(self) -> int:
        return sum(len(read_key_of(name)) for name in self.outcomes)

    @property
    def typed(self) -> int:
        """How many quasi columns of the key have one right type."""
        entries = [each for name in self.outcomes for each in read_key_of(name).values()]
        return sum(each.role == "quasi" and each.type != "" for each in entries)


def measure_briefly(folder: Path, tables: Iterable[str] = TABLES) -> Figures:
    """Measure all tables, but end the refinement of each plan early: none of the figures depends on the loss."""
    work, refine.WORK = refine.WORK, BRIEF_WORK
    try:
        return measure(folder, tables)
    finally:
        refine.WORK = work


def measure(folder: Path, tables: Iterable[str] = TABLES) -> Figures:
    """Draft and mask every table, and compare with the key."""
    orders = read_orders() | {
        k: v for s in ("later", "last", "fresh", "unseen", "blind") for k, v in read_orders(f"{s}_order.csv").items()
    }
    read_again, ontologies.load = ontologies.load, cache(ontologies.load)  # WordNet is read once for all tables
    try:
        figures = Figures({name: draft_and_mask(name, folder) for name in tables})
    finally:
        ontologies.load = read_again
    for name, outcome in figures.outcomes.items():
        if outcome.error:
            figures.refused.append(f"{name}: {' '.join(outcome.error.split())[:400]}")
        _compare_roles(outcome, figures)
        _compare_person(outcome, figures)
        if outcome.released is not None:
            figures.released_identifiers += find_identifiers(name, outcome.released)
            for first, second, style in orders.get(name, []):
                if rows := contradictions(outcome.released, first, second, style):
                    figures.contradictions.append(f"{name}: {first} after {second} in {rows} rows")
    return figures


def _compare_roles(outcome: Outcome, figures: Figures) -> None:
    for column, expected in read_key_of(outcome.name).items():
        role = outcome.role(column)
        if role not in expected.roles:
            figures.wrong_roles.append(f"{outcome.name}: {column}: drafted {role}, expected {expected.role}")
        elif role == expected.role == "quasi" and expected.type not in ("", outcome.type(column)):
            drafted = outcome.type(column)
            if drafted != "follows":
                figures.wrong_types.append(f"{outcome.name}: {column}: drafted {drafted}, expected {expected.type}")


def _compare_person(outcome: Outcome, figures: Figures) -> None:
    key = read_key_of(outcome.name)
    needed = {column for column, each in key.items() if each.person == "yes"}
    accepted = {column for column, each in key.items() if each.person} | (set() if needed else {None})
    if (person := outcome.recipe.get("table", {}).get("person")) not in accepted:
        expected = ", ".join(sorted(needed)) or "none"
        figures.wrong_persons.append(f"{outcome.name}: person {person or 'none'}, expected {expected}")


def find_identifiers(name: str, released: list[dict[str, str]]) -> list[str]:
    """Identifiers of the key that are in the release: as a column, or as cells of other columns."""
    key, rows = read_key_of(name), rows_of(name)
    dropped = [column for column, each in key.items() if each.roles == {"identifier"}]
    found = [f"{name}: {column}: the column is in the release" for column in dropped if column in released[0]]
    harmless = {row[column] for row in rows for column in key if column not in dropped}
    cells = {value for row in released for column, value in row.items() if column not in dropped}
    for column in dropped:
        values = {row[column] for row in rows if len(row[column]) >= 5} - harmless
        if values & cells:
            found.append(f"{name}: {column}: cells of it are in another column")
    return found


def share(right: int, of: int) -> str:
    return f"{right} of {of} ({100 * right / of:.1f} %)"


def print_figures(figures: Figures) -> None:
    """Print the figures, then each finding with its table and column."""
    tables, columns = len(figures.outcomes), figures.columns
    print(f"tables: {tables}; columns: {columns}")
    print(f"identifiers released by unedited drafts: {len(figures.released_identifiers)}")
    print(f"columns with an acceptable role: {share(columns - len(figures.wrong_roles), columns)}")
    print(f"quasi-identifiers with the right type: {share(figures.typed - len(figures.wrong_types), figures.typed)}")
    print(f"drafts masked without an edit: {share(tables - len(figures.refused), tables)}")
    print(f"column pairs in which release rows contradict the order of dates: {len(figures.contradictions)}")
    print(f"person column as in the key: {share(tables - len(figures.wrong_persons), tables)}")
    for title, lines in (
        ("identifiers released", figures.released_identifiers),
        ("wrong roles", figures.wrong_roles),
        ("wrong types", figures.wrong_types),
        ("refused drafts", figures.refused),
        ("contradicted orders", figures.contradictions),
        ("wrong person columns", figures.wrong_persons),
    ):
        print(f"\n{title}: {len(lines)}", *(f"  {line}" for line in lines), sep="\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"later": LATER, "last": LAST, "fresh": FRESH, "unseen": UNSEEN, "blind": BLIND}.get(
            sys.argv[-1], TABLES
        )
        print_figures(measure(Path(folder), chosen))
