"""Impossible uses of clustering methods are refused, in Python and in the command: what, where, and what to do.

Nothing is written, and no message shows a value of a record.
"""

import sys

import numpy as np
import pyarrow.csv
import pytest
import tomli_w

import kinonym as kn
from kinonym.cli import main
from kinonym.domains import Plain
from kinonym.errors import DataError, PrivacyError, RecipeError, UsageError
from kinonym.methods.demands import Demands
from kinonym.methods.sa_mdav import SaMdav
from kinonym.random import generator
from kinonym.tuples import Confidential, Tuples

SECRET = "zebra-secret"
ROWS = [("clerk", "20", "flu"), ("clerk", "21", "flu"), ("nurse", "22", "flu"), ("cook", "40", "cold"),
        ("cook", "41", "cold"), ("nurse", "50", "ulcer")]  # fmt: skip
COLUMNS = {
    "job": {"role": "quasi", "type": "plain"},
    "age": {"role": "quasi", "type": "numeric"},
    "illness": {"role": "confidential"},
}


def case(name, error, words, hint, *, method=None, columns=None, rows=ROWS, table=None):
    settings = {"name": "sa-mdav", "k": 2, **(method or {})}
    changed = {key: {**value, **(columns or {}).get(key, {})} for key, value in COLUMNS.items()}
    recipe = {
        "columns": changed,
        "method": settings,
        "release": {"accept_unique": True},
        **({"table": table} if table else {}),
    }
    return pytest.param(recipe, rows, error, words, hint, id=name)


def with_ages(*ages):
    return [(job, age, illness) for (job, _, illness), age in zip(ROWS, ages, strict=True)]


ENTROPY = np.exp(-sum(x / 6 * np.log(x / 6) for x in (3, 2, 1)))  # 2.75 values' worth
WORDY = with_ages("20", "21", SECRET, "40", SECRET, "50")
CASES = [
    case("k > n", PrivacyError, ["k = 7 cannot be reached", "6 records"], "largest possible k is 6", method={"k": 7}),
    *(
        case(f"{level} > values, {name}", PrivacyError, ["column 'illness' has 3 distinct values; 4 are required"],
             "largest possible is 3", method={"name": name, level: 4})
        for level in ("l_diversity", "p_sensitive") for name in ("sa-mdav", "mdav", "recode", "resample")
    ),
    case("entropy", PrivacyError, ["entropy of log 2.75; log 3 is required"], "largest possible l_diversity is 2.74",
         method={"l_diversity": 3, "diversity": "entropy"}),
    # flu 3, cold 2, ulcer 1: 3 < c·(2 + 1) needs c > 1 for l = 2, and 3 < c·1 needs c > 3 for l = 3
    case("recursive", PrivacyError, ["cannot be recursively (2, 3)-diverse"],
         "largest possible l_diversity with c = 2 is 2; for l_diversity = 3 c must be greater than 3.000",
         method={"l_diversity": 3, "diversity": "recursive", "c": 2.0}),
    case("t < 0", RecipeError, ["t_closeness must be a number of at least 0"], "0.2", method={"t_closeness": -0.1}),
    case("t is not a number", RecipeError, ["t_closeness"], "0.2", method={"t_closeness": float("nan")}),
    case("l < 1", RecipeError, ["l_diversity must be a number of at least 1"], "= 3", method={"l_diversity": 0}),
    case("l a fraction", RecipeError, ["l_diversity must be a whole number"], "entropy", method={"l_diversity": 2.5}),
    case("c", RecipeError, ["c of recursive"], "c = 2", method={"l_diversity": 2, "diversity": "recursive", "c": 0.0}),
    case("constraint on a quasi-identifier", RecipeError, ["columns.illness is masked as a quasi-identifier"],
         "remove mask = true", method={"l_diversity": 2}, columns={"illness": {"mask": True}}),
    case("no confidential column", RecipeError, ["need a confidential column"], 'role = "confidential"',
         method={"p_sensitive": 2}, columns={"illness": {"role": "other"}}),
    case("ground without an order", UsageError, ["column 'illness' has no order"], "equal",
         method={"t_closeness": 0.5, "ground": "ordered"}),
    case("ground without a taxonomy", UsageError, ["column 'illness' has no taxonomy"], "ontology",
         method={"t_closeness": 0.5, "ground": "hierarchical"}),
    case("constraint without an ontology", RecipeError, ["columns.illness is nominal but does not name an ontology"],
         "ontology =", method={"l_diversity": 2}, columns={"illness": {"type": "nominal"}}),
    *(
        case(f"weight {weight}", RecipeError, ["columns.age.weight"], "weight 2 counts twice",
             columns={"age": {"weight": weight}})
        for weight in (0.0, -1.5, float("inf"), float("nan"))
    ),
    case("words in a numeric column", DataError, ["column 'age'", "2 rows have no number", "data row 3"],
         "nominal or plain", rows=WORDY),
    case("words after dropped rows", DataError, ["column 'age'", "2 rows have no number", "data row 3"],
         "missing marker", rows=[("", *WORDY[0][1:]), *WORDY[1:]], table={"missing_values": "drop"}),
    case("words in a constraint column", DataError, ["column 'illness'", "6 rows have no number", "data row 1"],
         "nominal or plain", method={"l_diversity": 2}, columns={"illness": {"type": "numeric"}}),
    case("infinite", DataError, ["1 rows have no number", "data row 6"], "nominal or plain",
         rows=with_ages("1", "2", "3", "4", "5", "inf")),
    case("entirely missing", DataError, ["column 'age'", "all its values are missing"], "missing markers",
         rows=with_ages("", "", "", "", "", "")),
    case("entirely missing, dropped", DataError, ["column 'age'", "all its values are missing"], "missing markers",
         rows=with_ages("", "", "", "", "", ""), table={"missing_values": "drop"}),
    case("masked confidential entirely missing", DataError, ["column 'illness'", "all its values are missing"],
         "missing markers", rows=[(*row[:2], "") for row in ROWS], columns={"illness": {"mask": True}}),
    case("missing refused", DataError, ["2 rows miss a quasi-identifier"], "category",
         rows=with_ages("1", "", "3", "4", "", "6"), table={"missing_values": "error"}),
    case("nothing left", DataError, ["every row misses a quasi-identifier"], "category",
         rows=[("", "1", "x"), ("a", "", "x"), ("", "2", "y")], table={"missing_values": "drop"}),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def write(folder, rows):
    lines = [",".join(COLUMNS), *(",".join(row) for row in rows)]
    (folder / "data.csv").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(("recipe", "rows", "error", "words", "hint"), CASES)
def test_refused_through_python(folder, recipe, rows, error, words, hint):
    write(folder, rows)
    table = pyarrow.csv.read_csv(
        "data.csv", convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(COLUMNS, pyarrow.string()))
    )
    with pytest.raises(error) as raised:
        kn.mask(table, recipe)
    for word in words:
        assert word in raised.value.message
    assert hint in raised.value.hint
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize(("recipe", "rows", "error", "words", "hint"), CASES)
def test_refused_through_the_command(folder, monkeypatch, capsys, recipe, rows, error, words, hint):
    write(folder, rows)
    (folder / "recipe.toml").write_text(tomli_w.dumps(recipe))
    monkeypatch.setattr(sys, "argv", ["kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert ended.value.code == error.exit_code == {PrivacyError: 4, DataError: 3}.get(error, 2)
    assert f"error: {error.code}: " in shown.err
    for word in words:
        assert word in shown.err
    assert hint in shown.err.partition("hint: ")[2]
    assert SECRET not in shown.out + shown.err
    assert "Traceback" not in shown.err
    assert sorted(path.name for path in folder.iterdir()) == ["data.csv", "recipe.toml"]


def test_a_method_refuses_a_demand_on_a_masked_column():
    """The same without a recipe, for callers of a method."""
    domain = Plain().fit(list("abc"))
    points, ones = domain.encode(list("aabbc")), np.ones(5, dtype=np.int64)
    tuples, place = Tuples.from_points(["x"], [domain], points[:, None], ones)
    cells = place, np.array([0, 0, 1, 1, 2]), ones
    own = Confidential.from_counts("x", domain, domain.encode(list("abc")), list("abc"), cells, len(tuples))
    with_column = tuples.with_confidential(own)
    with pytest.raises(UsageError, match="column 'x' cannot be masked and kept diverse") as error:
        SaMdav(k=2, l_diversity=2).plan(with_column, generator(0))
    assert "either a quasi-identifier or confidential" in error.value.hint
    with pytest.raises(UsageError, match="need a confidential column"):
        SaMdav(k=2, l_diversity=2).plan(tuples, generator(0))


def test_a_column_in_two_roles_cannot_be_verified():
    table = pyarrow.table({"x": ["a", "a"], "y": ["u", "v"]})
    with pytest.raises(UsageError, match="cannot be both quasi-identifier and confidential: 'x'") as error:
        kn.verify(table, ["x"], ["x", "y"])
    assert "leave it out" in error.value.hint


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"p_sensitive": 2.5}, "p_sensitive must be a whole number"),
        ({"l_diversity": True}, "l_diversity must be a number of at least 1"),
        ({"l_diversity": 2, "diversity": "shannon"}, "no kind of l-diversity 'shannon'"),
        ({"t_closeness": 0.1, "ground": "flat"}, "no ground distance 'flat'"),
        ({"c": -1.0}, "c of recursive"),
    ],
)
def test_demands_are_checked_without_a_recipe(wrong, words):
    with pytest.raises(UsageError, match=words) as error:
        SaMdav(k=2, **wrong)
    assert error.value.hint
    with pytest.raises(UsageError, match=words):
        Demands(**wrong).check_demands()
