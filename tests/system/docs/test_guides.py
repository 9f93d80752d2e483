"""Everything that a guide shows runs, in the order of the page, in an empty folder, as a reader would do it."""

import re
import subprocess
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pandas as pd
import pytest

import pages
from databases.servers import postgres_server
from engines.engines import spark_session
from kinonym.demo.records import RECIPE, discharges
from kinonym.random import generator
from kinonym.recipe import load_recipe

pytestmark = pytest.mark.site

DOCS = pages.ROOT / "docs"
GUIDES = [
    "tutorial.md",
    *(str(p.relative_to(DOCS)) for folder in ("howto", "explanation", "gallery") for p in DOCS.glob(f"{folder}/*.md")),
]
PIECE = re.compile(r"(?:`([\w.-]+)`:\n\n)?```(\w*)\n(.*?)```", re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@contextmanager
def snomed():
    """The invented release that the guide makes."""
    made = [sys.executable, pages.ROOT / "tools" / "make_rf2.py", "snomed", "--concepts", "300", "--links", "400"]
    subprocess.run(made, check=True, capture_output=True)
    yield


@contextmanager
def spark():
    """A table and a recipe; without Java there is no Spark."""
    table = pd.DataFrame(discharges(200, generator(1)))
    table.to_csv("data.csv", index=False)
    Path("lake/stays").mkdir(parents=True)
    Path("data").mkdir()
    table.to_parquet("lake/stays/part.parquet", index=False)
    Path("recipe.toml").write_text(RECIPE)
    spark_session()  # with few partitions; the commands use it
    yield


@contextmanager
def databases():
    """A server with the table of the guide, which libpq finds as the one of this machine."""
    pytest.importorskip("adbc_driver_postgresql", reason="the driver for PostgreSQL is not installed")
    stays = """CREATE TABLE clinic.stays AS SELECT (ARRAY['nurse', 'midwife', 'plumber', 'welder'])[1 + i % 4] AS job,
        18 + i % 40 AS age, (ARRAY['flu', 'asthma', 'fracture'])[1 + i % 3] AS illness, DATE '2024-01-01' + i % 9 AS
        admitted FROM generate_series(1, 400) AS i"""
    with postgres_server() as server, pytest.MonkeyPatch.context() as environment:
        server.run("CREATE DATABASE hospital")
        environment.setenv("PGHOST", str(server.folder))
        there = [part.replace("/postgres?", "/hospital?") if isinstance(part, str) else part for part in server.shell]
        subprocess.run([*there, f"CREATE SCHEMA clinic; {stays}"], check=True, capture_output=True)
        yield


@contextmanager
def vocabulary(layout):
    """The invented vocabulary that a guide makes."""
    subprocess.run(
        [sys.executable, pages.ROOT / "tools" / "make_vocabularies.py", layout, layout], check=True, capture_output=True
    )
    yield


NEEDED = {
    **{f"howto/{layout}.md": lambda layout=layout: vocabulary(layout) for layout in ("omop", "umls", "mesh", "esco")},
    "howto/snomed.md": snomed,
    "howto/spark.md": spark,
    "howto/databases.md": databases,
}


REMOTE = {"s3a://lake/": "lake", "spark:lake.hospital.stays": "lake/stays", "hdfs:///data/": "data"}
"""What the Spark guide names on a cluster → the folder here that takes its place."""


def command(line, monkeypatch, capsys):
    for remote, folder in REMOTE.items():
        line = line.replace(remote, f"file:{Path.cwd()}/{folder}/")
    command, _, place = line.partition("  #")[0].partition(" > ")
    shown = pages.run(command.strip(), monkeypatch, capsys)
    if place:
        Path(place.strip()).write_text(shown)


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_runs_from_top_to_bottom(page, folder, monkeypatch, capsys):
    with NEEDED.get(page, nullcontext)():
        run_page(page, monkeypatch, capsys)
    assert page != "tutorial.md" or Path("out.csv").exists()  # it ends with a release


def run_page(page, monkeypatch, capsys):
    names = {}
    for name, language, text in PIECE.findall((DOCS / page).read_text(encoding="utf-8")):
        if name:
            Path(name).write_text(text, encoding="utf-8")
        if language == "python" and page == "howto/spark.md":
            subprocess.run([sys.executable, "-c", text], check=True, capture_output=True)  # its session is its own
        elif language == "python":
            exec(compile(text, page, "exec"), names)  # noqa: S102  # the documentation's own code
        if language == "toml":
            load_recipe(Path(name), tables=True)
        for line in text.splitlines() if not language else ():
            if line.startswith("kinonym "):
                command(line, monkeypatch, capsys)


def test_the_notebook_is_the_tutorial():
    sys.path.insert(0, str(pages.ROOT / "tools"))
    import make_notebook

    page = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    assert (DOCS / "tutorial.ipynb").read_text(encoding="utf-8") == make_notebook.notebook(page), (
        "run tools/make_notebook.py"
    )
