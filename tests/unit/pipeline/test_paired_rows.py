"""Original and released rows side by side: every pair is true, searching is exact, and unreleased rows are named."""

import random
from itertools import pairwise

import pyarrow as pa
import pytest

from kinonym.engines import open_table
from kinonym.files.texts import format_value
from kinonym.pipeline import pairing_rows
from kinonym.pipeline.masking import mask
from kinonym.pipeline.paired_rows import PairedRows, RowFilter
from kinonym.pipeline.pairing_rows import pair_rows

JOBS = ["nurse", "midwife", "plumber", "welder", "surgeon", "Nurse", "?", None]
COLUMNS = {
    "name": {"role": "identifier"},
    "job": {"role": "quasi", "ontology": "wordnet", "root": "person.n.01"},
    "age": {"role": "quasi", "type": "numeric"},
    "ward": {"role": "confidential"},
}
METHODS = [
    {"name": "sa-mdav", "k": 4},
    {"name": "suppress", "k": 4},
    {"name": "record-swap", "k": 4},
    {"name": "noise", "alpha": 0.5},
]


def drawn(seed, rows=90):
    draw = random.Random(seed)
    return pa.table(
        {
            "name": [f"p{i}" for i in range(rows)],
            "job": [draw.choice(JOBS) for _ in range(rows)],
            "age": [None if draw.random() < 0.1 else draw.randint(20, 60) for _ in range(rows)],
            "ward": [draw.choice("AB") for _ in range(rows)],
        }
    )


def recipe(method, **table):
    return {"table": {"missing": ["", "?"], **table}, "columns": COLUMNS, "method": method}


def paired(table, chosen, tmp_path, seed=1):
    result = mask(table, chosen, seed=seed, aligned=True)
    pairs = pair_rows(result, open_table(table, result.recipe.table).source)
    pairs.write(tmp_path / "rows.arrow")
    return result, PairedRows.read(tmp_path / "rows.arrow")


def every(pairs):
    return pairs.rows(pairs.find(RowFilter()))


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["name"])
@pytest.mark.parametrize("seed", range(3))
def test_each_row_stands_next_to_what_was_released_of_it(method, seed, tmp_path):
    """The reference is the aligned table: its row i is what became of row i."""
    table = drawn(seed)
    result, pairs = paired(table, recipe(method), tmp_path, seed)
    rows = {row.number: row for row in every(pairs)}
    assert sorted(rows) == list(range(1, table.num_rows + 1))
    original, released = table.to_pylist(), result.table.to_pylist()
    for number, row in rows.items():
        before = {column.name: cell.before for column, cell in zip(pairs.columns, row.cells, strict=True)}
        after = {column.name: cell.after for column, cell in zip(pairs.columns, row.cells, strict=True)}
        given = {name: format_value(value) for name, value in original[number - 1].items() if name != "name"}
        assert before == {name: None if text == "?" else text for name, text in given.items()}
        assert after == {name: format_value(value) for name, value in released[number - 1].items()}


def test_classes_are_the_rows_with_equal_released_values_and_the_small_ones_come_first(tmp_path):
    _, pairs = paired(drawn(5), recipe(METHODS[0]), tmp_path)
    rows = every(pairs)
    by_group = {}
    for row in rows:
        by_group.setdefault(row.group, set()).add(tuple(cell.after for cell in row.cells[:2]))
    assert all(len(released) == 1 for released in by_group.values())
    assert len(set.union(*by_group.values())) == len(by_group) == len(pairs.sizes)
    sizes = [sum(row.group == group for row in rows) for group in range(len(pairs.sizes))]
    assert sizes == list(pairs.sizes)
    shown = [pairs.sizes[row.group] for row in rows]
    assert shown == sorted(shown)
    assert len({row.group for row in rows}) == 1 + sum(a.group != b.group for a, b in pairwise(rows))


def test_the_farthest_change_of_each_class_decides_the_other_order(tmp_path):
    _, pairs = paired(drawn(6), recipe(METHODS[0]), tmp_path)
    rows = pairs.rows(pairs.find(RowFilter(order="farthest")))
    farthest = {}
    for row in rows:
        farthest[row.group] = max(farthest.get(row.group, 0), *(cell.distance for cell in row.cells[:2]))
    assert [farthest[group] for group in farthest] == sorted(farthest.values(), reverse=True)


def test_searching_finds_exactly_the_rows_with_a_cell_that_contains_the_text(tmp_path):
    _, pairs = paired(drawn(7), recipe(METHODS[0]), tmp_path)
    names = [column.name for column in pairs.columns]
    for text, column in [("nUr", None), ("A", "ward"), ("4", None), (".", None), ("4", "age")]:
        wanted = RowFilter(text=text, column=column)
        found = {row.number for row in pairs.rows(pairs.find(wanted))}
        assert found == {
            row.number
            for row in every(pairs)
            if any(
                text.casefold() in (side or "").casefold()
                for name, cell in zip(names, row.cells, strict=True)
                if column in (None, name)
                for side in (cell.before, cell.after)
            )
        }


def test_changed_cells_are_those_with_another_text_or_number(tmp_path):
    _, pairs = paired(drawn(8), recipe(METHODS[0]), tmp_path)
    rows = every(pairs)
    for row in rows:
        job, age, ward = row.cells
        assert job.changed == (job.before != job.after)
        assert age.changed == (age.distance > 0)
        assert not ward.changed
        assert ward.distance is None
    changed = {row.number for row in pairs.rows(pairs.find(RowFilter(changed=True)))}
    assert changed == {row.number for row in rows if any(cell.changed for cell in row.cells)}


def test_rows_that_leave_the_table_come_last_and_have_no_class(tmp_path):
    table = drawn(9)
    chosen = recipe(METHODS[0], missing_values="drop")
    result = mask(table, chosen, seed=1)
    pairs = pair_rows(result, open_table(table, result.recipe.table).source)
    rows = every(pairs)
    gone = [row for row in rows if row.group == -1]
    missing = {i for i, row in enumerate(table.to_pylist(), 1) if row["job"] in (None, "?") or row["age"] is None}
    assert missing
    assert {row.number for row in gone} == missing
    assert rows[-len(gone) :] == gone
    assert all(cell.after is None for row in gone for cell in row.cells[:2])


def test_distances_are_those_of_the_meaning(tmp_path):
    result, pairs = paired(drawn(10), recipe(METHODS[0]), tmp_path)
    job = result.plan.tuples.columns[0].domain
    for row in every(pairs):
        cell = row.cells[0]
        if None not in (cell.before, cell.after):
            assert cell.distance == pytest.approx(job.distance(cell.before.lower(), cell.after.lower()), abs=1e-6)


def test_persons_of_each_class_are_counted(tmp_path):
    table = drawn(11).append_column("person", pa.array([f"x{i // 2}" for i in range(90)]))
    chosen = recipe({"name": "sa-mdav", "k": 4}, person="person")
    chosen["columns"] = {**COLUMNS, "person": {"role": "identifier"}}
    _, pairs = paired(table, chosen, tmp_path)
    persons = table["person"].to_pylist()
    for group, number in enumerate(pairs.persons):
        assert number == len({persons[row.number - 1] for row in every(pairs) if row.group == group})


def test_nothing_is_stored_for_rows_that_are_gathered_by_person():
    table = drawn(15).append_column("person", pa.array([f"x{i // 2}" for i in range(90)]))
    columns = {
        "person": {"role": "identifier"},
        "job": {"role": "quasi", "ontology": "wordnet", "root": "person.n.01"},
        "ward": {"role": "identifier"},
    }
    chosen = {
        "table": {"missing": ["", "?"], "person": "person", "gather": ["job"]},
        "columns": columns,
        "method": {"name": "sa-mdav", "k": 4},
    }
    result = mask(table.select(["person", "job", "ward"]), chosen, seed=1)
    assert pair_rows(result, open_table(table, result.recipe.table).source) is None


def test_nothing_is_stored_for_very_many_rows(monkeypatch):
    table = drawn(12)
    result = mask(table, recipe(METHODS[0]), seed=1)
    monkeypatch.setattr(pairing_rows, "MOST_ROWS", 89)
    assert pair_rows(result, open_table(table, result.recipe.table).source) is None


def test_unchanged_columns_are_left_out_where_they_would_fill_the_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(pairing_rows, "_MOST_CELLS", 90 * 6)
    _, pairs = paired(drawn(13), recipe(METHODS[0]), tmp_path)
    assert [column.name for column in pairs.columns] == ["job", "age"]


def test_only_the_owner_may_read_the_file(tmp_path):
    paired(drawn(14), recipe(METHODS[0]), tmp_path)
    assert (tmp_path / "rows.arrow").stat().st_mode & 0o777 == 0o600
