"""The measurements that figures read, of a masking or of a release and its original; and facts about the method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kinonym.methods.contract import PromiseName
from kinonym.methods.scenarios import Scenario
from kinonym.metrics import Distribution, Generality, Partitions, PopulationRisk, Risk, Statistics, Utility
from kinonym.privacy.attacks import Attacker

__all__ = ["STRENGTHS", "Generalities", "Masking", "Measured"]

STRENGTHS = ("k", "alpha", "epsilon")
"""Parameters that set the strength of a method."""

Generalities = tuple[dict[str, Generality], dict[str, Generality]]
"""LM and NCP of every nominal column, before and after."""


@dataclass(frozen=True, kw_only=True)
class Masking:
    """Facts about a method for the measurements; by default those of an unknown method."""

    name: str = "unknown"
    words: str = ""
    """The method in a sentence."""
    settings: Mapping[str, object] = field(default_factory=dict)
    k: int | None = None
    alpha: float = 0.0
    k_anonymous: bool = False
    classes_known: bool = False
    """Whether anyone who knows the original table can work out the class of every record."""
    keeps_marginals: bool = False
    promise: PromiseName = "none"
    scenarios: tuple[Scenario, ...] = ()
    """The attackers for whom k holds; empty if it holds for all masked columns together."""


class Measured(Protocol):
    """The measurements that figures read; None or empty if unknown."""

    @property
    def masking(self) -> Masking:
        """Facts about the method."""

    @property
    def aligned(self) -> bool:
        """Whether the masked tuple of each record is known."""

    @property
    def names(self) -> list[str]:
        """The quasi-identifiers."""

    @property
    def linked(self) -> str:
        """What attackers link: ``records``, or ``persons`` if there is a person column."""

    @property
    def rows_are(self) -> str:
        """What a row represents: ``records``, or ``persons`` if the rows of each person were gathered."""

    @property
    def utility(self) -> Utility | None:
        """Utility: the distances between original and masked records."""

    @property
    def texts_changed(self) -> float | None:
        """Share of the cells with another text."""

    @property
    def risk(self) -> Risk:
        """The risk that follows from the sizes of the classes."""

    @property
    def population_risk(self) -> PopulationRisk | None:
        """The risk towards the population that the table is a sample of."""

    @property
    def attackers(self) -> tuple[Attacker, ...]:
        """All attackers that the release was tried against."""

    @property
    def strongest(self) -> Attacker | None:
        """The attacker with the greatest success, which is the risk of the release."""

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
