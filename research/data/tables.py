"""The data sets as tuples over their ontologies, each loaded once in a process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.engines import open_table
from kinonym.files.table_stream import read_table
from kinonym.mapping import map_values
from kinonym.ontologies.from_values import taxonomy_from_prefixes
from kinonym.pipeline.preparing import prepare
from kinonym.recipe import load_recipe
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Persons, Tuples
from research.data import ROOT
from research.data.files import records_of

__all__ = ["DIAGNOSES", "adult", "diabetes", "encounters", "icd9", "mimic", "on_measure", "sampled"]

MISSING = "?"
DIAGNOSES = ("diag_1", "diag_2", "diag_3")
"""The columns of diagnoses of Diabetes 130."""


@cache
def icd9(folder: Path) -> Taxonomy:
    """ICD-9-CM, diagnoses."""
    return ontologies.load(folder / "ontologies" / "icd9cm_2015.csv")


@cache
def adult(folder: Path, rows: int | None = None) -> Tuples:
    """Occupation and native country over WordNet, mapped as in A table 1 (examples/adult)."""
    recipe = load_recipe(ROOT / "examples" / "adult" / "recipe.toml")
    table = read_table(folder / "adult_arx" / "adult.csv", delimiter=";").table
    return prepare(open_table(table.take(sampled(table.num_rows, rows)), recipe.table).source, recipe).tuples


@cache
def encounters(folder: Path) -> list[dict[str, str]]:
    """The rows of Diabetes 130."""
    return records_of(folder / "diabetes130" / "diabetic_data.csv.gz")


@cache
def diabetes(
    folder: Path,
    columns: tuple[str, ...] = ("diag_1", "diag_2"),
    rows: int | None = None,
    measure: str = "wu-palmer",
    *,
    missing: bool = False,
    alike: bool = False,
    at_most: int | None = None,
    persons: bool = False,
) -> Tuples:
    """Columns of diagnoses over ICD-9-CM; a fixed random part of the rows if asked for.

    ``missing``: include rows without some diagnosis. ``alike``: only rows with diagnoses of one chapter, so that the
    columns depend on each other as strongly as T's. ``at_most``: so many records of each code in each column, so that
    few share one. ``persons``: the patients of each tuple as well.
    """
    domain = Nominal(icd9(folder), measure=measure)
    points = diagnosis_points(domain, encounters(folder), columns)
    taken = np.arange(len(points))
    if not missing:
        taken = taken[(points < len(domain.tau)).all(axis=1)]
    if alike:
        chapters = _chapters(domain.tau)[points[taken].astype(np.int64)]
        taken = taken[(chapters == chapters[:, :1]).all(axis=1)]
    taken = taken[sampled(len(taken), rows)]
    if at_most is not None:
        taken = taken[_seldom(points[taken], at_most)]
    once = np.ones(len(taken), dtype=np.int64)
    tuples, tuple_of = Tuples.from_points(columns, [domain] * len(columns), points[taken], once)
    if not persons:
        return tuples
    patients = np.array([row["patient_nbr"] for row in encounters(folder)])[taken]
    numbers = np.unique(patients, return_inverse=True)[1]
    return replace(tuples, persons=Persons.from_cells(tuple_of, numbers, once, len(tuples)))


def _seldom(points: np.ndarray, at_most: int) -> list[int]:
    """Numbers of rows, taken in random order as long as none of their values has been taken so often."""
    taken: list[Counter[float]] = [Counter() for _ in points.T]
    rows = []
    for i in np.random.default_rng(0).permutation(len(points)).tolist():
        values = points[i].tolist()
        if all(seen[value] < at_most for seen, value in zip(taken, values, strict=True)):
            rows.append(i)
            for seen, value in zip(taken, values, strict=True):
                seen[value] += 1
    return rows


def diagnosis_points(domain: Nominal, rows: Sequence[dict[str, str]], columns: Sequence[str]) -> np.ndarray:
    """Codes of diagnoses as points of a domain, a column each."""
    points = np.empty((len(rows), len(columns)))
    for j, column in enumerate(columns):
        texts = [row[column] for row in rows]
        known = sorted(set(texts) - {MISSING})
        concept_of = map_values(domain.taxonomy, known, suggestions=0).concept_of
        place = dict(zip(known, domain.encode([concept_of[code] for code in known]), strict=True))
        place[MISSING] = domain.encode([None])[0]
        points[:, j] = [place[code] for code in texts]
    return points


def _chapters(tau: Taxonomy) -> np.ndarray:
    """The child of the root above each concept, the root's own number for the root."""
    above = np.zeros(len(tau), dtype=np.int64)
    for number, concept in enumerate(tau.concepts):
        parents = [tau.number(parent) for parent in tau.parents(concept)]
        if parents:
            above[number] = number if parents[0] == 0 else above[parents[0]]
    return above


@cache
def mimic(folder: Path, measure: str = "wu-palmer") -> Tuples:
    """Every procedure of the MIMIC-III demo with the first diagnosis of its admission: two taxonomies.

    Procedures are grouped by the first two and three digits of their codes, as ICD-9-CM volume 3 does.
    """
    demo = folder / "mimic3_demo"
    first = {
        row["HADM_ID"]: row["ICD9_CODE"] for row in records_of(demo / "DIAGNOSES_ICD.csv") if row["SEQ_NUM"] == "1"
    }
    done = [row for row in records_of(demo / "PROCEDURES_ICD.csv") if first.get(row["HADM_ID"])]
    every = [row["ICD9_CODE"] for row in records_of(demo / "D_ICD_PROCEDURES.csv")]
    codes = sorted({*every, *(row["ICD9_CODE"] for row in done)})
    diagnoses = Nominal(icd9(folder), measure=measure)
    procedures = Nominal(taxonomy_from_prefixes(codes, (2, 3)), measure=measure)
    pairs = [{"diagnosis": first[row["HADM_ID"]], "procedure": row["ICD9_CODE"]} for row in done]
    left = diagnosis_points(diagnoses, pairs, ["diagnosis"])
    right = procedures.encode([row["procedure"] for row in pairs])
    points = np.column_stack([left, right])
    counts = np.ones(len(points), dtype=np.int64)
    return Tuples.from_points(("diagnosis", "procedure"), [diagnoses, procedures], points, counts)[0]


def on_measure(tuples: Tuples, measure: str) -> Tuples:
    """The same tuples in domains of another measure; ``equality`` sees nothing of the ontology."""
    domains: dict[int, Nominal] = {}
    for column in tuples.columns:
        domains.setdefault(id(column.domain), replace(column.domain, measure=measure))
    columns = (replace(column, domain=domains[id(column.domain)]) for column in tuples.columns)
    return replace(tuples, columns=tuple(columns))


def sampled(size: int, rows: int | None) -> np.ndarray:
    """A fixed random part of the rows, or all of them."""
    every = np.arange(size)
    return every if rows is None else np.random.default_rng(0).choice(every, min(rows, size), replace=False)
