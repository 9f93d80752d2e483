"""The deFinetti attack (Kifer 2009): what all classes together teach about the confidential value of each member.

Where the value depends on a quasi-identifier, the attacker guesses better than the classes alone allow; where it does
not, nothing is gained. l, p and t bound what one class shows, and the claims say no more.
"""

import random

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from audit.definetti_attacker import attack

RECORDS, TABLES = 240, 3
METHODS = ("sa-mdav", "mdav", "recode")
DEPENDENCES = (0.8, 0.0)
LIKELY = {"clerk": "u", "nurse": "u", "cook": "v", "smith": "v", "tailor": "w", "miner": "w"}
DEMANDS = ({"l_diversity": 3}, {"t_closeness": 0.2})
COLUMNS = {
    "job": {"role": "quasi", "type": "plain"},
    "town": {"role": "quasi", "type": "plain"},
    "age": {"role": "quasi", "type": "numeric"},
    "ill": {"role": "confidential"},
}


def random_table(seed, dependence):
    """In a share of the records the job determines the illness; in the others the illness is random."""
    draw = random.Random(f"correlated {seed}")
    jobs = draw.choices(list(LIKELY), k=RECORDS)
    return {
        "job": jobs,
        "town": draw.choices("abcdefgh", k=RECORDS),
        "age": [str(draw.randint(20, 60)) for _ in jobs],
        "ill": [LIKELY[job] if draw.random() < dependence else draw.choice("uvw") for job in jobs],
    }


def gains(name, dependence):
    """For each release: the share of records guessed by the attacker minus the share guessed from the class alone."""
    for demands in DEMANDS:
        for seed in range(TABLES):
            table = random_table(seed, dependence)
            recipe = {
                "columns": COLUMNS,
                "method": {"name": name, "k": 5, **demands},
                "release": {"accept_unique": True},
            }
            rows = kn.mask(pa.table(table), recipe, seed=seed, aligned=True).table.to_pylist()
            classes = [f"{row['job']}|{row['town']}|{row['age']}" for row in rows]
            guessed, by_class = attack([table["job"], table["town"]], classes, table["ill"])
            yield guessed - by_class


@pytest.mark.parametrize("name", METHODS)
def test_the_attacker_gains_where_values_depend_on_columns_and_not_elsewhere(name):
    related, unrelated = (list(gains(name, dependence)) for dependence in DEPENDENCES)
    assert np.mean(related) > 0.05
    assert np.mean(unrelated) < 0.02
