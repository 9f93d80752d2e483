"""What a run returns if its plan stayed on the executors: the release with its utility, risk and claims."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from kinonym.assess import Assessment
from kinonym.errors import UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.pipeline.blockwise.measured_blocks import MeasuredBlocks
from kinonym.pipeline.preparing import PreparedTable
from kinonym.pipeline.result import Result
from kinonym.release.report import Published
from kinonym.release.report.coarse_figures import coarse_generality, coarse_utility
from kinonym.release.report.values_shown import ColumnView
from kinonym.tuples import Plan

__all__ = ["BlockwiseResult", "PublishedBlocks"]

_ON_EXECUTORS = ("plan", "prepared", "respelled")


class PublishedBlocks(Published):
    """What was measured of a release that was planned in blocks, as far as it may be published: no single values."""

    @cached_property
    def assessment(self) -> Assessment:
        """What was measured, with figures of the original rounded to what few records can change."""
        coarse, units = copy(self.exact), self.exact.plan.tuples.units
        before, after = self.exact.generality
        vars(coarse).update(
            utility=coarse_utility(self.exact.utility, units), generality=(coarse_generality(before, units), after)
        )
        return coarse

    @cached_property
    def views(self) -> tuple[ColumnView, ...]:
        """None: the values of columns are not shown."""
        return ()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BlockwiseResult(Result[TableName]):
    """The outcome of `kinonym.mask_file` for a table with more combinations than the driver may hold.

    ``plan``, ``prepared`` and ``respelled`` stay on the executors, and raise an error.
    """

    plan: Plan = field(init=False)
    prepared: PreparedTable = field(init=False)
    respelled: NDArray[np.int64] = field(init=False)
    measured: MeasuredBlocks
    """What the sums of the blocks say."""

    @property
    def assessment(self) -> MeasuredBlocks:
        """All measurements of the release."""
        return self.measured

    @property
    def combinations_known(self) -> bool:
        """They stayed on the executors."""
        return False

    def _published_as(self) -> type[Published]:
        return PublishedBlocks

    def __getattr__(self, name: str) -> NoReturn:
        """Raise for what stayed on the executors."""
        if name not in _ON_EXECUTORS:
            raise AttributeError(name)
        msg = f"the {name} of this run has more combinations than the driver may hold, and was not collected"
        raise UsageError(msg, hint="read what was released; utility, risk and report are known")
