"""Semantic distances between the concepts of a taxonomy, one module per family, and their registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kinonym.errors import UsageError
from kinonym.hints import did_you_mean
from kinonym.measures.edge import Equality, LeacockChodorow, Path, WuPalmer
from kinonym.measures.feature import FEATURES, RodriguezEgenhofer, Subsumers, Tversky, XSimilarity
from kinonym.measures.information import JiangConrath, Lin, Resnik
from kinonym.measures.information_content import IC_MODELS, with_counts
from kinonym.measures.measure import Measure, MeasureTraits, check_needs, missing_needs, similarities, similarity
from kinonym.measures.plugins import plugin_measures

__all__ = [
    "IC_MODELS",
    "MEASURES",
    "VARIANTS",
    "Measure",
    "MeasureTraits",
    "check_needs",
    "measure_named",
    "missing_needs",
    "plugin_measures",
    "similarities",
    "similarity",
    "with_counts",
]

MEASURES: dict[str, Callable[..., Measure]] = {
    "wu-palmer": WuPalmer,
    "path": Path,
    "leacock-chodorow": LeacockChodorow,
    "subsumers": Subsumers,
    "tversky": Tversky,
    "rodriguez-egenhofer": RodriguezEgenhofer,
    "x-similarity": XSimilarity,
    "resnik": Resnik,
    "lin": Lin,
    "jiang-conrath": JiangConrath,
    "equality": Equality,
}

VARIANTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "tversky": ("features", FEATURES),
    "resnik": ("ic", tuple(IC_MODELS)),
    "lin": ("ic", tuple(IC_MODELS)),
    "jiang-conrath": ("ic", tuple(IC_MODELS)),
}
"""Measure → the option that a plus sign after its name sets, and what it may be; the first is the default."""

Plugins = Callable[[], Mapping[str, Callable[[], Measure]]]


def measure_named(name: str | Measure, plugins: Plugins | None = None) -> Measure:
    """Look a measure up by name, such as ``wu-palmer`` or ``lin+sanchez``.

    A measure itself is returned as it is. ``plugins`` is asked for a name that is not built in:
    `plugin_measures`, where plugins are wanted.

    >>> measure_named("lin+sanchez")
    Lin(ic='sanchez')
    """
    if not isinstance(name, str):
        return name
    family, plus, variant = name.partition("+")
    if family not in MEASURES:
        offered = plugins() if plugins else {}
        if name in offered:
            return offered[name]()
        known = [*MEASURES, *offered]
        hint = did_you_mean(family, known, f"measures: {', '.join(known)}")
        msg = f"there is no measure {name!r}"
        raise UsageError(msg, hint=hint)
    return _variant(family, variant) if plus else MEASURES[family]()


def _variant(family: str, variant: str) -> Measure:
    option, known = VARIANTS.get(family, ("", ()))
    if variant not in known:
        msg = f"the measure {family} has no variant {variant!r}"
        choices = ", ".join(f"{family}+{each}" for each in known)
        raise UsageError(msg, hint=f"variants: {choices}" if known else "it has none")
    return MEASURES[family](**{option: variant})
