"""What a clustering method may be asked for beyond k: diverse confidential values in every class."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import PrivacyError, UsageError
from kinonym.grouped import Confidential, Tuples
from kinonym.kernels.demands.class_demands import CLOSE, DISTINCT, ENTROPY, RECURSIVE
from kinonym.methods.promises import Demand, Promised, make_promise
from kinonym.privacy.ground import GROUNDS, GroundName, ground_of

__all__ = ["Demands", "Diversity"]

Diversity = Literal["distinct", "entropy", "recursive"]
_MODELS = {"distinct": DISTINCT, "entropy": ENTROPY, "recursive": RECURSIVE}


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
    """

    l_diversity: float | None = None
    diversity: Diversity = "distinct"
    c: float = 1.0
    p_sensitive: int | None = None
    t_closeness: float | None = None
    ground: GroundName = "equal"

    def check_demands(self) -> None:
        """Raise if a demand makes no sense whatever the table."""
        for name, level in (("l_diversity", self.l_diversity), ("p_sensitive", self.p_sensitive)):
            self._check_level(name, level)
        if self.t_closeness is not None and not 0 <= self.t_closeness < math.inf:
            msg = "t_closeness must be a number of at least 0"
            raise UsageError(msg, hint="t_closeness = 0.2 is a common choice; 0 makes one class of the whole table")
        if self.diversity not in _MODELS:
            msg = f"there is no kind of l-diversity {self.diversity!r}"
            raise UsageError(msg, hint=f"diversity: {', '.join(_MODELS)}")
        if self.ground not in GROUNDS:
            msg = f"there is no ground distance {self.ground!r}"
            raise UsageError(msg, hint=f"ground: {', '.join(GROUNDS)}")
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
        """Whether anything is asked for beyond k."""
        return not (self.l_diversity is None and self.p_sensitive is None and self.t_closeness is None)

    def promise(self, tuples: Tuples) -> Promised:
        """The demands and the confidential values as the kernels take them; raises if the table cannot meet them."""
        if not self.demanding:
            return None
        columns = tuples.confidential
        if not columns:
            msg = "l_diversity, p_sensitive and t_closeness need a confidential column"
            raise UsageError(msg, hint='give a column role = "confidential"')
        masked = {column.name for column in tuples.columns}
        if both := [column.name for column in columns if column.name in masked]:
            msg = f"column {both[0]!r} cannot be masked and kept diverse at the same time"
            raise UsageError(msg, hint="a column is either a quasi-identifier or confidential: leave it out of one")
        for column in columns:
            self._require_reachable(column)
        grounds = [ground_of(c.name, c.domain, c.points, self._ground) for c in columns]
        return make_promise(len(tuples), columns, grounds, self._demands(len(columns)))

    @property
    def _ground(self) -> GroundName:
        return self.ground if self.t_closeness is not None else "equal"

    def _demands(self, columns: int) -> list[Demand]:
        """Every demand on every column."""
        each = []
        if self.l_diversity is not None:
            each.append((_MODELS[self.diversity], self.l_diversity))
        if self.p_sensitive is not None:
            each.append((DISTINCT, self.p_sensitive))
        if self.t_closeness is not None:
            each.append((CLOSE, self.t_closeness))
        return [Demand(q, model, float(level), self.c) for q in range(columns) for model, level in each]

    def _require_reachable(self, column: Confidential) -> None:
        """One class of the whole table must do: no partition can do better."""
        counts = np.sort(column.totals[column.totals > 0])[::-1]
        needed = max(self.p_sensitive or 1, self.l_diversity or 1 if self.diversity != "entropy" else 1)
        if len(counts) < needed:
            msg = f"column {column.name!r} has {len(counts)} distinct values; {needed:g} were asked for in every class"
            raise PrivacyError(msg, hint=f"the largest possible is {len(counts)}")
        if self.l_diversity is None or self.diversity == "distinct":
            return
        if self.diversity == "entropy":
            self._require_entropy(column.name, counts / counts.sum(), self.l_diversity)
        else:
            self._require_recursive(column.name, counts, int(self.l_diversity))

    def _require_entropy(self, name: str, share: NDArray[np.float64], level: float) -> None:
        entropy = float(np.exp(-(share * np.log(share)).sum()))
        if entropy < level - 1e-9:
            msg = f"column {name!r} has an entropy of log {entropy:.2f}; log {level:g} was asked for"
            raise PrivacyError(msg, hint=f"the largest possible l_diversity is {math.floor(entropy * 100) / 100:g}")

    def _require_recursive(self, name: str, counts: NDArray[np.int64], level: int) -> None:
        rest = counts[::-1].cumsum()[::-1]  # the l-th value and all rarer ones together, for each l
        if counts[0] < self.c * rest[level - 1]:
            return
        most = int((counts[0] < self.c * rest).sum())
        at_this = f"the largest possible l_diversity with c = {self.c:g} is {most}" if most else "no l_diversity does"
        msg = f"column {name!r} cannot be recursively ({self.c:g}, {level})-diverse"
        needed = counts[0] / rest[level - 1]
        raise PrivacyError(msg, hint=f"{at_this}; for l_diversity = {level} c must be greater than {needed:.3f}")
