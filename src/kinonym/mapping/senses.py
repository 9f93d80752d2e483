"""Choose one of several senses of a word (specification 9): by the domain of the column, then by its other values.

`lexicon` finds the senses; they are already restricted to the root that the user chose.
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

__all__ = ["Choice", "Settled", "Word", "choose_senses", "find_shared_concept", "inside_mask"]

Settled = Literal["root", "domain", "context", "first sense"]

_NEARLY_ALL = 0.9
_MOST_CONTEXT_WORDS = 300
"""The greatest number of words, evenly spread, that serve as context."""
# The score of a sense is a sum of logarithms: the support by the other values, and a prior.
_UNSUPPORTED = 0.2  # added to every support, so that small differences between small supports do not matter
_FREQUENCY = 0.1  # weight of the corpus count
_UNSEEN = 0.5  # the count of a first sense that is not in the corpus …
_RANKED = 0.25  # … and the exponent by which it falls for later senses
_ORDER = 0.2  # weight of the rank in an ontology without counts
_TRANSLATED = 0.15  # weight of the rank where the counts are those of English words
_PREFERRED = 0.25  # a sense with the word as its preferred label
_FITTING = 0.1  # a name in a column of names, a common noun in a column of common nouns
_INFLECTED = 0.05  # subtracted from senses of another form of the word
_INSIDE = 0.6  # a sense inside the domain, times the squared information content of the domain
_OUTSIDE_SUPPORT = 0.5  # weight of a context word's sense outside the domain
_SHARPNESS = 4.0  # exponent that turns scores into weights of senses
_POWER = 2.5  # exponent of the power mean: few near values outweigh many distant ones
_NEUTRAL_WORDS = 20  # additional words without support, since two or three values are little evidence
_NEARLY = 0.25  # a sense with a score this close to the best makes the word ambiguous


def inside_mask(taxonomy: Taxonomy, root: str | None) -> NDArray[np.bool_]:
    """Mark the concepts in tau(root): the root and its descendants."""
    if root is None:
        return np.ones(len(taxonomy), dtype=bool)
    return reachable(taxonomy.child_csr, taxonomy.resolve(root))


def find_shared_concept(taxonomy: Taxonomy, words: Sequence[Sequence[int]], share: float = 1.0) -> int:
    """The deepest concept under which this share of the words has a sense; ties: fewest descendants, smaller number.

    A single word does not determine a domain: it is then the whole taxonomy.
    """
    start, subsumer, _ = taxonomy.subsumer_csr
    with_senses = [senses for senses in words if senses]
    if len(with_senses) < 2:
        return 0
    lists = [np.unique(gather((start, subsumer), np.array(senses))) for senses in with_senses]
    support = np.bincount(np.concatenate(lists), minlength=len(taxonomy))
    candidates = np.flatnonzero(support >= share * len(with_senses) - 1e-9)
    return int(
        candidates[np.lexsort((candidates, taxonomy.descendant_counts[candidates], -taxonomy.depths[candidates]))[0]]
    )


@dataclass(frozen=True)
class Word:
    """A value and its senses in the order of the ontology: from the first step that found any, and from later steps."""

    text: str
    senses: Sequence[int]
    later: Sequence[int] = ()


@dataclass(frozen=True)
class Choice:
    """The chosen sense of a word, other senses (the likeliest first), and whether one is nearly as likely."""

    sense: int
    others: tuple[int, ...] = ()
    settled: Settled | None = None
    ambiguous: bool = False


def choose_senses(taxonomy: Taxonomy, words: Sequence[Word]) -> list[Choice]:
    """Choose one sense for each word, using all words as context.

    Notes ----- The domain is the deepest concept under which 90 % of the words have a sense; the more specific it is,
    the greater its weight. A later sense is chosen if the other values clearly support it. Each of them supports a
    sense with the information content of their best common subsumer (Resnik 1995), weighted by the likelihood of the
    sense that it has itself: first by the order of its senses, then by their scores. The support is a power mean over
    the other values, so that a few near values outweigh many distant ones. The score is log(support + 0.2) plus 0.1
    log(corpus count), plus the small terms of the constants above. The weights were chosen on the words of
    ``tests/unit/mapping``; the result changes little in a wide range around them.
    """
    if all(len(word.senses) == 1 for word in words):
        return [Choice(word.senses[0]) for word in words]
    column = _Column(taxonomy, words)
    return [column.choose(index) for index in range(len(words))]


@dataclass(frozen=True, eq=False)
class _Column:
    taxonomy: Taxonomy
    words: Sequence[Word]
    _proper: dict[int, bool] = field(default_factory=dict)

    def choose(self, index: int) -> Choice:
        word, senses = self.words[index], self._senses[index]
        if len(senses) == 1:
            return Choice(senses[0])
        scores = dict(zip(senses, self._compute_scores(index, self._support), strict=True))
        sense = max(senses, key=scores.__getitem__)
        likely_others = [i for i in senses if i != sense and self._is_nearly_as_likely(word, i, sense, scores)]
        others = dict.fromkeys([*sorted(likely_others, key=lambda i: -scores[i]), *(i for i in senses if i != sense)])
        return Choice(
            sense, tuple(others), self._describe_choice(word, self._options[index], sense), bool(likely_others)
        )

    def _describe_choice(self, word: Word, inside: Sequence[int], sense: int) -> Settled | None:
        if len(word.senses) == 1:
            return None
        if sense == word.senses[0]:
            return "first sense"
        return "domain" if sense == inside[0] else "context"

    def _is_nearly_as_likely(self, word: Word, other: int, sense: int, scores: dict[int, float]) -> bool:
        """Whether another sense is nearly as likely, or has the word as its preferred label."""
        if not self._fits_column(other):
            return False
        named = self._is_preferred(word, other) and not self._is_preferred(word, sense)
        return named or scores[other] >= scores[sense] - _NEARLY

    def _is_preferred(self, word: Word, sense: int) -> bool:
        return fold(self.taxonomy.preferred([sense])[0]) == fold(word.text)

    def _is_name(self, sense: int) -> bool:
        """Whether every label of a concept begins with a capital."""
        if sense not in self._proper:
            labels = self.taxonomy.labels(self.taxonomy.concepts[sense])
            self._proper[sense] = all(label[:1].isupper() for label in labels)
        return self._proper[sense]

    def _fits_column(self, sense: int) -> bool:
        """Whether a sense is a name in a column of names, or a common noun in a column of common nouns."""
        return self._excess_of_names == 0 or self._is_name(sense) == (self._excess_of_names > 0)

    @cached_property
    def _excess_of_names(self) -> int:
        """The number of words that can only be names, minus those that can only be common nouns."""
        names = [[self._is_name(i) for i in word.senses] for word in self.words]
        return sum(map(all, names)) - sum(not any(row) for row in names)

    @cached_property
    def _senses(self) -> list[list[int]]:
        """All senses of each word, in the order of the ontology; those found by inflection last."""
        return [list(dict.fromkeys([*word.senses, *word.later])) for word in self.words]

    @cached_property
    def _options(self) -> list[list[int]]:
        """The senses of each word inside the domain, in the order of the ontology."""
        inside = reachable(self.taxonomy.child_csr, self._domain)
        return [self._keep_inside(word, self._domain, inside) for word in self.words]

    @cached_property
    def _domain(self) -> int:
        return find_shared_concept(self.taxonomy, self._senses, _NEARLY_ALL)

    def _keep_inside(self, word: Word, top: int, inside: NDArray[np.bool_]) -> list[int]:
        below = [i for i in word.senses if inside[i]] or [i for i in word.later if inside[i]]
        if not below:
            depth = [self.taxonomy.depths[self.taxonomy.lcs_number([i, top])] for i in word.senses]
            below = [i for i, likely_others in zip(word.senses, depth, strict=True) if likely_others == max(depth)]
        return [i for i in below if self._fits_column(i)] or below

    @cached_property
    def _content(self) -> NDArray[np.float64]:
        """Information content after Seco (T eq. 4.15)."""
        size = max(2, len(self.taxonomy))
        return np.asarray(1.0 - np.log(self.taxonomy.descendant_counts + 1.0) / math.log(size))

    def _compute_prior(self, index: int) -> NDArray[np.float64]:
        """The part of the score of each sense that does not depend on the other values."""
        word, senses = self.words[index], self._senses[index]
        rank, inside = np.arange(1, len(senses) + 1), set(self._options[index])
        if self.taxonomy.counts is None:
            prior = -_ORDER * np.log(rank)
        else:
            prior = _FREQUENCY * np.log(self.taxonomy.counts[senses] + _UNSEEN / rank**_RANKED)
            if self.taxonomy.source.language not in ("", "en"):  # the counts are those of English words
                prior = prior - _TRANSLATED * np.log(rank)
        prior = prior + _INSIDE * self._content[self._domain] ** 2 * np.array([i in inside for i in senses])
        prior += _FITTING * np.array([self._fits_column(i) for i in senses])
        prior += _PREFERRED * np.array([self._is_preferred(word, i) for i in senses])
        return np.asarray(prior - _INFLECTED * np.array([i not in word.senses for i in senses]))

    @cached_property
    def _context_words(self) -> list[int]:
        """The words that serve as context: all, or a part of many."""
        step = -(-len(self.words) // _MOST_CONTEXT_WORDS)
        return list(range(0, len(self.words), step))

    @cached_property
    def _row(self) -> NDArray[np.int64]:
        """Concept → its row in the table of support; -1 if it subsumes no sense of a context word."""
        above = [self.taxonomy.above(i) for index in self._context_words for i in self._senses[index]]
        row = np.full(len(self.taxonomy), -1)
        subsumers = np.unique(np.concatenate(above))
        row[subsumers] = np.arange(len(subsumers))
        return row

    def _build_support(self, weights: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """Concepts × context words: weight of the word's senses below the concept × its information content."""
        support = np.zeros((int(self._row.max()) + 1, len(self._context_words)))
        for column, (index, likely) in enumerate(zip(self._context_words, weights, strict=True)):
            for sense, weight in zip(self._senses[index], likely, strict=True):
                above = self.taxonomy.above(sense)
                rows = self._row[above]
                support[rows, column] = np.maximum(support[rows, column], weight * self._content[above])
        return support

    @cached_property
    def _support(self) -> NDArray[np.float64]:
        """The support by each context word, with senses weighted by the support of the other words."""
        by_order = [
            [(1.0 if sense in self._options[index] else _OUTSIDE_SUPPORT) / rank
             for rank, sense in enumerate(self._senses[index], 1)]
            for index in self._context_words
        ]  # fmt: skip
        first = self._build_support(by_order)
        scores = [self._compute_scores(index, first) for index in self._context_words]
        return self._build_support([np.exp(_SHARPNESS * (score - score.max())).tolist() for score in scores])

    def _compute_scores(self, index: int, support: NDArray[np.float64]) -> NDArray[np.float64]:
        others = np.array([at != index for at in self._context_words])
        supports = []
        for sense in self._senses[index]:
            rows = self._row[self.taxonomy.above(sense)]
            best = support[rows[rows >= 0]].max(axis=0, initial=0.0)[others]
            supports.append(float(np.sum(best**_POWER) / (best.size + _NEUTRAL_WORDS)) ** (1 / _POWER))
        return np.asarray(np.log(np.array(supports) + _UNSUPPORTED) + self._compute_prior(index))
