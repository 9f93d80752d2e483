"""M table 4: how well each measure agrees with people's ratings of pairs of words."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.measures import MEASURES, VARIANTS, measure_named, missing_needs
from kinonym.measures.feature import RodriguezEgenhofer
from kinonym.operators.word_pairs import word_similarity
from research.data.files import lines
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, single_readings

__all__ = ["EXPERIMENT"]

PRINTED = {("chord", "smile"): ("cord", "smile", 0.02), ("graveyard", "madhouse"): ("graveyard", "madhouse", 0.42)}
"""RG-65 as published where its copies differ from it."""
SETS = {"RG-65": "EN-RG-65.txt", "MC-30": "EN-MC-30.txt", "SimLex-999, nouns": "EN-SIMLEX-999.txt"}
SIMLEX_NOUNS = slice(111, 777)
"""Of its 999 pairs 111 are adjectives, 666 nouns and 222 verbs, in this order."""
SPECS = [
    spec
    for name in MEASURES
    for spec in ([f"{name}+{each}" for each in VARIANTS[name][1]] if name in VARIANTS else [name])
]


def agreement(folder: Path) -> list[Reading]:
    """Pearson correlation with the mean judgement, best pair of senses."""
    taxonomy = ontologies.load("wordnet")
    measures = {spec: measure_named(spec) for spec in SPECS}
    measures["rodriguez-egenhofer, without parts"] = RodriguezEgenhofer(parts=0)
    readings = []
    for name, file in SETS.items():
        rows = [line.split() for line in lines(folder / "wordsim" / file)]
        rows = rows[SIMLEX_NOUNS] if "SimLex" in name else rows
        pairs = [PRINTED.get((a, b), (a, b, float(score))) for a, b, score in rows]
        people = [score for *_, score in pairs]
        for spec, measure in measures.items():
            if missing_needs(measure, taxonomy):
                continue
            here = [word_similarity(taxonomy, a, b, measure) for a, b, _ in pairs]
            readings += single_readings(name, spec, 0, {"Pearson": float(np.corrcoef(here, people)[0, 1])})
    return readings


EXPERIMENT = Experiment(
    title="Measures and people",
    shows="M table 4",
    needs=("words",),
    parts=(Part(name="agreement", run=agreement),),
    tables=(Table(title="Pearson correlation with human judgement", figures=("Pearson",)),),
    figures=(Figure(name="people", title="Agreement with people", figure="Pearson", y="Pearson correlation"),),
)
