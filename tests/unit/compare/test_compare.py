"""Comparisons: the front, targets, recipes, resuming, and what cannot be compared."""

import html
import json
import re
import stat

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from kinonym.comparing import Comparison, Point, compare, parse_target
from kinonym.errors import PrivacyError, RecipeError, UsageError

PARENTS = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "sports.csv").write_text(PARENTS)
    return {
        "columns": {
            "sport": {"role": "quasi", "type": "nominal", "ontology": str(folder / "sports.csv")},
            "age": {"role": "quasi", "type": "numeric"},
            "illness": {"role": "other"},
        },
        "method": {"name": "sa-mdav", "k": 4},
    }


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "sport": rng.choice(["soccer", "rugby", "swimming", "surfing"], 90, p=[0.5, 0.3, 0.1, 0.1]),
            "age": rng.integers(20, 40, 90).astype(str),
            "illness": "flu",
        }
    )


@pytest.fixture(scope="module")
def found(table, recipe):
    return compare(table, recipe, methods=["sa-mdav", "mdav", "suppress"], k=[2, 5, 10])


def test_every_method_meets_every_strength(found):
    assert [(p.name, p.settings["k"]) for p in found.points] == [
        (name, k) for name in ("sa-mdav", "mdav", "suppress") for k in (2, 5, 10)
    ]
    assert all(p.smallest_class >= p.settings["k"] for p in found.points)


def test_a_point_has_the_figures_of_its_recipe_run_alone(found, table):
    point = found.points[1]
    result = kn.mask(table, found.recipe(2))
    assert point.loss == pytest.approx(result.utility.loss)
    assert point.marketer == pytest.approx(result.risk.marketer)
    assert point.risk == pytest.approx(result.report.assessment.strongest.chance)


points = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=20)


@given(points)
def test_the_front_is_what_nothing_beats(pairs):
    made = tuple(
        Point(settings={"name": "m", "k": i}, risk=float(r), loss=float(loss)) for i, (r, loss) in enumerate(pairs)
    )
    front = {(p.risk, p.loss) for p in Comparison(None, made).pareto}
    beaten = {
        (p.risk, p.loss)
        for p in made
        if any(q.risk <= p.risk and q.loss <= p.loss and (q.risk, q.loss) != (p.risk, p.loss) for q in made)
    }
    assert front == {(p.risk, p.loss) for p in made} - beaten


def test_the_target_gets_the_least_loss_that_meets_it(found):
    limit = sorted(p.risk for p in found.points)[4]
    best = found.best(f"risk<={limit}")
    meeting = [p for p in found.points if p.risk <= limit]
    assert best.loss == min(p.loss for p in meeting)
    assert found.best(f"risk<={limit}, k>=10").settings["k"] == 10


def test_an_unreached_target_says_the_best_found(found):
    least = min(p.risk for p in found.points)
    with pytest.raises(PrivacyError, match=re.escape(f"risk = {least:.4g}")) as error:
        found.best("risk<=0.000001")
    assert error.value.exit_code == 4
    assert "larger k" in error.value.hint


@pytest.mark.parametrize("target", ["risk", "risk=0.1", "risk<=", "wisdom<=1", "risk<=a", "loss<=5%", "", "risk<=1e"])
def test_an_unreadable_target_is_refused(target):
    with pytest.raises(UsageError):
        parse_target(target)


def test_rows_become_tables(found):
    frame, arrow = found.to_pandas(), found.to_arrow()
    assert list(frame["method"]) == [p.name for p in found.points]
    assert arrow.num_rows == 9
    assert frame["pareto"].sum() == len(found.pareto)
    assert json.loads(found.json())["points"][0]["k"] == 2


def test_the_page_shows_every_point_and_the_chosen_recipe(found):
    page = found.page(chosen=found.best("k>=10"))
    assert page.count("<title>") == 1 + len(found.points)
    assert "The setting with the least loss" in page
    assert 'ontology = "sports.csv"' in html.unescape(page)
    assert "recipes0" not in page
    assert "<script" not in page
    assert "svg" in found._repr_html_()


def test_a_refusal_of_a_method_is_in_its_row(table, recipe):
    found = compare(table, recipe, methods=["sa-mdav"], k=[5, 1000])
    assert found.points[0].failed is None
    assert "only 90 records" in found.points[1].failed
    assert found.rows[1]["loss"] is None
    assert "only 90 records" in found.page()


def test_settings_of_methods_are_kept_apart(table, recipe):
    methods = [{"name": "mdav", "distance": "equality", "centroid": "mode"}, "mdav"]
    found = compare(table, recipe, methods=methods, k=[5])
    assert found.points[0].loss != found.points[1].loss
    assert json.loads(found.rows[0]["settings"]) == {"distance": "equality", "centroid": "mode"}


def test_strengths_alone_are_tried_with_the_recipes_method(table, recipe):
    assert [p.settings["k"] for p in compare(table, recipe, k=[2, 3]).points] == [2, 3]


def test_mistakes_are_found_before_any_work(table, recipe):
    with pytest.raises(RecipeError, match="no method 'mdaw'"):
        compare(table, recipe, methods=["mdaw"], k=[2])
    with pytest.raises(UsageError, match="needs k"):
        compare(table, recipe, methods=["mdav"])
    with pytest.raises(UsageError, match="needs alpha"):
        compare(table, recipe, methods=["noise"], k=[2])
    with pytest.raises(RecipeError, match="whole number"):
        compare(table, recipe, methods=["mdav"], k=[1])


def test_a_comparison_is_taken_up_where_it_stopped(table, recipe, tmp_path):
    state = tmp_path / "state.jsonl"
    shares = []
    compare(table, recipe, methods=["sa-mdav"], k=[2, 3], state=state, progress=shares.append)
    assert shares == [0.5, 1.0]
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    # As if a crash had cut the last line short.
    whole = state.read_text().splitlines(keepends=True)
    state.write_text("".join(whole[:2]) + whole[2][:20])
    marked = state.read_text().replace('"seconds": ', '"seconds": 1000', 1)
    state.write_text(marked)
    shares.clear()
    found = compare(table, recipe, methods=["sa-mdav"], k=[2, 3, 5], state=state, progress=shares.append)
    assert [p.settings["k"] for p in found.points] == [2, 3, 5]
    assert len(shares) == 2  # two points computed, one taken from the file
    assert max(p.seconds for p in found.points) >= 1000
    assert len(state.read_text().splitlines()) == 4


def test_the_state_of_another_table_is_refused(table, recipe, tmp_path):
    state = tmp_path / "state.jsonl"
    compare(table, recipe, k=[2], state=state)
    with pytest.raises(UsageError, match="belongs to another table"):
        compare(table.iloc[:-1], recipe, k=[2], state=state)
    text = state.read_text()
    assert not any(value in text for value in ("soccer", "rugby", "swimming"))
    state.write_text(text.splitlines()[0] + "\n" + "[" * 100_000 + "\n")
    with pytest.raises(UsageError, match="not the state"):
        compare(table, recipe, k=[2], state=state)
    state.write_text("not a state\n")
    with pytest.raises(UsageError, match="not the state"):
        compare(table, recipe, k=[2], state=state)


def test_one_worker_or_many_make_no_difference(table, recipe):
    many = compare(table, recipe, methods=["sa-mdav", "mdav"], k=[2, 5], workers=4)
    one = compare(table, recipe, methods=["sa-mdav", "mdav"], k=[2, 5], workers=1)
    assert [(p.loss, p.risk) for p in many.points] == [(p.loss, p.risk) for p in one.points]


def test_without_methods_the_sensible_ones_are_tried_and_the_best_is_named(table, recipe):
    found = kn.compare(table, {**recipe, "method": {"name": "suppress", "k": 3}}, seed=1)
    assert [point.label for point in found.points][:2] == ["suppress (k = 3)", "sa-mdav (refine = True, k = 3)"]
    assert len(found) == 7
    (best,) = found.leaders
    assert best.strength == "k = 3"
    assert best.point.loss == min(point.loss for point in found.points if point.guaranteed)
    assert f"L {best.point.loss:.2f} %" in best.why


def test_nothing_is_advised_where_no_method_bounds_the_risk(table, recipe):
    assert kn.compare(table, recipe, methods=["data-swap"], seed=1).leaders == ()


def test_pages_and_files_have_rounded_figures_of_the_original(found):
    """By the steps of a report on 90 records: one record changes a mean by 0.02, and L by 2 %."""
    exact, data = found.rows, json.loads(found.json())
    shown = data["points"]
    assert [row["loss"] for row in exact] == [point.loss for point in found.points]
    assert any(row["loss"] % 2 for row in exact)
    for row, own in zip(shown, exact, strict=True):
        assert row["loss"] == pytest.approx(2 * round(own["loss"] / 2))
        assert row["sse"] == pytest.approx(1.8 * round(own["sse"] / 1.8))
        assert row["balance"] == pytest.approx((row["loss"] + 100 * row["risk"]) / 2)
        assert {name: row[name] for name in ("risk", "rank", "pareto")} == {
            n: own[n] for n in ("risk", "rank", "pareto")
        }
    written = [f"{row['loss']:.2f} %" for row in exact if row["loss"] % 2]
    for document in (found.page(), found._repr_html_(), found.csv(), " ".join(data["findings"])):
        assert not any(text in document for text in written)
    assert [line.split(",")[0] for line in found.csv().splitlines()[1:]] == [row["method"] for row in shown]


def test_the_divergence_of_one_column_is_not_published(table, recipe):
    alone = {**recipe, "columns": {"sport": recipe["columns"]["sport"]}}
    made = compare(table[["sport"]], alone, methods=["sa-mdav"], k=[3])
    assert made.points[0].divergence is not None
    assert json.loads(made.json())["points"][0]["divergence"] is None
