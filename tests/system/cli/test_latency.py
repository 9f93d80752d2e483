"""How long a command takes when everything is compiled: processor seconds, the best of three runs."""

import resource
import subprocess
import sys

import pytest

RECIPE = """
[columns.job]
role = "quasi"
ontology = "wordnet"
root = "person.n.01"
[columns.age]
role = "quasi"
type = "numeric"
[columns.ward]
role = "confidential"
type = "plain"
[release]
accept_unique = true
[method]
name = "sa-mdav"
k = 5
"""
JOBS = ("nurse", "midwife", "plumber", "welder", "surgeon", "carpenter")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "recipe.toml").write_text(RECIPE)
    rows = [f"{JOBS[i * 7 % 6]},{20 + i * 13 % 50},{'ABCD'[i % 4]}" for i in range(1000)]
    (tmp_path / "data.csv").write_text("\n".join(["job,age,ward", *rows]) + "\n")
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="processor seconds of children are not counted there")
@pytest.mark.parametrize(
    ("command", "limit"),
    [
        (["-c", "import kinonym"], 0.1),
        (["-m", "kinonym", "--help"], 0.3),
        (["-m", "kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"], 2.5),
    ],
    ids=["import", "help", "mask"],
)
def test_a_command_is_quick(command, limit, folder):
    best = float("inf")
    subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, check=True)  # compiles
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert best <= limit
