"""Compile kernels before they are needed: `python -m kinonym.warm [RECIPE]`, for images and during a first run.

Methods run on a few made-up tuples (`made_up_tables`), so no list of kernels is needed (`work`). Concurrent processes
share the work kernel by kernel; one of them starts at the end. The code is for a portable processor.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kinonym.kernels.code_folder import code_folder_path, is_compiled
from kinonym.kernels.compiling_elsewhere import code_expected_from

__all__ = ["count_processors", "start_process", "warming"]


@contextmanager
def warming(recipe: Path) -> Iterator[None]:
    """If no kernel is compiled yet, let two processes compile what a recipe needs while the table is being read.

    They end with the block at the latest. This process waits for their code; what they do not compile, it compiles.
    """
    helpers: list[subprocess.Popen[bytes]] = []
    try:
        if not is_compiled() and code_folder_path() is not None and count_processors() > 1:
            helpers.append(start_process(str(recipe)))
            helpers.append(start_process(str(recipe), "--reverse"))
        with code_expected_from(helpers):
            yield
    finally:
        for helper in helpers:
            helper.terminate()
        for helper in helpers:
            helper.communicate()  # closes its input and waits


def count_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_process(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a process that ends when this one does, however it ends, because its input then ends."""
    command = [sys.executable, "-m", "kinonym.warm", "--until-input-ends", *arguments]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=silent, stderr=silent)  # noqa: S603  # this module
