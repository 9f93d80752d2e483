"""Demands on confidential columns in a recipe hold in the table that comes back."""

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import PrivacyError


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
    }


@pytest.mark.parametrize("name", ["sa-mdav", "mdav"])
def test_l_p_and_t_hold(name):
    table = kn.mask(frame(), recipe(name=name, l_diversity=3)).table
    assert kn.verify(table, ["job", "age"], ["illness"]).l >= 3
    table = kn.mask(frame(), recipe(name=name, p_sensitive=3)).table
    assert kn.verify(table, ["job", "age"], ["illness"]).p >= 3
    table = kn.mask(frame(), recipe(name=name, t_closeness=0.3)).table
    assert kn.verify(table, ["job", "age"], ["illness"]).t <= 0.3 + 1e-9


def test_a_demand_that_cannot_be_met():
    with pytest.raises(PrivacyError, match="4"):
        kn.mask(frame(), recipe(l_diversity=9))


def test_refinement_lowers_the_loss_and_keeps_k():
    plain, refined = kn.mask(frame(), recipe()), kn.mask(frame(), recipe(refine=True))
    assert refined.utility.sse <= plain.utility.sse
    assert kn.verify(refined.table, ["job", "age"]).k >= 4
