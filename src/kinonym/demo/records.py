"""Made-up hospital discharge records for the demo, and the recipe that masks them.

The probabilities live in `kinonym.demo.tables`; the command that shows the result in `kinonym.cli`.
"""

from __future__ import annotations

import csv
import io

import numpy as np
from numpy.typing import NDArray

from kinonym.demo.tables import COMORBIDITIES, OCCUPATIONS, PRINCIPALS, REGIONS
from kinonym.errors import UsageError

__all__ = ["RECIPE", "discharges", "discharges_csv", "recipe_for"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

RECIPE = """\
# Discharge records of a made-up hospital: what identifies a person, and what to do about it.
[table]
person = "patient_id"          # some patients come back: 5 different persons in every group, not 5 records

[columns.record_id]
role = "identifier"            # never written

[columns.patient_id]
role = "identifier"

[columns.principal_diagnosis]
role = "quasi"
type = "nominal"
ontology = "icd10cm"

[columns.secondary_diagnosis]
role = "quasi"
type = "nominal"
ontology = "icd10cm"

[columns.occupation]
role = "quasi"
type = "nominal"
ontology = "wordnet"
root = "person.n.01"           # the sense of each word is looked for below this concept

[columns.region]
role = "quasi"
type = "nominal"
ontology = "m49"

[columns.age]
role = "quasi"
type = "numeric"
precision = 0

[columns.length_of_stay]
role = "other"

[columns.outcome]
role = "confidential"
type = "plain"

[release]
accept_unique = true           # with length_of_stay and outcome more than half of the rows point to one person

[method]
name = "sa-mdav"
k = 5
"""


def recipe_for(records: int) -> str:
    """The recipe of a demo with this number of records; refined where that takes only seconds."""
    from kinonym.methods.refine import QUICKLY_REFINED

    return RECIPE + ("refine = true\n" if records <= QUICKLY_REFINED else "")


# Of 100 secondary diagnoses this many have nothing to do with the principal one.
_UNRELATED = 0.06
# Of 100 records this many are those of patients who were there before, and this many of these have the same second one.
_RETURNS = 0.15
_STILL = 0.6


def discharges(n: int, rng: np.random.Generator) -> dict[str, list[str]]:
    """Draw ``n`` discharge records, column name → texts; the same generator state gives the same records.

    Examples
    --------
    >>> table = discharges(3, np.random.default_rng(0))
    >>> list(table)[:5], {len(column) for column in table.values()}
    (['record_id', 'patient_id', 'principal_diagnosis', 'secondary_diagnosis', 'occupation'], {3})
    """
    if n < 0:
        msg = f"the number of records must not be negative, but is {n}"
        raise UsageError(msg, hint="--records 5000")
    codes = np.array([p.code for p in PRINCIPALS])
    principal = rng.choice(len(codes), size=n, p=_normalise([p.weight for p in PRINCIPALS]))
    patient = _patients(codes[principal], rng)
    principal = principal[patient]
    age = _ages(principal, rng)[patient]
    days = _days(principal, age, rng)
    returned = np.bincount(patient, minlength=n)[patient] > 1
    outcome = _outcomes(principal, age, days, rng)
    return {
        "record_id": [f"D{number:07d}" for number in (rng.permutation(n) + 1).tolist()],
        "patient_id": [f"P{number:06d}" for number in (rng.permutation(n) + 1)[patient].tolist()],
        "principal_diagnosis": codes[principal].tolist(),
        "secondary_diagnosis": _same_again(_secondary(principal, age, rng), patient, rng).tolist(),
        "occupation": _occupations(age, rng)[patient].tolist(),
        "region": rng.choice(REGIONS, size=n, p=_falling(len(REGIONS), 1.9))[patient].tolist(),
        "age": [str(a) for a in age.tolist()],
        "length_of_stay": [str(d) for d in days.tolist()],
        "outcome": np.where(returned & (outcome == "died"), "home care", outcome).tolist(),
    }


def discharges_csv(columns: dict[str, list[str]]) -> str:
    """The records as the text of a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def _normalise(weights: list[float]) -> Floats:
    total = sum(weights)
    return np.array([weight / total for weight in weights])


def _falling(size: int, power: float) -> Floats:
    """Zipf's law: the weight of the r-th is r^-power."""
    return _normalise([rank**-power for rank in range(1, size + 1)])


def _patients(codes: NDArray[np.str_], rng: np.random.Generator) -> Ints:
    """The first record of each record's patient: some come back for the same reason, a few again and again."""
    first = np.arange(len(codes))
    birth = np.char.startswith(codes, "O") | np.char.startswith(codes, "Z38")
    others = rng.permutation(np.flatnonzero(~birth))
    back, once = others[: int(_RETURNS * len(codes))], others[int(_RETURNS * len(codes)) :]
    if len(back) and len(once):
        first[back] = rng.choice(once, size=len(back), p=_falling(len(once), 0.5))
    return first


def _same_again(secondary: NDArray[np.str_], patient: Ints, rng: np.random.Generator) -> NDArray[np.str_]:
    """Most of those who come back still have what they had."""
    return np.where(rng.random(len(patient)) < _STILL, secondary[patient], secondary)


def _ages(principal: Ints, rng: np.random.Generator) -> Ints:
    low, mode, high = np.array([p.ages for p in PRINCIPALS])[principal].T
    drawn: Floats = rng.triangular(low, mode + 0.5, high + 1)
    return drawn.astype(np.int64)


def _secondary(principal: Ints, age: Ints, rng: np.random.Generator) -> NDArray[np.str_]:
    """One of the principal's own, the first most often; for some grown-ups a common comorbidity."""
    secondary_codes = [p.secondary.split() for p in PRINCIPALS]
    # Each principal's cumulated weights lie in (i, i + 1], so that one search serves all records.
    edges = np.concatenate([i + np.cumsum(_falling(len(codes), 1.1)) for i, codes in enumerate(secondary_codes)])
    last = np.cumsum([len(codes) for codes in secondary_codes]) - 1
    edges[last] = np.arange(1, len(secondary_codes) + 1)
    position = np.searchsorted(edges, principal + rng.random(len(principal)), side="right")
    related = np.array([code for codes in secondary_codes for code in codes])[position]
    common = np.array(COMORBIDITIES.split())
    drawn = rng.choice(common, size=len(principal), p=_falling(len(common), 0.8))
    codes = np.array([p.code for p in PRINCIPALS])[principal]
    birth = np.char.startswith(codes, "O") & (codes != "O21.0")
    unrelated = (rng.random(len(principal)) < _UNRELATED) & (age >= 40) & ~birth & (drawn != codes)
    return np.where(unrelated, drawn, related)


def _occupations(age: Ints, rng: np.random.Generator) -> NDArray[np.str_]:
    """What people of an age do: grow, learn, work, rest."""
    work = rng.choice(OCCUPATIONS, size=len(age), p=_falling(len(OCCUPATIONS), 0.8))
    chance = rng.random(len(age))
    stages = [
        (age < 1, "neonate"),
        (age < 3, "toddler"),
        (age < 6, "preschooler"),
        (age < 16, "schoolchild"),
        ((age < 18) & (chance < 0.9), "schoolchild"),
        ((age >= 18) & (age < 26) & (chance < 0.45), "college student"),
        ((age < 22) & (chance < 0.6), "apprentice"),
        ((age >= 66) & (chance < 0.85), "pensioner"),
        ((age >= 60) & (chance < 0.2), "pensioner"),
    ]
    return np.select([when for when, _ in stages], [np.array(stage) for _, stage in stages], default=work)


def _days(principal: Ints, age: Ints, rng: np.random.Generator) -> Ints:
    """Skewed to the right, and longer for the old."""
    median = np.array([p.days for p in PRINCIPALS])[principal] * (1 + np.maximum(age - 65, 0) / 100)
    return np.maximum(np.rint(median * np.exp(rng.normal(0, 0.5, len(age)))), 1).astype(np.int64)


def _outcomes(principal: Ints, age: Ints, days: Ints, rng: np.random.Generator) -> NDArray[np.str_]:
    """Where the patient went: dying grows with age, care elsewhere with age and stay."""
    oldest = np.array([p.ages[2] for p in PRINCIPALS])[principal]
    dying = np.array([p.deaths for p in PRINCIPALS])[principal]
    frail = np.clip((age - 60) / 40, 0, 1)
    grown = age >= 16
    chances = {
        "died": dying * ((age + 1) / (oldest + 1)) ** 2,
        "home care": 0.15 * frail,
        "rehabilitation": 0.02 * grown * np.minimum(days / 10, 2) + 0.08 * frail,
        "nursing home": 0.12 * frail**2,
        "other hospital": np.full(len(age), 0.015),
        "left early": 0.008 * grown,
    }
    drawn = rng.random(len(age)) < np.cumsum(list(chances.values()), axis=0)
    return np.select(list(drawn), [np.array(outcome) for outcome in chances], default=np.array("home"))
