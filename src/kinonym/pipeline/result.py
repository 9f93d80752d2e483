"""What a run returns: the masked table with the plan, what it cost, what it risks and what may be claimed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath
from typing import Generic, TypeVar

from kinonym.engines.contract import Tally
from kinonym.files.output import write_document
from kinonym.grouped import Plan
from kinonym.mapping import Coverage
from kinonym.metrics import Risk, Utility, measure_risk, measure_utility
from kinonym.pipeline.planning import Run
from kinonym.privacy.attacks import Linkage
from kinonym.recipe import Recipe
from kinonym.release.checks import Check
from kinonym.release.policy import Claim
from kinonym.release.private import private_text
from kinonym.release.report import Content, Report, make_report
from kinonym.run.disclosure import class_disclosures, disclosures
from kinonym.run.plotting import ReportPlots

__all__ = ["Result", "Written", "without_places"]

Table = TypeVar("Table")


@dataclass(frozen=True)
class Written:
    """A file that passed the gate: what was counted in its bytes."""

    path: Path
    records: int
    columns: tuple[str, ...]
    engine: str
    """The engine that masked it."""
    checks: tuple[Check, ...]
    """What it was held to, beyond the rows that the input and the plan ask for."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Result(Generic[Table]):
    """The outcome of `kinonym.mask` (``table`` is the masked table) or `kinonym.mask_file` (the file's path)."""

    table: Table
    plan: Plan
    utility: Utility
    risk: Risk
    attacks: tuple[Linkage, ...]
    claims: tuple[Claim, ...]
    recipe: Recipe
    coverage: dict[str, Coverage]
    notices: tuple[str, ...]
    seeded: bool
    tally: Tally
    """What was recounted of the result: the table, or the bytes of the file."""
    written: Written | None = None
    """Of a file: what the gate counted."""
    trail: Callable[[], Iterator[tuple[int, int]]] = field(default=lambda: iter(()))
    """What each record of the input had and became, for the private risk file."""

    @classmethod
    def of(
        cls,
        run: Run,
        table: Table,
        tally: Tally,
        claims: tuple[Claim, ...],
        trail: Callable[[], Iterator[tuple[int, int]]],
        *,
        notices: tuple[str, ...] = (),
        written: Written | None = None,
    ) -> Result[Table]:
        """Measure what a run did."""
        prepared, plan = run.prepared, run.plan
        return cls(
            table=table,
            plan=plan,
            utility=measure_utility(plan, k=run.method.k_or_none),
            risk=measure_risk(plan),
            attacks=run.attacks,
            claims=claims,
            recipe=run.recipe,
            coverage={column.name: column.mapping.coverage for column in prepared.columns if column.mapping},
            notices=(*notices, *prepared.notices, *plan.notices),
            seeded=run.seeded,
            tally=tally,
            written=written,
            trail=trail,
        )

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
                disclose=lambda: disclosures(self.tally, self.recipe),
                seeded=self.seeded,
            )
        )

    @property
    def plot(self) -> ReportPlots:
        """Pictures of what the report says (extra ``plots``)."""
        return ReportPlots(self.report.figures)

    def private_risk(self) -> str:
        """Classes and records one by one, as lines of JSON; never publish them."""
        return private_text(self.plan, trail=self.trail(), disclosed=class_disclosures(self.tally, self.recipe))

    def write_private_risk(self, path: str | Path) -> None:
        """Write classes and records one by one into a file that only its owner may read; never publish it."""
        write_document(Path(path), self.private_risk(), private=True)

    def __repr__(self) -> str:
        return self.report.text()

    def _repr_html_(self) -> str:
        return self.report.html()


def without_places(recipe: Recipe) -> Recipe:
    """The recipe as it may be published: files by their names, not by where they lie on this machine."""
    columns = {
        name: column.model_copy(
            update={
                "ontology": _name(column.ontology),
                "mapping": _name(column.mapping),
                "code_map": _name(column.code_map),
                "counts": _name(column.counts),
            }
        )
        for name, column in recipe.columns.items()
    }
    return recipe.model_copy(update={"columns": columns})


def _name(path: str | None) -> str | None:
    return path if path is None else PurePath(path).name or path
