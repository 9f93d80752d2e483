"""How much of a table was drawn as a sample, and what may be said about it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SampleSize"]


@dataclass(frozen=True, kw_only=True)
class SampleSize:
    """A simple random sample without replacement, verified row by row against the table that it was drawn from."""

    drawn: int
    """How many persons, or else rows, were drawn."""
    units: int
    """Of how many."""
    by_person: bool
    """Whether persons were drawn, with all of their rows."""
    drawn_rows: int
    rows: int

    @property
    def sentence(self) -> str:
        """What was drawn."""
        how = "a simple random sample without replacement"
        if not self.by_person:
            return f"The release was made from {self.drawn:,} rows, drawn from {self.rows:,} rows as {how}."
        return (
            f"The release was made from all rows of {self.drawn:,} persons ({self.drawn_rows:,} rows), drawn from "
            f"{self.units:,} persons ({self.rows:,} rows) as {how}."
        )

    @property
    def limit(self) -> str:
        """What sampling does not protect."""
        return (
            "Sampling alone guarantees nothing: who is unique in the sample may be unique in the population as well, "
            "and who is known to be in the sample is as exposed as without it. All figures are about the sample."
        )
