"""The draft for several tables: which column identifies persons, how tables are linked, and what is released of each."""

import random
import sqlite3

import pandas as pd
import pytest

import kinonym as kn
from connections import club
from kinonym.drafting.several_tables import GivenTable, draft_tables
from kinonym.engines import open_table
from kinonym.errors import DataError
from kinonym.files.formats.table_format import TableKeys
from kinonym.pipeline.several_tables.drafted_tables import draft_stored_tables, is_several_tables


def frame(**columns):
    return pd.DataFrame({name: [str(each) for each in cells] for name, cells in columns.items()})


def draft(known=None, **frames):
    keys = known or {}
    given = {
        name: GivenTable(source=open_table(table).source, known=keys.get(name, TableKeys()))
        for name, table in frames.items()
    }
    return draft_tables(given)


def hospital(persons=60):
    """Patients, stays of each, and codes of each stay; a list of the codes has no persons."""
    codes = ["I10", "E11.9", "J45.909", "J06.9", "K35.80", "M54.50"]
    stay = [number for number in range(persons) for _ in range(1 + number % 3)]
    code = [number for number in range(len(stay)) for _ in range(1 + number % 2)]
    return {
        "ward_names": frame(ward=["A", "B"], name=["surgery", "medicine"]),
        "codes": frame(stay_id=[f"S{i:04}" for i in code], code=[codes[i % 6] for i in range(len(code))]),
        "stays": frame(
            stay_id=[f"S{i:04}" for i in range(len(stay))],
            patient_id=[f"P{i:04}" for i in stay],
            admitted=[f"2024-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(len(stay))],
            kind=[["emergency", "elective"][i % 2] for i in range(len(stay))],
        ),
        "patients": frame(
            patient_id=[f"P{i:04}" for i in range(persons)],
            sex=["FM"[i % 2] for i in range(persons)],
            job=[["nurse", "plumber", "teacher"][i % 3] for i in range(persons)],
        ),
    }


def test_persons_keys_and_references_are_found_from_names_and_values():
    recipe = draft(**hospital()).sections
    assert recipe["table"]["person"] == "patient_id"
    assert [*recipe["tables"]] == ["patients", "stays", "codes"]
    assert recipe["tables"]["patients"]["key"] == "patient_id"
    assert (recipe["tables"]["stays"]["key"], recipe["tables"]["stays"]["order"]) == ("stay_id", "admitted")
    assert recipe["tables"]["codes"]["references"] == {"stay_id": "stays"}
    assert recipe["tables"]["codes"]["gather"] == ["code"]


def test_a_table_that_nothing_links_to_persons_is_left_out():
    text = draft(**hospital()).text
    assert "#   ward_names: nothing links it to persons" in text


def test_a_draft_masks_unedited():
    frames = hospital()
    recipe = kn.draft(frames)
    result = kn.mask({name: frames[name] for name in recipe.tables}, recipe)
    assert {*result.table} == {"patients", "stays", "codes"}
    assert "times in the records of these tables" in str(result.claims[0])


def test_rows_are_chosen_by_what_most_owners_have():
    frames = hospital()
    text = draft(**frames).text
    assert "rows = 3  # guess: 100% have no more, one has 3; further rows are left out" in text
    one = {**frames, "stays": frames["stays"].drop_duplicates("patient_id")}
    del one["codes"]
    assert "rows" not in draft(**one).sections["tables"]["stays"]


def test_only_a_table_with_every_person_releases_columns_unmasked():
    frames = hospital()
    frames["stays"]["outcome"] = ["cured", "dead"] * (len(frames["stays"]) // 2)
    frames["patients"]["outcome"] = ["cured", "dead"] * (len(frames["patients"]) // 2)
    tables = draft(**frames).sections["tables"]
    assert tables["patients"]["columns"]["outcome"]["role"] == "confidential"
    assert tables["stays"]["columns"]["outcome"]["role"] == "quasi"
    assert {column["role"] for column in tables["codes"]["columns"].values()} <= {"quasi", "identifier"}


def test_a_key_called_id_is_found_by_the_name_of_its_table():
    frames = hospital()
    frames["patients"] = frames["patients"].rename(columns={"patient_id": "Id"})
    frames["stays"] = frames["stays"].rename(columns={"patient_id": "PATIENT"})
    recipe = draft(**frames).sections
    assert recipe["table"]["person"] in ("Id", "PATIENT")
    assert recipe["tables"]["patients"]["key"] == "Id"
    kn.mask({name: frames[name] for name in recipe["tables"]}, recipe)


def test_row_numbers_of_all_tables_are_no_references():
    frames = hospital()
    for table in frames.values():
        table.insert(0, "row_id", [str(i) for i in range(len(table))])
    recipe = draft(**frames).sections
    assert recipe["tables"]["codes"]["references"] == {"stay_id": "stays"}
    assert recipe["tables"]["stays"]["key"] == "stay_id"


def test_the_catalogue_of_a_database_decides_where_names_say_nothing():
    frames = hospital()
    frames["codes"] = frames["codes"].rename(columns={"stay_id": "belongs"})
    frames["stays"]["stay_id"] = [str(int(each[1:])) for each in frames["stays"]["stay_id"]]
    frames["codes"]["belongs"] = [str(int(each[1:])) for each in frames["codes"]["belongs"]]
    assert "codes" not in draft(**frames).sections["tables"]
    known = {"codes": TableKeys(references={"belongs": ("stays", "stay_id")})}
    found = draft(known, **frames)
    assert found.sections["tables"]["codes"]["references"] == {"belongs": "stays"}
    assert "the database says so" in found.text


def test_a_table_with_persons_who_are_unknown_is_left_out_with_the_reason():
    frames = hospital()
    frames["letters"] = frame(patient_id=["P0001", "P9999"] * 10, kind=["a", "b"] * 10)
    text = draft(**frames).text
    assert "#   letters: 1 of 2 persons have no row in patients: leave their rows out, then draft again" in text


def test_tables_without_a_table_of_persons_share_the_person_column():
    frames = hospital()
    del frames["patients"]
    frames["visits"] = frame(patient_id=[f"P{i:04}" for i in range(30, 90)], kind=["a", "b"] * 30)
    recipe = draft(**frames).sections
    assert recipe["table"]["person"] == "patient_id"
    assert {*recipe["tables"]} == {"stays", "visits", "codes"}
    assert "key" not in recipe["tables"]["visits"]


def test_of_several_references_the_finest_is_used():
    frames = hospital()
    stays = frames["stays"]
    frames["moves"] = frame(
        move_id=[f"M{i:05}" for i in range(2 * len(stays))],
        stay_id=[*stays["stay_id"], *stays["stay_id"]],
        ward=[str(i % 3) for i in range(2 * len(stays))],
    )
    frames["codes"]["move_id"] = [f"M{i:05}" for i in range(len(frames["codes"]))]
    recipe = draft(**frames).sections
    assert recipe["tables"]["codes"]["references"] == {"move_id": "moves"}
    assert recipe["tables"]["moves"]["references"] == {"stay_id": "stays"}
    assert recipe["tables"]["codes"]["columns"]["stay_id"]["role"] == "identifier"


def test_two_tables_that_refer_to_each_other_form_no_circle():
    frames = hospital()
    number = len(frames["stays"])
    frames["bills"] = frame(
        bill_id=[f"B{i:05}" for i in range(number)], stay_id=frames["stays"]["stay_id"], sum=range(number)
    )
    frames["stays"]["bill_id"] = frames["bills"]["bill_id"]
    recipe = draft(**frames).sections
    referring = {name for name in ("stays", "bills") if "references" in recipe["tables"][name]}
    assert len(referring) == 1


def test_tables_without_persons_are_rejected():
    with pytest.raises(DataError, match="no column of these tables identifies persons"):
        draft(wards=frame(ward=["A", "B"]), towns=frame(town=["Ulm", "Bonn"]))
    with pytest.raises(DataError, match="none of the tables has a row"):
        draft(patients=frame(patient_id=[]))


# --- folders and databases


def test_a_folder_is_drafted_and_masked(tmp_path):
    club.write(tmp_path)
    (tmp_path / "club" / "seasons of 2024!.csv").write_text((tmp_path / "club" / "seasons.csv").read_text())
    (tmp_path / "club" / "seasons.csv").unlink()
    (tmp_path / "club" / "empty.csv").write_text("member_id,a\n")
    recipe = kn.draft(tmp_path / "club")
    named = next(name for name in recipe.tables if name.startswith("seasons"))
    assert (recipe.table.person, recipe.tables[named].file) == ("member_id", "seasons of 2024!.csv")
    assert "empty" not in recipe.tables
    kn.mask_file(tmp_path / "club", recipe.accept_unique_rows(), tmp_path / "out", ledger=False)


def test_parts_of_one_table_are_one_table(tmp_path):
    frames = hospital()
    for name in ("one", "two"):
        frames["patients"].to_parquet(tmp_path / f"{name}.parquet")
    assert not is_several_tables(tmp_path)
    frames["stays"].to_parquet(tmp_path / "stays.parquet")
    assert is_several_tables(tmp_path)
    assert not is_several_tables(tmp_path / "one.parquet")


def test_the_catalogue_of_sqlite_is_read(tmp_path):
    draw = random.Random(2)
    with sqlite3.connect(tmp_path / "club.db") as base:
        base.execute("CREATE TABLE people (code INTEGER PRIMARY KEY, sex TEXT)")
        base.execute("CREATE TABLE orders (who INTEGER REFERENCES people, kind TEXT)")
        base.executemany("INSERT INTO people VALUES (?, ?)", [(i, draw.choice("FM")) for i in range(40)])
        base.executemany("INSERT INTO orders VALUES (?, ?)", [(i % 40, draw.choice("xyz")) for i in range(60)])
    base.close()
    name = f"sqlite:{tmp_path / 'club.db'}"
    assert is_several_tables(name)
    assert not is_several_tables(f"{name}#people")
    recipe = kn.draft(name)
    assert recipe.tables["people"].key == "code"
    assert recipe.tables["orders"].person == "who" or recipe.table.person == "who"
    kn.mask_file(name, recipe.accept_unique_rows(), tmp_path / "out", ledger=False)


def test_notices_of_reading_are_passed_on(tmp_path):
    club.write(tmp_path)
    path = tmp_path / "club" / "members.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    notices = {}
    from kinonym.engines import ReadingOptions

    draft_stored_tables(tmp_path / "club", reading=ReadingOptions(), tell=notices.__setitem__)
    assert set(notices) == {"members.csv", "seasons.csv", "sports.csv"}
