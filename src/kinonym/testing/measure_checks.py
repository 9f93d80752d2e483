"""The contract of a measure: verify its traits on its distances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kinonym.domains import Nominal
from kinonym.errors import UsageError
from kinonym.measures import Measure, missing_needs
from kinonym.taxonomy import Taxonomy
from kinonym.testing.requirement import require
from kinonym.testing.strategies import full_taxonomies

__all__ = ["check_measure"]

_FIELD_OF_NEED = {"glosses": "glosses", "parts": "part_csr", "counts": "counts"}
_PAIRS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=40)


def check_measure(measure: Measure, *, examples: int = 20, welcome: frozenset[str] = frozenset()) -> None:
    """Verify that a measure meets its contract; raises AssertionError if not.

    Parameters
    ----------
    measure
        The measure, registered or not.
    examples
        Number of random taxonomies.
    welcome
        Parts of an ontology that the measure uses if present, without needing them.

    Examples
    --------
    >>> from kinonym.measures import measure_named
    >>> check_measure(measure_named("wu-palmer"), examples=3)
    """
    require(isinstance(measure, Measure), f"{measure} lacks `name`, `traits` or `fill`")

    @settings(max_examples=examples, deadline=None)
    @given(taxonomy=full_taxonomies(), pairs=_PAIRS)
    def on_random_taxonomies(taxonomy: Taxonomy, pairs: list[tuple[int, int]]) -> None:
        distances = _all_pairs(measure, taxonomy)
        _check_distances(measure, distances)
        _check_parts(measure, taxonomy, distances, np.array(pairs) % len(taxonomy))
        _check_needs(measure, taxonomy, distances, welcome)

    on_random_taxonomies()


def _all_pairs(measure: Measure, taxonomy: Taxonomy) -> NDArray[np.float64]:
    concepts = np.arange(len(taxonomy))
    out = np.full((len(taxonomy), len(taxonomy)), np.nan)
    measure.fill(taxonomy, concepts, concepts, out)
    return out


def _check_distances(measure: Measure, distances: NDArray[np.float64]) -> None:
    """Verify the distances and their declared traits."""
    name, traits = measure.name, measure.traits
    require(bool((np.diag(distances) == 0).all()), f"{name}: a concept is not 0 from itself")
    require(
        bool((distances >= 0).all() and np.isfinite(distances).all()),
        f"{name}: a distance is not a number of at least 0",
    )
    if traits.bounded:
        require(bool((distances <= 1).all()), f"{name}: a distance is greater than 1")
    if traits.symmetric:
        require(np.array_equal(distances, distances.T), f"{name}: the distance is not symmetric")
    if traits.triangle:
        detours = (distances[:, :, None] + distances[None, :, :]).min(axis=1)
        require(bool((distances <= detours + 1e-12).all()), f"{name}: the triangle inequality fails")


def _check_parts(
    measure: Measure, taxonomy: Taxonomy, distances: NDArray[np.float64], pairs: NDArray[np.int64]
) -> None:
    """A part of the matrix, in any order and precision, must equal the same part of the whole matrix."""
    left, right = pairs.T
    for kind in (np.float32, np.float64):
        out = np.empty((len(left), len(right)), dtype=kind)
        measure.fill(taxonomy, left, right, out)
        same = np.array_equal(out, distances[np.ix_(left, right)].astype(kind))
        require(same, f"{measure.name}: a part of the matrix differs from the whole")


def _check_needs(measure: Measure, taxonomy: Taxonomy, distances: NDArray[np.float64], welcome: frozenset[str]) -> None:
    """The measure must reject a taxonomy without what it needs; without all the rest, distances must be the same."""
    needs = measure.traits.needs
    unneeded = {field: None for need, field in _FIELD_OF_NEED.items() if need not in needs | welcome}
    if not missing_needs(measure, taxonomy):
        same = np.array_equal(_all_pairs(measure, replace(taxonomy, **unneeded)), distances)  # type: ignore[arg-type]
        require(same, f"{measure.name}: uses more of the ontology than it says")
    for need in needs & set(_FIELD_OF_NEED):
        without_need = replace(taxonomy, **{_FIELD_OF_NEED[need]: None})  # type: ignore[arg-type]  # fields that may be None
        try:
            Nominal(without_need, measure=measure).distance(without_need.root, without_need.root)
        except UsageError as error:
            require(need in (error.hint or ""), f"{measure.name}: does not say that it needs {need}")
        else:
            require(condition=False, broken=f"{measure.name}: declares a need for {need}, but works without it")
