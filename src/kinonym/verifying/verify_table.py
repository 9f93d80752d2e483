"""Verify any table, made by this program or another: count its classes, and compare it with its original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines import ReadingOptions, common_engine, open_table
from kinonym.engines.contract import Source
from kinonym.errors import DataError, UsageError
from kinonym.metrics import ConfidentialCounts
from kinonym.pipeline.column_mapping import find_concepts
from kinonym.pipeline.tuple_counts import count_confidential, count_persons
from kinonym.privacy import Classes, Models, check_models
from kinonym.privacy.closeness import class_distances, grounds_for, transport_work
from kinonym.privacy.ground import GroundName, ground_of
from kinonym.recipe import Recipe, load_recipe
from kinonym.tuples import Confidential, Persons
from kinonym.tuples.index_arrays import Cells, Counts
from kinonym.tuples.persons import PersonValues, WeightedValues, count_once, share_equally
from kinonym.verifying.joined_release import join_release
from kinonym.verifying.known_columns import count_scenario
from kinonym.verifying.known_item_counts import count_known_items
from kinonym.verifying.original import Against, measure_against
from kinonym.verifying.two_releases import Together, measure_together
from kinonym.verifying.verification import Verification

__all__ = ["verify"]

_QUICK = 1e8  # steps of the semantic distance that are taken unasked


def verify(  # noqa: PLR0913  # a public face: every choice is a keyword
    table: Any,  # noqa: ANN401
    quasi: str | Sequence[str] = (),
    confidential: str | Sequence[str] = (),
    *,
    person: str | None = None,
    original: Any = None,  # noqa: ANN401
    against: Any = None,  # noqa: ANN401
    missing: str | Sequence[str] = (),
    recipe: Recipe | Mapping[str, Any] | str | Path | None = None,
    aligned: bool = False,
    ground: GroundName | None = None,
    m: int | None = None,
    separator: str | None = None,
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> Verification:
    """Recount a table of any program, and compare it with its original.

    Parameters
    ----------
    table
        A table as of `kinonym.mask`, or the path of a file. With the recipe of several tables: a dict of released
        tables, a folder or a schema; the tables are joined by their pseudonyms, and persons are counted.
    quasi
        The quasi-identifiers, one name or several: their equal combinations are the classes. With the recipe of several
        tables all masked columns by default.
    confidential
        Columns with values that must stay diverse in each class, one name or several.
    person
        The column that identifies persons: k, l, p and t then count persons. A record without one is a
        person's own.
    original
        The table before masking, for comparison.
    against
        An earlier release of the same data: what both disclose together is measured as well.
    missing
        Texts that mean missing; nulls always do.
    recipe
        What the values mean: with it distances are semantic, without it values are equal or not. Its scenarios are
        counted, each for its columns.
    aligned
        Row i of the table is row i of the original, so that it is known what each record became. What this
        program releases has its rows in random order, unless `kinonym.mask` was called with ``aligned=True``.
    ground
        A distance between confidential values to measure t with, besides ``equal``: ``ordered``, ``hierarchical`` or
        ``semantic``. By default all that the recipe gives a meaning to, as far as they are quick.
    m
        Also count k^m-anonymity: how many records share any ``m`` items of a record.
    separator
        What separates the items of a cell; by default what the recipe says, and without a recipe a cell is one item.
    engine, memory_limit
        For files: which engine counts them, and the memory of the program, as of `kinonym.mask_file`.
    """
    loaded = None if recipe is None else load_recipe(recipe, tables=True)
    if loaded is not None and loaded.tables:
        if person is not None or against is not None:
            msg = "person and against belong to a single table"
            raise UsageError(msg, hint="leave them out: several tables are counted by persons")
        joined = join_release(table, loaded, original, engine, memory_limit)
        table, original, loaded = joined.table, joined.original, joined.recipe
        quasi = quasi or loaded.masked
    request = _Request(
        quasi=_as_tuple(quasi), confidential=_as_tuple(confidential), person=person, recipe=loaded, aligned=aligned,
        ground=ground, m=m, separator=separator,
    )  # fmt: skip
    request.check()
    reading = ReadingOptions.of(loaded.table if loaded is not None else ReadingOptions(), _as_tuple(missing))
    tables = [each for each in (table, original, against) if each is not None]
    engine = common_engine(tables, engine, memory_limit)  # rows of different engines cannot be compared
    source = open_table(table, reading, engine, memory_limit).source
    before = None if original is None else open_table(original, reading, engine, memory_limit).source
    earlier = None if against is None else open_table(against, reading, engine, memory_limit).source
    return request.count(source, before, earlier)


@dataclass(frozen=True, kw_only=True)
class _Request:
    """What is to be counted; the fields are parameters of `verify`."""

    quasi: tuple[str, ...]
    confidential: tuple[str, ...]
    person: str | None
    recipe: Recipe | None
    aligned: bool
    ground: GroundName | None
    m: int | None
    separator: str | None

    def check(self) -> None:
        """Reject columns that cannot have the roles that are given to them."""
        if not self.quasi:
            msg = "verify needs at least one quasi-identifier"
            raise UsageError(msg, hint="name the columns an attacker may know")
        if both := set(self.quasi) & set(self.confidential):
            msg = f"a column cannot be both quasi-identifier and confidential: {sorted(both)[0]!r}"
            raise UsageError(msg, hint="its values are equal in every class; leave it out of one of the two")
        if self.person is not None and self.person in {*self.quasi, *self.confidential}:
            msg = f"the person column {self.person!r} cannot be a quasi-identifier or confidential as well"
            raise UsageError(msg, hint="leave it out of one of them")

    def count(self, source: Source, before: Source | None, earlier: Source | None) -> Verification:
        """Count a table, and compare it with its original and with an earlier release."""
        counted = source.count(self.quasi)
        if not len(counted.counts):
            msg = "the table has no records"
            raise DataError(msg, hint="a table needs a header line and at least one row")
        every = np.arange(len(counted.counts))
        counted_with = {
            name: count_confidential(source, self.recipe, self.quasi, name, every, self.person)
            for name in self.confidential
        }
        persons = None if self.person is None else count_persons(source, self.quasi, self.person, every)
        disclosed = [_count_disclosed(self.recipe, counted.counts, column) for column in counted_with.values()]
        separators = {name: self.separator or _find_separator(self.recipe, name) for name in self.quasi}
        scenarios = () if self.recipe is None else self.recipe.list_scenarios()
        return _summarise(
            counted.counts,
            check_models(_classes(counted.counts, counted_with, persons)),
            persons,
            {name: _closeness(column, self.ground) for name, column in counted_with.items()},
            self.ground,
            compared=None if before is None else _against(before, source, self.quasi, self.recipe, self.aligned),
            disclosures=tuple(value.disclosure() for value in disclosed),
            semantic_disclosures=tuple(
                by_meaning for value in disclosed if (by_meaning := value.semantic_disclosure())
            ),
            m=self.m,
            known_items=None if self.m is None else count_known_items(counted, self.m, separators, persons),
            scenarios=tuple(count_scenario(source, scenario, self.person) for scenario in scenarios),
            together=None if earlier is None else self._compare_releases(source, earlier, before),
        )

    def _compare_releases(self, source: Source, earlier: Source, before: Source | None) -> Together:
        return measure_together(
            source, earlier, self.quasi, self.confidential, person=self.person, recipe=self.recipe, original=before
        )


def _summarise(
    sizes: Counts,
    models: Models,
    persons: Persons | None,
    closeness: dict[str, dict[GroundName, float]],
    ground: GroundName | None,
    *,
    compared: Against | None,
    **measured: Any,  # noqa: ANN401  # further fields of `Verification`
) -> Verification:
    """Collect what was counted of the classes; ``sizes`` are their records."""
    return Verification(
        records=int(sizes.sum()),
        classes=len(sizes),
        unique=int(np.count_nonzero(sizes == 1)),
        persons=None if persons is None else persons.number,
        unnamed=0 if persons is None else persons.unnamed,
        case_variants=0 if persons is None else persons.case_variants,
        k=models.k,
        l=models.l,
        p=models.p,
        t=models.t if ground is None else max((column[ground] for column in closeness.values()), default=None),
        entropy_l=models.entropy_l,
        recursive=models.recursive,
        commonest=models.commonest,
        closeness=closeness,
        original_records=None if compared is None else sum(b.records_before for b in compared.risk.bands),
        original_unique=None if compared is None else compared.risk.unique_before,
        against=compared,
        **measured,
    )


def _as_tuple(names: str | Sequence[str]) -> tuple[str, ...]:
    """One name or several, as several."""
    return (names,) if isinstance(names, str) else tuple(names)


def _find_separator(recipe: Recipe | None, name: str) -> str | None:
    """What separates the items of a column's cells, as a recipe says."""
    return recipe.columns[name].separator if recipe is not None and name in recipe.columns else None


def _classes(sizes: Counts, counted_with: Mapping[str, Confidential], persons: Persons | None) -> Classes:
    """The classes counted by record, or by person."""
    if persons is None:
        return Classes(sizes, {name: _cells_of(column) for name, column in counted_with.items()})
    person_values = {
        name: column.person_values for name, column in counted_with.items() if column.person_values is not None
    }
    once = {name: count_once(h.tuple_of_entry, h.value, h.person) for name, h in person_values.items()}
    return Classes(
        persons.of_tuples, once, {name: _share_values(counted_with[name], h) for name, h in person_values.items()}
    )


def _cells_of(column: Confidential) -> Cells:
    return column.tuple_of_entry, column.value.astype(np.int64), column.count


def _share_values(column: Confidential, person_values: PersonValues) -> WeightedValues:
    return share_equally(
        person_values.tuple_of_entry, person_values.value, person_values.person, person_values.count, len(column.points)
    )


def _closeness(column: Confidential, ground: GroundName | None) -> dict[GroundName, float]:
    """The greatest distance of a class from the table, on every ground distance that has a meaning."""
    cells = _cells_of(column)
    names = grounds_for(column.domain) if ground is None else tuple(dict.fromkeys(("equal", ground)))
    slow = ground is None and transport_work(cells) > _QUICK
    if slow:
        names = tuple(name for name in names if name != "semantic")
    grounds = [ground_of(column.name, column.domain, column.points, name) for name in names]
    shared = None if column.person_values is None else _share_values(column, column.person_values)
    weighed, overall = (cells, None) if shared is None else (shared[:3], shared.overall)
    return {
        g.name: float(class_distances(weighed, g, overall=overall).max())
        for g in grounds
        if not (slow and g.shape == "table")
    }


def _count_disclosed(recipe: Recipe | None, sizes: Counts, column: Confidential) -> ConfidentialCounts:
    """What was counted of a confidential column, and what its texts mean where the recipe says so."""
    meaning = None if recipe is None else find_concepts(recipe, column.name, column.texts, column.totals)
    return ConfidentialCounts(
        name=column.name, sizes=sizes, cells=_cells_of(column), meaning=meaning, person_values=column.person_values
    )


def _against(
    original: Source,
    release: Source,
    quasi: Sequence[str],
    recipe: Recipe | None,
    aligned: bool,  # noqa: FBT001
) -> Against:
    """Count the original, and where rows are aligned what became of each of its combinations."""
    lacking = [name for name in quasi if name not in original.columns]
    if lacking:
        msg = f"the original has no column {lacking[0]!r}"
        raise UsageError(msg, hint="the original and the release must have the quasi-identifiers under one name")
    pairs = original.align_with(release, quasi) if aligned and original.records else None
    return measure_against(original.count(quasi), release.count(quasi), quasi, recipe=recipe, pairs=pairs)
