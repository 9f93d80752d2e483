"""One guess of a draft: what was guessed, why, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Confidence", "Guess"]

Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True)
class Guess:
    """What was guessed, why, and how sure that is. The reason holds no value of the data."""

    value: str
    reason: str
    confidence: Confidence
    doubt: str = ""
    """What would make it wrong."""
