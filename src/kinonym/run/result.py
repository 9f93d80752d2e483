"""What a run returns: the masked table with the plan, what it cost, what it risks and what may be claimed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from typing import Any

from kinonym.grouped import Plan
from kinonym.mapping import Coverage
from kinonym.metrics import Risk, Utility
from kinonym.privacy.attacks import Linkage
from kinonym.recipe import Recipe
from kinonym.release.claims import Claim
from kinonym.release.report import Content, Report, make_report
from kinonym.run.disclosure import disclosures

__all__ = ["Result"]


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
                recipe=_without_places(self.recipe).to_toml(),
                disclose=lambda: disclosures(self.table, self.recipe),
                seeded=self.seeded,
            )
        )

    def __repr__(self) -> str:
        return self.report.text()

    def _repr_html_(self) -> str:
        return self.report.html()


def _without_places(recipe: Recipe) -> Recipe:
    """The recipe as it may be published: files by their names, not by where they lie on this machine."""
    columns = {
        name: column.model_copy(
            update={key: _name(getattr(column, key)) for key in ("ontology", "mapping")},
        )
        for name, column in recipe.columns.items()
    }
    return recipe.model_copy(update={"columns": columns})


def _name(path: str | None) -> str | None:
    return path if path is None else PurePath(path).name or path
