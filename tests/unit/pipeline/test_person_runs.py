"""What a run reports and refuses if a column identifies persons."""

import random

import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from kinonym.errors import PrivacyError, RecipeError, UsageError
from kinonym.recipe import load_recipe

PEOPLE = 13


def table(rows=60, nobody=0):
    content = hospital.rows(rows)
    frame = pd.DataFrame([[f"p{i % PEOPLE}", *row[1:]] for i, row in enumerate(content)], columns=hospital.COLUMNS)
    frame.loc[: nobody - 1, "id"] = None
    return frame


@pytest.fixture
def recipe(tmp_path):
    hospital.write_table(tmp_path)
    return lambda method=None, **changes: hospital.recipe(
        tmp_path, method or {"name": "sa-mdav", "k": 4}, **{"table": {"person": "id"}, **changes}
    )


def said(result):
    return [str(claim) for claim in result.claims]


def test_a_role_of_the_person_column_is_accepted_but_not_needed(recipe):
    given = recipe()
    without = {**given, "columns": {name: column for name, column in given["columns"].items() if name != "id"}}
    assert load_recipe(without) == load_recipe(given)
    assert load_recipe(load_recipe(without).to_toml()) == load_recipe(given)
    assert "id" not in kn.mask(table(), without).table


@pytest.mark.parametrize("role", ["quasi", "confidential", "other"])
def test_the_person_column_cannot_be_masked(recipe, role):
    with pytest.raises(RecipeError, match=f"columns.id is the person column and cannot have the role {role}"):
        load_recipe(recipe(columns={"id": {"role": role}}))


def test_an_absent_person_column_is_refused(recipe):
    with pytest.raises(RecipeError, match="the recipe names the column 'patient'") as refused:
        kn.mask(table(), recipe(table={"person": "patient"}))
    assert "it has" in refused.value.hint or "did you mean" in refused.value.hint


def test_linked_rows_are_refused(recipe):
    with pytest.raises(RecipeError, match="which only gather protects"):
        load_recipe(recipe(table={"person": "id", "person_link": True}))
    with pytest.raises(RecipeError, match="does not name the person column"):
        load_recipe(recipe(table={"person_link": True}))


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode", "resample", "generalise", "suppress", "record-swap"])
def test_fewer_persons_than_k_are_refused(recipe, name):
    with pytest.raises(PrivacyError, match="k = 14 cannot be reached: the table has only 13 persons") as refused:
        kn.mask(table(), recipe({"name": name, "k": PEOPLE + 1}))
    assert refused.value.hint == "the largest possible k is 13"


def test_the_largest_possible_k_is_one_class_of_everybody(recipe):
    result = kn.mask(table(), recipe({"name": "sa-mdav", "k": PEOPLE}))
    assert said(result)[0].startswith(
        "Every combination of a, b belongs to at least 13 different persons in this table"
    )
    assert "13 persons are fewer than 2k = 26: they form a single class" in result.notices


def test_records_without_a_person_are_noticed(recipe):
    result = kn.mask(table(nobody=7), recipe())
    assert "60 records belong to 20 persons" in result.notices
    assert "7 records name no person: each counts as a separate person" in result.notices


def test_claims_of_swaps_are_about_records(recipe):
    result = kn.mask(table(), recipe({"name": "srs1", "k": 3}))
    assert (
        said(result)[0]
        == "For each of a, b alone, a released record is that of a given record with probability at most 1/3."
    )
    assert "That is said of records, not of persons: one person has up to 5 of them." in said(result)
    assert any("srs1 makes no groups of persons: column 'id' is dropped" in notice for notice in result.notices)


def test_blocks_of_record_swap_have_k_persons(recipe):
    result = kn.mask(table(), recipe({"name": "record-swap", "k": 4}))
    bound = "Probabilistic k-anonymity over a, b: a record is linked with probability at most 1/b, b ≥ 4."
    assert said(result)[0] == f"{bound} Every block mixes records of at least 4 different persons."


def test_verify_counts_persons():
    frame = pd.DataFrame({
        "who": ["1", "1", "1", "2", "3", "4", None, None], "a": list("xxxxyyyy"), "s": ["u", "u", "u", "v", "u", "v", "u", "u"],
    })  # fmt: skip
    by_record, by_person = kn.verify(frame, ["a"], ["s"]), kn.verify(frame, ["a"], ["s"], person="who")
    assert (by_record.k, by_person.k) == (4, 2)
    assert (by_person.persons, by_person.unnamed) == (6, 2)
    # x: u by one person and v by another, so that both weigh the same: exp(entropy) = 2; t = |1/2 − 4/6|
    assert by_person.entropy_l == pytest.approx(1.7547, abs=1e-4)  # y: three persons u, one v
    assert by_person.t == pytest.approx(1 / 6)
    assert by_record.t == pytest.approx(0.0)
    assert ("k", "2 persons (smallest class of equal quasi-identifiers)") in by_person.rows()
    assert by_person.unmet(kn.SaMdav(k=3), k=3) == ["the table has k = 2 persons, less than 3"]


def test_verify_refuses_a_person_column_with_another_role():
    frame = pd.DataFrame({"who": ["1"], "a": ["x"]})
    with pytest.raises(UsageError, match="cannot be a quasi-identifier"):
        kn.verify(frame, ["a", "who"], person="who")
    with pytest.raises(UsageError, match="no column 'whom'"):
        kn.verify(frame, ["a"], person="whom")


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "suppress"])
def test_without_a_person_column_a_table_of_returning_persons_must_be_confirmed(tmp_path, name):
    hospital.write_table(tmp_path)
    frame = table().rename(columns={"id": "patient_id"})
    given = hospital.recipe(tmp_path, {"name": name, "k": 4}, columns={"patient_id": {"role": "identifier"}})
    del given["columns"]["id"]
    with pytest.raises(RecipeError, match="column 'patient_id' identifies persons with several records") as caught:
        kn.mask(frame, given)
    assert '[table] person = "patient_id"' in caught.value.message
    assert '[release] confirm = ["patient_id"]' in caught.value.hint
    given["release"] = {"confirm": ["patient_id"], "accept_unique": True}
    result = kn.mask(frame, given, aligned=True)
    [notice] = [notice for notice in result.notices if "seems to identify persons" in notice]
    if name != "mdav":  # mdav divides combinations, so that classes have as many persons as possible
        persons = (
            result.table.fillna("").assign(who=frame["patient_id"].to_numpy()).groupby(["a", "b"])["who"].nunique()
        )
        assert f"{(persons < 4).sum()} of {len(persons)} groups belong to fewer than 4 persons" in notice
    assert '[table] person = "patient_id"' in notice
    given["release"] = {"accept_unique": True}
    once = kn.mask(frame.assign(patient_id=[f"p{i}" for i in range(60)]), given)
    assert not any("persons" in notice for notice in once.notices)


def test_describe_counts_persons(recipe):
    description = kn.describe(table(), recipe())
    assert (description.persons.records, description.persons.persons, description.persons.most_records) == (
        60,
        PEOPLE,
        5,
    )
    persons = table().groupby(["a", "b"])["id"].nunique()
    assert (description.persons.combinations, description.persons.of_one_person) == (len(persons), (persons == 1).sum())
    assert repr(description).startswith("60 records of 13 persons, up to 5 of one; ")
    assert kn.describe(table(), recipe(table={})).persons is None


def test_compare_counts_persons(recipe):
    compared = kn.compare(table(), recipe(), methods=["sa-mdav", "suppress"], k=[3, 5])
    assert [row["fewest_persons"] >= row["k"] for row in compared.rows] == [True] * 4
    by_record = kn.compare(table(), recipe(table={}), methods=["sa-mdav"], k=[3])
    assert by_record.rows[0].get("fewest_persons") is None


def test_the_report_counts_persons(recipe):
    page = kn.mask(table(), recipe()).report.document(".html")
    assert "60 records of 13 persons were masked" in page
    assert "different persons in the smallest group" in page
    assert "Share of the persons that each attacker links" in page
    assert "Groups of persons with equal values" in page
    sentence = "Shares are of persons."
    assert sentence in page
    assert sentence not in kn.mask(table(), recipe(table={})).report.document(".html")


def test_the_private_risk_file_counts_persons(recipe):
    result = kn.mask(table(), recipe(), aligned=True)
    lines = list(result.private_risk())
    assert lines[0]["persons"] == PEOPLE
    classes = [line for line in lines if line["kind"] == "class"]
    released = result.table.fillna("").assign(who=table()["id"].to_numpy())
    persons = released.groupby(["a", "b"])["who"]
    assert sorted(line["persons"] for line in classes) == sorted(persons.nunique().tolist())
    greatest = sorted(persons.agg(lambda names: names.value_counts().iloc[0] / len(names)).tolist())
    assert sorted(line["chance"] for line in classes) == pytest.approx(greatest)
    for line in (line for line in lines if line["kind"] == "disclosure"):
        own = released[(released["a"] == line["after"][0]) & (released["b"] == line["after"][1])]
        assert line["persons"] == own["who"].nunique()
        most = own.groupby("illness")["who"].nunique().max()
        assert line["illness"]["guess"] == pytest.approx(most / line["persons"])


def test_linked_columns_stay_consistent_if_persons_are_counted(tmp_path):
    draw = random.Random(4)
    days = [draw.randint(1, 20) for _ in range(60)]
    frame = pd.DataFrame({
        "id": [f"p{i % PEOPLE}" for i in range(60)],
        "came": [f"2021-03-{day:02}" for day in days],
        "left": [f"2021-03-{day + draw.randint(0, 8):02}" for day in days],
        "code": [draw.choice("xyz") for _ in days],
    })  # fmt: skip
    frame["name"] = frame["code"].map({"x": "ex", "y": "why", "z": "zed"})
    date = {"role": "quasi", "type": "date"}
    columns = {
        "came": {**date, "before": "left"}, "left": date, "code": {"role": "quasi", "type": "plain"},
        "name": {"role": "other", "with": "code"},
    }  # fmt: skip
    recipe = {
        "table": {"person": "id"},
        "columns": columns,
        "method": {"name": "sa-mdav", "k": 4},
        "release": {"accept_unique": True},
    }
    result = kn.mask(frame, recipe)
    assert "belongs to at least" in said(result)[0]
    assert (result.table["came"] <= result.table["left"]).all()
    frame.to_csv(tmp_path / "data.csv", index=False)
    assert (
        "different persons in the written file"
        in said(kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.csv"))[0]
    )
