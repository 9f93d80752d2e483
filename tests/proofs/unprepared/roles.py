"""The roles that drafts give to the unprepared tables, set by set: `python -m unprepared.roles` in `tests/proofs/`.

It drafts without masking, so it is quick enough to compare two versions of the rules. Rules are to be changed with the
errors of some sets only and then measured on the others: ``python -m unprepared.roles --show prepared,later,last``
prints the errors of these three sets, and only the figures of the fourth.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

from kinonym import ontologies
from unprepared.figures import DETECTED, Outcome, read_key_of, run_command, share
from unprepared.made import BLIND, FRESH, LAST, LATER, TABLES, UNSEEN, find_table, rows_of, write_table

SETS = {"prepared": TABLES, "later": LATER, "last": LAST, "fresh": FRESH, "unseen": UNSEEN, "blind": BLIND}


def draft(name: str, folder: Path) -> Outcome:
    """Draft the table with `kinonym init`."""
    encoding = find_table(name).encoding
    given = ("--encoding", encoding) if encoding not in DETECTED else ()
    code, text, messages = run_command("init", write_table(name, folder), *given)
    return Outcome(name, error=messages) if code else Outcome(name, tomllib.loads(text))


def wrong_roles(outcome: Outcome) -> list[tuple[str, str, str]]:
    """Column, expected role and drafted role of each column with a wrong role."""
    return [
        (column, expected.role, outcome.role(column))
        for column, expected in read_key_of(outcome.name).items()
        if outcome.role(column) not in expected.roles
    ]


def main(shown: set[str], only: set[str]) -> None:
    """Print the figure of each set, and the errors of those to be shown."""
    ontologies.load = cache(ontologies.load)
    with tempfile.TemporaryDirectory() as folder:
        for set_name, tables in SETS.items():
            chosen = [name for name in tables if not only or name in only]
            columns, kinds, lines = 0, Counter(), []
            for name in chosen:
                columns += len(read_key_of(name))
                for column, expected, drafted in wrong_roles(draft(name, Path(folder))):
                    kinds[f"{expected} drafted {drafted}"] += 1
                    values = list(dict.fromkeys(row[column] for row in rows_of(name)))[:8]
                    lines.append(f"  {name}: {column}: {expected} drafted {drafted}: {values}")
            if columns:
                print(f"{set_name}: {share(columns - kinds.total(), columns)}", dict(kinds.most_common()), flush=True)
                if set_name in shown:
                    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    shown = set(arguments[1].split(",")) if arguments[:1] == ["--show"] else set(SETS)
    main(shown, set(arguments[2:]))
