"""`Masker` has the interface of scikit-learn, and does what `fit` and `apply` do."""

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from drawing import fresh_generator

sklearn = pytest.importorskip("sklearn", minversion="1.6", reason="scikit-learn is not installed")

from sklearn.base import clone  # noqa: E402
from sklearn.compose import ColumnTransformer  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import OneHotEncoder  # noqa: E402
from sklearn.utils.estimator_checks import estimator_checks_generator  # noqa: E402

SKIPPED = {"check_array_api_input"}
"""Checks that need another setting of the environment: this one needs SCIPY_ARRAY_API."""

NUMBERS = {"columns": {"age": {"role": "quasi", "type": "numeric"}}, "method": {"name": "mdav", "k": 4}}


def list_checks():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Estimator Masker does not inherit")  # or Kinonym would need scikit-learn
        return [(check.func.__name__, check) for _, check in estimator_checks_generator(kn.Masker())]


@pytest.mark.parametrize(("name", "check"), list_checks())
def test_scikit_learn_accepts_it(name, check):
    if name in SKIPPED:
        pytest.skip("needs SCIPY_ARRAY_API")
    check(kn.Masker())


def draw_people(rows, *name):
    rng = fresh_generator("masker", *name)
    job = rng.choice(["nurse", "midwife", "plumber", "welder"], rows)
    return pd.DataFrame({"job": job, "age": rng.integers(20, 60, rows)})


def test_it_is_fit_and_apply():
    train, test = draw_people(60, "train"), draw_people(20, "test")
    columns = {"job": {"role": "quasi", "ontology": "wordnet"}, "age": {"role": "quasi", "type": "numeric"}}
    recipe = {"columns": columns, "method": {"name": "sa-mdav", "k": 5}}
    masker = kn.Masker(recipe, unknown="suppress").fit(train)
    expected = kn.fit(train, recipe, unknown="suppress").apply(test, aligned=True).table
    pd.testing.assert_frame_equal(masker.transform(test), expected)
    assert masker.fitted_.apply(test).claims[0].guarantee


def test_without_a_recipe_every_column_is_masked():
    masker = kn.Masker().fit(draw_people(60))
    columns = masker.fitted_.recipe.columns
    assert {name: (column.role, column.kind) for name, column in columns.items()} == {
        "job": ("quasi", "plain"),
        "age": ("quasi", "numeric"),
    }
    assert masker.fitted_.recipe.resolved_method == kn.SaMdav(k=5)
    masked = masker.transform(draw_people(60))
    assert masked.value_counts().min() >= 5


def test_it_works_in_a_pipeline():
    people = draw_people(120, "pipeline")
    target = people["age"] > 40
    encode = ColumnTransformer([("job", OneHotEncoder(handle_unknown="ignore"), ["job"])], remainder="passthrough")
    model = make_pipeline(kn.Masker(), encode, LogisticRegression(max_iter=1000))
    model.fit(people[:80], target[:80])
    assert model.score(people[80:], target[80:]) > 0.8
    search = GridSearchCV(model, {"masker__unknown": ["nearest", "suppress"]}, cv=2, error_score="raise")
    with pytest.raises(ValueError, match="NaN"):  # a suppressed number is missing, which this model cannot use
        search.fit(people[:80], target[:80])


def test_clones_have_the_parameters_and_nothing_learnt():
    masker = kn.Masker(NUMBERS, unknown="suppress", seed=3).fit(draw_people(40)[["age"]])
    copy = clone(masker)
    assert copy.get_params() == masker.get_params() == {"recipe": NUMBERS, "unknown": "suppress", "seed": 3}
    with pytest.raises(NotFittedError):
        copy.transform(draw_people(40)[["age"]])
    with pytest.raises(ValueError, match="no parameter 'k'"):
        copy.set_params(k=3)
    assert "suppress" not in repr(masker)


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_set_output(kind):
    pytest.importorskip(kind)
    numbers = fresh_generator("output").normal(size=(30, 2))
    masker = kn.Masker().fit(numbers)
    plain, table = masker.transform(numbers), masker.set_output(transform=kind).transform(numbers)
    assert type(table).__module__.startswith(kind)
    assert list(table.columns) == list(masker.get_feature_names_out()) == ["x0", "x1"]
    assert np.array_equal(table.to_numpy(), plain)


def test_identifiers_leave_the_table():
    people = draw_people(60).assign(name=[f"p{i}" for i in range(60)])
    recipe = {**NUMBERS, "columns": {**NUMBERS["columns"], "name": {"role": "identifier"}, "job": {"role": "quasi"}}}
    masker = kn.Masker(recipe).fit(people)
    assert list(masker.transform(people).columns) == list(masker.get_feature_names_out()) == ["job", "age"]


def test_arrays_of_words_and_missing_numbers():
    rng = fresh_generator("words")
    words = rng.choice(np.array(["a", "b", None], dtype=object), (40, 1))
    numbers = np.where(rng.random((40, 1)) < 0.2, np.nan, rng.integers(0, 9, (40, 1)))
    masked = kn.Masker().fit_transform(np.hstack([words, numbers.astype(object)]))
    assert masked.shape == (40, 2)
    assert set(masked[:, 0]) <= {"a", "b", None}
    _, counts = np.unique(masked.astype(str), axis=0, return_counts=True)
    assert counts.min() >= 5
    alone = kn.Masker().fit_transform(numbers)
    assert alone.dtype == float
    assert np.isnan(alone).any()


def test_a_saved_masker_masks_alike():
    people = draw_people(60)
    masker = kn.Masker().fit(people)
    again = pickle.loads(pickle.dumps(masker))  # noqa: S301
    pd.testing.assert_frame_equal(again.transform(people), masker.transform(people))


def test_other_columns_are_rejected():
    masker = kn.Masker().fit(draw_people(40))
    with pytest.raises(ValueError, match="feature names should match"):
        masker.transform(draw_people(40).rename(columns={"age": "years"}))
    with pytest.raises(kn.UsageError, match="there is no output"):
        masker.set_output(transform="arrow")


WITHOUT = """
import sys
sys.modules["sklearn"] = sys.modules["sklearn.utils"] = sys.modules["sklearn.utils.validation"] = None
import pandas as pd
import kinonym as kn
masker = kn.Masker()
table = pd.DataFrame({"age": [20, 21, 22, 23, 24, 60, 61, 62, 63, 64]})
try:
    masker.transform(table)
except kn.UsageError as error:
    print(error.message)
print(masker.fit(table).transform(table)["age"].tolist())
for wrong in (table.to_numpy(), table.assign(job="a")):
    try:
        masker.fit(table).transform(wrong)
    except kn.KinonymError as error:
        print(error.message)
"""


def test_tables_need_no_scikit_learn():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "this Masker has not learnt any classes yet",
        "[22, 22, 22, 22, 22, 62, 62, 62, 62, 62]",
        "an array needs scikit-learn 1.6 or later",
        "1 columns have no role: 'job'",
    ]


def test_importing_kinonym_does_not_import_scikit_learn():
    code = "import sys, kinonym as kn; kn.Masker; print('sklearn' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
