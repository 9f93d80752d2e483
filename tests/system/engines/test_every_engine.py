"""The contract of an engine, on every engine: equal tables give equal results, even unusual ones."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest

from engines.engines import OPEN, ORDERED, rows_of
from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.fingerprint import Fingerprint
from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.files.texts import format_value

ODD_NAMES = ['a "b"', "ünder score; --", "select"]
TABLES = {
    "nulls and empty texts": {"a": ["x", None, "", "x", "?"], "b": [None, None, "", "y", "y"], "kept": list("pqrst")},
    "duplicate rows": {"a": ["x"] * 6 + ["y"] * 3, "b": ["u"] * 9, "kept": ["1"] * 9},
    "odd names": dict(zip(ODD_NAMES, (["x", "y", "x"], ["1", "1", "2"], ["k", "", None]), strict=True)),
    "categories": {"a": pa.array(["u", None, "v", "u"]).dictionary_encode(), "b": list("wwww"), "kept": list("1234")},
    "integer codes": {"a": pa.array([250, 7, None, 7]), "b": pa.array([1, 1, 2, 1], pa.int8()), "kept": [1, 2, 3, 4]},
    "numbers": {"a": [0.1, 1e-7, float("nan"), 250.0], "b": [True, False, None, True], "kept": [1e16, 2.0, None, -0.5]},
    "times": {
        "a": [dt.datetime(2020, 2, 1), dt.datetime(2020, 2, 1, 3, 4, 5, 500000), None],  # noqa: DTZ001
        "b": [dt.date(2020, 1, 31), None, dt.date(1999, 12, 1)],
        "kept": [Decimal("1.50"), Decimal("0.25"), None],
    },
    "texts that look like numbers": {"a": ["001", "1", "1.0", "NA"], "b": ["250.00", "250", "nan", "NaN"], "kept": list("abcd")},
    "everything": {
        'a "b"': ["x", None, "", "x", "x"], "select": pa.array(["u", None, "v", "u", "u"]).dictionary_encode(),
        "ü; --": pa.array([250, 7, None, 250, 250], pa.int16()), "float": [0.1, float("nan"), 1e-7, 0.1, 0.1],
        "time": [dt.datetime(2020, 7, 1, 3, 4, 5, 500000), None, dt.datetime(1999, 1, 1)]  # noqa: DTZ001
        + [dt.datetime(2020, 7, 1, 3, 4, 5, 500000)] * 2,  # noqa: DTZ001
        "kept one": [dt.date(2020, 1, 31), None, dt.date(1999, 12, 1)] + [dt.date(2020, 1, 31)] * 2,
    },
    "one row": {"a": ["x"], "b": ["y"], "kept": ["z"]},
}  # fmt: skip


ON_SPARK = ("everything", "texts that look like numbers")
"""Tables that Spark counts within seconds; other engines take all tables."""


@pytest.fixture(params=OPEN)
def engine(request):
    return OPEN[request.param]


every_table = pytest.mark.parametrize(
    ("engine", "table"),
    [
        pytest.param(
            OPEN[name], pa.table(columns), id=f"{name}-{kind}", marks=[pytest.mark.cluster] * (name == "spark")
        )
        for name in OPEN
        for kind, columns in TABLES.items()
        if name != "spark" or kind in ON_SPARK
    ],
)


def tuples_of(counted):
    return [tuple(v[c] for v, c in zip(counted.values, row, strict=True)) for row in counted.codes.tolist()]


def texts(table, missing=("", "?")):
    """The table's cells as the memory engine reads them, one by one: the plain reference."""
    columns = {}
    for name in table.column_names:
        source = OPEN["memory"](table.select([name]), ())
        codes, values = source._codes(name)
        columns[name] = [values[code] for code in codes]
    masked = table.column_names[:-1]
    for name in masked:
        columns[name] = [None if text in missing else text for text in columns[name]]
    return columns


def halves(counted, **options):
    """A plan in which every tuple of several records is shared by two targets."""
    tuples = np.arange(len(counted.counts))
    second = counted.counts // 2
    keeps = second > 0
    source = np.concatenate([tuples, tuples[keeps]])
    target = np.concatenate([2 * tuples, 2 * tuples[keeps] + 1])
    count = np.concatenate([counted.counts - second, second[keeps]])
    written = {name: [f"{name[:1]}{t // 2}{'ab'[t % 2]}" for t in range(2 * len(tuples))] for name in counted.columns}
    return Assignment(
        counted=counted,
        planned_of_counted=tuples,
        source=source,
        target=target,
        count=count,
        written=written,
        **options,
    )


def renamed(counted, **options):
    """A plan in which tuple i becomes the texts ``A…i`` and the number i / 2."""
    every = np.arange(len(counted.counts))
    first, *others = counted.columns
    written = {first: [f"A{i}" for i in every.tolist()], **{n: [i / 2 for i in every.tolist()] for n in others}}
    return Assignment(
        counted=counted,
        planned_of_counted=every,
        source=every,
        target=every,
        count=counted.counts,
        written=written,
        **options,
    )


@every_table
def test_every_engine_counts_tuples(engine, table):
    masked = table.column_names[:-1]
    counted = engine(table, ["", "?"]).count(masked)
    plain = texts(table)
    expected = Counter(zip(*(plain[name] for name in masked), strict=True))
    order = sorted(expected, key=lambda row: [(text is None, text or "") for text in row])
    assert tuples_of(counted) == order
    assert counted.counts.tolist() == [expected[row] for row in order]
    assert counted.codes.dtype == np.int32
    assert counted.counts.dtype == np.int64


@every_table
def test_every_engine_counts_a_column_with_tuples(engine, table):
    *masked, other = table.column_names
    source = engine(table, ["", "?"])
    counted, crossed = source.count(masked), source.count_with(masked, other)
    plain = texts(table)
    tuples = tuples_of(counted)
    found = {
        (*tuples[t], crossed.values[v]): c
        for t, v, c in zip(crossed.tuple_of.tolist(), crossed.value_of.tolist(), crossed.counts.tolist(), strict=True)
    }
    assert found == Counter(zip(*plain.values(), strict=True))


VISITS = {
    "who": ["7", "7", None, "8", "?", "7", "8", ""],
    "a": ["x", "x", "x", "y", "y", "y", None, "y"],
    "kept": ["u", "v", "u", "u", "?", "v", "v", None],
}


@pytest.mark.parametrize("kind", ["texts", "integers"])
def test_persons_are_counted_with_the_tuples(engine, kind):
    columns = dict(VISITS)
    if kind == "integers":
        columns["who"] = pa.array([7, 7, None, 8, None, 7, 8, None])
    source = engine(pa.table(columns), ["", "?"])
    tuples = [row[0] for row in tuples_of(source.count(["a"]))]
    owned = source.persons(["a"], "who")
    parts = (owned.tuple_of, owned.person_of, owned.counts)
    rows = list(zip(*(part.tolist() for part in parts), strict=True))
    seven = next(person for t, person, records in rows if tuples[t] == "x" and records == 2)
    eight = next(person for t, person, _ in rows if tuples[t] is None)
    expected = {("x", seven): 2, ("x", -1): 1, ("y", seven): 1, ("y", eight): 1, ("y", -1): 2, (None, eight): 1}
    assert {(tuples[t], person): records for t, person, records in rows} == expected


SPELLINGS = [
    "P1",
    " P1",
    "P1 ",
    "P1\u00a0",
    "\uff30\uff11",
    "\u200bP1",
    "p1",
    "P2",
    "Jose\u0301",
    "Jos\u00e9",
    " ? ",
    " ",
]


def test_blanks_and_unicode_forms_do_not_distinguish_persons(engine):
    """P1 and p1 differ in case only: two persons, and their number is reported. A marker between blanks names nobody."""
    source = engine(pa.table({"who": SPELLINGS, "a": ["x"] * len(SPELLINGS)}), ["", "?"])
    owned = source.persons(["a"], "who")
    counts = sorted(zip(owned.person_of.tolist(), owned.counts.tolist(), strict=True))
    assert sorted(records for person, records in counts if person >= 0) == [1, 1, 2, 6]
    assert [records for person, records in counts if person < 0] == [2]
    assert owned.case_variants == 2


def test_a_column_is_counted_with_tuples_and_persons(engine):
    source = engine(pa.table(VISITS), ["", "?"])
    tuples = [row[0] for row in tuples_of(source.count(["a"]))]
    crossed = source.count_with(["a"], "kept", "who")
    parts = (crossed.tuple_of, crossed.value_of, crossed.person_of, crossed.counts)
    found = Counter()
    for t, value, person, records in zip(*(part.tolist() for part in parts), strict=True):
        found[tuples[t], crossed.values[value], person >= 0] += records
    known = {"7", "8"}
    rows = zip(VISITS["a"], VISITS["kept"], (who in known for who in VISITS["who"]), strict=True)
    assert found == Counter(rows)


def test_a_writer_receives_the_persons_of_the_rows(engine):
    table = pa.table({**VISITS, "number": [str(i) for i in range(8)]})
    source = engine(table, ["", "?"])
    persons_of_rows = []
    assignment = renamed(source.count(["a"]), drop=("who",), person="who")
    masked = source.apply(assignment, RunKey(), shuffle=True)
    rows = [
        row
        for batch in masked.batches(lambda persons: persons_of_rows.extend(persons.to_pylist()))
        for row in pa.Table.from_batches([batch]).to_pylist()
    ]
    assert [VISITS["who"][int(row["number"])] for row in rows] == persons_of_rows
    assert all("who" not in row for row in rows)


@pytest.mark.parametrize("shuffle", [False, True])
@every_table
def test_a_plan_of_one_target_each_gives_the_same_rows_everywhere(engine, table, shuffle):
    masked = table.column_names[:-1]
    source = engine(table, ["", "?"])
    counted = source.count(masked)
    result = source.apply(renamed(counted), RunKey(), shuffle=shuffle)
    place = {row: i for i, row in enumerate(tuples_of(counted))}
    plain = texts(table)
    kept = plain[table.column_names[-1]]
    numbers = [place[row] for row in zip(*(plain[name] for name in masked), strict=True)]
    expected = [(f"A{i}", *[i / 2] * (len(masked) - 1), text) for i, text in zip(numbers, kept, strict=True)]
    assert (result.columns, result.records) == (tuple(table.column_names), table.num_rows)
    rows = rows_of(result)
    assert Counter(rows) == Counter(expected)
    if engine in ORDERED:
        assert shuffle or rows == expected
        assert list(result.trail()) == [(i, i) for i in numbers]


@every_table
def test_several_targets_have_the_planned_counts_and_repeat_with_the_key(engine, table):
    masked = table.column_names[:-1]
    source, key = engine(table, ["", "?"]), RunKey()
    plan = halves(source.count(masked))
    once, again = (rows_of(source.apply(plan, key, shuffle=True)) for _ in range(2))
    assert once == again
    dealt = Counter(row[0] for row in once)
    texts_of = plan.written[masked[0]]
    assert dealt == {texts_of[t]: c for t, c in zip(plan.target.tolist(), plan.count.tolist(), strict=True)}
    other = engine(table, ["", "?"])
    assert rows_of(other.apply(plan, key, shuffle=True)) == once


@pytest.mark.parametrize("plan", [renamed, halves])
@every_table
def test_the_expectation_is_met_by_the_masked_rows(engine, table, plan):
    masked = table.column_names[:-1]
    source, key = engine(table, ["", "?"]), RunKey()
    assignment = plan(source.count(masked), drop=(), mark="test only")
    fingerprint = Fingerprint(key, assignment.released(source.columns))
    rows = rows_of(source.apply(assignment, key, shuffle=True))
    cells = [
        fingerprint.texts(name, [format_value(row[j]) for row in rows]) for j, name in enumerate(fingerprint.columns)
    ]
    assert fingerprint.total(cells) == source.expect(assignment, key, fingerprint)


def test_dropped_columns_and_rows_are_removed(engine):
    table = pa.table({"a": ["x", "y", "x"], "id": ["1", "2", "3"], "c": ["p", "q", "r"]})
    source, key = engine(table, [""]), RunKey()
    counted = source.count(["a"])
    plan = Assignment(
        counted=counted, planned_of_counted=np.array([0, -1]), source=np.array([0, 0]), target=np.array([0, -1]),
        count=np.array([1, 1]), written={"a": ["X"]}, drop=("id",),
    )  # fmt: skip
    result = source.apply(plan, key, shuffle=True)
    assert result.records == 1 == len(rows_of(result))
    assert rows_of(result)[0] in {("X", "p"), ("X", "r")}
    fingerprint = Fingerprint(key, result.columns)
    cells = [fingerprint.texts(name, [cell]) for name, cell in zip(result.columns, rows_of(result)[0], strict=True)]
    assert fingerprint.total(cells) == source.expect(plan, key, fingerprint)


def test_targets_are_uniform_within_a_tuple(engine):
    """3,000 tuples of three rows share two targets of 1 and 2 rows: the first target is each row's in a third of them."""
    tuples = [f"t{i:04}" for i in range(3000)]
    source = engine(pa.table({"a": tuples * 3, "n": ["0"] * 3000 + ["1"] * 3000 + ["2"] * 3000}), [""])
    every = np.arange(3000)
    plan = Assignment(
        counted=source.count(["a"]), planned_of_counted=every, source=np.repeat(every, 2), target=np.tile([0, 1], 3000),
        count=np.tile([1, 2], 3000), written={"a": ["A", "B"]},
    )  # fmt: skip
    places = Counter(n for a, n in rows_of(source.apply(plan, RunKey(), shuffle=False)) if a == "A")
    assert set(places) == {"0", "1", "2"}
    # 1,000 expected; 5.2 standard deviations of a binomial are 5.2·sqrt(3000·1/3·2/3) = 135: error rate below 1e-6.
    assert all(abs(times - 1000) < 135 for times in places.values())


def test_equal_rows_receive_targets_independently_and_are_shuffled(engine):
    """Of 1,000 pairs of equal rows with two targets, about half stay together by chance, and few are adjacent."""
    source = engine(pa.table({"a": ["x"] * 2000, "n": [f"{i:04}" for i in range(1000)] * 2}), [""])
    plan = Assignment(
        counted=source.count(["a"]), planned_of_counted=np.array([0]), source=np.array([0, 0]), target=np.array([0, 1]),
        count=np.array([1000, 1000]), written={"a": ["A", "B"]},
    )  # fmt: skip
    rows = rows_of(source.apply(plan, RunKey(), shuffle=True))
    apart = Counter(n for a, n in rows if a == "A")
    together = sum(times == 2 for times in apart.values()) * 2
    # 500 pairs expected, of variance about 1000·1/4: 5.2·sqrt(250) = 82, error rate below 1e-6.
    assert abs(together - 500) < 164
    # One pair in a thousand is side by side: about 1 expected, 14 or more with a chance below 1e-10.
    assert sum(before[1] == after[1] for before, after in pairwise(rows)) < 14


def test_the_order_of_a_release_is_random(engine):
    """Of 2,000 rows about half of the first thousand come among the first thousand written."""
    source = engine(pa.table({"a": ["x"] * 2000, "n": [str(i) for i in range(2000)]}), [""])
    rows = rows_of(source.apply(renamed(source.count(["a"])), RunKey(), shuffle=True))
    early = sum(int(n) < 1000 for _, n in rows[:1000])
    # Hypergeometric: 500 expected, standard deviation 11.2; 5.2 of them are 58, error rate below 1e-6.
    assert abs(early - 500) < 58


def test_every_engine_profiles_columns(engine):
    table = pa.table({
        "text": ["one two", "three", "", None, "one two"], "fraction": ["1.5", "2,25", "3e5", "1.5", ""],
        "number": [1, 2, 3, None, 3], "float": [1.5, 2.5, float("nan"), None, 1.5],
    })  # fmt: skip
    source = engine(table, ["", "?"])
    column = source.profile("text")
    assert (column.present, column.distinct, column.decimal, column.text) == (3, 2, False, True)
    assert column.words == pytest.approx(5 / 3)
    assert (source.profile("fraction").decimal, source.profile("fraction").present) == (True, 4)
    assert (source.profile("number").text, source.profile("number").distinct) == (False, 3)
    assert (source.profile("float").present, source.profile("float").decimal) == (3, True)


@pytest.mark.parametrize("engine", ORDERED)
def test_two_tables_are_aligned_row_by_row(engine):
    before, after = (engine(pa.table({"a": list(texts)}), [""]) for texts in ("xxy", "uuw"))
    assert [part.tolist() for part in before.align_with(after, ["a"])] == [[0, 1], [0, 1], [2, 1]]
    with pytest.raises(DataError, match="cannot be compared row by row"):
        before.align_with(engine(pa.table({"a": ["u"]}), [""]), ["a"])


@pytest.mark.parametrize("engine", ORDERED)
def test_the_first_row_with_a_text_is_found(engine):
    source = engine(pa.table({"a": ["x", "y'", "z", "y'"]}), [""])
    assert (source.locate("a", {"y'", "z"}), source.locate("a", {"q"})) == (2, None)


def test_a_plan_that_does_not_add_up_is_refused(engine):
    source = engine(pa.table({"a": ["x", "x", "y"]}), [""])
    plan = Assignment(
        counted=source.count(["a"]), planned_of_counted=np.arange(2), source=np.arange(2), target=np.arange(2),
        count=np.array([1, 1]), written={"a": ["A", "B"]},
    )  # fmt: skip
    with pytest.raises(KinonymError, match="does not add up"):
        rows_of(source.apply(plan, RunKey(), shuffle=False))


def test_lists_in_cells_and_unknown_columns_are_refused(engine):
    with pytest.raises(DataError, match="column 'a' has lists"):
        engine(pa.table({"a": [["secret"], ["x"]]}), [""]).count(["a"])
    source = engine(pa.table({"country": ["x"]}), [""])
    with pytest.raises(UsageError, match="no column 'contry'"):
        source.count(["contry"])
    with pytest.raises(UsageError, match="no columns to count"):
        source.count([])
