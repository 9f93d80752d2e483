"""What two releases disclose together, compared with the truth from aligned results."""

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
    """Row by row: the shares of records that are unique in both groups, and of records with a certain value."""
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


@pytest.mark.parametrize("original", [False, True])
def test_persons_are_counted_where_both_releases_name_them(original):
    """Counted person by person: every person has one to three records; some ids are spelled in two ways."""
    table = frame(5, extra=True)
    who = [f"P{i // 3 if i % 2 else i % 40}" for i in range(N)]
    first = released(table, "sa-mdav", 5, True).assign(who=who)
    second = released(table, "mdav", 4, True).assign(who=[f" {name}" if i % 5 else name for i, name in enumerate(who)])
    given = {"original": table.assign(who=who)} if original else {}
    found = kn.verify(
        first, quasi=["age", "hours"], confidential=["ill"], person="who", against=second.sample(frac=1), **given
    ).together
    rows = [list(map(tuple, one[["age", "hours"]].to_numpy().tolist())) for one in (first, second)]
    values = [table["ill"].groupby(pd.Series(groups)).agg(set) for groups in rows]
    persons = pd.Series(who).groupby(pd.Series(list(zip(*rows, strict=True)))).agg(set)
    alone = set().union(*(group for group in persons if len(group) == 1))
    sure = {name for name, a, b in zip(who, *rows, strict=True) if len(values[0][a] & values[1][b]) == 1}
    assert (found.unit, found.exact, found.matched) == ("persons", True, 1.0)
    assert found.k == persons.map(len).min()
    assert found.unique == pytest.approx(len(alone) / len(set(who)))
    assert found.certain["ill"] == pytest.approx(len(sure) / len(set(who)))
    assert "persons (smallest common group" in dict(found.rows())["k together"]
    assert kn.verify(first, quasi=["age"], person="who", against=table.drop(columns="ill")).together.unit == "records"


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
