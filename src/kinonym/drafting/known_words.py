"""What the ontologies of a draft know of single texts: whether one is a word, and whether it names a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kinonym.mapping.lexicon import lexicon_of
from kinonym.taxonomy import Taxonomy

__all__ = ["KnownWords"]

_LOCATION = "location.n.01"
_REGIONS = "m49"


@dataclass(frozen=True)
class KnownWords:
    """The words of some ontologies."""

    ontologies: Mapping[str, Taxonomy] = field(default_factory=dict)

    def is_word(self, text: str) -> bool:
        """Whether an ontology knows a text, as it is written or in another form."""
        return any(lexicon_of(taxonomy).knows(text) for taxonomy in self.ontologies.values())

    def is_place(self, text: str) -> bool:
        """Whether a text names a place: a region of UN M49, or a location with a proper name in WordNet."""
        if len(text) <= 2 or not text[:1].isupper():
            return False
        return any(_names_place(name, taxonomy, text) for name, taxonomy in self.ontologies.items())


def _names_place(name: str, taxonomy: Taxonomy, text: str) -> bool:
    lexicon = lexicon_of(taxonomy)
    if not lexicon.knows(text):
        return False
    if name == _REGIONS:
        return True
    _, senses = next(iter(lexicon.steps(text, dotted=False)), ("", []))
    first = [taxonomy.concepts[number] for number in senses[:1]]
    return any(_LOCATION in taxonomy.subsumers(concept) and taxonomy.label(concept)[:1].isupper() for concept in first)
