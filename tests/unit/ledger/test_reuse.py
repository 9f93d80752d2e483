"""A second release from the groups of the first discloses nothing new; an updated table reuses the old groups."""

import json
import stat
from collections import Counter

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import RecipeError

WORDS = ["nurse", "midwife", "plumber", "welder", "baker", "cook", "lawyer", "teacher", "farmer", "driver"]


def frame(n=150, seed=1):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {"job": rng.choice(WORDS, n), "age": rng.integers(20, 60, n), "ill": rng.choice(list("abcdef"), n)}
    )


def recipe(reuse=None, **method):
    release = {"accept_unique": True} | ({} if reuse is None else {"reuse": str(reuse)})
    return {
        "columns": {
            "job": {"role": "quasi", "ontology": "wordnet"},
            "age": {"role": "quasi", "type": "numeric"},
            "ill": {"role": "confidential"},
        },
        "method": {"name": "sa-mdav", "k": 5, **method},
        "release": release,
    }


def released(path):
    return Counter(map(tuple, pd.read_csv(path, dtype=str, keep_default_na=False).to_numpy().tolist()))


@pytest.mark.parametrize(
    "method",
    [{}, {"refine": True}, {"name": "mdav"}, {"name": "resample"}, {"l_diversity": 3}],
    ids=["sa-mdav", "refined", "mdav", "resample", "diverse"],
)
def test_the_same_table_is_released_in_the_same_groups(tmp_path, method):
    frame().to_csv(tmp_path / "data.csv", index=False)
    kn.mask_file(tmp_path / "data.csv", recipe(**method), tmp_path / "one.csv", plan=tmp_path / "one.plan")
    kn.mask_file(tmp_path / "data.csv", recipe(tmp_path / "one.plan", **method), tmp_path / "two.csv")
    quasi = [{row[:2] for row in released(tmp_path / name)} for name in ("one.csv", "two.csv")]
    assert quasi[0] == quasi[1]
    assert released(tmp_path / "one.csv") == released(tmp_path / "two.csv")


def test_the_file_of_groups_is_private_and_has_no_combination(tmp_path):
    frame().to_csv(tmp_path / "data.csv", index=False)
    kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "one.csv", plan=tmp_path / "one.plan")
    assert stat.S_IMODE((tmp_path / "one.plan").stat().st_mode) == 0o600
    kept = json.loads((tmp_path / "one.plan").read_text())
    assert all(len(digest) == 32 and int(digest, 16) >= 0 for digest in kept["groups"]["tuples"])


def test_an_updated_table_keeps_old_records_in_their_groups(tmp_path):
    old, new = frame(), frame(60, seed=2)
    old.to_csv(tmp_path / "old.csv", index=False)
    pd.concat([old.iloc[10:], new]).to_csv(tmp_path / "new.csv", index=False)
    kn.mask_file(tmp_path / "old.csv", recipe(), tmp_path / "one.csv", plan=tmp_path / "one.plan")
    result = kn.mask_file(tmp_path / "new.csv", recipe(tmp_path / "one.plan"), tmp_path / "two.csv")
    assert result.utility.records == 200
    assert kn.verify(pd.read_csv(tmp_path / "two.csv"), quasi=["job", "age"]).k >= 5
    fresh = kn.mask_file(tmp_path / "new.csv", recipe(), tmp_path / "fresh.csv")
    earlier = {row[:2] for row in released(tmp_path / "one.csv")}
    same = [
        sum(n for row, n in released(tmp_path / f"{name}.csv").items() if row[:2] in earlier)
        for name in ("two", "fresh")
    ]
    assert same[0] > same[1]
    assert fresh.utility.loss <= result.utility.loss


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "does not contain the groups"),
        ('{"format": "other"}', "does not contain"),
        ("[1]", "does not contain"),
        pytest.param("[" * 100_000, "does not contain", id="nested"),
        (None, "cannot be read"),
    ],
)
def test_what_is_not_a_plan_is_refused(tmp_path, text, match):
    if text is not None:
        (tmp_path / "bad.plan").write_text(text)
        (tmp_path / "bad.plan").chmod(0o600)
    frame().to_csv(tmp_path / "data.csv", index=False)
    with pytest.raises(RecipeError, match=match):
        kn.mask_file(tmp_path / "data.csv", recipe(tmp_path / "bad.plan"), tmp_path / "two.csv")
    assert not (tmp_path / "two.csv").exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda groups: groups["rows"][0].__setitem__(1, 10_000),
        lambda groups: groups["rows"][0].__setitem__(1, -1),
        lambda groups: groups["rows"][0].__setitem__(2, 0),
        lambda groups: groups["masked"].pop(),
        lambda groups: groups["masked"][1].pop(),
    ],
    ids=["a group without a value", "a negative group", "no record", "a column less", "a value less"],
)
def test_a_damaged_plan_is_refused(tmp_path, damage):
    frame().to_csv(tmp_path / "data.csv", index=False)
    kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "one.csv", plan=tmp_path / "one.plan")
    content = json.loads((tmp_path / "one.plan").read_text())
    damage(content["groups"])
    (tmp_path / "one.plan").write_text(json.dumps(content))
    with pytest.raises(RecipeError, match="does not contain the groups"):
        kn.mask_file(tmp_path / "data.csv", recipe(tmp_path / "one.plan"), tmp_path / "two.csv")
    assert not (tmp_path / "two.csv").exists()


def test_other_columns_and_methods_without_groups_are_refused(tmp_path):
    frame().to_csv(tmp_path / "data.csv", index=False)
    kn.mask_file(tmp_path / "data.csv", recipe(), tmp_path / "one.csv", plan=tmp_path / "one.plan")
    other = recipe(tmp_path / "one.plan")
    other["columns"]["age"] = {"role": "identifier"}
    with pytest.raises(RecipeError, match="masked job, age"):
        kn.mask_file(tmp_path / "data.csv", other, tmp_path / "two.csv")
    with pytest.raises(RecipeError, match="suppress cannot save groups"):
        kn.mask_file(tmp_path / "data.csv", recipe(tmp_path / "one.plan", name="suppress"), tmp_path / "two.csv")
