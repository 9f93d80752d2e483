"""Numbers that are written otherwise than they were read: rounded, −0, too large, rows without any value."""

import json

import pytest

import kinonym as kn

METHODS = ["suppress", "mdav", "sa-mdav", "recode", "generalise", "resample", "srs1", "record-swap"]
FORMATS = ["csv", "jsonl", "parquet", "feather", "xlsx"]
NUMBERS = {
    "finer than the precision": ["0.1234"] * 4 + ["0.1211", "0.1199", "3.14", "2.72", "9.99", "9.98"],
    "around zero": ["-0.04"] * 4 + ["-0.03", "0.04", "-0", "0", "7", "8"],
    "negative zero": ["-0"] * 4 + ["-0.0", "0", "0.0", "7", "7", "8"],
    "other spellings": ["1e3", "+5", ".5", "1000", "5", "0.5", "5.", "1E3", "05", "0005"],
    "large": ["123456789012345678901234567890"] * 4 + ["1", "1", "2", "2", "1e100", "-1e100"],
}


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", NUMBERS)
def test_a_correct_run_is_released(tmp_path, kind, method, ending):
    data = tmp_path / "in.csv"
    data.write_text("x,y\n" + "".join(f"{x},{i % 2}\n" for i, x in enumerate(NUMBERS[kind])))
    for precision in ({}, {"precision": 0}, {"precision": 1}):
        columns = {"x": {"role": "quasi", "type": "numeric", **precision}, "y": {"role": "other"}}
        recipe = {
            "columns": columns,
            "method": {"name": method, "k": 2},
            "release": {"confirm": ["y"], "accept_unique": True},
        }
        output = tmp_path / f"out{len(precision)}{precision.get('precision')}.{ending}"
        assert kn.mask_file(data, recipe, output).claims


@pytest.mark.parametrize("method", ["mdav", "sa-mdav"])
@pytest.mark.parametrize("ending", FORMATS)
def test_negative_zero_with_sets(tmp_path, method, ending):
    (tmp_path / "tree.csv").write_text("child,parent\n0,\n1,0\n2,0\n3,1\n4,1\n")
    data = tmp_path / "in.jsonl"
    data.write_text(
        "".join(json.dumps({"x": x, "s": f"{i % 4 + 1}|0"}) + "\n" for i, x in enumerate([-0.0, -0.01] * 6))
    )
    columns = {
        "x": {"role": "quasi", "type": "numeric"},
        "s": {"role": "quasi", "ontology": str(tmp_path / "tree.csv"), "separator": "|"},
    }
    output = tmp_path / f"out.{ending}"
    assert kn.mask_file(data, {"columns": columns, "method": {"name": method, "k": 3}}, output).claims
    if ending == "jsonl":
        assert "-0," not in output.read_text()


def test_rows_without_any_value_stay_in_a_sheet(tmp_path):
    data = tmp_path / "in.csv"
    data.write_text("x\n" + "".join(f"{i}\n" for i in range(9)))
    recipe = {"columns": {"x": {"role": "quasi", "type": "plain"}}, "method": {"name": "suppress", "k": 2}}
    assert kn.mask_file(data, recipe, tmp_path / "out.xlsx").written.records == 9


@pytest.mark.parametrize("method", ["mdav", "sa-mdav"])
def test_numbers_that_were_raised_to_those_of_a_linked_column_are_released(tmp_path, method):
    import random

    draw = random.Random(1)
    data = tmp_path / "in.csv"
    data.write_text("x,y\n" + "".join(f"{draw.randint(0, 9)},{draw.randint(0, 9)}\n" for _ in range(60)))
    columns = {"x": {"role": "quasi", "type": "numeric", "before": "y"}, "y": {"role": "quasi", "type": "numeric"}}
    assert kn.mask_file(data, {"columns": columns, "method": {"name": method, "k": 3}}, tmp_path / "out.csv").claims
