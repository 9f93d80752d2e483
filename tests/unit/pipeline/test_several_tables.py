"""Several tables as one release: what a recipe may say, what data are rejected, and what comes out."""

import json

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections import club
from kinonym.errors import DataError, KinonymError, RecipeError, UsageError
from kinonym.recipe import load_recipe


@pytest.fixture
def folder(tmp_path):
    club.write(tmp_path)
    return tmp_path


def mask(folder, recipe=None, out="out", **options):
    return kn.mask_file(folder / "club", recipe or club.recipe(folder), folder / out, ledger=False, **options)


def with_table(recipe, name, **changes):
    return {**recipe, "tables": {**recipe["tables"], name: {**recipe["tables"][name], **changes}}}


def with_column(recipe, table, column, section):
    columns = {**recipe["tables"][table]["columns"], column: section}
    return with_table(recipe, table, columns=columns)


# --- a release


def test_rows_of_a_person_stay_linked_by_one_pseudonym(folder):
    released = club.read(mask(folder).table)
    assert set(released) == {"members", "seasons", "sports"}
    assert [*released["members"][0]] == ["member_id", "team", "age", "town"]
    assert [*released["seasons"][0]] == ["season_id", "member_id", "league", "sequence"]
    assert [*released["sports"][0]] == ["season_id", "sport"]
    assert min(club.join(released).values()) >= 3


def test_without_loss_the_tables_are_those_of_the_input(tmp_path):
    """If all persons of a class are equal, masking changes nothing: only what un-gathering loses is lost."""
    given = {"members": [], "seasons": [], "sports": []}
    for i in range(12):
        given["members"].append([f"m{i}", ["soccer", "rowing"][i % 2], "30", "Ulm"])
        for j in range(1 + i % 2):
            given["seasons"].append([f"s{i}-{j}", f"m{i}", str(2000 + j), "AB"[j], "remark"])
            given["sports"] += [[f"s{i}-{j}", sport, "x"] for sport in (["rugby", "tennis"] if j else ["surfing"])]
    club.write(tmp_path, given)
    released = club.read(mask(tmp_path).table)
    rowers = sorted(row["member_id"] for row in released["members"] if row["team"] == "rowing")
    assert len(rowers) == 6
    second = [row for row in released["seasons"] if row["sequence"] == "2"]
    assert sorted(row["member_id"] for row in second) == rowers
    assert {row["league"] for row in second} == {"B"}
    own = {row["season_id"]: [] for row in second}
    for row in released["sports"]:
        own.get(row["season_id"], []).append(row["sport"])
    assert {tuple(sorted(sports)) for sports in own.values()} == {("rugby", "tennis")}
    assert len(released["sports"]) == 12 + 12


def test_the_claims_name_the_joined_records_and_the_references(folder):
    claims = [str(claim) for claim in mask(folder).claims]
    assert claims[0].startswith("Every combination of members.team, members.age, seasons.1.league")
    assert "in the records of the written tables, joined by their pseudonyms" in claims[0]
    assert "Every reference is valid and stays with one person: sports.season_id to a row of seasons." in claims[1]


def test_a_run_with_a_seed_marks_every_table_and_repeats(folder):
    first, again = (club.read(mask(folder, out=out, seed=7).table) for out in ("one", "two"))
    assert first == again
    assert all("TEST – DO NOT RELEASE" in row for rows in first.values() for row in rows)


def test_another_run_has_other_pseudonyms(folder):
    first, again = (club.read(mask(folder, out=out).table) for out in ("one", "two"))
    own = [{row["member_id"] for row in made["members"]} for made in (first, again)]
    assert own[0].isdisjoint(own[1])


def test_the_rows_are_numbered_by_the_order_of_the_recipe(folder):
    notices = " ".join(mask(folder).notices)
    assert "rows of seasons are left out: they are beyond the number of rows in the recipe" in notices
    assert "60 persons were gathered from the rows of members (60), seasons" in notices


def test_the_report_and_the_private_risk_file(folder):
    mask(folder, report=folder / "report.json", private_risk=folder / "risk.jsonl")
    report = json.loads((folder / "report.json").read_text())
    assert "[tables.members" in json.dumps(report)
    assert str(folder) not in json.dumps(report)
    assert (folder / "risk.jsonl").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_every_engine_reads_the_tables(folder, engine):
    if engine == "duckdb":
        pytest.importorskip("duckdb")
    assert min(club.join(club.read(mask(folder, engine=engine).table)).values()) >= 3


@pytest.mark.parametrize("library", [pd, pl, pa])
def test_frames_in_frames_out(tmp_path, library):
    (tmp_path / "sports.csv").write_text(club.TAXONOMY)
    given = club.frames()
    if library is pl:
        given = {name: pl.from_pandas(frame) for name, frame in given.items()}
    if library is pa:
        given = {name: pa.Table.from_pandas(frame) for name, frame in given.items()}
    result = kn.mask(given, club.recipe(tmp_path))
    assert {name: type(table) for name, table in result.table.items()} == {n: type(t) for n, t in given.items()}
    rows = {name: frame.to_pandas() if library is not pd else frame for name, frame in result.table.items()}
    released = {name: frame.astype(str).to_dict("records") for name, frame in rows.items()}
    assert min(club.join(released).values()) >= 3


def test_parquet_in_parquet_out(folder):
    for path in (folder / "club").iterdir():
        pq.write_table(pa.Table.from_pandas(pd.read_csv(path, dtype=str)), path.with_suffix(".parquet"))
        path.unlink()
    out = mask(folder).table
    assert sorted(path.name for path in out.iterdir()) == ["members.parquet", "seasons.parquet", "sports.parquet"]
    released = {path.stem: pq.read_table(path).to_pandas().astype(str).to_dict("records") for path in out.iterdir()}
    assert min(club.join(released).values()) >= 3


def test_files_of_several_formats_become_parquet_and_others_are_left_alone(folder):
    path = folder / "club" / "members.csv"
    pq.write_table(pa.Table.from_pandas(pd.read_csv(path, dtype=str)), path.with_suffix(".parquet"))
    path.unlink()
    (folder / "club" / "readme.pdf").write_text("no table")
    out = mask(folder).table
    assert {path.suffix for path in out.iterdir()} == {".parquet"}


def test_persons_without_any_value_have_no_row_if_no_table_has_all_persons(tmp_path):
    given = club.tables(40, missing=0.5)
    club.write(tmp_path, given)
    recipe = club.recipe(tmp_path)
    del recipe["tables"]["members"]
    mask(tmp_path, recipe)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["seasons.csv", "sports.csv"]


def test_a_table_without_rows_after_masking_is_written_with_its_header(tmp_path):
    given = club.tables(20)
    given["sports"] = given["sports"][:1]
    club.write(tmp_path, given)
    mask(tmp_path, club.recipe(tmp_path, k=20))
    assert (tmp_path / "out" / "sports.csv").read_text().strip() == "season_id,sport"


def test_a_person_column_with_another_name(folder):
    path = folder / "club" / "seasons.csv"
    path.write_text(path.read_text().replace("member_id", "of_member", 1))
    given = with_table(club.recipe(folder), "seasons", references={"of_member": "members"})
    first = club.read(mask(folder, given, "one").table)
    given = with_table(club.recipe(folder), "seasons", person="of_member")
    second = club.read(mask(folder, given, "two").table)
    for released in (first, second):
        known = {row["member_id"] for row in released["members"]}
        assert {row["of_member"] for row in released["seasons"]} <= known


# --- recipes


def without(recipe, *keys):
    made = {**recipe, "table": dict(recipe["table"])}
    for key in keys:
        del made["table"][key]
    return made


RECIPES = {
    "no person": (lambda r: without(r, "person"), "does not name the person column"),
    "two kinds": (
        lambda r: {**r, "columns": {"a": {"role": "quasi", "type": "plain"}}},
        r"both \[columns\] and \[tables\]",
    ),
    "single gather": (lambda r: {**r, "table": {**r["table"], "gather": ["a"]}}, "belongs to the recipe of a single"),
    "sample": (lambda r: {**r, "table": {**r["table"], "sample": 0.5}}, "belongs to the recipe of a single"),
    "missing": (lambda r: {**r, "table": {**r["table"], "missing_values": "drop"}}, "always a category"),
    "unknown target": (
        lambda r: with_table(r, "sports", references={"season_id": "saisons"}),
        "which the recipe does not",
    ),
    "target without key": (lambda r: with_table(r, "seasons", key=None), "which has no key"),
    "circle": (
        lambda r: with_table(
            with_table(r, "sports", key="note", gather=[], rows=3), "seasons", references={"remark": "sports"}
        ),
        "form a circle",
    ),
    "gathered target": (
        lambda r: with_table(r, "seasons", rows=None, order=None, gather=["league"]),
        "no number of rows and no key",
    ),
    "rows of a set": (lambda r: with_table(r, "sports", rows=3), "no number of rows"),
    "unmasked in many": (lambda r: with_column(r, "seasons", "year", {"role": "other"}), "would be released unmasked"),
    "two in a set": (
        lambda r: with_column(r, "sports", "note", {"role": "quasi", "type": "plain"}),
        "can release that one column only",
    ),
    "plain set": (
        lambda r: with_column(r, "sports", "sport", {"role": "quasi", "type": "plain"}),
        "only masked concepts",
    ),
    "key with a role": (
        lambda r: with_column(r, "seasons", "season_id", {"role": "quasi", "type": "plain"}),
        "is a key",
    ),
    "no groups": (lambda r: {**r, "method": {"name": "srs1", "k": 3}}, "which srs1 does not protect"),
    "order of one": (lambda r: with_table(r, "seasons", rows=None), "how many rows of a person"),
    "unknown order": (lambda r: with_table(r, "seasons", order="jahr"), "order names the column 'jahr'"),
    "odd name": (lambda r: {**r, "tables": {"../x": {"columns": {}}, **r["tables"]}}, "letters, digits"),
    "same name": (lambda r: {**r, "tables": {**r["tables"], "Members": {"columns": {}}}}, "upper and lower case"),
    "confirmed": (lambda r: {**r, "release": {"confirm": ["town"]}}, "not a column of any table"),
    "unknown key": (lambda r: with_table(r, "seasons", row=2), "unknown key: tables.seasons.row"),
    "unknown key of a column": (
        lambda r: with_column(r, "members", "age", {"role": "quasi", "type": "numeric", "weigth": 2}),
        "unknown key: tables.members.columns.age.weigth",
    ),
    "nothing masked": (
        lambda r: {**r, "tables": {"members": {"columns": {"town": {"role": "other"}}}}},
        "no quasi-identifier",
    ),
}


@pytest.mark.parametrize("label", RECIPES)
def test_recipes_that_do_not_fit_are_rejected(tmp_path, label):
    (tmp_path / "sports.csv").write_text(club.TAXONOMY)
    change, reason = RECIPES[label]
    with pytest.raises(RecipeError, match=reason):
        load_recipe(change(club.recipe(tmp_path)), tables=True)


def test_other_commands_reject_the_recipe_of_several_tables(folder):
    with pytest.raises(RecipeError, match="which only mask, map"):
        kn.recommend(club.frames()["members"], club.recipe(folder))


def test_a_recipe_survives_writing_it(folder):
    loaded = load_recipe(club.recipe(folder), tables=True)
    assert load_recipe(loaded.to_toml(), tables=True).tables == loaded.tables


# --- data


def cell(name, row, column, text):
    def change(given):
        given[name][row][club.NAMES[name].index(column)] = text

    return change


DATA = {
    "a reference leads nowhere": (cell("sports", 0, "season_id", "s999"), "1 rows refer by 'season_id' to no row"),
    "a reference is missing": (cell("sports", 0, "season_id", ""), "1 rows refer by 'season_id' to no row"),
    "a person is missing": (cell("seasons", 0, "member_id", ""), "1 rows name no person"),
    "a person is unknown": (cell("seasons", 0, "member_id", "m999"), "1 persons have no row in the table members"),
    "a key is missing": (cell("seasons", 0, "season_id", ""), "1 rows have no value in the key"),
    "a key comes twice": (lambda g: g["seasons"].append(list(g["seasons"][0])), "is not unique"),
    "a person comes twice": (
        lambda g: g["members"].append(list(g["members"][0])),
        "persons or referenced rows have several rows|is not unique",
    ),
}


@pytest.mark.parametrize("label", DATA)
def test_keys_that_do_not_fit_are_rejected(tmp_path, label):
    change, reason = DATA[label]
    given = club.tables()
    change(given)
    club.write(tmp_path, given)
    with pytest.raises(DataError, match=reason):
        mask(tmp_path)
    assert not (tmp_path / "out").exists()


def test_several_rows_need_a_decision(folder):
    with pytest.raises(DataError, match="several rows") as caught:
        mask(folder, with_table(club.recipe(folder), "seasons", rows=None, order=None))
    assert "rows = 3" in caught.value.hint


def test_an_unmasked_column_needs_a_row_of_every_person(tmp_path):
    given = club.tables()
    given["members"] = [row for row in given["members"] if row[0] != given["seasons"][0][1]]
    club.write(tmp_path, given)
    with pytest.raises(DataError, match="some persons have no row in this table"):
        mask(tmp_path, with_table(club.recipe(tmp_path), "members", key=None))


def test_roles_are_checked_table_by_table(folder):
    given = with_column(club.recipe(folder), "members", "town", {"role": "identifier"})
    with pytest.raises(RecipeError, match="table seasons: .*'member_id'|table members: "):
        mask(folder, with_table(given, "members", columns={"team": {"role": "quasi", "type": "plain"}}))


@pytest.mark.parametrize(
    ("out", "reason"),
    [("club", "never replaced"), ("club/out", "in the folder that is read"), ("no/out", "does not exist")],
)
def test_outputs_that_cannot_be_written_are_rejected(folder, out, reason):
    with pytest.raises(UsageError, match=reason):
        mask(folder, out=out)


def test_nothing_is_left_after_an_error(folder, monkeypatch):
    def fail(*_, **__):
        message = "full"
        raise OSError(28, message)

    monkeypatch.setattr("kinonym.release.gate.write", fail)
    with pytest.raises(DataError, match="no part of it was left"):
        mask(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["club", "sports.csv"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (lambda f: {"members": f["members"]}, "was not given"),
        (lambda f: {**f, "more": f["members"]}, "does not have the table 'more'"),
        (lambda f: f["members"], "one table was given"),
    ],
)
def test_frames_that_do_not_fit_the_recipe_are_rejected(folder, given, reason):
    with pytest.raises(UsageError, match=reason):
        kn.mask(given(club.frames()), club.recipe(folder))


def test_options_of_a_single_table_are_rejected(folder):
    for options in ({"plan": folder / "plan"}, {"resume": True}):
        with pytest.raises(UsageError, match="several tables"):
            mask(folder, **options)
    with pytest.raises(UsageError, match="aligned"):
        kn.mask(club.frames(), club.recipe(folder), aligned=True)


def test_a_missing_file_is_named(folder):
    (folder / "club" / "sports.csv").unlink()
    with pytest.raises(DataError, match="0 files have the name of the table sports"):
        mask(folder)
    with pytest.raises(KinonymError, match="no file 'x.csv'"):
        mask(folder, with_table(club.recipe(folder), "sports", file="x.csv"))
