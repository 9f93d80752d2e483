"""Swapped numbers in memory: texts stay texts, numbers stay numbers, none is rounded; and what the gate expects."""

from collections import Counter

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import kinonym as kn

RECIPE = {
    "columns": {"x": {"role": "quasi", "type": "numeric", "precision": 0}},
    "method": {"name": "srs2", "k": 2},
}
TEXTS = ["01.50", "1.5", "1.5", "2.25", "3", None, "4e0", "5"]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "pyarrow"])
def test_swapped_texts_are_texts(make):
    table = kn.mask(make({"x": TEXTS}), RECIPE).table
    found = table["x"].to_pylist() if isinstance(table, pa.Table) else table["x"].to_list()
    counted = Counter(None if pd.isna(value) else value for value in found)
    assert counted == Counter(["1.5", "1.5", "1.5", "2.25", "3", None, "4e0", "5"])


def test_swapped_numbers_are_numbers_and_not_rounded():
    numbers = [1.5, 2.25, -3.0, 4.125, 5.5, 5.5]
    swapped = kn.mask(pd.DataFrame({"x": numbers}), RECIPE).table["x"]
    assert swapped.dtype == "float64"
    assert sorted(swapped) == sorted(numbers)


def test_the_gate_expects_the_original_frequency_of_every_number(tmp_path):
    (tmp_path / "data.csv").write_text("x\n" + "\n".join(text or "" for text in TEXTS if text) + "\n")
    written = kn.mask_file(tmp_path / "data.csv", RECIPE, tmp_path / "out.csv").written
    (check,) = written.checks
    assert check.columns == ("x",)
    assert check.expected == {"1.5": 3, "2.25": 1, "3": 1, "4e0": 1, "5": 1}
