"""With k = 2 the mean of a group discloses to each of its two members the number of the other."""

import pandas as pd
import pytest

import kinonym as kn
from kinonym.errors import RecipeError

FRAME = pd.DataFrame({"age": [20, 30, 50, 70] * 2, "income": [10, 12, 31, 33, 10, 12, 31, 33], "ill": list("abcdabcd")})


def recipe(k=2, name="sa-mdav", *, income=None):
    columns = {
        "age": {"role": "quasi", "type": "numeric"},
        "income": income or {"role": "other", "type": "numeric"},
        "ill": {"role": "confidential"},
    }
    return {"columns": columns, "method": {"name": name, "k": k}, "release": {"accept_unique": True}}


def sentences(result):
    return [claim.sentence for claim in result.claims if not claim.guarantee]


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "resample"])
def test_claims_state_that_means_of_two_disclose_both_numbers(name):
    pairs = FRAME.assign(age=[20, 21, 40, 41, 60, 61, 80, 81])
    assert any("mean of two values" in sentence for sentence in sentences(kn.mask(pairs, recipe(name=name))))


def test_claims_do_not_state_it_for_three_records_or_without_means():
    for chosen in (recipe(k=4), recipe(name="suppress"), recipe(name="recode")):
        assert not any("mean of two values" in sentence for sentence in sentences(kn.mask(FRAME, chosen)))


MASKED = {"role": "confidential", "type": "numeric", "mask": True}


def test_confidential_numbers_are_refused():
    chosen = recipe(income=MASKED)
    with pytest.raises(RecipeError, match="columns.income: with k = 2") as caught:
        kn.mask(FRAME, chosen)
    assert 'confirm = ["income"]' in caught.value.hint
    kn.mask(FRAME, {**chosen, "release": {"accept_unique": True, "confirm": ["income"]}})
