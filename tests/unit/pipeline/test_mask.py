"""`kn.mask` and `kn.verify` on tables in memory, end to end."""

from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from kinonym.errors import DataError, PrivacyError, RecipeError, UnmappedError
from kinonym.recipe import load_recipe

SPORTS = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"


@pytest.fixture
def ontology(tmp_path):
    path = tmp_path / "sports.csv"
    path.write_text(SPORTS)
    return str(path)


def recipe(ontology, **method):
    return {
        "columns": {
            "id": {"role": "identifier"},
            "my hobby.now": {"role": "quasi", "ontology": ontology},
            "age": {"role": "quasi", "type": "numeric"},
            "pay": {"role": "confidential"},
            "weight": {"role": "other"},
        },
        "method": {"name": "sa-mdav", "k": 3, **method},
        "release": {"accept_unique": True},
    }


def frame(n=60):
    rng = np.random.default_rng(3)
    return pd.DataFrame(
        {
            "id": [f"p{i}" for i in range(n)],
            "my hobby.now": rng.choice(["soccer", "rugby", "swimming", "surfing", "ball"], n),
            "age": rng.integers(18, 25, n),
            "pay": rng.choice(["low", "high"], n),
            "weight": rng.normal(70, 9, n),
        },
        index=[f"row {i % 7}" for i in range(n)],
    )


QUASI = ["my hobby.now", "age"]


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_the_result_has_the_type_of_the_input_and_other_columns_are_unchanged(ontology, kind):
    data = frame()
    table = {
        "pandas": lambda: data,
        "polars": lambda: pl.from_pandas(data.reset_index(drop=True)),
        "pyarrow": lambda: pa.Table.from_pandas(data, preserve_index=False),
    }[kind]()
    result = kn.mask(table, recipe(ontology), aligned=True)
    assert type(result.table) is type(table)
    masked = result.table if kind == "pandas" else result.table.to_pandas()
    assert list(masked.columns) == ["my hobby.now", "age", "pay", "weight"]
    assert masked["pay"].tolist() == data["pay"].tolist()
    assert masked["weight"].tolist() == data["weight"].tolist()
    assert min(Counter(zip(masked["my hobby.now"], masked["age"], strict=True)).values()) >= 3
    assert kn.verify(result.table, quasi=QUASI).k >= 3
    if kind == "pandas":
        assert masked.index.equals(data.index)


def test_recipes_are_dicts_paths_or_objects(ontology, tmp_path):
    loaded = load_recipe(recipe(ontology))
    path = tmp_path / "recipe.toml"
    path.write_text(loaded.to_toml())
    for given in (recipe(ontology), loaded, path, str(path)):
        assert kn.mask(frame(), given).utility.smallest_class >= 3


def test_the_result_describes_the_run(ontology):
    result = kn.mask(frame(), recipe(ontology))
    assert result.utility.records == 60
    assert result.plan.count.sum() == 60
    assert 0 < result.utility.loss < 100
    assert "Every combination of my hobby.now, age" in str(result.claims[0])
    assert result.claims[0].guarantee
    assert "sa-mdav" in repr(result)
    assert "<" in result._repr_html_()
    assert result.risk.unique_after == 0


def test_a_seed_repeats_the_run_and_removes_the_guarantee(ontology):
    first, second = (kn.mask(frame(), recipe(ontology), seed=5) for _ in range(2))
    assert first.table.equals(second.table)
    assert not any(claim.guarantee for claim in first.claims)
    assert "TEST – DO NOT RELEASE" in str(first.claims[0])


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_rows_are_shuffled_as_a_whole(ontology, kind):
    convert = {"pandas": lambda data: data, "polars": pl.from_pandas, "pyarrow": pa.Table.from_pandas}[kind]
    data = frame().reset_index(drop=True) if kind != "pandas" else frame()
    table = convert(data)
    aligned, shuffled = (kn.mask(table, recipe(ontology), seed=1, aligned=aligned).table for aligned in (True, False))
    if kind != "pandas":
        aligned, shuffled = aligned.to_pandas(), shuffled.to_pandas()
    assert aligned["weight"].tolist() == data["weight"].tolist()
    assert aligned["weight"].tolist() != shuffled["weight"].tolist()
    assert sorted(map(tuple, aligned.to_numpy().tolist())) == sorted(map(tuple, shuffled.to_numpy().tolist()))


def test_the_index_of_a_pandas_table_does_not_link_the_rows(ontology):
    data = frame()
    assert kn.mask(data, recipe(ontology), aligned=True).table.index.equals(data.index)
    assert kn.mask(data, recipe(ontology)).table.index.tolist() == list(range(len(data)))


def test_aligned_rows_are_named_in_the_claims(ontology):
    sentence = "The rows are in the order of the input (aligned=True)"
    aligned, shuffled = (kn.mask(frame(), recipe(ontology), aligned=aligned) for aligned in (True, False))
    assert [sentence in str(claim) for claim in aligned.claims].count(True) == 1
    assert sentence in repr(aligned)
    assert not any(sentence in str(claim) for claim in shuffled.claims)
    assert sentence not in repr(shuffled)


def with_missing():
    data = frame()
    data.loc[data.index[:3], "my hobby.now"] = None
    return data


def test_missing_is_a_category_by_default(ontology):
    data = with_missing()
    gone = int(data["my hobby.now"].isna().sum())
    result = kn.mask(data, recipe(ontology))
    assert len(result.table) == 60
    assert any(f"{gone} rows miss a quasi-identifier" in notice for notice in result.notices)
    assert kn.verify(result.table, quasi=QUASI).k >= 3


def test_rows_that_miss_a_value_can_be_dropped_or_refused(ontology):
    data = with_missing()
    complete = int(data["my hobby.now"].notna().sum())
    dropped = kn.mask(data, {**recipe(ontology), "table": {"missing_values": "drop"}})
    assert len(dropped.table) == complete
    assert dropped.table["my hobby.now"].notna().all()
    with pytest.raises(DataError, match=f"{60 - complete} rows miss"):
        kn.mask(data, {**recipe(ontology), "table": {"missing_values": "error"}})


def test_unmapped_values_stop_isolate_or_vanish(ontology):
    data = frame()
    data["my hobby.now"] = data["my hobby.now"].replace("ball", "chess")
    with pytest.raises(UnmappedError, match="1 of 5 values"):
        kn.mask(data, recipe(ontology))
    settings = recipe(ontology)
    settings["columns"]["my hobby.now"]["unmapped"] = "isolate"
    assert kn.mask(data, settings).table["my hobby.now"].notna().all()
    settings["columns"]["my hobby.now"]["unmapped"] = "suppress"
    assert "chess" not in set(kn.mask(data, settings).table["my hobby.now"])


def test_values_with_one_meaning_are_one_value(ontology):
    data = frame()
    data["my hobby.now"] = data["my hobby.now"].replace("soccer", "Soccer ")
    settings = {**recipe(ontology), "release": {"confirm": ["id"]}}  # every id comes twice
    mixed = kn.mask(pd.concat([data, frame()]), settings)
    assert mixed.utility.tuples == kn.mask(pd.concat([frame(), frame()]), settings).utility.tuples


def test_ordinal_plain_and_masked_confidential_columns(ontology):
    settings = recipe(ontology)
    settings["columns"]["pay"] = {"role": "confidential", "type": "ordinal", "order": ["low", "high"], "mask": True}
    settings["columns"]["id"] = {"role": "other"}
    result = kn.mask(frame(), settings)
    assert kn.verify(result.table, quasi=[*QUASI, "pay"]).k >= 3
    assert set(result.table["pay"]) <= {"low", "high"}
    assert any("'id' has the role other, but looks like an identifier" in notice for notice in result.notices)


def test_categorical_columns_keep_only_used_categories(ontology):
    data = frame()
    data["my hobby.now"] = pd.Categorical(
        data["my hobby.now"], categories=["soccer", "rugby", "swimming", "surfing", "ball", "golf"]
    )
    masked = kn.mask(data, recipe(ontology)).table["my hobby.now"]
    assert isinstance(masked.dtype, pd.CategoricalDtype)
    assert set(masked.cat.categories) == set(masked)


def test_an_unreachable_k_is_refused(ontology):
    with pytest.raises(PrivacyError, match="largest possible k is 60"):
        kn.mask(frame(), recipe(ontology, k=61))


def test_a_column_without_a_role_is_refused(ontology):
    settings = recipe(ontology)
    del settings["columns"]["weight"]
    with pytest.raises(RecipeError, match="'weight'"):
        kn.mask(frame(), settings)


def test_attribute_weights_change_what_is_kept(ontology):
    settings = recipe(ontology)
    settings["columns"]["my hobby.now"]["weight"] = 50.0
    heavy = kn.mask(frame(), settings).utility.columns["my hobby.now"].distance
    assert heavy <= kn.mask(frame(), recipe(ontology)).utility.columns["my hobby.now"].distance


def test_verify_finds_k_l_p_and_t():
    # Classes: x (u, v: 2 values), y (u, u: 1 value). Table: u 3/4, v 1/4.
    # t of x: |1/2 - 3/4| = 1/4; of y: |1 - 3/4| = 1/4.
    table = pa.table({"a": ["x", "x", "y", "y"], "c": ["u", "v", "u", "u"]})
    found = kn.verify(table, quasi=["a"], confidential=["c"])
    assert (found.k, found.l, found.p) == (2, 1, 1)
    assert found.t == pytest.approx(0.25)
    assert kn.verify(table, quasi=["a"]).l is None


def test_a_seeded_table_carries_the_test_mark_if_its_type_can(ontology, tmp_path):
    """In memory no column is added: the result has the columns of the recipe."""
    table = frame()
    words = {"kinonym": "TEST – DO NOT RELEASE"}
    masked = kn.mask(table, recipe(ontology), seed=5).table
    assert (masked.attrs, table.attrs, kn.mask(table, recipe(ontology)).table.attrs) == (words, {}, {})
    assert list(masked) == list(kn.mask(table, recipe(ontology)).table)
    arrow = kn.mask(pa.Table.from_pandas(table, preserve_index=False), recipe(ontology), seed=5).table
    assert arrow.schema.metadata[b"kinonym"].decode() == words["kinonym"]
    pq.write_table(arrow, tmp_path / "saved.parquet")
    assert pq.read_schema(tmp_path / "saved.parquet").metadata[b"kinonym"].decode() == words["kinonym"]
    assert b"kinonym" not in (
        kn.mask(pa.Table.from_pandas(table, preserve_index=False), recipe(ontology)).table.schema.metadata or {}
    )


def test_progress_covers_the_whole_run(tmp_path):
    """Reading, mapping, planning, writing and the report: the share never falls and ends at 1."""
    data = tmp_path / "jobs.csv"
    data.write_text("job\n" + "nurse\nmidwife\nplumber\nwelder\n" * 20)
    recipe = {"columns": {"job": {"role": "quasi", "ontology": "wordnet"}}, "method": {"name": "sa-mdav", "k": 5}}
    shares = []
    kn.mask_file(data, recipe, tmp_path / "out.csv", tmp_path / "out.html", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[-1] == 1.0
    assert any(0.75 < share < 1.0 for share in shares)
