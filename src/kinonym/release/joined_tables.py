"""What the gate found when it joined the tables of a release: pseudonyms and references, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["JoinedTables"]


@dataclass(frozen=True, kw_only=True)
class JoinedTables:
    """The tables that were joined by their pseudonyms."""

    names: tuple[str, ...]
    references: Mapping[str, str]
    """Column, with its table → the table that it refers to."""

    @property
    def sentence(self) -> str:
        """What holds for the keys of the release; the tables are not joined unless it does."""
        keys = (
            f"Every person has one random pseudonym in all of {', '.join(self.names)}, and all other keys are random."
        )
        if not self.references:
            return keys
        named = ", ".join(f"{column} to a row of {target}" for column, target in self.references.items())
        return f"{keys} Every reference is valid and stays with one person: {named}."
