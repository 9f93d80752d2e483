"""docs/dependencies.md lists every runtime dependency with its use; README gives the same size."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT / "tools"))

import list_dependencies  # noqa: E402  # a script of the folder above

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DIRECT = {list_dependencies.name_of(line) for line in PROJECT["dependencies"]}


def rows():
    listed = PAGE.partition(list_dependencies.BEGIN)[2].partition(list_dependencies.END)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in listed.splitlines() if line[:1] == "|"][
        2:
    ]


def test_every_dependency_is_listed_with_its_use():
    assert {name for name, *_ in rows()} - {"kinonym"} == DIRECT
    assert set(list_dependencies.USES) == DIRECT
    assert all(use for *_, use in rows())


def test_the_total_is_that_of_the_rows_and_of_the_readme():
    total = int(re.search(r"Together (\d+) MB", PAGE)[1])
    assert abs(total - sum(float(size) for _, _, size, _ in rows())) < 2
    said = int(re.search(r"and (\d+) MB of disk space", (ROOT / "README.md").read_text(encoding="utf-8"))[1])
    assert abs(said - total) <= 10


def test_private_parts_of_numba_are_imported_in_one_place():
    """`numba` itself, its types and `numba.extending` are public."""
    private = re.compile(r"^\s*(?:from|import) (?!numba(?:\.types|\.extending)?\b(?!\.))numba\.", re.MULTILINE)
    modules = (ROOT / "src" / "kinonym").rglob("*.py")
    found = {path.name for path in modules if private.search(path.read_text(encoding="utf-8"))}
    assert found == {"numba_interfaces.py"}


def test_numba_has_an_upper_bound():
    """Private parts of it are used."""
    [numba] = [line for line in PROJECT["dependencies"] if line.startswith("numba")]
    assert re.fullmatch(r"numba>=[\d.]+,<[\d.]+", numba)
