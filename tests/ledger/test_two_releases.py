"""What two releases disclose together: against the truth, which aligned results know."""

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import UsageError

N = 240


def frame(seed, extra):
    """Ages and jobs, a confidential value of eight, and perhaps a column that passes unchanged."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "age": rng.integers(18, 90, N).astype(str),
            "hours": rng.integers(1, 60, N).astype(str),
            "ill": rng.choice(list("abcdefgh"), N),
        }
    )
    return table.assign(visit=[f"{i:03}" for i in range(N)]) if extra else table


def recipe(name, k, extra):
    columns = {
        "age": {"role": "quasi", "type": "numeric", "precision": 3},
        "hours": {"role": "quasi", "type": "numeric", "precision": 3},
        "ill": {"role": "confidential"},
    }
    confirm = {"accept_unique": True}
    if extra:
        columns["visit"] = {"role": "other"}
        confirm["confirm"] = ["visit"]
    return {"columns": columns, "method": {"name": name, "k": k, "l_diversity": 3}, "release": confirm}


def released(table, name, k, extra):
    """Row i of the result is row i of the table."""
    return kn.mask(table, recipe(name, k, extra), seed=3, aligned=True).table


def truth(one, two):
    """Recounted row by row: the share of records that are alone in both groups, and whose value is certain."""
    groups = [list(map(tuple, t[["age", "hours"]].to_numpy().tolist())) for t in (one, two)]
    values = [
        pd.Series(t["ill"].to_numpy()).groupby(pd.Series(g)).agg(set) for t, g in zip((one, two), groups, strict=True)
    ]
    pairs = pd.Series(list(zip(*groups, strict=True)))
    sizes = pairs.map(pairs.value_counts())
    certain = [len(values[0][a] & values[1][b]) == 1 for a, b in pairs]
    return float((sizes == 1).mean()), float(np.mean(certain)), int(sizes.min())


def test_rows_that_are_linked_are_measured_exactly():
    table = frame(1, extra=True)
    one, two = released(table, "sa-mdav", 5, True), released(table, "mdav", 4, True)
    alone, certain, smallest = truth(one, two)
    mixed = two.sample(frac=1, random_state=2)
    found = kn.verify(one, quasi=["age", "hours"], confidential=["ill"], against=mixed).together
    assert found.exact
    assert found.matched == 1.0
    assert found.unique == pytest.approx(alone)
    assert found.certain["ill"] == pytest.approx(certain)
    assert found.k == smallest
    assert found.certain_alone["ill"] == 0.0
    assert certain > 0.05  # two releases that are 3-diverse make some values certain


@pytest.mark.parametrize("original", [False, True])
def test_rows_that_are_not_linked_are_estimated(original):
    table = frame(2, extra=False)
    one, two = released(table, "sa-mdav", 5, False), released(table, "mdav", 4, False)
    alone, certain, _ = truth(one, two)
    given = {"original": table} if original else {}
    found = kn.verify(
        one, quasi=["age", "hours"], confidential=["ill"], against=two, recipe=recipe("mdav", 4, False), **given
    )
    assert not found.together.exact
    assert found.together.certain["ill"] == pytest.approx(certain, abs=0.12)
    assert found.together.unique == pytest.approx(alone, abs=0.15)


def test_the_same_release_twice_discloses_nothing_new():
    one = released(frame(3, extra=True), "sa-mdav", 5, True)
    found = kn.verify(one, quasi=["age", "hours"], confidential=["ill"], against=one.sample(frac=1, random_state=1))
    assert found.together.certain["ill"] == 0.0
    assert found.together.k == found.k


def test_what_cannot_be_compared_is_refused():
    one = released(frame(4, extra=False), "sa-mdav", 5, False)
    with pytest.raises(UsageError, match="none of the quasi-identifiers"):
        kn.verify(one, quasi=["age"], against=one[["ill"]])
    with pytest.raises(UsageError, match="no column 'ill'"):
        kn.verify(one, quasi=["age"], confidential=["ill"], against=one[["age"]])
