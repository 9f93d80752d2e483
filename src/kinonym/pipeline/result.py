"""What a run returns: the masked table with its plan, utility, risk and claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath
from typing import Generic, TypeVar

from kinonym.assess import Assessment, masking_by
from kinonym.column_types import AnyColumn
from kinonym.engines.contract import Tally
from kinonym.engines.recount import class_sizes
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import reserved
from kinonym.mapping import Coverage
from kinonym.methods import Method
from kinonym.metrics import ConfidentialCounts, Risk, Utility
from kinonym.pipeline.column_mapping import find_concepts
from kinonym.pipeline.notices import group_notices
from kinonym.pipeline.preparing import PreparedTable
from kinonym.pipeline.run import Run
from kinonym.plots import ReportPlots
from kinonym.privacy.attacks import Linkage
from kinonym.recipe import Recipe
from kinonym.release.checks import Check
from kinonym.release.class_checks import rows_of_persons
from kinonym.release.facts import Claim
from kinonym.release.private import Line, Row, disclosure_lines, private_lines, write_private_risk
from kinonym.release.release_ledger import ReleaseRecord
from kinonym.release.report import Published, Report, make_report
from kinonym.release.uniqueness import Uniqueness
from kinonym.tuples import Plan
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Counts
from kinonym.tuples.persons import PersonValues

__all__ = ["Result", "Written", "remove_paths"]

Table = TypeVar("Table")


@dataclass(frozen=True)
class Written:
    """A file or a table of a database that passed the gate, and what was counted in its bytes."""

    path: TableName
    records: int
    columns: tuple[str, ...]
    engine: str
    """The engine that masked it."""
    reason: str
    """Why this engine was chosen."""
    checks: tuple[Check, ...]
    """The checks that it passed, besides the comparison with the rows that the input and the plan require."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Result(Generic[Table]):
    """The outcome of `kinonym.mask` (``table`` is the masked table) or `kinonym.mask_file` (its path or name)."""

    table: Table
    plan: Plan
    attacks: tuple[Linkage, ...]
    claims: tuple[Claim, ...]
    recipe: Recipe
    method: Method
    """What made the plan: the method of the recipe, or the classes that were learnt from a training table."""
    coverage: dict[str, Coverage]
    notices: tuple[str, ...]
    seeded: bool
    tally: Tally
    """What was recounted of the result: the table, or the bytes of the file."""
    respelled: Counts
    """Records of each tuple, by column, that have another text than the one written for its meaning."""
    prepared: PreparedTable
    """The original combinations of the masked columns, and the tuples of the plan."""
    texts: Mapping[str, Sequence[str | float | None]] = field(default_factory=dict)
    """Column → what is written for each masked tuple; also of columns that follow a masked one."""
    record: ReleaseRecord | None = None
    """The entry of the release ledger; None for a table in memory."""
    uniqueness: Uniqueness | None = None
    """How many rows are unique in combination with the unmasked columns; None if every released column is masked."""
    written: Written | None = None
    """What the gate counted in the file; None for a table in memory."""
    asked: Recipe | None = None
    """The recipe that repeats the run, if the plan was made with another one."""
    trail: Callable[[], Iterator[Row]] = field(default=lambda: iter(()))
    """Yields the number, the planned tuple and the target of each input record, for the private risk file."""

    @classmethod
    def of(
        cls,
        run: Run,
        table: Table,
        tally: Tally,
        claims: tuple[Claim, ...],
        trail: Callable[[], Iterator[Row]],
        *,
        notices: tuple[str, ...] = (),
        written: Written | None = None,
        asked: Recipe | None = None,
    ) -> Result[Table]:
        """Make the result of a run."""
        prepared = run.prepared
        return cls(
            table=table,
            plan=run.plan,
            attacks=run.attacks,
            claims=claims,
            recipe=run.recipe,
            method=run.method,
            coverage={column.name: column.mapping.coverage for column in prepared.columns if column.mapping},
            notices=group_notices((*notices, *prepared.notices, *run.plan.notices)),
            seeded=run.seeded,
            tally=tally,
            respelled=prepared.respelled,
            prepared=prepared,
            texts=run.written,
            uniqueness=None if run.unique_rows is None else run.unique_rows.measure(tally),
            written=written,
            asked=asked,
            trail=trail,
        )

    @cached_property
    def assessment(self) -> Assessment:
        """All measurements of the release, made on first access."""
        return Assessment(
            plan=self.plan,
            masking=masking_by(self.method),
            attacks=self.attacks,
            confidential=_count_confidential(self.tally, self.recipe),
            respelled=self.respelled,
        )

    @property
    def utility(self) -> Utility:
        """What the masking cost."""
        return self.assessment.utility

    @property
    def risk(self) -> Risk:
        """What was linkable before masking and what is linkable after."""
        return self.assessment.risk

    @property
    def combinations_known(self) -> bool:
        """Whether the original combinations were collected, which an entry in the ledger needs."""
        return True

    @property
    def smallest_group(self) -> int:
        """How many records the rarest combination of the masked columns has, recounted."""
        return int(class_sizes(self.tally, self.recipe.masked)[0].min())

    @cached_property
    def report(self) -> Report:
        """The publishable report, which a notebook displays."""
        return make_report(
            self._published_as()(
                exact=self.assessment.complete(),
                claims=self.claims,
                run_notices=self.notices,
                coverage={name: str(coverage) for name, coverage in self.coverage.items()},
                recipe=remove_paths(self.asked or self.recipe).to_toml(),
                seeded=self.seeded,
                roles=(self.asked or self.recipe).roles,
                uniqueness=self.uniqueness,
            )
        )

    def _published_as(self) -> type[Published]:
        """How the measurements are published."""
        return Published

    @property
    def plot(self) -> ReportPlots:
        """The pictures of the report."""
        return ReportPlots(self.report.figures)

    def private_risk(self) -> Iterator[Line]:
        """Yield classes and records one by one, as the lines of the private risk file; never publish them."""
        classes = self.tally.count(self.recipe.masked)
        written = ([classes.values[j][code] for j, code in enumerate(codes)] for codes in classes.codes.tolist())
        disclosed = disclosure_lines(written, self.assessment.confidential)
        return private_lines(self.plan, disclosed=disclosed, rows=self.trail())

    def write_private_risk(self, path: str | Path) -> None:
        """Write classes and records one by one to a file that only its owner may read; never publish it."""
        with reserved([Path(path)]) as [output]:
            write_private_risk(output, self.private_risk())

    def __repr__(self) -> str:
        return self.report.text()

    def _repr_html_(self) -> str:
        return self.report.html()


def _count_confidential(tally: Tally, recipe: Recipe) -> tuple[ConfidentialCounts, ...]:
    """Count the confidential columns that are released unchanged; classes are in the order of ``tally``."""
    columns = []
    for name in recipe.confidential_unmasked if tally.records else ():
        counted = tally.count([*recipe.masked, name])
        sizes, cells = counted.cells()
        meaning = find_concepts(recipe, name, counted.values[-1], counted.value_counts(-1))
        person_values = _count_person_values(tally, counted, len(sizes)) if recipe.table.person is not None else None
        columns.append(
            ConfidentialCounts(name=name, sizes=sizes, cells=cells, meaning=meaning, person_values=person_values)
        )
    return tuple(columns)


def _count_person_values(tally: Tally, counted: Counted, classes: int) -> PersonValues:
    """Count the persons of each value of the last column, in the recounted classes of the other columns."""
    tuple_of, person, records = rows_of_persons(tally, counted.columns)
    _, (group, value, _) = counted.cells()
    return PersonValues.from_cells(group[tuple_of], value[tuple_of], person, records, classes)


def remove_paths(recipe: Recipe) -> Recipe:
    """Return the recipe as it may be published: with the names of files, without their folders."""
    release = recipe.release.model_copy(update={"reuse": _keep_name(recipe.release.reuse)})
    tables = {
        name: table.model_copy(update={"columns": _remove_paths_of(table.columns)})
        for name, table in recipe.tables.items()
    }
    return recipe.model_copy(update={"columns": _remove_paths_of(recipe.columns), "tables": tables, "release": release})


def _remove_paths_of(columns: Mapping[str, AnyColumn]) -> dict[str, AnyColumn]:
    return {
        name: column.model_copy(
            update={
                "ontology": _keep_ontology(column.ontology),
                "ontology_by": _keep_names(column.ontology_by),
                "mapping": _keep_name(column.mapping),
                "code_map": _keep_name(column.code_map),
                "counts": _keep_name(column.counts),
            }
        )
        for name, column in columns.items()
    }


def _keep_names(systems: dict[str, str] | None) -> dict[str, str] | None:
    if systems is None:
        return None
    return {key: value if key == "column" else _keep_name(value) or value for key, value in systems.items()}


def _keep_ontology(ontology: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    return tuple(_keep_name(name) or name for name in ontology) if isinstance(ontology, tuple) else _keep_name(ontology)


def _keep_name(path: str | None) -> str | None:
    return path if path is None else PurePath(path).name or path
