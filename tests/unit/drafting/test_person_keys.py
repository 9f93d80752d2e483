"""Keys of persons in a draft: found by header and by what follows from them, never followed, one proposed as person."""

from __future__ import annotations

import random
import tomllib

import pytest

from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.key_names import key_level
from kinonym.drafting.person_keys import has_key_shape
from kinonym.engines.memory import MemorySource

NATIONS = ["Germany", "France", "Spain", "Poland", "Italy", "Sweden"]


def pupils(key, *, number=60, rows=420, form="{}", seed=1):
    """A table in which each pupil has several marks; birth year, sex and nationality follow from the pupil."""
    draw = random.Random(f"pupils {seed}")
    persons = [
        (form.format(1000 + 7 * i), str(draw.randrange(2004, 2012)), draw.choice("mf"), draw.choice(NATIONS))
        for i in range(number)
    ]
    chosen = [draw.choice(persons) for _ in range(rows)]
    return {
        key: [p[0] for p in chosen],
        "birth_year": [p[1] for p in chosen],
        "sex": [p[2] for p in chosen],
        "nationality": [p[3] for p in chosen],
        "subject_taught": [draw.choice(["maths", "art", "music"]) for _ in chosen],
        "mark": [draw.choice("123456") for _ in chosen],
    }


def drafted(table):
    guess = guess_table(table, {}, rows=len(next(iter(table.values()))))
    return guess, tomllib.loads(draft_recipe(guess))


@pytest.mark.parametrize(
    "header",
    [
        "pupil_no", "card", "session", "account", "customer", "member", "client_nr", "Kundennummer", "NumeroCliente",
        "id_paciente", "num_soci", "nr_klienta", "matricule", "elevnr", "klantnummer", "numero_utente", "leerling_nr",
        "library_card_no",
    ],
)  # fmt: skip
def test_a_header_that_names_a_key_makes_an_identifier_and_the_person(header):
    _, recipe = drafted(pupils(header))
    assert recipe["columns"][header]["role"] == "identifier"
    assert recipe["table"]["person"] == header
    assert not any(column.get("with") for column in recipe["columns"].values())


@pytest.mark.parametrize("form", ["{}", "X{}", "{:08}", "{}-27"])
def test_a_column_on_which_others_depend_is_the_person_whatever_it_is_called(form):
    guess, recipe = drafted(pupils("vnr", form=form))
    assert recipe["columns"]["vnr"]["role"] == "identifier"
    assert recipe["table"]["person"] == "vnr"
    assert "sex" in guess.person_reason
    assert not any(column.get("with") == "vnr" for column in recipe["columns"].values())


def test_the_draft_says_why_this_column_is_the_person():
    text = draft_recipe(guess_table(pupils("pupil_no"), {}, rows=420))
    line = next(line for line in text.splitlines() if line.startswith("person = "))
    assert "it numbers persons" in line
    assert "follow from it" in line
    assert "its values come back" in line


LEVELS = {
    "stays of patients": ("stay_id", "patient_id"),
    "sessions of customers": ("session", "customer"),
    "orders of accounts": ("order_no", "account"),
    "stays without a name for patients": ("stay_id", "xref"),
    "visits in Spanish": ("id_visita", "id_paciente"),
    "lower level first in German": ("Fallnummer", "Patientennummer"),
}


@pytest.mark.parametrize(("lower", "upper"), LEVELS.values(), ids=LEVELS)
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_levels_the_persons_one_is_proposed(lower, upper, turned):
    draw = random.Random(f"{lower} {upper}")
    table = pupils(upper, number=50, rows=600)
    stays = [f"{who}{draw.randrange(4)}" for who in table[upper]]
    table = {upper: table.pop(upper), lower: stays, **table} if turned else {lower: stays, **table}
    guess, recipe = drafted(table)
    assert recipe["table"]["person"] == upper
    assert recipe["columns"][lower]["role"] == recipe["columns"][upper]["role"] == "identifier"
    assert lower in guess.person_reason


NO_KEYS = {
    "postal codes and their towns": ("loc", lambda draw: (f"{draw.randrange(10110, 10190)}",)),
    "ages": ("Alter", lambda draw: (str(draw.randrange(18, 80)),)),
    "years": ("Jahr", lambda draw: (str(draw.randrange(1950, 2010)),)),
    "wards": ("ward_nr", lambda draw: (f"W{draw.randrange(100, 130)}",)),
    "codes": ("icd_code", lambda draw: (f"E{draw.randrange(1000, 1060)}",)),
}


@pytest.mark.parametrize(("header", "make"), NO_KEYS.values(), ids=NO_KEYS)
def test_what_is_no_key_is_not_taken_for_one(header, make):
    """Towns and states follow from postal codes, groups from ages: one fact in several forms, not a person."""
    draw = random.Random(header)
    values = [make(draw)[0] for _ in range(600)]
    table = {
        header: values,
        "group": [value[:-1] for value in values],
        "wide_group": [value[:-2] for value in values],
        "sex": [draw.choice("mf") for _ in values],
        "job": [draw.choice(["nurse", "cook", "baker"]) for _ in values],
    }
    _, recipe = drafted(table)
    assert recipe["columns"][header]["role"] != "identifier"
    assert "person" not in recipe["table"]


def test_a_first_name_is_not_the_person_because_sex_follows_from_it():
    draw = random.Random(3)
    names = {"Ann": "f", "Bob": "m", "Cleo": "f", "Dan": "m"}
    first = [draw.choice(list(names)) for _ in range(400)]
    table = {
        "first_name": first, "sex": [names[name] for name in first], "town": [draw.choice(NATIONS) for _ in first],
    }  # fmt: skip
    _, recipe = drafted(table)
    assert "person" not in recipe["table"]


@pytest.mark.parametrize(
    ("column", "values", "shaped"),
    [
        ("ref", [f"P{i:05}" for i in range(100)], True),
        ("ref", [f"PAT-{i:06}" for i in range(100)], True),
        ("ref", [f"{i * 7919 % 10**8:08}" for i in range(1, 100)], True),
        ("ref", [f"{i * 7919**4 % 16**20:020x}" for i in range(1, 100)], True),
        ("ref", [f"{12345678 + 37 * i}Z" for i in range(100)], True),
        ("pupil_no", [str(i) for i in range(100)], True),
        ("ref", [str(i) for i in range(100)], False),
        ("ref", [f"2020{1 + i % 12:02}{1 + i % 28:02}" for i in range(100)], False),
        ("ref", [f"{i}00000" for i in range(10, 99)], False),
        ("atc", [f"A{i:02}BA0{i % 10}" for i in range(99)], False),
        ("ref", [f"DE{i}" for i in range(111, 160)], False),
        ("zip", [f"{i:07}" for i in range(100)], False),
        ("age", [str(i) for i in range(100)], False),
    ],
)
def test_the_shape_of_keys(column, values, shaped):
    assert has_key_shape(column, dict.fromkeys(values, 4)) == shaped
    favourite = {**dict.fromkeys(values, 4), values[0]: 400}
    assert not has_key_shape(column, favourite)  # codes with a meaning have favourites


def test_levels_of_headers():
    assert key_level("customer_segment") is None
    assert key_level("number_of_visits") is None
    assert key_level("order_date") is None
    assert key_level("Numéro d'élève") == ("person", True)


def test_a_sample_of_a_large_table_still_proposes_the_person():
    """Three rows each, one after another: rows spread evenly would show every patient once."""
    import pyarrow as pa

    from kinonym.drafting.row_sample import sample_rows

    ids = [str(100_000 + i // 3) for i in range(60_000)]
    draw = random.Random(5)
    sexes, towns = ({key: draw.choice(values) for key in set(ids)} for values in ("mf", NATIONS))
    table = pa.table({"zref": ids, "sex": [sexes[i] for i in ids], "town": [towns[i] for i in ids]})
    sample = sample_rows(table)
    guess = guess_table({n: sample.column(n).to_pylist() for n in sample.column_names}, {}, rows=table.num_rows)
    assert guess.person == "zref"
    assert MemorySource(table).profile("zref").distinct == 20_000


def test_a_key_with_one_owner_each_is_the_person():
    """The chip of a dog: its breed and the name of its owner follow from it."""
    draw = random.Random("kennel")
    given, surnames = (
        ["Ada", "Bea", "Dan", "Eve", "Finn", "Gus", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned"],
        ["Bell", "Cox", "Dahl", "Ford", "Gray", "Kerr"],
    )
    dogs = [
        (f"CH{draw.randrange(10**6, 10**7)}", draw.choice(NATIONS), f"{draw.choice(given)} {draw.choice(surnames)}")
        for _ in range(90)
    ]
    chosen = [draw.choice(dogs) for _ in range(500)]
    table = {"chip": [d[0] for d in chosen], "breed": [d[1] for d in chosen], "owner": [d[2] for d in chosen]}
    guess, _ = drafted(table | {"nights": [str(draw.randrange(1, 9)) for _ in chosen]})
    assert guess.person == "chip"
    staffed = table | {"owner": [draw.choice(["Ada Bell", "Dan Cox", "Mia Kerr"]) for _ in chosen]}
    assert drafted(staffed)[0].person is None


def test_names_that_only_values_show_count_as_owners_of_a_key():
    """No header says what the columns hold; the names and the sex follow from the number."""
    draw = random.Random("garden")
    given = ["Ada", "Berta", "Daniel", "Evelyn", "Gustav", "Ida", "Karla", "Martin"]
    surnames = ["Schmidt", "Johnson", "Garcia", "Rossi", "Nowak", "Andersson", "Silva", "Visser", "Moreau", "Ferrari"]
    persons = [
        (str(1_000_003 + 7919 * i), f"{draw.choice(given)} {draw.choice(surnames)}", draw.choice("fm"))
        for i in range(20, 110)
    ]
    chosen = [draw.choice(persons) for _ in range(500)]
    table = {name: [person[at] for person in chosen] for at, name in enumerate(["x1", "x2", "x3"])}
    table["x4"] = [draw.choice(["low", "medium", "high"]) for _ in chosen]
    guess, recipe = drafted(table)
    assert recipe["columns"]["x2"]["role"] == "identifier"
    assert guess.person == "x1"
