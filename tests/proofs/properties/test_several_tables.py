"""Random tables with keys and references: plain Python joins what was written and counts equal persons."""

import os
import random

import pytest

import kinonym as kn
from connections import club

TIMES = 4 * int(os.environ.get("KINONYM_TIMES", "1"))
METHODS = ["sa-mdav", "mdav", "recode", "k-ward", "generalise"]


@pytest.mark.parametrize("seed", range(TIMES))
@pytest.mark.parametrize("method", METHODS)
def test_k_persons_share_all_that_is_released_about_them(tmp_path, method, seed):
    draw = random.Random(f"{method} {seed}")
    k, rows, number = draw.choice([2, 3, 5]), draw.choice([1, 2, 3]), draw.choice([20, 60])
    given = club.tables(number, seed=draw.random(), missing=draw.choice([0.0, 0.2]))
    recipe = club.recipe(tmp_path, k=k, rows=rows, name=method)
    released = club.read(kn.mask_file(club.write(tmp_path, given), recipe, tmp_path / "out", ledger=False).table)
    shared = club.join(released)
    assert sum(shared.values()) == number
    assert min(shared.values()) >= k
    ids = {
        cell for rows in given.values() for row in rows for cell in row[:2] if cell[:1] in "ms" and cell[1:].isdigit()
    }
    texts = {cell for rows in released.values() for row in rows for cell in row.values()}
    assert ids.isdisjoint(texts)
    towns = sorted(row[3] for row in given["members"])
    assert sorted(row["town"] for row in released["members"]) == towns
