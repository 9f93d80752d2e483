"""The base class of masking methods: a frozen set of parameters with one verb, `plan`, and declared traits.

Code that runs, checks or describes a method uses these members only, never other attributes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from inspect import isabstract
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import KinonymError, PrivacyError, UsageError
from kinonym.methods.demands import Demands
from kinonym.methods.progress import Progress, silent
from kinonym.privacy.attacks import Channel, Factor, Window
from kinonym.tuples import Plan, Tuples

if TYPE_CHECKING:
    from kinonym.methods.scenarios.scenario import KnownSet, Scenario

__all__ = [
    "Fitted",
    "Method",
    "MethodTraits",
    "Mode",
    "PromiseName",
    "Strength",
    "check_bounded",
    "check_k",
    "check_plan",
    "check_several_ontologies",
    "require_k",
]

Strength = Literal["k", "alpha", "epsilon"]
PromiseName = Literal[
    "k-anonymity", "known-items", "scenarios", "swap", "record-swap", "noise", "differential-privacy", "table-privacy",
    "learnt-combinations", "none",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MethodTraits:
    """What a method declares about itself; the contract checks of `kinonym.testing` verify it."""

    promise: PromiseName = "none"
    """The guarantee of the method, which selects its claims."""
    k_anonymous: bool = False
    """Every masked combination has at least k records."""
    keeps_rows: bool = True
    """No row leaves the table and none becomes missing as a whole."""
    keeps_marginals: bool = False
    """Every column keeps its values with their frequencies."""
    random: bool = False
    """The plan depends on the random numbers."""
    strength: Strength | None = None
    """The parameter that says how strongly it masks."""
    streams: bool = False
    """It can be fitted to a sample and then mask record by record."""
    takes_demands: bool = False
    """Diverse confidential values can be asked of its classes."""
    averages: bool = False
    """Numbers are replaced by the mean of their group."""
    needs_unlinked: bool = False
    """Its bound is about whole records: an unmasked column that differs in nearly every row would undo it."""
    takes_scenarios: bool = False
    """It can give several sets of columns their k."""
    stages: bool = False
    """It does so in stages: it can plan groups of tuples by themselves."""
    masked_only: bool = False
    """It protects single records of a whole release: no column may be released unmasked, and no person named."""

    @property
    def groups(self) -> bool:
        """Whether records are put into groups of at least k: equal in all or in some columns, or mixed."""
        return self.k_anonymous or self.promise in ("record-swap", "scenarios")

    @property
    def differentially_private(self) -> bool:
        """Whether nothing else in the release may depend on the data."""
        return self.promise in ("differential-privacy", "table-privacy")

    def __post_init__(self) -> None:
        recounted = self.promise == "k-anonymity"
        if self.k_anonymous != recounted or (recounted and self.strength != "k"):
            msg = "a method is k-anonymous if it promises k-anonymity of its strength k, and only then"
            raise UsageError(msg, hint='set k_anonymous, promise = "k-anonymity" and strength = "k" together')


class Fitted(Protocol):
    """A method settled on a sample."""

    @property
    def notices(self) -> tuple[str, ...]:
        """The notices for the user."""

    def apply(self, records: Mapping[str, str | None], /) -> Mapping[str, str | float | None]:
        """Mask one record, column → value; other columns pass through."""


class Method(ABC):
    """A masking method: tuples → plan. Every method is a frozen, keyword-only dataclass that inherits this.

    ``name`` is the name in recipes, ``traits`` what it promises.
    """

    name: ClassVar[str] = ""
    traits: ClassVar[MethodTraits] = MethodTraits()

    @abstractmethod
    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every tuple becomes."""

    @classmethod
    def is_whole(cls) -> bool:
        """Whether nothing is missing: a frozen dataclass with a name, traits and a plan."""
        frozen = "__dataclass_params__" in vars(cls) and vars(cls)["__dataclass_params__"].frozen
        return frozen and bool(cls.name) and isinstance(cls.traits, MethodTraits) and not isabstract(cls)

    @classmethod
    def parameters(cls) -> dict[str, Field[Any]]:
        """The fields that a recipe may set."""
        return {f.name: f for f in fields(cls) if f.init}  # type: ignore[arg-type]  # every method is a dataclass

    def settings(self) -> dict[str, object]:
        """Its parameters as a recipe writes them."""
        return {name: vars(self)[name] for name in self.parameters()}

    def with_k(self, k: int) -> Method:
        """Return the same method with another k."""
        return type(self)(**{**self.settings(), "k": k})

    def strength(self, name: Strength) -> float | None:
        """Return k, alpha or epsilon, if it is the parameter that sets how strongly this method masks; else None."""
        return float(vars(self)[name]) if self.traits.strength == name else None

    def total_epsilon(self, columns: int) -> float | None:
        """The epsilon that a row of so many masked columns costs in total; None without differential privacy."""
        epsilon = self.strength("epsilon")
        return None if epsilon is None else epsilon * columns

    @property
    def k_or_none(self) -> int | None:
        """The k of the method; None if it has none."""
        k = self.strength("k")
        return None if k is None else int(k)

    @property
    def known_items(self) -> int | None:
        """How many items of a record an attacker may know, if k is about them (k^m-anonymity); else None."""
        return None

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The attackers for whom k holds, each with her columns; empty if it holds for all masked columns together."""
        return ()

    @property
    def demands(self) -> Demands | None:
        """The demands on confidential columns; None if there are none."""
        return None

    @property
    def population_k(self) -> int | None:
        """How many persons of the population every class must stand for (k-map); None if none are demanded."""
        return None

    @property
    def published(self) -> bool:
        """Whether this is the papers' form of a swap, without the repair that bounds it."""
        return False

    @property
    def open_to_repetition(self) -> bool:
        """Whether repeated releases disclose more than one: the method is random and does not make classes of k."""
        return self.traits.random and not self.traits.k_anonymous

    def window(self, tuples: Tuples) -> Window | None:  # noqa: ARG002
        """What an attacker who knows the method and all original values can exclude; None if nothing."""
        return None

    def channel(self, tuples: Tuples) -> Channel | None:  # noqa: ARG002
        """How likely the values of a person become released ones, where records are masked one by one; else None."""
        return None

    def factors(self, tuples: Tuples) -> tuple[Factor, ...] | None:  # noqa: ARG002
        """The exact chances of every outcome; None where they are unknown or too many to follow."""
        return None

    def objection(self, plan: Plan) -> str | None:  # noqa: ARG002
        """Return why this method cannot have made a plan, by its definition and not by its code; None if it can.

        What is written may differ from what was planned by its rounding, and by dates that were moved to keep an order.
        """
        return None

    def plan_known(
        self,
        tuples: Tuples,
        known: Sequence[KnownSet],  # noqa: ARG002
        joint: Sequence[KnownSet],
        rng: np.random.Generator,
        progress: Progress = silent,
    ) -> Plan:
        """Plan so that every combination of each known set of columns has its k; only where its traits say so.

        ``joint``: larger sets that contain the known ones, for a method that masks columns together.
        """
        from kinonym.methods.scenarios.staged import plan_in_stages

        return plan_in_stages(self, tuples, joint, rng, progress)

    def plan_within(
        self,
        tuples: Tuples,  # noqa: ARG002
        groups: Sequence[NDArray[np.int64]],  # noqa: ARG002
        rng: np.random.Generator,  # noqa: ARG002
        progress: Progress = silent,  # noqa: ARG002
    ) -> Plan:
        """Plan each group of tuples by itself, with whole tuples; only where its traits say so."""
        msg = f"the method {self.name} cannot plan groups by themselves"
        raise KinonymError(msg)

    def fit(self, sample: Tuples, *, seed: int | None = None) -> Fitted:  # noqa: ARG002
        """Settle the method on a sample, so that it masks record by record; only where its traits say so."""
        msg = f"the method {self.name} needs the whole table; it cannot mask a stream"
        raise UsageError(msg, hint='use name = "noise" under [method]')

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form, each a full set of parameters: what the contract checks and the docs go through."""
        return (cls.mode(),)

    @classmethod
    def mode(cls, *, twins: bool = False, **settings: object) -> Mode:
        """One form of this method; its strength is set unless it is given."""
        strength = cls.traits.strength
        usual: dict[str, object] = {} if strength is None else {strength: _USUAL[strength]}
        return Mode(method=cls, settings={**usual, **settings}, twins=twins)


_USUAL: dict[Strength, float] = {"k": 3, "alpha": 0.5, "epsilon": 2.0}


@dataclass(frozen=True, kw_only=True)
class Mode:
    """A documented form of a method.

    Parameters
    ----------
    method
        The class.
    settings
        Its parameters, the strength among them.
    twins
        Whether it needs a table of two columns ``a`` and ``b`` over one taxonomy with the root ``top``, without
        missing values; the others take any table.
    """

    method: type[Method]
    settings: Mapping[str, object] = field(hash=False)
    twins: bool = False

    def __str__(self) -> str:
        shown = [f"{key}={value}" for key, value in self.settings.items() if key != self.method.traits.strength]
        return " ".join([self.method.name, *shown])

    @property
    def recipe(self) -> dict[str, object]:
        """The method section of a recipe."""
        return {"name": self.method.name, **self.settings}

    def made(self, **changes: object) -> Method:
        """The method itself, with other parameters if some are given."""
        return self.method(**{**self.settings, **changes})


def check_k(k: object) -> None:
    """Raise unless k is a whole number of at least 2; methods, also of other packages, and recipes ask here."""
    if isinstance(k, bool) or not isinstance(k, int) or k < 2:
        msg = "k must be a whole number of at least 2"
        raise UsageError(msg, hint="k = 5 is a common choice")


def check_bounded(tuples: Tuples) -> None:
    """Raise unless all distances are in [0, 1]."""
    for column in tuples.columns:
        if not column.domain.bounded:
            msg = f"column {column.name!r} uses an unbounded measure; masking needs distances between 0 and 1"
            raise UsageError(msg, hint="use the measure's bounded form, or wu-palmer")


def check_several_ontologies(method: Method, columns: Sequence[str]) -> None:
    """Reject columns with several ontologies, unless the method makes k-anonymous classes (specification 15)."""
    if columns and not method.traits.k_anonymous:
        msg = f"column {columns[0]!r} has several ontologies, which the method {method.name} cannot use"
        raise UsageError(msg, hint='name one ontology, or use a k-anonymous method, such as name = "sa-mdav"')


def require_k(tuples: Tuples, k: int) -> None:
    """Raise if there are fewer than k persons, or records where persons are not known."""
    if tuples.units < k:
        msg = f"k = {k} cannot be reached: the table has only {tuples.units} {tuples.unit}"
        raise PrivacyError(msg, hint=f"the largest possible k is {tuples.units}")


def check_plan(plan: Plan, k: int) -> Plan:
    """Return the plan if every masked tuple belongs to at least k persons (records); anything else is a bug."""
    sizes = plan.class_units
    if len(sizes) and sizes.min() < k:
        msg = f"a k-anonymous method made a group of {sizes.min()} {plan.tuples.unit} where k = {k}"
        raise KinonymError(msg, hint="this is a bug in Kinonym; nothing was written")
    return plan
