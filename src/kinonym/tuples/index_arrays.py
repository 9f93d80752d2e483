"""Arrays of whole numbers, named after what they count or index: ``XOfY`` has one entry per Y, which is an X.

The index spaces are rows → counted tuples → planned tuples → targets; docs/architecture.md draws them. A cell is a
row of a table of counts, such as (tuple, value, records); an entry is one of the items that all tuples list one after
the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "DROPPED",
    "Cells",
    "ClassOfCell",
    "ClassOfTuple",
    "Counts",
    "PersonOfCell",
    "PersonOfEntry",
    "PersonOfRow",
    "PlannedOfCounted",
    "PlannedOfRow",
    "StartOfTuple",
    "TargetOfPlanRow",
    "TargetOfRow",
    "TargetOfTuple",
    "TupleOfCell",
    "TupleOfEntry",
    "TupleOfPlanRow",
    "TupleOfRow",
    "ValueOfCell",
    "ValueOfEntry",
]

DROPPED = -1
"""Instead of a planned tuple or a target: the records leave the table."""

Counts = NDArray[np.int64]
"""How many records, persons or rows; never an index."""

# one entry per row of a table; such arrays stay inside an engine
TupleOfRow = NDArray[np.int64]
PersonOfRow = NDArray[np.int64]
"""−1 where no person is named."""
PlannedOfRow = NDArray[np.int64]
TargetOfRow = NDArray[np.int64]

# one entry per tuple
PlannedOfCounted = NDArray[np.int64]
"""Counted tuple → planned tuple, or `DROPPED`."""
TargetOfTuple = NDArray[np.int64]
ClassOfTuple = NDArray[np.int64]
"""−1 where a tuple has no class."""
StartOfTuple = NDArray[np.int64]
"""The entries of tuple t are ``start[t]:start[t + 1]``; one more item than there are tuples."""

# one entry per row of a plan
TupleOfPlanRow = NDArray[np.int64]
TargetOfPlanRow = NDArray[np.int64]
"""`DROPPED` where the records leave the table."""

# one entry per entry of all tuples
TupleOfEntry = NDArray[np.int64]
PersonOfEntry = NDArray[np.int64]
ValueOfEntry = NDArray[np.int64]

# one entry per cell
TupleOfCell = NDArray[np.int64]
ClassOfCell = NDArray[np.int64]
ValueOfCell = NDArray[np.int64]
PersonOfCell = NDArray[np.int64]
"""−1 where no person is named."""

Cells = tuple[TupleOfCell, ValueOfCell, Counts]
"""Rows (tuple, value, records)."""
