"""Domains: what the values of a column mean, one class per kind of value.

`Domain` is their base class; `kinonym.column_types` lists the types that a recipe can name.
"""

from kinonym.domains.concept_sets import ConceptSets
from kinonym.domains.dates import Dates
from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.nominal import Nominal
from kinonym.domains.number import Numeric
from kinonym.domains.ordinal import Ordinal
from kinonym.domains.plain import Plain
from kinonym.domains.points import Points
from kinonym.domains.several_taxonomies import NominalOfSeveral
from kinonym.domains.space import CENTRES, Space

__all__ = [
    "CENTRES", "ConceptSets", "Dates", "Domain", "DomainTraits", "Nominal", "NominalOfSeveral", "Numeric", "Ordinal",
    "Plain", "Points", "Space",
]  # fmt: skip
