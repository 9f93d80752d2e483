"""Processes that compile for this one. While they run, it waits for their code and leaves the processors to them.

This module does not import numba, which is slow to import.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["code_expected_from", "is_compiling_elsewhere"]

_PROCESSES: list[subprocess.Popen[bytes]] = []


@contextmanager
def code_expected_from(processes: Sequence[subprocess.Popen[bytes]]) -> Iterator[None]:
    """Let kernels wait for the code of these processes until the block ends."""
    _PROCESSES.extend(processes)
    try:
        yield
    finally:
        _PROCESSES.clear()


def is_compiling_elsewhere() -> bool:
    """Whether one of the processes runs; when all have ended, this process compiles what is missing."""
    return any(process.poll() is None for process in _PROCESSES)
