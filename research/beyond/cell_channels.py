"""What epsilon buys: the enumerated channels of `exponential` over the chapters of ICD-10-CM."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.methods.exponential import certify, expected_unchanged, public_set
from kinonym.methods.exponential.certified_channel import largest_rate
from kinonym.methods.exponential.public import PublicSet
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Column
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, single_readings

__all__ = ["EVERY", "EXPERIMENT", "WORST"]

MECHANISMS = ("exponential", "permute-and-flip")
EPSILONS = (1, 4, 8)
NARROW = {"3": "3, blood (409 concepts)", "16": "16, perinatal (578 concepts)"}
CHAPTERS = 22
EVERY = "every chapter of ICD-10-CM, ε = 4"
CONCEPTS, WORST, UNCHANGED = "concepts", "worst log-ratio", "cells unchanged"
TIGHT, RATE = "cells unchanged, tight", "rate, tight"


@cache
def _icd10() -> Taxonomy:
    return ontologies.load("icd10cm")


def chapter(name: str) -> PublicSet:
    """All concepts of a chapter are public."""
    column = Column("code", Nominal(_icd10(), name), np.zeros(1))
    return public_set(column, {"code": name}, missing=False)


def enumerated(_folder: Path, number: int) -> list[Reading]:
    """One chapter: whether the channel keeps its epsilon, and what is left of a cell."""
    public = chapter(str(number))
    kept = certify(public, 4.0, "exponential")
    figures = {
        CONCEPTS: float(len(public)),
        WORST: kept.worst,
        UNCHANGED: expected_unchanged(public, 4.0, "exponential"),
    }
    return single_readings(EVERY, f"chapter {number}", 0, figures)


def bought(_folder: Path, name: str, mechanism: str) -> list[Reading]:
    """One mechanism on a narrow chapter, as published and with all of epsilon spent."""
    public = chapter(name)
    readings: list[Reading] = []
    for epsilon in EPSILONS:
        rate = float(largest_rate(public, Fraction(epsilon), mechanism))
        figures = {
            WORST: certify(public, float(epsilon), mechanism).worst,
            UNCHANGED: expected_unchanged(public, float(epsilon), mechanism),
            TIGHT: expected_unchanged(public, rate, mechanism),
            RATE: rate,
        }
        readings += single_readings(NARROW[name], mechanism, epsilon, figures)
    return readings


EXPERIMENT = Experiment(
    title="What epsilon buys",
    shows="beyond the papers: channels of `exponential`, enumerated; nothing in them is random",
    needs=(),
    parts=(
        *(Part(name=f"chapter {number}", run=enumerated, settings={"number": number})
          for number in range(1, CHAPTERS + 1)),
        *(Part(name=f"{name} {mechanism}", run=bought, settings={"name": name, "mechanism": mechanism})
          for name in NARROW
          for mechanism in MECHANISMS),
    ),
    tables=(
        Table(title="Size of every chapter", data=EVERY, figures=(CONCEPTS,), digits=0),
        Table(title="Every chapter", data=EVERY, figures=(WORST, UNCHANGED)),
        *(Table(title=figure, data=data, figures=(figure,)) for data in NARROW.values()
          for figure in (WORST, UNCHANGED, TIGHT, RATE)),
    ),
    figures=(
        Figure(name="unchanged", title="Cells unchanged, all of ε spent", figure=TIGHT, x="ε", y="share of cells"),
    ),
)  # fmt: skip
