"""Damaged files are read or refused with a Kinonym error and a hint, in little memory; `tools/fuzz.py` tries more."""

from __future__ import annotations

import sys

import pytest

from drawing import fresh_seed, scale_count
from fuzzing.readers import READERS, prepare, read_damaged

CASES = {"tables": 150, "ontologies": 150, "interrupted runs": 20, "plans": 40}
MEGABYTES = 200


def memory():
    """The most memory that this process ever had, in MB."""
    resource = pytest.importorskip("resource")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1 << 20)


@pytest.mark.drawn
@pytest.mark.parametrize("name", READERS)
def test_damaged_files_are_read_or_refused(name, tmp_path):
    real, damaged = tmp_path / "real", tmp_path / "damaged"
    real.mkdir()
    damaged.mkdir()
    reader = prepare(real, [name])[name]
    before, first = memory(), fresh_seed("fuzzing", name)
    cases = scale_count(CASES.get(name, 100))
    read = sum(read_damaged(reader, damaged, number) for number in range(first, first + cases))
    assert read > 0
    assert name in {"ontology caches", "interrupted runs"} or read < cases  # these are made again, never refused
    assert memory() - before < MEGABYTES


def test_the_same_case_damages_the_same_file(tmp_path):
    (tmp_path / "real").mkdir()
    reader, contents = prepare(tmp_path / "real", ["recipes"])["recipes"], []
    for _ in range(2):
        reader.write_damaged(tmp_path / "real", 7)
        contents.append({path.name: path.read_bytes() for path in (tmp_path / "real").iterdir()})
    assert contents[0] == contents[1]
    assert contents[0] not in reader.inputs
