"""The parts of a recipe: table, columns, method, release; `reading` checks how they fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import Field, StrictBool, StrictFloat, StrictInt, field_validator, model_validator

from kinonym.column_types import AnyColumn, ColumnRecipe
from kinonym.column_types.column_recipe import RecipePart, Role
from kinonym.methods import Method
from kinonym.methods.scenarios import Scenario
from kinonym.recipe.method import make_method, make_method_section, make_scenario_method
from kinonym.recipe.released_table import ReleasedTable
from kinonym.recipe.transition_files import list_transition_files, read_transitions

__all__ = ["FORMAT_VERSION", "ColumnRecipe", "Recipe", "ReleaseRecipe", "ScenarioRecipe", "TableRecipe"]

FORMAT_VERSION = 1
"""The version of the recipe format that this program reads and writes."""


class TableRecipe(RecipePart):
    """How the table is read."""

    missing: tuple[str, ...] = ("",)
    """Texts that mean missing."""
    missing_values: Literal["category", "drop", "error"] = "category"
    """How rows without a value of some quasi-identifier are treated."""
    person: str | None = None
    """The column of person ids, which is never released; persons are then the unit of protection."""
    gather: tuple[str, ...] = ()
    """Columns to gather: each person's rows become one record with a set of values, and that set occurs k times."""
    person_link: StrictBool = False
    """Whether a random pseudonym links the rows of a person in the release."""
    sample: StrictInt | StrictFloat | None = None
    """How much of the table to draw before anything else: a share, or a number of persons or else of rows."""
    population: str | None = None
    """A file with everyone in the population that the table is a sample of: one row each, or counts in ``count``."""
    weight: str | None = None
    """The column with the survey weight of each row: how many persons of the population it stands for."""
    delimiter: str | None = Field(default=None, min_length=1, max_length=1)
    """The separator of cells in a text file; None: detected."""
    encoding: str | None = None
    """The encoding of a text file; None: detected."""
    names: tuple[str, ...] = ()
    """The columns of a text file without a header."""
    decimal: Literal[".", ","] = "."
    """The decimal mark of numbers in a text file."""
    two_digit_years_from: int | None = Field(default=None, ge=1, le=9900)
    """Two-digit years are read as the hundred years that begin here; None: derived from the dates."""

    @field_validator("sample")
    @classmethod
    def _check_sample(cls, value: float | None) -> float | None:
        """Accept a share between 0 and 1, or a whole number of at least 1."""
        if value is None or (value >= 1 if isinstance(value, int) else 0 < value < 1):
            return value
        msg = "give a share between 0 and 1, such as 0.2, or a whole number of persons or rows, such as 5000"
        raise ValueError(msg)

    @property
    def missing_text(self) -> str:
        """The text of a missing value in the release: empty if that means missing, else the first marker."""
        return "" if not self.missing or "" in self.missing else self.missing[0]


class ReleaseRecipe(RecipePart):
    """How the result is written."""

    confirm: tuple[str, ...] = ()
    """Columns that may be released although they look like identifiers, keys or free text, or identify persons."""
    reuse: str | None = None
    """The file with the groups of an earlier release (`mask --plan`), so that this release discloses nothing new."""
    departed: Literal["withhold", "accept"] = "withhold"
    """Whether others of a group are withheld if too few of its persons left since the earlier release."""
    whole_groups: bool = False
    """Whether records with equal values stay in one group, as `mask --plan` sets it for a later release."""
    accept_unique: bool = False
    """Whether more than a fifth of the rows may be unique in combination with the unmasked columns."""


class ScenarioRecipe(RecipePart):
    """What an attacker knows of a person: k holds for these columns instead of all masked ones."""

    name: str = Field(min_length=1)
    """What sentences call her."""
    knows: tuple[str, ...] | None = Field(default=None, min_length=1)
    """The masked columns that she knows; None: she may know any of them."""
    knows_any: StrictInt | None = Field(default=None, ge=1)
    """How many of these columns she knows, whichever they are; None: all of them."""
    k: StrictInt | None = Field(default=None, ge=2)
    """The k of her columns; None: that of the method."""


_FOLDERS = ("*.txt", "*.noun", "*.exc", "*.rev")  # the files of RF2 and WordNet folders


def _list_files(path: Path) -> list[Path]:
    """Return the file of a path, the files in a folder, or nothing if the path does not exist."""
    if path.is_dir():
        return [file for ending in _FOLDERS for file in path.rglob(ending)]
    return [path] if path.exists() else []


class Recipe(RecipePart):
    """A run: table, columns, method, release; or several tables instead of the columns of one."""

    version: StrictInt = FORMAT_VERSION
    """The version of the recipe format."""
    table: TableRecipe = TableRecipe()
    columns: dict[str, AnyColumn]
    tables: dict[str, ReleasedTable] = Field(default_factory=dict)
    """Tables that are released together."""
    method: dict[str, Any]
    scenario: tuple[ScenarioRecipe, ...] = ()
    """What attackers know; empty: every attacker may know all masked columns."""
    release: ReleaseRecipe = ReleaseRecipe()
    folder: Path = Field(default=Path(), exclude=True)
    """The folder of relative paths of ontologies and mappings."""
    file: Path | None = Field(default=None, exclude=True)
    """The file that the recipe was read from."""

    @field_validator("version")
    @classmethod
    def _check_version(cls, value: int) -> int:
        """Reject a recipe in a format that this program does not know."""
        if value == FORMAT_VERSION:
            return value
        msg = f"the recipe has the format version {value}; this program reads version {FORMAT_VERSION}"
        raise ValueError(msg)

    @field_validator("method", mode="before")
    @classmethod
    def _accept_method(cls, value: object) -> object:
        """Accept a method instead of its section: `kinonym.SaMdav(k=5)`."""
        return make_method_section(value) if isinstance(value, Method) else value

    @model_validator(mode="before")
    @classmethod
    def _accept_tables(cls, value: object) -> object:
        """Accept a recipe of several tables without ``columns``."""
        if isinstance(value, Mapping) and value.get("tables") and "columns" not in value:
            return {**value, "columns": {}}
        return value

    @model_validator(mode="before")
    @classmethod
    def _drop_person(cls, value: object) -> object:
        """Give the person column the role of an identifier if the recipe gives it none."""
        if not isinstance(value, Mapping) or not isinstance(value.get("columns"), Mapping) or value.get("tables"):
            return value
        table = value.get("table")
        person = (
            table.person
            if isinstance(table, TableRecipe)
            else table.get("person")
            if isinstance(table, Mapping)
            else None
        )
        if not isinstance(person, str) or person in value["columns"]:
            return value
        return {**value, "columns": {person: {"role": "identifier"}, **value["columns"]}}

    def with_role(self, *roles: Role) -> list[str]:
        """Return the names of the columns with one of these roles."""
        return [name for name, column in self.columns.items() if column.role in roles]

    @property
    def roles(self) -> dict[str, Role]:
        """Column → its role; of several tables, with the name of the table."""
        several = {
            f"{name}.{each}": settings.role
            for name, table in self.tables.items()
            for each, settings in table.columns.items()
        }
        return several or {name: column.role for name, column in self.columns.items()}

    @property
    def masked(self) -> list[str]:
        """Names of the columns that the method changes."""
        system_columns = {column.by_column for column in self.columns.values() if column.masked}
        return [name for name, column in self.columns.items() if column.masked and name not in system_columns]

    @property
    def followers(self) -> dict[str, tuple[str, ...]]:
        """Released column → the masked columns that decide its text, by ``with`` or ``ontology_by``."""
        leaders: dict[str, tuple[str, ...]] = {}
        masked = self.masked
        for name in masked:
            by = self.columns[name].by_column
            if by in self.columns and self.columns[by].role != "identifier":
                leaders[by] = (*leaders.get(by, ()), name)
        named = {name: column.follows for name, column in self.columns.items() if column.role != "identifier"}
        return {name: (leader,) for name, leader in named.items() if leader is not None and leader in masked} | leaders

    @property
    def ordered_pairs(self) -> list[tuple[str, str]]:
        """Pairs of columns by ``before``, direct or through a chain: the first never comes after the second."""
        pairs = {(name, other): None for name, column in self.columns.items() for other in column.successors}
        for middle in self.columns:
            earlier = [first for first, last in pairs if last == middle]
            later = [last for first, last in pairs if first == middle]
            pairs |= dict.fromkeys((first, last) for first in earlier for last in later)
        return list(pairs)

    @property
    def shifted_columns(self) -> list[str]:
        """Names of the columns with dates that are shifted, by ``shift_with``."""
        return [name for name, column in self.columns.items() if column.shift_with is not None]

    @property
    def system_columns(self) -> list[str]:
        """Names of the columns that say which code system the codes of a masked column come from."""
        columns = (self.columns[name].by_column for name in self.masked)
        return list(dict.fromkeys(name for name in columns if name is not None))

    @property
    def confidential_masked(self) -> list[str]:
        """Names of the confidential columns that are masked like the quasi-identifiers."""
        return [name for name in self.with_role("confidential") if name in self.masked]

    @property
    def confidential_unmasked(self) -> list[str]:
        """Names of the confidential columns that are released unchanged."""
        changed = {*self.masked, *self.followers}
        return [name for name in self.with_role("confidential") if name not in changed]

    @property
    def covered(self) -> tuple[str, ...]:
        """Names of the released columns that are masked or follow a masked column."""
        changed = {*self.masked, *self.followers}
        return tuple(name for name in self.columns if name in changed)

    @property
    def unmasked(self) -> tuple[str, ...]:
        """Names of the columns that are released unmasked."""
        left_out = {*self.covered, *self.with_role("identifier"), self.table.person}
        return tuple(name for name in self.columns if name not in left_out)

    def accept_unique_rows(self) -> Recipe:
        """Return the recipe with ``accept_unique``."""
        return self.model_copy(update={"release": self.release.model_copy(update={"accept_unique": True})})

    @property
    def resolved_method(self) -> Method:
        """The method with its parameters, which satisfies the scenarios if there are any."""
        return self.resolve_method(self.method)

    def resolve_method(self, settings: Mapping[str, Any]) -> Method:
        """Return the method of a method section, as this recipe would run it."""
        method = make_method(read_transitions(settings, self.path))
        if self.scenario:
            return make_scenario_method(method, self.list_scenarios(method.k_or_none), self.masked)
        return method

    def list_scenarios(self, k: int | None = None) -> tuple[Scenario, ...]:
        """Return the scenarios; ``k`` is for those that have none in the recipe, by default the k of the method."""
        usual = k or (make_method(read_transitions(self.method, self.path)).k_or_none if self.scenario else None)
        return tuple(
            Scenario(
                name=value.name,
                columns=value.knows or tuple(self.masked),
                k=value.k or usual or 1,
                known=value.knows_any,
            )
            for value in self.scenario
        )

    def follow_release(self, plan: Path) -> Recipe:
        """Return the recipe of a release that reuses the groups of a plan file."""
        release = self.release.model_copy(update={"reuse": str(plan.absolute())})
        return self.model_copy(update={"release": release})

    def with_text_options(self, *, encoding: str | None = None, delimiter: str | None = None) -> Recipe:
        """Return the recipe with another encoding or delimiter of the text file; None: unchanged."""
        options = {"encoding": encoding, "delimiter": delimiter}
        changes = {key: value for key, value in options.items() if value is not None}
        return self.model_copy(update={"table": self.table.model_copy(update=changes)})

    def path(self, name: str) -> Path:
        """Resolve a path of the recipe, relative to the folder of the recipe."""
        return self.folder / Path(name).expanduser()

    def files(self) -> list[Path]:
        """List every file that a run reads besides the table: the recipe, ontologies, mappings."""
        named = [
            name
            for columns in (self.columns, *(table.columns for table in self.tables.values()))
            for column in columns.values()
            for name in (*column.ontologies, *column.systems.values(), column.mapping, column.code_map, column.counts)
            if name is not None
        ]
        named += list_transition_files(self.method)
        named += [name for name in (self.release.reuse, self.table.population) if name is not None]
        paths = [file for name in named for file in _list_files(self.path(name))]
        return paths + ([] if self.file is None else [self.file])

    def with_method(self, **changes: object) -> Recipe:
        """Return the recipe with other method parameters; a new name drops the old parameters."""
        method = {**({} if "name" in changes else self.method), **changes}
        changed = self.model_copy(update={"method": method})
        _ = changed.resolved_method
        return changed

    def with_separator(self, names: Sequence[str], separator: str) -> Recipe:
        """Return the recipe with a separator for cells with several concepts in some columns."""
        changed = {name: self.columns[name].model_copy(update={"separator": separator}) for name in names}
        return self.model_copy(update={"columns": {**self.columns, **changed}})

    def to_toml(self) -> str:
        """Return the recipe as TOML, without default values."""
        left_out = {"columns"} if self.tables else None
        data = self.model_dump(mode="json", exclude=left_out, exclude_defaults=True, exclude_none=True, by_alias=True)
        return tomli_w.dumps(data)
