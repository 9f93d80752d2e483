"""What no guarantee covers: rows that are unique together with the unmasked columns, counted, named and refused."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter

import pyarrow as pa
import pytest

import kinonym as kn
from command import runner
from kinonym.errors import UniqueRowsError
from kinonym.pipeline import unmasked

COLUMNS = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi", "type": "numeric"},
    "ward": {"role": "other"},
    "bed": {"role": "other"},
    "illness": {"role": "confidential"},
}
ACCEPTED = {"accept_unique": True, "confirm": ["bed", "ward"]}
METHOD = {"name": "sa-mdav", "k": 10}


def table(beds=40, wards=4):
    """40 rows: different ages, two illnesses, and as many wards and beds as asked for."""
    return pa.table(
        {
            "id": [f"p{i}" for i in range(40)],
            "age": [str(20 + i) for i in range(40)],
            "ward": [f"w{i % wards}" for i in range(40)],
            "bed": [f"b{i % beds}" for i in range(40)],
            "illness": ["flu", "gout"] * 20,
        }
    )


def recipe(method=METHOD, release=None, **more):
    return {"columns": COLUMNS, "method": method, "release": release or {"confirm": ["bed", "ward"]}, **more}


def write_table(folder, content):
    with (folder / "data.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(content.column_names)
        writer.writerows(zip(*content.to_pydict().values(), strict=True))
    return folder / "data.csv"


def share_unique(rows):
    return sum(count for count in Counter(map(tuple, rows)).values() if count == 1) / len(rows)


def test_the_sentence_stands_next_to_the_guarantee(tmp_path):
    """Every bed has one row: 1 of 4 columns is covered, and with the other three all rows are unique."""
    data = write_table(tmp_path, table())
    report = tmp_path / "report.json"
    result = kn.mask_file(data, recipe(release=ACCEPTED), tmp_path / "out.csv", report)
    caught = "k = 10 holds for 1 of 4 columns; together with the other 3, 100 % of the rows are unique."
    assert [claim.sentence for claim in result.claims][1] == caught
    assert caught in repr(result)
    assert caught.replace(" %", "\u00a0%") in result.report.page()
    found = json.loads(report.read_text())["uniqueness"]
    assert (found["sentence"], found["share"], found["counted"]) == (caught, 1.0, "rows")
    assert found["contributors"][0] == {"column": "bed", "share": 1.0}
    assert len(found["contributors"]) == 3
    assert "Columns that contribute most: bed (100 % with the masked columns)" in repr(result)
    assert "accept_unique" in found["advice"]


def test_the_share_is_that_of_the_written_file(tmp_path):
    """Twelve beds and four wards: which rows are unique depends on the groups, so the file itself is the reference."""
    data = write_table(tmp_path, table(beds=12))
    result = kn.mask_file(data, recipe(release=ACCEPTED), tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert result.uniqueness.share == pytest.approx(share_unique(rows))
    masked = header.index("age")
    for found in result.uniqueness.contributors:
        own = [(row[masked], row[header.index(found.column)]) for row in rows]
        assert found.share == pytest.approx(share_unique(own))


def test_too_many_unique_rows_are_refused_and_nothing_is_written(tmp_path):
    data = write_table(tmp_path, table())
    with pytest.raises(
        UniqueRowsError, match=r"100 % of the rows are unique\. Columns that contribute most: bed"
    ) as caught:
        kn.mask_file(data, recipe(), tmp_path / "out.csv")
    assert caught.value.exit_code == 4
    assert "accept_unique = true" in caught.value.hint
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("out")] == []
    with pytest.raises(UniqueRowsError):
        kn.mask(table(), recipe())


def test_what_only_the_release_shows_is_refused_at_the_gate(tmp_path):
    """Beds and wards repeat, so the input alone proves nothing; with the masked ages most rows are unique."""
    content = table(beds=20, wards=20)
    others = list(zip(*(content[name].to_pylist() for name in ("ward", "bed", "illness")), strict=True))
    assert share_unique(others) == 0
    data = write_table(tmp_path, content)
    with pytest.raises(UniqueRowsError, match="k = 10 holds for 1 of 4 columns; together with the other 3, 100 %"):
        kn.mask_file(data, recipe(), tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def test_few_unique_rows_need_no_acceptance(tmp_path):
    data = write_table(tmp_path, table(beds=1, wards=1))
    result = kn.mask_file(data, recipe(), tmp_path / "out.csv")
    assert result.uniqueness.share == 0
    assert result.uniqueness.lines == ()
    assert "together with the other 3, 0 % of the rows are unique" in str(result.claims[1])


def test_a_table_without_unmasked_columns_says_nothing():
    alone = table().select(["id", "age"])
    result = kn.mask(alone, {"columns": {name: COLUMNS[name] for name in ("id", "age")}, "method": METHOD})
    assert result.uniqueness is None
    assert len(result.claims) == 1


def test_a_swap_counts_the_unmasked_columns_alone():
    """Swapped ages are unique by themselves; that says nothing of who can be found."""
    given = {"columns": COLUMNS, "method": {"name": "srs1", "k": 3}}
    content = table(beds=1, wards=1)
    assert kn.mask(content, given).uniqueness.share == 0
    with pytest.raises(UniqueRowsError, match="1 of 4 columns are masked; with the other 3 alone, 100 %"):
        kn.mask(table(), given)


def test_with_persons_the_rows_of_one_person_are_counted(tmp_path):
    """Each of ten persons has four rows; a bed per person makes every row hers alone, though no row is unique."""
    content = table(beds=1, wards=1)
    persons = [f"p{i % 10}" for i in range(40)]
    content = content.set_column(0, "id", [persons]).set_column(3, "bed", [[f"b{i % 10}" for i in range(40)]])
    content = content.set_column(4, "illness", [["flu"] * 40])
    given = recipe({"name": "sa-mdav", "k": 2}, ACCEPTED, table={"person": "id"})
    released = kn.mask(content, given)
    written = kn.mask_file(write_table(tmp_path, content), given, tmp_path / "out.csv")
    for result in (released, written):
        assert result.uniqueness.share == 1.0
        assert "100 % of the rows have a combination that only one person has" in " ".join(map(str, result.claims))
    refused = recipe({"name": "sa-mdav", "k": 2}, table={"person": "id"})
    with pytest.raises(UniqueRowsError):
        kn.mask(content, refused)


def test_a_table_too_large_to_count_says_so(monkeypatch):
    monkeypatch.setattr(unmasked, "MOST_CELLS", 100)
    result = kn.mask(table(), recipe())
    assert result.uniqueness.share is None
    assert "was not counted: the table is too large" in str(result.claims[1])


def test_the_command_wants_its_own_option(tmp_path, monkeypatch, capsys):
    write_table(tmp_path, table())
    (tmp_path / "recipe.toml").write_text(kn.Recipe.model_validate(recipe()).to_toml())
    arguments = ["mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--report", "out.json"]
    run = runner(tmp_path, monkeypatch, capsys)
    refused = run(*arguments)
    assert refused.code == 4
    assert "error: unique-rows:" in refused.err
    assert "--accept-unique" in refused.err
    assert not (tmp_path / "out.csv").exists()
    accepted = run(*arguments, "--accept-unique")
    assert accepted.code == 0
    assert "k = 10 holds for 1 of 4 columns; together with the other 3, 100 % of the rows are unique." in accepted.out
    assert "Columns that contribute most: bed" in accepted.out
    assert "accept_unique = true" in json.loads((tmp_path / "out.json").read_text())["recipe"]


def test_no_bed_or_ward_is_named(tmp_path):
    data = write_table(tmp_path, table())
    with pytest.raises(UniqueRowsError) as caught:
        kn.mask_file(data, recipe(), tmp_path / "out.csv")
    assert not re.search(r"\b[bw]\d+\b", str(caught.value))
