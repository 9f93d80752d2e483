"""What a table is like, as far as the choice of a method depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from kinonym.domains import Domain
from kinonym.engines.contract import Source
from kinonym.methods.demands import Demands
from kinonym.operators.covariance import correlation_matrix
from kinonym.pipeline.preparing import prepare
from kinonym.recipe import Recipe
from kinonym.tuples import Tuples

__all__ = ["TableFacts", "facts_of"]

_USUAL_K = 5
_REPEATED = 0.95  # an identifier with fewer distinct values than this share of its rows stands for persons who return
_SCATTERED = 20  # a plain column with more values than this would gain from an ontology


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """Counts and kinds; no value of the table."""

    k: int
    """What the recipe asks for, or the usual 5."""
    records: int
    combinations: int
    unique: int
    smallest: int
    domains: tuple[Domain, ...]
    most_values: int
    """Distinct values of the masked column that has most of them."""
    correlation: float
    """The strongest distance correlation between two masked columns."""
    confidential: tuple[str, ...]
    demands: Mapping[str, Any]
    """What the recipe asks of the confidential columns."""
    returning: tuple[str, ...]
    """Identifiers that repeat, where the recipe names no person."""
    scattered: tuple[str, ...]
    """Plain columns of many values."""

    @property
    def only_numbers(self) -> bool:
        """Whether no masked column holds words."""
        return all(domain.traits.scale == "interval" for domain in self.domains)

    @property
    def public_possible(self) -> bool:
        """Whether every masked column can have a public set: an ontology, or levels in an order."""
        return all(domain.traits.known_in_advance for domain in self.domains)


def facts_of(source: Source, recipe: Recipe) -> TableFacts:
    """Count once, and look."""
    tuples = prepare(source, recipe).tuples
    method = recipe.resolved_method
    return TableFacts(
        k=method.k_or_none or _USUAL_K,
        records=tuples.records,
        combinations=len(tuples),
        unique=int((tuples.counts == 1).sum()),
        smallest=int(tuples.units_of_tuples.min()),
        domains=tuple(column.domain for column in tuples.columns),
        most_values=max(len(column.points) for column in tuples.columns),
        correlation=_strongest(tuples),
        confidential=tuple(recipe.confidential_unmasked),
        demands={f.name: recipe.method[f.name] for f in fields(Demands) if f.name in recipe.method},
        returning=_returning(source, recipe),
        scattered=tuple(
            column.name
            for column in tuples.columns
            if column.domain.traits.only_equality and len(column.points) > _SCATTERED
        ),
    )


def _strongest(tuples: Tuples) -> float:
    if len(tuples.columns) < 2:
        return 0.0
    matrix = correlation_matrix(tuples)
    return float(np.nanmax(matrix - np.eye(len(matrix))))


def _returning(source: Source, recipe: Recipe) -> tuple[str, ...]:
    if recipe.table.person is not None:
        return ()
    looks = {name: source.profile(name) for name in recipe.with_role("identifier")}
    return tuple(name for name, look in looks.items() if look.distinct < _REPEATED * look.present)
