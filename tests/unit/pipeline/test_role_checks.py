"""Roles that a table contradicts are refused in one error, before any work; a draft is never refused."""

from __future__ import annotations

import csv
import random
import tomllib

import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random
from kinonym.drafting import draft_recipe, guess_table
from kinonym.engines.memory import MemorySource
from kinonym.errors import RecipeError
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.preparing import prepare
from kinonym.pipeline.role_checks import check_roles, find_refusals
from kinonym.recipe import Recipe, load_recipe

NATIONS = ["Germany", "France", "Spain", "Poland"]
SENTENCE = "seen on the ward at noon, room {}, no complaints of any kind"


def school(rows=240, pupils=40):
    """Marks of pupils: a key that comes back, another key, free text, and what follows from the pupil."""
    draw = random.Random("school")
    persons = [(f"P{4000 + 3 * i}", draw.choice("mf"), draw.choice(NATIONS)) for i in range(pupils)]
    chosen = [persons[i % pupils] for i in range(rows)]
    return {
        "pupil": [p[0] for p in chosen],
        "sex": [p[1] for p in chosen],
        "nationality": [p[2] for p in chosen],
        "loan": [f"L{70000 + i // 2}" for i in range(rows)],
        "note": [SENTENCE.format(i) for i in range(rows)],
        "row": [str(i) for i in range(rows)],
    }


def recipe_of(roles, *, confirm=(), person=None, method=None):
    columns = {name: {"role": role, "type": "plain"} for name, role in roles.items()}
    return Recipe.model_validate({
        "table": {} if person is None else {"person": person},
        "columns": columns,
        "method": method or {"name": "suppress", "k": 3},
        "release": {"confirm": list(confirm)},
    })  # fmt: skip


ROLES = {
    "pupil": "identifier",
    "sex": "quasi",
    "nationality": "quasi",
    "loan": "quasi",
    "note": "confidential",
    "row": "other",
}


def test_all_refusals_come_in_one_error():
    source = MemorySource(pa.table(school()))
    with pytest.raises(RecipeError) as caught:
        check_roles(source, recipe_of(ROLES))
    first, *lines = caught.value.message.splitlines()
    assert first == "4 columns need a decision:"
    assert [line.split("'")[1] for line in lines] == ["note", "row", "loan", "pupil"]
    assert "looks like free text" in lines[0]
    assert "looks like an identifier" in lines[1]
    assert "looks like a key: 120 different values in 240 rows" in lines[2]
    assert '[table] person = "pupil"' in lines[3]
    assert caught.value.hint.endswith('[release] confirm = ["note", "row", "loan", "pupil"]')
    assert not any(text in caught.value.message for text in ("P4000", "L70000", "room 7"))


def test_the_hint_contains_the_line_that_confirms_all_columns():
    source = MemorySource(pa.table(school()))
    with pytest.raises(RecipeError) as caught:
        check_roles(source, recipe_of(ROLES, confirm=["row"]))
    line = caught.value.hint.partition("[release] ")[2]
    confirm = tomllib.loads(line)["confirm"]
    assert confirm == ["row", "note", "loan", "pupil"]
    check_roles(source, recipe_of(ROLES, confirm=confirm))


def test_linking_columns_are_in_the_same_list():
    table = {**school(), "row": [f"{i}.5" for i in range(240)]}
    found = dict(find_refusals(MemorySource(pa.table(table)), recipe_of(ROLES, method={"name": "record-swap", "k": 3})))
    assert "undoes record-swap" in found["row"]
    assert set(found) == {"row", "note", "loan"}  # swaps make no groups of persons


def test_a_declared_person_is_enough():
    roles = {**ROLES, "loan": "identifier", "note": "identifier", "row": "identifier"}
    source = MemorySource(pa.table(school()))
    with pytest.raises(RecipeError, match="'pupil' identifies persons"):
        check_roles(source, recipe_of(roles))
    check_roles(source, recipe_of(roles, person="pupil"))


def test_an_identifier_from_which_others_follow_is_a_person_whatever_it_is_called():
    table = school()
    table["zz"] = table.pop("pupil")
    roles = {"sex": "quasi", "nationality": "quasi", "loan": "identifier", "note": "identifier", "row": "identifier"}
    source = MemorySource(pa.table(table))
    assert (
        "identifies persons with several" in dict(find_refusals(source, recipe_of({**roles, "zz": "identifier"})))["zz"]
    )
    mixed = {**table, "sex": table["sex"][1:] + table["sex"][:1], "nationality": table["nationality"][3:] + NATIONS[:3]}
    random.Random(1).shuffle(mixed["sex"])
    assert "zz" not in dict(find_refusals(MemorySource(pa.table(mixed)), recipe_of({**roles, "zz": "identifier"})))


HARMLESS = {
    "postcode": [f"{10000 + 11 * (i % 60)}" for i in range(240)],
    "ward_nr": [f"W{100 + i % 40}" for i in range(240)],
    "age": [str(18 + i % 60) for i in range(240)],
    "year": [str(1950 + i % 60) for i in range(240)],
    "icd_code": [f"E{1000 + i % 40}" for i in range(240)],
    "product": [f"SKU{1000 + i % 60}" for i in range(240)],
    "day": [f"202001{1 + i % 28:02}" for i in range(240)],
}


@pytest.mark.parametrize("name", HARMLESS)
def test_codes_ages_years_and_areas_are_not_taken_for_keys(name):
    table = pa.table({name: HARMLESS[name], "sex": ["m", "f"] * 120})
    assert not find_refusals(MemorySource(table), recipe_of({name: "quasi", "sex": "quasi"}))


@pytest.mark.parametrize("how", ["memory", "file", "duckdb"])
def test_every_entry_point_refuses_contradicted_roles(how, tmp_path):
    table = {"zz": school()["pupil"]} | {name: school()[name] for name in ("sex", "nationality", "loan")}
    quasi = {name: {"role": "quasi"} for name in ("sex", "nationality", "loan")}
    recipe = {
        "columns": {"zz": {"role": "identifier"}, **quasi},
        "method": {"name": "suppress", "k": 3},
    }
    with (tmp_path / "data.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    ways = {
        "memory": lambda: kn.mask(pa.table(table), recipe),
        "file": lambda: kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.csv"),
        "duckdb": lambda: kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.csv", engine="duckdb"),
    }
    with pytest.raises(RecipeError, match="2 columns need a decision"):
        ways[how]()
    assert not (tmp_path / "out.csv").exists()


def random_column(draw, rows, people):
    """A header and values in one of many styles; some depend on the person of a row."""
    size = draw.choice([2, 3, 8, 40, rows // 3, rows])
    number = draw.choice([3, 4, 6, 8])
    pool = {
        "word": lambda i: ["red", "green", "blue", "north", "south", "oak", "elm", "fir"][i % 8],
        "integer": lambda i: str(draw.choice([0, 1, 1000]) * 0 + 10 + 7 * i),
        "padded": lambda i: f"{i:0{number}}",
        "serial": lambda i: f"{draw.choice(['P'])}{i:0{number}}",
        "hex": lambda i: f"{(i + 1) * 0x9E3779B97F4A7C15 % 2**64:016x}",
        "decimal": lambda i: f"{i / 7:.3f}",
        "date": lambda i: f"20{10 + i % 12}-{1 + i % 12:02}-{1 + i % 28:02}",
        "sentence": SENTENCE.format,
        "name": lambda i: f"{['Ann', 'Bob', 'Cleo', 'Dan'][i % 4]} {'Xyz'[i % 3]}{'abcdefg'[i % 7] * (1 + i % 5)}",
        "mail": lambda i: f"k{i}@example.org",
        "blank": lambda i: ["a", "a ", " a", "b"][i % 4] + str(i),
        "flag": lambda i: ["yes", "no", "?", ""][i % 4],
    }
    style = draw.choice(list(pool))
    head = draw.choice(["x", "col", "pupil_no", "card", "session", "account", "customer", "nr", "ref", "value", "group",
                        "birth", "sex", "job", "amount", "note", "ward", "klant_nr", "result", "outcome", "zip"])  # fmt: skip
    made = [pool[style](i) for i in range(max(2, size))]
    if draw.random() < 0.4:
        own = [draw.choice(made) for _ in range(max(people) + 1)]
        return head, [own[person] for person in people]
    if draw.random() < 0.2:
        return head, [made[i % len(made)] for i in range(rows)]
    return head, [draw.choice(made) for _ in range(rows)]


@pytest.mark.parametrize("block", range(8))
def test_no_draft_of_init_is_refused_by_the_role_checks(block):
    """Random tables in many styles: the draft passes all checks of roles, however they depend on each other."""
    persons = 0
    for case in range(25):
        draw = fresh_random("drafts", block, case)
        rows = draw.choice([2, 4, 25, 60, 200, 400])
        people = [draw.randrange(max(2, rows // draw.choice([1, 3, 8]))) for _ in range(rows)]
        table = {}
        for j in range(draw.randint(2, 8)):
            head, values = random_column(draw, rows, people)
            table[head if head not in table else f"{head}_{j}"] = values
        guess = guess_table(table, {}, rows=rows)
        recipe = load_recipe_of(draft_recipe(guess))
        source = MemorySource(pa.table(table), recipe.table.missing)
        check_columns(source, recipe)
        assert find_refusals(source, recipe) == [], (block, case)
        if recipe.masked:
            assert prepare(source, recipe).tuples.units >= recipe.method["k"]
        persons += guess.person is not None
    assert persons


def load_recipe_of(text):
    sections = tomllib.loads(text)
    if not any(column["role"] == "quasi" for column in sections["columns"].values()):
        sections["columns"]["nothing"] = {"role": "quasi"}
        recipe = load_recipe(sections)
        return recipe.model_copy(update={"columns": {n: c for n, c in recipe.columns.items() if n != "nothing"}})
    return load_recipe(sections)


def test_a_masked_plain_column_from_which_others_follow_is_refused_whatever_its_shape():
    """Five digits have no shape of keys, but sex and nationality follow from them."""
    table = school()
    numbers = {pupil: str(77001 + 13 * i) for i, pupil in enumerate(dict.fromkeys(table["pupil"]))}
    table = {
        "x1": [numbers[pupil] for pupil in table["pupil"]],
        "sex": table["sex"],
        "nationality": table["nationality"],
    }
    roles = {"x1": "quasi", "sex": "quasi", "nationality": "quasi"}
    found = dict(find_refusals(MemorySource(pa.table(table)), recipe_of(roles)))
    assert "sex, nationality follow from it" in found["x1"]
    assert not find_refusals(MemorySource(pa.table(table)), recipe_of(roles, confirm=["x1"]))
    assert not find_refusals(MemorySource(pa.table(table)), recipe_of({**roles, "x1": "identifier"}, person="x1"))
    area = {("postal_code" if name == "x1" else name): values for name, values in table.items()}
    assert not find_refusals(
        MemorySource(pa.table(area)), recipe_of({"postal_code": "quasi", "sex": "quasi", "nationality": "quasi"})
    )


def test_a_code_of_persons_that_another_column_numbers_is_not_refused():
    table = school()
    table["tax_class"] = [str(30000 + 7 * (int(pupil[1:]) % 97)) for pupil in table["pupil"]]
    roles = {"pupil": "identifier", "sex": "quasi", "nationality": "quasi", "tax_class": "quasi"}
    chosen = {name: table[name] for name in roles}
    assert not find_refusals(MemorySource(pa.table(chosen)), recipe_of(roles, person="pupil"))
