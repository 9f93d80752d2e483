"""All measurements of a masking, or of a release and its original: lazily, and once.

These classes do not know how figures are displayed, and do not call the pipeline, which passes all counts.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.assess.figure_table import COLUMN_FIGURES, FIGURES
from kinonym.assess.measured import Generalities, Masking
from kinonym.methods import Method
from kinonym.metrics import (
    ConfidentialCounts,
    Disclosure,
    Distribution,
    Partitions,
    PopulationRisk,
    Risk,
    SemanticDisclosure,
    Statistics,
    Utility,
    measure_distribution,
    measure_generality,
    measure_partitions,
    measure_population_risk,
    measure_risk,
    measure_statistics,
    measure_utility,
    texts_changed,
)
from kinonym.metrics.distribution import count_shared_records
from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.metrics.risk import risk_of_classes
from kinonym.metrics.statistics import compare_samples
from kinonym.metrics.utility import measure_part_loss
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
from kinonym.tuples import Plan, Tuples

__all__ = ["Assessment", "SideBySide", "masking_by"]

_RARE = 10
"""A value with fewer records is rare if the method has no k."""


def masking_by(method: Method) -> Masking:
    """Describe a method for the measurements; no figure asks the method itself."""
    described = inspect.getdoc(type(method)) or ""
    first = " ".join(described.split("\n\n")[0].split())
    return Masking(
        name=method.name,
        words=re.sub(r"\s*\((?:A|E|M|N|T) [^)]*\)", "", first),  # without its references to papers
        settings=method.settings(),
        k=method.k_or_none,
        alpha=method.strength("alpha") or 0.0,
        k_anonymous=method.traits.k_anonymous,
        classes_known=method.traits.k_anonymous or not method.traits.random,
        keeps_marginals=method.traits.keeps_marginals,
        promise=method.traits.promise,
        scenarios=method.scenarios,
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class Assessment:
    """The measurements of a plan, where the masked tuple of every record is known.

    ``attacks``: results of the attacks on the plan. ``confidential``: columns that are released unchanged, counted per
    class of the release.
    """

    plan: Plan
    masking: Masking = field(default_factory=Masking)
    attacks: tuple[Linkage, ...] = ()
    confidential: tuple[ConfidentialCounts, ...] = ()
    respelled: NDArray[np.int64] | None = None
    """Tuples × columns: number of records with another spelling than the one that is written for the value."""
    other_texts: float | None = None
    """Share of the cells with another text, if the cells themselves were compared."""
    aligned: bool = field(default=True, init=False)

    @property
    def names(self) -> list[str]:
        """The masked columns."""
        return [column.name for column in self.plan.tuples.columns]

    @property
    def linked(self) -> str:
        """What attackers link: ``records``, or ``persons`` if there is a person column."""
        return self.plan.tuples.unit

    @property
    def rows_are(self) -> str:
        """What a row represents: ``records``, or ``persons`` if the rows of each person were gathered."""
        return "persons" if self.plan.tuples.histories else "records"

    @cached_property
    def utility(self) -> Utility:
        """Utility: the distances between original and masked records."""
        return measure_utility(self.plan, k=self.masking.k)

    @cached_property
    def scenario_losses(self) -> dict[str, float]:
        """Scenario → L of the columns that its attacker knows."""
        return {s.name: measure_part_loss(self.plan, s.columns) for s in self.masking.scenarios}

    @cached_property
    def texts_changed(self) -> float | None:
        """Share of the cells with another text; None if the texts are unknown."""
        return self.other_texts if self.respelled is None else texts_changed(self.plan, self.respelled)

    @cached_property
    def risk(self) -> Risk:
        """The risk that follows from the sizes of the classes."""
        return measure_risk(self.plan)

    @cached_property
    def population_risk(self) -> PopulationRisk | None:
        """The risk towards the population that the table is a sample of; None if nothing is known of it."""
        return measure_population_risk(self.plan)

    @cached_property
    def attackers(self) -> tuple[Attacker, ...]:
        """All attackers that the release was tried against."""
        attacks = every_attack(self.plan, self.attacks, generator)
        return attackers(self.risk, attacks, classes_known=self.masking.classes_known)

    @property
    def strongest(self) -> Attacker:
        """The attacker with the greatest success, which is the risk of the release."""
        return strongest(self.attackers)

    @property
    def certain(self) -> Attacker:
        """The attacker who links the most records with certainty."""
        return most_certain(self.attackers)

    @cached_property
    def cells(self) -> tuple[CellTruth, ...]:
        """For a swap: how often the released values of each column are true; empty for other methods."""
        return measure_cells(self.plan, self.masking.k or _RARE) if self.masking.keeps_marginals else ()

    @cached_property
    def disclosures(self) -> tuple[Disclosure, ...]:
        """What a class discloses of each confidential column."""
        return tuple(column.disclosure() for column in self.confidential)

    @cached_property
    def semantic_disclosures(self) -> tuple[SemanticDisclosure, ...]:
        """The same by meaning, for confidential columns with an ontology."""
        measured = (column.semantic_disclosure() for column in self.confidential)
        return tuple(disclosure for disclosure in measured if disclosure is not None)

    @cached_property
    def statistics(self) -> Statistics | None:
        """Means, variances, covariances and correlations; None if no record is left."""
        return measure_statistics(self.plan, alpha=self.masking.alpha)

    @cached_property
    def distribution(self) -> Distribution | None:
        """Frequencies; None if no record is left."""
        return (
            measure_distribution(self.plan.tuples, find_masked_tuples(self.plan)[0])
            if len(self.plan.class_sizes)
            else None
        )

    @cached_property
    def generality(self) -> Generalities:
        """LM and NCP of every nominal column, before and after."""
        return measure_generality(self.plan.tuples), measure_generality(find_masked_tuples(self.plan)[0])

    @cached_property
    def partitions(self) -> Partitions | None:
        """Ward's clusters before and after; None if no record is left."""
        return measure_partitions(self.plan)

    def complete(self) -> Assessment:
        """Measure every figure now; reports then only read them."""
        _ = self.disclosures, self.semantic_disclosures, self.risk, self.distribution, self.cells, self.statistics
        for figure in FIGURES:
            figure.values(self)
        for name in self.names:
            for column_figure in COLUMN_FIGURES:
                column_figure.value(self, name)
        return self

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """Notices about how the figures were measured."""
        messages = self.statistics.notices if self.statistics else ()
        if self.partitions and self.partitions.sampled:
            messages += (f"the clusters were compared on a random sample of {self.partitions.records:,} records",)
        return messages


@dataclass(frozen=True, eq=False, kw_only=True)
class SideBySide:
    """The measurements of two sets of tuples without a known correspondence of records; linkage is an upper bound."""

    before: Tuples
    after: Tuples
    masking: Masking = field(default_factory=Masking, init=False)
    aligned: bool = field(default=False, init=False)
    linked: str = field(default="records", init=False)
    rows_are: str = field(default="records", init=False)
    utility: None = field(default=None, init=False)
    texts_changed: None = field(default=None, init=False)
    partitions: None = field(default=None, init=False)
    population_risk: None = field(default=None, init=False)
    attacks: tuple[Linkage, ...] = field(default=(), init=False)
    attackers: tuple[Attacker, ...] = field(default=(), init=False)
    strongest: None = field(default=None, init=False)
    certain: None = field(default=None, init=False)

    @property
    def names(self) -> list[str]:
        """The quasi-identifiers."""
        return [column.name for column in self.before.columns]

    @cached_property
    def risk(self) -> Risk:
        """The risk that follows from the sizes of the classes; RL counts all records that may be unchanged."""
        before, released = self.before, self.after
        linked = 100.0 * float((count_shared_records(before, released) / before.counts).sum()) / before.records
        return risk_of_classes(before.counts, released.counts, linkage=linked)

    @cached_property
    def distribution(self) -> Distribution:
        """Frequencies."""
        return measure_distribution(self.before, self.after)

    @cached_property
    def statistics(self) -> Statistics:
        """Moments of both sides, from a sample of each if a column has very many values."""
        return compare_samples(self.before, self.after)

    @cached_property
    def generality(self) -> Generalities:
        """LM and NCP of every nominal column, before and after."""
        return measure_generality(self.before), measure_generality(self.after)
