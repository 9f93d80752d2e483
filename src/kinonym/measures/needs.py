"""What a measure needs of an ontology, and a clear word where it is missing."""

from __future__ import annotations

from kinonym.errors import UsageError
from kinonym.measures.base import Measure
from kinonym.taxonomy import Taxonomy

__all__ = ["check_needs", "missing_needs"]

_FOUND_IN = {
    "glosses": "glosses come with a WordNet database folder, with OBO, OWL, SKOS and SNOMED CT files that define "
    "their concepts, and with a table that has a column `gloss`",
    "parts": "parts come with a WordNet database folder, with OBO and OWL files that say part of, and with a table "
    "that has a column `parts`",
    "counts": "counts come with WordNet, with a table that has a column `count`, and from a file by "
    "with_counts(taxonomy, path)",
}


def missing_needs(measure: Measure, taxonomy: Taxonomy) -> tuple[str, ...]:
    """What the measure needs and the ontology does not carry; every ontology has labels."""
    carried = {
        "labels": True,
        "glosses": taxonomy.glosses is not None and any(taxonomy.glosses),
        "parts": taxonomy.part_csr is not None and len(taxonomy.part_csr[1]) > 0,
        "counts": taxonomy.counts is not None,
    }
    return tuple(sorted(what for what in measure.traits.needs if not carried.get(what, False)))


def check_needs(measure: Measure, taxonomy: Taxonomy) -> None:
    """Raise unless the ontology carries what the measure needs."""
    missing = missing_needs(measure, taxonomy)
    if missing:
        what, where = " and ".join(missing), taxonomy.source.name
        msg = f"the measure {measure.name} needs {what}, which {where} does not carry"
        hints = [_FOUND_IN[each] for each in missing if each in _FOUND_IN]
        raise UsageError(msg, hint="; ".join(hints) or None)
