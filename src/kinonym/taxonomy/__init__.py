"""The frozen DAG of concepts: building, restriction to a root, and search for a label."""

from kinonym.taxonomy.graph import Source, Taxonomy
from kinonym.taxonomy.joined import JoinedTaxonomy

__all__ = ["JoinedTaxonomy", "Source", "Taxonomy"]
