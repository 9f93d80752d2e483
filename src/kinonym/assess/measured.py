"""What a figure may ask of a masking or of a release beside its original, and what is known of the method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kinonym.methods.contract import PromiseName
from kinonym.metrics import Distribution, Generality, Partitions, Risk, Statistics, Utility
from kinonym.privacy.attacks import Attacker

__all__ = ["STRENGTHS", "Generalities", "Masking", "Measured"]

STRENGTHS = ("k", "alpha", "epsilon")
"""Parameters that say how strongly a method masks."""

Generalities = tuple[dict[str, Generality], dict[str, Generality]]
"""LM and NCP of every nominal column, before and after."""


@dataclass(frozen=True, kw_only=True)
class Masking:
    """What the measures ask of a method; as it stands, of one that nobody knows."""

    name: str = "unknown"
    words: str = ""
    """What the method says of itself, in a sentence."""
    settings: Mapping[str, object] = field(default_factory=dict)
    k: int | None = None
    alpha: float = 0.0
    k_anonymous: bool = False
    keeps_marginals: bool = False
    promise: PromiseName = "none"


class Measured(Protocol):
    """What a figure may ask; None, or nothing in it, where it is not known."""

    @property
    def masking(self) -> Masking:
        """The method, as far as it is known."""

    @property
    def aligned(self) -> bool:
        """Whether it is known what each record became."""

    @property
    def names(self) -> list[str]:
        """The quasi-identifiers."""

    @property
    def linked(self) -> str:
        """What attackers link: records, or persons where they are known."""

    @property
    def rows_are(self) -> str:
        """What a row of the tuples is, several of them: records, or persons where rows were gathered."""

    @property
    def utility(self) -> Utility | None:
        """How far records moved."""

    @property
    def texts_changed(self) -> float | None:
        """Share of the cells that hold another text."""

    @property
    def risk(self) -> Risk:
        """What the sizes of the classes say."""

    @property
    def attackers(self) -> tuple[Attacker, ...]:
        """Everyone that the release was measured against."""

    @property
    def strongest(self) -> Attacker | None:
        """The attacker whose success is the risk of the release."""

    @property
    def certain(self) -> Attacker | None:
        """The attacker who links the most records with certainty."""

    @property
    def distribution(self) -> Distribution | None:
        """Frequencies."""

    @property
    def statistics(self) -> Statistics | None:
        """Means, variances, covariances and correlations."""

    @property
    def generality(self) -> Generalities:
        """LM and NCP of every nominal column, before and after."""

    @property
    def partitions(self) -> Partitions | None:
        """Ward's clusters before and after."""
