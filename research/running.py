"""Run parts of experiments in parallel; finished parts are stored, so that an interrupted run can be resumed."""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from shutil import rmtree
from time import perf_counter, process_time
from typing import NamedTuple

from threadpoolctl import threadpool_limits

from kinonym.errors import KinonymError
from research.experiment import Experiment, Part
from research.reading import Reading

__all__ = ["ROOT", "Kept", "Spent", "run_all"]

ROOT = Path(__file__).parents[1]


class Spent(NamedTuple):
    """What a part took: seconds by the clock, and of processors."""

    wall: float
    processor: float


Done = Callable[[str, str, Spent], None]
Finished = tuple[str, Part, list[Reading], Spent]


NOT_MEASURING = {"__main__.py", "charts.py", "registry.py", "result_files.py", "running.py"}
"""What may change without making finished parts worthless."""


class Kept:
    """Finished parts as files; those of another state of the program, or of other data, are not looked at."""

    def __init__(self, place: Path, data: Path) -> None:
        self.place = place
        self._program = _digest([str(data.resolve()).encode(), *_contents(ROOT / "src" / "kinonym", "**/*.py")])
        self._states: dict[str, str] = {}

    def _state(self, module: str) -> str:
        """A name for the program, the data and the code beside an experiment's own: another state begins anew."""
        family = module.rpartition(".")[0]
        if family not in self._states:
            own = ROOT / Path(*family.split("."))
            shared = (ROOT / "research", ROOT / "research" / "data")
            read = [content for folder in (*shared, own) for content in _contents(folder, "*.py")]
            code = [self._program.encode(), *read]
            self._states[family] = _digest(code)
        return self._states[family]

    def path(self, name: str, part: Part) -> Path:
        """Where a part is kept."""
        return self.place / name / f"{part.name}-{self._state(part.run.__module__)}.json".replace("/", "-")

    def read(self, name: str, part: Part) -> list[Reading] | None:
        """What a part read; None if it is not finished."""
        path = self.path(name, part)
        return [Reading(**row) for row in json.loads(path.read_text("utf-8"))] if path.exists() else None

    def write(self, name: str, part: Part, readings: list[Reading]) -> None:
        """Keep a finished part: the file is whole or not there."""
        path = self.path(name, part)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps([asdict(reading) for reading in readings]), "utf-8")
        fresh.replace(path)

    def forget(self, name: str) -> None:
        """Drop the parts of an experiment."""
        rmtree(self.place / name, ignore_errors=True)


def _contents(folder: Path, pattern: str) -> list[bytes]:
    """The sources in a folder that decide over figures, with their names."""
    files = sorted(file for file in folder.glob(pattern) if file.name not in NOT_MEASURING)
    return [file.relative_to(ROOT).as_posix().encode() + file.read_bytes() for file in files]


def _digest(texts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text)
    return digest.hexdigest()[:16]


def run_all(
    experiments: Mapping[str, Experiment], data: Path, kept: Kept, workers: int, done: Done
) -> Iterator[tuple[str, list[Reading]]]:
    """Run what is not kept yet; yields each experiment with all its readings as soon as its last part is done."""
    waiting = {name: {part.name for part in one.parts if not kept.path(name, part).exists()}
               for name, one in experiments.items()}  # fmt: skip
    for name, names in waiting.items():
        if not names:
            yield name, _gathered(name, experiments[name], kept)
    left = [(name, part) for name, one in experiments.items() for part in one.parts if part.name in waiting[name]]
    for name, part, readings, spent in _side_by_side(left, data, workers) if workers > 1 else _in_turn(left, data):
        kept.write(name, part, readings)
        waiting[name].discard(part.name)
        done(name, part.name, spent)
        if not waiting[name]:
            yield name, _gathered(name, experiments[name], kept)


def _in_turn(left: Sequence[tuple[str, Part]], data: Path) -> Iterator[Finished]:
    """One part after the other, in this process."""
    for name, part in left:
        yield name, part, *_timed(part, data)


def _side_by_side(left: Sequence[tuple[str, Part]], data: Path, workers: int) -> Iterator[Finished]:
    """Several parts at a time, each in a process."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_at_once)
    try:
        jobs = {pool.submit(_timed, part, data): (name, part) for name, part in left}
        for job in as_completed(jobs):
            yield *jobs[job], *job.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _end_at_once() -> None:
    """Let an interruption end a worker without a word: what it had begun is begun anew another time."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _timed(part: Part, data: Path) -> tuple[list[Reading], Spent]:
    wall, processor = perf_counter(), process_time()
    with threadpool_limits(1):  # parts run side by side; threads that wait for each other would only burn time
        readings = part.run(data, **part.settings)
    return readings, Spent(perf_counter() - wall, process_time() - processor)


def _gathered(name: str, experiment: Experiment, kept: Kept) -> list[Reading]:
    """All readings of an experiment, in the order of its parts."""
    readings: list[Reading] = []
    for part in experiment.parts:
        found = kept.read(name, part)
        if found is None:
            msg = f"the part {part.name} of {name} was finished and is gone"
            raise KinonymError(msg, hint="run the same command again")
        readings += found
    return readings
