"""What a run returns: the masked table with the plan, what it cost, what it risks and what may be claimed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kinonym.grouped import Plan
from kinonym.mapping import Coverage
from kinonym.metrics import Risk, Utility
from kinonym.privacy.attacks import Linkage
from kinonym.recipe import Recipe
from kinonym.release.claims import Claim
from kinonym.release.report import Report, make_report

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
            recipe=self.recipe.to_toml(),
            method=self.recipe.method["name"],
            utility=self.utility,
            risk=self.risk,
            claims=self.claims,
            notices=self.notices,
            coverage={name: str(coverage) for name, coverage in self.coverage.items()},
        )

    def __repr__(self) -> str:
        return self.report.text()

    def _repr_html_(self) -> str:
        return self.report.html()
