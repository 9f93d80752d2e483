"""What the arrays hold that kernels are given: names for their types, and nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Codes", "Floats", "Numbers"]

Codes = NDArray[np.int32]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
