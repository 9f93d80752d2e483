"""What was checked of a run, and a sentence about it: claims are made from facts only."""

from __future__ import annotations

from dataclasses import dataclass

from kinonym.engines.contract import Tally
from kinonym.methods import Method
from kinonym.methods.scenarios import Scenario
from kinonym.privacy.attacks import Linkage, WorstCase, most_certain, strongest
from kinonym.release.earlier_persons import FoundTogether
from kinonym.release.joined_tables import JoinedTables
from kinonym.release.learnt_combinations import TrainingClasses
from kinonym.release.population_checks import FoundInPopulation
from kinonym.release.sample_size import SampleSize
from kinonym.release.uniqueness import Uniqueness
from kinonym.tuples import Plan

__all__ = ["Claim", "Facts"]


@dataclass(frozen=True)
class Claim:
    """A sentence, and whether it is a guarantee or only says what is not guaranteed."""

    sentence: str
    guarantee: bool

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """What was checked of a run; a claim is made only if its precondition is among them."""

    method: Method
    plan: Plan
    tally: Tally
    """What was recounted: the written file, or a table in memory."""
    where: str
    """What ``tally`` is, in words."""
    attacks: tuple[Linkage, ...]
    worst: WorstCase | None = None
    shuffled: bool = False
    seeded: bool = False
    context: tuple[str, ...] = ()
    """Columns where the other records of the table decided what some values mean."""
    linking: tuple[str, ...] = ()
    """Columns that are released as they are and differ in nearly every row."""
    confidential: tuple[str, ...] = ()
    """Masked columns that the recipe calls confidential."""
    spelled_by_data: tuple[str, ...] = ()
    """Masked columns that are written in the spelling of the data."""
    drops_missing: bool = False
    """Whether rows that miss a value are left out."""
    uniqueness: Uniqueness | None = None
    """How many rows are unique with the unmasked columns; None if every released column is masked."""
    earlier: FoundTogether | None = None
    """What was counted together with the earlier releases; None if the release follows none of them."""
    scenarios: tuple[Scenario, ...] = ()
    """The attackers that the recipe describes; empty: all masked columns are known."""
    sample: SampleSize | None = None
    """How much of the table was drawn; None if all of it is masked."""
    population: FoundInPopulation | None = None
    """How many persons of the population each class stands for; None if nothing is known, or there are no classes."""
    joined: JoinedTables | None = None
    """The tables that were recounted together; None if a single table is released."""
    learnt: TrainingClasses | None = None
    """The classes that were learnt from a training table; None if the table was planned by itself."""

    @property
    def names(self) -> tuple[str, ...]:
        """The masked columns."""
        return tuple(column.name for column in self.plan.tuples.columns)

    @property
    def columns(self) -> str:
        """The masked columns in words."""
        return ", ".join(self.names)

    @property
    def k(self) -> int:
        """The method's k."""
        return self.method.k_or_none or 0

    @property
    def measured(self) -> str:
        """The strongest attack, and the greatest share that some attacker links with certainty, in words."""
        worst, sure = strongest(self.attacks), most_certain(self.attacks)
        sampled = f" (95 % interval {worst.interval[0]:.1%} to {worst.interval[1]:.1%})" if worst.sampled else ""
        linked = f"{worst.success:.1%} of the {self.plan.tuples.unit} linked{sampled}"
        if sure.certain <= worst.certain:
            return f"{linked}, {worst.certain:.1%} with certainty, by an attacker who {worst.attacker}"
        return (
            f"{linked} by an attacker who {worst.attacker}, and {sure.certain:.1%} with certainty by one who "
            f"{sure.attacker}"
        )
