"""A release that follows an earlier one keeps persons together: recounted here from the written files alone."""

import json
import re
import stat
from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from drawing import fresh_generator
from kinonym.errors import PrivacyError, RecipeError
from kinonym.methods.clustering import Clustering
from kinonym.pipeline import returning_persons
from kinonym.release.earlier_persons import EarlierPersons, GroupsWithEarlier

WORDS = ["nurse", "midwife", "plumber", "welder", "baker", "cook", "lawyer", "teacher", "farmer", "driver"]


def frame(ids, rng):
    """Persons with a token each, which the release keeps, so that a test knows every person of a written file."""
    n = len(ids)
    columns = {"id": [f"P{i}" for i in ids], "job": rng.choice(WORDS, n), "age": rng.integers(20, 60, n)}
    return pd.DataFrame(columns | {"ill": rng.choice(list("abcde"), n), "token": [f"t{i}" for i in ids]})


def recipe(reuse=None, departed=None, **method):
    release = {"accept_unique": True, "confirm": ["token"]}
    release |= {} if reuse is None else {"reuse": str(reuse)}
    release |= {} if departed is None else {"departed": departed}
    return {
        "table": {"person": "id"},
        "columns": {
            "job": {"role": "quasi", "ontology": "wordnet"},
            "age": {"role": "quasi", "type": "numeric"},
            "ill": {"role": "confidential"},
            "token": {"role": "other"},
        },
        "method": {"name": "sa-mdav", "k": 4, **method},
        "release": release,
    }


def release(folder, name, table, given, **options):
    table.to_csv(folder / f"{name}.csv", index=False)
    out = folder / f"{name}.out.csv"
    return kn.mask_file(folder / f"{name}.csv", given, out, plan=folder / f"{name}.plan", ledger=False, **options)


def persons_of(folder, name):
    """Token → (combination, illness) in a written file."""
    table = pd.read_csv(folder / f"{name}.out.csv", dtype=str)
    return {row.token: ((row.job, row.age), row.ill) for row in table.itertuples()}


def count_by_hand(releases):
    """Of the last release: persons by (combinations before, combination now), and those who left by combination."""
    *earlier, last = releases
    everyone = {token for one in earlier for token in one}
    before = {token: tuple(one.get(token, (None,))[0] for one in earlier) for token in everyone}
    now, left = defaultdict(set), defaultdict(set)
    for token, (combination, _) in last.items():
        now[before.get(token, "new"), combination].add(token)
    for token, past in before.items():
        if token not in last:
            left[past].add(token)
    stayed = {past for past, _ in now}
    return now, {past: group for past, group in left.items() if past in stayed}


@pytest.mark.parametrize(
    ("method", "departed"),
    [
        ({}, "withhold"),
        ({}, "accept"),
        ({"l_diversity": 2}, "withhold"),
        ({"name": "mdav", "refine": True, "p_sensitive": 2}, "withhold"),
    ],
    ids=["sa-mdav", "accept", "diverse", "refined"],
)
def test_three_releases_keep_persons_together(tmp_path, method, departed):
    rng = fresh_generator(8)
    one = frame(range(120), rng)
    release(tmp_path, "one", one, recipe(**method))
    leaving = rng.choice(120, 12, replace=False)
    two = pd.concat([one.drop(leaving), frame(range(200, 230), rng)])
    two["age"] += 1
    result = release(tmp_path, "two", two, recipe(tmp_path / "one.plan", departed, **method))
    three = pd.concat([two.iloc[10:], one.iloc[leaving], frame(range(300, 320), rng)])
    release(tmp_path, "three", three, recipe(tmp_path / "two.plan", departed, **method))
    files = [persons_of(tmp_path, name) for name in ("one", "two", "three")]
    diverse = method.get("l_diversity") or method.get("p_sensitive") or 1
    for number in (2, 3):
        now, left = count_by_hand(files[:number])
        last, before = files[number - 1], files[number - 2]
        assert now
        for group in now.values():
            assert len(group) >= 4
            assert len({last[token][1] for token in group}) >= diverse
        if departed == "withhold":
            for past, group in left.items():
                assert len(group) >= 4
                if past[-1] is not None:
                    assert len({before[token][1] for token in group}) >= diverse
    now, left = count_by_hand(files[:2])
    sizes = [len(group) for (past, _), group in now.items() if past != "new"]
    assert f"none or at least {min(sizes)} of the persons who had the same combination in" in str(result.claims)
    again = len(files[0].keys() & files[1].keys())
    figures = f"{again:,} persons were released before and are again, {len(files[1]) - again:,} are new"
    assert figures in str(result.claims)
    assert f"{len(files[0].keys() - files[1].keys()):,} earlier ones are not in this release" in str(result.claims)


def test_everybody_stays_and_nobody_is_withheld_if_the_table_is_the_same(tmp_path):
    one = frame(range(80), fresh_generator(9))
    release(tmp_path, "one", one, recipe())
    release(tmp_path, "two", one.sample(frac=1, random_state=1), recipe(tmp_path / "one.plan"))
    assert persons_of(tmp_path, "one") == persons_of(tmp_path, "two")


def test_a_release_of_masked_columns_alone_withholds_nobody_for_those_who_left(tmp_path):
    """Without any unmasked column there is nothing to compare: only groups that became too small are withheld."""
    one = frame(range(60), fresh_generator(10))
    given, later = recipe(), recipe(tmp_path / "one.plan")
    for each in (given, later):
        each["columns"] |= {name: {"role": "identifier"} for name in ("ill", "token")}
    release(tmp_path, "one", one, given)
    result = release(tmp_path, "two", one.iloc[1:], later)
    classes = Counter(pd.read_csv(tmp_path / "one.out.csv").itertuples(index=False))
    assert min(classes.values()) >= 4
    assert 59 - 3 <= result.tally.records <= 59  # of a group of four, three are too few
    assert not re.search("left combinations", str(result.claims))


def test_several_records_of_a_person_stay_with_those_who_have_the_same_groups(tmp_path):
    rng = fresh_generator(11)
    first, other = frame(range(60), rng), frame(range(60), rng)
    second = first.copy()
    second.loc[:5, ["job", "age"]] = other.loc[:5, ["job", "age"]]  # six persons have two combinations
    one = pd.concat([first, second])
    one["token"] = [f"{token}-{i}" for i, token in enumerate(one["token"])]
    release(tmp_path, "one", one, recipe(k=2))
    result = release(tmp_path, "two", one, recipe(tmp_path / "one.plan", k=2))
    files = [pd.read_csv(tmp_path / f"{name}.out.csv", dtype=str) for name in ("one", "two")]
    owner = dict(zip(one["token"], one["id"], strict=True))
    groups = []
    for table in files:
        of_person = defaultdict(set)
        for row in table.itertuples():
            of_person[owner[row.token]].add((row.job, row.age))
        groups.append(of_person)
    pairs = defaultdict(set)
    for person, now in groups[1].items():
        for combination in now:
            for before in groups[0][person]:
                pairs[before, combination].add(person)
    assert result.tally.records
    assert min(map(len, pairs.values())) >= 2


def test_the_plan_file_is_private_and_holds_no_text(tmp_path):
    one = frame(range(60), fresh_generator(12))
    one["ill"] = [f"illness {i % 7}" for i in range(60)]
    release(tmp_path, "one", one, recipe())
    path = tmp_path / "one.plan"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    assert not [token for token in (*one["id"], *one["ill"]) if f'"{token}"' in text]
    assert json.loads(text)["format"] == "kinonym-groups-2"


@pytest.mark.parametrize("columns", [["job", "age"], ["id", "job", "age", "ill", "token"]])
def test_a_table_in_memory_follows_as_well(tmp_path, columns):
    one = frame(range(60), fresh_generator(13))
    release(tmp_path, "one", one, recipe())
    given = recipe(tmp_path / "one.plan")
    if "id" not in columns:
        given["columns"]["ill"] = {"role": "confidential"}
        with pytest.raises(RecipeError):
            kn.mask(one[columns], {**given, "table": {}})
        return
    result = kn.mask(one, given)
    assert "had the same combination in the earlier release" in str(result.claims)


def test_the_gate_refuses_what_the_selection_lets_pass(tmp_path, monkeypatch):
    one = frame(range(80), fresh_generator(14))
    release(tmp_path, "one", one, recipe(k=8))
    monkeypatch.setattr(returning_persons._Selection, "_select_group", lambda self, here, left: here)
    with pytest.raises(PrivacyError, match="together with the earlier release, a group of 1 persons who left"):
        release(tmp_path, "two", one.iloc[1:], recipe(tmp_path / "one.plan"))
    assert not (tmp_path / "two.out.csv").exists()


def test_the_gate_refuses_a_plan_that_divides_the_groups(tmp_path, monkeypatch):
    rng = fresh_generator(15)
    one = frame(range(80), rng)
    release(tmp_path, "one", one, recipe())
    one["age"] = rng.permutation(one["age"])
    monkeypatch.setattr(
        Clustering, "plan_with_groups", lambda self, tuples, group, rng, progress: self.plan(tuples, rng)
    )
    with pytest.raises(PrivacyError, match="together with the earlier release, a group of"):
        release(tmp_path, "two", one, recipe(tmp_path / "one.plan"))
    assert not (tmp_path / "two.out.csv").exists()


def _without_person(given):
    given["table"] = {}
    given["columns"]["id"] = {"role": "identifier"}


def _other_type(given):
    given["columns"]["age"]["precision"] = 1


CHANGES = {
    "greater k": (lambda g: g["method"].update(k=5), "k = 5, but the groups of the earlier release have k = 4"),
    "other method": (lambda g: g["method"].update(name="mdav"), "method.name is not that"),
    "other demand": (lambda g: g["method"].update(p_sensitive=2), "method.p_sensitive is not that"),
    "other column": (_other_type, "the meaning of column 'age' has changed"),
    "other ontology": (lambda g: g["columns"]["job"].update(ontology="jobs.csv"), "the meaning of column 'job'"),
    "no person": (_without_person, "counted the persons of column 'id'"),
    "fewer columns": (lambda g: g["columns"].update(age={"role": "identifier"}), "the earlier release masked job, age"),
    "fewer demands": (lambda g: g["method"].pop("l_diversity"), "method.l_diversity is not that"),
}


@pytest.mark.parametrize(("change", "match"), CHANGES.values(), ids=CHANGES)
def test_a_changed_recipe_is_refused(tmp_path, change, match):
    one = frame(range(40), fresh_generator(16))
    release(tmp_path, "one", one, recipe(l_diversity=2))
    (tmp_path / "jobs.csv").write_text("child,parent\n" + "".join(f"{job},work\n" for job in WORDS))
    given = recipe(tmp_path / "one.plan", l_diversity=2)
    change(given)
    loaded = kn.Recipe(**given, folder=tmp_path)
    with pytest.raises(RecipeError, match=match):
        release(tmp_path, "two", one, loaded)
    assert not (tmp_path / "two.out.csv").exists()


def test_an_ontology_with_other_contents_is_refused(tmp_path):
    one = frame(range(40), fresh_generator(17))
    jobs = tmp_path / "jobs.csv"
    jobs.write_text("child,parent\n" + "".join(f"{job},work\n" for job in WORDS))
    given = recipe()
    given["columns"]["job"]["ontology"] = "jobs.csv"
    release(tmp_path, "one", one, kn.Recipe(**given, folder=tmp_path))
    given["release"]["reuse"] = "one.plan"
    release(tmp_path, "two", one, kn.Recipe(**given, folder=tmp_path))
    jobs.write_text(jobs.read_text() + "pilot,work\n")
    with pytest.raises(RecipeError, match="the meaning of column 'job' has changed"):
        release(tmp_path, "three", one, kn.Recipe(**given, folder=tmp_path))


def test_a_readable_or_old_plan_or_one_of_other_persons_is_refused(tmp_path):
    rng = fresh_generator(18)
    release(tmp_path, "one", frame(range(40), rng), recipe())
    path = tmp_path / "one.plan"
    with pytest.raises(RecipeError, match="no person of this table was in the earlier release"):
        release(tmp_path, "two", frame(range(100, 140), rng), recipe(path))
    path.chmod(0o644)
    with pytest.raises(RecipeError, match="others may read it"):
        release(tmp_path, "two", frame(range(40), rng), recipe(path))
    path.chmod(0o600)
    path.write_text(path.read_text().replace("kinonym-groups-2", "kinonym-groups-1"))
    with pytest.raises(RecipeError, match="has the format kinonym-groups-1; this version reads kinonym-groups-2"):
        release(tmp_path, "two", frame(range(40), rng), recipe(path))


def test_closeness_is_refused_for_persons_of_several_releases(tmp_path):
    one = frame(range(40), fresh_generator(19))
    release(tmp_path, "one", one, recipe(t_closeness=0.9))
    with pytest.raises(RecipeError, match="t_closeness is not guaranteed over several releases"):
        release(tmp_path, "two", one, recipe(tmp_path / "one.plan", t_closeness=0.9))


def test_the_engines_agree(tmp_path):
    rng = fresh_generator(20)
    one = frame(range(80), rng)
    release(tmp_path, "one", one, recipe(l_diversity=2))
    two = pd.concat([one.iloc[4:], frame(range(100, 112), rng)])
    written = []
    for engine in ("memory", "duckdb"):
        release(tmp_path, "two", two, recipe(tmp_path / "one.plan", l_diversity=2), engine=engine)
        written.append(persons_of(tmp_path, "two"))
        (tmp_path / "two.out.csv").unlink()
    assert written[0] == written[1]


def test_the_check_counts_rows_without_an_id_as_new_persons():
    """The check alone: it needs the persons of the rows, and refuses a table without them."""
    earlier = EarlierPersons(group=np.array([0, 0]), values={})
    check = GroupsWithEarlier(
        columns=("job",), k=2, demands=None, confidential=(), earlier=earlier, persons={"a": 0}, protects_left=True
    )
    with pytest.raises(PrivacyError, match="the persons of the rows were not recounted"):
        check.verify(object())
