"""The code of the pages "In depth" runs; each page's stage has what the page speaks of and does not make itself.

`measures.md`, `methods.md`, `swapping.md` and the README have separate tests.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest

import kinonym as kn
import pages
from kinonym.recipe import load_recipe

pytestmark = pytest.mark.site

RECIPE = """
[columns.a]
role = "quasi"
[columns.b]
role = "quasi"
[columns.occupation]
role = "quasi"
ontology = "wordnet"
root = "person.n.01"
[columns.c]
role = "confidential"
[release]
accept_unique = true
[method]
name = "sa-mdav"
k = 3
"""
JOBS = ("nurse", "midwife", "surgeon", "plumber")


def table():
    rows = 96
    columns = {"a": "xyz", "b": "uv", "occupation": JOBS, "c": "pqrs"}
    return pd.DataFrame(
        {name: [values[i * 5 % 7 % len(values)] for i in range(rows)] for name, values in columns.items()}
    )


def a_table_and_its_recipe():
    table().to_csv("data.csv", index=False)
    Path("recipe.toml").write_text(RECIPE)
    return {}


def an_office_file():
    a_table_and_its_recipe()
    table().to_csv("data.csv", index=False, sep=";", encoding="cp1250")
    return {}


def admissions():
    rows = [("m", "40", "asthma", "x", f"p{i}") for i in range(6)]
    pd.DataFrame(rows, columns=["sex", "age", "diagnosis", "drug", "patient_nbr"]).to_csv("admissions.csv", index=False)
    return {}


def a_fitted_stream():
    Path("occupation-matrix.csv").write_text("value,becomes,chance\nnurse,midwife,1\n")
    codes = kn.Taxonomy.from_parents({"250": [], "25083": ["250"], "25001": ["250"]})
    return {"kn": kn, "sample": {"diagnosis": ["25083", "25001"]}, "domains": {"diagnosis": kn.Nominal(codes)}}


def releases_of_snomed():
    made = [
        sys.executable,
        pages.ROOT / "tools" / "make_rf2.py",
        "made",
        "--concepts",
        "300",
        "--links",
        "400",
        "--zip",
    ]
    subprocess.run(made, check=True, capture_output=True)
    [archive] = Path().rglob("*.zip")
    for name in ("SnomedCT_InternationalRF2.zip", "SnomedCT_release.zip"):
        Path(name).write_bytes(archive.read_bytes())
    Path("departments.csv").write_text("child,parent\nhospital,\nsurgery,hospital\n")
    return {}


def reports():
    a_table_and_its_recipe()
    original = pd.read_csv("data.csv", dtype=str)
    kn.mask_file("data.csv", "recipe.toml", "out.csv", report="report.json")
    Path("points.json").write_text(kn.compare(original, "recipe.toml", methods=["suppress"], k=[2, 3]).json())
    return {"kn": kn, "table": original, "released": kn.mask(original, "recipe.toml", aligned=True).table}


STAGES = {
    "files.md": an_office_file,
    "mapping.md": dict,
    "noise.md": a_fitted_stream,
    "ontologies.md": releases_of_snomed,
    "persons.md": admissions,
    "recipe.md": dict,
    "report.md": reports,
    "scale.md": a_table_and_its_recipe,
    "sets.md": dict,
    "statistics.md": dict,
}
INVENTED = {'"427.31"': "next(iter(icd9.concepts))"}  # a release of invented concepts has different codes


@pytest.mark.parametrize("page", STAGES)
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = STAGES[page]()
    for language, text in pages.blocks(f"docs/{page}"):
        if language == "python":
            for shown, used in INVENTED.items():
                text = text.replace(shown, used)  # noqa: PLW2901
            exec(compile(text, page, "exec"), names)  # noqa: S102  # the documentation's own code
        if language == "toml":
            load_recipe(completed(text), tables=True)
        for line in text.splitlines() if language in ("", "console") else ():
            command = line.removeprefix("$ ").partition("  #")[0].partition(" > ")[0].strip()
            if command.startswith("kinonym "):
                pages.run(command, monkeypatch, capsys)


def completed(text):
    """A part of a recipe with what it leaves out."""
    given = tomllib.loads(text)
    if "tables" in given:
        return given
    columns = {name: {"role": "quasi", **section} for name, section in given.get("columns", {}).items()}
    gathered = {name: {"role": "quasi", "ontology": "icd10cm"} for name in given.get("table", {}).get("gather", ())}
    usual = {"x": {"role": "quasi"}} if not columns and not gathered else {}
    return {
        "method": {"name": "sa-mdav", "k": 5},
        **given,
        "columns": {**usual, **gathered, **columns},
        "release": {"accept_unique": True},
    }
