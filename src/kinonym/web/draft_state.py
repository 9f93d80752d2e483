"""What a person has decided so far: the recipe as data, and the concepts of values; each change is a new state."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from kinonym.errors import UsageError
from kinonym.web.wording import text

if TYPE_CHECKING:
    from kinonym.drafting import ColumnGuess, TableGuess
    from kinonym.recipe import Recipe

__all__ = ["DraftState", "drafted", "file_name", "meaning_of", "with_role"]

FIRST_METHOD = {"name": "sa-mdav", "k": 5}
"""What `kinonym init` proposes."""

Section = dict[str, Any]
_FILES = ("ontology", "mapping", "code_map", "counts")


@dataclass(frozen=True, kw_only=True)
class DraftState:
    """A recipe in the making; nothing in it is checked until `recipe` is asked for."""

    table: Section = field(default_factory=dict)
    columns: dict[str, Section] = field(default_factory=dict)
    method: Section = field(default_factory=lambda: dict(FIRST_METHOD))
    confirm: tuple[str, ...] = ()
    decisions: dict[str, dict[str, str]] = field(default_factory=dict)
    """Column → value → concept, empty for none."""

    @property
    def person(self) -> str | None:
        """The column that says whose each record is."""
        named = self.table.get("person")
        return None if named is None else str(named)

    @property
    def quasi(self) -> list[str]:
        """The columns that others may know."""
        return [name for name, section in self.columns.items() if section["role"] == "quasi"]

    def of_person(self, column: str | None) -> DraftState:
        """The same with this column for the persons, which is then left out of the release; None: rows are counted."""
        table = {key: value for key, value in self.table.items() if key != "person"}
        if column is None:
            return replace(self, table=table)
        left_out = self.with_columns({column: {"role": "identifier"}})
        return replace(left_out, table={**table, "person": column})

    def with_columns(self, changes: Mapping[str, Section]) -> DraftState:
        """The same with other sections for some columns."""
        return replace(self, columns={name: changes.get(name, section) for name, section in self.columns.items()})

    def deciding(self, column: str, decisions: Mapping[str, str]) -> DraftState:
        """The same with these concepts for values of a column."""
        kept = {name: given for name, given in self.decisions.items() if name != column}
        return replace(self, decisions={**kept, **({column: dict(decisions)} if decisions else {})})

    def written(self) -> dict[str, Any]:
        """The recipe as its sections, mapping tables by their file names."""
        columns = {name: dict(section) for name, section in self.columns.items()}
        for name in self.decisions:
            if name in columns:
                columns[name]["mapping"] = f"{file_name(name)}.map.csv"
        parts = {"table": self.table, "columns": columns, "method": self.method}
        release = {"release": {"confirm": list(self.confirm)}} if self.confirm else {}
        return {key: part for key, part in {**parts, **release}.items() if part}

    def _stay_inside(self) -> None:
        """Refuse a recipe that names files of this machine: what it needs is uploaded, or opened from the folder."""
        for section in self.columns.values():
            named = [section.get(key) for key in _FILES] + list((section.get("ontology_by") or {}).values())
            if not all(_inside(str(name)) for name in named if name is not None):
                raise UsageError(text("start.outside"), hint=text("start.outside_hint"))

    def to_toml(self) -> str:
        """What the command reads."""
        return tomli_w.dumps(self.written())

    def recipe(self, folder: Path, files: Path) -> Recipe:
        """The checked recipe, with everything it names beside it in ``folder``; uploads lie in ``files``."""
        from kinonym.mapping.private_csv import write_private_csv
        from kinonym.recipe import load_recipe

        self._stay_inside()
        folder.mkdir(mode=0o700, exist_ok=True)
        for name, given in self.decisions.items():
            write_private_csv(folder / f"{file_name(name)}.map.csv", [("value", "concept"), *given.items()])
        for section in self.columns.values():
            beside = files / str(section.get("ontology", "-"))
            if beside.exists() and not (folder / beside.name).exists():
                _put_beside(beside, folder / beside.name)
        return load_recipe(self.written()).model_copy(update={"folder": folder})


def _put_beside(ontology: Path, place: Path) -> None:
    """A file is copied; a folder, such as a release of SNOMED CT, is only pointed at."""
    if ontology.is_dir():
        place.symlink_to(ontology.resolve(), target_is_directory=True)
    else:
        shutil.copy2(ontology, place)


def _inside(name: str) -> bool:
    """Whether a name stands for a shipped ontology or a file of the project, and for no other place."""
    from kinonym import ontologies
    from kinonym.ontologies.from_values import OWN_VALUES

    return name in (*ontologies.NAMES, *OWN_VALUES) or (Path(name).name == name and not name.startswith("~"))


def file_name(column: str) -> str:
    """A column's name as `kinonym map` writes it into the name of a file."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", column)


def drafted(guess: TableGuess, table: Section) -> DraftState:
    """The first state: everything that `kinonym init` guesses, for a person to check."""
    from kinonym.drafting.profile import MISSING

    missing = [*MISSING, *(marker.text for marker in guess.markers if marker.sure)]
    columns = {column.column: with_role(column, column.role.value) for column in guess.columns}
    person = {} if guess.person is None else {"person": guess.person}
    return DraftState(table={**table, "missing": missing, **person}, columns=columns)


def with_role(guess: ColumnGuess, role: str, *, mask: bool = False) -> Section:
    """The section of a column that gets a role; what is masked also says what its values mean, as far as guessed."""
    section: Section = {"role": role, **({"mask": True} if mask else {})}
    return {**section, **meaning_of(guess)} if role == "quasi" or mask else section


def meaning_of(guess: ColumnGuess) -> Section:
    """What the values of a column mean, as guessed."""
    section: Section = {"type": guess.type.value}
    if guess.ontology is not None:
        section["ontology"] = guess.ontology.value
    if guess.separator is not None:
        section["separator"] = guess.separator
    if guess.own is not None and guess.own.separator is not None:
        section["path_separator"] = guess.own.separator
    if guess.own is not None and guess.own.lengths is not None:
        section["lengths"] = list(guess.own.lengths)
    if guess.root is not None:
        section["root"] = guess.root.value
    if guess.levels:
        section["order"] = list(guess.levels)
    return section
