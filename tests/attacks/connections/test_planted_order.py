"""Rows that are in the order of the input, or nearly so, are refused before a claim relies on their order."""

import random

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from connections.test_planted_defects import METHODS
from kinonym.engines import histories
from kinonym.engines.contract import RunKey
from kinonym.engines.duckdb import masked as duckdb_masked
from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.memory.source import MemorySource
from kinonym.engines.row_order import RowOrder, _descent_law, _inversion_law, _is_ordered
from kinonym.errors import PrivacyError

ORDERS = {
    "input order": lambda n, _: np.arange(n),
    "reverse": lambda n, _: np.arange(n)[::-1],
    "turned by a third": lambda n, _: np.roll(np.arange(n), n // 3),
    "shuffled in tens": lambda n, rng: np.arange(n) // 10 * 10 + rng.permuted(np.tile(np.arange(10), (n // 10, 1)), axis=1).ravel(),
}  # fmt: skip


class Ordered:
    """A generator that arranges rows in a given order."""

    def __init__(self, real, order):
        self.real, self.order = real, order

    def permutation(self, rows):
        return self.order(rows if isinstance(rows, int) else len(rows), self.real)

    def __getattr__(self, name):
        return getattr(self.real, name)


def arrange(patch, order):
    real = RunKey.generator
    patch.setattr(
        RunKey, "generator",
        lambda key, purpose: Ordered(real(key, purpose), order) if purpose.startswith("order") else real(key, purpose),
    )  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_that_is_not_random_is_refused(tmp_path, monkeypatch, order, method):
    data, recipe = hospital.write_table(tmp_path, hospital.rows(200)), hospital.recipe(tmp_path, METHODS[method])
    arrange(monkeypatch, ORDERS[order])
    with pytest.raises(PrivacyError, match="order of the input; nothing was released"):
        kn.mask_file(data, recipe, tmp_path / "out.csv", engine="memory")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "sports.csv"]
    if METHODS[method]["name"] != "suppress":
        with pytest.raises(PrivacyError, match="order of the input; nothing was released"):
            kn.mask(pd.read_csv(data, dtype=str), recipe)


@pytest.mark.parametrize("name", ["sa-mdav", "noise", "srs1"])
def test_duckdb_refuses_an_order_that_is_not_random(tmp_path, monkeypatch, name):
    data, recipe = hospital.write_table(tmp_path, hospital.rows(200)), hospital.recipe(tmp_path, METHODS[name])
    kn.mask_file(data, recipe, tmp_path / "good.csv", engine="duckdb")
    monkeypatch.setattr(duckdb_masked, "register_draws", lambda *_: "abs")
    with pytest.raises(PrivacyError, match="order of the input; nothing was released"):
        kn.mask_file(data, recipe, tmp_path / "out.csv", engine="duckdb")
    assert not (tmp_path / "out.csv").exists()


def test_one_column_of_equal_rows_in_input_order_is_refused(tmp_path, monkeypatch):
    """No row is unique: the order is recognised by equal rows at equal positions."""
    data = hospital.write_table(tmp_path, hospital.rows(400))
    left = {name: {"role": "identifier"} for name in ("b", "age", "illness", "note")}
    recipe = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 3}, columns=left)
    kn.mask_file(data, recipe, tmp_path / "good.csv")
    arrange(monkeypatch, ORDERS["input order"])
    with pytest.raises(PrivacyError, match="order of the input; nothing was released"):
        kn.mask_file(data, recipe, tmp_path / "out.csv")


def test_whole_histories_in_input_order_are_refused(tmp_path, monkeypatch):
    content = [[f"p{i // 3}", *row[1:]] for i, row in enumerate(hospital.rows(300))]
    left = {name: {"role": "identifier"} for name in ("b", "age", "illness", "note")}
    table = {"person": "id", "gather": ["a"]}
    data = hospital.write_table(tmp_path, content)
    recipe = hospital.recipe(tmp_path, METHODS["sa-mdav"], table=table, columns=left)
    kn.mask_file(data, recipe, tmp_path / "good.csv")
    arrange(monkeypatch, ORDERS["input order"])
    with pytest.raises(PrivacyError, match="order of the input; nothing was released"):
        kn.mask_file(data, recipe, tmp_path / "out.csv")
    assert histories.PSEUDONYM


def sampled(fingerprint, texts, records):
    order = RowOrder(fingerprint, records)
    order.add({"a": fingerprint.texts("a", texts)})
    return order


@pytest.mark.parametrize("distinct", [1, 2, 5, 20, 100, 10**9])
def test_rows_in_random_order_pass(distinct):
    """2,000 random arrangements each: the chance of one refusal in all is below 2 %."""
    draw = random.Random(distinct)
    fingerprint = Fingerprint(RunKey(), ["a"])
    for _ in range(2_000):
        texts = [str(draw.randrange(distinct)) for _ in range(draw.choice([1, 5, 12, 40]))]
        own = sampled(fingerprint, texts, len(texts))
        draw.shuffle(texts)
        assert not own.resembles(sampled(fingerprint, texts, len(texts)))


def test_large_tables_are_sampled():
    fingerprint = Fingerprint(RunKey(), ["a"])
    texts = [str(i) for i in range(50_000)]
    own = sampled(fingerprint, texts, len(texts))
    assert len(own._positions) < 2_000
    assert own._first.shape == (2, 4096)
    assert own.resembles(sampled(fingerprint, texts, len(texts)))
    halves = random.Random(1).sample(texts[:25_000], 25_000) + random.Random(2).sample(texts[25_000:], 25_000)
    assert own.resembles(sampled(fingerprint, halves, len(texts)))
    assert not own.resembles(sampled(fingerprint, random.Random(3).sample(texts, 50_000), len(texts)))


def test_distributions_of_the_order_test_are_those_of_permutations():
    """All 720 permutations of six."""
    from itertools import permutations

    every = np.array(list(permutations(range(6))))
    inversions = sum((every[:, i] > every[:, j]).astype(int) for i in range(6) for j in range(i + 1, 6))
    descents = (np.diff(every, axis=1) < 0).sum(axis=1)
    assert np.allclose(_inversion_law(6), np.bincount(inversions, minlength=16) / 720)
    assert np.allclose(_descent_law(6), np.bincount(descents, minlength=7) / 720)
    assert not any(_is_ordered(row) for row in every)


def test_batches_may_arrive_in_any_order():
    """An engine that returns rows in another order also returns their positions."""
    fingerprint, order = Fingerprint(RunKey(), ["a"]), np.random.default_rng(5).permutation(6_000)
    texts = np.array([str(i) for i in range(6_000)])
    turned = RowOrder(fingerprint, 6_000)
    for part in np.array_split(order, 7):
        turned.add({"a": fingerprint.texts("a", texts[part])}, part)
    straight = sampled(fingerprint, texts.tolist(), 6_000)
    assert np.array_equal(turned._first, straight._first)
    assert turned._positions == straight._positions


def test_a_source_in_memory_returns_its_rows_in_order():
    source = MemorySource(pd.DataFrame({"a": [str(i) for i in range(30)]}), ())
    assert source.ordered
