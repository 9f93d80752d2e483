"""The minimality attack (Wong et al. 2007) on small tables: how far an attacker who repeats the method gets.

With demands, the confidential values decide which classes are merged, so the merged classes disclose something about
them. All such methods have this property: the tests measure it, and the claims must state it. Without demands the
attacker must learn nothing.
"""

import pyarrow as pa
import pytest

import kinonym as kn
from audit.minimality_attacker import attack
from drawing import fresh_random
from kinonym.errors import PrivacyError
from kinonym.methods import METHODS

DEMANDS = {
    "l": {"l_diversity": 2},
    "l of 3": {"l_diversity": 3},
    "entropy": {"l_diversity": 1.8, "diversity": "entropy"},
    "p": {"p_sensitive": 2},
    "t": {"t_closeness": 0.3},
}
TABLES = {"sa-mdav": 24, "mdav": 24, "recode": 12}
DRAWS = {"recode": range(4)}
"""Random methods: draws that the attacker tries in each world."""
CERTAIN = 1.0 - 1e-9


def posteriors(name, demands):
    """What the attacker learns in each table; tables that cannot meet the demands are left out."""
    for case in range(TABLES[name]):
        draw = fresh_random("minimality", sorted(demands), case)
        rows = draw.randint(6, 7)
        ages, illnesses = [draw.randint(20, 60) for _ in range(rows)], [draw.choice("uuuvw") for _ in range(rows)]
        try:
            yield attack(ages, illnesses, METHODS[name](k=2, **demands), DRAWS.get(name, (0,)))
        except PrivacyError:
            continue


@pytest.mark.parametrize("name", TABLES)
def test_without_demands_the_attacker_learns_nothing_beyond_the_classes(name):
    found = list(posteriors(name, {}))
    assert len(found) == TABLES[name]
    assert all(posterior.possible == posterior.worlds for posterior in found)
    assert all(abs(posterior.excess) < 1e-9 for posterior in found)


@pytest.mark.parametrize("name", TABLES)
def test_with_demands_an_attacker_learns_more_and_the_claims_say_so(name):
    found = [posterior for demands in DEMANDS.values() for posterior in posteriors(name, demands)]
    assert max(posterior.excess for posterior in found) > 0.05
    if name != "recode":  # its random order leaves more worlds possible
        assert any(posterior.chance > CERTAIN > posterior.claimed for posterior in found)
    table = pa.table({"age": ["20", "30", "40", "50"] * 3, "ill": ["u", "v", "w"] * 4})
    columns = {"age": {"role": "quasi", "type": "numeric"}, "ill": {"role": "confidential"}}
    for demands in ({}, {"l_diversity": 2}, {"p_sensitive": 2}, {"t_closeness": 0.5}):
        method = {"name": name, "k": 3, **demands}
        result = kn.mask(table, {"columns": columns, "method": method, "release": {"accept_unique": True}})
        limits = [claim for claim in result.claims if "may find out more about ill" in claim.sentence]
        assert [claim.guarantee for claim in limits] == ([False] if demands else []), method
