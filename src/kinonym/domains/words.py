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
        labels = tau.preferred(range(len(tau)))
        for i in tau.in_sense_order():
            concept, label = tau.concepts[i], labels[i]
            if concept in self.own:
                continue
            text = spelled(label if self.codes is None else self.codes.get(concept, concept), self.letters)
            if text in taken:
                text = next(other for other in self._other_forms(concept, label) if other not in taken)
            texts[i] = text
            taken.add(text)
        return texts

    def _other_forms(self, concept: str, label: str) -> Iterator[str]:
        """As the ontology writes it, then with the id, as often as it takes."""
        yield label if self.codes is None else concept
        while True:
            label = f"{label} ({concept})"
            yield label


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
