"""Cells with several concepts, on every engine: the same rows, recounted from the written bytes."""

import csv
import random
from collections import Counter

import pytest

import kinonym as kn
from engines.engines import spark_session

NAMES = ("infarct", "angina", "asthma", "copd", "cough")
ONTOLOGY = "child,parent\ndisease,\nheart,disease\nlung,disease\ninfarct,heart\nangina,heart\nasthma,lung\ncopd,lung\ncough,lung\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "diseases.csv").write_text(ONTOLOGY)
    draw = random.Random(5)
    rows = [f"{i},{'; '.join(draw.sample(NAMES, draw.randint(0, 3)))}" for i in range(80)]
    (tmp_path / "data.csv").write_text("\n".join(["number,diagnoses", *rows]) + "\n")
    return tmp_path


def recipe(folder, method):
    diagnoses = {"role": "quasi", "ontology": str(folder / "diseases.csv"), "separator": ";"}
    return {"columns": {"number": {"role": "identifier"}, "diagnoses": diagnoses}, "method": method}


def released(path):
    with path.open(newline="") as file:
        return Counter(row["diagnoses"] for row in csv.DictReader(file))


@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_every_engine_masks_sets_as_the_memory_engine(folder, engine):
    if engine == "spark":
        spark_session()
    method = {"name": "sa-mdav", "k": 4}
    for name in ("memory", engine):
        kn.mask_file(folder / "data.csv", recipe(folder, method), folder / f"{name}.csv", engine=name)
    cells = released(folder / "memory.csv")
    assert cells == released(folder / f"{engine}.csv")
    assert min(cells.values()) >= 4
    assert all(part in ONTOLOGY for cell in cells for part in cell.split(";"))


def test_a_run_with_sets_resumes_from_its_plan(folder, monkeypatch):
    """An interruption after planning leaves a checkpoint; the centres that are no sets of the table survive it."""
    from kinonym.pipeline import sinks

    recipe_of_run, output = recipe(folder, {"name": "sa-mdav", "k": 4}), folder / "out.csv"

    def stop(*_given, **_named):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sinks, "write_release", stop)
        with pytest.raises(KeyboardInterrupt):
            kn.mask_file(folder / "data.csv", recipe_of_run, output, resume=True)
    result = kn.mask_file(folder / "data.csv", recipe_of_run, output, resume=True)
    kn.mask_file(folder / "data.csv", recipe_of_run, folder / "again.csv")
    assert any("the run resumed" in notice for notice in result.notices)
    assert released(output) == released(folder / "again.csv")
