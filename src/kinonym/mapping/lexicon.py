"""Where a value looks for its concepts: id, code, exact label, folded label, morphology or stems (SPEC 9).

One `Lexicon` per taxonomy, its tables built when first asked for; choosing among senses lives in `senses`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Literal
from weakref import WeakKeyDictionary

from kinonym.mapping.codes import CodeBook
from kinonym.mapping.morphology import base_forms, folded_exceptions, stemmer
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.search import fold

__all__ = ["How", "Lexicon", "lexicon_of"]

How = Literal["table", "id", "code", "label", "folded", "morphology", "stem"]


class Lexicon:
    """The words and codes of one taxonomy; keeps its arrays, not the taxonomy itself."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.concepts = taxonomy.concepts
        self.index = taxonomy.index
        self._parent_csr = taxonomy.parent_csr
        self._irregular = taxonomy.irregular

    def steps(self, value: str, *, dotted: bool) -> Iterator[tuple[How, list[int]]]:
        """What each step of SPEC 9 finds, in order; steps that find nothing are left out."""
        if value in self.numbers:
            yield "id", [self.numbers[value]]
        code = self.codes.find(value, dotted=dotted) if len(self.codes) else []
        if len(code) == 1:
            yield "code", code
        if exact := self.index.exact(value):
            yield "label", exact
        if folded := self.index.folded(value):
            yield "folded", folded
        how, found = self._inflected(value)
        if found:
            yield how, found

    def _inflected(self, value: str) -> tuple[How, list[int]]:
        if self._irregular is None:
            stems = self._stem(value)
            return "stem", self._stemmed.get(stems, []) if stems else []
        bases = base_forms(fold(value), self._exceptions, self.index.folded)
        return "morphology", list(dict.fromkeys(i for base in bases for i in self.index.folded(base)))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Concept id → number."""
        return {concept: i for i, concept in enumerate(self.concepts)}

    @cached_property
    def codes(self) -> CodeBook:
        """The ids that are codes."""
        return CodeBook(self.concepts, self._parent_csr)

    @cached_property
    def spellings(self) -> dict[str, list[int]]:
        """Folded labels, and ids where they are codes → concepts in sense order."""
        found = self.index.table(fold)
        if len(self.codes):
            for number, concept in enumerate(self.concepts):
                found.setdefault(fold(concept), [number])
        return found

    @cached_property
    def _exceptions(self) -> dict[str, tuple[str, ...]]:
        return folded_exceptions(self._irregular or {})

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        return stemmer()

    @cached_property
    def _stemmed(self) -> dict[str, list[int]]:
        return self.index.table(self._stem)


_LEXICONS: WeakKeyDictionary[Taxonomy, Lexicon] = WeakKeyDictionary()


def lexicon_of(taxonomy: Taxonomy) -> Lexicon:
    """Return the taxonomy's lexicon, made once and dropped with the taxonomy."""
    found = _LEXICONS.get(taxonomy)
    if found is None:
        found = _LEXICONS[taxonomy] = Lexicon(taxonomy)
    return found
