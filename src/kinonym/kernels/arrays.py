"""Types of the arrays that kernels take; nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Codes", "Floats", "Numbers"]

Codes = NDArray[np.int32]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
