"""Runs in separate processes: they survive a reload, can be cancelled, and the page shows when one dies.

The process is `kinonym.web.worker`; it tells its progress line by line and leaves an outcome as plain data.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from kinonym.files.private_files import create
from kinonym.web.draft_state import DraftState
from kinonym.web.wording import text

__all__ = ["Job"]

_PATIENCE = 10.0
"""Seconds that a cancelled run has to tidy up."""


@dataclass(frozen=True, kw_only=True)
class Failure:
    """Why a run ended without a release; ``code`` is that of the error and says which screen mends it."""

    code: str
    message: str
    hint: str | None = None


@dataclass(eq=False, kw_only=True)
class Job:
    """A run or a comparison: at work, done, failed or cancelled."""

    key: str
    kind: str
    name: str
    folder: Path
    data: Path
    settings: dict[str, object]
    state: DraftState
    share: float = 0.0
    outcome: dict[str, Any] | None = None
    failure: Failure | None = None
    cancelled: bool = False
    then: Callable[[Job], None] | None = None
    """Called once when a run has ended with an outcome."""
    started: float = field(default_factory=time.monotonic)
    ended: float | None = None
    _process: subprocess.Popen[str] | None = None
    _watcher: Thread | None = None

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self.ended is None

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return (self.ended or time.monotonic()) - self.started

    @property
    def seconds_left(self) -> float | None:
        """How long it will still take, if it goes on like this; None while that cannot be said."""
        return self.seconds * (1.0 / self.share - 1.0) if self.running and self.share > 0.02 else None

    def start(self) -> None:
        """Set the process to work."""
        task = {"kind": self.kind, "data": str(self.data), **self.settings}
        with create(self.folder / "task.json") as file:
            file.write(json.dumps(task).encode())
        command = [sys.executable, "-m", "kinonym.web.worker", str(self.folder)]
        self._process = subprocess.Popen(  # noqa: S603  # our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        self._watcher = Thread(target=self._watch, args=(self._process,), daemon=True)
        self._watcher.start()

    def _watch(self, process: subprocess.Popen[str]) -> None:
        """Follow the progress until the process ends, then take what it left."""
        for line in process.stdout or ():
            with suppress(ValueError):
                self.share = float(line)
        code = process.wait()
        try:
            left = json.loads((self.folder / "outcome.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            left = {}
        if self.cancelled:
            shutil.rmtree(self.folder, ignore_errors=True)
        elif "failure" in left:
            self.failure = Failure(**left["failure"])
        elif code or not left:
            self.failure = Failure(code="internal", message=text("run.died", code=code), hint=text("run.died_hint"))
        else:
            self.outcome = left
        self.ended = time.monotonic()
        if self.outcome is not None and self.then is not None:
            self.then(self)

    def cancel(self) -> None:
        """Stop it; nothing of it is left."""
        process = self._process
        if process is None or not self.running:
            return
        self.cancelled = True
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
        if self._watcher is not None:
            self._watcher.join(_PATIENCE)
