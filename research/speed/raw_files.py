"""From raw public files to verified releases: how many commands, how many lines edited, what comes out.

Each table is taken as it lies there. `init` drafts a recipe, lines of it are edited where that is said here, and `mask`
writes the release, which the gate counts again. Prints the table of docs/tables.md.

    python -m research.speed.raw_files [data folder] [--only adult]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

NAMES = (
    "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,"
    "capital-loss,hours-per-week,native-country,income"
)


@dataclass(frozen=True)
class Raw:
    """A raw file, further options of `init`, and the lines of its draft that are edited."""

    file: str
    options: tuple[str, ...] = ()
    edits: tuple[tuple[str, str], ...] = ()


RAW = {
    "Adult": Raw("adult/adult.data", ("--names", NAMES)),
    "Diabetes 130": Raw("diabetes130/diabetic_data.csv.gz", ("--ontology", "ontologies/icd9cm_2015.csv")),
    "MIMIC-III demo, admissions": Raw("mimic3_demo/ADMISSIONS.csv"),
    "MIMIC-III demo, diagnoses": Raw("mimic3_demo/DIAGNOSES_ICD.csv", ("--ontology", "ontologies/icd9cm_2015.csv")),
    "Synthea, conditions": Raw("synthea/ibm_conditions.csv"),
    "Synthea, patients": Raw("synthea/ibm_patients.csv"),
}


def command(*arguments: str | Path) -> str:
    """Run the command as a person would; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "kinonym", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"kinonym {arguments[0]} failed: {done.stderr}")
    return done.stdout


def edited(draft: str, edits: tuple[tuple[str, str], ...]) -> str:
    """The draft with some of its lines changed."""
    for old, new in edits:
        if old not in draft:
            sys.exit(f"the draft has no line {old!r}")
        draft = draft.replace(old, new, 1)
    return draft


def run(name: str, raw: Raw, data: Path, folder: Path) -> str:
    """A row of the table."""
    source, recipe, output = data / raw.file, folder / "recipe.toml", folder / "out.csv"
    options = [str(data / option) if (data / option).exists() else option for option in raw.options]
    began = time.perf_counter()
    recipe.write_text(edited(command("init", source, *options), raw.edits))
    printed = command("mask", source, "-r", recipe, "-o", output, "--accept-unique")
    seconds = time.perf_counter() - began
    claim = next((line for line in printed.splitlines() if "at least" in line), "no claim")
    loss = next(
        (line.split("L")[1].strip() for line in printed.splitlines() if line.startswith("information loss")), ""
    )
    k = claim.split("at least ")[1].split(" times")[0] if "at least " in claim else "–"
    rows = next(line.split()[1] for line in printed.splitlines() if line.startswith("records "))
    return f"| {name} | {rows} | 2 | {len(raw.edits)} | {k} | {loss} | {seconds:.0f} s |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", default=os.environ.get("KINONYM_DATA", "../shared/data"), type=Path)
    parser.add_argument("--only", help="the tables with this text in their name")
    given = parser.parse_args()
    print("| file | rows | commands | lines edited | smallest class | information loss L | time |")
    print("|---|---|---|---|---|---|---|")
    for name, raw in RAW.items():
        if given.only is None or given.only.casefold() in name.casefold():
            with tempfile.TemporaryDirectory() as folder:
                print(run(name, raw, given.data, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
