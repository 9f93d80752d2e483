"""Reuses the groups of an earlier release: `mask --plan FILE`, then ``[release] reuse = "FILE"`` or `--previous FILE`.

Without persons, records are recognised by their original combination: records that were released before stay in their
group and, if the group is unchanged, keep its masked values. New combinations join the nearest group. Records with
equal values stay in one group: if they were divided at random, a second release would divide them in another way.
`returning_persons` has the groups of a table that names persons.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import KinonymError, RecipeError
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import Output
from kinonym.methods import Method, Progress, silent
from kinonym.methods.clustering import Clustering
from kinonym.methods.clusters import Clusters, whole_tuples
from kinonym.pipeline.plan_file import PlanFile, digest_texts, make_plan_error, new_key
from kinonym.pipeline.preparing import PreparedTable
from kinonym.pipeline.result import Result
from kinonym.recipe import Recipe
from kinonym.tuples import Column, Plan, Tuples
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["keep_groups_whole", "make_groups_whole", "require_clustering", "reuse_groups", "write_groups"]


def write_groups(output: Output, result: Result[TableName]) -> None:
    """Write the groups of a release, readable by their owner only.

    Original combinations appear as keyed digests. The key is in the file, so anyone who has the file can test guesses.
    """
    if result.recipe.table.person is not None:
        from kinonym.pipeline.known_persons import write_persons

        write_persons(output, result.recipe, result.tally, result.prepared.counted.values[-1])
        return
    plan, prepared, key = result.plan, result.prepared, new_key()
    digests = _digest_tuples(key, prepared.counted)
    groups = {
        "tuples": {
            digest: int(t) for digest, t in zip(digests, prepared.planned_of_counted, strict=True) if t != DROPPED
        },
        "rows": np.column_stack([plan.source, plan.target, plan.count]).tolist(),
        "masked": [c.domain.to_portable(plan.targets[:, j]) for j, c in enumerate(plan.tuples.columns)],
    }
    PlanFile.of(result.recipe, key=key, groups=groups).write(output)


def keep_groups_whole(recipe: Recipe) -> Recipe:
    """Return the recipe of a release with groups that can be reused."""
    if recipe.scenario:
        msg = "--plan saves classes of all masked columns, which a release with [[scenario]] does not have"
        raise RecipeError(msg, hint="leave out --plan, or the scenarios")
    require_clustering(recipe.resolved_method)
    return recipe.model_copy(update={"release": recipe.release.model_copy(update={"whole_groups": True})})


def make_groups_whole(method: Method, plan: Plan) -> Plan:
    """Return the plan with all records of a combination in the group that has most of them."""
    clusters = whole_tuples(plan.tuples, Clusters(plan.source, plan.target, plan.count))
    return require_clustering(method).plan_groups(plan.tuples, clusters, np.empty(0, dtype=np.int64))


def reuse_groups(
    recipe: Recipe, method: Method, prepared: PreparedTable, rng: np.random.Generator, progress: Progress = silent
) -> Plan:
    """Plan a table with the groups that the recipe names."""
    clustering = require_clustering(method)
    if prepared.group_of_tuple is not None:
        return clustering.plan_with_groups(prepared.tuples, prepared.group_of_tuple, rng, progress)
    earlier = _Groups.read(recipe)
    tuples = prepared.tuples
    earlier_of = earlier.match_tuples(prepared)
    clusters, fresh = _assign_groups(tuples, earlier_of, earlier)
    if not len(clusters.source):
        msg = "release.reuse: no combination of this table was in the earlier release"
        raise RecipeError(msg, hint="remove reuse, or name the groups of a release of the same data")
    plan = clustering.plan_groups(tuples, clusters, fresh)
    return _restore_values(plan, earlier, earlier_of)


def require_clustering(method: Method) -> Clustering:
    """Return a method with groups that can be kept; reject any other."""
    if not isinstance(method, Clustering):
        msg = f"{method.name} cannot save groups for a later release; mdav, sa-mdav, k-ward and resample can"
        raise RecipeError(msg, hint="choose one of them, or leave out --plan and [release] reuse")
    return method


@dataclass(frozen=True, eq=False)
class _Groups:
    """The groups of an earlier release."""

    key: bytes
    tuples: Mapping[str, int]
    rows: dict[int, list[tuple[int, int]]]
    """Earlier tuple → (group, records)."""
    masked: list[list[Any]]

    @classmethod
    def read(cls, recipe: Recipe) -> _Groups:
        """Read the groups that `write_groups` wrote for the same columns."""
        file = PlanFile.read(recipe)
        try:
            rows: dict[int, list[tuple[int, int]]] = {}
            for source, group, records in file.groups["rows"]:
                rows.setdefault(int(source), []).append((int(group), int(records)))
            places = {digest: int(place) for digest, place in file.groups["tuples"].items()}
            found = cls(file.key, places, rows, file.groups["masked"])
            if found._has_all_values(len(recipe.masked)):
                return found
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            pass
        raise make_plan_error(recipe)

    def _has_all_values(self, columns: int) -> bool:
        """Whether each group of at least one record has a masked value in each column."""
        members = [member for listed in self.rows.values() for member in listed]
        groups = min((len(values) for values in self.masked), default=0)
        return len(self.masked) == columns and all(0 <= group < groups and records > 0 for group, records in members)

    def match_tuples(self, prepared: PreparedTable) -> dict[int, int]:
        """Match tuples by digest: tuple of this table → tuple of the earlier one."""
        earlier_of: dict[int, int] = {}
        digests = _digest_tuples(self.key, prepared.counted)
        for digest, now in zip(digests, prepared.planned_of_counted.tolist(), strict=True):
            if now != DROPPED and digest in self.tuples:
                earlier_of.setdefault(now, self.tuples[digest])
        return earlier_of

    def find_unchanged_groups(self, earlier_of: Mapping[int, int]) -> dict[frozenset[tuple[int, int]], int]:
        """Find groups with the same members: (tuple of this table, records) of all members → group."""
        size = Counter(group for members in self.rows.values() for group, _ in members)
        members: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
        for now, before in earlier_of.items():
            for group, records in self.rows.get(before, []):
                members[group].add((now, records))
        return {frozenset(rows): group for group, rows in members.items() if len(rows) == size[group]}


def _digest_tuples(key: bytes, counted: Counted) -> list[str]:
    """A keyed digest of the texts of each counted combination."""
    rows = ([counted.values[j][c] for j, c in enumerate(row)] for row in counted.codes.tolist())
    return [digest_texts(key, row) for row in rows]


def _assign_groups(tuples: Tuples, earlier_of: dict[int, int], earlier: _Groups) -> tuple[Clusters, NDArray[np.int64]]:
    """Return the rows of matched tuples in their groups, and the new tuples."""
    rows: list[tuple[int, int, int]] = []
    for now, before in sorted(earlier_of.items()):
        left = int(tuples.counts[now])
        for group, records in sorted(earlier.rows.get(before, []), key=lambda row: -row[1]):
            taken = min(left, records)
            if taken:
                rows.append((now, group, taken))
                left -= taken
        if left and rows and rows[-1][0] == now:
            source, group, records = rows[-1]
            rows[-1] = source, group, records + left
    placed = np.array(rows, dtype=np.int64).reshape(-1, 3)
    fresh = np.setdiff1d(np.arange(len(tuples)), placed[:, 0])
    return Clusters(placed[:, 0], placed[:, 1], placed[:, 2]), fresh


def _restore_values(plan: Plan, earlier: _Groups, earlier_of: Mapping[int, int]) -> Plan:
    """Return the plan with the earlier masked values in groups with the same members."""
    unchanged = earlier.find_unchanged_groups(earlier_of)
    members: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for source, target, count in zip(plan.source.tolist(), plan.target.tolist(), plan.count.tolist(), strict=True):
        members[target].add((source, count))
    targets = plan.targets.copy()
    for target, rows in members.items():
        group = unchanged.get(frozenset(rows))
        for j, column in enumerate(plan.tuples.columns):
            point = None if group is None else _decode_value(column, earlier.masked[j][group])
            if point is not None:
                targets[target, j] = point
    return replace(plan, targets=targets)


def _decode_value(column: Column, value: Any) -> float | None:  # noqa: ANN401
    """Return the point of a masked value in this run; None if it has none."""
    if value is None:
        return None
    try:
        return column.domain.from_portable(value)
    except (KinonymError, KeyError, ValueError, TypeError, OverflowError):
        return None
