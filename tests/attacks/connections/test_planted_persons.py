"""Defects planted in a run that protects persons: somewhere between the input and the claim, rows are given to the wrong
persons. The gate refuses the file. It also refuses every other defect of such a run."""

import dataclasses

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from connections import hospital
from connections.test_planted_defects import DEFECTS, METHODS, after
from kinonym.engines.columns import coding
from kinonym.engines.memory import MemorySource
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.engines.person_ledger import PersonLedger
from kinonym.errors import KinonymError, PrivacyError
from kinonym.methods import generalise, k_anonymous, suppress, table_demands

K = 4
TABLE = {"person": "id"}
CLASSES = {
    "sa-mdav": {"name": "sa-mdav", "k": K},
    "sa-mdav, refined": {"name": "sa-mdav", "k": K, "refine": True},
    "sa-mdav, in blocks": {"name": "sa-mdav", "k": K, "block_size": 6},
    "mdav": {"name": "mdav", "k": K},
    "mdav, refined": {"name": "mdav", "k": K, "refine": True},
    "recode": {"name": "recode", "k": K},
    "resample": {"name": "resample", "k": K},
    "suppress": {"name": "suppress", "k": K},
    "generalise": {"name": "generalise", "k": K},
    "generalise, local": {"name": "generalise", "k": K, "scheme": "local"},
}


def returning(number=60):
    """The rows of persons with several visits, mostly with the same words: many combinations occur for one person only."""
    content = hospital.rows(number)
    words = {i % 13: row[1:3] for i, row in enumerate(content)}
    return [[f"p{i % 13}", *words[i % 13], *row[3:]] for i, row in enumerate(content)]


# --- plan: the persons that the method receives are not those of the table


def nobody_asks_for_persons(patch):
    real = k_anonymous.make_table_demands
    patch.setattr(
        k_anonymous,
        "make_table_demands",
        lambda demands, tuples, *_: real(demands, dataclasses.replace(tuples, persons=None)),
    )
    patch.setattr("kinonym.tuples.tuples.Tuples.count_units", _records_of)
    patch.setattr("kinonym.tuples.tuples.Tuples.units_of_tuples", property(lambda tuples: tuples.counts))
    for module in (k_anonymous, suppress, generalise):
        patch.setattr(module, "check_plan", lambda plan, _: plan)


def _records_of(tuples, group, groups):
    kept = group >= 0
    return np.bincount(group[kept], weights=tuples.counts[kept], minlength=groups).astype(np.int64)


def persons_are_counted_for_other_rows(patch):
    after(patch, coding, "number_persons", lambda persons, *_: np.arange(len(persons)))


# --- write: the ledger receives persons that are not those of the rows


def handed_over(patch, change):
    real = PersonLedger.add
    patch.setattr(PersonLedger, "add", lambda ledger, persons: real(ledger, change(persons)))


def rolled(persons):
    texts = persons.to_pylist()
    return pa.array([*texts[1:], *texts[:1]], pa.string())


def persons_slip_by_a_row(patch):
    handed_over(patch, rolled)


def every_row_is_a_person(patch):
    handed_over(patch, lambda persons: pa.array([f"q{i}" for i in range(len(persons))]))


def no_row_names_a_person(patch):
    handed_over(patch, lambda persons: pa.array([None] * len(persons), pa.string()))


def persons_come_in_reverse(patch):
    handed_over(patch, lambda persons: pa.array(persons.to_pylist()[::-1]))


def a_person_is_lost(patch):
    handed_over(patch, lambda persons: persons.slice(1))


def a_person_comes_twice(patch):
    handed_over(patch, lambda persons: pa.array([*persons.to_pylist(), "p1"]))


def one_person_is_renamed(patch):
    handed_over(
        patch, lambda persons: pa.array([f"new {text}" if text == "p3" else text for text in persons.to_pylist()])
    )


def two_persons_change_places(patch):
    swap = {"p3": "p4", "p4": "p3"}
    handed_over(patch, lambda persons: pa.array([swap.get(text, text) for text in persons.to_pylist()]))


def another_column_is_handed_over(patch):
    def look(answer, masked, name):
        return real(masked, "note") if name == "id" else answer

    real = MemoryMasked._column
    after(patch, MemoryMasked, "_column", look)


def nothing_is_handed_over(patch):
    handed_over(patch, lambda persons: persons.slice(0, 0))


def the_person_is_released(patch):
    after(patch, MemoryMasked, "__init__", lambda _, masked, *rest: setattr(masked, "columns", tuple(hospital.COLUMNS)))


def the_person_takes_the_place_of_a_column(patch):
    def look(answer, masked, name):
        return real(masked, "id") if name == "note" else answer

    real = MemoryMasked._column
    after(patch, MemoryMasked, "_column", look)


PERSONS = [
    nobody_asks_for_persons, persons_slip_by_a_row, every_row_is_a_person, no_row_names_a_person,
    persons_come_in_reverse, a_person_is_lost, a_person_comes_twice, one_person_is_renamed, two_persons_change_places,
    another_column_is_handed_over, nothing_is_handed_over, the_person_is_released,
    the_person_takes_the_place_of_a_column,
]  # fmt: skip
OTHERS = ["sa-mdav", "mdav", "srs1", "record-swap"]


def test_at_least_200_defects_are_planted():
    assert len(DEFECTS) * len(OTHERS) + len(PERSONS) * len(CLASSES) >= 200


def refused(tmp_path, monkeypatch, defect, method):
    data, path = hospital.write_table(tmp_path, returning()), tmp_path / "out.csv"
    recipe = hospital.recipe(tmp_path, method, table=TABLE)
    path.write_text("old")
    with monkeypatch.context() as patch:
        defect(patch)
        with pytest.raises(KinonymError) as error:
            kn.mask_file(
                data, recipe, path, seed=1
            )  # without a seed, resample would sometimes protect persons by chance
    assert path.read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data.csv", "out.csv", "sports.csv"]
    return error.value


@pytest.mark.parametrize("method", CLASSES)
@pytest.mark.parametrize("defect", PERSONS, ids=lambda defect: defect.__name__.replace("_", " "))
def test_wrong_persons_are_refused(tmp_path, monkeypatch, defect, method):
    assert isinstance(refused(tmp_path, monkeypatch, defect, CLASSES[method]), PrivacyError)


def test_wrong_counts_of_persons_are_refused(tmp_path, monkeypatch):
    error = refused(tmp_path, monkeypatch, persons_are_counted_for_other_rows, CLASSES["sa-mdav"])
    assert "belong to fewer than 4 persons" in error.message


@pytest.mark.parametrize("method", OTHERS)
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__.replace("_", " "))
def test_every_other_defect_is_refused_as_well(tmp_path, monkeypatch, defect, method):
    error = refused(tmp_path, monkeypatch, defect, METHODS[method])
    assert isinstance(error, PrivacyError) or "does not add up" in error.message


@pytest.mark.parametrize("method", CLASSES)
def test_without_a_defect_the_same_run_passes(tmp_path, method):
    data = hospital.write_table(tmp_path, returning())
    result = kn.mask_file(data, hospital.recipe(tmp_path, CLASSES[method], table=TABLE), tmp_path / "out.csv")
    assert "different persons in the written file" in str(result.claims[0])
    assert hospital.read(tmp_path / "out.csv")[0] == hospital.COLUMNS[1:]


def test_a_table_in_memory_is_refused_as_well(tmp_path, monkeypatch):
    hospital.write_table(tmp_path)
    table = pa.table(dict(zip(hospital.COLUMNS, map(list, zip(*returning(), strict=True)), strict=True)))
    recipe = hospital.recipe(tmp_path, CLASSES["sa-mdav"], table=TABLE)
    assert "different persons in this table" in str(kn.mask(table, recipe).claims[0])
    nobody_asks_for_persons(monkeypatch)
    with pytest.raises(PrivacyError, match="fewer than 4 persons"):
        kn.mask(table, recipe)


def test_demands_are_recounted_by_person(tmp_path, monkeypatch):
    """The planted defect weighs values by records in the plan, though one person has most of those records."""
    content = [["p0", "soccer", "soccer", "30", "wxyz"[i % 4], "n"] for i in range(40)]
    content += [[f"p{i}", "soccer", "soccer", "30", "w", "n"] for i in range(1, 9)]
    data = hospital.write_table(tmp_path, content)
    demand = {"l_diversity": 3, "diversity": "entropy"}
    recipe = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 4, **demand}, table=TABLE)
    with pytest.raises(PrivacyError, match="entropy of log 2.3"):  # of persons: nine have w, one each x, y, z
        kn.mask_file(data, recipe, tmp_path / "out.csv")
    monkeypatch.setattr("kinonym.methods.table_demands._require_reachable", lambda *_: None)
    monkeypatch.setattr("kinonym.methods.table_demands._entries", _by_record)
    with pytest.raises(PrivacyError, match="l_diversity of column 'illness' does not hold in every class"):
        kn.mask_file(data, recipe, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def _by_record(column):
    """Count as if every value of a tuple belonged to another person."""
    share = column.totals / column.totals.sum()
    owners = np.arange(len(column.value))
    return table_demands.Entries(column.start, column.value.astype(np.int64), column.count, owners, share)


def test_the_rows_of_the_table_and_of_the_count_by_person_are_the_same(tmp_path, monkeypatch):
    hospital.write_table(tmp_path)
    table = pa.table(dict(zip(hospital.COLUMNS, map(list, zip(*returning(), strict=True)), strict=True)))
    after(monkeypatch, MemoryMasked, "native", lambda masked, *_: masked.slice(1))
    with pytest.raises(PrivacyError, match="not those that were counted by person"):
        kn.mask(table, hospital.recipe(tmp_path, CLASSES["sa-mdav"], table=TABLE))


def test_the_source_itself_counts_persons():
    table = pa.table({"who": ["1", "1", "2", None], "a": list("xxxy")})
    owned = MemorySource(table).persons(["a"], "who")
    assert (owned.tuple_of.tolist(), owned.person_of.tolist(), owned.counts.tolist()) == (
        [0, 0, 1],
        [0, 1, -1],
        [2, 1, 1],
    )
