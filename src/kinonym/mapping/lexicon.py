"""Search the concepts of a value: by id, code, label or another form of its words (specification 9).

Codes are recognised as they occur in data (`code_book`). English words are searched by WordNet's rules for nouns and
by other spellings (`inflection`), words of any language by their stems (`stems`). There is one `Lexicon` per taxonomy;
its tables are built on first use. `senses` chooses among several senses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Literal
from weakref import WeakKeyDictionary

from kinonym.languages import find_language
from kinonym.mapping.code_book import CodeBook
from kinonym.mapping.inflection import QUALIFIER, base_forms, fold_exceptions, respellings
from kinonym.mapping.stems import simplify, stemmer
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.labels import fold

__all__ = ["CERTAIN", "How", "Lexicon", "lexicon_of"]

How = Literal["table", "id", "code", "label", "folded", "morphology", "stem", "respelled"]
CERTAIN = frozenset[How]({"id", "code"})
"""Steps with certain results: no other words need to be searched."""


class Lexicon:
    """The words and codes of one taxonomy. It refers to the arrays of the taxonomy, not to the taxonomy itself."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.concepts = taxonomy.concepts
        self.index = taxonomy.index
        self._parent_csr = taxonomy.parent_csr
        self._irregular = taxonomy.irregular
        code = taxonomy.source.language
        self._language = find_language(code) if code not in ("", "en") else None

    def knows(self, value: str) -> bool:
        """Whether a value is an id, a code or a label, possibly in the plural; a fast test."""
        if value in self.numbers or self.index.folded(value) or self._find_simplified(value):
            return True
        if len(self.codes) and len(self.codes.find(value, dotted=True)) == 1:
            return True
        return self._irregular is not None and bool(self._find_inflected(value))

    def steps(self, value: str, *, dotted: bool) -> Iterator[tuple[How, list[int]]]:
        """Run the steps of specification 9 in order; yields the results of those that find anything."""
        if value in self.numbers:
            yield "id", [self.numbers[value]]
        code = self.codes.find(value, dotted=dotted) if len(self.codes) else []
        if len(code) == 1:
            yield "code", code
        labelled = self.index.folded(value) or self._find_simplified(value)  # includes exact labels, without preference
        if labelled:
            yield "label" if self.index.has(value) else "folded", labelled
        inflected = self._find_inflected(value)
        if inflected:
            yield "stem" if self._irregular is None else "morphology", inflected
        if not labelled and not inflected and (respelled := self._find_respelled(value)):
            yield "respelled", self._keep_below_qualifier(value, respelled) or respelled

    def _find_simplified(self, value: str) -> list[int]:
        """Find labels that differ in apostrophes and articles, or also in accents, in a language other than English."""
        language = self._language
        if language is None:
            return []
        for accents, table in ((True, self._simplified), (False, self._unaccented)):
            if senses := table.get(simplify(value, language, accents=accents)):
                return senses
        return []

    def _find_inflected(self, value: str) -> list[int]:
        if self._irregular is None:
            stems = self._stem(fold(value))
            if not stems or self._language is None or stems in self._stemmed:
                return self._stemmed.get(stems, []) if stems else []
            return self._unaccented_stemmed.get(self._unaccented_stem(fold(value)), [])
        bases = base_forms(fold(value), self._exceptions, self.index.folded)
        return list(dict.fromkeys(i for base in bases for i in self.index.folded(base)))

    def _find_respelled(self, value: str) -> list[int]:
        """Find other spellings: without a qualifier, with `and`, as one word, also in the plural."""
        for text in respellings(value):
            if senses := self.index.folded(text) or self._find_inflected(text):
                return senses
        for text in respellings(value):
            joined = fold(text).replace(" ", "")
            bases = base_forms(joined, self._exceptions, self._joined.__contains__)
            for form in (joined, *bases):
                if form in self._joined:
                    return self._joined[form]
        return []

    def _keep_below_qualifier(self, value: str, senses: Iterable[int]) -> list[int]:
        """Keep the senses below the broader concept in brackets after the word: `craftsman (skilled worker)`."""
        qualifier = QUALIFIER.search(value)
        broader = set(self.index.folded(qualifier[0].strip()[1:-1])) if qualifier else set()
        return [i for i in senses if broader and not broader.isdisjoint(self._list_ancestors(i))]

    def _list_ancestors(self, concept: int) -> set[int]:
        """All ancestors of a concept, without itself."""
        start, parent = self._parent_csr
        ancestors: set[int] = set()
        level = [concept]
        while level:
            level = [
                int(i) for child in level for i in parent[start[child] : start[child + 1]] if int(i) not in ancestors
            ]
            ancestors.update(level)
        return ancestors

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
        """Folded labels, and ids if they are codes → concepts in sense order."""
        spellings = dict(self.index.by_folded_text)
        if len(self.codes):
            for number, concept in enumerate(self.concepts):
                spellings.setdefault(fold(concept), [number])
        return spellings

    @cached_property
    def _exceptions(self) -> dict[str, tuple[str, ...]]:
        return fold_exceptions(self._irregular or {})

    @cached_property
    def _joined(self) -> dict[str, list[int]]:
        """Labels without their blanks."""
        return self.index.table([label.replace(" ", "") for label in self.index.folded_texts])

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        return stemmer(self._language)

    @cached_property
    def _simplified(self) -> dict[str, list[int]]:
        """Labels without apostrophes and articles; empty in English."""
        return self._simplify_labels(accents=True)

    @cached_property
    def _unaccented(self) -> dict[str, list[int]]:
        """The same without accents."""
        return self._simplify_labels(accents=False)

    def _simplify_labels(self, *, accents: bool) -> dict[str, list[int]]:
        language = self._language
        texts = self.index.texts
        return {} if language is None else self.index.table([simplify(x, language, accents=accents) for x in texts])

    @cached_property
    def _unaccented_stem(self) -> Callable[[str], str]:
        return stemmer(self._language, accents=False)

    @cached_property
    def _unaccented_stemmed(self) -> dict[str, list[int]]:
        return self.index.table(list(map(self._unaccented_stem, self.index.folded_texts)))

    @cached_property
    def _stemmed(self) -> dict[str, list[int]]:
        return self.index.table(list(map(self._stem, self.index.folded_texts)))


_LEXICONS: WeakKeyDictionary[Taxonomy, Lexicon] = WeakKeyDictionary()


def lexicon_of(taxonomy: Taxonomy) -> Lexicon:
    """Return the lexicon of a taxonomy; it is built once and freed with the taxonomy."""
    lexicon = _LEXICONS.get(taxonomy)
    if lexicon is None:
        lexicon = _LEXICONS[taxonomy] = Lexicon(taxonomy)
    return lexicon
