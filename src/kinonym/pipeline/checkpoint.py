"""A plan kept beside the output while a run lasts, so that a run that was interrupted can go on from it.

Reading and counting are linear in the rows and are done again; a plan may take hours, and is not.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from kinonym._version import __version__
from kinonym.domains import ConceptSets, Points
from kinonym.files.output import create
from kinonym.recipe import Recipe
from kinonym.tuples import Plan, Tuples

__all__ = ["Checkpoint"]

_GONE_ON = "the plan of the run that was interrupted was taken up again"
_STEP = 1 << 20


@dataclass(frozen=True)
class Checkpoint:
    """Where a plan is kept, and the recipe that it belongs to.

    Notes
    -----
    It is bound to the distinct tuples of the input and their counts, to the recipe, to the files that the recipe names
    and to the version of the program. It holds codes and no texts, only its owner may read it, and it goes when the
    run ends, whether well or with an error; an interruption leaves it.
    """

    path: Path
    recipe: Recipe

    def plan(self, tuples: Tuples, make: Callable[[], Plan]) -> Plan:
        """The plan that was kept for these tuples, or a new one, which is kept."""
        bound = self._compute_fingerprint(tuples)
        kept = self._read(tuples, bound)
        if kept is not None:
            return kept
        plan = make()
        self._write(plan, bound)
        return plan

    def remove(self) -> None:
        """Forget the plan."""
        self.path.unlink(missing_ok=True)

    def _read(self, tuples: Tuples, bound: str) -> Plan | None:
        """None if there is none, or if it belongs to something else, or is damaged."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as held:
                if str(held["bound"]) != bound:
                    return None
                told = json.loads(str(held["told"]))
                source, target, count, targets = (held[name] for name in ("source", "target", "count", "targets"))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        targets = _renumber_sets(tuples, targets, told["sets"])
        return Plan(tuples, source, target, count, targets, (*told["notices"], _GONE_ON), told["facts"])

    def _write(self, plan: Plan, bound: str) -> None:
        told = json.dumps({"notices": plan.notices, "facts": dict(plan.facts), "sets": _collect_sets(plan)})
        temporary = self.path.with_suffix(".part")
        temporary.unlink(missing_ok=True)
        with create(temporary) as file:
            self._save(file, plan, bound, told)
        temporary.replace(self.path)

    @staticmethod
    def _save(file: BinaryIO, plan: Plan, bound: str, told: str) -> None:
        np.savez(
            file, bound=np.array(bound), told=np.array(told),
            source=plan.source, target=plan.target, count=plan.count, targets=plan.targets,
        )  # fmt: skip

    def _compute_fingerprint(self, tuples: Tuples) -> str:
        digest = hashlib.sha256()
        for part in (__version__, self.recipe.to_toml(), *(column.name for column in tuples.columns)):
            digest.update(f"{len(part)}:{part}".encode())
        arrays: list[NDArray[Any]] = [tuples.codes, tuples.counts, *(column.points for column in tuples.columns)]
        if tuples.persons is not None:
            arrays += [tuples.persons.start, tuples.persons.person, tuples.persons.count]
        for array in arrays:
            digest.update(str((array.shape, array.dtype)).encode())
            digest.update(np.ascontiguousarray(array).tobytes())
        for piece in self._files():
            digest.update(piece)
        return digest.hexdigest()

    def _files(self) -> Iterator[bytes]:
        """The bytes of the files that the recipe names, and of those in a folder that it names."""
        for path in self.recipe.files():
            with path.open("rb") as file:
                while piece := file.read(_STEP):
                    yield piece


def _collect_sets(plan: Plan) -> dict[str, dict[int, list[int]]]:
    """Column of sets → the members of each target, by number: a centre may be a set that the table does not have."""
    kept = {}
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            points = np.unique(plan.targets[:, j])
            listed = map(list, column.domain.known.members(points))
            kept[column.name] = dict(zip(points.astype(np.int64).tolist(), listed, strict=True))
    return kept


def _renumber_sets(tuples: Tuples, targets: Points, sets: dict[str, dict[str, list[int]]]) -> Points:
    """The targets with sets as this run numbers them."""
    for j, column in enumerate(tuples.columns):
        if isinstance(column.domain, ConceptSets):
            members = sets[column.name]
            targets[:, j] = column.domain.known.add([members[str(point)] for point in targets[:, j].astype(np.int64)])
    return targets
