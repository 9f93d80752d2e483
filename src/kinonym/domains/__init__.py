"""Domains: `Nominal`, `ConceptSets`, `Plain`, `Numeric`, `Ordinal`, `Dates`."""

from kinonym.domains.concept_sets import ConceptSets
from kinonym.domains.dates import Dates
from kinonym.domains.domain import CENTRES, Domain, Points, Space
from kinonym.domains.nominal import Nominal
from kinonym.domains.number import Numeric, Ordinal
from kinonym.domains.plain import Plain

__all__ = ["CENTRES", "ConceptSets", "Dates", "Domain", "Nominal", "Numeric", "Ordinal", "Plain", "Points", "Space"]
