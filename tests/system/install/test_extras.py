"""Each extra alone: it installs beside nothing else, imports, and does one real thing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
import time
import tomllib
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from .environments import ROOT, install

pytestmark = pytest.mark.install

NOT_SINGLE = {"all"}
ROWS = "".join(
    f"{('nurse', 'plumber', 'midwife', 'carpenter', 'welder', 'surgeon')[i % 6]},{20 + i * 7 % 45},{'wxyz'[i % 4]}\n"
    for i in range(80)
)
RECIPE = """
[columns.job]
role = "quasi"
ontology = "wordnet"
[columns.age]
role = "quasi"
type = "numeric"
[columns.illness]
role = "confidential"
[release]
accept_unique = true
[method]
name = "sa-mdav"
k = 5
"""
MASKED = """
import kinonym as kn
result = kn.mask(table, "recipe.toml")
assert type(result.table) is type(table), type(result.table)
assert kn.verify(result.table, quasi=["job", "age"]).k >= 5
assert kn.draft(table).masked == kn.draft("data.csv").masked
"""


def ready(made):
    (made.work / "data.csv").write_text(f"job,age,illness\n{ROWS}", encoding="utf-8")
    (made.work / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    return made


def use_pandas(made):
    made.python(f"import pandas as pd\ntable = pd.read_csv('data.csv', dtype=str)\n{MASKED}")


def use_polars(made):
    made.python(f"import polars as pl\ntable = pl.read_csv('data.csv', infer_schema=False)\n{MASKED}")


def use_duckdb(made):
    made.run("kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--engine", "duckdb")
    made.run("kinonym", "verify", "out.csv", "--quasi", "job,age", "--k", "5")


def use_spark(made):
    if shutil.which("java") is None:
        pytest.skip("there is no Java here")
    made.run("kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", "out/", "--engine", "spark")
    made.run("kinonym", "verify", "out/", "--quasi", "job,age", "--k", "5")


def use_excel(made):
    made.run("kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", "out.xlsx")
    made.run("kinonym", "verify", "out.xlsx", "--quasi", "job,age", "--k", "5")


def use_stats(made):
    """The file is written here: the environment has no table library."""
    import pandas as pd
    import pyreadstat

    pyreadstat.write_sav(pd.read_csv(made.work / "data.csv"), made.work / "data.sav")
    made.run("kinonym", "mask", "data.sav", "-r", "recipe.toml", "-o", "out.csv")
    made.run("kinonym", "verify", "out.csv", "--quasi", "job,age", "--k", "5")


def use_owl(made):
    words = {"nurse": "Carer", "midwife": "Carer", "surgeon": "Carer", "plumber": "Crafter", "carpenter": "Crafter"}
    links = {"Carer": "Worker", "Crafter": "Worker", **words, "welder": "Crafter"}
    lines = [f"t:{child} a owl:Class ; rdfs:subClassOf t:{parent} ." for child, parent in links.items()]
    prefixes = (
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    )
    text = f"{prefixes}@prefix t: <http://example.org/job#> .\nt:Worker a owl:Class .\n" + "\n".join(lines) + "\n"
    (made.work / "jobs.ttl").write_text(text, encoding="utf-8")
    assert 'ontology = "jobs.ttl"' in made.run("kinonym", "init", "data.csv", "--ontology", "jobs.ttl")


def use_icd10(made):
    assert "I64" in made.run("kinonym", "concepts", "icd10", "search", "stroke")
    codes = ("A09.0", "B24", "F00.0", "F00.1", "F00.9", "I64", "E14.9", "E14.0", "R65.0", "X59.9")
    rows = "".join(f"{codes[i % 10]},{20 + i // 10}\n" for i in range(400))
    (made.work / "who.csv").write_text(f"diagnosis,age\n{rows}", encoding="utf-8")
    assert 'ontology = "icd10"' in made.run("kinonym", "init", "who.csv")


def use_web(made):
    """Start the page, open a table by path, and read the recipe that it proposes: the one that init writes."""
    process = subprocess.Popen(
        [made.programs / "kinonym", "serve", "--no-browser", "--folder", made.work],
        cwd=made.work, env=made.variables | {"XDG_STATE_HOME": str(made.folder / "state"), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        address = printed_address(process)
        browser = build_opener(HTTPCookieProcessor())
        browser.open(address, timeout=120).read()
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        form = urlencode({"path": "data.csv"}).encode()
        opened = browser.open(Request(f"{origin}/open", form, {"Origin": origin}), timeout=300)
        place = opened.geturl().removesuffix("/data")
        for step in ("roles", "knowledge", "protection", "run"):
            assert browser.open(f"{place}/{step}", timeout=300).status == 200
        written = browser.open(f"{place}/recipe.toml", timeout=60).read().decode()
        assert tomllib.loads(written) == tomllib.loads(made.run("kinonym", "init", "data.csv"))
        browser.open(Request(f"{place}/run", b"seed=1", {"Origin": origin}), timeout=60)
        assert "records, and the smallest group has" in finished(browser, place)
    except HTTPError as error:
        pytest.fail(f"{error.url}: {error.code} {error.read()[:2000]!r}")
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def printed_address(process):
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, "")), daemon=True)
    reader.start()
    for _ in range(600):
        if found := re.search(r"https?://\S+token=\S+", "".join(lines)):
            return found[0]
        assert process.poll() is None, "".join(lines)
        time.sleep(0.1)
    pytest.fail("".join(lines))


def finished(browser, place):
    for _ in range(6000):  # a fresh environment compiles the kernels first
        shown = browser.open(f"{place}/jobs/1/status", timeout=60).read().decode()
        if "<progress" not in shown:
            return shown
        time.sleep(0.2)
    pytest.fail("the run does not end")


def use_postgres(made):
    """The driver loads; no server is here."""
    code = """
from kinonym.errors import DataError
from kinonym.files.table_stream import read_table
try:
    read_table("postgresql://nobody@/none?host=/nowhere#stays")
except DataError as error:
    assert "cannot be reached" in error.message, error
"""
    made.python(code)


def use_sql(made):
    """SQLite through SQLAlchemy, as it needs no driver."""
    made.python(
        "import csv, sqlite3\nrows = list(csv.reader(open('data.csv')))\nbase = sqlite3.connect('data.db')\n"
        "base.execute('CREATE TABLE stays (job, age, illness)')\n"
        "base.executemany('INSERT INTO stays VALUES (?, ?, ?)', rows[1:])\nbase.commit()"
    )
    made.run("kinonym", "mask", "sqlite+pysqlite:///data.db#stays", "-r", "recipe.toml", "-o", "out.csv")
    made.run("kinonym", "verify", "out.csv", "--quasi", "job,age", "--k", "5")


USES = {
    "pandas": use_pandas, "polars": use_polars, "duckdb": use_duckdb, "spark": use_spark, "excel": use_excel,
    "stats": use_stats, "owl": use_owl, "icd10": use_icd10, "web": use_web, "postgres": use_postgres, "sql": use_sql,
}  # fmt: skip


def test_every_extra_is_used():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(extras) - NOT_SINGLE == set(USES), json.dumps(sorted(extras))


@pytest.mark.parametrize("extra", USES)
def test_an_extra_alone(extra, wheel, plain, tmp_path):
    made = install(tmp_path / extra, wheel, extra, base=plain)
    try:
        USES[extra](ready(made))
    finally:
        made.close()


def test_the_page_with_the_oldest_libraries_it_allows(wheel, tmp_path):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pins = [wanted.replace(">=", "==") for wanted in extras["web"]]
    made = install(tmp_path / "oldest", wheel, "web", *pins)
    try:
        use_web(ready(made))
    finally:
        made.close()
