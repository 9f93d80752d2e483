"""k^m-anonymity of sets: the method, its naive reference, the gate, the claim and `verify`."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinonym as kn
from kinonym.domains import ConceptSets, Nominal
from kinonym.engines.memory import MemorySource
from kinonym.errors import PrivacyError, UsageError
from kinonym.methods import GeneraliseItems
from kinonym.methods import generalise_items as module
from kinonym.privacy.known_items import ItemRows, find_least_support, find_rare_combinations
from kinonym.random import generator
from kinonym.recipe import load_recipe
from kinonym.release.item_checks import KnownItems
from kinonym.tuples import Persons, Tuples

PARENTS = {
    "*": [], "A": ["*"], "B": ["*"], "a1": ["A"], "a2": ["A"], "b1": ["B"], "b2": ["B"],
}  # fmt: skip
TREE = kn.Taxonomy.from_parents(PARENTS)
LEAVES = ["a1", "a2", "b1", "b2"]


def sets_as_tuples(sets, persons=None):
    """Tuples of one column of sets; the person of each row, where given."""
    domain = ConceptSets(Nominal(TREE)).fit(sets)
    points = domain.add(sets)[:, None]
    tuples, tuple_of = Tuples.from_points(["s"], [domain], points, np.ones(len(sets), dtype=np.int64))
    if persons is not None:
        ids = np.unique(persons, return_inverse=True)[1].astype(np.int64)
        known = Persons.from_cells(tuple_of, ids, np.ones(len(sets), dtype=np.int64), len(tuples))
        tuples = Tuples(tuples.codes, tuples.counts, tuples.columns, persons=known)
    return tuples, tuple_of


def released(method, sets, persons=None):
    tuples, tuple_of = sets_as_tuples(sets, persons)
    plan = method.plan(tuples, generator(0))
    assert method.objection(plan) is None
    texts = plan.decode_targets()["s"]
    return [frozenset((texts[t] or "").split("|")) - {""} for t in tuple_of.tolist()]


def naive_supports(sets, m, persons):
    """Combination of at most m items → the persons who have it; a program that is obviously right."""
    having = defaultdict(set)
    for items, person in zip(sets, persons, strict=True):
        for size in range(1, m + 1):
            for combination in itertools.combinations(sorted(items), size):
                having[combination].add(person)
    return {combination: len(who) for combination, who in having.items()}


ROWS = st.lists(st.lists(st.sampled_from([*LEAVES, "A", "B"]), max_size=4), min_size=6, max_size=14)


# --- the definition


@settings(max_examples=150, deadline=None)
@given(rows=ROWS, m=st.integers(1, 4), k=st.integers(2, 5), several=st.booleans())
def test_rare_combinations_are_those_of_the_naive_program(rows, m, k, several):
    names = sorted(PARENTS)
    persons = [i % 4 if several else i for i in range(len(rows))]
    numbered = [[names.index(item) for item in items] for items in rows]
    person = np.array(persons, dtype=np.int64) if several else None
    given_rows = ItemRows.of(numbered, np.ones(len(rows), dtype=np.int64), person)
    supports = naive_supports([set(items) for items in numbered], m, persons)
    rare = {c: n for c, n in supports.items() if n < k}
    listed = {c: n for c, n in rare.items() if not any(c[:size] in rare for size in range(1, len(c)))}
    assert dict(find_rare_combinations(given_rows, k, m)) == listed
    assert find_least_support(given_rows, m) == min(supports.values(), default=None)


# --- the method


def test_the_example_of_the_paper():
    """Terrovitis, Mamoulis and Kalnis 2008, the transactions of a1, a2, b1, b2 with k = m = 2.

    {a1, b1} and {a1, a2} occur once each. a1 and a2 become A: five of the ten items move up to a concept of two of the
    four leaves (5 · 2/4), which costs less than b1 and b2, six items.
    """
    sets = [["a1", "b1", "b2"], ["a2", "b1"], ["a2", "b1", "b2"], ["a1", "a2", "b2"]]
    whole = released(GeneraliseItems(k=2, m=2, whole_subtrees=True), sets)
    assert whole == [{"A", "b1", "b2"}, {"A", "b1"}, {"A", "b1", "b2"}, {"A", "b2"}]
    # Otherwise a1, which two records have, is left out: 2 · 1 instead of 5 · 1/2.
    assert released(GeneraliseItems(k=2, m=2), sets) == [{"b1", "b2"}, {"a2", "b1"}, {"a2", "b1", "b2"}, {"a2", "b2"}]


@settings(max_examples=120, deadline=None)
@given(rows=ROWS, m=st.integers(1, 3), k=st.integers(2, 5), whole=st.booleans(), several=st.booleans())
def test_any_m_items_are_shared_by_k(rows, m, k, whole, several):
    persons = [i % 6 for i in range(len(rows))] if several else list(range(len(rows)))
    masked = released(GeneraliseItems(k=k, m=m, whole_subtrees=whole), rows, persons if several else None)
    assert min(naive_supports(masked, m, persons).values(), default=k) >= k
    image = defaultdict(set)
    for before, after in zip(rows, masked, strict=True):
        above = {item: set(TREE.subsumers(item)) for item in before}
        assert after <= set().union(*above.values())
        for item in before:
            image[item].add(frozenset(above[item] & after))
    # Every item has one image: a member of all released sets of its records, or nothing of them.
    for item, seen in image.items():
        assert frozenset.intersection(*seen) or frozenset() in seen, item


def find_cheapest_cost(sets, k, m):
    """The cost of the cheapest valid recoding, by trying every image of every item."""
    occurring = sorted({item for items in sets for item in items})
    weight = Counter(item for items in sets for item in set(items))
    leaves = {"*": 4, "A": 2, "B": 2}
    ncp = {name: leaves.get(name, 0) / 4 for name in PARENTS}
    best = None
    for images in itertools.product(*([*TREE.subsumers(item), None] for item in occurring)):
        image = dict(zip(occurring, images, strict=True))
        masked = [{image[item] for item in items} - {None} for items in sets]
        if min(naive_supports(masked, m, range(len(sets))).values(), default=k) < k:
            continue
        cost = sum(weight[i] * ((1.0 if image[i] is None else ncp[image[i]]) - ncp[i]) for i in occurring)
        best = cost if best is None else min(best, cost)
    return best


def greedy_cost(method, sets):
    tuples, _ = sets_as_tuples(sets)
    recoded = {}
    make = module.ItemHierarchy.make_points

    def noted(hierarchy, domains, images):
        recoded["cost"] = sum(
            (1.0 if images[item] == -1 else hierarchy.cost[images[item]]) - hierarchy.cost[item]
            for items, records in zip(hierarchy.items, tuples.counts.tolist(), strict=True)
            for item in items
            for _ in range(records)
        )
        return make(hierarchy, domains, images)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.ItemHierarchy, "make_points", noted)
        method.plan(tuples, generator(0))
    return recoded["cost"]


def test_the_greedy_choice_is_never_cheaper_than_the_cheapest_recoding_and_often_as_cheap():
    draw, equal, excess = random.Random(5), 0, 0.0
    for _ in range(60):
        sets = [draw.sample(LEAVES, draw.randint(1, 3)) for _ in range(8)]
        best, found = find_cheapest_cost(sets, 2, 2), greedy_cost(GeneraliseItems(k=2, m=2), sets)
        assert found >= best - 1e-9
        equal += found <= best + 1e-9
        excess += found - best
    assert equal >= 30
    assert excess / 60 < 1.0


@pytest.mark.parametrize("m", [0, -1, 1.5, True, "2"])
def test_m_is_a_whole_number_of_at_least_1(m):
    with pytest.raises(UsageError, match="m must be"):
        GeneraliseItems(k=2, m=m)


def test_too_many_combinations_are_rejected(monkeypatch):
    monkeypatch.setattr(module, "_MOST", 10)
    with pytest.raises(UsageError, match="11 combinations of up to 3 items"):
        released(GeneraliseItems(k=2, m=3), [["a1", "a2", "b1"], ["a1", "b1"], ["a1"]])


# --- through the public API


@pytest.fixture
def folder(tmp_path):
    lines = ["child,parent", *(f"{name},{above[0] if above else ''}" for name, above in PARENTS.items())]
    (tmp_path / "tree.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


def table(number=60, seed=3):
    draw = random.Random(seed)
    return {
        "who": [f"p{i % 25}" for i in range(number)],
        "codes": ["|".join(draw.sample(LEAVES, draw.randint(0, 3))) for _ in range(number)],
        "note": [f"n{i % 9}" for i in range(number)],
    }


def recipe(folder, person=True, **method):
    person_key = {"table": {"person": "who"}} if person else {}
    return {
        **person_key,
        "columns": {
            "who": {"role": "identifier"},
            "codes": {"role": "quasi", "ontology": str(folder / "tree.csv"), "separator": "|"},
            "note": {"role": "other"},
        },
        "method": {"name": "generalise-items", "k": 4, "m": 2, **method},
        "release": {"accept_unique": True, "confirm": ["who"]},
    }


def test_the_claim_says_what_holds_and_what_does_not(folder):
    result = kn.mask(pa.table(table()), recipe(folder))
    claims = {str(claim): claim.guarantee for claim in result.claims}
    sentence = (
        "Every combination of up to 2 values of codes that occurs in a record belongs to at least 4 different persons in "
        "this table (k^m-anonymity); each member of a set is a value, missing is none."
    )
    assert claims[sentence]
    assert any("knows more than 2 values" in text and not sure for text, sure in claims.items())
    assert not any("Every combination of codes " in text for text in claims)
    assert sentence in result.report.html()
    assert load_recipe(load_recipe(recipe(folder)).to_toml()).resolved_method == GeneraliseItems(k=4, m=2)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
@pytest.mark.parametrize("person", [False, True])
def test_files_hold_what_is_claimed_and_verify_agrees(folder, engine, person):
    from kinonym.files.table_stream import read_table

    content = table(80)
    given = pa.table(content)
    from pyarrow import csv

    csv.write_csv(given, folder / "data.csv")
    result = kn.mask_file(folder / "data.csv", recipe(folder, person), folder / "out.csv", engine=engine)
    assert result.written is not None
    out = read_table(folder / "out.csv").table
    masked = [set((cell or "").split("|")) - {""} for cell in out["codes"].to_pylist()]
    reached = min(naive_supports(masked, 2, range(len(masked))).values())
    assert reached >= 4
    verified = kn.verify(folder / "out.csv", "codes", m=2, separator="|")
    assert (verified.m, verified.known_items) == (2, reached)
    assert verified.unmet(kn.SaMdav(k=2), k=reached) == []
    assert verified.unmet(kn.SaMdav(k=2), k=reached + 1) == [
        f"the table has k = {reached} for any 2 items of a record, less than {reached + 1}"
    ]
    before = kn.verify(folder / "data.csv", "codes", m=2, recipe=recipe(folder), person="who" if person else None)
    people = content["who"] if person else range(80)
    own = [set(cell.split("|")) - {""} for cell in content["codes"]]
    assert before.known_items == min(naive_supports(own, 2, people).values())


def test_the_command_ends_with_4_where_it_does_not_hold(folder):
    from typer.testing import CliRunner

    from kinonym.cli.app import app

    (folder / "out.csv").write_text("codes\n" + "a1|b1\n" * 3 + "a1|b2\n")
    shared = ["verify", str(folder / "out.csv"), "--quasi", "codes", "--separator", "|", "--m", "2"]
    done = CliRunner().invoke(app, [*shared, "--k", "1"])
    assert done.exit_code == 0
    assert "share up to 2 items" in " ".join(done.output.split())
    failed = CliRunner().invoke(app, [*shared, "--k", "2"], catch_exceptions=True)
    assert failed.exit_code == 4 or isinstance(failed.exception, PrivacyError)


def test_gathered_histories(folder):
    draw = random.Random(6)
    rows = [(f"p{i}", code) for i in range(40) for code in draw.sample(LEAVES, draw.randint(1, 3))]
    data = recipe(folder)
    data["table"]["gather"] = ["codes"]
    data["columns"] = {"codes": {"role": "quasi", "ontology": str(folder / "tree.csv")}}
    given = pa.table({"who": [p for p, _ in rows], "codes": [c for _, c in rows]})
    result = kn.mask(given, {**data, "release": {}})
    own = defaultdict(set)
    for name, code in zip(result.table["pseudonym"].to_pylist(), result.table["codes"].to_pylist(), strict=True):
        own[name].add(code)
    masked = [{code for code in codes if code} for codes in own.values()]
    assert min(naive_supports(masked, 2, range(len(masked))).values()) >= 4


# --- planted defects


def test_a_method_that_repairs_too_little_is_refused_before_anything_is_written(folder, monkeypatch):
    monkeypatch.setattr(module, "find_rare_combinations", lambda rows, k, m: find_rare_combinations(rows, 2, 1))
    with pytest.raises(PrivacyError, match="combinations of up to 2 items"):
        kn.mask(pa.table(table(30)), recipe(folder, person=False, k=6))


@pytest.mark.parametrize("person", [False, True])
def test_a_release_with_a_rare_combination_is_refused_by_the_recount(folder, monkeypatch, person):
    """The plan is not verified, so that only the count of the released texts can find it."""
    monkeypatch.setattr(module, "find_rare_combinations", lambda rows, k, m: find_rare_combinations(rows, 2, 1))
    monkeypatch.setattr(GeneraliseItems, "objection", lambda *_: None)
    unit = "persons" if person else "records"
    with pytest.raises(PrivacyError, match=rf"combinations of up to 2 items of 'codes' have fewer than 6 {unit}"):
        kn.mask(pa.table(table(30)), recipe(folder, person, k=6))


def test_an_item_that_is_not_above_its_own_is_refused(folder, monkeypatch):
    monkeypatch.setattr(module.ItemHierarchy, "make_points", lambda self, domains, _: _constant(self, domains))
    with pytest.raises(PrivacyError, match="not above any item of the original"):
        kn.mask(pa.table({**table(40), "codes": ["a1", "b1"] * 20}), recipe(folder, person=False))


def _constant(hierarchy, domains):
    return np.full((len(hierarchy.items), 1), domains[0].encode(["a1"])[0])


@settings(max_examples=100, deadline=None)
@given(rows=ROWS, m=st.integers(1, 3), k=st.integers(1, 5))
def test_the_check_of_the_gate_agrees_with_the_naive_program(rows, m, k):
    texts = ["|".join(sorted(set(items))) or None for items in rows]
    tally = MemorySource(pa.table({"s": pa.array(texts, pa.string())}), ())
    check = KnownItems(columns=("s",), separators=("|",), k=k, m=m)
    few = sum(n < k for n in naive_supports([set(items) for items in rows], m, range(len(rows))).values())
    if few:
        with pytest.raises(PrivacyError, match=f"{few:,} combinations"):
            check.verify(tally)
    else:
        check.verify(tally)
