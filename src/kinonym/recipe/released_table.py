"""One of several tables that are released together: its columns and keys, and how its rows are released."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, StrictInt, model_validator

from kinonym.column_types import AnyColumn
from kinonym.column_types.column_recipe import RecipePart

__all__ = ["ReleasedTable"]

_MOST_ROWS = 100


class ReleasedTable(RecipePart):
    """A section ``[tables.name]``."""

    file: str | None = None
    """The file in the folder, or the table of the database; None: the one with the name of the section."""
    key: str | None = None
    """The column that identifies a row; it is released as a pseudonym."""
    person: str | None = None
    """The column of person ids, if it differs from that of ``[table]``; it is released as a pseudonym."""
    references: dict[str, str] = Field(default_factory=dict)
    """Column → the table with the key that it refers to; it is released with the pseudonym of that row."""
    rows: StrictInt | None = Field(default=None, ge=1, le=_MOST_ROWS)
    """How many rows of a person, or of a row of the referenced table, are released at most; None: there is only one."""
    order: str | None = None
    """The column by which these rows are numbered; None: their order in the table."""
    gather: tuple[str, ...] = ()
    """The column with values that form a set; every value is released as a row."""
    columns: dict[str, AnyColumn] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _name_roles_of_keys(cls, value: object) -> object:
        """Give the key and the references the role of an identifier if the recipe gives them none."""
        if not isinstance(value, Mapping):
            return value
        columns, references = value.get("columns", {}), value.get("references", {})
        if not isinstance(columns, Mapping) or not isinstance(references, Mapping):
            return value
        keys = [name for name in (value.get("key"), value.get("person"), *references) if isinstance(name, str)]
        added: dict[str, Any] = {name: {"role": "identifier"} for name in keys if name not in columns}
        return {**value, "columns": {**added, **columns}}

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that are released as pseudonyms, without the person column of ``[table]``."""
        named = (self.key, self.person, *self.references)
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @property
    def released(self) -> tuple[str, ...]:
        """The columns with values that are released, masked or not."""
        return tuple(name for name, column in self.columns.items() if column.role != "identifier")

    @property
    def numbered(self) -> bool:
        """Whether released rows have a number within their person or referenced row."""
        return (self.rows or 1) > 1
