"""Post-randomisation: the matrices against definitions written out here, the draws against the matrices."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym import Nominal, Pram, Taxonomy
from kinonym.domains import Plain
from kinonym.errors import RecipeError, UsageError
from kinonym.methods.pram import invariant_transition, make_transition
from kinonym.operators.samples import column_sample
from kinonym.random import generator
from kinonym.recipe import load_recipe
from kinonym.testing import mixed_tuples
from kinonym.testing.plans import families
from kinonym.tuples import Plan, Tuples

#  top ─┬─ a ─┬─ a1
#       │     └─ a2
#       └─ b
WORDS = Nominal(Taxonomy.from_parents({"top": [], "a": "top", "b": "top", "a1": "a", "a2": "a"}))


def words(*counts, domain=WORDS, values=("a1", "a2", "b")):
    points = domain.encode(list(values))[:, None]
    return Tuples.from_points(["word"], [domain], points, np.array(counts, dtype=np.int64))[0]


def as_table(matrix, domain=WORDS):
    own, became = domain.decode(matrix.values), domain.decode(matrix.targets)
    return {
        (x, y): chance
        for x, row in zip(own, matrix.chances.tolist(), strict=True)
        for y, chance in zip(became, row, strict=True)
    }


def test_nearer_values_are_likelier_by_hand():
    """Wu-Palmer: d(a1, a2) = 1 − 4/6 = 1/3; depth of the root is 1, so d(a1, b) = 1 − 2/(2 + 2 + 1) = 3/5.

    Similarities 2/3 and 2/5 of a1: of the 0.2 that leave, 5/8 go to a2 and 3/8 to b.
    """
    table = as_table(make_transition(column_sample(words(3, 2, 1), 0), 0.8))
    assert table["a1", "a1"] == 0.8
    assert table["a1", "a2"] == pytest.approx(0.2 * (2 / 3) / (2 / 3 + 2 / 5), abs=1e-7)
    assert table["a1", "b"] == pytest.approx(0.2 * (2 / 5) / (2 / 3 + 2 / 5), abs=1e-7)
    assert table["b", "a1"] == table["b", "a2"] == pytest.approx(0.1)


def test_without_meaning_all_others_are_equally_likely():
    letters = Plain().fit(["x", "y", "z"])
    table = as_table(make_transition(column_sample(words(1, 1, 1, domain=letters, values="xyz"), 0), 0.4), letters)
    assert {round(chance, 12) for (x, y), chance in table.items() if x != y} == {0.3}


def naive_invariant(chances, counts):
    """Gouweleeuw et al. 1998: R = P·Q with Q(l | k) = λ_l·P(k | l) / Σ_i λ_i·P(k | i), sum by sum."""
    rows, columns = len(counts), len(chances[0]) if chances else 0
    reached = [sum(counts[i] * chances[i][k] for i in range(rows)) for k in range(columns)]
    return [
        [
            sum(chances[x][k] * counts[y] * chances[y][k] / reached[k] for k in range(columns) if reached[k])
            for y in range(rows)
        ]
        for x in range(rows)
    ]


@given(mixed_tuples(sets=True), st.sampled_from([0.0, 0.3, 0.8]))
def test_rows_are_chances_and_an_invariant_matrix_keeps_the_frequencies(tuples, keep):
    for j in range(len(tuples.columns)):
        made = make_transition(column_sample(tuples, j), keep)
        invariant = invariant_transition(made)
        for matrix in (made, invariant):
            assert (matrix.chances >= 0).all()
            np.testing.assert_allclose(matrix.chances.sum(axis=1), 1.0)
        np.testing.assert_allclose(made.counts @ invariant.chances, made.counts, atol=1e-9)
        expected = naive_invariant(made.chances.tolist(), made.counts.tolist())
        np.testing.assert_allclose(invariant.chances, np.array(expected).reshape(invariant.chances.shape), atol=1e-12)


def test_a_given_matrix_is_drawn_from():
    """a1 becomes a2 with 0.3 and top with 0.2; a2 has no line and stays. At 10,000 draws 5 standard errors are 0.025."""
    lines = ("a1,a1,0.5", "a1,a2,0.3", "a1,top,0.2")
    method, tuples = Pram(transitions={"word": lines}), words(10_000, 50, values=("a1", "a2"))
    plan = method.plan(tuples, generator(1))
    became = Counter()
    for source, target, count in zip(plan.source.tolist(), plan.target.tolist(), plan.count.tolist(), strict=True):
        became[source, plan.decode_targets()["word"][target]] += count
    own = tuples.columns[0].domain.decode(tuples.columns[0].points[tuples.codes[:, 0]]).index("a1")
    for value, chance in (("a1", 0.5), ("a2", 0.3), ("top", 0.2)):
        assert became[own, value] / 10_000 == pytest.approx(chance, abs=0.025)
    assert became[1 - own, "a2"] == 50


def test_the_channel_is_the_matrix():
    tuples = words(5, 5, 5)
    method = Pram(keep=0.6, invariant=True)
    matrix = method.matrices(tuples)[0]
    costs = method.channel(tuples).costs(np.arange(3), [matrix.targets])
    np.testing.assert_allclose(np.exp(-costs), matrix.chances, atol=1e-4)


@pytest.mark.parametrize(
    "lines",
    [("a1,a2,0.5",), ("a1,a2",), ("a1,nowhere,1.0",), ("a1,a2,much",), ("a1,a2,1.5",), ("a1,a2,nan",)],
    ids=str,
)
def test_an_invalid_matrix_is_refused(lines):
    with pytest.raises(UsageError) as error:
        Pram(transitions={"word": lines}).plan(words(1, 1, 1), generator(0))
    assert "nowhere" not in error.value.message


def test_incompatible_settings_of_pram_are_refused():
    for keep in (1.0, -0.1, True, math.nan):
        with pytest.raises(UsageError):
            Pram(keep=keep)
    with pytest.raises(UsageError, match="not masked"):
        Pram(transitions={"other": ("a1,a1,1.0",)}).plan(words(1, 1, 1), generator(0))


def test_a_column_of_too_many_values_is_refused(monkeypatch):
    monkeypatch.setattr("kinonym.methods.pram.transitions.MOST_VALUES", 2)
    with pytest.raises(UsageError, match="too large"):
        Pram().plan(words(1, 1, 1), generator(0))


def test_an_impossible_plan_is_objected_to():
    tuples, method = words(500, 500, 500), Pram(keep=0.5)
    plan = method.plan(tuples, generator(1))
    assert method.objection(plan) is None
    assert "are unchanged, more than" in method.objection(Plan.unchanged(tuples))
    stays = Pram(transitions={"word": tuple(f"{x},{x},1.0" for x in ("a1", "a2", "b"))})
    assert "excludes" in stays.objection(plan)


def test_a_recipe_names_a_file(tmp_path):
    (tmp_path / "matrix.csv").write_text("value,becomes,chance\na1,a2,1\n", encoding="utf-8")
    toml = '[columns.word]\nrole = "quasi"\n[method]\nname = "pram"\n[method.transitions]\nword = "matrix.csv"\n'
    (tmp_path / "recipe.toml").write_text(toml, encoding="utf-8")
    recipe = load_recipe(tmp_path / "recipe.toml")
    assert recipe.resolved_method.transitions == {"word": ("a1,a2,1",)}
    assert tmp_path / "matrix.csv" in recipe.files()
    (tmp_path / "matrix.csv").unlink()
    with pytest.raises(RecipeError, match="cannot be read"):
        load_recipe(tmp_path / "recipe.toml")


def test_its_claim_is_about_distortion_not_k():
    assert Pram.traits.promise == "noise"
    assert Pram().k_or_none is None
    assert Pram().plan(families(20), generator(1)).notices
