"""Defects planted in a release of several tables, before it is written and in its bytes: refused, and nothing is left."""

import pyarrow as pa
import pytest

import kinonym as kn
from connections import club
from kinonym.engines.memory import MemorySource
from kinonym.errors import PrivacyError
from kinonym.pipeline.several_tables import separated_table
from kinonym.release import gate


def changed(tables, name, column, place, cell):
    rows = tables[name]
    cells = rows.column(column).to_pylist()
    cells[place] = cell(cells) if callable(cell) else cell
    return {**tables, name: rows.set_column(rows.column_names.index(column), column, pa.array(cells, pa.string()))}


def without(tables, name, place):
    rows = tables[name]
    return {**tables, name: rows.take([i for i in range(rows.num_rows) if i != place])}


def repeated(tables, name, place):
    rows = tables[name]
    return {**tables, name: pa.concat_tables([rows, rows.slice(place, 1)])}


def another_of(tables, name, column, place):
    """The value of a column in another row that differs."""
    return next(
        cell for cell in tables[name].column(column).to_pylist() if cell != tables[name].column(column)[place].as_py()
    )


def exchanged(tables, first, second):
    return {**tables, first: tables[second], second: tables[first]}


def season_of_two(tables):
    """The place of a season of a member with two of them."""
    members = tables["seasons"].column("member_id").to_pylist()
    return next(i for i, member in enumerate(members) if members.count(member) > 1)


STRUCTURE = {
    "a pseudonym is inconsistent": lambda t: changed(t, "seasons", "member_id", 0, "0" * 16),
    "a row belongs to another person": lambda t: changed(
        t, "seasons", "member_id", 0, another_of(t, "seasons", "member_id", 0)
    ),
    "a reference leads nowhere": lambda t: changed(t, "sports", "season_id", 0, "f" * 16),
    "a reference is missing": lambda t: changed(t, "sports", "season_id", 0, None),
    "a row refers to another row": lambda t: changed(
        t, "sports", "season_id", 0, another_of(t, "sports", "season_id", 0)
    ),
    "an id of the input is a key": lambda t: changed(t, "seasons", "season_id", 0, "s0000"),
    "two rows have one key": lambda t: changed(t, "seasons", "season_id", 0, another_of(t, "seasons", "season_id", 0)),
    "a person has two pseudonyms": lambda t: changed(t, "members", "member_id", 0, "0" * 16),
    "a member is lost": lambda t: without(t, "members", 0),
    "a season is lost": lambda t: without(t, "seasons", 0),
    "a sport is lost": lambda t: without(t, "sports", 0),
    "a member comes twice": lambda t: repeated(t, "members", 0),
    "a sport comes twice": lambda t: repeated(t, "sports", 0),
    "a number is wrong": lambda t: changed(t, "seasons", "sequence", season_of_two(t), "3"),
    "two rows have one number": lambda t: changed(
        t, "seasons", "sequence", season_of_two(t), lambda cells: {"1": "2", "2": "1"}[cells[season_of_two(t)]]
    ),
    "tables are exchanged": lambda t: exchanged(t, "members", "sports"),
    "a row has no value": lambda t: changed(t, "sports", "sport", 0, None),
}
VALUES = {
    "a masked value changes": lambda t: changed(t, "members", "team", 0, another_of(t, "members", "team", 0)),
    "an unmasked value changes": lambda t: changed(t, "members", "town", 0, "Rome"),
    "a member of a set changes": lambda t: changed(t, "sports", "sport", 0, another_of(t, "sports", "sport", 0)),
}


def planted(patch, defect):
    """Separate the masked records into wrong rows, in which the writer and the counts of single files believe."""
    real = separated_table.separate_rows

    def separate(*given, **options):
        return defect(real(*given, **options))

    patch.setattr(separated_table, "separate_rows", separate)


def mask(folder):
    return kn.mask_file(folder / "club", club.recipe(folder), folder / "out", ledger=False)


@pytest.fixture
def folder(tmp_path):
    club.write(tmp_path)
    return tmp_path


@pytest.mark.parametrize("label", [*STRUCTURE, *VALUES])
def test_wrong_rows_are_refused(folder, monkeypatch, label):
    planted(monkeypatch, {**STRUCTURE, **VALUES}[label])
    with pytest.raises(PrivacyError):
        mask(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["club", "sports.csv"]


def believe_sums(patch):
    """Leave out the comparison of the joined records with the input and the plan."""
    patch.setattr(separated_table.TablesRelease, "_verify_records", lambda *_: None)


BELIEVED = {*STRUCTURE} - {
    # only the input and the plan show these
    "a row refers to another row",
    "a season is lost",
    "a sport is lost",
    "a member is lost",
}


@pytest.mark.parametrize("label", sorted(BELIEVED))
def test_the_join_refuses_wrong_keys_without_knowing_the_records(folder, monkeypatch, label):
    believe_sums(monkeypatch)
    planted(monkeypatch, STRUCTURE[label])
    with pytest.raises(PrivacyError):
        mask(folder)
    assert not (folder / "out").exists()


def test_the_join_passes_without_a_defect(folder, monkeypatch):
    believe_sums(monkeypatch)
    planted(monkeypatch, lambda tables: tables)
    mask(folder)
    assert (folder / "out").is_dir()


def test_a_class_of_fewer_than_k_persons_is_refused(folder, monkeypatch):
    """One person differs from the others of the class in a single table."""
    believe_sums(monkeypatch)
    planted(monkeypatch, VALUES["a masked value changes"])
    with pytest.raises(PrivacyError, match="occur fewer than 3 times"):
        mask(folder)


def test_a_class_of_fewer_than_k_persons_in_a_referring_table_is_refused(folder, monkeypatch):
    believe_sums(monkeypatch)
    planted(monkeypatch, STRUCTURE["a sport is lost"])
    with pytest.raises(PrivacyError, match="occur fewer than 3 times"):
        mask(folder)


def rewritten(file, lines):
    content = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines(content)))


BYTES = {
    "a row is lost": lambda folder: rewritten(folder / "seasons.csv", lambda lines: lines[:-1]),
    "a row comes twice": lambda folder: rewritten(folder / "sports.csv", lambda lines: [*lines, lines[-1]]),
    "files are exchanged": lambda folder: (
        (folder / "members.csv").rename(folder / "x"),
        (folder / "sports.csv").rename(folder / "members.csv"),
        (folder / "x").rename(folder / "sports.csv"),
    ),
    "a file is lost": lambda folder: (folder / "sports.csv").unlink(),
    "a file is added": lambda folder: (folder / "more.csv").write_text("a\n1\n"),
    "a column is lost": lambda folder: rewritten(
        folder / "members.csv", lambda lines: [line.rpartition(",")[0] + "\n" for line in lines]
    ),
}


@pytest.mark.parametrize("label", BYTES)
def test_files_that_change_before_they_are_counted_are_refused(folder, monkeypatch, label):
    real = gate._verify_files

    def verify(place, *given):
        BYTES[label](place)
        return real(place, *given)

    monkeypatch.setattr(gate, "_verify_files", verify)
    with pytest.raises(PrivacyError):
        mask(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["club", "sports.csv"]


def test_rows_in_the_order_of_the_input_are_refused(folder, monkeypatch):
    apply, separate = MemorySource.apply, separated_table.separate_rows

    def apply_in_order(self, assignment, key, *, shuffle):
        return apply(self, assignment, key, shuffle=False)

    def separate_in_order(*given, shuffle=True):
        return separate(*given, shuffle=False)

    monkeypatch.setattr(MemorySource, "apply", apply_in_order)
    monkeypatch.setattr(separated_table, "separate_rows", separate_in_order)
    with pytest.raises(PrivacyError, match="order of the input"):
        mask(folder)


def test_ids_that_look_like_pseudonyms_are_refused_as_keys(tmp_path, monkeypatch):
    """Every key and every reference is exchanged for an id of the input: the tables still fit together."""
    given = club.tables()
    new = {row[0]: f"{number:016x}" for number, row in enumerate(given["seasons"])}
    given["seasons"] = [[new[row[0]], *row[1:]] for row in given["seasons"]]
    given["sports"] = [[new[row[0]], *row[1:]] for row in given["sports"]]
    club.write(tmp_path, given)

    def exchange(tables):
        ids = dict(zip(tables["seasons"].column("season_id").to_pylist(), new.values(), strict=False))
        made = {}
        for name in ("seasons", "sports"):
            cells = [ids[cell] for cell in tables[name].column("season_id").to_pylist()]
            made[name] = tables[name].set_column(0, "season_id", pa.array(cells, pa.string()))
        return {**tables, **made}

    planted(monkeypatch, lambda tables: tables)
    mask(tmp_path)
    planted(monkeypatch, exchange)
    with pytest.raises(PrivacyError, match="something other than a new pseudonym"):
        kn.mask_file(tmp_path / "club", club.recipe(tmp_path), tmp_path / "second", ledger=False)
