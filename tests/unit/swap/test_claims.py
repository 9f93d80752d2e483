"""Section 2 of docs/privacy.md, the claims of swaps: each sentence, with its preconditions met and not met."""

import re

import pandas as pd
import pytest

import kinonym as kn
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.privacy.attacks import strongest
from kinonym.random import generator

RANKED = (Srs1, Srs2, Srs3)
IN_ORDER = (
    "The rows are in the order of the input (aligned=True), which links each of them to its original: this table is "
    "for studies, not for release."
)
MEASURED = r"\d+\.\d% of the records linked.* with certainty.*"


def masked(method, columns=1, n=12, *, shuffled=True, seed=None, confidential=(), linking=()):
    """A run on n records, all different in every column."""
    rng, names = generator(4), [f"column {j}" for j in range(columns)]
    table = pd.DataFrame({name: rng.permutation(n) for name in names})
    for name in linking:
        table[name] = [f"{name}{i}" for i in range(n)]
    roles = {name: {"role": "quasi", "type": "numeric"} for name in names}
    roles |= {name: {"role": "confidential", "mask": True, "type": "numeric"} for name in confidential}
    roles |= {name: {"role": "other"} for name in linking}
    recipe = {
        "columns": roles,
        "method": {"name": method.name, **method.settings()},
        "release": {"accept_unique": True},
    }
    return kn.mask(table, recipe, aligned=not shuffled, seed=seed)


def claims_of(*given, **checked):
    return [(claim.sentence, claim.guarantee) for claim in masked(*given, **checked).claims]


@pytest.mark.parametrize("method", RANKED)
def test_swap_repaired_one_column(method):
    sentence = "For each of column 0 alone, a released record is the given person's with probability at most 1/3."
    assert claims_of(method(k=3)) == [(sentence, True)]


@pytest.mark.parametrize("method", RANKED)
def test_swap_repaired_several_columns(method):
    (alone, holds), (together, bound) = claims_of(method(k=3), columns=2)
    assert alone == (
        "For each of column 0, column 1 alone, a released record is the given person's with probability at most 1/3."
    )
    assert holds
    assert re.fullmatch(rf"Together they give no such bound; measured: {MEASURED}\.", together)
    assert not bound


@pytest.mark.parametrize("method", RANKED)
def test_swap_repaired_in_the_original_order(method):
    assert claims_of(method(k=3), shuffled=False)[-1] == (IN_ORDER, False)


@pytest.mark.parametrize("method", RANKED)
def test_swap_repaired_of_a_confidential_column(method):
    sentence = (
        "Each value of column 0 stands in the record it came from with probability at most 1/3; an equal value may "
        "have taken its place."
    )
    assert (sentence, True) in claims_of(method(k=3), confidential=("column 0",))


@pytest.mark.parametrize("method", RANKED)
def test_swap_as_published_simulated(method):
    ((sentence, holds),) = claims_of(method(k=3, published=True))
    found = re.fullmatch(
        r"No guarantee\. Simulated worst case for this file: (0\.\d{3}) in column column 0, where 1/k is 0\.333\.",
        sentence,
    )
    assert 0 < float(found[1]) <= 1
    assert not holds


def test_swap_as_published_exact():
    # The figure itself is worked out by hand in test_run_attacks.py.
    ((sentence, holds),) = claims_of(Srs1(k=2, published=True), n=5)
    assert re.fullmatch(
        r"No guarantee\. Exact worst case for this file: 0\.\d{3} in .* where 1/k is 0\.500\.", sentence
    )
    assert not holds


@pytest.mark.parametrize("method", RANKED)
def test_swap_as_published_several_columns(method):
    (worst, _), (together, bound) = claims_of(method(k=3, published=True), columns=2)
    assert worst.startswith("No guarantee. Simulated worst case for this file: ")
    assert re.fullmatch(rf"All columns together, measured: {MEASURED}\.", together)
    assert not bound


def test_swap_as_published_never_bounds_anything():
    for method in RANKED:
        for checked in ({}, {"confidential": ("column 0",)}, {"shuffled": False}):
            for sentence, holds in claims_of(method(k=3, published=True), columns=2, **checked):
                assert not holds
                assert "at most" not in sentence


RECORD = "Probabilistic k-anonymity over column 0, column 1: linked with probability at most 1/b, b ≥ 3."


@pytest.mark.parametrize("partition", ["sa-mdav", "mdav"])
def test_record_mode(partition):
    assert claims_of(RecordSwap(k=3, partition=partition), columns=2) == [(RECORD, True)]


def test_record_mode_in_the_original_order():
    assert claims_of(RecordSwap(k=3), columns=2, shuffled=False) == [(f"{IN_ORDER} Without that: {RECORD}", False)]


def test_record_mode_with_columns_that_link():
    sentence = "Anyone who knows lab or ward finds the record: it differs in nearly every row. Without that: " + RECORD
    unique = "2 of 4 columns are masked; with the other 2 alone, 100 % of the rows are unique."
    assert claims_of(RecordSwap(k=3), columns=2, linking=("lab", "ward")) == [(sentence, False), (unique, False)]


def test_record_mode_with_both_faults_names_both():
    (sentence, holds), _ = claims_of(RecordSwap(k=3), columns=2, linking=("lab",), shuffled=False)
    assert sentence.startswith(IN_ORDER)
    assert "Anyone who knows lab" in sentence
    assert not holds


def test_record_mode_of_a_confidential_column():
    claims = claims_of(RecordSwap(k=3), columns=2, confidential=("column 1",))
    assert claims[0] == (RECORD, True)
    assert claims[1][0].startswith(
        "Each value of column 1 stands in the record it came from with probability at most 1/b"
    )


def test_data_swap_claims_no_guarantee():
    ((sentence, holds),) = claims_of(DataSwap(), columns=2)
    assert re.fullmatch(rf"No guarantee\. Measured: {MEASURED}\.", sentence)
    assert not holds


EVERY = [*(m(k=3, published=p) for m in RANKED for p in (False, True)), RecordSwap(k=3), DataSwap()]


@pytest.mark.parametrize("method", EVERY, ids=repr)
def test_a_seed_removes_every_guarantee(method):
    claims = claims_of(method, columns=2, seed=1)
    assert claims[0][0].startswith("TEST – DO NOT RELEASE: made with a seed.")
    assert not any(holds for _, holds in claims)
    assert len(claims) == 1 + len(claims_of(method, columns=2))


@pytest.mark.parametrize("method", EVERY, ids=repr)
def test_words_that_no_claim_may_use(method):
    for sentence, _ in claims_of(method, columns=2):
        assert "anonymous" not in sentence.lower()
        assert "differential" not in sentence.lower()


def test_the_measured_attack_is_the_strongest_that_was_tried():
    result = masked(Srs2(k=3), columns=3, n=30)
    together = str(result.claims[1])
    assert f"{strongest(result.attacks).success:.1%} of the records linked" in together
    assert f"{max(attack.certain for attack in result.attacks):.1%} with certainty" in together
