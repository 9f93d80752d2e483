"""What scenarios save: three attackers who know four columns each, against k for all columns together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import kinonym as kn
from kinonym.files.table_stream import read_table
from kinonym.metrics.utility import measure_part_loss
from kinonym.recipe import Recipe
from research.data.wide_tables import INTENSIVE_CARE, SURVEY, make_intensive_care, make_survey
from research.experiment import Experiment, Part, Table
from research.reading import SECONDS, Reading, single_readings

__all__ = ["EXPERIMENT"]

ADULT = "Adult, 9 columns"
K = 5
LOSS = "L of the known columns, %"
KNOWN: dict[str, dict[str, Sequence[str]]] = {
    ADULT: {
        "neighbour": ("age", "sex", "race", "marital-status"),
        "employer": ("age", "sex", "education", "occupation"),
        "authority": ("sex", "native-country", "workclass", "marital-status"),
    },
    SURVEY: {
        "neighbour": ("age", "sex", "region", "household"),
        "colleague": ("age", "sex", "occupation", "education"),
        "authority": ("region", "born_in", "income", "age"),
    },
    INTENSIVE_CARE: {
        "neighbour": ("age", "sex", "origin", "height"),
        "staff": ("age", "hospital", "unit", "illness"),
        "insurer": ("age", "sex", "illness", "second_illness"),
    },
}
METHODS: dict[str, dict[str, Any]] = {
    "sa-mdav": {"name": "sa-mdav"},
    "mdav": {"name": "mdav"},
    "generalise, local": {"name": "generalise", "scheme": "local"},
    "suppress": {"name": "suppress"},
}
ALL, UNION, SCENARIOS = "k for all columns", "k for the columns that anyone knows", "three scenarios"


@cache
def loaded(folder: Path, data: str) -> tuple[Any, Mapping[str, Mapping[str, Any]]]:
    """The table, and what its columns mean."""
    if data == ADULT:
        table = read_table(folder / "adult_arx" / "adult.csv", delimiter=";").table
        columns = {name: {"ontology": f"adult_arx/adult_hierarchy_{name}.csv"} for name in table.column_names}
        return table, columns
    return make_survey() if data == SURVEY else make_intensive_care()


def recipe_of(folder: Path, data: str, method: str, form: str) -> Recipe:
    """Mask all columns, those that anyone knows, or the same by scenario; the others are released unmasked."""
    columns = loaded(folder, data)[1]
    anyone = {name for known in KNOWN[data].values() for name in known}
    masked = set(columns) if form == ALL else anyone
    given: dict[str, Any] = {
        "columns": {n: {**c, "role": "quasi"} if n in masked else {"role": "other"} for n, c in columns.items()},
        "method": {**METHODS[method], "k": K},
        "release": {"accept_unique": True, "confirm": list(columns)},
        "folder": folder,
    }
    if form == SCENARIOS:
        given["scenario"] = [{"name": name, "knows": list(known)} for name, known in KNOWN[data].items()]
    return Recipe.model_validate(given)


def compared(folder: Path, data: str, method: str) -> list[Reading]:
    """Mask in the three ways; L is that of the columns that anyone knows, in each of them."""
    table, readings = loaded(folder, data)[0], list[Reading]()
    anyone = {name for known in KNOWN[data].values() for name in known}
    for form in (ALL, UNION, SCENARIOS):
        recipe = recipe_of(folder, data, method, form)
        kn.mask(table.slice(0, 200), recipe, seed=1)  # loads ontologies, compiles kernels
        start = process_time()
        result = kn.mask(table, recipe, seed=1)
        seconds = process_time() - start
        figures = {LOSS: measure_part_loss(result.plan, anyone), SECONDS: seconds}
        readings += single_readings(f"{data}: {method}", form, K, figures)
    return readings


EXPERIMENT = Experiment(
    title="What scenarios save",
    shows="beyond the papers: several attackers who know few columns each, instead of one who knows all",
    needs=("adult", "icd9"),
    parts=tuple(
        Part(name=f"{data}: {method}", run=compared, settings={"data": data, "method": method})
        for data in KNOWN
        for method in METHODS
    ),
    tables=tuple(
        Table(title=f"{data}, {method}, k = {K}", figures=(LOSS, SECONDS), data=f"{data}: {method}", digits=1)
        for data in KNOWN
        for method in METHODS
    ),
    figures=(),
)
