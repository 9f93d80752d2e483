"""What a run returns: the masked table with the plan, what it cost, what it risks and what may be claimed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.assess import Assessment, Masking
from kinonym.grouped import Plan
from kinonym.mapping import Coverage
from kinonym.metrics import Risk, Utility
from kinonym.plots import ReportPlots
from kinonym.privacy.attacks import Linkage
from kinonym.recipe import Recipe
from kinonym.release.claims import Claim
from kinonym.release.private import Row, disclosure_lines, private_lines, write_private_risk
from kinonym.release.report import Published, Report, make_report
from kinonym.run.classes import ReleasedClasses, released_classes

__all__ = ["Result", "Rows", "without_places"]


@dataclass(frozen=True, eq=False)
class Rows:
    """Which tuple and which masked tuple each row of the original table has; −1 for a row that was removed."""

    tuple_of_row: NDArray[np.int64]
    target_of_row: NDArray[np.int64]

    def __iter__(self) -> Iterator[Row]:
        sides = zip(self.tuple_of_row.tolist(), self.target_of_row.tolist(), strict=True)
        return ((number, source, target) for number, (source, target) in enumerate(sides, 1))


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The outcome of `kinonym.mask`."""

    table: Any
    plan: Plan
    attacks: tuple[Linkage, ...]
    claims: tuple[Claim, ...]
    recipe: Recipe
    coverage: dict[str, Coverage] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    seeded: bool = False
    rows: Rows | None = field(default=None, repr=False)
    """What each row of the original table had and became, for the private risk file."""

    @cached_property
    def _classes(self) -> ReleasedClasses:
        return released_classes(self.table, self.recipe)

    @cached_property
    def assessment(self) -> Assessment:
        """Everything that is measured of the release, when it is first asked for."""
        return Assessment(
            plan=self.plan,
            masking=Masking.by(self.recipe.resolved_method),
            attacks=self.attacks,
            confidential=self._classes.confidential,
        )

    @property
    def utility(self) -> Utility:
        """What the masking cost."""
        return self.assessment.utility

    @property
    def risk(self) -> Risk:
        """What was linkable before and what is after."""
        return self.assessment.risk

    @cached_property
    def report(self) -> Report:
        """The publishable report; it shows itself in a notebook."""
        return make_report(
            Published(
                assessment=self.assessment,
                claims=self.claims,
                run_notices=self.notices,
                coverage={name: str(coverage) for name, coverage in self.coverage.items()},
                recipe=without_places(self.recipe).to_toml(),
                seeded=self.seeded,
            )
        )

    @property
    def plot(self) -> ReportPlots:
        """Pictures of what the report says (extra ``plots``)."""
        return ReportPlots(self.report.figures)

    def write_private_risk(self, path: str | Path) -> None:
        """Write classes and records one by one into a file that only its owner may read; never publish it."""
        disclosed = disclosure_lines(self._classes.written(), self._classes.confidential)
        rows = () if self.rows is None else self.rows
        write_private_risk(Path(path), private_lines(self.plan, disclosed=disclosed, rows=rows))

    def __repr__(self) -> str:
        return self.report.text()

    def _repr_html_(self) -> str:
        return self.report.html()


def without_places(recipe: Recipe) -> Recipe:
    """The recipe as it may be published: files by their names, not by where they lie on this machine."""
    columns = {
        name: column.model_copy(
            update={key: _name(getattr(column, key)) for key in ("ontology", "mapping", "code_map", "counts")},
        )
        for name, column in recipe.columns.items()
    }
    return recipe.model_copy(update={"columns": columns})


def _name(path: str | None) -> str | None:
    return path if path is None else PurePath(path).name or path
