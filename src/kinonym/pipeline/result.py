"""What a run returns: the masked table with the plan, what it cost, what it risks and what may be claimed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

from kinonym.grouped import Plan
from kinonym.mapping import Coverage
from kinonym.metrics import Risk, Utility
from kinonym.privacy.attacks import Linkage
from kinonym.recipe import Recipe
from kinonym.release.claims import Claim
from kinonym.release.private import Rows, write_private_risk
from kinonym.release.report import Content, Report, make_report
from kinonym.run.disclosure import class_disclosures, disclosures
from kinonym.run.plotting import ReportPlots

__all__ = ["Result", "without_places"]


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The outcome of `kinonym.mask`."""

    table: Any
    plan: Plan
    utility: Utility
    risk: Risk
    attacks: tuple[Linkage, ...]
    claims: tuple[Claim, ...]
    recipe: Recipe
    coverage: dict[str, Coverage] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    seeded: bool = False
    rows: Rows | None = field(default=None, repr=False)
    """What each row of the original table had and became, for the private risk file."""

    @cached_property
    def report(self) -> Report:
        """The publishable report; it shows itself in a notebook."""
        return make_report(
            Content(
                method=self.recipe.resolved_method,
                plan=self.plan,
                utility=self.utility,
                risk=self.risk,
                attacks=self.attacks,
                claims=self.claims,
                notices=self.notices,
                coverage={name: str(coverage) for name, coverage in self.coverage.items()},
                recipe=without_places(self.recipe).to_toml(),
                disclose=lambda: disclosures(self.table, self.recipe),
                seeded=self.seeded,
            )
        )

    @property
    def plot(self) -> ReportPlots:
        """Pictures of what the report says (extra ``plots``)."""
        return ReportPlots(self.report.figures)

    def write_private_risk(self, path: str | Path) -> None:
        """Write classes and records one by one into a file that only its owner may read; never publish it."""
        lines = class_disclosures(self.table, self.recipe)
        write_private_risk(Path(path), self.plan, rows=self.rows, disclosed=lines)

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
