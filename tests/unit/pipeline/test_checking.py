"""Every column needs a role, and a doubtful role must be confirmed."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from kinonym.engines.memory import MemorySource
from kinonym.errors import DataError, RecipeError
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.role_checks import find_doubtful_columns
from kinonym.recipe import Recipe

MAKE = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
SENTENCE = "seen on the ward at noon, room {}, no complaints of any kind"


def columns(n=40):
    return {
        "job": ["nurse", "cook"] * (n // 2),
        "ward": ["A", "B", "C", "D"] * (n // 4),
        "extra": [str(i % 7) for i in range(n)],
    }


ROLES = {"job": "quasi", "ward": "confidential", "extra": "other"}


@pytest.fixture(params=MAKE)
def make(request):
    return MAKE[request.param]


def check(table, roles=ROLES, *, confirmed=(), missing=("",)):
    """What is asked of a table before a file is written."""
    recipe = Recipe.model_validate({
        "columns": {name: {"role": role, "type": "plain"} for name, role in roles.items()},
        "method": {"name": "sa-mdav", "k": 2},
        "release": {"confirm": list(confirmed), "accept_unique": True},
    })  # fmt: skip
    source = MemorySource(table, missing)
    check_columns(source, recipe)
    for _, why in find_doubtful_columns(source, recipe):
        raise RecipeError(why)


def test_matching_roles_are_accepted(make):
    check(make(columns()))


def test_columns_without_a_role_are_all_named(make):
    with pytest.raises(RecipeError, match="2 columns have no role: 'ward', 'extra'") as caught:
        check(make(columns()), {"job": "quasi"})
    assert "identifier, quasi, confidential, other" in caught.value.hint


def test_an_unknown_column_is_named_with_the_nearest(make):
    with pytest.raises(RecipeError, match="'jobb', which the table does not have") as caught:
        check(make(columns()), {**ROLES, "jobb": "other"})
    assert caught.value.hint == "did you mean 'job'?"
    with pytest.raises(RecipeError, match="'extras'"):
        check(make(columns()), confirmed=["extras"])


def test_an_entirely_missing_quasi_identifier_is_refused(make):
    table = make({**columns(), "job": ["?", None] * 20})
    with pytest.raises(DataError, match="column 'job' is a quasi-identifier, but all its values are missing"):
        check(table, missing=["", "?"])
    check(table, missing=[""])


IDENTIFIERS = {
    "codes": [f"P{i:04}" for i in range(40)],
    "integers": list(range(1000, 1040)),
    "integers as text": [str(i) for i in range(40)],
    "nearly unique": [f"n{min(i, 38)}" for i in range(40)],
    "some missing": [f"P{i}" if i % 2 else None for i in range(40)],
    "names": [f"Ann {'b' * i}" for i in range(40)],
}


@pytest.mark.parametrize("values", IDENTIFIERS.values(), ids=IDENTIFIERS)
def test_a_column_that_looks_like_an_identifier_must_be_confirmed(make, values):
    table = make({**columns(), "extra": values})
    with pytest.raises(RecipeError, match="column 'extra' has the role other, but looks like an identifier") as caught:
        check(table)
    assert not any(str(value) in caught.value.message for value in values if value and len(str(value)) > 2)
    check(table, confirmed={"extra"})
    check(table, {**ROLES, "extra": "identifier"})


@pytest.mark.parametrize("role", ["quasi", "confidential"])
@pytest.mark.parametrize("values", [IDENTIFIERS["codes"], [SENTENCE.format(i % 25) for i in range(40)]])
def test_a_plain_column_that_looks_like_an_identifier_must_be_confirmed_in_any_role(make, values, role):
    table = make({**columns(), "extra": values})
    with pytest.raises(RecipeError, match=f"column 'extra' has the role {role} and no meaning, but looks like"):
        check(table, {**ROLES, "extra": role})
    check(table, {**ROLES, "extra": role}, confirmed={"extra"})


def test_a_column_that_looks_like_free_text_must_be_confirmed(make):
    table = make({**columns(), "extra": [SENTENCE.format(i % 25) for i in range(40)]})
    with pytest.raises(RecipeError, match="looks like free text: 25 different values in 40 rows"):
        check(table)
    check(table, confirmed=["extra"])


HARMLESS = {
    "few values": [SENTENCE.format(i % 3) for i in range(40)],
    "measurements": [round(0.37 * i + 0.01, 2) + 0.001 for i in range(40)],
    "measurements as text": [f"{i}.5" for i in range(40)],
    "half unique": [f"x{i % 20}" for i in range(40)],
    "all missing": [None] * 40,
}


@pytest.mark.parametrize("values", HARMLESS.values(), ids=HARMLESS)
def test_columns_that_look_harmless_pass(values):
    table = pa.table({**columns(), "extra": values})
    check(table)


def test_a_short_table_needs_no_confirmation():
    table = pa.table({name: values[:16] for name, values in columns().items()} | {"extra": list("abcdefghijklmnop")})
    check(table)


def test_sentences_must_be_confirmed_even_with_an_ontology(make):
    """Unmasked columns are not looked up: with any ontology, sentences would be released unchanged."""
    table = make({"job": ["nurse", "cook"] * 20, "said": [SENTENCE.format(i) for i in range(40)]})
    said = {"role": "confidential", "ontology": "wordnet"}
    settings = {
        "columns": {"job": {"role": "quasi", "type": "plain"}, "said": said},
        "method": {"name": "mdav", "k": 2},
    }
    found = dict(find_doubtful_columns(MemorySource(table, ("",)), Recipe.model_validate(settings)))
    assert found == {
        "said": "column 'said' has the role confidential, but looks like free text: 40 different values in 40 rows"
    }
    confirmed = {**settings, "release": {"confirm": ["said"]}}
    assert not list(find_doubtful_columns(MemorySource(table, ("",)), Recipe.model_validate(confirmed)))


def test_a_hundred_thousand_column_names_are_compared_quickly():
    """100,000 columns have 10^10 pairs of names."""

    class Names(tuple):
        __slots__ = ()

        def __contains__(self, name):
            raise AssertionError

    names = [f"c{i}" for i in range(50)]
    source = MemorySource(pa.table({name: ["x", "y"] for name in names}))
    source.columns = Names(source.columns)
    columns = {name: {"role": "quasi", "type": "plain"} for name in names}
    check_columns(source, Recipe.model_validate({"columns": columns, "method": {"name": "suppress", "k": 2}}))
