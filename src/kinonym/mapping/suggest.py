"""Suggest the most similar labels for unmapped values: by spelling, and by shared words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.mapping.lexicon import Lexicon, lexicon_of
from kinonym.mapping.offensive_words import is_offensive
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.labels import fold

__all__ = ["rate_suggestion", "suggest"]

_SPELLED_ALIKE = 100
_SHARING_A_WORD = 400
_LEAST_SCORE = 60
_EXTRA = 20  # searched beyond the limit, in case some are offensive
_WEIGHT_OF_SHARED_WORDS = 0.85  # weight of shared words relative to similar spelling


def suggest(
    taxonomy: Taxonomy, values: Sequence[str], *, inside: NDArray[np.bool_] | None = None, limit: int = 5
) -> list[tuple[str, ...]]:
    """Return the ids of the concepts with the most similar labels, at most ``limit`` per value, the best first.

    Parameters
    ----------
    taxonomy
        The ontology.
    values
        Unmapped values. Cost: one pass over all labels per value.
    inside
        Marks the concepts that may be suggested (default: all).
    limit
        Number of suggestions per value. Of several concepts with one label, only the first sense is suggested.

    Examples
    --------
    >>> tax = Taxonomy.from_parents({"1": [], "2": ["1"]}, {"1": "disease", "2": "diabetes mellitus"})
    >>> suggest(tax, ["diabetis melitus", "xyz"])
    [('2',), ()]
    """
    if not values:
        return []
    search = _LabelSearch(lexicon_of(taxonomy), inside, {word for value in values for word in fold(value).split(" ")})
    return [
        tuple(_drop_offensive(taxonomy, value, search.find_nearest(value, limit + _EXTRA))[:limit]) for value in values
    ]


def rate_suggestion(taxonomy: Taxonomy, value: str, concept: str) -> float:
    """Return how alike a value and the nearest label of a concept are, from 0 to 1: the score that orders suggestions.

    Examples
    --------
    >>> tax = Taxonomy.from_parents({"1": [], "2": ["1"]}, {"1": "disease", "2": "diabetes mellitus"})
    >>> round(rate_suggestion(tax, "diabetis melitus", "2"), 2)
    0.91
    """
    folded = fold(value)
    return max(_score(folded, fold(label))[0] for label in taxonomy.labels(concept)) / 100


def _score(folded: str, text: str) -> tuple[float, float]:
    """The likeness by spelling or shared words, and by spelling alone, from 0 to 100."""
    from rapidfuzz import fuzz

    spelled = fuzz.ratio(folded, text)
    return max(spelled, _WEIGHT_OF_SHARED_WORDS * fuzz.token_set_ratio(folded, text)), spelled


def _drop_offensive(taxonomy: Taxonomy, value: str, concepts: Sequence[int]) -> list[str]:
    """Ids of the concepts that may be suggested: no offensive ones for a value that is not offensive."""
    names = [taxonomy.concepts[i] for i in concepts]
    return names if is_offensive(value) else [name for name in names if not is_offensive(taxonomy.labels(name))]


class _LabelSearch:
    """Folded labels and codes that may be suggested, each with its first concept inside the root."""

    def __init__(self, lexicon: Lexicon, inside: NDArray[np.bool_] | None, words: set[str]) -> None:
        allowed = None if inside is None or inside.all() else inside.tolist()
        senses = lexicon.spellings
        first = {
            text: next((i for i in concepts if allowed is None or allowed[i]), -1) for text, concepts in senses.items()
        }
        self._concept = {text: i for text, i in first.items() if i >= 0}
        self._texts = list(self._concept)
        self._words = words
        """The words of all values that will be searched."""

    @cached_property
    def _with_word(self) -> dict[str, list[str]]:
        labels: dict[str, list[str]] = defaultdict(list)
        for text in self._texts:
            for word in self._words.intersection(text.split(" ")):
                labels[word].append(text)
        return labels

    def find_nearest(self, value: str, limit: int) -> list[int]:
        """Concepts in the order of the similarity of their best label."""
        from rapidfuzz import fuzz, process

        folded = fold(value)
        alike = process.extract(folded, self._texts, scorer=fuzz.ratio, limit=_SPELLED_ALIKE, score_cutoff=_LEAST_SCORE)
        scores: dict[str, tuple[float, float]] = {text: (score, score) for text, score, _ in alike}
        for text in self._find_sharing_words(folded):
            scores[text] = _score(folded, text)
        ranked = sorted(scores, key=lambda text: (*(-x for x in scores[text]), text))
        likely = (self._concept[text] for text in ranked if scores[text][0] >= _LEAST_SCORE)
        return list(dict.fromkeys(likely))[:limit]

    def _find_sharing_words(self, folded: str) -> list[str]:
        """Labels that share a word, the rarest words and the shortest labels first."""
        labels: dict[str, None] = {}
        label_lists = [self._with_word[word] for word in set(folded.split(" ")) if word in self._with_word]
        for texts in sorted(label_lists, key=len):
            labels |= dict.fromkeys(sorted(texts, key=len)[:_SHARING_A_WORD])
            if len(labels) >= _SHARING_A_WORD:
                break
        return list(labels)
