"""How many persons of the population have each tuple of a sample (specification 23)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Population"]


@dataclass(frozen=True, eq=False)
class Population:
    """The population of a sample, by the tuples of the sample."""

    of_tuples: NDArray[np.float64]
    """How many persons of the population have each tuple: F in the literature on samples."""
    known: bool
    """Whether they were counted in a table of the population; False: estimated as sums of survey weights."""
