"""Saves the plan next to the output while a run lasts, so that an interrupted run can resume.

Reading and counting are repeated, because they are linear in the rows; planning, which may take hours, is not.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from kinonym._version import __version__
from kinonym.domains import ConceptSets, Points
from kinonym.engines.contract import RunKey
from kinonym.files.private_files import create
from kinonym.recipe import Recipe
from kinonym.tuples import Plan, Tuples

__all__ = ["Checkpoint"]

_RESUMED = "the run resumed with the plan of an interrupted run"
_STEP = 1 << 20


@dataclass(frozen=True)
class Checkpoint:
    """The file of a saved plan, and the recipe of the run.

    Notes
    -----
    It is valid only for the same distinct tuples and counts, the same recipe, the same contents of the files that the
    recipe names, and the same version of the program. It contains codes, no texts; only its owner may read it. It is
    removed when the run ends, with or without an error; only an interruption leaves it.
    """

    path: Path
    recipe: Recipe
    sample_key: RunKey | None = None
    """What a sample is drawn from; saved with the plan, so that a run that resumes draws the same sample."""

    def with_sample_key(self, key: RunKey) -> Checkpoint:
        """Return the checkpoint with the saved key of a sample; if there is none, with one derived from the run key."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
                secret = saved["sample_key"].tobytes()
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            secret = b""
        return replace(self, sample_key=RunKey(secret or key.generator("sample").bytes(32)))

    def load_or_make(self, tuples: Tuples, make: Callable[[], Plan]) -> Plan:
        """Return the plan saved for these tuples; if there is none, make one and save it."""
        fingerprint = self._compute_fingerprint(tuples)
        saved = self._read(tuples, fingerprint)
        if saved is not None:
            return saved
        plan = make()
        self._write(plan, fingerprint)
        return plan

    def remove(self) -> None:
        """Remove the saved plan."""
        self.path.unlink(missing_ok=True)

    def _read(self, tuples: Tuples, fingerprint: str) -> Plan | None:
        """Read the saved plan; None if there is none, if it is damaged, or if it belongs to another run."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as saved:
                if str(saved["fingerprint"]) != fingerprint:
                    return None
                remarks = json.loads(str(saved["remarks"]))
                source, target, count, targets = (saved[name] for name in ("source", "target", "count", "targets"))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        targets = _renumber_sets(tuples, targets, remarks["sets"])
        notices = (*remarks["notices"], _RESUMED)
        return Plan(tuples, source, target, count, targets, notices, remarks["facts"], texts=remarks["texts"])

    def _write(self, plan: Plan, fingerprint: str) -> None:
        texts = {name: list(written) for name, written in plan.texts.items()}
        facts = dict(plan.facts)
        remarks = json.dumps({"notices": plan.notices, "facts": facts, "texts": texts, "sets": _collect_sets(plan)})
        temporary = self.path.with_suffix(".part")
        temporary.unlink(missing_ok=True)
        with create(temporary) as file:
            self._save(file, plan, fingerprint, remarks)
        temporary.replace(self.path)

    def _save(self, file: BinaryIO, plan: Plan, fingerprint: str, remarks: str) -> None:
        secret = b"" if self.sample_key is None else self.sample_key.secret
        np.savez(
            file, fingerprint=np.array(fingerprint), remarks=np.array(remarks),
            source=plan.source, target=plan.target, count=plan.count, targets=plan.targets,
            sample_key=np.frombuffer(secret, dtype=np.uint8),
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
        for piece in self._read_files():
            digest.update(piece)
        return digest.hexdigest()

    def _read_files(self) -> Iterator[bytes]:
        """Yield the bytes of the files that the recipe names, and of those in a folder that it names."""
        for path in self.recipe.files():
            with path.open("rb") as file:
                while piece := file.read(_STEP):
                    yield piece


def _collect_sets(plan: Plan) -> dict[str, dict[int, list[int]]]:
    """Column of sets → the members of each target, by number: a centre may be a set that the table lacks."""
    members = {}
    for j, column in enumerate(plan.tuples.columns):
        if isinstance(column.domain, ConceptSets):
            points = np.unique(plan.targets[:, j])
            listed = map(list, column.domain.numbered.members(points))
            members[column.name] = dict(zip(points.astype(np.int64).tolist(), listed, strict=True))
    return members


def _renumber_sets(tuples: Tuples, targets: Points, sets: dict[str, dict[str, list[int]]]) -> Points:
    """Return the targets with the set numbers of this run."""
    for j, column in enumerate(tuples.columns):
        if isinstance(column.domain, ConceptSets):
            members = sets[column.name]
            targets[:, j] = column.domain.numbered.add(
                [members[str(point)] for point in targets[:, j].astype(np.int64)]
            )
    return targets
