"""How a column writes its concepts: each in one text, no two in the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kinonym.taxonomy import Taxonomy

__all__ = ["Letters", "Words"]

Letters = Literal["as they are", "lower", "upper", "first upper"]
"""Which letters of a column's words are capitals."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """The texts of a column's own concepts, and its habit for concepts that are new to it."""

    own: Mapping[str, str]
    """Concept → the text that stands for it most often."""
    times: Mapping[str, int]
    """Concept → how many records have that text."""
    taken: frozenset[str] = frozenset()
    """Further texts of the column, and texts that mean missing: no other concept may be written so."""
    codes: Mapping[str, str] | None = None
    """Concept → its code as the column writes codes; None if it writes labels."""
    letters: Letters = "as they are"

    def texts(self, tau: Taxonomy) -> list[str]:
        """What is written for each concept of tau.

        A text that is taken goes on to the next form: as the ontology has it, then with the id. Of concepts that share
        a label the first sense has it.
        """
        taken = {*self.taken, *self.own.values()}
        texts = [self.own.get(concept, "") for concept in tau.concepts]
        for i in tau.in_sense_order():
            if tau.concepts[i] not in self.own:
                texts[i] = next(text for text in self._forms(tau, i) if text not in taken)
                taken.add(texts[i])
        return texts

    def _forms(self, tau: Taxonomy, i: int) -> Iterator[str]:
        concept, label = tau.concepts[i], tau.preferred([i])[0]
        if self.codes is not None:
            yield spelled(self.codes.get(concept, concept), self.letters)
            yield concept
        else:
            yield spelled(label, self.letters)
            yield label
        text = label
        while True:
            text = f"{text} ({concept})"
            yield text


def spelled(text: str, letters: Letters) -> str:
    """A text in a column's habit; in lower case an abbreviation keeps its capitals.

    >>> spelled("HIV Infection", "lower"), spelled("essential hypertension", "first upper")
    ('HIV infection', 'Essential hypertension')
    """
    if letters == "upper":
        return text.upper()
    if letters == "first upper":
        return text[:1].upper() + text[1:]
    if letters == "lower":
        return " ".join(w if len(w) > 1 and w.isupper() else w.lower() for w in text.split(" "))
    return text
