"""A text without a header: its columns are named by the recipe."""

import pytest

import kinonym as kn
from kinonym.errors import DataError
from kinonym.files.table_stream import read_table

TEXT = "39, nurse\n50, plumber\n"


@pytest.fixture
def bare(tmp_path):
    path = tmp_path / "bare.csv"
    path.write_text(TEXT * 20)
    return path


def test_the_names_stand_in_for_the_header(bare):
    table = read_table(bare, names=("age", "job, or none")).table
    assert table.column_names == ["age", "job, or none"]
    assert table.num_rows == 40


def test_names_that_are_too_few_are_refused(bare):
    with pytest.raises(DataError, match="2"):
        read_table(bare, names=("age",))


def test_only_a_text_can_be_without_names(tmp_path, bare):
    import pyarrow.parquet as pq

    pq.write_table(read_table(bare, names=("a", "b")).table, tmp_path / "t.parquet")
    with pytest.raises(DataError, match="only a delimited text"):
        read_table(tmp_path / "t.parquet", names=("a", "b"))


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_file_without_a_header_is_masked(tmp_path, bare, engine):
    columns = {"age": {"role": "quasi", "type": "numeric"}, "job": {"role": "quasi", "ontology": "wordnet"}}
    recipe = {"table": {"names": ["age", "job"]}, "columns": columns, "method": {"name": "sa-mdav", "k": 5}}
    kn.mask_file(bare, recipe, tmp_path / "out.csv", engine=engine)
    assert (tmp_path / "out.csv").read_text().splitlines()[0] == "age,job"
