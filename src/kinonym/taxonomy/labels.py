"""Ids and labels of concepts: finding them exactly, folded, by a part of the label, or nearest in spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.taxonomy.text_search import TextSearch

__all__ = ["LabelIndex", "Named", "Source", "fold", "label_from_id", "last_part"]


_ALIKE = 70.0
"""The least similarity of a label that is suggested, out of 100."""


def fold(text: str) -> str:
    """NFKC, casefold, and runs of blanks, hyphens and underscores as one blank (specification 9).

    >>> fold("Hong-Kong ") == fold("hong_kong")
    True
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(plain.casefold().replace("_", " ").replace("-", " ").split())


def last_part(name: str) -> str:
    """The text after the last ``/`` or ``#`` of an IRI or any other name.

    >>> last_part("http://example.org/onto#Asthma"), last_part("asthma")
    ('Asthma', 'asthma')
    """
    return name.rstrip("/").rpartition("/")[2].rpartition("#")[2]


def label_from_id(concept: str) -> str:
    """The label of a concept that has none: its id, or the last part of an IRI."""
    return (last_part(concept) or concept) if "://" in concept else concept


@dataclass(frozen=True)
class Source:
    """The provenance of a taxonomy, as far as it is known."""

    name: str = "taxonomy"
    version: str = ""
    licence: str = ""
    citation: str = ""
    notices: tuple[str, ...] = ()
    from_values: bool = False
    """Whether it was built from the values of a table, so that its concepts disclose some."""
    virtual_root: bool = False
    """Whether the root was added above several roots of the source."""
    language: str = ""
    """The language of all labels, as a code of two letters; empty if it is not known or there are several."""


class LabelIndex:
    """Labels → concept numbers; each table is built when first asked for."""

    def __init__(self, texts: Sequence[str], start: NDArray[np.int64], ranks: NDArray[np.int64] | None) -> None:
        self.texts = texts
        self.concept_of = np.repeat(np.arange(len(start) - 1), np.diff(start))
        self._ranks = ranks

    def table(self, keys: Sequence[str]) -> dict[str, list[int]]:
        """Group concepts by a key of each label, in sense order."""
        owner: list[int] = self.concept_of.tolist()
        pairs: Iterable[tuple[str, int]] = zip(keys, owner, strict=True)
        if self._ranks is not None:
            pairs = ((keys[i], owner[i]) for i in np.argsort(self._ranks, kind="stable").tolist())
        grouped: dict[str, list[int]] = {}
        for key, concept in pairs:
            senses = grouped.get(key)
            if senses is None:
                grouped[key] = [concept]
            elif concept not in senses:
                senses.append(concept)
        return grouped

    @cached_property
    def folded_texts(self) -> list[str]:
        """Every label, folded; computed once, because most tables need it."""
        return list(map(fold, self.texts))

    @cached_property
    def _exact(self) -> dict[str, list[int]]:
        return self.table(self.texts)

    @cached_property
    def _folded(self) -> dict[str, list[int]]:
        return self.table(self.folded_texts)

    @property
    def by_folded_text(self) -> dict[str, list[int]]:
        """Folded label → concepts in sense order."""
        return self._folded

    @cached_property
    def _every(self) -> frozenset[str]:
        return frozenset(self.texts)

    def has(self, label: str) -> bool:
        """Whether some concept has exactly this label."""
        return label in self._every

    def exact(self, label: str) -> list[int]:
        """Concepts with exactly this label."""
        return self._exact.get(label, [])

    def folded(self, label: str) -> list[int]:
        """Concepts with this label up to case, blanks, hyphens and underscores."""
        return self._folded.get(fold(label), [])

    def containing(self, text: str, limit: int) -> list[int]:
        """Concepts with a label that contains ``text``: whole label first, then beginnings, then the rest."""
        hits = self._search.matching(fold(text), limit * 4)
        return list(dict.fromkeys(i for label in hits for i in self._folded[label]))[:limit]

    @cached_property
    def _search(self) -> TextSearch:
        return TextSearch(self._folded)

    def nearest(self, text: str, limit: int) -> list[int]:
        """Positions of the labels nearest in spelling, each text once; none that is too different."""
        from rapidfuzz import fuzz, process

        hits = process.extract(
            fold(text), self.texts, scorer=fuzz.ratio, processor=fold, limit=4 * limit, score_cutoff=_ALIKE
        )
        first: dict[str, int] = {}
        for label, _, position in hits:
            first.setdefault(label, position)
        return list(first.values())[:limit]


class Named:
    """The ids and labels of concepts: the base class of `Taxonomy`, which has the arrays."""

    concepts: tuple[str, ...]
    label_start: NDArray[np.int64]
    label_texts: tuple[str, ...]
    label_ranks: NDArray[np.int64] | None
    source: Source

    def __len__(self) -> int:
        return len(self.concepts)

    def __contains__(self, concept: object) -> bool:
        return concept in self._number

    @property
    def root(self) -> str:
        """Id of the root."""
        return self.concepts[0]

    @cached_property
    def _number(self) -> dict[str, int]:
        return {concept: i for i, concept in enumerate(self.concepts)}

    @cached_property
    def index(self) -> LabelIndex:
        """Search by label."""
        return LabelIndex(self.label_texts, self.label_start, self.label_ranks)

    def number(self, concept: str) -> int:
        """Position of an id in ``concepts``; raises if there is none."""
        number = self._number.get(concept)
        if number is None:
            msg = f"the ontology {self.source.name} has no concept with the id {concept!r}"
            raise UsageError(msg, hint=self._suggest(concept))
        return number

    def resolve(self, name: str) -> int:
        """Position of an id, else of a label's first sense, else of the last part of an IRI."""
        number = self._number.get(name)
        if number is not None:
            return number
        senses = self.index.exact(name) or self.index.folded(name)
        if senses:
            return senses[0]
        tail = self._by_tail.get(last_part(name))
        if tail is not None:
            return tail
        msg = f"the ontology {self.source.name} has no concept {name!r}"
        raise UsageError(msg, hint=self._suggest(name))

    def _suggest(self, name: str) -> str:
        near = self.index.nearest(name, 3)
        labels = ", ".join(self.label_texts[i] for i in near)
        return f"did you mean: {labels}?" if near else "see `kinonym concepts search`"

    @cached_property
    def _folded_ids(self) -> tuple[dict[str, list[str]], TextSearch]:
        """Folded id, and the last part of it → concepts; and a search of the last parts."""
        ids: dict[str, list[str]] = {}
        parts: list[str] = []
        for concept in self.concepts:
            part, whole = fold(last_part(concept)), fold(concept)
            parts.append(part)
            for name in {part, whole}:
                ids.setdefault(name, []).append(concept)
        return ids, TextSearch(parts)

    @cached_property
    def _by_tail(self) -> dict[str, int]:
        return {last_part(concept): i for i, concept in reversed(list(enumerate(self.concepts)))}

    def label(self, concept: str) -> str:
        """Preferred label."""
        return self.preferred([self.number(concept)])[0]

    def labels(self, concept: str) -> tuple[str, ...]:
        """All labels, the preferred one first."""
        i = self.number(concept)
        return self.label_texts[self.label_start[i] : self.label_start[i + 1]]

    def preferred(self, numbers: Iterable[int]) -> list[str]:
        """Preferred labels of many concepts, given by number."""
        return [self.label_texts[self.label_start[i]] for i in numbers]

    def in_sense_order(self) -> list[int]:
        """Concepts by the rank of their preferred label among the senses of its word, first senses first."""
        if self.label_ranks is None:
            return list(range(len(self)))
        order: list[int] = np.argsort(self.label_ranks[self.label_start[:-1]], kind="stable").tolist()
        return order

    def find(self, label: str) -> tuple[str, ...]:
        """Return the ids of the concepts with this label, first sense first."""
        senses = self.index.exact(label) or self.index.folded(label)
        return tuple(self.concepts[i] for i in senses)

    def search(self, text: str, limit: int = 20) -> tuple[str, ...]:
        """Return the ids of concepts with ``text`` in the id, in its last part or in a label, the closest first.

        Ids that equal the text come first, then labels that equal it, ids and labels that begin with it, and the rest.
        """
        needle = fold(text)
        ids, names = self._folded_ids
        whole = ids.get(needle, [])
        begun = sorted((c for name in names.beginning(needle, limit) for c in ids[name]), key=lambda c: (len(c), c))
        labelled = [self.concepts[i] for i in self.index.containing(text, limit)]
        equal = [concept for concept in labelled if needle in map(fold, self.labels(concept))]
        return tuple(dict.fromkeys([*whole, *equal, *begun[:limit], *labelled]))[:limit]
