"""`Spelling`: the texts by which a column represents concepts, and their capital letters."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kinonym.taxonomy import Taxonomy

__all__ = ["Letters", "Spelling"]

Letters = Literal["as they are", "lower", "upper", "first upper"]
"""The capitalisation of the texts of a column."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Spelling:
    """The texts that a column uses for its concepts, and the form of those for concepts that are new to it."""

    text_of: Mapping[str, str]
    """Concept → the text that represents it most often."""
    times: Mapping[str, int]
    """Concept → how many records have that text."""
    taken: frozenset[str] = frozenset()
    """Further texts of the column, and texts that mean missing: no other concept may use them."""
    codes: Mapping[str, str] | None = None
    """Concept → its code as the column writes codes; None if it writes labels."""
    letters: Letters = "as they are"

    def list_texts(self, tau: Taxonomy) -> list[str]:
        """Return what is written for each concept of tau.

        If a text is taken, the next form is tried: the label as the ontology has it, a synonym that no other concept
        has, the label with that of a broader concept in brackets. If concepts share a label, the first sense gets it.
        """
        used = {*self.taken, *self.text_of.values()}
        texts = [self.text_of.get(concept, "") for concept in tau.concepts]
        labels = tau.preferred(range(len(tau)))
        for i in tau.in_sense_order():
            concept, label = tau.concepts[i], labels[i]
            if concept in self.text_of:
                continue
            text = _capitalise(label if self.codes is None else self.codes.get(concept, concept), self.letters)
            if text in used:
                text = next(other for other in self._other_forms(tau, i) if other not in used)
            texts[i] = text
            used.add(text)
        return texts

    def _other_forms(self, tau: Taxonomy, number: int) -> Iterator[str]:
        """Yield further texts for a concept; none shows its id unless the column writes codes."""
        concept = tau.concepts[number]
        label, *synonyms = tau.labels(concept)
        yield label if self.codes is None else concept
        for synonym in synonyms:
            if tau.index.folded(synonym) == [number]:
                yield _capitalise(synonym, self.letters)
        broader = list(dict.fromkeys(tau.preferred(_nearest_above(tau, number))))
        for qualifier in broader:
            yield _capitalise(f"{label} ({qualifier})", self.letters)
        for count in itertools.count(2):
            yield _capitalise(f"{label} ({count})", self.letters)


def _nearest_above(tau: Taxonomy, number: int) -> Iterator[int]:
    """Yield the parents of a concept, then their parents, each once."""
    start, parent = tau.parent_csr
    found, level = {number}, [number]
    while level:
        level = [int(i) for child in level for i in parent[start[child] : start[child + 1]] if int(i) not in found]
        yield from dict.fromkeys(level)
        found.update(level)


def _capitalise(text: str, letters: Letters) -> str:
    """Write a text with the capitals that a column uses; in lower case an abbreviation keeps its capitals.

    >>> _capitalise("HIV Infection", "lower"), _capitalise("essential hypertension", "first upper")
    ('HIV infection', 'Essential hypertension')
    """
    if letters == "upper":
        return text.upper()
    if letters == "first upper":
        return text[:1].upper() + text[1:]
    if letters == "lower" and not text.islower():
        return " ".join(w if len(w) > 1 and w.isupper() else w.lower() for w in text.split(" "))
    return text
