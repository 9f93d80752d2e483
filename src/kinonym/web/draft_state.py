"""What a person has decided so far: the recipe as data, and the concepts of values; each change is a new state."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from kinonym.errors import UsageError
from kinonym.web.wording import text

if TYPE_CHECKING:
    from kinonym.drafting import ColumnGuess, Draft
    from kinonym.recipe import Recipe

__all__ = ["DraftState", "Section", "file_name", "is_masked", "keep_valid_links", "later_columns", "start_state"]

Section = dict[str, Any]
_FILES = ("mapping", "code_map", "counts")


@dataclass(frozen=True, kw_only=True)
class DraftState:
    """A recipe in the making: its sections as they are written; nothing is checked until `recipe` is asked for."""

    table: Section = field(default_factory=dict)
    columns: dict[str, Section] = field(default_factory=dict)
    method: Section = field(default_factory=dict)
    release: Section = field(default_factory=dict)
    scenario: tuple[Section, ...] = ()
    """The attackers of an uploaded recipe; the page has no fields for them."""
    decisions: dict[str, dict[str, str]] = field(default_factory=dict)
    """Column → value → concept, empty for none."""
    hierarchies: dict[str, Section] = field(default_factory=dict)
    """Column → the rule by which its hierarchy was made on the page; the CSV file has the groups."""

    @property
    def person(self) -> str | None:
        """The column that identifies persons."""
        named = self.table.get("person")
        return None if named is None else str(named)

    @property
    def confirm(self) -> tuple[str, ...]:
        """The columns that a person confirmed though they look like identifiers."""
        return tuple(self.release.get("confirm", ()))

    def confirming(self, columns: Sequence[str]) -> DraftState:
        """The same with these columns confirmed; every other key of [release] is unchanged."""
        rest = {key: value for key, value in self.release.items() if key != "confirm"}
        return replace(self, release={**rest, **({"confirm": list(columns)} if columns else {})})

    def accept_unique_rows(self) -> DraftState:
        """The same, where a person accepts that many rows stay unique."""
        return replace(self, release={**self.release, "accept_unique": True})

    @property
    def quasi(self) -> list[str]:
        """The columns that others may know."""
        return [name for name, section in self.columns.items() if section["role"] == "quasi"]

    @property
    def masked(self) -> list[str]:
        """The columns that the method changes."""
        return [name for name, section in self.columns.items() if is_masked(section)]

    def of_person(self, column: str | None) -> DraftState:
        """The same with this column for the persons, which is then left out of the release; None: rows are counted."""
        table = {key: value for key, value in self.table.items() if key != "person"}
        if column is None:
            return replace(self, table=table)
        left_out = self.with_columns({column: {"role": "identifier"}})
        return replace(left_out, table={**table, "person": column})

    def without_links_to(self, column: str) -> DraftState:
        """The same, where no other column must come before this one."""
        others = set(self.columns) - {column}
        return replace(self, columns={name: _comes_before(section, others) for name, section in self.columns.items()})

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
        parts: dict[str, Any] = {"table": self.table, "columns": columns, "method": self.method}
        parts |= {"release": self.release, "scenario": list(self.scenario)}
        return {key: part for key, part in parts.items() if part}

    def _stay_inside(self) -> None:
        """Refuse a recipe that names files of this machine: what it needs is uploaded, or opened from the folder."""
        for section in self.columns.values():
            named = [section.get(key) for key in _FILES] + _ontologies(section)
            if not all(_inside(str(name)) for name in named if name is not None):
                raise UsageError(text("start.outside"), hint=text("start.outside_hint"))

    def to_toml(self) -> str:
        """The recipe as the command reads it."""
        return tomli_w.dumps(self.written())

    def recipe(self, folder: Path, files: Path) -> Recipe:
        """The checked recipe, with all files that it names in the same ``folder``; uploads are in ``files``."""
        from kinonym.mapping.private_csv import write_private_csv
        from kinonym.recipe import load_recipe

        self._stay_inside()
        folder.mkdir(mode=0o700, exist_ok=True)
        for name, given in self.decisions.items():
            write_private_csv(folder / f"{file_name(name)}.map.csv", [("value", "concept"), *given.items()])
        for name in (name for section in self.columns.values() for name in _ontologies(section)):
            uploaded = files / name
            if uploaded.exists() and not (folder / uploaded.name).exists():
                _copy_ontology(uploaded, folder / uploaded.name)
        return load_recipe(self.written()).model_copy(update={"folder": folder})


def _copy_ontology(ontology: Path, place: Path) -> None:
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


def _ontologies(section: Section) -> list[str]:
    """The ontologies that a column names, by name or file."""
    by = section.get("ontology_by") or {}
    own = section.get("ontology")
    named = [*(own if isinstance(own, list) else [own]), *(name for key, name in by.items() if key != "column")]
    return [str(name) for name in named if name is not None]


def start_state(draft: Draft) -> DraftState:
    """The first state: the recipe that `kinonym init` writes for the table, for a person to check."""
    parts = draft.sections
    return DraftState(
        table=parts["table"],
        columns=parts.get("columns", {}),
        method=parts["method"],
        release=parts.get("release", {}),
    )


def keep_valid_links(columns: Mapping[str, Section], guesses: Sequence[ColumnGuess]) -> dict[str, Section]:
    """The sections without ``with`` and ``before`` where the other column can no longer lead.

    A quasi-identifier that followed a column gets the type that its values show instead.
    """
    from kinonym.drafting import draft_section

    masked = {name for name, section in columns.items() if is_masked(section)}
    types = {guess.column: replace(guess, belongs_to=None, before=None) for guess in guesses}
    kept = {}
    for name, section in columns.items():
        follows = section.get("with")
        if follows is not None and follows not in masked:
            section = draft_section(types[name], section["role"], mask="mask" in section)  # noqa: PLW2901
        kept[name] = _comes_before(section, masked if name in masked else ())
    return kept


def later_columns(section: Section) -> list[str]:
    """The columns that ``before`` names."""
    named = section.get("before", [])
    return [named] if isinstance(named, str) else list(named)


def _comes_before(section: Section, columns: Collection[str]) -> Section:
    """The section, where ``before`` names only some of the columns."""
    later = [name for name in later_columns(section) if name in columns]
    if later == later_columns(section):
        return section
    rest = {key: value for key, value in section.items() if key != "before"}
    return {**rest, **({"before": later[0] if len(later) == 1 else later} if later else {})}


def is_masked(section: Section) -> bool:
    """Whether the method changes a column of this section."""
    return "with" not in section and (section["role"] == "quasi" or "mask" in section)
