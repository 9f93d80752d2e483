"""What a release is held to follows from the traits of its method, for every method in every mode."""

import pytest

import kinonym as kn
from kinonym.methods import METHODS
from kinonym.release.checks import DiverseClasses, MinimumClass, SameValues
from seams import hospital

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
    made, traits = checks(tmp_path, mode.recipe), mode.made().traits
    classes = [check for check in made if isinstance(check, MinimumClass)]
    values = [check for check in made if isinstance(check, SameValues)]
    assert classes == ([MinimumClass(("a", "b"), mode.settings["k"])] if traits.k_anonymous else [])
    assert [check.column for check in values] == (["a", "b"] if traits.keeps_marginals else [])
    for check in values:
        j = hospital.COLUMNS.index(check.column)
        words = [row[j] for row in hospital.rows()]
        assert check.expected == {word: words.count(word) for word in words}
    assert len(made) == len(classes) + len(values)


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
@pytest.mark.parametrize("name", [name for name, kind in METHODS.items() if kind.traits.takes_demands])
def test_every_demand_is_checked_in_the_written_file(tmp_path, name, demand):
    made = checks(tmp_path, {"name": name, "k": 3, **demand}, columns={"note": {"role": "confidential"}})
    diverse = [check for check in made if isinstance(check, DiverseClasses)]
    assert [check.columns for check in diverse] == [("a", "b", "illness"), ("a", "b", "note")]
    for check in diverse:
        assert {key: getattr(check.demands, key) for key in demand} == demand
    assert set(diverse[0].texts) == set("wxyz")
