"""Words, levels, numbers and labels in one table: distances, weights and centres derived by hand.

sport ─┬─ ball ──┬─ soccer        Wu-Palmer below sport: sd(soccer, rugby) = 1 − 4/6 = 1/3,
       │         └─ rugby         sd(soccer, ball) = 1 − 4/5 = 1/5
       └─ water ─┬─ swimming
                 └─ surfing
"""

from collections import Counter

import pyarrow as pa
import pytest

import kinonym as kn

CENTRED = ("sa-mdav", "mdav", "resample")


@pytest.fixture
def sports(tmp_path):
    path = tmp_path / "sports.csv"
    path.write_text(
        "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
    )
    return str(path)


def masked(columns, meaning, **method):
    """The masked rows, in the order of the table."""
    recipe = {"columns": {name: {"role": "quasi", **meaning[name]} for name in columns}, "method": method}
    table = kn.mask(pa.table(columns), recipe, aligned=True).table.to_pydict()
    return list(zip(*(table[name] for name in columns), strict=True))


ORDINAL = {"type": "ordinal", "order": ["low", "middle", "high"]}
NUMERIC = {"type": "numeric", "precision": 15}  # means as they are
PLAIN = {"type": "plain"}


def one_class(values, meaning, name):
    """What all records of a table become that must be one class."""
    rows = masked({"x": values}, {"x": meaning}, name=name, k=len(values))
    assert len(set(rows)) == 1
    return rows[0][0]


@pytest.mark.parametrize("name", CENTRED)
def test_numbers_become_their_exact_mean(name):
    assert one_class(["1", "2", "6"], NUMERIC, name) == 3.0
    assert one_class(["-1.5", "2.25"], NUMERIC, name) == 0.375
    assert one_class(["1", "2", "2"], NUMERIC, name) == round(5 / 3, 15)
    assert one_class(["0.1", "0.1", "0.1"], NUMERIC, name) == 0.1  # although 3 × 0.1 / 3 is more, in binary


@pytest.mark.parametrize("name", CENTRED)
def test_precision_rounds_the_mean_on_request(name):
    # the mean is 5/3
    assert one_class(["1", "2", "2"], {**NUMERIC, "precision": 2}, name) == 1.67
    assert one_class(["1", "2", "2"], {**NUMERIC, "precision": 0}, name) == 2
    assert str(one_class(["-0.01", "-0.03"], {**NUMERIC, "precision": 1}, name)) == "0.0"  # not −0


@pytest.mark.parametrize("name", CENTRED)
def test_levels_become_their_lower_median(name):
    assert one_class(["low", "low", "high"], ORDINAL, name) == "low"
    assert one_class(["low", "middle", "high"], ORDINAL, name) == "middle"
    assert one_class(["low", "high"], ORDINAL, name) == "low"  # two in the middle: the lower
    assert one_class(["high", "high", "low", "middle", "high"], ORDINAL, name) == "high"


@pytest.mark.parametrize("name", CENTRED)
@pytest.mark.parametrize(("meaning", "values", "mean"), [(NUMERIC, "159", 5.0), (ORDINAL, ["low"] * 3, "low")])
def test_missing_wins_only_by_a_majority(name, meaning, values, mean):
    """Three values and three missing: the centre of the values. Three and four: missing."""
    assert one_class([*values, *[None] * 3], meaning, name) == mean
    assert one_class([*values, *[None] * 4], meaning, name) is None


@pytest.mark.parametrize("name", CENTRED)
def test_labels_become_the_most_frequent_one(name):
    assert set(masked({"x": list("babba")}, {"x": PLAIN}, name=name, k=3)) == {("b",)}  # no room for two classes
    assert one_class(["b", "a", "b"], PLAIN, name) is None  # no text stands for three that fewer than three had


@pytest.mark.parametrize("name", CENTRED)
def test_words_become_the_concept_nearest_to_all(name, sports):
    meaning = {"ontology": sports, "root": "sport"}
    # soccer and rugby: either costs 1/3, ball 2/5; rugby comes first
    assert one_class(["soccer", "rugby"], meaning, name) == "rugby"
    # and once more ball: ball costs 2/5, soccer 1/3 + 1/5
    assert one_class(["soccer", "rugby", "ball"], meaning, name) == "ball"


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode"])
def test_columns_of_every_type_together(name, sports):
    """Two heaps of two records each, near in every column; recode keeps one record of each heap."""
    columns = {
        "hobby": ["soccer", "swimming", "rugby", "surfing"],
        "age": ["20", "60", "21", "64"],
        "job": ["cook", "clerk", "cook", "clerk"],
        "grade": ["low", "high", "low", "middle"],
    }
    meaning = {"hobby": {"ontology": sports, "root": "sport"}, "age": NUMERIC, "job": PLAIN, "grade": ORDINAL}
    rows = masked(columns, meaning, name=name, k=2)
    assert rows[0] == rows[2]
    assert rows[1] == rows[3]
    if name == "recode":
        assert rows[0] in [("soccer", 20.0, "cook", "low"), ("rugby", 21.0, "cook", "low")]
        assert rows[1] in [("swimming", 60.0, "clerk", "high"), ("surfing", 64.0, "clerk", "middle")]
    else:
        assert rows[0] == ("rugby", 20.5, "cook", "low")
        assert rows[1] == ("surfing", 62.0, "clerk", "middle")  # lower median; surfing comes before swimming


# x has the mean 20 and the variance (20² + 10² + 10² + 20²)/4 = 250, y the variance 1/4. Squared distances:
# AB, CD: 900/250 = 3.6     AC, BD: 100/250 + 1/(1/4) = 4.4     BC: 400/250 + 4 = 5.6     AD: 1600/250 + 4 = 10.4
# From the mean: A, D 400/250 + 1 = 2.6, B, C 1.4. So A and D are the ends, and AB and CD are the nearest pairs.
# Without standardising, x alone would count: AC is 100 + 1, AB 900.
SQUARE = {"x": ["0", "30", "10", "40"], "y": ["0", "0", "1", "1"]}


def pairs(rows):
    """Which of the records A, B, C, D became the same."""
    return sorted("".join(letter for letter, row in zip("ABCD", rows, strict=True) if row == one) for one in set(rows))


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode"])
def test_numbers_are_standardised_by_their_variance(name):
    rows = masked(SQUARE, {"x": NUMERIC, "y": NUMERIC}, name=name, k=2)
    assert pairs(rows) == ["AB", "CD"]
    if name != "recode":
        assert rows == [(15.0, 0.0), (15.0, 0.0), (25.0, 1.0), (25.0, 1.0)]


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode"])
def test_weights_decide_which_column_counts(name):
    """x four times as heavy: AB 4·3.6 = 14.4, AC 4·0.4 + 4 = 5.6."""
    rows = masked(SQUARE, {"x": {**NUMERIC, "weight": 4.0}, "y": NUMERIC}, name=name, k=2)
    assert pairs(rows) == ["AC", "BD"]
    if name != "recode":
        assert rows == [(5.0, 0.5), (35.0, 0.5), (5.0, 0.5), (35.0, 0.5)]


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode"])
@pytest.mark.parametrize(("weight", "expected"), [(2.0, ["AB", "CD"]), (0.5, ["AC", "BD"])])
def test_weights_in_a_table_of_words_and_numbers(name, weight, expected, sports):
    """y as a label: distances are means, not Euclidean.

    AB and CD differ by 30/√250 = 1.90 in x; AC and BD by 10/√250 = 0.63 there and by 1 in the label. With weight 2
    that is 2.63 in sum, more than 1.90; with weight 1/2 it is 1.13.
    """
    columns = {"x": SQUARE["x"], "y": ["p", "p", "q", "q"], "hobby": ["soccer"] * 4}
    meaning = {
        "x": NUMERIC,
        "y": {**PLAIN, "weight": weight},
        "hobby": {"ontology": sports, "root": "sport"},
    }
    assert pairs(masked(columns, meaning, name=name, k=2)) == expected


def test_the_order_of_rows_and_columns_does_not_matter(sports):
    columns = {
        "hobby": ["soccer", "swimming", "rugby", "surfing", "ball", "ball"],
        "age": ["20", "60", "21", "64", "30", None],
        "grade": ["low", "high", None, "middle", "low", "high"],
    }
    meaning = {"hobby": {"ontology": sports}, "age": NUMERIC, "grade": ORDINAL}
    for name in ("sa-mdav", "mdav"):
        whole = masked(columns, meaning, name=name, k=2)
        turned = {key: values[::-1] for key, values in columns.items()}
        assert Counter(masked(turned, meaning, name=name, k=2)) == Counter(whole)
