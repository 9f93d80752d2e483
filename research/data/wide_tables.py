"""Made-up tables with many columns: a survey of 40 columns, and stays in intensive care with 33.

Each row is drawn from one of a few kinds of people, so that columns depend on each other, with noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["INTENSIVE_CARE", "SURVEY", "make_intensive_care", "make_survey"]

SURVEY, INTENSIVE_CARE = "survey, 40 columns", "intensive care, 33 columns"
JOBS = ("nurse", "midwife", "surgeon", "dentist", "plumber", "welder", "carpenter", "electrician", "teacher", "lawyer",
        "judge", "accountant", "baker", "cook", "waiter", "farmer", "driver", "programmer", "journalist", "painter",
        "librarian", "chemist", "biologist", "economist")  # fmt: skip
COUNTRIES = ("Spain", "France", "Portugal", "Italy", "Germany", "Poland", "Morocco", "Algeria", "Peru", "Chile",
             "Mexico", "India", "China", "Japan")  # fmt: skip
ILLNESSES = ("428.0", "486", "518.81", "038.9", "584.9", "410.71", "414.01", "427.31", "250.13", "291.81", "507.0",
             "434.91", "430", "431", "577.0", "571.2", "578.9", "560.9", "997.31", "998.59", "493.92", "491.21",
             "415.19", "441.01", "348.5", "780.39", "276.1", "276.51", "285.1", "599.0")  # fmt: skip
ANSWERS = ("never", "rarely", "sometimes", "often", "always")


def make_survey(rows: int = 5_000, *, seed: int = 32) -> tuple[pa.Table, dict[str, Any]]:
    """A survey with its recipe: who somebody is in 8 columns, and 32 answers on five levels."""
    draw = _Draws(rows, 6, seed)
    cells: dict[str, list[str]] = {
        "age": draw.numbers(18, 90, spread=9),
        "sex": draw.words(("female", "male"), 1.0),
        "region": draw.words([f"region {i}" for i in range(1, 13)], 1.5),
        "occupation": draw.words(JOBS, 1.2),
        "born_in": draw.words(COUNTRIES, 0.5),
        "household": draw.numbers(1, 7, spread=1),
        "education": draw.words(("none", "primary", "secondary", "vocational", "university"), 1.0),
        "income": draw.numbers(0, 30, spread=3),
    }
    cells |= {f"answer_{i}": draw.words(ANSWERS, 1.0) for i in range(1, 33)}
    columns: dict[str, dict[str, Any]] = {
        "age": {"type": "numeric"}, "sex": {}, "region": {}, "occupation": {"ontology": "wordnet"},
        "born_in": {"ontology": "m49"}, "household": {"type": "numeric"}, "education": {},
        "income": {"type": "numeric"},
    } | {f"answer_{i}": {"type": "ordinal", "order": list(ANSWERS)} for i in range(1, 33)}  # fmt: skip
    return pa.table(cells), columns


def make_intensive_care(rows: int = 3_000, *, seed: int = 33) -> tuple[pa.Table, dict[str, Any]]:
    """Stays in intensive care with their recipe: 9 columns about the person and the stay, 24 measurements."""
    draw = _Draws(rows, 5, seed)
    cells: dict[str, list[str]] = {
        "age": draw.numbers(18, 89, spread=10),
        "sex": draw.words(("female", "male"), 1.0),
        "origin": draw.words(("African", "Asian", "European", "Hispanic", "Native", "other"), 0.5),
        "hospital": draw.words([f"hospital {i}" for i in range(1, 25)], 2.0),
        "unit": draw.words(("cardiac", "general", "medical", "neurological", "surgical", "trauma"), 0.6),
        "illness": draw.words(ILLNESSES, 1.0),
        "second_illness": draw.words(ILLNESSES, 1.5),
        "height": draw.numbers(140, 205, spread=8),
        "weight": draw.numbers(40, 160, spread=12),
    }
    cells |= {f"measurement_{i}": draw.numbers(0, 60, spread=6) for i in range(1, 25)}
    icd = {"ontology": "ontologies/icd9cm_2015.csv"}
    columns: dict[str, dict[str, Any]] = {
        "age": {"type": "numeric"}, "sex": {}, "origin": {}, "hospital": {}, "unit": {}, "illness": icd,
        "second_illness": icd, "height": {"type": "numeric"}, "weight": {"type": "numeric"},
    } | {f"measurement_{i}": {"type": "numeric"} for i in range(1, 25)}  # fmt: skip
    return pa.table(cells), columns


class _Draws:
    """Columns of people of a few kinds."""

    def __init__(self, rows: int, kinds: int, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._kind = self._rng.choice(kinds, size=rows, p=self._rng.dirichlet(np.full(kinds, 4.0)))
        self._kinds = kinds

    def words(self, values: tuple[str, ...] | list[str], evenness: float) -> list[str]:
        """Words that each kind has with other chances; the more even, the less they say about the kind."""
        chances = np.vstack([self._rng.dirichlet(np.full(len(values), evenness)) for _ in range(self._kinds)])
        drawn = self._rng.random(len(self._kind))[:, None] > np.cumsum(chances, axis=1)[self._kind]
        return [values[min(i, len(values) - 1)] for i in drawn.sum(axis=1).tolist()]

    def numbers(self, least: int, most: int, *, spread: float) -> list[str]:
        """Whole numbers around a middle that each kind has."""
        middle = self._rng.uniform(least + spread, most - spread, self._kinds)[self._kind]
        drawn = self._rng.normal(middle, spread).round()
        return [str(int(x)) for x in np.clip(drawn, least, most)]
