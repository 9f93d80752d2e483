"""Figures of a loaded taxonomy and its provenance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.taxonomy import Taxonomy

__all__ = ["Stats", "stats"]


@dataclass(frozen=True)
class Stats:
    """Figures of a taxonomy, and the lines that its licence requires to be shown."""

    name: str
    concepts: int
    links: int
    roots: int
    """Roots in the source, without a virtual root."""
    leaves: int
    depth: int
    """Nodes on the longest path from a leaf to the root."""
    several_parents: int
    """Concepts with more than one parent."""
    labels: int
    glosses: int
    version: str
    licence: str
    citation: str
    notices: tuple[str, ...]


def stats(taxonomy: Taxonomy) -> Stats:
    """Compute the figures of a taxonomy.

    >>> from kinonym.ontologies import load
    >>> figures = stats(load("m49"))
    >>> figures.concepts, figures.links, figures.roots, figures.depth, figures.several_parents
    (278, 277, 1, 5, 0)
    """
    start, parents = taxonomy.parent_csr
    children = np.diff(taxonomy.child_csr[0])
    return Stats(
        name=taxonomy.source.name,
        concepts=len(taxonomy),
        links=len(parents),
        roots=int(children[0]) if taxonomy.source.virtual_root else 1,
        leaves=int((children == 0).sum()),
        depth=taxonomy.max_depth,
        several_parents=int((np.diff(start) > 1).sum()),
        labels=len(taxonomy.label_texts),
        glosses=sum(map(bool, taxonomy.glosses or ())),
        version=taxonomy.source.version,
        licence=taxonomy.source.licence,
        citation=taxonomy.source.citation,
        notices=taxonomy.source.notices,
    )
