"""A project: one table, what was decided about it (with every step back), its named versions and its runs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from kinonym.errors import KinonymError, UsageError
from kinonym.files.private_files import create
from kinonym.web.draft_state import DraftState, start_state
from kinonym.web.jobs import Job
from kinonym.web.wording import text
from kinonym.web.work_folder import private_folder

if TYPE_CHECKING:  # an upload does not wait for these
    from kinonym.mapping import Mapping
    from kinonym.recipe import Recipe, TableRecipe
    from kinonym.web.opened_table import OpenedTable

__all__ = ["HIERARCHY", "Project", "Version"]

HIERARCHY = ".hierarchy.csv"
"""How the name of a hierarchy ends that was made on the page."""

_MOST_RUNS = 50
_BETWEEN_COLUMNS = ("mask", "with", "before", "shift_with")
_OF_PERSONS = ("person", "gather", "person_link")


@dataclass(frozen=True, kw_only=True)
class Version:
    """A state that was given a name."""

    name: str
    state: DraftState


@dataclass(eq=False, kw_only=True)
class Project:
    """Everything of one table; its folder is private and goes with the session."""

    key: str
    name: str
    folder: Path
    data: Path | None = None
    saves_to: Path | None = None
    """Where a release may be saved on this machine: next to the data, if they were opened from the given folder."""
    state: DraftState = field(default_factory=DraftState)
    past: list[DraftState] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)
    roles_confirmed: bool = False
    released: set[str] = field(default_factory=set)
    """The runs with a confirmed checklist."""
    jobs: dict[str, Job] = field(default_factory=dict)
    fronts: dict[str, Job] = field(default_factory=dict)
    """Comparisons that are started by themselves after a run."""
    closed: bool = False
    lock: RLock = field(default_factory=RLock)
    _table: OpenedTable | None = None
    _mappings: dict[str, Mapping] = field(default_factory=dict)
    _checked: dict[str, KinonymError | None] = field(default_factory=dict)

    @property
    def files(self) -> Path:
        """Where uploaded ontologies lie."""
        place = self.folder / "files"
        place.mkdir(mode=0o700, exist_ok=True)
        return place

    def has_csv_hierarchy(self, column: str) -> bool:
        """Whether a column's ontology is a CSV file of this project, made here or uploaded: it can be edited."""
        named = self.state.columns[column].get("ontology")
        return isinstance(named, str) and named.lower().endswith(".csv") and (self.files / named).is_file()

    def free_file(self, name: str) -> Path:
        """A place for an ontology under a free name: what was found with an older file stays what it was."""
        names = (name, *(f"{number}-{name}" for number in range(2, 1000)))
        return next(self.files / each for each in names if not (self.files / each).exists())

    @property
    def incoming(self) -> Path:
        """Where an upload waits until it was looked at."""
        place = self.folder / "incoming"
        place.mkdir(mode=0o700, exist_ok=True)
        return place

    @property
    def table(self) -> OpenedTable:
        """The table; an error where none was opened."""
        if self._table is None:
            raise UsageError(text("data.none"), hint=text("data.none_hint"))
        return self._table

    @property
    def opened(self) -> bool:
        """Whether there is a table."""
        return self._table is not None

    def open(self, settings: TableRecipe) -> None:
        """Read the data file, and begin anew with the recipe that is drafted for it."""
        from kinonym.web.opened_table import OpenedTable

        if self.data is None:
            raise UsageError(text("data.none"), hint=text("data.none_hint"))
        self._table = OpenedTable.read(self.data, settings)
        self.state, self.past, self.roles_confirmed = start_state(self._table.draft), [], False
        self._mappings.clear()
        self._checked.clear()

    def mark_missing(self, markers: list[str]) -> None:
        """Other texts mean missing from now on; the roles stay."""
        self.change(replace(self.state, table={**self.state.table, "missing": markers}))

    def change(self, state: DraftState) -> None:
        """Take a step that `undo` takes back."""
        if state != self.state:
            self.past.append(self.state)
            self._take(state)

    def undo(self) -> bool:
        """Take the last step back; False if there is none."""
        if not self.past:
            return False
        self._take(self.past.pop())
        return True

    def _take(self, state: DraftState) -> None:
        """Make a state the present one; the table follows what it says of missing values."""
        self.state = state
        if tuple(state.table["missing"]) != self.table.settings.missing:
            self._table = self.table.with_missing(state.table["missing"])

    def recipe(self) -> Recipe:
        """The present recipe, checked; the files that it names are in the same folder."""
        return self.state.recipe(self.folder / "live", self.files)

    def mapping(self, column: str) -> Mapping:
        """The concepts of a column's values as things stand; found once."""
        from kinonym.pipeline.column_mapping import map_column

        key = json.dumps([column, self.state.columns[column], self.state.decisions.get(column), self.state.table])
        if key not in self._mappings:
            values, counts = self.table.values(column)
            self._mappings[key] = map_column(self.column_recipe(column), column, values, counts)
        return self._mappings[key]

    def check_column(self, column: str) -> None:
        """Raise what a run would say of a column that has no mapping, such as words among numbers; found once."""
        from kinonym.pipeline.preparing import prepare

        key = json.dumps([column, self.state.columns[column], self.state.table])
        if key not in self._checked:
            self._checked[key] = None
            try:
                prepare(self.table.source, self.column_recipe(column))
            except KinonymError as error:
                self._checked[key] = error
        found = self._checked[key]
        if found is not None:
            raise found

    def column_recipe(self, column: str) -> Recipe:
        """The recipe as if this column alone were masked: so that an error belongs to it."""
        whole = {**self.state.columns[column], "role": "quasi"}
        section = {key: value for key, value in whole.items() if key not in _BETWEEN_COLUMNS}
        by = (section.get("ontology_by") or {}).get("column")
        columns = {column: section} if by is None else {column: section, by: {"role": "other"}}
        table = {key: value for key, value in self.state.table.items() if key not in _OF_PERSONS}
        alone = DraftState(table=table, columns=columns, method={"name": "suppress", "k": 2})
        return alone.deciding(column, self.state.decisions.get(column, {})).recipe(self.folder / "live", self.files)

    @property
    def word_columns(self) -> list[str]:
        """The masked columns, for which the page asks what they mean."""
        return self.state.masked

    def diff(self, first: str, second: str) -> list[str]:
        """What differs between two states by name; the empty name is the present."""
        named = {version.name: version.state for version in self.versions} | {"": self.state}
        if first not in named or second not in named:
            raise UsageError(text("recipe.no_version"), hint=text("recipe.no_version_hint"))
        before, after = (named[name].to_toml().splitlines() for name in (first, second))
        lines = unified_diff(before, after, lineterm="", n=2)
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]

    def new_job(self, kind: str, name: str, settings: dict[str, object]) -> Job:
        """Start a run or a comparison of the present state; while one is at work, it is the one that is meant."""
        with self.lock:
            running = next((job for job in self.jobs.values() if job.running and job.kind == kind), None)
            if running is not None:
                return running
            if len(self.jobs) >= _MOST_RUNS:
                raise UsageError(text("run.too_many", most=_MOST_RUNS), hint=text("run.too_many_hint"))
            key = str(len(self.jobs) + 1)
            then = self._start_front if kind == "mask" else None
            self.jobs[key] = job = self._job(key, kind, name, self.state, settings, then)
            job.start()
            return job

    def _job(
        self, key: str, kind: str, name: str, state: DraftState, settings: dict[str, object],
        then: Callable[[Job], None] | None = None,
    ) -> Job:  # fmt: skip
        """A job with its folder and recipe, which is not yet started."""
        folder = private_folder(self.folder / f"run-{key}")
        recipe = state.recipe(folder, self.files)
        with create(folder / "recipe.toml") as file:
            file.write(state.to_toml().encode())
        return Job(
            key=key, kind=kind, name=name, folder=folder, data=self.table.path,
            settings={"method": recipe.method, **settings}, state=state, then=then,
        )  # fmt: skip

    def _start_front(self, run: Job) -> None:
        """After a run, try other strengths and methods on the same columns, once; a failure leaves the run alone."""
        from kinonym.web.fronts import columns_of, front_settings

        with self.lock, suppress(KinonymError, OSError):
            if self.closed or any(columns_of(job.state) == columns_of(run.state) for job in self.fronts.values()):
                return
            combinations = len(self.table.count(run.state.masked).counts)
            key = f"front-{len(self.fronts) + 1}"
            task: dict[str, object] = {"methods": front_settings(run.state.method, combinations)}
            self.fronts[key] = job = self._job(key, "front", text("explore.front_job"), run.state, task)
            job.start()

    def runs(self) -> list[Job]:
        """The runs that ended well, the latest first."""
        return [job for job in reversed(self.jobs.values()) if job.kind == "mask" and job.outcome is not None]

    def close(self) -> None:
        """End what runs and remove everything."""
        with self.lock:
            self.closed = True
        for job in (*self.jobs.values(), *self.fronts.values()):
            job.cancel()
        shutil.rmtree(self.folder, ignore_errors=True)
