"""`fit` and `apply`: other tables get the classes of the training table, and the claims say what holds."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random, scale_count
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.errors import PrivacyError
from kinonym.methods.learnt_plan import LearntPlan
from kinonym.pipeline.fitted_plan import fit
from kinonym.tuples import Plan
from kinonym.tuples.tuples import tuple_points

PARENTS = {
    "top": [], "ball": ["top"], "water": ["top"], "soccer": ["ball"], "rugby": ["ball"], "tennis": ["ball"],
    "swimming": ["water"], "surfing": ["water"], "rowing": ["water"],
}  # fmt: skip
SPORTS = ["soccer", "rugby", "tennis", "swimming", "surfing", "rowing"]
METHODS = ("sa-mdav", "mdav", "k-ward", "recode", "resample", "generalise")


@pytest.fixture
def recipe(tmp_path):
    lines = ["child,parent", *(f"{child},{parents[0] if parents else ''}" for child, parents in PARENTS.items())]
    (tmp_path / "sports.csv").write_text("\n".join(lines))

    def make(name="sa-mdav", k=3, **changes):
        columns = {
            "sport": {"role": "quasi", "ontology": str(tmp_path / "sports.csv"), "root": "top"},
            "age": {"role": "quasi", "type": "numeric"},
            "town": {"role": "quasi"},
            **changes.pop("columns", {}),
        }
        return {"columns": columns, "method": {"name": name, "k": k, **changes.pop("method", {})}, **changes}

    return make


def draw_table(draw, rows, sports=SPORTS, ages=(20, 30), towns="abc"):
    picked = [(draw.choice(sports), draw.randint(*ages), draw.choice(towns)) for _ in range(rows)]
    return pd.DataFrame(picked, columns=["sport", "age", "town"])


def combinations(table):
    return Counter(map(tuple, table.astype(object).where(table.notna(), None).to_numpy().tolist()))


@pytest.mark.parametrize("method", METHODS)
def test_the_training_table_gets_its_own_classes(recipe, method):
    """What was planned for a combination is what `apply` gives to it: the training table itself becomes k-anonymous."""
    for case in range(scale_count(5)):
        draw = fresh_random("own classes", method, case)
        train = draw_table(draw, 60)
        fitted = fit(train, recipe(method))
        first, again = (fitted.apply(train, aligned=True).table for _ in range(2))
        pd.testing.assert_frame_equal(first, again)
        assert min(combinations(first).values()) >= 3
        alike = pd.concat([train.add_prefix("was "), first], axis=1).drop_duplicates()
        assert len(alike) == len(train.drop_duplicates()), "equal rows became different ones"


@pytest.mark.parametrize("method", METHODS)
def test_only_combinations_of_the_masked_training_table_are_released(recipe, method):
    for case in range(scale_count(5)):
        draw = fresh_random("only known", method, case)
        train, test = draw_table(draw, 60), draw_table(draw, 25, [*SPORTS, "ball"], (10, 50), "abcd")
        fitted = fit(train, recipe(method))
        masked, result = combinations(fitted.apply(train).table), fitted.apply(test)
        assert len(result.table) == len(test)
        assert set(combinations(result.table)) <= set(masked)
        smallest = min(masked.values())
        assert f"where it occurs at least {smallest} times" in result.claims[0].sentence
        assert result.claims[0].guarantee
        rarest = min(combinations(result.table).values())
        assert f"its rarest combination has {rarest} of its 25 rows" in result.claims[1].sentence
        assert not result.claims[1].guarantee


def find_nearest(method, tuples):
    """The classes by the definition, one pair after the other: the mean distance of the columns, first class on ties."""
    nearest = []
    for point in tuple_points(tuples):
        far = []
        for target in method.targets:
            apart = [
                float(c.domain.between(np.array([x]), np.array([y]))[0])
                for c, x, y in zip(tuples.columns, point, target, strict=True)
            ]
            weights = [column.weight for column in tuples.columns]
            power = 2 if tuples.euclidean else 1
            far.append(round(sum(w * d**power for w, d in zip(weights, apart, strict=True)), 12))
        nearest.append(far.index(min(far)))
    return nearest


@pytest.mark.parametrize("columns", [{}, {"sport": {"role": "identifier"}, "town": {"role": "identifier"}}])
def test_a_new_combination_gets_the_nearest_class(recipe, columns):
    for case in range(scale_count(10)):
        draw = fresh_random("nearest", len(columns), case)
        train, test = draw_table(draw, 50), draw_table(draw, 30, [*SPORTS, "water"], (10, 60), "abcde")
        fitted = fit(train, recipe(columns={**columns, "age": {"role": "quasi", "type": "numeric", "weight": 2.0}}))
        plan = fitted.apply(test).plan
        method = fitted.learnt.method
        known = method.find_known(plan.tuples)
        expected = np.where(known >= 0, known, find_nearest(method, plan.tuples))
        assert (known < 0).any()
        assert plan.target.tolist() == expected.tolist()


def test_classes_are_learnt_from_the_largest_to_the_smallest(recipe):
    method = fit(draw_table(fresh_random("sizes"), 60), recipe()).learnt.method
    sizes = np.bincount(method.target_of_trained, weights=method.trained.counts)
    assert sizes.tolist() == sorted(sizes.tolist(), reverse=True)
    assert method.smallest_class == sizes.min() >= 3


def test_a_row_does_not_depend_on_other_rows(recipe):
    for case in range(scale_count(5)):
        draw = fresh_random("alone", case)
        fitted = fit(draw_table(draw, 50), recipe())
        test = draw_table(draw, 12, [*SPORTS, "water"], (10, 60), "abcde")
        together = fitted.apply(test, aligned=True).table
        alone = pd.concat([fitted.apply(test.iloc[[i]], aligned=True).table for i in range(len(test))])
        assert together.to_numpy().tolist() == alone.to_numpy().tolist()


def test_new_combinations_can_be_suppressed(recipe):
    train = draw_table(fresh_random("suppressed"), 60)
    fitted = fit(train, recipe(), unknown="suppress")
    result = fitted.apply(pd.DataFrame({"sport": ["ball"], "age": [99], "town": ["z"]}))
    assert result.table.isna().all(axis=None)
    assert "or is missing in every masked column" in result.claims[0].sentence
    assert "1 records have a combination that the training table does not have" in " ".join(result.notices)
    known = fitted.apply(train.iloc[:1])
    assert known.table.notna().all(axis=None)
    assert not any("does not have" in notice for notice in known.notices)


def test_values_without_a_concept(recipe):
    """A new text without a concept is an error, is missing, or is at distance 1 from everything, as the recipe says."""
    train = draw_table(fresh_random("unmapped"), 60)
    unknown = pd.DataFrame({"sport": ["chess"], "age": [25], "town": ["a"]})
    base = recipe()["columns"]["sport"]
    with pytest.raises(kn.UnmappedError):
        fit(train, recipe()).apply(unknown)
    for unmapped in ("suppress", "isolate"):
        fitted = fit(train, recipe(columns={"sport": {**base, "unmapped": unmapped}}))
        result = fitted.apply(unknown)
        assert result.table["sport"][0] in (*PARENTS, None)
        assert fitted.apply(unknown).table.equals(result.table)
    isolated = fit(
        pd.concat([train, *[unknown] * 5]), recipe(columns={"sport": {**base, "unmapped": "isolate"}})
    ).apply(unknown)
    assert isolated.table["sport"][0] == "chess", "the texts of the training table keep their points"


def test_words_out_of_range_are_rejected(recipe):
    fitted = fit(draw_table(fresh_random("words"), 60), recipe())
    with pytest.raises(kn.DataError, match="column 'age': 1 distinct values .* not finite numbers") as error:
        fitted.apply(pd.DataFrame({"sport": ["rugby"], "age": ["secret"], "town": ["a"]}))
    assert "secret" not in str(error.value)
    with pytest.raises(kn.RecipeError, match="the table does not have"):
        fitted.apply(pd.DataFrame({"sport": ["rugby"], "age": [20]}))


def test_columns_of_sets_dates_levels_and_times(recipe, tmp_path):
    draw = fresh_random("types")
    every = {
        "sports": {"role": "quasi", "ontology": str(tmp_path / "sports.csv"), "root": "top", "separator": "|"},
        "day": {"role": "quasi", "type": "date", "precision": "month"},
        "level": {"role": "quasi", "order": ["low", "middle", "high"]},
        "at": {"role": "quasi", "type": "time"},
    }

    def draw_row():
        several = "|".join(sorted(draw.sample(SPORTS, 2)))
        return (
            several,
            f"2020-{draw.randint(1, 12):02}-05",
            draw.choice(every["level"]["order"]),
            f"{draw.randint(8, 20):02}:00",
        )

    train, test = (pd.DataFrame([draw_row() for _ in range(n)], columns=list(every)) for n in (40, 10))
    rest = dict.fromkeys(("sport", "age", "town"))
    given = recipe()
    given["columns"] = {name: column for name, column in {**given["columns"], **every}.items() if name not in rest}
    fitted = fit(train, given)
    masked, released = combinations(fitted.apply(train).table), combinations(fitted.apply(test).table)
    assert min(masked.values()) >= 3
    assert set(released) <= set(masked)


def test_persons_count_in_the_training_table(recipe):
    draw = fresh_random("persons")
    train = draw_table(draw, 80).assign(id=[f"p{i % 20}" for i in range(80)])
    fitted = fit(train, recipe(table={"person": "id"}))
    result = fitted.apply(train.iloc[:15])
    assert "belongs to at least" in result.claims[0].sentence
    assert "different persons" in result.claims[0].sentence
    assert list(result.table.columns) == ["sport", "age", "town"]


def test_demands_hold_in_the_training_table_only(recipe):
    draw = fresh_random("demands")
    train = draw_table(draw, 60).assign(ill=[draw.choice("xyz") for _ in range(60)])
    given = recipe(
        columns={"ill": {"role": "confidential"}}, method={"l_diversity": 2}, release={"accept_unique": True}
    )
    claims = fit(train, given).apply(train.iloc[:10]).claims
    assert any("hold in the masked training table only" in claim.sentence and not claim.guarantee for claim in claims)
    assert not any("k = 3 holds" in claim.sentence for claim in claims)


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_the_kind_of_the_table_comes_back(recipe, kind):
    pl = pytest.importorskip("polars")
    convert = {"pandas": lambda t: t, "polars": pl.from_pandas, "pyarrow": pa.Table.from_pandas}[kind]
    train = draw_table(fresh_random("kinds"), 40)
    fitted = fit(convert(train), recipe())
    assert type(fitted.apply(convert(train.iloc[:9])).table) is type(convert(train))


def test_a_seed_marks_what_is_masked_with_the_classes(recipe):
    train = draw_table(fresh_random("seed"), 40)
    result = fit(train, recipe(), seed=3).apply(train.iloc[:9])
    assert "TEST" in result.claims[0].sentence
    assert not any(claim.guarantee for claim in result.claims)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"method": {"name": "suppress"}}, "suppress makes no classes"),
        ({"method": {"name": "record-swap"}}, "record-swap makes no classes"),
        ({"table": {"sample": 0.5}}, "table.sample cannot be learnt"),
        ({"release": {"reuse": "some.plan"}}, "release.reuse cannot be learnt"),
        ({"columns": {"age": {"role": "quasi", "type": "numeric", "before": "other"}, "other": {"role": "quasi", "type": "numeric"}}}, "columns.age.before cannot be learnt"),
        ({"columns": {"town": {"role": "other", "with": "sport"}}}, "columns.town.with cannot be learnt"),
    ],
)  # fmt: skip
def test_what_cannot_be_learnt_is_rejected(recipe, changes, said):
    train = draw_table(fresh_random("rejected"), 40).assign(other=1)
    if "other" not in changes.get("columns", {}):
        train = train.drop(columns="other")
    with pytest.raises(kn.RecipeError, match=said):
        fit(train, recipe(**changes))


def test_an_unknown_treatment_is_rejected(recipe):
    with pytest.raises(kn.UsageError, match="not a treatment of new combinations"):
        fit(draw_table(fresh_random("treatment"), 40), recipe(), unknown="drop")


def test_nothing_of_a_record_is_shown(recipe):
    train = draw_table(fresh_random("shown"), 40)
    fitted = fit(train, recipe())
    shown = repr(fitted) + repr(fitted.learnt) + repr(fitted.learnt.method)
    assert not any(sport in shown for sport in SPORTS)


# --- connections: each end could be right, and nobody ask


def test_another_class_than_the_learnt_one_is_refused(recipe, monkeypatch):
    train = draw_table(fresh_random("another class"), 60)
    fitted = fit(train, recipe())
    plan = LearntPlan.plan

    def slip(self, tuples, rng, progress=lambda _: None):
        made = plan(self, tuples, rng, progress)
        return replace(made, target=(made.target + 1) % len(made.targets))

    monkeypatch.setattr(LearntPlan, "plan", slip)
    with pytest.raises(PrivacyError, match="does not become what it became in the training table"):
        fitted.apply(train)


def test_a_combination_that_nobody_learnt_is_refused(recipe, monkeypatch):
    train = draw_table(fresh_random("nobody learnt"), 60)
    fitted = fit(train, recipe())
    plan = LearntPlan.plan

    def leave_unchanged(self, tuples, rng, progress=lambda _: None):
        plan(self, tuples, rng, progress)
        return Plan.unchanged(tuples)

    monkeypatch.setattr(LearntPlan, "plan", leave_unchanged)
    with pytest.raises(PrivacyError, match="the training table was not masked with"):
        fitted.apply(train)


def test_the_gate_counts_the_released_combinations(recipe, monkeypatch):
    """The texts of one column slip after the plan was verified."""
    train = draw_table(fresh_random("gate"), 60)
    fitted = fit(train, recipe())
    made = MemoryMasked.native

    def slip(self):
        table = made(self)
        return table.assign(town=np.roll(table["town"].to_numpy(), 1))

    monkeypatch.setattr(MemoryMasked, "native", slip)
    with pytest.raises(PrivacyError, match="are not those of the masked training table"):
        fitted.apply(train)
