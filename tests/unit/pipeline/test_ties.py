"""Linked columns: dates in order, texts that follow codes, code systems that are not mixed."""

import datetime as dt
import random
from collections import Counter

import pyarrow as pa
import pyarrow.csv
import pytest

import kinonym as kn
from drawing import fresh_random
from kinonym.errors import PrivacyError, RecipeError
from kinonym.methods.clustering import Clustering
from kinonym.pipeline import column_order, followers

QUASI = {"role": "quasi"}
DATE = {**QUASI, "type": "date"}
METHOD = {"name": "sa-mdav", "k": 5}


def stays(number=300, late=0, seed=4):
    """Days of admission and of discharge; the first ``late`` pairs are in the wrong order, a year apart."""
    draw = random.Random(seed)
    rows = []
    for i in range(number):
        day = draw.randrange(1, 366)
        rows.append((day + 365, day) if i < late else (day, day + draw.randrange(30)))
    return rows


def tied(rows, *, before="out", method=METHOD, **more):
    dates = [[str(dt.date(2020, 1, 1) + dt.timedelta(days=d)) for d in row] for row in rows]
    table = pa.table({"in": [row[0] for row in dates], "out": [row[1] for row in dates]})
    columns = {"in": {**DATE, "before": before, **more}, "out": {**DATE, **more}}
    return table, {"columns": columns, "method": method, "release": {"accept_unique": True}}


@pytest.mark.parametrize("precision", ["day", "month"])
@pytest.mark.parametrize("method", ["sa-mdav", "mdav", "recode", "resample"])
def test_the_order_of_linked_dates_is_preserved(method, precision):
    table, recipe = tied(stays(), method={"name": method, "k": 5}, precision=precision)
    released = kn.mask(table, recipe).table
    assert all(a <= b for a, b in zip(*released.to_pydict().values(), strict=True))


def test_the_order_of_linked_numbers_is_preserved():
    draw = random.Random(2)
    low = [draw.gauss(80, 9) for _ in range(200)]
    table = pa.table({"low": [f"{x:.0f}" for x in low], "high": [f"{x + draw.random():.0f}" for x in low]})
    columns = {name: {**QUASI, "type": "numeric"} for name in ("low", "high")}
    columns["low"]["before"] = "high"
    released = kn.mask(
        table, {"columns": columns, "method": METHOD, "release": {"accept_unique": True}}
    ).table.to_pydict()
    assert all(float(a) <= float(b) for a, b in zip(*released.values(), strict=True))


def test_rows_out_of_order_in_the_original_are_counted_and_stay_so():
    table, recipe = tied(stays(late=20), precision="year")
    result = kn.mask(table, recipe)
    released = result.table.to_pydict()
    assert 0 < sum(a > b for a, b in zip(*released.values(), strict=True)) <= 20
    assert any("20 records have 'in' after 'out'" in notice for notice in result.notices)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"a": {**DATE, "before": "a"}}, "linked to itself"),
        ({"a": {**DATE, "before": "b"}, "b": {**DATE, "before": "a"}}, "in a circle: a → b → a"),
        ({"a": {**DATE, "before": "c"}}, "'c', which the recipe does not have"),
        ({"a": {**DATE, "before": "b"}, "b": {"role": "other"}}, "'b' is not masked"),
        ({"a": {**DATE, "before": "b"}, "b": {**QUASI, "type": "numeric"}}, "no common order"),
        ({"a": QUASI, "b": {"role": "other", "with": "b"}}, "linked to itself"),
        ({"a": QUASI, "b": {"role": "other", "with": "c"}}, "'c', which the recipe does not have"),
        ({"a": QUASI, "b": {**QUASI, "with": "c"}, "c": {"role": "other"}}, "which is not masked"),
        ({"a": QUASI, "b": {"role": "other", "with": "c"}, "c": {"role": "identifier"}}, "which is dropped"),
        ({"a": QUASI, "b": {"role": "other", "with": "c"}, "c": {"role": "other", "with": "a"}}, "follows another"),
    ],
)
def test_impossible_links_between_columns_are_recipe_errors(columns, words):
    with pytest.raises(RecipeError, match=words):
        kn.mask(
            pa.table({name: ["2020-01-01"] * 9 for name in columns}),
            {"columns": columns, "method": METHOD, "release": {"accept_unique": True}},
        )


def test_a_swap_cannot_keep_an_order():
    table, recipe = tied(stays(60), method={"name": "srs1", "k": 5})
    with pytest.raises(RecipeError, match="cannot repair an order"):
        kn.mask(table, recipe)


def described(rare=0):
    """Codes and their texts; the first ``rare`` records have a unique text."""
    texts = {
        "I10": "High pressure",
        "E11.9": "Sugar",
        "E11.65": "Much sugar",
        "J45.909": "Asthma",
        "J45.901": "Bad asthma",
    }
    draw = random.Random(8)
    codes = [draw.choice(list(texts)) for _ in range(120)]
    words = [f"the pressure of Mr {i}" if i < rare and code == "I10" else texts[code] for i, code in enumerate(codes)]
    ages = [str(draw.randrange(20, 90)) for _ in codes]
    columns = {
        "code": {**QUASI, "ontology": "icd10cm"},
        "text": {"role": "other", "with": "code"},
        "age": {**QUASI, "type": "numeric"},
    }
    return pa.table({"code": codes, "text": words, "age": ages}), {
        "columns": columns,
        "method": {**METHOD, "k": 8},
        "release": {"accept_unique": True},
    }


def test_a_text_follows_its_code_and_never_contradicts_it():
    table, recipe = described()
    released = kn.mask(table, recipe).table.to_pydict()
    pairs = {(code, text) for code, text in zip(released["code"], released["text"], strict=True)}
    own = dict(zip(*(table.column(name).to_pylist() for name in ("code", "text")), strict=True))
    assert len(pairs) == len({code for code, _ in pairs})
    assert all(own[code] == text for code, text in pairs if code in own)
    assert all(text for _, text in pairs)  # a new code gets the label of its concept


def test_a_text_of_a_few_is_not_released_by_following():
    table, recipe = described(rare=120)
    texts = Counter(kn.mask(table, recipe).table.column("text").to_pylist())
    assert not any(text and text.startswith("the pressure of") for text in texts)


def test_a_code_that_occurs_never_takes_the_text_of_its_child(tmp_path):
    """The texts of A are too rare to be released, and A must not get the text of A1, its only descendant."""
    (tmp_path / "codes.csv").write_text("child,parent,label\nA,,Whole family\nA1,A,First\nB,,Others\nB1,B,Second\n")
    codes = ["A"] * 6 + ["A1"] * 6 + ["B1"] * 6
    texts = [f"note {i}" for i in range(6)] + ["first"] * 6 + ["second"] * 6
    columns = {
        "code": {**QUASI, "ontology": str(tmp_path / "codes.csv")},
        "text": {"role": "other", "with": "code"},
    }
    recipe = {"columns": columns, "method": {"name": "sa-mdav", "k": 6}}
    released = kn.mask(pa.table({"code": codes, "text": texts}), recipe).table.to_pydict()
    pairs = set(zip(released["code"], released["text"], strict=True))
    assert pairs == {("A", "Whole family"), ("A1", "first"), ("B1", "second")}


def test_the_gate_refuses_a_text_of_another_code(tmp_path, monkeypatch):
    table, recipe = described()
    pyarrow.csv.write_csv(table, tmp_path / "in.csv")
    honest = followers.find_follower_texts

    def slipped(*given):
        written = honest(*given)
        return {name: [*texts[1:], texts[0]] for name, texts in written.items()}

    monkeypatch.setattr(followers, "find_follower_texts", slipped)
    monkeypatch.setattr(followers, "verify_followers", lambda *_: None)  # it would refuse before anything is written
    with pytest.raises(PrivacyError, match="does not follow from 'code'"):
        kn.mask_file(tmp_path / "in.csv", recipe, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def test_the_gate_refuses_reversed_dates(tmp_path, monkeypatch):
    table, recipe = tied(stays(), precision="month")
    pyarrow.csv.write_csv(table, tmp_path / "in.csv")
    honest = column_order.repair_order

    def turned(*given):
        plan = honest(*given)
        plan.targets[:, :] = plan.targets[:, ::-1]
        return plan

    monkeypatch.setattr(column_order, "repair_order", turned)
    with pytest.raises(PrivacyError, match="'in' comes after 'out'"):
        kn.mask_file(tmp_path / "in.csv", recipe, tmp_path / "out.csv")


@pytest.fixture
def two_systems(tmp_path):
    """Codes of two small systems that share a spelling, and the column that names the system."""
    (tmp_path / "old.csv").write_text("child,parent\nA,\nA1,A\nA2,A\nB,\nB1,B\nB2,B\n")
    (tmp_path / "new.csv").write_text("child,parent\nX,\nX1,X\nX2,X\nA1,X\n")
    draw = random.Random(6)
    rows = [
        draw.choice([("A1", "9"), ("A2", "9"), ("B1", "9"), ("X1", "10"), ("X2", "10"), ("A1", "10")])
        for _ in range(200)
    ]
    table = pa.table(
        {"code": [a for a, _ in rows], "version": [b for _, b in rows], "age": [str(i % 50) for i in range(200)]}
    )
    systems = {"column": "version", "9": str(tmp_path / "old.csv"), "10": str(tmp_path / "new.csv")}
    columns = {
        "code": {**QUASI, "ontology_by": systems},
        "version": {"role": "other"},
        "age": {**QUASI, "type": "numeric"},
    }
    return table, {"columns": columns, "method": METHOD, "release": {"accept_unique": True}}


@pytest.mark.parametrize("method", ["sa-mdav", "generalise", "srs1"])
def test_codes_of_several_systems_stay_with_their_version(two_systems, method):
    table, recipe = two_systems
    released = kn.mask(table, {**recipe, "method": {"name": method, "k": 5}}).table.to_pydict()
    own = {"9": {"A1", "A2", "B1", "B2", "A", "B"}, "10": {"X1", "X2", "A1", "X"}}
    for code, version in zip(released["code"], released["version"], strict=True):
        assert code in own.get(version, ()) or "*" in code or code == "any"  # the last two: above the codes of a system


def test_a_version_that_the_recipe_does_not_name_leaves_its_codes_unmapped(two_systems):
    table, recipe = two_systems
    table = table.set_column(1, "version", pa.array(["11", *table.column("version").to_pylist()[1:]]))
    with pytest.raises(kn.KinonymError, match=r"1 of \d values in 1 records have no concept"):
        kn.mask(table, recipe)
    recipe["columns"]["code"]["unmapped"] = "suppress"
    assert kn.mask(table, recipe).table.num_rows == 200


def test_keys_for_one_ontology_are_refused_with_several(two_systems):
    table, recipe = two_systems
    recipe["columns"]["code"]["root"] = "A"
    with pytest.raises(RecipeError, match="root, which cannot be combined"):
        kn.mask(table, recipe)


LIVES = ("born", "came", "left", "died", "vaccinated")
CHAIN = {
    "born": {**DATE, "before": ["came", "vaccinated"]},
    "came": {**DATE, "before": "left"},
    "left": {**DATE, "before": "died"},
    "died": DATE,
    "vaccinated": DATE,
}
ORDERS = [
    ("born", "came"), ("born", "left"), ("born", "died"), ("born", "vaccinated"),
    ("came", "left"), ("came", "died"), ("left", "died"),
]  # fmt: skip


def lives(number, seed, missing=0.25):
    """Dates of persons in their order; each is missing in a quarter of the rows."""
    draw = fresh_random("dates of persons", seed)
    rows = []
    for _ in range(number):
        born = dt.date(1990, 1, 1) + dt.timedelta(days=draw.randrange(7_000))
        came = born + dt.timedelta(days=draw.randrange(400))
        left = came + dt.timedelta(days=draw.randrange(20))
        died = left + dt.timedelta(days=draw.randrange(60))
        vaccinated = born + dt.timedelta(days=draw.randrange(90))
        dates = (born, came, left, died, vaccinated)
        rows.append([None if draw.random() < missing else str(day) for day in dates])
    return pa.table({name: [row[j] for row in rows] for j, name in enumerate(LIVES)})


def whole_period(text):
    """The first and the last day that a written date may mean."""
    if "-Q" in text:
        year, quarter = text.split("-Q")
        return f"{year}-{3 * int(quarter) - 2:02}-01", f"{year}-{3 * int(quarter):02}-31"
    first, last = {4: ("-01-01", "-12-31"), 7: ("-01", "-31"), 10: ("", "")}[len(text)]
    return text + first, text + last


def contradictions(table):
    """Rows and pairs in which the later date lies completely before the earlier one."""
    rows = table.to_pylist()
    known = ((row[a], row[b]) for row in rows for a, b in ORDERS if row[a] is not None and row[b] is not None)
    return sum(whole_period(a)[0] > whole_period(b)[1] for a, b in known)


@pytest.mark.parametrize("precision", [{}, {"precision": "day"}], ids=["shared", "day"])
@pytest.mark.parametrize(
    "method",
    [
        {"name": "sa-mdav", "k": 5, "refine": True},
        {"name": "mdav", "k": 5},
        {"name": "recode", "k": 5},
        {"name": "resample", "k": 5},
        {"name": "generalise", "k": 5, "scheme": "local"},
        {"name": "suppress", "k": 2},
        {"name": "noise", "alpha": 0.5},
    ],
    ids=lambda method: method["name"],
)
def test_chains_and_partial_orders_hold_where_dates_are_missing(method, precision):
    for seed in (1, 2):
        table = lives(150, seed)
        columns = {name: {**column, **precision} for name, column in CHAIN.items()}
        assert contradictions(table) == 0
        assert contradictions(kn.mask(table, {"columns": columns, "method": method}).table) == 0


def test_the_ends_of_a_chain_are_ordered_where_the_middle_is_missing():
    """Without the pair of the ends this class would have a death before the birth: medians of each column alone."""
    rows = [("2000-01-01", "2000-01-02")] * 2 + [("2000-09-01", None)] * 3 + [(None, "2000-03-01")] * 3
    table = pa.table({"a": [a for a, _ in rows], "b": [None] * 6 + ["2000-01-02"] * 2, "c": [c for _, c in rows]})
    columns = {"a": {**DATE, "before": "b"}, "b": {**DATE, "before": "c"}, "c": DATE}
    day = {name: {**column, "precision": "day"} for name, column in columns.items()}
    released = kn.mask(table, {"columns": day, "method": {"name": "sa-mdav", "k": 8}}).table.to_pylist()
    assert all(row["a"] is None or row["c"] is None or row["a"] <= row["c"] for row in released)


def test_several_columns_may_come_after_one_and_circles_are_found():
    columns = {"a": {**DATE, "before": ["b", "c"]}, "b": {**DATE, "before": ["c"]}, "c": {**DATE, "before": ["a"]}}
    with pytest.raises(RecipeError, match="in a circle: a → c → a"):
        kn.mask(pa.table({name: ["2020-01-01"] * 9 for name in columns}), {"columns": columns, "method": METHOD})
    columns["a"]["before"] = ["b", "b2"]
    with pytest.raises(RecipeError, match="'b2', which the recipe does not have"):
        kn.mask(pa.table({name: ["2020-01-01"] * 9 for name in columns}), {"columns": columns, "method": METHOD})


def test_rows_that_are_out_of_order_already_do_not_excuse_others(tmp_path, monkeypatch):
    """Rows may be out of order only if the same rows were in the original; an equal number is not enough."""
    table, recipe = tied(stays(late=150), precision="month")
    honest = column_order.repair_order

    def turned(*given):
        plan = honest(*given)
        late = plan.targets[:, 0] > plan.targets[:, 1]
        plan.targets[:, :] = plan.targets[:, ::-1] if late.any() else plan.targets
        return plan

    monkeypatch.setattr(column_order, "repair_order", turned)
    monkeypatch.setattr(Clustering, "objection", lambda *_: None)  # it would refuse first: these are no centres
    with pytest.raises(PrivacyError, match="'in' comes after 'out' in .* rows that are in order in the original"):
        kn.mask(table, recipe)


@pytest.mark.parametrize(("method", "seed"), [("sa-mdav", 0), ("mdav", 0), *(("resample", seed) for seed in range(10))])
def test_dates_that_are_always_equal_stay_equal(method, seed):
    """The median of the dates in one column may differ from that of the equal ones that are not missing in the other."""
    draw = random.Random(7)
    days = [str(dt.date(2020, 1, 1) + dt.timedelta(days=draw.randrange(900))) for _ in range(200)]
    table = pa.table({"died": days, "certified": [day if draw.random() < 0.5 else None for day in days]})
    columns = {
        "died": {**DATE, "before": "certified", "precision": "month"},
        "certified": {**DATE, "precision": "month"},
    }
    released = kn.mask(table, {"columns": columns, "method": {"name": method, "k": 5}}, seed=seed).table.to_pylist()
    assert any(row["certified"] is not None for row in released)
    assert all(row["certified"] in (row["died"], None) for row in released if row["died"] is not None)
