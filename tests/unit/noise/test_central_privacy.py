"""Whole releases with differential privacy: exact distributions of neighbours, the sampler, and what is refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chisquare

import kinonym as kn
from kinonym.errors import DataError, PrivacyError, RecipeError, UsageError
from kinonym.methods.central_privacy import DpHistogram, DpMicroaggregation
from kinonym.methods.central_privacy.discrete_laplace import draw_discrete_laplace
from kinonym.methods.central_privacy.microaggregation import group_sums
from kinonym.methods.central_privacy.nearest_counts import draw_nearest_counts, find_level
from kinonym.methods.central_privacy.public_cells import PublicCells
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points
from noise.exact import exp_bounds
from noise.exact_release import group_positions, histogram_release, microaggregation_release, nearest_by_trial

ERROR = 1e-6
"""Greatest chance of each statistical test to fail for a correct program."""

LEVELS = ("low", "middle", "high")
FACTORS = (Fraction(1, 20), Fraction(1, 3), Fraction(9, 10))
"""exp(−rate), from strong to weak noise; the inequalities hold for each real number between 0 and 1."""


def tables(cells, records):
    """All tables of counts."""
    return [c for c in product(range(records + 1), repeat=cells) if sum(c) == records]


def neighbours(cells, records):
    """All ordered pairs of tables that differ in one record."""
    every = tables(cells, records)
    return [(x, y) for x in every for y in every if sum(abs(a - b) for a, b in zip(x, y, strict=True)) == 2]


def ordinal_tuples(counts, names=("a",)):
    """A table of columns of three levels with given counts of all cells."""
    domain = kn.Ordinal(LEVELS[: round(len(counts) ** (1 / len(names)))])
    points = np.array(list(product(range(domain.last_level + 1), repeat=len(names))), dtype=float)
    used = np.array(counts) > 0
    return Tuples.from_points(list(names), [domain] * len(names), points[used], np.array(counts)[used])[0]


def released_counts(plan, cells):
    """Rows of each level in the release of one column."""
    return tuple(np.bincount(plan.targets[plan.target, 0].astype(int), plan.count, cells).astype(int).tolist())


# --- the proof, on every table that is small enough


@pytest.mark.parametrize("a", FACTORS)
@pytest.mark.parametrize(("cells", "records"), [(2, 4), (3, 3), (4, 2)])
def test_the_histogram_of_neighbours_keeps_epsilon_in_exact_rationals(a, cells, records):
    """Rate epsilon/2: exp(epsilon) = a^−2, and some outcome nearly needs it."""
    release = {table: histogram_release(table, a) for table in tables(cells, records)}
    assert all(sum(chances.values()) == 1 for chances in release.values())
    ratios = [
        release[x][outcome] / release[y][outcome] for x, y in neighbours(cells, records) for outcome in release[x]
    ]
    assert 1 < max(ratios) <= a**-2
    assert all(set(release[x]) == set(release[y]) for x, y in neighbours(cells, records))


@pytest.mark.parametrize("a", FACTORS)
@pytest.mark.parametrize(("cells", "records", "size"), [(2, 4, 2), (3, 4, 2), (4, 3, 1), (3, 5, 2)])
def test_the_groups_of_neighbours_keep_epsilon_in_exact_rationals(a, cells, records, size):
    """Rate epsilon/(N − 1): exp(epsilon) = a^−(N − 1)."""
    release = {table: microaggregation_release(table, size, a) for table in tables(cells, records)}
    assert all(sum(chances.values()) == 1 for chances in release.values())
    ratios = [
        release[x][outcome] / release[y][outcome] for x, y in neighbours(cells, records) for outcome in release[x]
    ]
    assert 1 < max(ratios) <= a ** -(cells - 1)


@pytest.mark.parametrize(("cells", "records", "size"), [(4, 5, 2), (5, 4, 1), (3, 7, 3)])
def test_sums_of_groups_move_no_farther_than_the_record(cells, records, size):
    sums = {}
    for table in tables(cells, records):
        found, sizes = group_sums(np.array(table), size)
        assert (found.tolist(), sizes.tolist()) == group_positions(table, size)
        sums[table] = found
    for x, y in neighbours(cells, records):
        moved = np.flatnonzero(np.array(x) - np.array(y))
        assert np.abs(sums[x] - sums[y]).sum() <= moved[1] - moved[0]


def test_noisy_counts_become_the_nearest_ones_of_the_public_sum():
    records = 4
    for noisy in product(range(records + 1), repeat=3):
        found = {tuple(draw_nearest_counts(np.array(noisy), records, generator(i)).tolist()) for i in range(40)}
        assert found == nearest_by_trial(noisy, records), noisy
    assert find_level(np.zeros(5, dtype=int), 12) == (-3, 3)


# --- the sampler


@pytest.mark.parametrize("rate", [Fraction(1, 2), Fraction(1, 7), Fraction(3), Fraction(5, 3), Fraction(1, 2_000_003)])
def test_discrete_laplace_noise_has_its_distribution(rate):
    """|z| in bins: P(|z| ≥ m) = 2·a^m / (1 + a) for m ≥ 1, a = exp(−rate); both signs are equally likely."""
    drawn, size = draw_discrete_laplace(200_000, rate, generator(3)), 200_000
    edges = np.unique(np.array([1, *np.linspace(1, 6 / float(rate), 30).astype(int)]))
    expected = 2 * np.exp(-float(rate) * edges) / -np.expm1(-2 * float(rate)) * -np.expm1(-float(rate))
    beyond = (np.abs(drawn)[:, None] >= edges).sum(axis=0)
    found, chances = -np.diff([size, *beyond, 0]), -np.diff([1.0, *expected, 0.0])
    assert chisquare(found, chances * size).pvalue > ERROR
    assert chisquare([(drawn > 0).sum(), (drawn < 0).sum()]).pvalue > ERROR


def test_noise_is_whole_and_uses_no_floating_point():
    """A generator that offers whole numbers below a bound, and nothing else, is enough."""

    class OnlyIntegers:
        def __init__(self):
            self.rng = generator(1)

        def integers(self, low, high, size):
            assert isinstance(low, int)
            assert isinstance(high, int)
            return self.rng.integers(low, high, size)

    drawn = draw_discrete_laplace(1_000, Fraction(1, 3), OnlyIntegers())
    assert drawn.dtype == np.int64
    assert len(np.unique(drawn)) > 5


# --- the methods, from a table to a plan


@pytest.mark.parametrize(
    ("method", "exact"),
    [
        (DpHistogram(epsilon=1.5), lambda true, rate: histogram_release(true, rate(2))),
        (DpMicroaggregation(epsilon=1.5, size=2), lambda true, rate: microaggregation_release(true, 2, rate(2))),
    ],
    ids=["dp-histogram", "dp-microaggregation"],
)
def test_a_plan_has_the_exact_distribution(method, exact):
    true = (3, 0, 1)
    tuples = ordinal_tuples(true)
    chances = exact(true, lambda sensitivity: sum(exp_bounds(-Fraction(3, 2) / sensitivity)) / 2)
    rng = generator(11)
    found = Counter(released_counts(method.plan(tuples, rng), 3) for _ in range(6_000))
    assert set(found) <= {outcome for outcome, chance in chances.items() if chance}
    likely = sorted(chances, key=chances.get)[-5:]
    numbers = [found[outcome] for outcome in likely]
    expected = [float(chances[outcome]) * 6_000 for outcome in likely]
    assert 0.5 * 6_000 < sum(expected) < 5_995
    assert chisquare([*numbers, 6_000 - sum(numbers)], [*expected, 6_000 - sum(expected)]).pvalue > ERROR


def test_rows_belong_to_no_record():
    """Each of two records receives each row equally often, whatever its values are."""
    tuples = ordinal_tuples((1, 0, 1))
    rng, kept, apart = generator(5), 0, 0
    for _ in range(4_000):
        plan = DpHistogram(epsilon=4.0).plan(tuples, rng)
        if released_counts(plan, 3) == (1, 0, 1):
            apart += 1
            kept += int(plan.targets[plan.target[plan.source == 0], 0].item() == 0)
    assert apart > 1_000
    assert chisquare([kept, apart - kept]).pvalue > ERROR


def test_neither_counts_nor_shape_of_the_data_are_in_facts_and_notices():
    plans = [DpHistogram(epsilon=1.0).plan(ordinal_tuples(c), generator(1)) for c in [(9, 0, 0), (3, 3, 3), (0, 4, 5)]]
    assert len({(plan.notices, tuple(plan.facts.items())) for plan in plans}) == 1
    assert plans[0].facts == {"epsilon_total": 1.0, "cells": 3.0, "sensitivity": 2.0, "public_values:a": 3.0}


def test_a_large_epsilon_preserves_the_table_and_rows_are_drawn_in_blocks(monkeypatch):
    monkeypatch.setattr("kinonym.methods.drawn_records.BLOCK", 1_000)
    counts = (5_000, 0, 700, 3, 900, 0, 0, 0, 20)
    tuples = ordinal_tuples(counts, names=("a", "b"))
    plan = DpHistogram(epsilon=60.0).plan(tuples, generator(2))
    cells = PublicCells.of(tuples, {}, missing=False)
    rows = np.zeros(9, dtype=int)
    np.add.at(rows, (plan.targets[plan.target] @ [3, 1]).astype(int), plan.count)
    assert tuple(rows) == counts
    assert plan.source.size > len(tuples)
    assert cells.has(plan.targets)


def test_the_order_of_cells_is_a_walk_down_the_ontology():
    taxonomy = kn.Taxonomy.from_parents({"top": [], "a": ["top"], "b": ["top"], "a1": ["a"], "b1": ["b"], "a2": ["a"]})
    domain = kn.Nominal(taxonomy, root="top")
    tuples = Tuples.from_points(["w"], [domain], domain.encode(["a1", "b"])[:, None], np.array([1, 1]))[0]
    cells = PublicCells.of(tuples, {"w": "top"}, missing=False)
    assert domain.decode(cells.points(np.arange(6))[:, 0]) == ["top", "a", "a1", "a2", "b", "b1"]
    assert cells.points(cells.cells_of(tuples)).tolist() == tuple_points(tuples).tolist()


@pytest.mark.parametrize("method", [DpHistogram(epsilon=1.0), DpMicroaggregation(epsilon=1.0, size=2)])
def test_a_plan_that_leaves_the_records_alone_is_refused(method):
    tuples = ordinal_tuples((200, 200, 200))
    assert method.objection(method.plan(tuples, generator(1))) is None
    assert "are unchanged, more than" in method.objection(Plan.unchanged(tuples))


def test_too_many_cells_outside_values_and_too_few_records_are_refused(monkeypatch):
    tuples = ordinal_tuples((1, 0, 3))
    monkeypatch.setattr("kinonym.methods.central_privacy.public_cells.MOST_CELLS", 2)
    with pytest.raises(UsageError, match="have 3 combinations; at most 2") as error:
        DpHistogram(epsilon=1.0).plan(tuples, generator(1))
    assert "narrower" in str(error.value.hint)
    monkeypatch.undo()
    domain = kn.Ordinal(LEVELS)
    gap = Tuples.from_points(["a"], [domain], np.array([[0.0], [np.nan]]), np.array([1, 1]))[0]
    with pytest.raises(DataError, match="outside its public set"):
        DpHistogram(epsilon=1.0).plan(gap, generator(1))
    assert DpHistogram(epsilon=1.0, missing=True).plan(gap, generator(1)).facts["cells"] == 4
    with pytest.raises(PrivacyError, match="cannot be made of 4 records"):
        DpMicroaggregation(epsilon=1.0, size=5).plan(tuples, generator(1))
    for epsilon in (0, -1.0, float("inf"), 1.123456789):
        with pytest.raises(UsageError):
            DpHistogram(epsilon=epsilon)


# --- through the public API


def table(records=60):
    return pd.DataFrame(
        {
            "id": [f"p{i}" for i in range(records)],
            "grade": [LEVELS[i % 7 % 3] for i in range(records)],
            "risk": [LEVELS[i % 2] for i in range(records)],
        }
    )


def recipe(**changes):
    level = {"role": "quasi", "type": "ordinal", "order": list(LEVELS)}
    return {
        "columns": {"id": {"role": "identifier"}, "grade": level, "risk": level, **changes.pop("columns", {})},
        "method": {"name": "dp-histogram", "epsilon": 2.0},
        **changes,
    }


def test_a_release_has_the_same_number_of_rows_and_states_its_guarantee(tmp_path):
    table().to_csv(tmp_path / "data.csv", index=False)
    written = kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "out.csv", report=tmp_path / "out.html")
    in_memory = kn.mask(table(), recipe())
    for result, rows in ((written, pd.read_csv(tmp_path / "out.csv")), (in_memory, in_memory.table)):
        (claim,) = result.claims
        assert claim.guarantee
        assert str(claim).startswith(
            "A row-level synthetic table: no row belongs to a record. The table of grade, risk"
        )
        assert "as a whole is 2-differentially private" in str(claim)
        assert list(rows.columns) == ["grade", "risk"]
        assert len(rows) == 60
        assert set(rows.to_numpy().ravel()) <= set(LEVELS)
    assert "would disclose more of the data" in " ".join((tmp_path / "out.html").read_text().split())


def test_a_seed_removes_the_guarantee(tmp_path):
    table().to_csv(tmp_path / "data.csv", index=False)
    result = kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "out.csv", seed=1)
    assert not any(claim.guarantee for claim in result.claims)


@pytest.mark.parametrize("role", ["other", "confidential"])
def test_no_other_column_may_be_released(role):
    with pytest.raises(RecipeError, match="columns.id would be released unmasked, which the epsilon of dp-histogram"):
        kn.mask(table(), recipe(columns={"id": {"role": role}}))


def test_the_gate_refuses_another_column(monkeypatch, tmp_path):
    monkeypatch.setattr("kinonym.recipe.consistency._check_masked_only", lambda recipe: None)
    content = table().assign(note=[f"{'xy'[i % 2]}" for i in range(60)])
    content.to_csv(tmp_path / "data.csv", index=False)
    note = recipe(columns={"note": {"role": "other"}}, release={"accept_unique": True, "confirm": ["note"]})
    with pytest.raises(PrivacyError, match="1 released columns are not masked: note"):
        kn.mask_file(tmp_path / "data.csv", note, tmp_path / "out.csv")
    with pytest.raises(PrivacyError, match="not masked: note"):
        kn.mask(content, note)
    assert not (tmp_path / "out.csv").exists()


def test_the_gate_refuses_a_plan_that_was_not_drawn(monkeypatch, tmp_path):
    content = table(600).assign(grade=[LEVELS[i * i % 3] for i in range(600)])
    content.to_csv(tmp_path / "data.csv", index=False)
    monkeypatch.setattr(DpHistogram, "plan", lambda method, tuples, rng, progress=None: Plan.unchanged(tuples))
    with pytest.raises(PrivacyError, match="dp-histogram cannot have made this plan"):
        kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def test_persons_and_kept_groups_are_refused(tmp_path):
    with pytest.raises(RecipeError, match="the epsilon of dp-histogram protects one record"):
        kn.mask(table(), recipe(table={"person": "id"}))
    table().to_csv(tmp_path / "data.csv", index=False)
    with pytest.raises(RecipeError, match="dp-histogram cannot save groups"):
        kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "out.csv", plan=tmp_path / "plan")


def test_a_repeated_identifier_is_refused():
    content = table(400).rename(columns={"id": "patient_id"})
    content["patient_id"] = [f"P{i // 4:04}" for i in range(400)]
    columns = {"patient_id": {"role": "identifier"}, **{n: c for n, c in recipe()["columns"].items() if n != "id"}}
    with pytest.raises(RecipeError, match="epsilon would protect one record"):
        kn.mask(content, {**recipe(), "columns": columns})
    kn.mask(content, {**recipe(), "columns": columns, "release": {"confirm": ["patient_id"]}})
