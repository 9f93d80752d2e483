"""Measures that other packages offer under the entry point group ``kinonym.measures``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kinonym.entry_points import entries, load
from kinonym.errors import UsageError
from kinonym.measures.measure import Measure, MeasureTraits

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "plugin_measures"]

GROUP = "kinonym.measures"


def plugin_measures() -> dict[str, Callable[[], Measure]]:
    """Name → how to get the measure, for every entry point of the group.

    An entry point names an object with the protocol of `Measure`, or something to call without arguments
    that returns one. Nothing is imported before the measure is asked for.
    """
    return {name: _factory(entry) for name, entry in entries(GROUP, "measure").items()}


def _factory(entry: EntryPoint) -> Callable[[], Measure]:
    def make() -> Measure:
        offered = load(entry, "measure")
        measure = offered() if isinstance(offered, type) or not hasattr(offered, "fill") else offered
        if not isinstance(measure, Measure) or not isinstance(measure.traits, MeasureTraits):
            msg = f"the plugin measure {entry.name!r} ({entry.value}) lacks `name`, `traits` or `fill`"
            raise UsageError(msg, hint="see `Measure` in kinonym.measures")
        return measure

    return make
