"""Everything that is measured of a masking, or of a release beside its original: lazily, and once.

Nothing here knows how it is shown, and nothing calls up into the run: what it needs is counted before it comes here.
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
    Risk,
    SemanticDisclosure,
    Statistics,
    Utility,
    measure_distribution,
    measure_generality,
    measure_partitions,
    measure_risk,
    measure_statistics,
    measure_utility,
    texts_changed,
)
from kinonym.metrics.distribution import shared_records
from kinonym.metrics.risk import risk_of_classes
from kinonym.metrics.statistics import sampled_statistics
from kinonym.metrics.utility import after
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
"""A value of fewer records is rare where a method has no k."""


def masking_by(method: Method) -> Masking:
    """What the measures ask of a method; the only place where figures ask one."""
    described = inspect.getdoc(type(method)) or ""
    first = " ".join(described.split("\n\n")[0].split())
    return Masking(
        name=method.name,
        words=re.sub(r"\s*\((?:A|E|M|N|T) [^)]*\)", "", first),  # without its references to papers
        settings=method.settings(),
        k=method.k_or_none,
        alpha=method.strength("alpha") or 0.0,
        k_anonymous=method.traits.k_anonymous,
        keeps_marginals=method.traits.keeps_marginals,
        promise=method.traits.promise,
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class Assessment:
    """A plan, measured: what each combination became is known, and so is everything else.

    ``attacks``: what was linked by those who attacked the plan. ``confidential``: columns that are released as they
    are, counted in the classes of the release.
    """

    plan: Plan
    masking: Masking = field(default_factory=Masking)
    attacks: tuple[Linkage, ...] = ()
    confidential: tuple[ConfidentialCounts, ...] = ()
    respelled: NDArray[np.int64] | None = None
    """Records of each tuple, column by column, whose text is not the one that is written for its meaning."""
    other_texts: float | None = None
    """Share of the cells that hold another text, where the cells themselves were compared."""
    aligned: bool = field(default=True, init=False)

    @property
    def names(self) -> list[str]:
        """The masked columns."""
        return [column.name for column in self.plan.tuples.columns]

    @property
    def linked(self) -> str:
        """What attackers link: records, or persons where they are known."""
        return self.plan.tuples.unit

    @property
    def rows_are(self) -> str:
        """What a row of the tuples is, several of them: records, or persons where rows were gathered."""
        return "persons" if self.plan.tuples.histories else "records"

    @cached_property
    def utility(self) -> Utility:
        """How far records moved."""
        return measure_utility(self.plan, k=self.masking.k)

    @cached_property
    def texts_changed(self) -> float | None:
        """Share of the cells that hold another text; None where the texts are not known."""
        return self.other_texts if self.respelled is None else texts_changed(self.plan, self.respelled)

    @cached_property
    def risk(self) -> Risk:
        """What the sizes of the classes say."""
        return measure_risk(self.plan)

    @cached_property
    def attackers(self) -> tuple[Attacker, ...]:
        """Everyone that the release was measured against."""
        attacks = every_attack(self.plan, self.attacks, generator)
        return attackers(self.risk, attacks, classes_known=self.masking.k_anonymous)

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
        return measure_cells(self.plan, self.masking.k or _RARE) if self.masking.keeps_marginals else ()

    @cached_property
    def disclosures(self) -> tuple[Disclosure, ...]:
        """What a class gives away of each confidential column."""
        return tuple(column.disclosure() for column in self.confidential)

    @cached_property
    def semantic_disclosures(self) -> tuple[SemanticDisclosure, ...]:
        """The same by meaning, where a confidential column has an ontology."""
        measured = (column.semantic_disclosure() for column in self.confidential)
        return tuple(near for near in measured if near is not None)

    @cached_property
    def statistics(self) -> Statistics | None:
        """Means, variances, covariances and correlations; None if no record is left."""
        return measure_statistics(self.plan, alpha=self.masking.alpha)

    @cached_property
    def distribution(self) -> Distribution | None:
        """Frequencies; None if no record is left."""
        return measure_distribution(self.plan.tuples, after(self.plan)[0]) if len(self.plan.class_sizes) else None

    @cached_property
    def generality(self) -> Generalities:
        """LM and NCP of every nominal column, before and after."""
        return measure_generality(self.plan.tuples), measure_generality(after(self.plan)[0])

    @cached_property
    def partitions(self) -> Partitions | None:
        """Ward's clusters before and after; None if no record is left."""
        return measure_partitions(self.plan)

    def complete(self) -> Assessment:
        """Every figure measured now, and what is told beside them; what tells of it afterwards only reads."""
        _ = self.disclosures, self.semantic_disclosures, self.risk, self.distribution, self.cells, self.statistics
        for figure in FIGURES:
            figure.values(self)
        for name in self.names:
            for told in COLUMN_FIGURES:
                told.value(self, name)
        return self

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """What a reader should know of how it was measured."""
        told = self.statistics.notices if self.statistics else ()
        if self.partitions and self.partitions.sampled:
            told += (f"the clusters were compared on a random sample of {self.partitions.records:,} records",)
        return told


@dataclass(frozen=True, eq=False, kw_only=True)
class SideBySide:
    """Two sets of tuples of which nobody knows who became what; the linkage is the most that they allow."""

    before: Tuples
    after: Tuples
    masking: Masking = field(default_factory=Masking, init=False)
    aligned: bool = field(default=False, init=False)
    linked: str = field(default="records", init=False)
    rows_are: str = field(default="records", init=False)
    utility: None = field(default=None, init=False)
    texts_changed: None = field(default=None, init=False)
    partitions: None = field(default=None, init=False)
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
        """What the sizes of the classes say; RL as if all that can be unchanged were."""
        before, released = self.before, self.after
        linked = 100.0 * float((shared_records(before, released) / before.counts).sum()) / before.records
        return risk_of_classes(before.counts, released.counts, linkage=linked)

    @cached_property
    def distribution(self) -> Distribution:
        """Frequencies."""
        return measure_distribution(self.before, self.after)

    @cached_property
    def statistics(self) -> Statistics:
        """Moments of both sides, of a sample of each where a column has very many values."""
        return sampled_statistics(self.before, self.after)

    @cached_property
    def generality(self) -> Generalities:
        """LM and NCP of every nominal column, before and after."""
        return measure_generality(self.before), measure_generality(self.after)
