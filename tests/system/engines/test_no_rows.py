"""A whole masking on an engine that refuses to return rows: nothing above the engines may need them."""

from __future__ import annotations

import dataclasses
import sys

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from connections.hospital import read, recipe, rows, write_table
from kinonym.engines.contract import ColumnProfile
from kinonym.engines.memory import MemorySource
from kinonym.engines.opening import EngineChoice, OpenedSource

ROWS = 3000
METHODS = (
    {"name": "sa-mdav", "k": 5}, {"name": "mdav", "k": 5}, {"name": "record-swap", "k": 5}, {"name": "suppress", "k": 5},
    {"name": "noise", "alpha": 0.5},
)  # fmt: skip


def counts_only(answer):
    """Refuse a result with one entry per row."""
    for part in answer if isinstance(answer, tuple) else vars(answer).values():
        if isinstance(part, np.ndarray | list) and len(part) >= ROWS:
            pytest.fail("an answer has as many entries as the table has rows")
    return answer


class Masked:
    """The masked table: only the writer may read its rows."""

    def __init__(self, masked):
        self.__masked = masked
        self.columns, self.records = masked.columns, masked.records

    def batches(self, persons=None, **options):
        assert sys._getframe(1).f_globals["__name__"] == "kinonym.release.gate"
        return self.__masked.batches(persons, **options)

    def native(self):
        pytest.fail("a file needs no table")

    def trail(self):
        pytest.fail("only the private risk file needs what became of each row")


class Counting:
    """The contract of a source and nothing else."""

    def __init__(self, source):
        self.__source = source
        self.ordered, self.planner, self.engine = True, None, source.engine
        self.columns, self.records = source.columns, source.records

    def profile(self, column):
        looks = self.__source.profile(column)
        assert type(looks) is ColumnProfile
        assert all(isinstance(value, int | float | bool) for value in dataclasses.asdict(looks).values())
        return looks

    def count(self, columns):
        return counts_only(self.__source.count(columns))

    def count_with(self, columns, other, person=None):
        return counts_only(self.__source.count_with(columns, other, person))

    def persons(self, columns, person):
        return counts_only(self.__source.persons(columns, person))

    def apply(self, assignment, key, *, shuffle):
        counts_only(assignment)
        return Masked(self.__source.apply(assignment, key, shuffle=shuffle))

    def expect(self, assignment, key, fingerprint, order):
        first, second = self.__source.expect(assignment, key, fingerprint, order)
        return int(first), int(second)

    def locate(self, _column, _texts):
        return None


@pytest.mark.parametrize("table", [{}, {"person": "id"}], ids=["records", "persons"])
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
def test_a_whole_masking_needs_counts_only(tmp_path, monkeypatch, method, table):
    once = [[f"p{i % 300}", *row[1:]] for i, row in enumerate(rows(ROWS // 2))]
    data = write_table(tmp_path, 2 * once)  # each value of a person occurs twice: pairs are half as many as rows

    def open_counting(_, path, reading):
        names, content = read(path)
        table = pa.table({name: list(cells) for name, cells in zip(names, zip(*content, strict=True), strict=True)})
        return OpenedSource(Counting(MemorySource(table, reading.missing)), "counting", "for a test", ())

    monkeypatch.setattr(EngineChoice, "open", open_counting)
    result = kn.mask_file(data, recipe(tmp_path, method, table=table), tmp_path / "out.csv", tmp_path / "out.html")
    assert result.written.engine == "counting"
    assert result.claims
    assert (tmp_path / "out.html").exists()
    assert len(read(tmp_path / "out.csv")[1]) == result.written.records
