"""Defects planted at every stage between the input and the bytes: the gate, which compares the file with the input
and the plan, refuses each of them, and the old file is left unchanged."""

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from connections import hospital
from kinonym.engines.columns import coding
from kinonym.engines.memory import MemorySource
from kinonym.engines.memory import source as memory_source
from kinonym.engines.memory.masked import MemoryMasked
from kinonym.errors import KinonymError, PrivacyError
from kinonym.files import output
from kinonym.files.formats import delimited_writing, text_writing

METHODS = {
    "sa-mdav": {"name": "sa-mdav", "k": 3},
    "mdav": {"name": "mdav", "k": 3},
    "srs1": {"name": "srs1", "k": 3},
    "record-swap": {"name": "record-swap", "k": 3},
    "noise": {"name": "noise", "alpha": 1.0},
    "exponential": {"name": "exponential", "epsilon": 1.0, "public": {"a": "top", "b": "top"}},
}


def after(monkeypatch, owner, name, change):
    """Let ``change`` alter what a function returns."""
    real = getattr(owner, name)

    def faulty(*given, **options):
        return change(real(*given, **options), *given)

    monkeypatch.setattr(owner, name, faulty)


# --- count: the tuples of the rows, or their texts, are not those of the table


def rows_slip(patch):
    after(patch, MemorySource, "_tuple_of_row", lambda rows, *_: np.roll(rows, 1))


def rows_in_reverse(patch):
    after(patch, MemorySource, "_tuple_of_row", lambda rows, *_: rows[::-1])


def texts_are_confused_when_counted(patch):
    after(patch, coding, "encode_column", lambda answer, *_: (answer[0], answer[1][::-1]))


# --- targets: rows get targets that the plan does not have for them


def targets_slip(patch):
    after(patch, memory_source, "assign_random", lambda dealt, *_: np.roll(dealt, 1))


def all_get_the_first_target(patch):
    after(patch, memory_source, "assign_random", lambda dealt, *_: np.zeros_like(dealt))


def a_row_is_dropped(patch):
    def drop(dealt, *_):
        dealt = dealt.copy()
        dealt[5] = -1
        return dealt

    after(patch, memory_source, "assign_random", drop)


# --- replace: columns of the masked table are wrong


def column(patch, wanted, change):
    def look(answer, masked, name):
        return change(answer, masked) if name == wanted else answer

    after(patch, MemoryMasked, "_column", look)


def originals_stay(patch):
    def look(answer, masked, name):
        if name not in ("a", "b"):
            return answer
        texts = masked.table.column(name).combine_chunks().dictionary_encode()
        return texts.dictionary, texts.indices.to_numpy()

    after(patch, MemoryMasked, "_column", look)


def a_kept_column_slips(patch):
    column(patch, "illness", lambda answer, _: (answer[0], np.roll(answer[1], 1)))


def a_confidential_value_changes(patch):
    column(patch, "illness", lambda answer, _: (answer[0].take([1, *range(1, len(answer[0]))]), answer[1]))


def a_confidential_column_is_rewritten(patch):
    column(patch, "illness", lambda answer, _: (pa.array([t and t.upper() for t in answer[0].to_pylist()]), answer[1]))


def the_identifier_stays(patch):
    after(patch, MemoryMasked, "__init__", lambda _, masked, *rest: setattr(masked, "columns", tuple(hospital.COLUMNS)))


def a_column_is_lost(patch):
    after(patch, MemoryMasked, "__init__", lambda _, masked, *rest: setattr(masked, "columns", masked.columns[:-1]))


def columns_change_places(patch):
    after(patch, MemoryMasked, "__init__", lambda _, masked, *rest: setattr(masked, "columns", masked.columns[::-1]))


def an_original_column_is_added(patch):
    def add(answer, masked, *_):
        texts = pa.array(masked.table.column("a").to_pylist()).dictionary_encode()
        return (batch.append_column("a2", texts.slice(0, batch.num_rows)) for batch in answer)

    after(patch, MemoryMasked, "batches", add)


def a_row_comes_twice(patch):
    after(patch, MemoryMasked, "batches", lambda answer, *_: twice(list(answer)))


def twice(batches):
    return iter([*batches, batches[0].slice(0, 1)])


def a_row_is_lost(patch):
    after(patch, MemoryMasked, "batches", lambda answer, *_: iter([next(answer).slice(1)]))


# --- encode and bytes: what is written differs from what was handed over


def cells_lose_their_last_letter(patch):
    after(patch, delimited_writing, "_cell", lambda text, *_: text[:-1] if text == "soccer" else text)


def lines(patch, change):
    def rewritten(pieces, *_):
        head, *rest = b"".join(pieces).split(b"\n")
        return iter([memoryview(b"\n".join([head, *change(rest[:-1]), b""]))])

    after(patch, text_writing, "_lines", rewritten)


def a_line_is_missing(patch):
    lines(patch, lambda rest: rest[1:])


def a_line_is_repeated(patch):
    lines(patch, lambda rest: [*rest, rest[0]])


def a_byte_flips(patch):
    lines(patch, lambda rest: [rest[0][:-1] + bytes([rest[0][-1] ^ 1]), *rest[1:]])


def the_file_is_cut_short(patch):
    real = output.create

    class Cut:
        def __init__(self, path):
            self.path, self.file = path, real(path)

        def __enter__(self):
            return self.file

        def __exit__(self, *reason):
            self.file.close()
            if self.path.stat().st_size > 100:
                self.path.write_bytes(self.path.read_bytes()[:-40])

    patch.setattr(output, "create", Cut)


DEFECTS = [
    rows_slip, rows_in_reverse, texts_are_confused_when_counted, targets_slip, all_get_the_first_target,
    a_row_is_dropped, originals_stay, a_kept_column_slips, a_confidential_value_changes,
    a_confidential_column_is_rewritten, the_identifier_stays, a_column_is_lost, columns_change_places,
    an_original_column_is_added, a_row_comes_twice, a_row_is_lost, cells_lose_their_last_letter, a_line_is_missing,
    a_line_is_repeated, a_byte_flips, the_file_is_cut_short,
]  # fmt: skip


def test_at_least_120_defects_are_planted():
    assert len(DEFECTS) * len(METHODS) >= 120


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__.replace("_", " "))
def test_a_planted_defect_is_refused(tmp_path, monkeypatch, defect, method):
    data, path = hospital.write_table(tmp_path), tmp_path / "out.csv"
    recipe = hospital.recipe(tmp_path, METHODS[method])
    path.write_text("old")
    with monkeypatch.context() as patch:
        defect(patch)
        with pytest.raises(KinonymError) as refused:
            kn.mask_file(data, recipe, path)
    assert isinstance(refused.value, PrivacyError) or "does not add up" in refused.value.message
    assert path.read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data.csv", "out.csv", "sports.csv"]


@pytest.mark.parametrize("method", METHODS)
def test_without_a_defect_the_same_run_passes(tmp_path, method):
    data = hospital.write_table(tmp_path)
    kn.mask_file(data, hospital.recipe(tmp_path, METHODS[method]), tmp_path / "out.csv")
    header, rows = hospital.read(tmp_path / "out.csv")
    assert header == hospital.COLUMNS[1:]
    assert len(rows) == 60


def test_the_error_about_a_lost_row_states_both_numbers_of_rows(tmp_path, monkeypatch):
    data = hospital.write_table(tmp_path)
    a_line_is_missing(monkeypatch)
    with pytest.raises(PrivacyError, match="has 59 rows where 60 are expected"):
        kn.mask_file(data, hospital.recipe(tmp_path, METHODS["sa-mdav"]), tmp_path / "out.csv")
