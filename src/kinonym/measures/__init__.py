"""Semantic distances between the concepts of a taxonomy, one module per family, and their registry."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from kinonym.errors import UsageError
from kinonym.measures.base import Measure, MeasureTraits, similarity
from kinonym.measures.edge import Equality, LeacockChodorow, Path, WuPalmer
from kinonym.measures.feature import Subsumers

__all__ = ["MEASURES", "Measure", "MeasureTraits", "measure_named", "similarity"]

MEASURES: dict[str, Callable[[], Measure]] = {
    "wu-palmer": WuPalmer,
    "path": Path,
    "leacock-chodorow": LeacockChodorow,
    "subsumers": Subsumers,
    "equality": Equality,
}


def measure_named(name: str | Measure) -> Measure:
    """Look a measure up by name; a measure itself is returned as it is."""
    if not isinstance(name, str):
        return name
    if name not in MEASURES:
        near = get_close_matches(name, MEASURES, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"measures: {', '.join(MEASURES)}"
        msg = f"there is no measure {name!r}"
        raise UsageError(msg, hint=hint)
    return MEASURES[name]()
