"""From any table to a good release: `init`, then `mask` with the draft as it is, on tables in the shapes that offices have."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import kinonym as kn
from kinonym import ontologies
from kinonym.domains.date_formats import read_dates
from kinonym.drafting import TableGuess, draft_recipe, guess_table
from kinonym.files.table_stream import read_table
from kinonym.recipe import load_recipe
from tables.made import NO_LABELS, OLD_CODES, TABLES, table

EXTRA = {"hpo": "traits.ttl", "long_diagnoses": "old.csv"}
"""Ontologies that come with a table."""


def wanted() -> dict[str, dict[str, tuple[str, str]]]:
    """Table → column → role and type, as a person wrote them down."""
    key: defaultdict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    with Path(__file__).with_name("key.csv").open() as file:
        for row in csv.DictReader(file):
            key[row["table"]][row["column"]] = row["role"], row["type"]
    return key


KEY = wanted()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the tables and the ontologies that come with them."""
    place = tmp_path_factory.mktemp("tables")
    (place / "traits.ttl").write_text(NO_LABELS)
    parents = sorted({code.split(".")[0] for code in OLD_CODES})
    lines = [*(f"{code}," for code in parents), *(f"{c},{c.split('.')[0]}" for c in OLD_CODES if "." in c)]
    (place / "old.csv").write_text("\n".join(["child,parent", *lines, ""]))
    for name in TABLES:
        rows = table(name)
        with (place / f"{name}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return place


@cache
def known():
    """The ontologies that `init` tries, loaded once."""
    return {each: ontologies.load(each) for each in ontologies.NAMES}


@cache
def drafted(folder: Path, name: str) -> TableGuess:
    rows = table(name)
    own = {EXTRA[name]: ontologies.load(folder / EXTRA[name])} if name in EXTRA else {}
    return guess_table(
        {column: [row[column] for row in rows] for column in rows[0]}, {**own, **known()}, rows=len(rows)
    )


def test_the_tables_are_those_of_the_key():
    assert {name: list(table(name)[0]) for name in TABLES} == {name: list(columns) for name, columns in KEY.items()}
    assert len(TABLES) >= 30


def test_roles_and_types_are_right(folder):
    wrong = []
    for name, columns in KEY.items():
        for guess in drafted(folder, name).columns:
            role, kind = columns[guess.column]
            meant = "follows" if guess.belongs_to else guess.type.value
            if guess.role.value != role or (role == "quasi" and meant != kind):
                wrong.append(f"{name}.{guess.column}")
    assert len(wrong) <= 0.05 * sum(map(len, KEY.values())), wrong


@pytest.mark.parametrize("name", TABLES)
def test_a_draft_masks_its_table_unedited(folder, name):
    draft = draft_recipe(drafted(folder, name))
    recipe, output = folder / f"{name}.toml", folder / f"{name}.out.csv"
    recipe.write_text(draft)
    loaded = load_recipe(recipe)
    kn.mask_file(folder / f"{name}.csv", loaded.accept_unique_rows(), output)  # as mask --accept-unique
    with output.open() as file:
        released = list(csv.DictReader(file))
    assert kn.verify(read_table(output).table, quasi=loaded.masked).k >= 5
    assert len(released) == len(table(name))
    _agrees_with_itself(loaded, released)
    _holds_no_person(name, draft, released)


def _agrees_with_itself(recipe, released):
    for follower, leaders in recipe.followers.items():
        if len(leaders) == 1 and recipe.columns[leaders[0]].ontology_by is None:
            pairs = {(row[leaders[0]], row[follower]) for row in released}
            assert len(pairs) == len({leader for leader, _ in pairs})
    for name, column in recipe.columns.items():
        if column.before is not None:
            first, second = (
                [row[each] for row in released if row[name] and row[column.before]] for each in (name, column.before)
            )
            reads = [read_dates(sorted(set(texts))) for texts in (first, second)]
            assert all(reads[0][a].start.year <= reads[1][b].start.year for a, b in zip(first, second, strict=True))


def _holds_no_person(name, draft, released):
    """No identifier and no free text stands in the release or in the recipe."""
    dropped = [column for column, (role, _) in KEY[name].items() if role == "identifier"]
    assert not set(dropped) & set(released[0])
    cells = {value for row in released for value in row.values()}
    for column in dropped:
        own = {row[column] for row in table(name) if len(row[column]) >= 5}
        assert not own & cells
        assert not any(value in draft for value in own)
