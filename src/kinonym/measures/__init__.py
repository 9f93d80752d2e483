"""Semantic distances between the concepts of a taxonomy, one module per family; their registry, and what they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kinonym.errors import UsageError
from kinonym.hints import did_you_mean
from kinonym.measures.edge import Equality, LeacockChodorow, Path, WuPalmer
from kinonym.measures.feature import FEATURES, RodriguezEgenhofer, Subsumers, Tversky, XSimilarity
from kinonym.measures.information import JiangConrath, Lin, Resnik
from kinonym.measures.information_content import IC_MODELS, with_counts
from kinonym.measures.measure import Measure, MeasureTraits, similarities, similarity
from kinonym.measures.plugins import plugin_measures
from kinonym.taxonomy import Taxonomy

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

_FOUND_IN = {
    "glosses": "glosses come with a WordNet database folder, with OBO, OWL, SKOS and SNOMED CT files that define "
    "their concepts, and with a table that has a column `gloss`",
    "parts": "parts come with a WordNet database folder, with OBO and OWL files that say part of, and with a table "
    "that has a column `parts`",
    "counts": "counts come with WordNet, with a table that has a column `count`, and from a file by "
    "with_counts(taxonomy, path)",
}

Plugins = Callable[[], Mapping[str, Callable[[], Measure]]]


def measure_named(name: str | Measure, plugins: Plugins | None = None) -> Measure:
    """Look a measure up by name, such as ``wu-palmer`` or ``lin+sanchez``.

    A measure is returned unchanged. ``plugins`` finds names that are not built in, such as `plugin_measures`.

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


def missing_needs(measure: Measure, taxonomy: Taxonomy) -> tuple[str, ...]:
    """List what the measure needs and the ontology does not have; every ontology has labels."""
    carried = {
        "labels": True,
        "glosses": taxonomy.glosses is not None and any(taxonomy.glosses),
        "parts": taxonomy.part_csr is not None and len(taxonomy.part_csr[1]) > 0,
        "counts": taxonomy.counts is not None,
    }
    return tuple(sorted(what for what in measure.traits.needs if not carried.get(what, False)))


def check_needs(measure: Measure, taxonomy: Taxonomy) -> None:
    """Raise unless the ontology has what the measure needs."""
    missing = missing_needs(measure, taxonomy)
    if missing:
        what, where = " and ".join(missing), taxonomy.source.name
        msg = f"the measure {measure.name} needs {what}, which {where} does not have"
        hints = [_FOUND_IN[each] for each in missing if each in _FOUND_IN]
        raise UsageError(msg, hint="; ".join(hints) or "use another measure, such as wu-palmer")
