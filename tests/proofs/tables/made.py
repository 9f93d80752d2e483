"""Tables in the shapes in which offices have them, made by chance: a few hundred rows each, nobody's data.

A table is a function from a generator and a row number to a row. What each column is stands in ``key.csv``, which was
written by hand before any of these tables was drafted.
"""

from __future__ import annotations

import datetime as dt
import random
import uuid
from collections.abc import Callable

__all__ = ["NO_LABELS", "OLD_CODES", "TABLES", "table"]

Row = dict[str, str]
Make = Callable[[random.Random, int], Row]

TABLES: dict[str, tuple[int, Make]] = {}
ICD = {
    "I10": "Essential hypertension", "E11.9": "Type 2 diabetes", "J45.909": "Asthma", "M54.5": "Low back pain",
    "C50.911": "Cancer of the breast", "K35.80": "Appendicitis", "N39.0": "Infection of the urinary tract",
    "F32.9": "Depression", "J18.9": "Pneumonia", "S72.001A": "Broken hip",
}  # fmt: skip
OLD_CODES = ("250.00", "250.01", "401.1", "401.9", "486", "493.90", "493.92", "540.9")
JOBS = [
    "nurse",
    "teacher",
    "plumber",
    "lawyer",
    "baker",
    "carpenter",
    "electrician",
    "butcher",
    "farmer",
    "waiter",
    "cook",
    "secretary",
]
COUNTRIES = [
    "Germany",
    "France",
    "Spain",
    "Italy",
    "Poland",
    "Austria",
    "Portugal",
    "Greece",
    "Denmark",
    "Norway",
    "Mexico",
    "Canada",
]
TOWNS = {"Celle": "DE", "Aalen": "DE", "Goslar": "DE", "Colmar": "FR", "Vichy": "FR", "Zug": "CH", "Chur": "CH"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NO_LABELS = """\
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix t: <http://example.org/trait#> .
t:Trait a owl:Class .
""" + "".join(
    f"t:{child} a owl:Class ; rdfs:subClassOf t:{parent} .\n"
    for parent, children in {
        "Trait": ("HeadTrait", "LimbTrait"),
        "HeadTrait": ("LargeHead", "SmallHead", "WideNose"),
        "LimbTrait": ("LongFinger", "ShortFinger", "WideHand"),
    }.items()
    for child in children
)  # fmt: skip


def made(rows: int) -> Callable[[Make], Make]:
    """Put a table into `TABLES` under the name of its function."""

    def add(make: Make) -> Make:
        TABLES[make.__name__] = rows, make
        return make

    return add


def table(name: str) -> list[Row]:
    """The rows of a table, always the same."""
    rows, make = TABLES[name]
    draw = random.Random(name)
    return [make(draw, i) for i in range(rows)]


def day(draw: random.Random, years: int = 2, first: int = 2018) -> dt.date:
    """A day within some years."""
    return dt.date(first, 1, 1) + dt.timedelta(days=draw.randrange(365 * years))


def later(draw: random.Random, start: dt.date, most: int = 20) -> dt.date:
    """A day soon after another."""
    return start + dt.timedelta(days=draw.randrange(most))


def some(draw: random.Random, *values: str) -> str:
    """One of some values, the first ones more often."""
    return values[min(int(draw.expovariate(2.5 / len(values))), len(values) - 1)]


def number(draw: random.Random, low: int = 18, high: int = 90) -> str:
    """A whole number."""
    return str(draw.randrange(low, high))


@made(400)
def admissions(draw: random.Random, i: int) -> Row:
    start, code = day(draw), some(draw, *ICD)
    return {
        "patient_id": str(10_000 + i), "sex": draw.choice("MF"), "age": number(draw), "admitted": str(start),
        "discharged": str(later(draw, start)), "diagnosis_code": code, "diagnosis": ICD[code], "ward": draw.choice("ABC"),
    }  # fmt: skip


@made(500)
def long_diagnoses(draw: random.Random, i: int) -> Row:
    old = draw.random() < 0.5
    return {
        "subject_id": str(200 + i // 5), "hadm_id": str(90_000 + i // 3), "seq_num": str(1 + i % 3),
        "icd_code": draw.choice(OLD_CODES) if old else draw.choice(list(ICD)), "icd_version": "9" if old else "10",
    }  # fmt: skip


@made(300)
def survey(draw: random.Random, i: int) -> Row:
    likes = some(draw, "the long queue", "a friendly voice", "my daughter's help", "the cold room")
    return {
        "respondent": f"R{i:04}", "age_group": some(draw, "[30-40)", "[20-30)", "[40-50)", "[50-60)", ">60"),
        "education": some(draw, "ISCED 3", "ISCED 2", "ISCED 6"), "region": some(draw, "NW", "NE", "SW", "SE"),
        "q1": draw.choice("12345"), "q2": draw.choice("12345"),
        "comment": f"On visit {i} I remember above all {likes} and that it took {draw.randrange(200)} minutes",
    }  # fmt: skip


@made(250)
def payroll(draw: random.Random, i: int) -> Row:
    return {
        "employee_no": str(5_000 + 3 * i), "first_name": draw.choice(["Ann", "Bob", "Cleo", "Dan"]),
        "last_name": f"Name{draw.randrange(200)}", "job_title": some(draw, *JOBS),
        "salary": str(draw.randrange(20_000, 90_000)), "birth_date": str(day(draw, 40, 1955)),
    }  # fmt: skip


@made(500)
def census(draw: random.Random, i: int) -> Row:
    return {
        "age": number(draw), "workclass": some(draw, "Private", "Self-emp-inc", "State-gov", "?"),
        "marital_status": some(draw, "Never-married", "Married-civ-spouse", "Divorced", "Widowed"),
        "native_country": some(draw, *COUNTRIES), "hours_per_week": number(draw, 5, 80),
        "income": draw.choice(["<=50K", ">50K"]),
    }  # fmt: skip


@made(200)
def animals(draw: random.Random, i: int) -> Row:
    kinds = ["dog", "cat", "horse", "rabbit", "hamster", "goldfish", "canary", "tortoise", "goat"]
    return {"keeper_email": f"k{i}@example.org", "animal": some(draw, *kinds), "kept_since": str(day(draw, 12, 2008))}


@made(300)
def drugs(draw: random.Random, i: int) -> Row:
    atc = some(draw, "A10BA02", "A10BB01", "C07AB02", "C09AA05", "N02BE01", "R03AC02", "J01CA04")
    return {"case_id": str(i), "atc": atc, "dose_mg": f"{draw.uniform(1, 900):.1f}", "sex": draw.choice("mf")}


@made(300)
def jobs_isco(draw: random.Random, i: int) -> Row:
    return {"pid": f"P{i:05}", "isco": some(draw, "2221", "2341", "5120", "7115", "9112", "2211"), "age": number(draw)}


@made(240)
def firms_nace(draw: random.Random, i: int) -> Row:
    return {
        "company": f"{draw.choice(LETTERS)}{draw.choice(LETTERS)} Works No {i} Limited",
        "nace": some(draw, "01.11", "10.71", "41.20", "47.11", "62.01", "86.10"),
        "nuts": some(draw, "DE111", "DE112", "DE212", "FR101", "FR102"), "turnover": f"{draw.lognormvariate(11, 1):.2f}",
    }  # fmt: skip


@made(300)
def letters(draw: random.Random, i: int) -> Row:
    area = f"{draw.randrange(10, 14)}{draw.randrange(10)}{draw.randrange(100):02}"
    return {"postcode": area, "age": number(draw), "party": f"P{1 + draw.randrange(6)}"}


@made(300)
def units(draw: random.Random, i: int) -> Row:
    unit = "|".join(
        [draw.choice(["north", "south"]), draw.choice(["surgery", "medicine"]), f"ward {draw.randrange(6)}"]
    )
    return {"unit": unit, "age": number(draw), "outcome": some(draw, "cured", "improved", "died")}


@made(300)
def markers(draw: random.Random, i: int) -> Row:
    return {
        "mrn": f"{draw.randrange(10**8):08}", "age": draw.choice([number(draw)] * 12 + ["NA"]),
        "bmi": draw.choice([f"{draw.gauss(26, 4):.1f}"] * 12 + ["."]), "smoker": some(draw, "no", "yes", "unknown"),
        "diag": draw.choice([some(draw, *ICD)] * 15 + ["N/A"]),
    }  # fmt: skip


@made(300)
def nines(draw: random.Random, i: int) -> Row:
    return {
        "id": str(i + 1), "age": draw.choice([number(draw)] * 15 + ["999"]), "children": draw.choice("0123"),
        "income": draw.choice([str(draw.randrange(9_000, 60_000))] * 15 + ["-9"]),
    }  # fmt: skip


@made(300)
def german_dates(draw: random.Random, i: int) -> Row:
    start = day(draw)
    return {
        "Patient": f"PAT-{i:06}", "Aufnahme": f"{start:%d.%m.%Y}", "Entlassung": f"{later(draw, start):%d.%m.%Y}",
        "Geschlecht": draw.choice(["m", "w"]),
    }  # fmt: skip


@made(300)
def us_dates(draw: random.Random, i: int) -> Row:
    return {
        "member_id": str(77_000 + i),
        "visit_date": f"{day(draw):%m/%d/%Y}",
        "gender": draw.choice(["Male", "Female"]),
    }


@made(300)
def timestamps(draw: random.Random, i: int) -> Row:
    at = dt.datetime.combine(day(draw, 1), dt.time(draw.randrange(24), draw.randrange(60), draw.randrange(60)))
    key = uuid.UUID(int=draw.getrandbits(128))
    return {
        "event_uuid": str(key),
        "occurred_at": f"{at:%Y-%m-%dT%H:%M:%SZ}",
        "kind": draw.choice(["in", "out", "moved"]),
    }


@made(240)
def oracle_dates(draw: random.Random, i: int) -> Row:
    return {
        "account": str(10**9 + 7 * i),
        "opened": f"{day(draw):%d-%b-%Y}".upper(),
        "branch": draw.choice(["B1", "B2", "B3"]),
    }


@made(200)
def two_formats(draw: random.Random, i: int) -> Row:
    seen = day(draw)
    return {"id": str(i), "seen": f"{seen:%d.%m.%Y}" if i % 10 == 0 else str(seen), "sex": draw.choice("mf")}


@made(300)
def city_country(draw: random.Random, i: int) -> Row:
    town = some(draw, *TOWNS)
    return {"customer": f"C{i:05}", "city": town, "country": TOWNS[town], "amount": f"{draw.uniform(2, 900):.2f}"}


@made(200)
def phones(draw: random.Random, i: int) -> Row:
    phone = f"+49 {draw.randrange(150, 180)} {draw.randrange(10**6, 10**7)} {draw.randrange(10, 99)}"
    return {"phone": phone, "age": number(draw), "tariff": draw.choice(["S", "M", "L"])}


@made(200)
def notes(draw: random.Random, i: int) -> Row:
    complaint = some(draw, "feels dizzy in the morning", "sleeps badly since the fall", "asks for her sister every day")
    return {
        "case_number": f"{2_020_000 + i}", "note": f"The patient of room {i} {complaint} and wants to go home on day {i % 9}",
        "sex": draw.choice("mf"), "age": number(draw),
    }  # fmt: skip


@made(300)
def hashes(draw: random.Random, i: int) -> Row:
    return {
        "user_hash": f"{draw.getrandbits(128):032x}",
        "country": some(draw, *COUNTRIES),
        "clicks": str(draw.randrange(400)),
    }


@made(300)
def school(draw: random.Random, i: int) -> Row:
    return {
        "student_id": f"S{i:06}", "birth_year": number(draw, 1990, 2010), "grade": draw.choice("123456"),
        "nationality": some(draw, *COUNTRIES), "score": f"{draw.gauss(60, 15):.1f}",
    }  # fmt: skip


@made(300)
def sports(draw: random.Random, i: int) -> Row:
    kinds = ["football", "tennis", "swimming", "rowing", "cycling", "boxing", "judo", "volleyball", "basketball"]
    return {
        "member_no": str(100 + i),
        "sport": some(draw, *kinds),
        "sex": draw.choice("mf"),
        "fee": draw.choice(["10", "20"]),
    }


@made(300)
def religion(draw: random.Random, i: int) -> Row:
    faiths = ["Catholicism", "Protestantism", "Islam", "Judaism", "Buddhism", "Hinduism", "Sikhism"]
    tongues = ["German", "French", "Turkish", "Arabic", "Polish", "Russian", "Greek", "Spanish"]
    return {
        "person": f"X{i:05}",
        "religion": some(draw, *faiths),
        "language": some(draw, *tongues),
        "age": number(draw),
    }


@made(300)
def lab(draw: random.Random, i: int) -> Row:
    return {
        "sample_id": f"L{i:07}", "collected": f"{day(draw):%Y/%m/%d}", "test": draw.choice(["Na", "K", "Ca"]),
        "value": f"{draw.gauss(100, 30):.2f}",
    }  # fmt: skip


@made(250)
def hpo(draw: random.Random, i: int) -> Row:
    traits = ["LargeHead", "SmallHead", "WideNose", "LongFinger", "ShortFinger", "WideHand"]
    return {
        "proband": f"HG{i:05}",
        "phenotype": draw.choice(traits),
        "sex": draw.choice("mf"),
        "age": number(draw, 0, 18),
    }


@made(400)
def repeated_visits(draw: random.Random, i: int) -> Row:
    return {
        "patient_nbr": str(400_000 + draw.randrange(150)), "encounter_id": str(8_000_000 + i),
        "race": some(draw, "Caucasian", "AfricanAmerican", "Other", "?"), "diag_1": some(draw, *ICD),
        "readmitted": draw.choice(["NO", "<30", ">30"]),
    }  # fmt: skip


@made(250)
def vehicles(draw: random.Random, i: int) -> Row:
    kinds = ["car", "motorcycle", "truck", "bus", "van", "tractor", "bicycle", "taxi"]
    plate = f"{draw.choice(LETTERS)}-{draw.choice(LETTERS)}{draw.choice(LETTERS)} {draw.randrange(1, 9999)}"
    return {
        "licence_plate": plate,
        "vehicle": some(draw, *kinds),
        "owner_age": number(draw),
        "claims": draw.choice("012"),
    }


@made(300)
def wide_survey(draw: random.Random, i: int) -> Row:
    answers = {f"a{j}": draw.choice(["yes", "no", "rather not"]) for j in range(1, 5)}
    return {"id": str(i), "sex": draw.choice("mf"), "job": some(draw, *JOBS), **answers}


@made(300)
def foods(draw: random.Random, i: int) -> Row:
    kinds = ["bread", "cheese", "apple", "banana", "salmon", "beef", "rice", "yogurt", "chocolate", "soup"]
    return {
        "participant": f"F{i:04}", "favourite_food": some(draw, *kinds), "height_cm": number(draw, 150, 200),
        "weight_kg": f"{draw.gauss(75, 12):.1f}",
    }  # fmt: skip


@made(300)
def coded_sex(draw: random.Random, i: int) -> Row:
    code = draw.choice("12")
    return {
        "nhs_number": f"{draw.randrange(10**9, 10**10)}", "sex_code": code, "sex": {"1": "male", "2": "female"}[code],
        "dob": str(day(draw, 60, 1940)),
    }  # fmt: skip


@made(400)
def deaths(draw: random.Random, i: int) -> Row:
    causes = ["pneumonia", "influenza", "tuberculosis", "malaria", "diabetes", "leukemia", "stroke", "cholera"]
    when = day(draw, 8, 2010)
    return {
        "record_id": str(i), "date_of_death": str(when), "year_of_death": str(when.year), "cause": some(draw, *causes),
    }  # fmt: skip


@made(300)
def housing(draw: random.Random, i: int) -> Row:
    return {
        "household_id": str(31_000 + i), "rooms": draw.choice("12345"), "rent": f"{draw.gauss(800, 200):.2f}",
        "district": some(draw, "Mitte", "Wedding", "Pankow", "Spandau", "Treptow"),
    }  # fmt: skip


@made(250)
def travel(draw: random.Random, i: int) -> Row:
    left = day(draw, 3)
    return {
        "passport": f"{draw.choice(LETTERS)}{draw.randrange(10**7, 10**8)}", "destination": some(draw, *COUNTRIES),
        "departed": str(left), "returned": str(later(draw, left, 30)),
    }  # fmt: skip


@made(200)
def music(draw: random.Random, i: int) -> Row:
    kinds = ["piano", "violin", "guitar", "flute", "trumpet", "drum", "cello", "clarinet", "saxophone"]
    return {"name": f"{draw.choice(LETTERS)}. Player {i}", "instrument": some(draw, *kinds), "age": number(draw)}
