"""Measure the tables "On three tables" of docs/which-method.md and write them there.

    python tools/frontiers.py [DATA]

DATA is the folder of the evaluation data, ../shared/data by default. Seeds are fixed; it takes some minutes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

import kinonym as kn
from kinonym.demo.records import RECIPE, discharges
from kinonym.files.table_stream import read_table
from kinonym.random import generator

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "which-method.md"
PLACE = re.compile(r"(<!-- frontiers -->\n).*?(<!-- end of frontiers -->)", re.DOTALL)
METHODS: tuple[dict[str, Any], ...] = (
    {"name": "sa-mdav", "k": 5, "refine": True},
    {"name": "sa-mdav", "k": 5},
    {"name": "mdav", "k": 5, "refine": True},
    {"name": "recode", "k": 5},
    {"name": "generalise", "k": 5, "scheme": "local"},
    {"name": "suppress", "k": 5},
    {"name": "record-swap", "k": 5},
    {"name": "noise", "alpha": 0.3},
)


def tables(data: Path) -> Iterator[tuple[str, Any, Any]]:
    """Title, table and recipe of each."""
    made = discharges(5_000, generator(4))
    yield "Demo: 5,000 made-up discharges, five columns; ICD-10-CM, WordNet, M49, ages", pa.table(made), RECIPE
    adult = read_table(data / "adult_arx" / "adult.csv", delimiter=";").table
    yield (
        "Adult: 30,162 records, occupation and native country; WordNet",
        adult,
        ROOT / "examples" / "adult" / "recipe.toml",
    )
    visits = read_table(data / "diabetes130" / "diabetic_data.csv.gz").table.select(["diag_1", "diag_2"])
    known = pc.and_(pc.not_equal(visits["diag_1"], "?"), pc.not_equal(visits["diag_2"], "?"))
    some = visits.filter(known).take(list(range(0, 100_000, 20)))
    column = {"role": "quasi", "ontology": str((data / "ontologies" / "icd9cm_2015.csv").resolve())}
    recipe = {"columns": {"diag_1": column, "diag_2": column}, "method": {"name": "sa-mdav", "k": 5}}
    yield "Diabetes 130: 5,000 of the encounters, first and second diagnosis; ICD-9-CM", some, recipe


def told(title: str, table: Any, recipe: Any) -> str:  # noqa: ANN401
    """The table of one data set, the least loss first."""
    found = kn.compare(table, recipe, methods=METHODS, seed=1, workers=1)
    points = sorted((p for p in found.points if p.loss is not None), key=lambda p: float(p["loss"] or 0.0))
    rows = [
        f"| {point.label.replace('True', 'true')} | {point['loss']:.2f} % | {point['risk']:.1%} "
        f"| {'yes' if point in found.pareto else ''} |"
        for point in points
    ]
    head = "| setting | loss L | strongest attacker | on the front |\n|---|---|---|---|"
    return f"**{title}**\n\n{head}\n" + "\n".join(rows) + "\n"


def main(data: str = str(ROOT.parent / "shared" / "data")) -> None:
    """Measure, print, write."""
    measured = []
    for title, table, recipe in tables(Path(data)):
        measured.append(told(title, table, recipe))
        print(measured[-1], flush=True)
    text = "\n".join(measured)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PLACE.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
