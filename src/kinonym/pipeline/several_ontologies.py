"""A column with several ontologies: how they are joined, and the domain of its values (specification 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from kinonym.domains import NominalOfSeveral
from kinonym.domains.spelling import Spelling
from kinonym.mapping import Mapping
from kinonym.ontologies.rf2_maps import CodeMap
from kinonym.recipe import ColumnRecipe
from kinonym.taxonomy import JoinedTaxonomy, Taxonomy
from kinonym.taxonomy.concept_links import LinkedPair

__all__ = ["join_ontologies", "make_domain_of_several"]


def join_ontologies(parts: Sequence[Taxonomy], codes: CodeMap | None) -> JoinedTaxonomy:
    """The ontologies of a column as one, with concepts linked by a code map, ids and labels."""
    return _join(tuple(parts), tuple(_list_mapped_codes(parts, codes)) if codes is not None else ())


@lru_cache(maxsize=2)
def _join(parts: tuple[Taxonomy, ...], pairs: tuple[LinkedPair, ...]) -> JoinedTaxonomy:
    return JoinedTaxonomy.join(parts, pairs)


def _list_mapped_codes(parts: Sequence[Taxonomy], codes: CodeMap) -> Iterator[LinkedPair]:
    """The concept of a code in one ontology, and the best concept of the code map in another."""
    coded = [{concept.replace(".", ""): number for number, concept in enumerate(part.concepts)} for part in parts]
    for p, target in enumerate(parts):
        for code, concepts in codes.within(target).concepts.items():
            for o, number in enumerate(coded):
                if o != p and (same_code := number.get(code.replace(".", ""))) is not None:
                    yield (o, same_code), (p, target.number(concepts[0]))


def make_domain_of_several(
    column: ColumnRecipe,
    mapping: Mapping,
    taxonomy: JoinedTaxonomy,
    *,
    isolates: tuple[str | None, ...],
    write: str,
    spelling: Spelling | None,
) -> NominalOfSeveral:
    """Concepts of each ontology below its own domain root; ontologies weigh what they know of the records."""
    rows = [row for row in mapping.rows if row.concept is not None]
    used = np.array([taxonomy.number(row.concept or "") for row in rows], dtype=np.int64)
    root = None if mapping.root is None else taxonomy.number(mapping.root)
    below = taxonomy.below_roots(np.unique(used), root)
    counts = np.array([row.count for row in rows])
    concepts = np.array([below.number(row.concept or "") for row in rows], dtype=np.int64)
    return NominalOfSeveral(
        below,
        None,
        column.resolved_measure,
        isolates=isolates,
        write=write,
        spelling=spelling,
        combination=column.combine,
        weights=tuple(float(counts[number[concepts] >= 0].sum() / max(1, counts.sum())) for number in below.numbers),
    )
