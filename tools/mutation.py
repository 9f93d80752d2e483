"""Change the code that keeps promises, one place at a time, and see whether a test fails.

    python tools/mutation.py                     # every module of `GROUPS`; goes on where it was interrupted
    python tools/mutation.py release/gate.py     # these modules, or the groups with these titles
    python tools/mutation.py --write             # the table and the survivors into docs/mutation.md

For each module its tests run once and say which lines each of them runs. Then, for each mutant, a process with the
collected tests is forked, the changed code is put into it, and the tests of that line run, the fast ones first, until
one fails. Results are kept in .assurance/, by the bytes of the module.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import signal
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest
from mutants import Mutant, list_mutants
from mutation_targets import GROUPS, Group

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "kinonym"
FOLDER = ROOT / ".assurance" / "mutation"
KILLED, SURVIVED, SLOW, WAITED = "killed", "survived", "killed by time", "waited too long"
MOST = int(os.environ.get("KINONYM_MUTANTS", "10000"))
"""How many mutants of each module are tried."""
_SECONDS = 5.0
"""What a test may take of the processor beyond five times what it takes without a change."""


@dataclass
class Tests:
    """What the tests of a group take, and which lines of a module each of them runs."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)

    def order(self, lines: set[int]) -> list[str]:
        """Return the tests that run one of the lines, the fast ones first; all if none is known to."""
        chosen = [test for test, run in self.lines.items() if lines & {*run}] or [*self.seconds]
        return sorted(chosen, key=lambda test: self.seconds[test])


class Recorder:
    """A plugin for pytest that runs all tests once, with the lines of some files that each of them runs."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = [*files]
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, dict[str, list[int]]] = {file: {} for file in files}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests one after the other."""
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            watch = coverage.Coverage(data_file=None, include=self._files, config_file=False)
            began = time.perf_counter()
            watch.start()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            watch.stop()
            self.seconds[item.nodeid] = time.perf_counter() - began
            with warnings.catch_warnings(action="ignore"):  # of a test that runs none
                data = watch.get_data()
            for file in self._files:
                if lines := data.lines(file):
                    self.lines[file][item.nodeid] = sorted(lines)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop if a test fails without any change."""
        if report.failed:
            print(f"fails without a change: {report.nodeid}\n{report.longreprtext[-1500:]}", flush=True)
            os._exit(3)


class Trial:
    """Runs each mutant in a separate process, which is forked when the tests are collected."""

    def __init__(self, kept: Kept, choose: Callable[[Mutant], list[str]]) -> None:
        self._kept, self._choose = kept, choose
        self.done: set[int] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork for each mutant."""
        items = {item.nodeid: item for item in session.items}
        for number in self._kept.choose_order():
            mutant = self._kept.mutants[number]
            if number not in self.done:
                chosen = [items[test] for test in self._choose(mutant)]
                outcome = wait_for(lambda m=mutant, c=chosen: self._run(m, c), self._kept.limit)
                self._kept.keep(number, outcome)
        return True

    def _run(self, mutant: Mutant, items: Sequence[pytest.Item]) -> None:
        """Put the changed code into this process and run the tests; ends the process."""
        replace_code(self._kept.file, mutant.apply(self._kept.source))
        run_items(items, self._kept.tests.seconds)


def run_items(items: Sequence[pytest.Item], seconds: Mapping[str, float]) -> None:
    """Run tests until one fails; the exit code of the process says whether one did. ``seconds``: what they took."""
    plugin = _Stop()
    items[0].config.pluginmanager.register(plugin)
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, _SECONDS + 5 * seconds.get(item.nodeid, 0))  # then the system ends it
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    os._exit(0)


class _Stop:
    """Ends the process at the first failure."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End with code 1."""
        if report.failed:
            os._exit(1)


def wait_for(work: Callable[[], None], limit: float) -> str:
    """Run ``work`` in a forked process, which says by its exit code whether a test failed."""
    process = os.fork()
    if process == 0:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            work()
        finally:
            os._exit(1)  # the changed code did not even start
    end = time.monotonic() + limit
    while time.monotonic() < end:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return {0: SURVIVED, -signal.SIGPROF: SLOW}.get(code, KILLED)
        time.sleep(0.01)
    os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return WAITED


def replace_code(file: Path, changed: bytes) -> None:
    """Give the functions of a module, wherever they are known, the code of its changed source."""
    new = {(code.co_qualname, code.co_firstlineno): code for code in _list_codes(compile(changed, file, "exec"))}
    for function in [each for each in gc.get_objects() if isinstance(each, types.FunctionType)]:
        if function.__code__.co_filename == str(file):
            key = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            function.__code__ = new.get(key, function.__code__)


def _list_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _list_codes(each)


def runs_at_import(file: Path, source: bytes, changed: bytes) -> bool:
    """Whether a change concerns code that runs when the module is imported: then it must be imported again."""
    return _list_outer(compile(source, file, "exec")) != _list_outer(compile(changed, file, "exec"))


def _list_outer(code: types.CodeType) -> list[Any]:
    """What a module or class body does: its instructions, and the bodies of the classes in it."""
    own = [(type(each), each) for each in code.co_consts if not isinstance(each, types.CodeType)]
    bodies = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    inner = [_list_outer(each) for each in bodies if each.co_name != "<lambda>" and "__module__" in each.co_names]
    return [code.co_code, own, code.co_names, inner]


class ChangedSource:
    """Imports one module from changed source; the first finder that Python asks."""

    def __init__(self, file: Path, changed: bytes) -> None:
        self._file, self._changed = file, changed

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:  # noqa: ANN401
        """Find the module among the others, and give it the changed code."""
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin != str(self._file):
            return None
        spec.loader.get_code = lambda _: compile(self._changed, self._file, "exec")
        return spec


def run_pytest(group: Group, plugin: object) -> int:
    """Collect the tests in this process; the plugin runs them."""
    left_out = "not (browser or cluster or cold or experiments or install or large or site)"
    settings = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", "-m", left_out]
    return int(
        pytest.main(
            [*settings, "--import-mode=importlib", *(f"tests/{test}" for test in group.tests)], plugins=[plugin]
        )
    )


class _Again:
    """Runs chosen tests in a process in which the module was imported from changed source."""

    def __init__(self, chosen: Sequence[str], seconds: Mapping[str, float]) -> None:
        self._chosen, self._seconds = chosen, seconds

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them."""
        items = {item.nodeid: item for item in session.items}
        run_items([items[test] for test in self._chosen], self._seconds)
        return True


def try_module(kept: Kept) -> None:
    """Try all mutants of a module that have no outcome yet."""
    file, source, mutants = kept.file, kept.source, kept.mutants

    def choose(mutant: Mutant) -> list[str]:
        end = mutant.line + source[mutant.start : mutant.end].count(b"\n")
        return kept.tests.order({*range(mutant.line, end + 1)})

    order = kept.choose_order()
    at_import = {n for n in order if runs_at_import(file, source, mutants[n].apply(source))}
    trial = Trial(kept, choose)
    trial.done = at_import | kept.outcomes.keys()
    if {*order} - trial.done:
        process = os.fork()
        if process == 0:
            os._exit(run_pytest(kept.group, trial))
        os.waitpid(process, 0)
        kept.read()
    for number in sorted(at_import - kept.outcomes.keys()):

        def work(n: int = number) -> None:
            sys.meta_path.insert(0, ChangedSource(file, mutants[n].apply(source)))  # type: ignore[arg-type]
            run_pytest(kept.group, _Again(choose(mutants[n]), kept.tests.seconds))

        kept.keep(number, wait_for(work, kept.limit))
    print(kept.describe(), flush=True)


class Kept:
    """The results of a module in .assurance/, for these bytes of it."""

    def __init__(self, group: Group, name: str) -> None:
        self.group, self.name, self.file = group, name, SOURCE / name
        self.source = self.file.read_bytes()
        self.mutants = list_mutants(self.source)
        digest = hashlib.sha256(self.source + repr(group.tests).encode()).hexdigest()[:12]
        self._place = FOLDER / f"{name.replace('/', '.')}.{digest}.jsonl"
        self.tests, self.outcomes = Tests(), dict[int, str]()
        self.read()

    def choose_order(self) -> list[int]:
        """Return the mutants to try, in a fixed random order, so that a part of them is a sample; at most `MOST`."""
        lot = {
            n: hashlib.sha256(f"{self.name} {m.start} {m.text}".encode()).digest() for n, m in enumerate(self.mutants)
        }
        return sorted(lot, key=lambda n: lot[n])[:MOST]

    @property
    def limit(self) -> float:
        """The seconds that a mutant may take on the clock."""
        return 120 + 20 * sum(self.tests.seconds.values())

    def read(self) -> None:
        """Read what was kept."""
        for line in self._place.read_text().splitlines() if self._place.exists() else ():
            entry = json.loads(line)
            self.outcomes[entry["number"]] = entry["outcome"]

    def keep(self, number: int, outcome: str) -> None:
        """Write an outcome down."""
        self.outcomes[number] = outcome
        with self._place.open("a") as file:
            file.write(json.dumps({"number": number, "outcome": outcome}) + "\n")

    def survivors(self) -> list[tuple[int, str]]:
        """The line and the change of each mutant that no test noticed."""
        numbers = sorted(n for n, outcome in self.outcomes.items() if outcome == SURVIVED)
        return [(self.mutants[n].line, self.mutants[n].describe(self.source)) for n in numbers]

    def describe(self) -> str:
        """One line, and one for each survivor."""
        survivors, tried = self.survivors(), len(self.outcomes)
        first = f"{self.name}: {tried - len(survivors)} of {tried} killed; it has {len(self.mutants)} mutants"
        return "\n".join([first, *(f"  {line}: {change}" for line, change in survivors)])


def record(group: Group) -> dict[str, Tests]:
    """Run the tests of a group once without a change; module → its tests. Kept for these bytes of the modules."""
    files = {name: SOURCE / name for name in group.modules}
    digest = hashlib.sha256(repr([group.tests, [file.read_bytes() for file in files.values()]]).encode()).hexdigest()
    place = FOLDER / f"tests.{digest[:12]}.json"
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        process = os.fork()
        if process == 0:
            recorder = Recorder([str(file) for file in files.values()])
            code = run_pytest(group, recorder)
            if code == 0:
                place.write_text(json.dumps({"seconds": recorder.seconds, "lines": recorder.lines}))
            os._exit(code)
        if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
            sys.exit(f"the tests of {group.title!r} do not run")
    content = json.loads(place.read_text())
    return {name: Tests(content["seconds"], content["lines"][str(file)]) for name, file in files.items()}


def main(words: Sequence[str]) -> None:
    """Try the modules."""
    if "--write" in words:
        from mutation_page import write_page

        write_page([Kept(group, name) for group in GROUPS for name in group.modules])
        return
    import_libraries()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PYTEST_DEBUG_TEMPROOT": folder, "KINONYM_CACHE": str(Path(folder, "cache")), "COLUMNS": "200"}
        os.chdir(ROOT)
        for group in GROUPS:
            chosen = [name for name in group.modules if not words or {name, group.title} & {*words}]
            tests = record(group) if chosen else {}
            for name in chosen:
                kept = Kept(group, name)
                kept.tests = tests[name]
                try_module(kept)


def import_libraries() -> None:
    """Import what every test needs but the program itself, so that a fork has it."""
    import numba
    import numpy as np
    import pandas as pd
    import pyarrow.dataset
    import pydantic

    _ = (numba, np, pd, pyarrow.dataset, pydantic)


if __name__ == "__main__":
    main(sys.argv[1:])
