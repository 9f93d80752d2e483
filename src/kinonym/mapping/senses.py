"""Choosing one sense for a word of several (SPEC 9): the column's domain first, then what its other values say.

Where a word's senses come from is `lexicon`'s matter; a root that a person gave has been heeded before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.labels import fold
from kinonym.taxonomy.order import gather, reachable

__all__ = ["Choice", "Settled", "Word", "choose_senses", "inside_mask", "shared_concept"]

Settled = Literal["root", "domain", "context", "first sense"]

_NEARLY_ALL = 0.9
_CLEARLY = 1.15  # a sense that the other values support less than the best by this factor is out
_NEARLY = 0.8  # a sense with this share of the chosen one's support is worth a look
_CLOSE_BY = 0.6  # so is one outside the domain, which may be chosen over a sense that no corpus ever saw


def inside_mask(taxonomy: Taxonomy, root: str | None) -> NDArray[np.bool_]:
    """Mark the concepts that lie in tau(root)."""
    if root is None:
        return np.ones(len(taxonomy), dtype=bool)
    return reachable(taxonomy.child_csr, taxonomy.resolve(root))


def shared_concept(taxonomy: Taxonomy, words: Sequence[Sequence[int]], share: float = 1.0) -> int:
    """The deepest concept under which this share of the words has a sense; ties: fewest descendants, smaller number.

    A single word says nothing of what it is about: its domain is the whole taxonomy.
    """
    start, subsumer, _ = taxonomy.subsumer_csr
    known = [senses for senses in words if senses]
    if len(known) < 2:
        return 0
    lists = [np.unique(gather((start, subsumer), np.array(senses))) for senses in known]
    support = np.bincount(np.concatenate(lists), minlength=len(taxonomy))
    whole = np.flatnonzero(support >= share * len(known) - 1e-9)
    return int(whole[np.lexsort((whole, taxonomy.descendant_counts[whole], -taxonomy.depths[whole]))[0]])


@dataclass(frozen=True)
class Word:
    """A value and its senses in the ontology's order: of the first step that found any, and of later steps."""

    text: str
    senses: Sequence[int]
    later: Sequence[int] = ()


@dataclass(frozen=True)
class Choice:
    """The sense of a word; what else it may mean, the likeliest first; whether that is nearly as likely."""

    sense: int
    others: tuple[int, ...] = ()
    settled: Settled | None = None
    ambiguous: bool = False


def choose_senses(taxonomy: Taxonomy, words: Sequence[Word]) -> list[Choice]:
    """One sense for each word, in the light of all of them.

    Notes
    -----
    The domain is the deepest concept under which 90 % of the words have a sense; a word without one there keeps those
    nearest to it. In a column of common words proper names are left out where there is another sense, and the other
    way round. What the other values say for a sense is Resnik's (1995): each supports it with the information content
    of what they have in common at best, a word of several senses with 1, 1/2, 1/3 … of its voice for the first, the
    second, the third. Of the senses with nearly the greatest support the first is taken, after those whose preferred
    label the word is or that the source's corpus has seen.
    """
    if all(len(word.senses) == 1 for word in words):
        return [Choice(word.senses[0]) for word in words]
    column = _Column(taxonomy, words)
    return [column.choice(place) for place in range(len(words))]


@dataclass(frozen=True, eq=False)
class _Column:
    taxonomy: Taxonomy
    words: Sequence[Word]
    _proper: dict[int, bool] = field(default_factory=dict)

    def choice(self, place: int) -> Choice:
        word, inside = self.words[place], self._options[place]
        if len(word.senses) == 1 and not word.later:
            return Choice(word.senses[0])
        outside = [i for i in dict.fromkeys([*word.senses, *word.later]) if i not in inside]
        support = dict(zip([*inside, *outside], self._supports(place, [*inside, *outside]), strict=True))
        sense = self._best(word, inside, support)
        near = [i for i in support if i != sense and self._near(word, i, sense, support)]
        others = dict.fromkeys([*sorted(near, key=lambda i: -support[i]), *(i for i in support if i != sense)])
        return Choice(sense, tuple(others), self._settled(word, inside, sense), bool(near))

    def _best(self, word: Word, inside: Sequence[int], support: dict[int, float]) -> int:
        most = max(support[i] for i in inside)
        likely = [i for i in inside if support[i] * _CLEARLY >= most]
        best = min(likely, key=lambda i: -self._usual(word, i))
        first = next((i for i in word.senses if self._suits(i)), best)
        usual = first not in inside and self._seen(first) and not self._seen(best)
        return first if usual and support[first] >= _CLOSE_BY * support[best] else best

    def _settled(self, word: Word, inside: Sequence[int], sense: int) -> Settled | None:
        if len(word.senses) == 1:
            return None
        if sense == word.senses[0]:
            return "first sense"
        return "domain" if sense == inside[0] else "context"

    def _near(self, word: Word, other: int, sense: int, support: dict[int, float]) -> bool:
        """Whether another sense is nearly as likely, or the one that the word is the preferred label of."""
        if not self._suits(other):
            return False
        named = self._preferred(word, other) and not self._preferred(word, sense)
        return named or support[other] >= _NEARLY * support[sense]

    def _usual(self, word: Word, sense: int) -> int:
        return self._preferred(word, sense) + self._seen(sense)

    def _preferred(self, word: Word, sense: int) -> bool:
        return fold(self.taxonomy.preferred([sense])[0]) == fold(word.text)

    def _seen(self, sense: int) -> bool:
        return self.taxonomy.counts is None or bool(self.taxonomy.counts[sense])

    def _is_name(self, sense: int) -> bool:
        """Whether every label of a concept begins with a capital."""
        if sense not in self._proper:
            labels = self.taxonomy.labels(self.taxonomy.concepts[sense])
            self._proper[sense] = all(label[:1].isupper() for label in labels)
        return self._proper[sense]

    def _suits(self, sense: int) -> bool:
        """Whether a sense is a name in a column of names, or a common word in one of common words."""
        return self._names_ahead == 0 or self._is_name(sense) == (self._names_ahead > 0)

    @cached_property
    def _names_ahead(self) -> int:
        """How many more words can only be names than can only be common words."""
        names = [[self._is_name(i) for i in word.senses] for word in self.words]
        return sum(map(all, names)) - sum(not any(row) for row in names)

    @cached_property
    def _options(self) -> list[list[int]]:
        """For each word the senses that the domain leaves, in the ontology's order."""
        everything = [[*word.senses, *word.later] for word in self.words]
        top = shared_concept(self.taxonomy, everything, _NEARLY_ALL)
        inside = reachable(self.taxonomy.child_csr, top)
        return [self._left(word, top, inside) for word in self.words]

    def _left(self, word: Word, top: int, inside: NDArray[np.bool_]) -> list[int]:
        below = [i for i in word.senses if inside[i]] or [i for i in word.later if inside[i]]
        if not below:
            depth = [self.taxonomy.depths[self.taxonomy.lcs_number([i, top])] for i in word.senses]
            below = [i for i, near in zip(word.senses, depth, strict=True) if near == max(depth)]
        return [i for i in below if self._suits(i)] or below

    @cached_property
    def _content(self) -> NDArray[np.float64]:
        """Information content after Seco (T eq. 4.15)."""
        size = max(2, len(self.taxonomy))
        return np.asarray(1.0 - np.log(self.taxonomy.descendant_counts + 1.0) / math.log(size))

    @cached_property
    def _voices(self) -> list[dict[int, float]]:
        """For each word: concept → its voice for what lies below."""
        voices = []
        for options in self._options:
            voice: dict[int, float] = {}
            for rank, sense in enumerate(options, 1):
                for concept in self.taxonomy.above(sense).tolist():
                    voice.setdefault(concept, 1 / rank)
            voices.append(voice)
        return voices

    @cached_property
    def _total(self) -> NDArray[np.float64]:
        total = np.zeros(len(self.taxonomy))
        for voice in self._voices:
            total[list(voice)] += list(voice.values())
        return total

    def _supports(self, place: int, senses: Sequence[int]) -> list[float]:
        """Information that the other words have in common with each sense, per word."""
        own = self._voices[place]
        supports = []
        for sense in senses:
            above = self.taxonomy.above(sense)
            above = above[np.argsort(-self._content[above], kind="stable")]
            others = self._total[above] - np.array([own.get(concept, 0.0) for concept in above.tolist()])
            gained = np.diff(np.maximum.accumulate(others), prepend=0.0)
            supports.append(float(gained @ self._content[above]) / max(1, len(self.words) - 1))
        return supports
