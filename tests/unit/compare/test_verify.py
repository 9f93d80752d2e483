"""Any release against its original: row by row, side by side, and what cannot be compared."""

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.engines.memory import MemorySource
from kinonym.errors import DataError, UsageError
from kinonym.methods.demands import Demands
from kinonym.verifying import measure_against

PARENTS = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"


@pytest.fixture
def recipe(tmp_path):
    (tmp_path / "sports.csv").write_text(PARENTS)
    return {
        "columns": {
            "sport": {"role": "quasi", "type": "nominal", "ontology": str(tmp_path / "sports.csv"), "root": "sport"},
            "age": {"role": "quasi", "type": "numeric"},
            "illness": {"role": "confidential"},
        },
        "method": {"name": "sa-mdav", "k": 4},
        "release": {"accept_unique": True},
    }


@pytest.fixture
def table():
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "sport": rng.choice(["soccer", "rugby", "swimming", "surfing"], 60, p=[0.5, 0.3, 0.1, 0.1]),
            "age": rng.integers(20, 40, 60).astype(str),
            "illness": rng.choice(["flu", "cold", "ulcer"], 60),
        }
    )


def test_row_by_row_finds_the_figures_of_the_run(table, recipe):
    result = kn.mask(table, recipe, aligned=True)
    found = kn.verify(result.table, ["sport", "age"], ["illness"], original=table, recipe=recipe, aligned=True)
    against = found.against
    assert found.k == result.utility.smallest_class
    assert against.utility.sse == pytest.approx(result.utility.sse)
    assert against.utility.loss == pytest.approx(result.utility.loss)
    assert against.risk.linkage == pytest.approx(result.risk.linkage)
    assert against.risk.marketer == pytest.approx(result.risk.marketer)
    assert against.partitions.distance == pytest.approx(result.report.assessment.partitions.distance)
    theirs = result.report.assessment.statistics.columns["sport"].variance_after
    assert against.statistics.columns["sport"].variance_after == pytest.approx(theirs)


def test_side_by_side_needs_no_order(table, recipe):
    result = kn.mask(table, recipe, aligned=True)
    shuffled = result.table.sample(frac=1, random_state=1)
    ordered = kn.verify(result.table, ["sport", "age"], original=table, recipe=recipe, aligned=True).against
    found = kn.verify(shuffled, ["sport", "age"], original=table, recipe=recipe).against
    assert not found.aligned
    assert found.utility is None
    assert found.distribution == ordered.distribution
    assert found.statistics.pairs == ordered.statistics.pairs
    assert found.risk.linkage >= ordered.risk.linkage  # the most that the two tables allow


def test_the_most_that_may_be_linked_by_hand():
    # a: 3 before, 1 after: at most one is unchanged, with chance 1/3. b: 1 before, 3 after: 1/1. Of 4 records.
    before, after = pd.DataFrame({"x": list("aaab")}), pd.DataFrame({"x": list("abbb")})
    found = kn.verify(after, ["x"], original=before).against
    assert found.risk.linkage == pytest.approx(100 * (1 / 3 + 1) / 4)


def test_without_a_recipe_values_are_equal_or_not(table):
    masked = table.assign(sport="sport")
    found = kn.verify(masked, ["sport"], original=table, aligned=True).against
    assert found.utility.values_changed == 1.0
    assert found.utility.sse == len(table)
    assert found.generality == ({}, {})


def test_a_release_of_another_tool_may_have_fewer_rows(table):
    fewer = table.iloc[:40]
    found = kn.verify(fewer, ["sport"], original=table)
    assert (found.records, found.original_records) == (40, 60)
    with pytest.raises(DataError, match="60 rows and the release 40") as error:
        kn.verify(fewer, ["sport"], original=table, aligned=True)
    assert "aligned" in error.value.hint


def test_missing_columns_are_refused(table):
    with pytest.raises(UsageError, match="the original has no column 'sport'"):
        kn.verify(table, ["sport"], original=table.drop(columns="sport"))
    with pytest.raises(UsageError, match="no column 'disease'"):
        kn.verify(table, ["sport"], ["disease"])


def test_values_outside_the_domain_are_counted_not_shown(table, recipe):
    masked = table.assign(sport=["unheardofvalue", "anothersecret"] * 30)
    with pytest.raises(DataError, match="2 distinct values of the release lie outside the domain") as error:
        kn.verify(masked, ["sport", "age"], original=table, recipe=recipe)
    assert "unheardofvalue" not in str(error.value)
    with pytest.raises(DataError, match="column 'age' of the release"):
        kn.verify(table.assign(age="old"), ["sport", "age"], original=table, recipe=recipe)


def test_an_empty_original_is_refused(table):
    with pytest.raises(DataError, match="the original has no records"):
        kn.verify(table, ["sport"], original=table.iloc[:0])


def test_a_large_table_is_attacked_on_a_sample_with_its_interval():
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"x": rng.integers(0, 300, 21_000).astype(str), "y": rng.integers(0, 9, 21_000).astype(str)})
    found = kn.verify(table, ["x", "y"], original=table, aligned=True).against
    attack = found.attacks[0]
    assert attack.sampled
    truth = len(table.drop_duplicates()) / len(table)  # nothing changed: one of those that are equal
    assert attack.interval[0] <= truth <= attack.interval[1]
    assert found.risk.linkage == pytest.approx(100 * truth)


def test_disclosure_by_meaning(table, recipe, tmp_path):
    (tmp_path / "ills.csv").write_text("child,parent\nill,\nlung,ill\nflu,lung\ncold,lung\nulcer,ill\n")
    recipe["columns"]["illness"] = {"role": "confidential", "type": "nominal", "ontology": str(tmp_path / "ills.csv")}
    made = pd.DataFrame(
        {"sport": ["soccer"] * 2 + ["rugby"] * 2, "age": "30", "illness": ["flu", "cold", "flu", "ulcer"]}
    )
    found = kn.verify(made, ["sport", "age"], ["illness"], recipe=recipe)
    (near,) = found.semantic_disclosures
    assert near.homogeneous == 0.5  # soccer: both are of the lung
    assert [name for name, _ in found.rows()][:2] == ["k", "classes"]


def test_t_is_that_of_the_ground_that_was_asked_for(recipe, tmp_path):
    # Each class holds one of two illnesses: half of the records would have to move, by 1 or by their distance. Below
    # the root ill their common subsumer lung has depth 2: 1 − 2·2 / (2·2 + 1 + 1) = 1/3.
    (tmp_path / "ills.csv").write_text("child,parent\nill,\nlung,ill\nflu,lung\ncold,lung\nulcer,ill\n")
    ontology = {"type": "nominal", "ontology": str(tmp_path / "ills.csv"), "root": "ill"}
    recipe["columns"]["illness"] = {"role": "confidential", **ontology}
    made = pd.DataFrame({"sport": ["soccer"] * 2 + ["rugby"] * 2, "illness": ["flu", "flu", "cold", "cold"]})
    found = {
        ground: kn.verify(made, ["sport"], ["illness"], recipe=recipe, ground=ground) for ground in (None, "semantic")
    }
    assert found[None].t == pytest.approx(1 / 2)
    assert found["semantic"].t == pytest.approx(1 / 6)
    assert found["semantic"].closeness["illness"]["equal"] == pytest.approx(1 / 2)
    assert found["semantic"].unmet(Demands(t_closeness=0.2, ground="semantic")) == []
    assert "t = 0.5000 (equal)" in found["semantic"].unmet(Demands(t_closeness=0.2))[0]


def test_a_release_is_measured_on_counts_alone(table, recipe):
    # What the engine hands over: counted combinations, and how often each became which; no order of rows.
    masked = kn.mask(table, recipe, aligned=True).table
    original, release = (MemorySource(side) for side in (table, masked))
    before, after = (side.count(["sport", "age"]) for side in (original, release))
    pairs = original.align_with(release, ["sport", "age"])
    turned = np.random.default_rng(2).permutation(len(pairs[2]))
    counted = tuple(part[turned] for part in pairs)
    found = measure_against(before, after, ["sport", "age"], recipe=kn.Recipe(**recipe), pairs=counted)
    direct = kn.verify(masked, ["sport", "age"], original=table, recipe=recipe, aligned=True).against
    assert found.utility == direct.utility
    assert found.risk == direct.risk
    assert found.statistics == direct.statistics
