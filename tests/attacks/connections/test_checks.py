"""The checks of a release follow from the traits of its method, for every method in every mode."""

import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from kinonym.engines import person_ledger
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.errors import PrivacyError
from kinonym.methods import METHODS
from kinonym.pipeline import planning
from kinonym.release.class_checks import DiverseClasses, MinimumClass
from kinonym.release.item_checks import KnownItems
from kinonym.release.only_masked import OnlyMasked
from kinonym.release.uniqueness import UniqueRows
from kinonym.release.value_checks import SameValues

pytestmark = pytest.mark.usefixtures("few_repetitions")

MODES = [mode for kind in METHODS.values() for mode in kind.modes()]
DEMANDS = [
    {"l_diversity": 2},
    {"p_sensitive": 2},
    {"t_closeness": 0.6},
    {"l_diversity": 2, "diversity": "entropy", "t_closeness": 0.6, "ground": "equal"},
]


def checks(folder, method, **changes):
    data = hospital.write_table(folder)
    return kn.mask_file(data, hospital.recipe(folder, method, **changes), folder / "out.csv").written.checks


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_the_checks_of_a_release_follow_from_the_traits(tmp_path, mode):
    traits = mode.made().traits
    unmasked = () if traits.masked_only else ("age", "illness", "note")
    dropped = {name: {"role": "identifier"} for name in ("age", "illness", "note")} if traits.masked_only else {}
    made = checks(tmp_path, mode.recipe, columns=dropped)
    classes = [check for check in made if isinstance(check, MinimumClass)]
    values = [check for check in made if isinstance(check, SameValues)]
    assert classes == ([MinimumClass(("a", "b"), mode.settings["k"])] if traits.k_anonymous else [])
    assert [check.column for check in values] == (["a", "b"] if traits.keeps_marginals else [])
    for check in values:
        j = hospital.COLUMNS.index(check.column)
        words = [row[j] for row in hospital.rows()]
        assert check.expected == {word: words.count(word) for word in words}
    unique = [check.columns for check in made if isinstance(check, UniqueRows)]
    assert unique == ([("a", "b", *unmasked) if traits.k_anonymous else unmasked] if unmasked else [])
    items = [check for check in made if isinstance(check, KnownItems)]
    known = mode.made().known_items
    assert [(check.k, check.m) for check in items] == ([] if known is None else [(mode.settings["k"], known)])
    private = [check.masked for check in made if isinstance(check, OnlyMasked)]
    assert private == ([("a", "b")] if traits.masked_only else [])
    assert len(made) == len(classes) + len(values) + len(unique) + len(private) + len(items)


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
@pytest.mark.parametrize("name", [name for name, kind in METHODS.items() if kind.traits.takes_demands])
def test_every_demand_is_checked_in_the_written_file(tmp_path, name, demand):
    made = checks(tmp_path, {"name": name, "k": 3, **demand}, columns={"note": {"role": "confidential"}})
    diverse = [check for check in made if isinstance(check, DiverseClasses)]
    assert [check.columns for check in diverse] == [("a", "b", "illness"), ("a", "b", "note")]
    for check in diverse:
        assert {key: getattr(check.demands, key) for key in demand} == demand
    assert set(diverse[0].texts) == set("wxyz")


def in_memory(folder, method, **changes):
    data = hospital.write_table(folder)
    return kn.mask(pd.read_csv(data, dtype=str), hospital.recipe(folder, method, **changes))


def test_a_table_is_refused_if_its_persons_were_not_recounted(tmp_path, monkeypatch):
    monkeypatch.setattr(person_ledger, "count_by_person", lambda masked, tally, *_: tally)
    with pytest.raises(PrivacyError, match="the persons of the rows were not recounted"):
        in_memory(tmp_path, {"name": "sa-mdav", "k": 3}, table={"person": "id"})


def test_a_table_in_memory_with_other_columns_is_refused(tmp_path, monkeypatch):
    native = MemoryMasked.native
    monkeypatch.setattr(MemoryMasked, "native", lambda masked: native(masked).assign(again="x"))
    with pytest.raises(PrivacyError, match="the columns of the masked table are not those that the recipe releases"):
        in_memory(tmp_path, {"name": "sa-mdav", "k": 3})


def test_a_published_swap_without_its_worst_case_claims_nothing(tmp_path, monkeypatch):
    method = {"name": "srs1", "k": 3, "published": True}
    assert "worst case for this file" in str(in_memory(tmp_path, method).claims[0])
    monkeypatch.setattr(planning, "worst_case", lambda *_: None)
    claim, unmasked = in_memory(tmp_path, method).claims
    assert not unmasked.guarantee
    assert str(claim).startswith("No guarantee. Measured: ")
    assert not claim.guarantee
