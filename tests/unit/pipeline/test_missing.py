"""Missing quasi-identifiers in clustering methods: a separate category, dropped, or an error; the report always says which."""

import csv
from collections import Counter

import pytest

from kinonym.errors import DataError
from kinonym.pipeline.masking import mask_file

METHODS = ("sa-mdav", "mdav", "recode", "resample")
TREE = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
QUASI = ["hobby", "age", "job", "grade"]
# 5 of 12 rows miss something; `?` and an empty cell both mean missing.
ROWS = [
    "soccer,20,cook,low", "soccer,21,cook,low", "rugby,22,cook,middle", "rugby,23,nurse,middle", "?,24,nurse,low",
    "swimming,60,clerk,high", "surfing,,clerk,high", "surfing,62,?,high", "?,?,,", "ball,25,cook,", "ball,26,cook,low",
    "swimming,70,clerk,high",
]  # fmt: skip
INCOMPLETE = 5


@pytest.fixture
def masked(tmp_path):
    (tmp_path / "sports.csv").write_text(TREE)
    columns = {
        "hobby": {"role": "quasi", "ontology": str(tmp_path / "sports.csv")},
        "age": {"role": "quasi", "type": "numeric"},
        "job": {"role": "quasi", "type": "plain"},
        "grade": {"role": "quasi", "type": "ordinal", "order": ["low", "middle", "high"]},
        "pay": {"role": "confidential"},
    }

    def run(rows, name, policy=None, k=3):
        data, output = tmp_path / "data.csv", tmp_path / "out.csv"
        lines = [",".join([*QUASI, "pay"]), *(f"{row},{i % 2}" for i, row in enumerate(rows))]
        data.write_text("\n".join(lines) + "\n")
        table = {"missing": ["?", ""], **({"missing_values": policy} if policy else {})}
        recipe = {
            "table": table,
            "columns": columns,
            "method": {"name": name, "k": k},
            "release": {"accept_unique": True},
        }
        result = mask_file(data, recipe, output)
        with output.open(newline="") as file:
            found = [tuple(row[name] for name in QUASI) for row in csv.DictReader(file)]
        return result, found

    return run


def documents(result):
    """The report as text, page and figures."""
    return result.report.text(), result.report.html(), result.report.json()


@pytest.mark.parametrize("name", METHODS)
def test_missing_is_a_category_by_default_and_counts_in_k(masked, name):
    result, found = masked(ROWS, name)
    assert len(found) == len(ROWS)
    assert min(Counter(found).values()) >= 3
    for text in documents(result):
        assert f"{INCOMPLETE} rows miss a quasi-identifier: missing counts as a value" in text


@pytest.mark.parametrize("name", METHODS)
def test_incomplete_rows_may_be_dropped(masked, name):
    result, found = masked(ROWS, name, "drop")
    assert len(found) == len(ROWS) - INCOMPLETE
    assert min(Counter(found).values()) >= 3
    assert all(
        hobby and age and grade for hobby, age, _, grade in found
    )  # the job column may be empty: only two records had the job
    for text in documents(result):
        assert f"{INCOMPLETE} rows that miss a quasi-identifier were dropped" in text


@pytest.mark.parametrize("name", METHODS)
def test_values_of_dropped_rows_do_not_influence_the_plan(masked, name):
    """7 complete rows remain; an age of 1,000,000 or an unknown word in an incomplete row changes nothing."""
    plain = masked(ROWS, name, "drop")[0].plan.tuples
    odd = [row.replace("?,24,nurse,low", "?,1000000,nurse,low").replace("surfing,,", "unheard of,,") for row in ROWS]
    other = masked(odd, name, "drop")[0].plan.tuples
    for one, two in zip(plain.columns, other.columns, strict=True):
        assert one.points.tolist() == two.points.tolist()
    assert plain.columns[1].domain.scale == other.columns[1].domain.scale
    assert plain.columns[1].domain.far == other.columns[1].domain.far


@pytest.mark.parametrize("name", METHODS)
def test_incomplete_rows_may_be_refused(masked, name):
    with pytest.raises(DataError, match=f"{INCOMPLETE} rows miss a quasi-identifier") as error:
        masked(ROWS, name, "error")
    assert "category" in error.value.hint


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode"])  # resample mixes values of equal rank
@pytest.mark.parametrize("column", range(4), ids=QUASI)
def test_a_large_enough_class_of_missing_values_is_unchanged(masked, name, column):
    """Four equal rows, and four equal rows with a missing value: both are classes of at least k, and nothing changes."""
    whole = ["soccer", "20", "cook", "low"]
    partly = [*whole[:column], "", *whole[column + 1 :]]
    result, found = masked([",".join(whole)] * 4 + [",".join(partly)] * 4, name, k=4)
    assert Counter(found) == {tuple(whole): 4, tuple(partly): 4}
    assert result.utility.values_changed == 0


@pytest.mark.parametrize("name", METHODS)
def test_one_row_that_misses_a_value_is_not_left_alone(masked, name):
    """Three equal rows and one without a hobby: with k = 2 the incomplete row must not be a class of one."""
    _, found = masked(["soccer,20,cook,low"] * 3 + [",20,cook,low"], name, k=2)
    assert min(Counter(found).values()) >= 2


def test_few_records_and_single_values_are_noticed(masked):
    result, _ = masked(["soccer,20,cook,low", "rugby,20,cook,low", "rugby,20,cook,high"], "sa-mdav", k=2)
    for text in documents(result):
        assert "3 records are fewer than 2k = 4: they form a single class" in text
        assert "has a single value" in text
