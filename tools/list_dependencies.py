"""List what an installation without extras contains, with size and use, in docs/dependencies.md.

Run it with the Python of an environment that has nothing but Kinonym:

    python -m venv plain && plain/bin/python -m pip install . && plain/bin/python tools/list_dependencies.py

Sizes are those of the files on disk, without the byte code that Python writes itself.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "dependencies.md"
BEGIN, END = "<!-- begin: tools/list_dependencies.py -->", "<!-- end -->"

USES = {
    "jinja2": "templates of the report and of the page",
    "narwhals": "recognises the data frames that it is given, and converts them",
    "numba": "compiles the loops over arrays",
    "numpy": "arrays",
    "platformdirs": "where a user's cache and state belong on each system",
    "pyarrow": "tables in memory: CSV, Parquet and Feather files, grouping and joining",
    "pydantic": "checks recipes, with messages that name the mistake",
    "randomgen": "the ChaCha20 generator that draws whatever is random",
    "rapidfuzz": "suggests concepts for misspelled values",
    "rich": "tables and progress on the terminal",
    "simple-icd-10-cm": "the codes and titles of ICD-10-CM",
    "snowballstemmer": "finds concepts for inflected words",
    "tomli-w": "writes recipes",
    "typer": "the command and its options",
}


def name_of(requirement: str) -> str:
    """The normalised name in a requirement."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement, maxsplit=1)[0]).lower()


def needed_by(name: str) -> list[str]:
    """What a package requires without extras, where it is installed."""
    named = [line for line in distribution(name).requires or () if "extra ==" not in line]
    return [each for each in map(name_of, named) if is_installed(each)]


def is_installed(name: str) -> bool:
    """Whether this environment has a package."""
    return next(iter(Distribution.discover(name=name)), None) is not None


def size_of(name: str) -> int:
    """Bytes of the files of a package, without byte code."""
    files = distribution(name).files or []
    paths = (Path(str(file.locate())) for file in files if file.suffix != ".pyc")
    return sum(path.stat().st_size for path in paths if path.is_file())


def shares(direct: list[str]) -> dict[str, list[str]]:
    """Each direct dependency with the packages that it brings; a package counts where it is first needed."""
    found: dict[str, list[str]] = {}
    seen = set(direct)
    for name in direct:
        found[name], waiting = [], needed_by(name)
        while waiting:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                found[name].append(each)
                waiting += needed_by(each)
    return found


def lines(direct: list[str]) -> list[str]:
    """The table, the largest first, and the total."""
    rows, total = [], size_of("kinonym")
    for name, brought in shares(direct).items():
        size = size_of(name) + sum(map(size_of, brought))
        total += size
        rows.append((size, name, ", ".join(sorted(brought)) or "–"))
    table = [f"| {name} | {brought} | {size / 1e6:.1f} | {USES[name]} |" for size, name, brought in sorted(rows)[::-1]]
    head = ["| package | brings | MB | use |", "|---|---|---|---|"]
    own = f"| kinonym | – | {size_of('kinonym') / 1e6:.1f} | itself, with WordNet, ICD-9-CM and UN M49 |"
    return [*head, *table, own, "", f"Together {total / 1e6:.0f} MB."]


def main() -> None:
    """Write the table into the page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    direct = [name_of(each) for each in project["dependencies"]]
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    system = f"Measured on {sys.platform} with Python {sys.version_info[0]}.{sys.version_info[1]}."
    made = "\n".join([BEGIN, "", *lines(direct), system, "", END])
    PAGE.write_text(before + made + after, encoding="utf-8")


if __name__ == "__main__":
    main()
