"""The modules that keep the promises of a release, and the tests that should notice a change of them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GROUPS", "Group"]


@dataclass(frozen=True)
class Group:
    """Modules below src/kinonym, and the tests, below tests, that they share."""

    title: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


GROUPS = (
    Group(
        "exact samplers",
        (
            "methods/exponential/exact_draws.py",
            "methods/exponential/certified_channel.py",
            "methods/central_privacy/discrete_laplace.py",
        ),
        ("unit/noise/test_exponential.py", "unit/noise/test_central_privacy.py", "unit/noise/test_channel.py"),
    ),
    Group(
        "privacy models",
        ("privacy/models.py", "privacy/closeness.py", "privacy/ground.py", "privacy/heights.py"),
        (
            "proofs/properties/test_demands.py",
            "proofs/properties/test_hierarchical_ground.py",
            "proofs/properties/test_texts_as_written.py",
            "proofs/reference/test_ordered_ground.py",
            "unit/pipeline/test_demands.py",
            "unit/metrics/test_disclosure.py",
            "unit/metrics/test_person_disclosure.py",
            "unit/verifying/test_verify.py",
        ),
    ),
    Group(
        "sets of known items",
        ("privacy/known_items.py", "release/item_checks.py"),
        ("unit/methods/test_generalise_items.py", "attacks/connections/test_checks.py"),
    ),
    Group(
        "gate and checks",
        (
            "release/gate.py",
            "release/checks.py",
            "release/class_checks.py",
            "release/value_checks.py",
            "release/linked_checks.py",
            "release/scenario_checks.py",
            "release/only_masked.py",
            "engines/recount.py",
            "engines/fingerprint.py",
            "engines/expected.py",
            "engines/row_counts.py",
        ),
        (
            "unit/release/test_gate.py",
            "unit/release/test_exact_numbers.py",
            "unit/pipeline/test_demands.py",
            "system/engines/test_expected.py",
            "system/engines/test_following.py",
            "attacks/connections",
        ),
    ),
    Group(
        "policy of claims",
        ("release/policy.py", "release/swap_claims.py", "release/learnt_claims.py"),
        (
            "unit/release/test_privacy_page.py",
            "unit/swap/test_claims.py",
            "unit/ledger/test_following_releases.py",
            "unit/scenarios",
            "attacks/connections/test_claims.py",
            "attacks/connections/test_checks.py",
            "unit/noise/test_central_privacy.py",
        ),
    ),
    Group(
        "counting",
        ("tuples/counted.py", "tuples/confidential.py", "tuples/persons.py", "engines/combinations.py"),
        (
            "unit/tuples",
            "unit/metrics/test_person_disclosure.py",
            "proofs/properties/test_persons.py",
            "system/engines/test_memory.py",
            "system/engines/test_inputs.py",
        ),
    ),
    Group(
        "draws of swaps",
        (
            "methods/swap/windows.py",
            "methods/swap/ranking.py",
            "methods/swap/record_swap.py",
            "methods/swap/shuffle.py",
            "methods/swap/swapping.py",
            "methods/swap/data_swap.py",
            "methods/drawn_records.py",
            "random.py",
        ),
        ("unit/swap", "proofs/papers/test_thesis_swapping.py", "proofs/reference/test_swap_reference.py"),
    ),
)
