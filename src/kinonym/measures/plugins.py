"""Loads and guards measures of other packages, from the entry point group ``kinonym.measures``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kinonym.entry_points import entries, load, reject_plugin, run_plugin
from kinonym.errors import UsageError
from kinonym.measures.measure import Floats, Measure, MeasureTraits, Numbers

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from kinonym.taxonomy import Taxonomy

__all__ = ["GROUP", "plugin_measures"]

GROUP = "kinonym.measures"
_WHAT = "measure"
_EXACT = 1e-9
_SOME = 16
"""Symmetry is verified on so many concepts of each side."""


def plugin_measures() -> dict[str, Callable[[], Measure]]:
    """Return name → a function that loads the measure, for every entry point of the group.

    An entry point names an object with the protocol of `Measure`, or something to call without arguments
    that returns one. Nothing is imported before the measure is asked for.
    """
    return {name: _factory(entry) for name, entry in entries(GROUP, _WHAT).items()}


def _factory(entry: EntryPoint) -> Callable[[], Measure]:
    def make() -> Measure:
        offered = load(entry, _WHAT)
        with run_plugin(_WHAT, entry.name):
            measure = offered() if isinstance(offered, type) or not hasattr(offered, "fill") else offered
        if not isinstance(measure, Measure) or not isinstance(measure.traits, MeasureTraits):
            msg = f"the plugin measure {entry.name!r} ({entry.value}) lacks `name`, `traits` or `fill`"
            raise UsageError(msg, hint="see `Measure` in kinonym.measures")
        return GuardedMeasure(measure, entry.name)

    return make


@dataclass(frozen=True)
class GuardedMeasure:
    """A measure of another package; every distance is verified before it is used."""

    offered: Measure
    plugin: str

    @property
    def name(self) -> str:
        """The name of the guarded measure."""
        with run_plugin(_WHAT, self.plugin):
            return str(self.offered.name)

    @property
    def traits(self) -> MeasureTraits:
        """The traits of the measure."""
        return self.offered.traits

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``; reject invalid ones."""
        distances = self._distances(taxonomy, left, right)
        self._verify(distances, left, right)
        some = slice(0, _SOME)
        if self.traits.symmetric and len(left) and len(right):
            reverse = self._distances(taxonomy, right[some], left[some])
            if not np.allclose(reverse, distances[some, some].T, rtol=0.0, atol=_EXACT):
                raise reject_plugin(_WHAT, self.plugin, "is said to be symmetric and is not")
        out[...] = distances

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # as the measure itself
        if name not in ("similarity", "similarities") or not hasattr(self.offered, name):
            raise AttributeError(name)
        attribute = getattr(self.offered, name)

        def guarded(*given: Any) -> Any:  # noqa: ANN401
            with run_plugin(_WHAT, self.plugin):
                return attribute(*given)

        return guarded

    def _distances(self, taxonomy: Taxonomy, left: Numbers, right: Numbers) -> Floats:
        """Compute distances from copies of the arrays, because the plugin may change them."""
        distances = np.full((len(left), len(right)), np.nan)
        with run_plugin(_WHAT, self.plugin):
            self.offered.fill(taxonomy, left.copy(), right.copy(), distances)
        return distances

    def _verify(self, distances: Floats, left: Numbers, right: Numbers) -> None:
        if not np.isfinite(distances).all():
            raise reject_plugin(_WHAT, self.plugin, "returns distances that are not numbers")
        if (distances < 0).any():
            raise reject_plugin(_WHAT, self.plugin, "returns negative distances")
        if self.traits.bounded and (distances > 1 + _EXACT).any():
            raise reject_plugin(_WHAT, self.plugin, "is said to be bounded by 1 and is not")
        if distances[left[:, None] == right[None, :]].any():
            raise reject_plugin(_WHAT, self.plugin, "returns a distance of a concept to itself that is not 0")
