"""Demands on the confidential columns of every class, l-diversity, p-sensitivity and t-closeness, and their comparison.

`unmet` is the one place of the product that compares what was asked with what there is; the release gate counts
and compares for itself, with the same tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kinonym.errors import UsageError
from kinonym.kernels.demands.class_demands import ROUNDING
from kinonym.privacy.ground import GROUNDS, GroundName
from kinonym.privacy.models import Models

__all__ = ["TOLERANCE", "Demands", "Diversity", "Unmet", "unmet"]

TOLERANCE = ROUNDING
"""What rounding may add to an entropy, a ratio or a distance; the kernels that make clusters have the same."""

Diversity = Literal["distinct", "entropy", "recursive"]
_DIVERSITIES: tuple[Diversity, ...] = ("distinct", "entropy", "recursive")


@dataclass(frozen=True, kw_only=True)
class Demands:
    """Demands on the confidential columns of every class of equal masked values.

    Parameters
    ----------
    l_diversity
        l of l-diversity: how many values each confidential column must be worth in a class.
    diversity
        ``distinct``: l different values. ``entropy``: an entropy of at least log l. ``recursive``: the most
        frequent value is rarer than c times the l-th and all rarer ones together.
    c
        c of recursive (c, l)-diversity.
    p_sensitive
        p of p-sensitive k-anonymity: different values in each confidential column.
    t_closeness
        Greatest earth mover's distance between the values of a class and those of the table.
    ground
        Distance between two confidential values that t-closeness uses: ``equal``, ``ordered``, ``hierarchical``
        (height of what subsumes both) or ``semantic`` (the column's own measure).
    k_map
        For samples: persons of the population that every class must stand for, by ``[table] population`` or ``weight``.
    """

    l_diversity: float | None = None
    diversity: Diversity = "distinct"
    c: float = 1.0
    p_sensitive: int | None = None
    t_closeness: float | None = None
    ground: GroundName = "equal"
    k_map: int | None = None

    def check_demands(self) -> None:
        """Raise if a demand makes no sense whatever the table."""
        for name, level in (("l_diversity", self.l_diversity), ("p_sensitive", self.p_sensitive)):
            self._check_level(name, level)
        if self.t_closeness is not None and not 0 <= self.t_closeness < math.inf:
            msg = "t_closeness must be a number of at least 0"
            raise UsageError(msg, hint="t_closeness = 0.2 is a common choice; 0 makes one class of the whole table")
        if self.diversity not in _DIVERSITIES:
            msg = f"there is no kind of l-diversity {self.diversity!r}"
            raise UsageError(msg, hint=f"diversity: {', '.join(_DIVERSITIES)}")
        if self.ground not in GROUNDS:
            msg = f"there is no ground distance {self.ground!r}"
            raise UsageError(msg, hint=f"ground: {', '.join(GROUNDS)}")
        if self.k_map is not None and (isinstance(self.k_map, bool) or self.k_map < 2):  # as k
            msg = "k_map must be a whole number of at least 2"
            raise UsageError(msg, hint="k_map = 5 asks for five persons of the population")
        if not 0 < self.c < math.inf:
            msg = "c of recursive (c, l)-diversity must be a number greater than 0"
            raise UsageError(msg, hint="c = 2 lets one value be twice as frequent as the l-th and rarer ones together")

    def _check_level(self, name: str, level: float | None) -> None:
        if level is None:
            return
        if isinstance(level, bool) or not (math.isfinite(level) and level >= 1):
            msg = f"{name} must be a number of at least 1"
            raise UsageError(msg, hint=f"{name} = 3 asks for three different values")
        if level != int(level) and (name == "p_sensitive" or self.diversity != "entropy"):
            msg = f"{name} must be a whole number; only entropy l-diversity takes a fraction"
            raise UsageError(msg, hint=f'{name} = {math.ceil(level)}, or diversity = "entropy"')

    @property
    def demanding(self) -> bool:
        """Whether anything is asked of the confidential columns."""
        return not (self.l_diversity is None and self.p_sensitive is None and self.t_closeness is None)

    @property
    def needed_ground(self) -> GroundName:
        """The ground distance that must be known: the one asked for, if t-closeness is asked for at all."""
        return self.ground if self.t_closeness is not None else "equal"


class Unmet(NamedTuple):
    """A demand that is not met: the model, the level asked for, and what there is.

    Of recursive diversity ``asked`` is c, and ``reached`` the figure that c must exceed.
    """

    model: Literal["distinct", "entropy", "recursive", "sensitive", "close"]
    asked: float
    reached: float


def unmet(models: Models, demands: Demands, *, t: float | None = None) -> list[Unmet]:
    """List the demands that classes do not meet; empty if they meet all.

    Parameters
    ----------
    models
        What the classes reach.
    demands
        What is asked of them.
    t
        The greatest distance of a class from the table on the demanded ground; by default that of the models, where
        all values are equally far apart.
    """
    distinct = models.l or 0
    lacks: list[Unmet] = []
    if demands.l_diversity is not None:
        lacks += _lack_of_diversity(models, demands, demands.l_diversity)
    if demands.p_sensitive is not None and distinct < demands.p_sensitive:
        lacks.append(Unmet("sensitive", demands.p_sensitive, distinct))
    if demands.t_closeness is not None:
        reached = (models.t or 0.0) if t is None else t
        if reached > demands.t_closeness + TOLERANCE:
            lacks.append(Unmet("close", demands.t_closeness, reached))
    return lacks


def _lack_of_diversity(models: Models, demands: Demands, level: float) -> Iterator[Unmet]:
    distinct, worth = models.l or 0, models.entropy_l or 0.0
    if demands.diversity == "entropy":
        if worth <= 0.0 or math.log(worth) < math.log(level) - TOLERANCE:
            yield Unmet("entropy", level, worth)
    elif distinct < level:
        yield Unmet("distinct", level, distinct)
    elif demands.diversity == "recursive":
        least = (models.commonest or 0.0, *models.recursive)[int(level) - 1]
        if least >= demands.c - TOLERANCE:  # c must be greater
            yield Unmet("recursive", demands.c, least)
