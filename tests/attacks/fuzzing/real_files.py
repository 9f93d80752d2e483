"""The real files that are damaged: tables of every format, ontologies of every layout, mappings, recipes, caches, plans."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import feather

import kinonym as kn
from pages import ROOT

__all__ = ["RECIPES", "make_ontologies", "make_tables", "table"]

JOBS = ["nurse", "midwife", "plumber", "welder", "baker", "cook", "lawyer", "teacher"]
TREE = "child,parent,label\nwork,,Work\ncare,work,Care\ncraft,work,Craft\n" + "".join(
    f"{job},{'care' if job in ('nurse', 'midwife', 'lawyer', 'teacher') else 'craft'},{job.title()}\n" for job in JOBS
)


def table(rows=48):
    """Words, numbers, dates, truth values, missing cells and sets."""
    return pd.DataFrame({
        "id": [f"p{i // 2:03}" for i in range(rows)],
        "job": [JOBS[i * 5 % 8] for i in range(rows)],
        "age": [20 + i * 7 % 50 for i in range(rows)],
        "weight": [50.5 + i for i in range(rows)],
        "born": pd.date_range("1950-01-01", periods=rows, freq="211D").strftime("%Y-%m-%d"),
        "ill": [("flu", "asthma", "ünwell, \"x\"", None)[i * 3 % 4] for i in range(rows)],
    })  # fmt: skip


def make_tables(folder: Path) -> dict[str, bytes]:
    """One table in every format of a file; name → bytes."""
    import duckdb
    import pyreadstat

    data = table()
    text, lines = data.to_csv(index=False), data.to_json(orient="records", lines=True)
    made = {
        "data.csv": text.encode(), "semicolon.csv": data.to_csv(index=False, sep=";").encode("cp1252"), "data.csv.gz": gzip.compress(text.encode()),
        "data.tsv": data.to_csv(index=False, sep="\t").encode("utf-16"), "data.jsonl": lines.encode(),
    }  # fmt: skip
    arrow = pa.table(data.assign(seen=pd.to_datetime(data["born"]), yes=data["age"] > 30))
    pq.write_table(arrow, folder / "data.parquet")
    feather.write_feather(arrow, folder / "data.feather")
    data.to_excel(folder / "data.xlsx", index=False, engine="xlsxwriter")
    pyreadstat.write_sav(data, folder / "data.sav", variable_value_labels={"age": {20: "young", 27: "older"}})
    pyreadstat.write_dta(data, folder / "data.dta")
    pyreadstat.write_xport(data, folder / "data.xpt")
    with sqlite3.connect(folder / "data.db") as base:
        data.to_sql("data", base, index=False)
    base.close()
    with duckdb.connect(folder / "data.duckdb") as home:
        home.execute("CREATE TABLE data AS SELECT * FROM data")
    names = ("data.parquet", "data.feather", "data.xlsx", "data.sav", "data.dta", "data.xpt", "data.db", "data.duckdb")
    return made | {name: (folder / name).read_bytes() for name in names}


def make_ontologies(folder: Path) -> dict[str, dict[str, bytes]]:
    """An ontology in every layout; its name → file → bytes."""
    from ontologies import seeds

    fhir = {
        "resourceType": "CodeSystem",
        "url": "http://x",
        "concept": [{"code": "a", "display": "A", "concept": [{"code": "b"}]}],
    }
    lmf = (
        '<?xml version="1.0" encoding="UTF-8"?><LexicalResource><Lexicon id="x" language="ca" label="x" version="1" email="" license="">'
        '<LexicalEntry id="e1"><Lemma writtenForm="gos" partOfSpeech="n"/><Sense id="s1" synset="y1"/></LexicalEntry>'
        '<Synset id="y1" ili="i1" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y2"/></Synset>'
        '<Synset id="y2" ili="i2" partOfSpeech="n"/></Lexicon></LexicalResource>'
    )  # fmt: skip
    omw = "# Catalan\tcat\n02084071-n\tcat:lemma\tgos\n00007846-n\tcat:lemma\tpersona\n"
    made = {
        "wndb": {"data.noun": seeds.WORDNET_DATA, "index.noun": seeds.WORDNET_INDEX},
        "obo": {"a.obo": seeds.OBO}, "rdfxml": {"a.owl": seeds.RDF}, "turtle": {"a.ttl": seeds.SKOS},
        "parents": {"a.csv": TREE}, "levels": {"a.csv": seeds.LEVELS}, "lmf": {"a.xml": lmf}, "omw": {"a.tab": omw},
        "codes": {"a.csv": "code,label\nA,All\nA1,One\nA11,More\nB,Other\n"}, "fhir": {"a.json": json.dumps(fhir)},
    }  # fmt: skip
    found = {name: {file: text.encode() for file, text in files.items()} for name, files in made.items()}
    for layout in ("omop", "umls", "mesh", "claml", "icd11", "esco", "geonames"):
        place = folder / layout
        command = [sys.executable, ROOT / "tools" / "make_vocabularies.py", layout, place, "--concepts", "25"]
        subprocess.run(command, check=True, capture_output=True)
        found[layout] = {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}
    command = [sys.executable, ROOT / "tools" / "make_rf2.py", folder / "rf2", "--concepts", "25", "--links", "30"]
    subprocess.run(command, check=True, capture_output=True)
    found["rf2"] = {str(f.relative_to(folder / "rf2")): f.read_bytes() for f in (folder / "rf2").rglob("*.txt")}
    with zipfile.ZipFile(folder / "omop.zip", "w") as archive:
        for name, content in found["omop"].items():
            archive.writestr(name, content)
    found["archive"] = {"omop.zip": (folder / "omop.zip").read_bytes()}
    return found


MASK = {
    "columns": {
        "id": {"role": "identifier"},
        "job": {"role": "quasi", "ontology": "tree.csv"},
        "age": {"role": "quasi", "type": "numeric"},
        "weight": {"role": "other"},
        "born": {"role": "other"},
        "ill": {"role": "confidential"},
    },
    "method": {"name": "sa-mdav", "k": 3},
    "release": {"accept_unique": True, "confirm": ["weight", "born", "ill"]},
}
MORE = """version = 1
[table]
person = "id"
missing = ["", "?"]
delimiter = ";"
[columns.job]
role = "quasi"
ontology = ["wordnet", "m49"]
root = "person.n.01"
measure = "lin"
mapping = "job.map.csv"
weight = 2.5
[columns.born]
role = "quasi"
type = "date"
precision = "month"
before = "seen"
[columns.seen]
role = "quasi"
type = "date"
[columns.age]
role = "quasi"
type = "numeric"
top = 90
[columns.grade]
role = "quasi"
type = "ordinal"
order = ["low", "middle", "high"]
[columns.codes]
role = "quasi"
ontology = "icd10cm"
separator = " "
[columns.ill]
role = "confidential"
[method]
name = "sa-mdav"
k = 5
l_diversity = 2
t_closeness = 0.3
ground = "equal"
[release]
accept_unique = true
confirm = ["ill"]
"""
SWAP = '[columns.job]\nrole = "quasi"\n[columns.age]\nrole = "quasi"\n[method]\nname = "pram"\ntransitions = {job = "job.csv"}\n'
PUBLIC = '[columns.c]\nrole = "quasi"\nontology = "m49"\n[method]\nname = "exponential"\nepsilon = 1.5\npublic = {c = "150"}\n'
SEVERAL = (
    '[tables.a]\nfile = "a.csv"\nperson = "id"\n[tables.a.columns.id]\nrole = "identifier"\n[tables.a.columns.job]\n'
    'role = "quasi"\n[method]\nname = "sa-mdav"\nk = 3\n'
)
SCENARIO = (
    '[columns.a]\nrole = "quasi"\n[columns.b]\nrole = "quasi"\n[[scenario]]\nname = "x"\nknows = ["a"]\nk = 3\n'
    '[[scenario]]\nknows_any = 1\nk = 2\n[method]\nname = "sa-mdav"\n'
)
RECIPES = [*(text.encode() for text in (MORE, SWAP, PUBLIC, SEVERAL, SCENARIO))]


def make_plan(folder: Path) -> bytes:
    """The plan file of a release of `table` by `MASK`, which `tree.csv` in the folder is for."""
    (folder / "tree.csv").write_text(TREE)
    table().to_csv(folder / "data.csv", index=False)
    kn.mask_file(folder / "data.csv", recipe_in(folder), folder / "out.csv", plan=folder / "out.plan")
    return (folder / "out.plan").read_bytes()


def recipe_in(folder: Path, **release):
    """`MASK` with the ontology in a folder."""
    columns = {**MASK["columns"], "job": {**MASK["columns"]["job"], "ontology": str(folder / "tree.csv")}}
    return {**MASK, "columns": columns, "release": {**MASK["release"], **release}}


def empty(folder: Path) -> None:
    """Remove what is in a folder."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
