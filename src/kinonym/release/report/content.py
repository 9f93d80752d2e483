"""Everything a report speaks of, measured once when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kinonym.domains import Nominal
from kinonym.grouped import Plan
from kinonym.methods import Method
from kinonym.metrics import (
    Disclosure,
    Distribution,
    Generality,
    Partitions,
    Risk,
    SemanticDisclosure,
    Statistics,
    Utility,
    measure_distribution,
    measure_generality,
    measure_partitions,
    measure_statistics,
)
from kinonym.metrics.distribution import average_class
from kinonym.metrics.sides import after
from kinonym.privacy.attacks import (
    Attacker,
    CellTruth,
    Linkage,
    attackers,
    every_attack,
    measure_cells,
    most_certain,
    strongest,
)
from kinonym.random import generator
from kinonym.release.policy import Claim
from kinonym.release.report.values import ColumnView, view
from kinonym.taxonomy.graph import Source

__all__ = ["Content", "Disclose", "nothing_confidential"]

_RARE = 10
"""A value of fewer records is rare where a method has no k."""

Disclose = Callable[[], tuple[tuple[Disclosure, ...], tuple[SemanticDisclosure, ...]]]
"""Measures what the classes of the released table give away, by value and by meaning."""


def nothing_confidential() -> tuple[tuple[Disclosure, ...], tuple[SemanticDisclosure, ...]]:
    """No confidential column."""
    return (), ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Content:
    """What a run found; what is not given is measured on the plan."""

    method: Method
    plan: Plan
    utility: Utility
    risk: Risk
    attacks: tuple[Linkage, ...]
    claims: tuple[Claim, ...]
    notices: tuple[str, ...]
    coverage: Mapping[str, str]
    recipe: str
    disclose: Disclose = nothing_confidential
    seeded: bool = False

    @property
    def names(self) -> list[str]:
        """The masked columns."""
        return [column.name for column in self.plan.tuples.columns]

    @property
    def k(self) -> int | None:
        """The k that was asked for, if the method has one."""
        return self.method.k_or_none

    @property
    def alpha(self) -> float:
        """The strength of the noise, if there is any."""
        return self.method.strength("alpha") or 0.0

    @cached_property
    def settings(self) -> dict[str, object]:
        """The method's parameters."""
        return self.method.settings()

    @cached_property
    def attackers(self) -> tuple[Attacker, ...]:
        """Everyone that the release was measured against."""
        attacks = every_attack(self.plan, self.attacks, generator(None))
        return attackers(self.risk, attacks, classes_known=self.method.traits.k_anonymous)

    @property
    def strongest(self) -> Attacker:
        """The attacker whose success is the risk of the release."""
        return strongest(self.attackers)

    @property
    def certain(self) -> Attacker:
        """The attacker who links the most records with certainty."""
        return most_certain(self.attackers)

    @cached_property
    def cells(self) -> tuple[CellTruth, ...]:
        """Of a swap: how often the released values of each column are true; empty for other methods."""
        return measure_cells(self.plan, self.k or _RARE) if self.method.traits.keeps_marginals else ()

    @cached_property
    def _disclosed(self) -> tuple[tuple[Disclosure, ...], tuple[SemanticDisclosure, ...]]:
        return self.disclose()

    @property
    def disclosures(self) -> tuple[Disclosure, ...]:
        """What a group gives away of each confidential column."""
        return self._disclosed[0]

    @property
    def semantic_disclosures(self) -> tuple[SemanticDisclosure, ...]:
        """The same by meaning, where a confidential column has an ontology."""
        return self._disclosed[1]

    @property
    def kept(self) -> bool:
        """Whether any record is left."""
        return bool(len(self.plan.class_sizes))

    @cached_property
    def average_class(self) -> float:
        """C_avg for the k that was asked for."""
        return average_class(self.plan.class_sizes, self.k or self.utility.smallest_class)

    @cached_property
    def statistics(self) -> Statistics | None:
        """Means, variances, covariances and correlations."""
        return measure_statistics(self.plan, alpha=self.alpha)

    @cached_property
    def distribution(self) -> Distribution | None:
        """Frequencies."""
        return measure_distribution(self.plan.tuples, after(self.plan)[0]) if self.kept else None

    @cached_property
    def generality(self) -> tuple[dict[str, Generality], dict[str, Generality]]:
        """LM and NCP of every nominal column, before and after."""
        return measure_generality(self.plan.tuples), measure_generality(after(self.plan)[0])

    @cached_property
    def partitions(self) -> Partitions | None:
        """Ward's clusters before and after."""
        return measure_partitions(self.plan)

    @cached_property
    def views(self) -> tuple[ColumnView, ...]:
        """The columns as they may be shown."""
        return tuple(view(self.plan, j) for j in range(len(self.names)))

    @cached_property
    def all_notices(self) -> tuple[str, ...]:
        """The run's notices and those of the measures."""
        measured = self.statistics.notices if self.statistics else ()
        if self.partitions and self.partitions.sampled:
            measured += (f"the clusters were compared on a random sample of {self.partitions.records:,} records",)
        return (*self.notices, *measured)

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Where the ontology of each nominal column comes from."""
        return {
            column.name: column.domain.taxonomy.source
            for column in self.plan.tuples.columns
            if isinstance(column.domain, Nominal)
        }
