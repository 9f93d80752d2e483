"""The command run as a person would, in an empty folder; `kinonym_process` in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from command import Ran, runner

TREE = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
RECIPE = """\
[columns.name]
role = "identifier"

[columns.hobby]
role = "quasi"
ontology = "sports.csv"

[columns.age]
role = "quasi"
type = "numeric"

[columns.income]
role = "confidential"

[method]
name = "sa-mdav"
k = 2
"""
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
    (tmp_path / "sports.csv").write_text(TREE)
    (tmp_path / "recipe.toml").write_text(RECIPE)
    (tmp_path / "data.csv").write_text(DATA)
    return tmp_path


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
