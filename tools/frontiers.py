"""Measure the tables and pictures "On three tables" of docs/which-method.md and write them there.

    python tools/frontiers.py [DATA]

DATA is the folder of the evaluation data, ../shared/data by default. Seeds are fixed; it takes some minutes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
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
IMAGES = ROOT / "docs" / "images"
GROUPING: tuple[dict[str, Any], ...] = (
    {"name": "sa-mdav", "refine": True},
    {"name": "sa-mdav"},
    {"name": "mdav", "refine": True},
    {"name": "recode"},
    {"name": "generalise", "scheme": "local"},
    {"name": "suppress"},
    {"name": "record-swap"},
)
SIZES, ALPHAS = (5,), (0.3,)
METHODS: tuple[dict[str, Any], ...] = (
    *({**method, "k": k} for method in GROUPING for k in SIZES),
    *({"name": "noise", "alpha": alpha} for alpha in ALPHAS),
)


def tables(data: Path) -> Iterator[tuple[str, str, Any, Any]]:
    """Name, title, table and recipe of each."""
    made = discharges(5_000, generator(4))
    yield "demo", "Demo: 5,000 made-up discharges, five columns; ICD-10-CM, WordNet, M49, ages", pa.table(made), RECIPE
    adult = read_table(data / "adult_arx" / "adult.csv", delimiter=";").table
    yield (
        "adult",
        "Adult: 30,162 records, occupation and native country; WordNet",
        adult,
        ROOT / "examples" / "adult" / "recipe.toml",
    )
    visits = read_table(data / "diabetes130" / "diabetic_data.csv.gz").table.select(["diag_1", "diag_2"])
    known = pc.and_(pc.not_equal(visits["diag_1"], "?"), pc.not_equal(visits["diag_2"], "?"))
    some = visits.filter(known).take(list(range(0, 100_000, 20)))
    column = {"role": "quasi", "ontology": str((data / "ontologies" / "icd9cm_2015.csv").resolve())}
    recipe = {"columns": {"diag_1": column, "diag_2": column}, "method": {"name": "sa-mdav", "k": 5}}
    title = "Diabetes 130: 5,000 of the encounters, first and second diagnosis; ICD-9-CM"
    yield "diabetes", title, some, recipe


def measure_table(name: str, title: str, table: Any, recipe: Any) -> str:  # noqa: ANN401
    """The picture and the table of one data set, the least loss first."""
    measured = kn.compare(table, recipe, methods=METHODS, seed=1, workers=1)
    place = IMAGES / f"frontier-{name}.svg"
    measured.plot.frontier().save(place)
    middle = [p for p in measured.points if p.loss is not None and (p["k"] == 5 or p["alpha"] == 0.3)]
    rows = [
        f"| {point.label.replace('True', 'true')} | {point['loss']:.2f} % | {point['risk']:.1%} "
        f"| {'' if _beaten(point, middle) else 'yes'} |"
        for point in sorted(middle, key=lambda p: float(p["loss"]))
    ]
    head = "| setting | loss L | strongest attacker | on the front |\n|---|---|---|---|"
    return f"![{title}](images/{place.name})\n\n**{title}**\n\n{head}\n" + "\n".join(rows) + "\n"


def _beaten(point: Any, others: Sequence[Any]) -> bool:  # noqa: ANN401
    """Whether another point is as good in both figures and better in one."""
    own = point["loss"], point["risk"]
    figures = ((other["loss"], other["risk"]) for other in others)
    return any(loss <= own[0] and risk <= own[1] and (loss, risk) != own for loss, risk in figures)


def main(data: str = str(ROOT.parent / "shared" / "data")) -> None:
    """Measure, print, write."""
    measured = []
    for name, title, table, recipe in tables(Path(data)):
        measured.append(measure_table(name, title, table, recipe))
        print(measured[-1], flush=True)
    text = "\n".join(measured)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PLACE.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
