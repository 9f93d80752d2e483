"""Demands on confidential columns in a recipe are met in the released table, and the gate recounts them."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.domains import Nominal
from kinonym.engines.memory import MemorySource
from kinonym.errors import PrivacyError
from kinonym.methods.demands import Demands
from kinonym.pipeline.masking import mask_file
from kinonym.privacy.ground import ground_of
from kinonym.release.class_checks import DiverseClasses


def frame():
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "job": rng.choice(list("abcdef"), 200),
            "age": rng.integers(20, 60, 200),
            "illness": rng.choice(list("wxyz"), 200),
        }
    )


def recipe(**method):
    return {
        "columns": {
            "job": {"role": "quasi", "type": "plain"},
            "age": {"role": "quasi", "type": "numeric"},
            "illness": {"role": "confidential"},
        },
        "method": {"name": "sa-mdav", "k": 4, **method},
        "release": {"accept_unique": True},
    }


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode", "resample"])
def test_l_p_and_t_are_met_in_every_class(name):
    table = kn.mask(frame(), recipe(name=name, l_diversity=3)).table
    assert kn.verify(table, ["job", "age"], ["illness"]).l >= 3
    table = kn.mask(frame(), recipe(name=name, p_sensitive=3)).table
    assert kn.verify(table, ["job", "age"], ["illness"]).p >= 3
    table = kn.mask(frame(), recipe(name=name, t_closeness=0.3)).table
    assert kn.verify(table, ["job", "age"], ["illness"]).t <= 0.3 + 1e-9


def test_an_impossible_demand_is_refused():
    with pytest.raises(PrivacyError, match="4"):
        kn.mask(frame(), recipe(l_diversity=9))


def test_refinement_lowers_the_loss_and_keeps_k():
    plain, refined = kn.mask(frame(), recipe()), kn.mask(frame(), recipe(refine=True))
    assert refined.utility.sse <= plain.utility.sse
    assert kn.verify(refined.table, ["job", "age"]).k >= 4


def test_a_comparison_counts_the_confidential_columns_too():
    """The recipe's own method demands nothing; the ones to compare do."""
    methods = [{"name": name, "l_diversity": 3} for name in ("sa-mdav", "mdav", "recode", "resample")]
    found = kn.compare(frame(), recipe(), methods=[*methods, "sa-mdav"], k=[4], seed=1)
    assert [point.failed for point in found.points] == [None] * 5
    assert found.points[0].sse > found.points[-1].sse


SPORTS = kn.Taxonomy.from_parents(
    {"sport": [], "ball": ["sport"], "water": ["sport"], "soccer": ["ball"], "rugby": ["ball"], "swimming": ["water"]}
)
# class x: soccer 2, rugby 1; class y: soccer 2, swimming 1. Entropy log 1.89 in both; recursive for l = 2: c > 2.
# t: 1/6 (equal, hierarchical), 1/6·(1 − 2/6) = 0.1111 (semantic).
WRITTEN = Counter({("x", "soccer"): 2, ("x", "rugby"): 1, ("y", "soccer"): 2, ("y", "swimming"): 1})


def gate(demands, written=WRITTEN, texts=("soccer", "rugby", "swimming")):
    """The check of the gate on a table with these rows."""
    domain = Nominal(SPORTS)
    ordered = sorted(texts, key=lambda text: float(domain.encode([None if text == "?" else text])[0]))
    points = domain.encode([None if text == "?" else text for text in ordered])
    ground = ground_of("sport", domain, points, demands.get("ground", "equal"))
    check = DiverseClasses(("town", "sport"), Demands(**demands), tuple(ordered), ground)
    rows = list(written.elements())
    check.verify(MemorySource(pd.DataFrame(rows, columns=["town", "sport"]), missing=()))


@pytest.mark.parametrize(
    ("holds", "broken"),
    [
        ({"l_diversity": 2}, {"l_diversity": 3}),
        ({"p_sensitive": 2}, {"p_sensitive": 3}),
        ({"l_diversity": 1.88, "diversity": "entropy"}, {"l_diversity": 1.9, "diversity": "entropy"}),
        (
            {"l_diversity": 2, "diversity": "recursive", "c": 2.1},
            {"l_diversity": 2, "diversity": "recursive", "c": 2.0},
        ),
        ({"t_closeness": 0.167}, {"t_closeness": 0.166}),
        ({"t_closeness": 0.167, "ground": "hierarchical"}, {"t_closeness": 0.166, "ground": "hierarchical"}),
        ({"t_closeness": 0.112, "ground": "semantic"}, {"t_closeness": 0.111, "ground": "semantic"}),
    ],
)
def test_the_gate_refuses_a_written_file_that_breaks_a_demand(holds, broken):
    gate(holds)
    with pytest.raises(PrivacyError, match="of column 'sport' does not hold in every class") as error:
        gate(broken)
    assert "soccer" not in str(error.value)


@pytest.mark.parametrize("ground", ["equal", "hierarchical", "semantic"])
def test_two_texts_are_two_values_even_if_they_mean_the_same(ground):
    """Missing in two spellings: class x has one of them, class y the other; each is half of the table, t is 1/2."""
    written = Counter({("x", "?"): 2, ("y", None): 2})
    gate({"t_closeness": 0.51, "ground": ground}, written, texts=(None, "?"))
    with pytest.raises(PrivacyError, match="t_closeness of column 'sport'"):
        gate({"t_closeness": 0.49, "ground": ground}, written, texts=(None, "?"))


@pytest.mark.parametrize(
    "demands",
    [
        {"l_diversity": 3},
        {"l_diversity": 2.5, "diversity": "entropy"},
        {"l_diversity": 2, "diversity": "recursive", "c": 2.0},
        {"p_sensitive": 3},
        {"t_closeness": 0.3},
        {"t_closeness": 0.3, "ground": "ordered"},
        {"t_closeness": 0.2, "ground": "semantic"},
    ],
    ids=str,
)
@pytest.mark.parametrize("policy", ["category", "drop"])
def test_files_pass_the_gate(tmp_path, demands, policy):
    table = frame().assign(pay=np.arange(200) % 7)
    table.loc[::9, "job"] = None
    table.loc[::11, "pay"] = None
    table.to_csv(tmp_path / "data.csv", index=False)
    settings = recipe(**demands)
    settings["columns"] |= {"illness": {"role": "other"}, "pay": {"role": "confidential", "type": "numeric"}}
    released = mask_file(tmp_path / "data.csv", {**settings, "table": {"missing_values": policy}}, tmp_path / "out.csv")
    assert sum(isinstance(check, DiverseClasses) for check in released.written.checks) == 1
    found = kn.verify(pd.read_csv(tmp_path / "out.csv", dtype=str), ["job", "age"], ["pay"], recipe=settings)
    assert found.unmet(Demands(**demands), k=4) == []


def test_without_demands_nothing_is_checked(tmp_path):
    frame().to_csv(tmp_path / "data.csv", index=False)
    released = mask_file(tmp_path / "data.csv", recipe(), tmp_path / "out.csv")
    assert not any(isinstance(check, DiverseClasses) for check in released.written.checks)


@pytest.mark.parametrize(
    ("demand", "sentence"),
    [
        ({"l_diversity": 2}, "at least 2 different values."),
        ({"l_diversity": 2, "diversity": "entropy"}, "an entropy of at least log 2."),
        ({"l_diversity": 2, "diversity": "recursive", "c": 3}, "recursive (3, 2)-diversity."),
        ({"p_sensitive": 3}, "at least 3 different values."),
        ({"t_closeness": 0.4}, "a distribution within 0.4 of the whole table's (equal distance)."),
    ],
)
def test_every_demand_is_claimed(demand, sentence):
    claims = kn.mask(frame(), recipe(**demand)).claims
    assert [claim.sentence for claim in claims if claim.guarantee][1:] == [
        f"In every such group illness has {sentence}"
    ]
    assert claims[1].guarantee
