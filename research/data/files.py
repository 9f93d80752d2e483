"""The files that experiments read, where they come from, and the figures by which they are recognised.

All files are checked before any work begins: missing and unexpected files are reported at once.
"""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import DataError

__all__ = ["COUNTED", "DATA_SETS", "DataSet", "check_data", "lines", "records_of"]


HIERARCHIES = tuple(
    f"adult_arx/adult_hierarchy_{name}.csv"
    for name in ("age", "education", "marital-status", "native-country", "occupation", "race", "salary-class", "sex",
                 "workclass")
)  # fmt: skip
WORDS_AND_SCORE = 3
FEW = 3


@dataclass(frozen=True, kw_only=True)
class DataSet:
    """Files of one source; ``count`` works out the figures that ``facts`` expects of them."""

    files: tuple[str, ...]
    origin: str
    count: Callable[[Path], dict[str, int]]
    facts: Mapping[str, int]


def lines(path: Path) -> list[str]:
    """The lines of a text file, packed or not, without empty ones."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    return [line for line in text.splitlines() if line.strip()]


def records_of(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows of a table with a header."""
    return list(csv.DictReader(lines(path), delimiter=delimiter))


COUNTED = ("time_in_hospital", "num_medications", "number_inpatient", "number_emergency", "number_diagnoses")
"""The columns of Diabetes 130 that models learn from as they are."""


def _adult(folder: Path) -> dict[str, int]:
    rows = records_of(folder / "adult_arx" / "adult.csv", ";")
    pairs = [(row["occupation"], row["native-country"]) for row in rows]
    counts = Counter(pairs)
    unique = sum(count == 1 for count in counts.values())
    levels = [line.split(";") for file in HIERARCHIES for line in lines(folder / file)]
    return {
        "rows": len(rows), "pairs": len(counts), "unique pairs": unique, "largest pair": max(counts.values()),
        "values in hierarchies": len(levels), "cells in hierarchies": sum(map(len, levels)),
        "high salaries": sum(row["salary-class"] == ">50K" for row in rows),
    }  # fmt: skip


def _diabetes(folder: Path) -> dict[str, int]:
    rows = records_of(folder / "diabetes130" / "diabetic_data.csv.gz")
    known = {f"codes in diag_{j}": len({row[f"diag_{j}"] for row in rows} - {"?"}) for j in (1, 2, 3)}
    triples = len({(row["diag_1"], row["diag_2"], row["diag_3"]) for row in rows})
    counted = {f"sum of {name}": sum(int(row[name]) for row in rows) for name in COUNTED}
    readmitted = sum(row["readmitted"] != "NO" for row in rows)
    return {"rows": len(rows), **known, "triples": triples, **counted, "readmitted": readmitted}


def _mimic(folder: Path) -> dict[str, int]:
    names = {"diagnoses": "DIAGNOSES_ICD.csv", "procedures": "PROCEDURES_ICD.csv", "titles": "D_ICD_PROCEDURES.csv"}
    rows = {name: records_of(folder / "mimic3_demo" / file) for name, file in names.items()}
    codes = {f"codes of {name}": len({row["ICD9_CODE"] for row in read}) for name, read in rows.items()}
    return {name: len(read) for name, read in rows.items()} | codes


def _icd9(folder: Path) -> dict[str, int]:
    rows = records_of(folder / "ontologies" / "icd9cm_2015.csv")
    known = {row["code"] for row in rows}
    return {"concepts": len(known), "with a known parent": sum(row["parent"] in known for row in rows)}


def _words(folder: Path) -> dict[str, int]:
    names = {"RG-65 pairs": "EN-RG-65.txt", "MC-30 pairs": "EN-MC-30.txt", "SimLex pairs": "EN-SIMLEX-999.txt"}
    scores = {name: _scored(lines(folder / "wordsim" / file)) for name, file in names.items()}
    sums = {f"hundredths in {name}": round(100 * sum(read)) for name, read in scores.items()}
    return {name: len(read) for name, read in scores.items()} | sums


def _scored(texts: Iterable[str]) -> list[float]:
    """The scores of lines of two words and a number."""
    cells = [text.split() for text in texts]
    return [float(cell[2]) for cell in cells if len(cell) == WORDS_AND_SCORE]


DATA_SETS: dict[str, DataSet] = {
    "adult": DataSet(
        files=("adult_arx/adult.csv", *HIERARCHIES),
        origin="https://github.com/arx-deidentifier/arx, folder data: adult.csv and its hierarchies",
        count=_adult,
        facts={"rows": 30_162, "pairs": 394, "unique pairs": 84, "largest pair": 3_735, "values in hierarchies": 195,
               "cells in hierarchies": 792, "high salaries": 7_508},
    ),
    "diabetes": DataSet(
        files=("diabetes130/diabetic_data.csv.gz",),
        origin="https://archive.ics.uci.edu/dataset/296, diabetic_data.csv, packed with gzip",
        count=_diabetes,
        facts={"rows": 101_766, "codes in diag_1": 716, "codes in diag_2": 748, "codes in diag_3": 789,
               "triples": 58_166, "sum of time_in_hospital": 447_362, "sum of num_medications": 1_630_479,
               "sum of number_inpatient": 64_679, "sum of number_emergency": 20_133,
               "sum of number_diagnoses": 755_369, "readmitted": 46_902},
    ),
    "icd9": DataSet(
        files=("ontologies/icd9cm_2015.csv",),
        origin="ICD-9-CM of the US National Center for Health Statistics as a table of code, parent and titles",
        count=_icd9,
        facts={"concepts": 17_727, "with a known parent": 17_726},
    ),
    "mimic": DataSet(
        files=("mimic3_demo/DIAGNOSES_ICD.csv", "mimic3_demo/PROCEDURES_ICD.csv", "mimic3_demo/D_ICD_PROCEDURES.csv"),
        origin="https://physionet.org/content/mimiciii-demo/1.4/",
        count=_mimic,
        facts={"diagnoses": 1_761, "procedures": 506, "titles": 3_882, "codes of diagnoses": 581,
               "codes of procedures": 164, "codes of titles": 3_882},
    ),
    "words": DataSet(
        files=("wordsim/EN-RG-65.txt", "wordsim/EN-MC-30.txt", "wordsim/EN-SIMLEX-999.txt"),
        origin="RG-65, MC-30 and SimLex-999 as lines `word word score`, e.g. https://github.com/mfaruqui/eval-word-vectors",
        count=_words,
        facts={"RG-65 pairs": 65, "MC-30 pairs": 30, "SimLex pairs": 999, "hundredths in RG-65 pairs": 12_192,
               "hundredths in MC-30 pairs": 5_914, "hundredths in SimLex pairs": 455_701},
    ),
}  # fmt: skip


def check_data(folder: Path, names: Iterable[str]) -> None:
    """Raise unless every file of these data sets is there and is the expected one; nothing is run before."""
    asked = sorted(set(names))
    missing = {name: [file for file in DATA_SETS[name].files if not (folder / file).is_file()] for name in asked}
    lines = [f"{', '.join(files)}\n    from {DATA_SETS[name].origin}" for name, files in missing.items() if files]
    if lines:
        number = sum(map(len, missing.values()))
        files = "1 file is" if number == 1 else f"{number} files are"
        msg = f"{files} missing in the data folder {folder}:\n  " + "\n  ".join(lines)
        raise DataError(msg, hint="name the folder: python -m research NAME FOLDER, or set KINONYM_DATA")
    for name in asked:
        _check_facts(folder, DATA_SETS[name])


def _check_facts(folder: Path, data: DataSet) -> None:
    """Compare the figures of the files with the expected ones."""
    hint = f"get it from {data.origin}"
    files = " or ".join(data.files if len(data.files) <= FEW else [data.files[0], "a file next to it"])
    try:
        found = data.count(folder)
    except (KeyError, ValueError, OSError, csv.Error, EOFError) as error:
        msg = f"{files} cannot be read as the expected table ({type(error).__name__})"
        raise DataError(msg, hint=hint) from None
    wrong = [f"{fact}: {found[fact]:,} instead of {value:,}" for fact, value in data.facts.items()
             if found[fact] != value]  # fmt: skip
    if wrong:
        msg = f"{files} is not the expected file: {'; '.join(wrong)}"
        raise DataError(msg, hint=hint)
