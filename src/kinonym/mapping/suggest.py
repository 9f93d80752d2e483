"""The nearest labels for values that no step found: by spelling, and by the words they share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.mapping.lexicon import Lexicon, is_offensive, lexicon_of
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.labels import fold

__all__ = ["suggest"]

_SPELLED_ALIKE = 100
_SHARING_A_WORD = 400
_LOWEST = 60
_SPARE = 20  # looked up beyond the limit, in case some are offensive
_SHARED = 0.85  # a label that only shares words counts less than one spelled alike


def suggest(
    taxonomy: Taxonomy, values: Sequence[str], *, inside: NDArray[np.bool_] | None = None, limit: int = 5
) -> list[tuple[str, ...]]:
    """Ids of the concepts with the nearest labels, at most ``limit`` for each value, the nearest first.

    Parameters
    ----------
    taxonomy
        Where to look.
    values
        What was not found. The cost is one pass over all labels for each of them.
    inside
        Which concepts may be proposed; all if None.
    limit
        How many for each value. Of several concepts with one label only the first sense is proposed.

    Examples
    --------
    >>> tax = Taxonomy.from_parents({"1": [], "2": ["1"]}, {"1": "disease", "2": "diabetes mellitus"})
    >>> suggest(tax, ["diabetis melitus", "xyz"])
    [('2',), ()]
    """
    if not values:
        return []
    shelf = _Shelf(lexicon_of(taxonomy), inside, {word for value in values for word in fold(value).split(" ")})
    return [tuple(_welcome(taxonomy, value, shelf.nearest(value, limit + _SPARE))[:limit]) for value in values]


def _welcome(taxonomy: Taxonomy, value: str, concepts: Sequence[int]) -> list[str]:
    """Ids of what may be proposed for a value: nothing offensive for one that is not."""
    names = [taxonomy.concepts[i] for i in concepts]
    return names if is_offensive(value) else [name for name in names if not is_offensive(taxonomy.labels(name))]


class _Shelf:
    """Folded labels and codes that may be proposed, each with its first concept inside the root."""

    def __init__(self, lexicon: Lexicon, inside: NDArray[np.bool_] | None, words: set[str]) -> None:
        kept = None if inside is None or inside.all() else inside.tolist()
        senses = lexicon.spellings
        first = {text: next((i for i in concepts if kept is None or kept[i]), -1) for text, concepts in senses.items()}
        self._concept = {text: i for text, i in first.items() if i >= 0}
        self._texts = list(self._concept)
        self._words = words
        """Those that may be asked for."""

    @cached_property
    def _with_word(self) -> dict[str, list[str]]:
        labels: dict[str, list[str]] = defaultdict(list)
        for text in self._texts:
            for word in self._words.intersection(text.split(" ")):
                labels[word].append(text)
        return labels

    def nearest(self, value: str, limit: int) -> list[int]:
        """Concepts by the similarity of their best label."""
        from rapidfuzz import fuzz, process

        wanted = fold(value)
        alike = process.extract(wanted, self._texts, scorer=fuzz.ratio, limit=_SPELLED_ALIKE, score_cutoff=_LOWEST)
        scores: dict[str, tuple[float, float]] = {text: (score, score) for text, score, _ in alike}
        for text in self._sharing(wanted):
            spelled = fuzz.ratio(wanted, text)
            scores[text] = max(spelled, _SHARED * fuzz.token_set_ratio(wanted, text)), spelled
        ranked = sorted(scores, key=lambda text: (*(-x for x in scores[text]), text))
        likely = (self._concept[text] for text in ranked if scores[text][0] >= _LOWEST)
        return list(dict.fromkeys(likely))[:limit]

    def _sharing(self, wanted: str) -> list[str]:
        """Labels that share a word, those with the rarest words and the shortest first."""
        labels: dict[str, None] = {}
        known = [self._with_word[word] for word in set(wanted.split(" ")) if word in self._with_word]
        for texts in sorted(known, key=len):
            labels |= dict.fromkeys(sorted(texts, key=len)[:_SHARING_A_WORD])
            if len(labels) >= _SHARING_A_WORD:
                break
        return list(labels)
