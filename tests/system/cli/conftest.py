"""The command run as a person would, in an empty folder; `kinonym_process` in a separate process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from command import Ran, runner
from sports import write_folder

DATA = "name,hobby,age,income\n" + "".join(
    f"p{i},{hobby},{age},{income}\n"
    for i, (hobby, age, income) in enumerate(
        [
            ("soccer", 20, "low"),
            ("rugby", 21, "high"),
            ("swimming", 60, "low"),
            ("surfing", 62, "mid"),
            ("ball", 22, "low"),
        ]
    )
)


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path, DATA)


@pytest.fixture
def kinonym(folder, monkeypatch, capsys):
    return runner(folder, monkeypatch, capsys)


@pytest.fixture
def kinonym_process(folder):
    def run(*arguments):
        command = [sys.executable, "-m", "kinonym", *map(str, arguments)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
