"""Finding concepts by their labels: exactly, folded, by a part of the label, or nearest in spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["LabelIndex", "fold"]

_SEPARATORS = re.compile(r"[\s_\-]+")


def fold(text: str) -> str:
    """NFKC, casefold, and runs of blanks, hyphens and underscores as one blank (SPEC 9).

    >>> fold("Hong-Kong ") == fold("hong_kong")
    True
    """
    return _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


class LabelIndex:
    """Labels → concept numbers; each table is built when first asked for."""

    def __init__(self, texts: Sequence[str], start: NDArray[np.int64], ranks: NDArray[np.int64] | None) -> None:
        self.texts = texts
        self.concept_of = np.repeat(np.arange(len(start) - 1), np.diff(start))
        self._ranks = ranks

    def table(self, key: Callable[[str], str]) -> dict[str, list[int]]:
        """Group concepts by ``key`` of each label, in sense order."""
        order = range(len(self.texts)) if self._ranks is None else np.argsort(self._ranks, kind="stable").tolist()
        owner = self.concept_of.tolist()
        found: dict[str, list[int]] = {}
        for i in order:
            senses = found.setdefault(key(self.texts[i]), [])
            if owner[i] not in senses:
                senses.append(owner[i])
        return found

    @cached_property
    def _exact(self) -> dict[str, list[int]]:
        return self.table(str)

    @cached_property
    def _folded(self) -> dict[str, list[int]]:
        return self.table(fold)

    def exact(self, label: str) -> list[int]:
        """Concepts with exactly this label."""
        return self._exact.get(label, [])

    def folded(self, label: str) -> list[int]:
        """Concepts with this label up to case, blanks, hyphens and underscores."""
        return self._folded.get(fold(label), [])

    def containing(self, text: str, limit: int) -> list[int]:
        """Concepts with a label that contains ``text``: whole label first, then beginnings, then the rest."""
        needle = fold(text)
        hits = [label for label in self._folded if needle in label]
        hits.sort(key=lambda label: (label != needle, not label.startswith(needle), len(label), label))
        concepts = dict.fromkeys(i for label in hits[: limit * 4] for i in self._folded[label])
        return list(concepts)[:limit]

    def nearest(self, text: str, limit: int) -> list[int]:
        """Positions of the labels nearest in spelling."""
        from rapidfuzz import fuzz, process

        found = process.extract(
            fold(text), self.texts, scorer=fuzz.WRatio, processor=fold, limit=limit, score_cutoff=60
        )
        return [position for _, _, position in found]
