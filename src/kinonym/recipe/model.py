"""The parts of a recipe: table, columns, method, release; what each may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import Field, StrictBool, field_validator, model_validator

from kinonym.column_types import AnyColumn, ColumnRecipe
from kinonym.column_types.column_recipe import RecipePart, Role
from kinonym.methods import Method
from kinonym.recipe.method import make_method, method_section
from kinonym.recipe.transition_files import named_files, with_transitions

__all__ = ["ColumnRecipe", "Recipe", "ReleaseRecipe", "TableRecipe"]


class TableRecipe(RecipePart):
    """How the table is read."""

    missing: tuple[str, ...] = ("",)
    """Texts that mean missing."""
    missing_values: Literal["category", "drop", "error"] = "category"
    """What becomes of rows that miss a quasi-identifier."""
    person: str | None = None
    """The column that says whose a record is: the unit of protection is then the person; it is never released."""
    gather: tuple[str, ...] = ()
    """Columns whose values are gathered over the rows of a person: her whole set is then what occurs k times."""
    person_link: StrictBool = False
    """Whether the rows of a person stay linked in the release, by a random pseudonym."""
    delimiter: str | None = Field(default=None, min_length=1, max_length=1)
    """What stands between two cells of a text; None: what its head shows."""
    encoding: str | None = None
    """Of a text; None: what its head shows."""
    names: tuple[str, ...] = ()
    """The columns of a text that has no header."""
    decimal: Literal[".", ","] = "."
    """What stands before the fraction of a number in a text."""
    two_digit_years_from: int | None = Field(default=None, ge=1, le=9900)
    """The first of the hundred years that all two-digit years are read as; None: found in the dates."""

    @property
    def missing_text(self) -> str:
        """How a missing value is written: empty where that means missing, else the first marker."""
        return "" if not self.missing or "" in self.missing else self.missing[0]


class ReleaseRecipe(RecipePart):
    """How the result is written."""

    confirm: tuple[str, ...] = ()
    """Columns that may pass though they look like identifiers, keys or free text, or tell persons apart."""
    reuse: str | None = None
    """The groups of an earlier release (`mask --plan`), so that this one discloses nothing new."""
    whole_groups: bool = False
    """Records with equal values stay in one group; `mask --plan` sets it, since a later release must repeat them."""
    accept_unique: bool = False
    """Whether more than a fifth of the rows may stay unique together with the unmasked columns."""


_FOLDERS = ("*.txt", "*.noun", "*.exc", "*.rev")  # the files of RF2 and WordNet folders


def _read_from(path: Path) -> list[Path]:
    """The file that a path names, the files of a folder, nothing where there is nothing."""
    if path.is_dir():
        return [file for ending in _FOLDERS for file in path.rglob(ending)]
    return [path] if path.exists() else []


class Recipe(RecipePart):
    """A run: table, columns, method, release."""

    table: TableRecipe = TableRecipe()
    columns: dict[str, AnyColumn]
    method: dict[str, Any]
    release: ReleaseRecipe = ReleaseRecipe()
    folder: Path = Field(default=Path(), exclude=True)
    """Where relative paths of ontologies and mappings start."""
    file: Path | None = Field(default=None, exclude=True)
    """The file it was read from."""

    @field_validator("method", mode="before")
    @classmethod
    def _written(cls, given: object) -> object:
        """A method itself will do as well: `kinonym.SaMdav(k=5)`."""
        return method_section(given) if isinstance(given, Method) else given

    @model_validator(mode="before")
    @classmethod
    def _person_dropped(cls, given: object) -> object:
        """The person column needs no role of its own: it is dropped like every identifier."""
        if not isinstance(given, Mapping) or not isinstance(given.get("columns"), Mapping):
            return given
        table = given.get("table")
        person = (
            table.person
            if isinstance(table, TableRecipe)
            else table.get("person")
            if isinstance(table, Mapping)
            else None
        )
        if not isinstance(person, str) or person in given["columns"]:
            return given
        return {**given, "columns": {person: {"role": "identifier"}, **given["columns"]}}

    def with_role(self, *roles: Role) -> list[str]:
        """Names of the columns with one of these roles."""
        return [name for name, column in self.columns.items() if column.role in roles]

    @property
    def masked(self) -> list[str]:
        """Names of the columns that the method changes."""
        telling = {column.by_column for column in self.columns.values() if column.masked}
        return [name for name, column in self.columns.items() if column.masked and name not in telling]

    @property
    def following(self) -> dict[str, tuple[str, ...]]:
        """Released column → the masked ones that decide what it says, by ``with`` or by ``ontology_by``."""
        leaders: dict[str, tuple[str, ...]] = {}
        masked = self.masked
        for name in masked:
            by = self.columns[name].by_column
            if by in self.columns and self.columns[by].role != "identifier":
                leaders[by] = (*leaders.get(by, ()), name)
        named = {name: column.follows for name, column in self.columns.items() if column.role != "identifier"}
        return {name: (leader,) for name, leader in named.items() if leader is not None and leader in masked} | leaders

    @property
    def ordered(self) -> list[tuple[str, str]]:
        """Pairs of columns of which the first never comes after the second, by ``before``, directly or by a chain."""
        pairs = {(name, other): None for name, column in self.columns.items() for other in column.successors}
        for middle in self.columns:
            earlier = [first for first, last in pairs if last == middle]
            later = [last for first, last in pairs if first == middle]
            pairs |= dict.fromkeys((first, last) for first in earlier for last in later)
        return list(pairs)

    @property
    def shifted(self) -> list[str]:
        """Names of the columns whose dates are moved in time, by ``shift_with``."""
        return [name for name, column in self.columns.items() if column.shift_with is not None]

    @property
    def system_columns(self) -> list[str]:
        """Names of the columns that tell the code systems of masked ones apart."""
        columns = (self.columns[name].by_column for name in self.masked)
        return list(dict.fromkeys(name for name in columns if name is not None))

    @property
    def confidential_masked(self) -> list[str]:
        """Names of the confidential columns that are masked like the quasi-identifiers."""
        return [name for name in self.with_role("confidential") if name in self.masked]

    @property
    def confidential_unmasked(self) -> list[str]:
        """Names of the confidential columns that are released as they are."""
        changed = {*self.masked, *self.following}
        return [name for name in self.with_role("confidential") if name not in changed]

    @property
    def covered(self) -> tuple[str, ...]:
        """Names of the released columns that are masked, or follow from masked ones."""
        changed = {*self.masked, *self.following}
        return tuple(name for name in self.columns if name in changed)

    @property
    def unmasked(self) -> tuple[str, ...]:
        """Names of the columns that are released without being masked."""
        left_out = {*self.covered, *self.with_role("identifier"), self.table.person}
        return tuple(name for name in self.columns if name not in left_out)

    def accepting_unique(self) -> Recipe:
        """The same recipe for a user who accepts that many rows stay unique."""
        return self.model_copy(update={"release": self.release.model_copy(update={"accept_unique": True})})

    @property
    def resolved_method(self) -> Method:
        """The method with its parameters."""
        return make_method(with_transitions(self.method, self.path))

    def read_as(self, *, encoding: str | None = None, delimiter: str | None = None) -> Recipe:
        """The same recipe for a text with another encoding or delimiter; None: as the recipe has it."""
        said = {"encoding": encoding, "delimiter": delimiter}
        changes = {key: value for key, value in said.items() if value is not None}
        return self.model_copy(update={"table": self.table.model_copy(update=changes)})

    def path(self, name: str) -> Path:
        """A path named in the recipe, relative to the recipe's own folder."""
        return self.folder / Path(name).expanduser()

    def files(self) -> list[Path]:
        """Every file that a run reads besides the table: the recipe, ontologies, mappings."""
        named = [
            name
            for column in self.columns.values()
            for name in (*column.ontologies, *column.systems.values(), column.mapping, column.code_map, column.counts)
            if name is not None
        ]
        named += [*named_files(self.method), *([] if self.release.reuse is None else [self.release.reuse])]
        paths = [file for name in named for file in _read_from(self.path(name))]
        return paths + ([] if self.file is None else [self.file])

    def with_method(self, **changes: object) -> Recipe:
        """The same recipe with other method parameters; a new name drops the old parameters."""
        method = {**({} if "name" in changes else self.method), **changes}
        changed = self.model_copy(update={"method": method})
        _ = changed.resolved_method
        return changed

    def with_separator(self, names: Sequence[str], separator: str) -> Recipe:
        """The same recipe with cells of several concepts in some columns."""
        changed = {name: self.columns[name].model_copy(update={"separator": separator}) for name in names}
        return self.model_copy(update={"columns": {**self.columns, **changed}})

    def to_toml(self) -> str:
        """The recipe as TOML, with what differs from the defaults."""
        data = self.model_dump(mode="json", exclude_defaults=True, exclude_none=True, by_alias=True)
        return tomli_w.dumps(data)
