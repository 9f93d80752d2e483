"""Choose one of several senses of a word (specification 9): by the column's domain, then by its other values.

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
_MOST_VOICES = 300
"""In a column of more words, this many of them, evenly spread, say what the column is about."""
# A sense's score is a sum of logarithms: what the other values say for it, and what is known of it beforehand.
_UNSUPPORTED = 0.2  # added to every support: small differences between small supports say nothing
_FREQUENCY = 0.1  # weight of the corpus count
_UNSEEN = 0.5  # the count of a first sense that the corpus does not have …
_RANKED = 0.25  # … and how much smaller it is for later ones
_ORDER = 0.2  # weight of the rank in an ontology without counts
_PREFERRED = 0.25  # a sense whose preferred label is the word
_SUITED = 0.1  # a name in a column of names, a common word in one of common words
_INFLECTED = 0.05  # taken from senses that only another form of the word has
_INSIDE = 0.6  # a sense inside the domain, times the squared information content of the domain
_OUTSIDE_VOICE = 0.5
_SHARPNESS = 4.0
_POWER = 2.5  # near values count for more than the many that are far away
_SILENT = 20  # as if the column had this many more words, which say nothing: two or three values prove little
_NEARLY = 0.25  # a sense whose score is this near to the best is worth a look


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
    """Choose one sense for each word, in the light of all of them.

    Notes
    -----
    The domain is the deepest concept under which 90 % of the words have a sense; the more specific it is, the more it
    weighs. A later sense is taken where the other values clearly speak for it. Each of them supports a sense with the
    information content of what they have in common at best (Resnik 1995), weighed by how likely its own sense is:
    first by the order of its senses, then by their scores. The support is a power mean over the other values, so
    that a few near ones count for more than many far ones. The score is log(support + 0.2) plus 0.1 log(corpus count),
    plus the small terms of the constants above. The weights were chosen on the words of
    ``tests/unit/mapping``; the result changes little in a wide range around them.
    """
    if all(len(word.senses) == 1 for word in words):
        return [Choice(word.senses[0]) for word in words]
    column = _Column(taxonomy, words)
    return [column.choose(place) for place in range(len(words))]


@dataclass(frozen=True, eq=False)
class _Column:
    taxonomy: Taxonomy
    words: Sequence[Word]
    _proper: dict[int, bool] = field(default_factory=dict)

    def choose(self, place: int) -> Choice:
        word, senses = self.words[place], self._senses[place]
        if len(senses) == 1:
            return Choice(senses[0])
        scores = dict(zip(senses, self._scores(place, self._voices), strict=True))
        sense = max(senses, key=scores.__getitem__)
        near = [i for i in senses if i != sense and self._near(word, i, sense, scores)]
        others = dict.fromkeys([*sorted(near, key=lambda i: -scores[i]), *(i for i in senses if i != sense)])
        return Choice(sense, tuple(others), self._settled(word, self._options[place], sense), bool(near))

    def _settled(self, word: Word, inside: Sequence[int], sense: int) -> Settled | None:
        if len(word.senses) == 1:
            return None
        if sense == word.senses[0]:
            return "first sense"
        return "domain" if sense == inside[0] else "context"

    def _near(self, word: Word, other: int, sense: int, scores: dict[int, float]) -> bool:
        """Whether another sense is nearly as likely, or the one that the word is the preferred label of."""
        if not self._suits(other):
            return False
        named = self._preferred(word, other) and not self._preferred(word, sense)
        return named or scores[other] >= scores[sense] - _NEARLY

    def _preferred(self, word: Word, sense: int) -> bool:
        return fold(self.taxonomy.preferred([sense])[0]) == fold(word.text)

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
    def _senses(self) -> list[list[int]]:
        """For each word all of its senses, in the ontology's order, those found by inflection last."""
        return [list(dict.fromkeys([*word.senses, *word.later])) for word in self.words]

    @cached_property
    def _options(self) -> list[list[int]]:
        """For each word the senses that the domain leaves, in the ontology's order."""
        inside = reachable(self.taxonomy.child_csr, self._domain)
        return [self._left(word, self._domain, inside) for word in self.words]

    @cached_property
    def _domain(self) -> int:
        return shared_concept(self.taxonomy, self._senses, _NEARLY_ALL)

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

    def _prior(self, place: int) -> NDArray[np.float64]:
        """Score what is known of each sense of a word, whatever the other values are."""
        word, senses = self.words[place], self._senses[place]
        rank, inside = np.arange(1, len(senses) + 1), set(self._options[place])
        if self.taxonomy.counts is None:
            prior = -_ORDER * np.log(rank)
        else:
            prior = _FREQUENCY * np.log(self.taxonomy.counts[senses] + _UNSEEN / rank**_RANKED)
        prior = prior + _INSIDE * self._content[self._domain] ** 2 * np.array([i in inside for i in senses])
        prior += _SUITED * np.array([self._suits(i) for i in senses])
        prior += _PREFERRED * np.array([self._preferred(word, i) for i in senses])
        return np.asarray(prior - _INFLECTED * np.array([i not in word.senses for i in senses]))

    @cached_property
    def _heard(self) -> list[int]:
        """The words that say what the column is about: all, or some of many."""
        step = -(-len(self.words) // _MOST_VOICES)
        return list(range(0, len(self.words), step))

    @cached_property
    def _row(self) -> NDArray[np.int64]:
        """Concept → its row in the voices; -1 for those above no sense of a heard word."""
        above = [self.taxonomy.above(i) for place in self._heard for i in self._senses[place]]
        row = np.full(len(self.taxonomy), -1)
        known = np.unique(np.concatenate(above))
        row[known] = np.arange(len(known))
        return row

    def _speak(self, weights: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """Concepts × heard words: how likely the word's sense lies below the concept, times its content."""
        voices = np.zeros((int(self._row.max()) + 1, len(self._heard)))
        for column, (place, likely) in enumerate(zip(self._heard, weights, strict=True)):
            for sense, weight in zip(self._senses[place], likely, strict=True):
                above = self.taxonomy.above(sense)
                rows = self._row[above]
                voices[rows, column] = np.maximum(voices[rows, column], weight * self._content[above])
        return voices

    @cached_property
    def _voices(self) -> NDArray[np.float64]:
        """What each heard word says, once the others have been heard."""
        by_order = [
            [(1.0 if sense in self._options[place] else _OUTSIDE_VOICE) / rank
             for rank, sense in enumerate(self._senses[place], 1)]
            for place in self._heard
        ]  # fmt: skip
        first = self._speak(by_order)
        scores = [self._scores(place, first) for place in self._heard]
        return self._speak([np.exp(_SHARPNESS * (score - score.max())).tolist() for score in scores])

    def _scores(self, place: int, voices: NDArray[np.float64]) -> NDArray[np.float64]:
        others = np.array([at != place for at in self._heard])
        supports = []
        for sense in self._senses[place]:
            rows = self._row[self.taxonomy.above(sense)]
            best = voices[rows[rows >= 0]].max(axis=0, initial=0.0)[others]
            supports.append(float(np.sum(best**_POWER) / (best.size + _SILENT)) ** (1 / _POWER))
        return np.asarray(np.log(np.array(supports) + _UNSUPPORTED) + self._prior(place))
