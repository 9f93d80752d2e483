"""The confidential columns of a table to verify: what their values mean, and how far classes lie from the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Plain, Points
from kinonym.engines import memory
from kinonym.engines.memory import Counted
from kinonym.privacy.closeness import class_distances, grounds_for, transport_work
from kinonym.privacy.ground import GroundName, ground_of
from kinonym.recipe import Recipe
from kinonym.run.classes import class_cells
from kinonym.run.columns import prepare_columns

__all__ = ["Meant", "closeness", "meanings"]

Numbers = NDArray[np.int64]
Cells = tuple[Numbers, Numbers, Numbers]

QUICK = 1e8  # steps of the semantic distance that are taken unasked


@dataclass(frozen=True, eq=False)
class Meant:
    """A confidential column: its texts, what they mean, and how often each occurs in each class.

    ``cells`` count meanings, positions in ``points``: texts that mean the same are one value. ``texts`` count texts.
    """

    counted: Counted
    domain: Domain
    points: Points
    cells: Cells
    texts: Cells
    code_of: dict[str | None, int]
    """Text → position in ``points``."""


def meanings(
    table: Any,  # noqa: ANN401
    name: str,
    class_of_row: Numbers,
    *,
    missing: Sequence[str],
    recipe: Recipe | None,
) -> Meant:
    """Count the values of a column in each class; without a recipe they mean nothing but themselves."""
    counted = memory.count(table, [name], missing=missing)
    domain, points = _domain(name, counted, recipe)
    distinct, code = np.unique(points, return_inverse=True)
    text_of_row = counted.codes[counted.tuple_of_row, 0]
    cells = class_cells(class_of_row, code.reshape(-1)[text_of_row])
    code_of = dict(zip(counted.values[0], code.reshape(-1).tolist(), strict=True))
    return Meant(counted, domain, distinct, cells, class_cells(class_of_row, counted.tuple_of_row), code_of)


def _domain(name: str, counted: Counted, recipe: Recipe | None) -> tuple[Domain, Points]:
    column = None if recipe is None else recipe.columns.get(name)
    if recipe is None or column is None or (column.kind == "nominal" and not column.ontology):
        domain = Plain().fit(counted.values[0])
        return domain, domain.encode(counted.values[0])
    if column.unmapped == "error":  # a table is verified as it is
        column = column.model_copy(update={"unmapped": "isolate"})
    one = recipe.model_copy(update={"columns": {name: column}})
    prepared = prepare_columns(one, counted, [name])[0]
    return prepared.domain, prepared.points


def closeness(name: str, meant: Meant, ground: GroundName | None) -> dict[GroundName, float]:
    """The greatest distance of a class from the table, on every ground distance that has a meaning."""
    wanted = grounds_for(meant.domain)
    if ground is not None:
        wanted = tuple(dict.fromkeys(("equal", ground)))
    elif transport_work(meant.cells) > QUICK:
        wanted = tuple(one for one in wanted if one != "semantic")
    return {
        one: float(class_distances(meant.cells, ground_of(name, meant.domain, meant.points, one)).max())
        for one in wanted
    }
