"""Several tables in the commands that release nothing: map, describe, compare and verify."""

import csv

import pytest
import tomli_w
from typer.testing import CliRunner

import kinonym as kn
from connections import club
from kinonym.cli.app import app
from kinonym.errors import PrivacyError, UsageError


@pytest.fixture
def folder(tmp_path):
    club.write(tmp_path)
    return tmp_path


@pytest.fixture
def released(folder):
    return kn.mask_file(folder / "club", club.recipe(folder), folder / "out", ledger=False).table


def command(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


def rewrite(path, change):
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    change(rows)
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)


def test_verify_counts_the_joined_persons(folder, released):
    found = kn.verify(released, recipe=club.recipe(folder))
    shared = club.join(club.read(released))
    assert (found.records, found.k, found.classes) == (60, min(shared.values()), len(shared))


def test_verify_compares_with_the_original(folder, released):
    found = kn.verify(released, recipe=club.recipe(folder), original=folder / "club")
    assert (found.original_records, found.against.risk.unique_before) == (60, found.original_unique)
    assert found.original_unique > 30


def test_verify_sees_a_person_who_differs_in_a_referring_table(folder, released):
    rewrite(released / "sports.csv", lambda rows: rows.pop())
    assert kn.verify(released, recipe=club.recipe(folder)).k < 3


@pytest.mark.parametrize(
    ("file", "row", "column", "cell", "reason"),
    [
        ("sports", 1, 0, "f" * 16, "refers to no row"),
        ("seasons", 1, 1, "m001", "something other than a new pseudonym"),
        ("members", 1, 0, "0" * 16, "does not have a row of every person|stands for two"),
    ],
)
def test_verify_refuses_keys_that_do_not_fit(folder, released, file, row, column, cell, reason):
    def change(rows):
        rows[row][column] = cell

    rewrite(released / f"{file}.csv", change)
    with pytest.raises(PrivacyError, match=reason):
        kn.verify(released, recipe=club.recipe(folder))


def test_verify_of_frames_and_some_columns(folder):
    result = kn.mask(club.frames(), club.recipe(folder))
    whole = kn.verify(result.table, recipe=club.recipe(folder))
    some = kn.verify(result.table, ["members.team"], recipe=club.recipe(folder))
    assert some.k >= whole.k >= 3
    with pytest.raises(UsageError, match="belong to a single table"):
        kn.verify(result.table, recipe=club.recipe(folder), person="member_id")


def test_compare_measures_the_records_of_persons(folder):
    compared = kn.compare(folder / "club", club.recipe(folder), methods=["sa-mdav", "recode"], k=[2, 4])
    assert len(compared.points) == 4
    assert all(point.risk <= 1 / point.settings["k"] for point in compared.points if point.loss is not None)
    chosen = compared.recipe(1)
    assert set(chosen.tables) == {"members", "seasons", "sports"}
    kn.mask_file(folder / "club", chosen, folder / "chosen", ledger=False)
    with pytest.raises(UsageError, match="several tables cannot be masked by srs1"):
        kn.compare(folder / "club", club.recipe(folder), methods=["srs1"], k=[2])


def test_describe_names_the_columns_of_the_records(folder):
    described = kn.describe(club.frames(), club.recipe(folder))
    names = [column.name for column in described.columns]
    assert names[0] == "members.team"
    assert "seasons.1.sports.sport" in names
    with pytest.raises(UsageError, match="one table was given"):
        kn.describe(club.frames()["members"], club.recipe(folder))


def test_map_writes_a_table_for_each_column(folder):
    (folder / "recipe.toml").write_text(tomli_w.dumps(club.recipe(folder)))
    rewrite(folder / "club" / "sports.csv", lambda rows: rows.append([rows[1][0], "chess", "x"]))
    done = command("map", folder / "club", "-r", folder / "recipe.toml", "--check")
    assert (done.exit_code, "sport" in str(done.exception)) == (1, True) or done.exit_code == 3
    done = command("map", folder / "club", "-r", folder / "recipe.toml")
    assert done.exit_code == 0, done.output
    assert "table sports" in done.output
    made = folder / "sports_sport.map.csv"
    rewrite(made, lambda rows: [row.__setitem__(2, "soccer") for row in rows if row[0] == "chess"])
    recipe = club.recipe(folder)
    recipe["tables"]["sports"]["columns"]["sport"]["mapping"] = str(made)
    kn.mask_file(folder / "club", recipe, folder / "out", ledger=False)


def test_the_commands_take_a_folder(folder, released):
    (folder / "recipe.toml").write_text(tomli_w.dumps(club.recipe(folder)))
    assert command("describe", folder / "club", "-r", folder / "recipe.toml").exit_code == 0
    compared = command("compare", folder / "club", "-r", folder / "recipe.toml", "--method", "sa-mdav", "--k", "3")
    assert compared.exit_code == 0, compared.output
    assert command("verify", released, "-r", folder / "recipe.toml", "--k", "3").exit_code == 0
    assert command("verify", released, "-r", folder / "recipe.toml", "--k", "61").exit_code != 0


def test_verify_without_a_table_of_all_persons(folder):
    """A table with one row per person lacks some of them: their rows in other tables count all the same."""
    given = club.tables()
    given["seasons"] = [row for row in given["seasons"] if row[2] == "2020"]
    kept = {row[0] for row in given["seasons"]}
    given["sports"] = [row for row in given["sports"] if row[0] in kept]
    recipe = club.recipe(folder, rows=1)
    recipe["tables"]["members"].pop("key")
    recipe["tables"]["members"]["columns"]["town"] = {"role": "identifier"}
    given["members"] = given["members"][:40]
    result = kn.mask(club.frames(given), recipe)
    assert kn.verify(result.table, recipe=recipe).k >= 3
