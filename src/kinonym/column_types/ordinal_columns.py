"""Columns of ordered levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from kinonym.column_types.column_recipe import ColumnRecipe
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains import Ordinal
from kinonym.errors import RecipeError

__all__ = ["OrdinalColumn"]


def _read_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class OrdinalColumn(ColumnRecipe):
    """A column of ordered levels."""

    kind: ClassVar[str] = "ordinal"
    title: ClassVar[str] = "ordered levels"
    has_order: ClassVar[bool] = True
    form_keys: ClassVar[Mapping[str, Callable[[str], Any]]] = {"order": _read_lines}

    type: Literal["ordinal"] | None = None

    @classmethod
    def is_implied(cls, section: Mapping[str, Any]) -> bool:
        """Whether an order is given."""
        return bool(section.get("order"))

    def check_meaning(self, name: str) -> None:
        """Reject a column without an order."""
        if not self.order:
            msg = f"columns.{name} is ordinal but does not give an order"
            raise RecipeError(msg, hint='add order = ["low", "middle", "high"]')

    def read(self, column: ColumnValues) -> ReadColumn:
        """Read levels in the order of the recipe."""
        return ReadColumn.encode(column, Ordinal(self.order or ()))
