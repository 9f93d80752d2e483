"""The types that a column of a recipe can have, one module each.

To add one: a module with a `ColumnRecipe` class, and a line in `COLUMN_TYPES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Discriminator, Tag, TypeAdapter

from kinonym.column_types.column_recipe import ColumnRecipe
from kinonym.column_types.date_columns import DateColumn
from kinonym.column_types.nominal_columns import NominalColumn
from kinonym.column_types.numeric_columns import NumericColumn
from kinonym.column_types.ordinal_columns import OrdinalColumn
from kinonym.column_types.plain_columns import PlainColumn
from kinonym.column_types.time_columns import TimeColumn

__all__ = ["COLUMN_TYPES", "WRONG_TYPE", "AnyColumn", "ColumnRecipe", "change_column", "find_type", "make_column"]

COLUMN_TYPES: dict[str, type[ColumnRecipe]] = {
    "nominal": NominalColumn,
    "plain": PlainColumn,
    "numeric": NumericColumn,
    "ordinal": OrdinalColumn,
    "date": DateColumn,
    "time": TimeColumn,
}
"""Name in recipes → class."""

WRONG_TYPE = "column_type"
"""The kind of error that pydantic reports if there is no such column type."""


def find_type(section: object) -> str | None:
    """Return the type of a column: the one that it names, or what its other keys imply; None for no known type.

    >>> find_type({"role": "quasi", "ontology": "wordnet"}), find_type({"type": "date"}), find_type({"type": "dates"})
    ('nominal', 'date', None)
    """
    if isinstance(section, ColumnRecipe):
        return section.kind
    keys = section if isinstance(section, Mapping) else {}
    named = keys.get("type")
    if named is None:
        return next((name for name, kind in COLUMN_TYPES.items() if kind.is_implied(keys)), "plain")
    return named if isinstance(named, str) and named in COLUMN_TYPES else None


def _list_types() -> str:
    *names, last = (f"'{name}'" for name in COLUMN_TYPES)
    return f"{', '.join(names)} or {last}"


if TYPE_CHECKING:
    AnyColumn = ColumnRecipe
else:
    AnyColumn = Annotated[
        Union[tuple(Annotated[kind, Tag(name)] for name, kind in COLUMN_TYPES.items())],  # noqa: UP007
        Discriminator(find_type, custom_error_type=WRONG_TYPE, custom_error_message=f"Input should be {_list_types()}"),
    ]
"""A column of any type, discriminated by ``type``."""

_ADAPTER: TypeAdapter[ColumnRecipe] = TypeAdapter(AnyColumn)


def make_column(section: Mapping[str, Any]) -> ColumnRecipe:
    """Make the column that a section of a recipe describes; raises pydantic's errors."""
    return _ADAPTER.validate_python(section)


def change_column(column: ColumnRecipe, **changes: object) -> ColumnRecipe:
    """Return a column with other values of some keys, which may give it another type."""
    return make_column({**column.model_dump(exclude_unset=True), **changes})
