"""Counting, assigning and replacing on every kind of table: equal results, and other columns unchanged."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.stats import chisquare

from drawing import ERROR_RATE
from kinonym.engines.columns.table_kinds import table_kind
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.memory import MemorySource
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.engines.memory.random_targets import assign_random
from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.tuples.counted import Counted

KINDS = ("pandas", "polars", "pyarrow")
MAKE = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


@pytest.fixture(params=KINDS)
def engine(request):
    return request.param


def make(engine, columns):
    return MAKE[engine](columns)


def cells(table, name):
    """The values of a column as Python objects, nulls as None."""
    if isinstance(table, pd.DataFrame):
        return [None if pd.isna(value) else value for value in table[name].tolist()]
    return table[name].to_pylist() if isinstance(table, pa.Table) else table[name].to_list()


def count(table, columns, *, missing=("",)):
    return MemorySource(table, missing).count(columns)


def planned(source, target, counts, written=None, drop=()):
    """An assignment with the tuples of the plan as counted tuples."""
    size = int(max(source, default=-1)) + 1
    nothing = Counted((), (), np.empty((size, 0), dtype=np.int32), np.bincount(source, counts, minlength=size))
    arrays = (np.array(part, dtype=np.int64) for part in (source, target, counts))
    return Assignment(
        counted=nothing, planned_of_counted=np.arange(size), written=written or {}, drop=tuple(drop),
        **dict(zip(("source", "target", "count"), arrays, strict=True)),
    )  # fmt: skip


def assign(tuple_of_row, source, target, counts, key=None):
    return assign_random(np.asarray(tuple_of_row), planned(source, target, counts), key or RunKey())


def replace(table, new, target, *, drop=(), order=None):
    """The table with row i as the target of row i says."""
    rows = np.arange(len(table)) if order is None else order
    assignment = planned([], [], [], new, drop)
    return MemoryMasked(table, table_kind(table), assignment, target, target, rows[target[rows] >= 0]).native()


def tuples_of(counted):
    return [tuple(v[c] for v, c in zip(counted.values, row, strict=True)) for row in counted.codes.tolist()]


def test_kind_names_the_library(engine):
    assert table_kind(make(engine, {"a": [1]})) == engine


@pytest.mark.parametrize("table", [[1, 2], {"a": [1]}, np.zeros((2, 2)), None, pl.Series([1]), pd.Series([1])])
def test_objects_that_are_not_tables_are_refused(table):
    with pytest.raises(UsageError, match=type(table).__name__) as caught:
        table_kind(table)
    assert "DataFrame" in caught.value.hint


def test_a_lazy_frame_is_refused_with_the_hint_to_collect():
    with pytest.raises(UsageError, match="LazyFrame") as caught:
        table_kind(pl.LazyFrame({"a": [1]}))
    assert ".collect()" in caught.value.hint


def test_two_columns_of_one_name_are_refused():
    with pytest.raises(DataError, match="two columns with the name 'a'"):
        table_kind(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_count_gives_sorted_tuples_with_missing_last(engine):
    table = make(engine, {"a": ["y", "x", None, "x", "y", ""], "b.c d": ["1", "2", "2", "2", "1", "?"]})
    counted = count(table, ["a", "b.c d"], missing=["", "?"])
    assert counted.values == (["x", "y", None], ["1", "2", None])
    assert tuples_of(counted) == [("x", "2"), ("y", "1"), (None, "2"), (None, None)]
    assert counted.counts.tolist() == [2, 2, 1, 1]
    assert counted.codes.dtype == np.int32
    assert counted.counts.dtype == np.int64


def test_empty_text_is_a_value_where_it_is_no_marker(engine):
    counted = count(make(engine, {"a": ["", "x", ""]}), ["a"], missing=())
    assert counted.values == (["", "x"],)


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([10, 9, 2], ["10", "2", "9"]),
        ([2.5, 1.0, 1e-7], ["1.0", "1e-07", "2.5"]),
        ([True, False, True], ["false", "true"]),
        ([dt.date(2020, 2, 1), dt.date(2019, 1, 31)], ["2019-01-31", "2020-02-01"]),
        ([dt.datetime(2020, 2, 1), dt.datetime(2020, 2, 1, 3, 4, 5, 500000)],  # noqa: DTZ001
         ["2020-02-01 00:00:00", "2020-02-01 03:04:05.5"]),
        ([Decimal("1.50"), Decimal("0.25")], ["0.25", "1.50"]),
        (["001", "NA", "250.00", "é", "z"], ["001", "250.00", "NA", "z", "é"]),
    ],
)  # fmt: skip
def test_every_type_has_its_text(engine, values, texts):
    assert count(make(engine, {"a": values}), ["a"]).values == (texts,)


def test_nan_is_missing_and_promoted_integers_stay_integers():
    nan = float("nan")
    assert count(pd.DataFrame({"a": [250.0, nan, 7.0]}), ["a"]).values == (["250", "7", None],)
    assert count(pd.DataFrame({"a": [250.5, nan, 7.0]}), ["a"]).values == (["250.5", "7.0", None],)
    assert count(pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}), ["a"]).values == (["1", None],)
    for table in (pl.DataFrame({"a": [250.0, nan, None]}), pa.table({"a": [250.0, nan, None]})):
        counted = count(table, ["a"])
        assert counted.values == (["250.0", None],)
        assert counted.counts.tolist() == [1, 2]


def test_categories_that_no_row_has_are_not_values():
    wide = pd.Categorical(["u", None, "v"], categories=["w", "v", "u"])
    tables = [
        pd.DataFrame({"a": wide}),
        pl.DataFrame({"a": pl.Series(["u", None, "v"], dtype=pl.Enum(["w", "v", "u"]))}),
        pl.DataFrame({"a": pl.Series(["u", None, "v"], dtype=pl.Categorical)}),
        pa.table({"a": pa.DictionaryArray.from_arrays(pa.array([2, None, 1]), ["w", "v", "u"])}),
    ]
    for table in tables:
        counted = count(table, ["a"])
        assert counted.values == (["u", "v", None],)


def test_chunks_with_dictionaries_of_their_own():
    chunks = pa.chunked_array([pa.array(["x", "y"]).dictionary_encode(), pa.array(["y", "z"]).dictionary_encode()])
    assert count(pa.table({"a": chunks}), ["a"]).counts.tolist() == [1, 2, 1]


def test_pandas_objects_of_several_types_are_read_as_they_print():
    table = pd.DataFrame({"a": [1, "x", None], "p": pd.period_range("2020-01", periods=3, freq="M")})
    assert count(table, ["a"]).values == (["1", "x", None],)
    assert count(table, ["p"]).values == (["2020-01", "2020-02", "2020-03"],)


def test_lists_in_cells_are_refused(engine):
    with pytest.raises(DataError, match="column 'a' has lists"):
        count(make(engine, {"a": [["secret"], ["x"]]}), ["a"])


def test_a_table_without_rows(engine):
    table = make(engine, {"a": ["x"], "b": ["y"]})[:0]
    counted = count(table, ["a", "b"])
    assert (counted.values, counted.codes.shape, counted.counts.shape) == (([], []), (0, 2), (0,))
    empty = np.empty(0, dtype=np.int64)
    assert len(assign(empty, [], [], [])) == 0
    assert len(replace(table, {"a": []}, empty)) == 0


def test_an_unknown_column_is_named_with_the_nearest(engine):
    table = make(engine, {"country": ["x"]})
    with pytest.raises(UsageError, match="no column 'contry'") as caught:
        count(table, ["contry"])
    assert caught.value.hint == "did you mean 'country'?"
    with pytest.raises(UsageError, match="no column 'b'"):
        replace(table, {"b": ["x"]}, np.zeros(1, dtype=np.int64))
    with pytest.raises(UsageError, match="no columns to count"):
        count(table, [])


@pytest.mark.parametrize("sizes", [(3, 4), (5000, 5000), (4000,) * 6])
def test_count_equals_a_plain_counter(engine, sizes):
    """The sizes take each way of numbering tuples: a dense key, a sorted one, one too long for an integer."""
    rng = np.random.default_rng(sum(sizes))
    columns = {f"c{j}": [f"v{i}" for i in rng.integers(0, size, 3000)] for j, size in enumerate(sizes)}
    rows = list(zip(*columns.values(), strict=True))
    counted = count(make(engine, columns), list(columns))
    expected = Counter(rows)
    found = tuples_of(counted)
    assert found == sorted(expected)
    assert counted.counts.tolist() == [expected[row] for row in found]


def test_assign_follows_a_plan_of_one_row_per_tuple():
    tuple_of_row = np.array([2, 0, 1, 0, 2])
    target = assign(tuple_of_row, np.array([2, 0, 1]), np.array([7, 5, -1]), np.array([2, 2, 1]))
    assert target.tolist() == [7, 5, -1, 5, 7]


def test_assigned_targets_have_the_planned_counts():
    rng = np.random.default_rng(3)
    tuple_of_row = rng.permutation(np.repeat(np.arange(4), [5, 1, 6, 3]))
    source, target, counts = (
        np.array([0, 2, 0, 1, 2, 3]),
        np.array([0, 1, -1, 2, 0, 3]),
        np.array([2, 5, 3, 1, 1, 3]),
    )
    result = assign(tuple_of_row, source, target, counts)
    found = Counter(zip(tuple_of_row.tolist(), result.tolist(), strict=True))
    assert found == dict(zip(zip(source.tolist(), target.tolist(), strict=True), counts.tolist(), strict=True))


def test_assign_is_uniform_within_a_tuple():
    """Rows 0, 2 and 4 share two targets of 1 and 2 rows: three ways, each a third of 6,000 draws."""
    tuple_of_row = np.array([1, 0, 1, 0, 1])
    plan = np.array([1, 0, 1]), np.array([8, 5, 9]), np.array([1, 2, 2])
    places = Counter(int(np.flatnonzero(assign(tuple_of_row, *plan) == 8)[0]) for _ in range(6000))
    assert set(places) == {0, 2, 4}
    # 2,000 expected; 5.2 standard deviations of a binomial are 5.2·sqrt(6000·1/3·2/3) = 190: error rate below 1e-6.
    assert all(abs(times - 2000) < 190 for times in places.values())


def test_every_order_of_a_release_is_equally_likely():
    """All 24 orders of four rows by chi-squared; error rate 1e-6."""
    source = MemorySource(pa.table({"a": ["x"] * 4, "n": list("0123")}), [""])
    counted = source.count(["a"])
    plan = Assignment(
        counted=counted, planned_of_counted=np.array([0]), source=np.array([0]), target=np.array([0]),
        count=np.array([4]), written={"a": ["A"]},
    )  # fmt: skip
    orders = Counter()
    for _ in range(4_800):
        [batch] = source.apply(plan, RunKey(), shuffle=True).batches()
        orders["".join(batch.column("n").to_pylist())] += 1
    assert len(orders) == 24
    assert chisquare([*orders.values()]).pvalue > ERROR_RATE


@pytest.mark.parametrize("counts", [[1, 2], [3, 2], [2, 3], [4, -1]])
def test_a_plan_that_does_not_add_up_is_refused(counts):
    with pytest.raises(KinonymError, match="does not add up"):
        assign(
            np.array([0, 0, 1]),
            np.array([0, 1]),
            np.array([0, 0]),
            np.array(counts),
        )


def test_replace_changes_the_named_columns_only(engine):
    table = make(
        engine,
        {"id": [1, 2, 3, 4], "a b": ["p", "q", None, "p"], "n": [1, 2, 3, 4], "z.z": [0.5, None, 2, 3]},
    )
    new = {"a b": ["X", None, "Y"], "n": [1.5, 2.0, None]}
    result = replace(table, new, np.array([2, 0, -1, 1]), drop=["id"])
    assert type(result) is type(table)
    assert list(result.columns if engine != "pyarrow" else result.column_names) == ["a b", "n", "z.z"]
    assert cells(result, "a b") == ["Y", "X", None]
    assert cells(result, "n") == [None, 1.5, 2.0]
    assert cells(result, "z.z") == [0.5, None, 3.0]
    assert cells(table, "a b") == ["p", "q", None, "p"]
    assert cells(table, "id") == [1, 2, 3, 4]


def test_replace_puts_rows_in_the_order_asked_for(engine):
    table = make(engine, {"a": ["p", "q", "r"], "b": [1, 2, 3]})
    result = replace(table, {"a": ["P", "Q", "R"]}, np.array([0, -1, 2]), order=np.array([2, 1, 0]))
    assert cells(result, "a") == ["R", "P"]
    assert cells(result, "b") == [3, 1]


def test_duplicate_rows_may_receive_different_targets(engine):
    table = make(engine, {"a": ["p", "p", "p"], "b": ["q", "q", "q"]})
    result = replace(table, {"a": ["P", "R"]}, np.array([1, 0, 1]))
    assert cells(result, "a") == ["R", "P", "R"]


def test_a_column_without_values_keeps_its_type(engine):
    table = make(engine, {"t": ["p", "q"], "n": [1, 2]})
    result = replace(table, {"t": [None], "n": [None]}, np.array([0, 0]))
    assert cells(result, "t") == [None, None]
    assert cells(result, "n") == [None, None]
    numeric = {"pandas": "float64", "polars": "Int64", "pyarrow": "int64"}[engine]  # numpy has no missing integer
    assert str(result.schema.field("n").type if engine == "pyarrow" else result["n"].dtype) == numeric


@pytest.mark.parametrize(
    "index",
    [
        pd.Index([7, 7, 3], name="key"),
        pd.MultiIndex.from_tuples([("a", 1), ("a", 1), ("b", 2)], names=["x", None]),
        pd.DatetimeIndex(["2020-01-01", "2020-01-01", "2019-01-01"]),
    ],
)
def test_the_pandas_index_stays_unless_rows_are_shuffled(index):
    table = pd.DataFrame({"a": ["p", "q", "r"], "b": [1, 2, 3]}, index=index)
    result = replace(table, {"a": ["P", "Q"]}, np.array([1, 0, 1]))
    pd.testing.assert_frame_equal(result, pd.DataFrame({"a": ["Q", "P", "Q"], "b": [1, 2, 3]}, index=index))
    dropped = replace(table, {"a": ["P", "Q"]}, np.array([1, -1, 1]), order=np.array([2, 1, 0]))
    assert list(dropped.index) == [0, 1]  # the old index would link the shuffled rows to the input


def test_other_columns_keep_their_types():
    table = pd.DataFrame({
        "a": ["p", "q"],
        "i8": np.array([1, 2], dtype=np.int8),
        "I": pd.array([1, None], dtype="Int64"),
        "c": pd.Categorical(["x", "y"], categories=["y", "x", "unused"], ordered=True),
        "d": pd.to_datetime(["2020-01-01", None]).tz_localize("Europe/Berlin"),
        "o": [object(), (1, 2)],
        "s": pd.array(["x", None], dtype="string"),
    })  # fmt: skip
    result = replace(table, {"a": ["P"]}, np.array([0, 0]))
    pd.testing.assert_frame_equal(result.drop(columns="a"), table.drop(columns="a"))
    arrow = pa.table({"a": ["p", "q"], "i": pa.array([1, None], pa.int16()), "l": [[1], [2, 3]]})
    arrow = arrow.replace_schema_metadata({"made": "by hand"})
    masked = replace(arrow, {"a": ["P"]}, np.array([0, 0]))
    assert masked.schema.equals(arrow.schema, check_metadata=True)
    assert masked.drop_columns("a").equals(arrow.drop_columns("a"))
    frame = pl.DataFrame({"a": ["p", "q"], "i": pl.Series([1, None], dtype=pl.Int8), "l": [[1], [2, 3]]})
    assert replace(frame, {"a": ["P"]}, np.array([0, 0])).drop("a").equals(frame.drop("a"))


@pytest.mark.parametrize("dtype", [object, "string", "string[python]", "str", pd.ArrowDtype(pa.string())])
def test_pandas_text_keeps_its_text_type(dtype):
    table = pd.DataFrame({"a": pd.array(["p", None], dtype=dtype) if dtype is not object else ["p", None]}).astype(
        dtype
    )
    result = replace(table, {"a": ["P", None]}, np.array([1, 0]))
    assert result["a"].dtype == table["a"].dtype
    assert cells(result, "a") == [None, "P"]


def test_categorical_in_categorical_out_with_used_categories_only():
    texts = ["u", None, "v"]
    new, target = {"a": ["u", "fresh", None, "unused"]}, np.array([1, 2, 0])
    plain = replace(pd.DataFrame({"a": pd.Categorical(texts)}), new, target)
    assert plain["a"].cat.categories.tolist() == ["fresh", "u"]
    assert cells(plain, "a") == ["fresh", None, "u"]
    enum = replace(pl.DataFrame({"a": pl.Series(texts, dtype=pl.Enum(["u", "v"]))}), new, target)
    assert enum.schema["a"] == pl.Enum(["fresh", "u"])
    assert cells(enum, "a") == ["fresh", None, "u"]
    lazy = replace(pl.DataFrame({"a": pl.Series(texts, dtype=pl.Categorical)}), new, target)
    assert isinstance(lazy.schema["a"], pl.Categorical)
    assert cells(lazy, "a") == ["fresh", None, "u"]
    arrow = replace(pa.table({"a": pa.array(texts).dictionary_encode()}), new, target)
    assert arrow["a"].chunk(0).dictionary.to_pylist() == ["fresh", "u"]
    assert cells(arrow, "a") == ["fresh", None, "u"]


def test_ordered_categories_stay_ordered_if_no_category_is_new():
    table = pd.DataFrame({"a": pd.Categorical(["low", "high"], categories=["low", "mid", "high"], ordered=True)})
    same = replace(table, {"a": ["high", "low"]}, np.array([0, 1]))["a"].cat
    assert (same.ordered, same.categories.tolist()) == (True, ["low", "high"])
    foreign = replace(table, {"a": ["high", "other"]}, np.array([0, 1]))["a"].cat
    assert (foreign.ordered, foreign.categories.tolist()) == (False, ["high", "other"])


def identity(source, columns, **options):
    """A plan that changes nothing."""
    counted = source.count(columns)
    every = np.arange(len(counted.counts))
    written = {name: [counted.values[j][c] for c in counted.codes[:, j]] for j, name in enumerate(columns)}
    return Assignment(
        counted=counted,
        planned_of_counted=every,
        source=every,
        target=every,
        count=counted.counts,
        written=written,
        **options,
    )


def test_counting_assigning_and_replacing_without_changes_is_the_identity(engine):
    columns = {"a": ["x", "y", None, "x"], "b": ["1", None, "2", "1"], "n": [1, 2, 3, 4]}
    source = MemorySource(make(engine, columns))
    result = source.apply(identity(source, ["a", "b"]), RunKey(), shuffle=False).native()
    assert {name: cells(result, name) for name in columns} == columns


def test_a_shuffle_keeps_the_rows_and_a_key_repeats_it(engine):
    columns = {"a": [f"v{i % 7}" for i in range(200)], "n": [str(i) for i in range(200)]}
    source, key = MemorySource(make(engine, columns)), RunKey()
    once, again = (source.apply(identity(source, ["a"]), key, shuffle=True).native() for _ in range(2))
    assert cells(once, "n") == cells(again, "n") != columns["n"]
    assert sorted(zip(cells(once, "a"), cells(once, "n"), strict=True)) == sorted(zip(*columns.values(), strict=True))


def test_a_column_is_counted_with_tuples_as_text(engine):
    table = make(engine, {"a": ["x", "y", "x", "x"], "c": ["?", "1", None, "?"]})
    crossed = MemorySource(table, missing=["?"]).count_with(["a"], "c")
    assert crossed.values == ["1", "?", None]
    rows = zip(crossed.tuple_of.tolist(), crossed.value_of.tolist(), crossed.counts.tolist(), strict=True)
    assert set(rows) == {(0, 1, 2), (0, 2, 1), (1, 0, 1)}


def test_two_tables_are_aligned_row_by_row(engine):
    before, after = (MemorySource(make(engine, {"a": list(texts)})) for texts in ("xxy", "uuw"))
    pairs = before.align_with(after, ["a"])
    assert [part.tolist() for part in pairs] == [[0, 1], [0, 1], [2, 1]]
    with pytest.raises(DataError, match="cannot be compared row by row"):
        before.align_with(MemorySource(make(engine, {"a": ["u"]})), ["a"])


def test_the_first_row_with_a_text_is_found(engine):
    source = MemorySource(make(engine, {"a": ["x", "y", "z", "y"]}))
    assert (source.locate("a", {"y", "z"}), source.locate("a", {"q"})) == (2, None)
