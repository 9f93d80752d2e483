"""The release gate: what it writes, what it finds in the written bytes, and what it refuses."""

from __future__ import annotations

import csv
import gzip
import os
import random
import stat
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kinonym.engines import writing
from kinonym.engines.contract import RunKey
from kinonym.engines.memory import MemorySource
from kinonym.engines.recount import read_back, recount
from kinonym.errors import PrivacyError, UsageError
from kinonym.files import output as outputs
from kinonym.files.output import reserved
from kinonym.files.output_form import form_of
from kinonym.files.table_stream import read_table
from kinonym.pipeline.masking import mask_file
from kinonym.release import gate
from kinonym.release.class_checks import MinimumClass
from kinonym.release.value_checks import SameValues
from release.releasing import send, unchanged

NAMES = ("out.csv", "out.tsv", "out.csv.gz", "out.parquet")
QUASI = ("job", "region")
K = 3


def masked():
    """Twelve rows in four classes of three; a missing value is a value; two more columns pass through."""
    job = ["nurse"] * 3 + ["cook"] * 3 + [None] * 3 + ["cook"] * 3
    region = ["north"] * 6 + ["south"] * 6
    return pa.table({"job": job, "region": region, "age": ["30", "31.5", None] * 4, "note": list("abcdefghijkl")})


def every_check():
    return [MinimumClass(QUASI, K), SameValues("job", Counter(masked()["job"].to_pylist()))]


def released(table, path, **options):
    return send(table, path, **{"quasi": [name for name in QUASI if name in table.column_names] or None, **options})


def check_target(path, *inputs):
    """What is looked at before any work."""
    form_of(path)
    with reserved([path], inputs):
        pass


def as_counter(counted):
    rows = (tuple(v[c] for v, c in zip(counted.values, codes, strict=True)) for codes in counted.codes.tolist())
    return dict(zip(rows, counted.counts.tolist(), strict=True))


def only(folder):
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_a_good_table_passes_every_check(tmp_path, name):
    tally = released(masked(), tmp_path / name, checks=every_check())
    assert (tally.records, tally.columns) == (12, ("job", "region", "age", "note"))
    assert tally.count(QUASI).counts.tolist() == [3, 3, 3, 3]
    assert only(tmp_path) == [name]
    text = read_table(tmp_path / name).table
    missing = None if name.endswith("parquet") else ""
    expected = {(job or missing, note) for job, note in zip(masked()["job"].to_pylist(), "abcdefghijkl", strict=True)}
    assert set(zip(text["job"].to_pylist(), text["note"].to_pylist(), strict=True)) == expected


def test_rows_are_shuffled(tmp_path):
    table = pa.table({"n": [str(i) for i in range(200)]})
    released(table, tmp_path / "out.csv")
    written = (tmp_path / "out.csv").read_text().split()[1:]
    assert written != table["n"].to_pylist()
    assert sorted(written, key=int) == table["n"].to_pylist()


def test_csv_is_quoted_only_where_needed(tmp_path):
    table = pa.table(
        {
            "a": ['say "x"'],
            "b,c": ["two\nlines"],
            "d": ["1,5"],
            "e": [" plain "],
            "f": ["2"],
            "g": pa.array([None], pa.string()),
        }
    )
    released(table, tmp_path / "out.csv", missing_text="?")
    assert (tmp_path / "out.csv").read_bytes() == b'a,"b,c",d,e,f,g\n"say ""x""","two\nlines","1,5", plain ,2,?\n'
    released(table, tmp_path / "out.tsv")
    assert (tmp_path / "out.tsv").read_bytes() == b'a\tb,c\td\te\tf\tg\n"say ""x"""\t"two\nlines"\t1,5\t plain \t2\t\n'


def test_a_lone_missing_cell_is_not_a_blank_line(tmp_path):
    released(pa.table({"a": pa.array([None], pa.string())}), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == b'a\n""\n'


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("-x", "'-x"),
        ("@a", "'@a"),
        ("\tx", "'\tx"),
        ("\rx", '"\'\rx"'),
        ("'=1", "''=1"),
        ("-5", "-5"),
        ("+3.2e4", "+3.2e4"),
        ("-.5", "-.5"),
        ("-5-2", "'-5-2"),
        ("'tis", "'tis"),
        ("a=b", "a=b"),
    ],
)
def test_cells_that_a_spreadsheet_would_run_are_guarded(tmp_path, cell, written):
    path = tmp_path / "out.csv"
    released(pa.table({"a": [cell], "=b": ["x"]}), path, checks=[SameValues("a", {cell: 1})])
    assert path.read_bytes() == f"a,'=b\n{written},x\n".encode()


def test_a_missing_marker_is_written_as_it_is(tmp_path):
    table = pa.table({"a": ["-", None, "x"]})
    tally = released(table, tmp_path / "out.csv", missing_text="-", wanted=[("a",)])
    assert sorted((tmp_path / "out.csv").read_text().split()) == ["-", "-", "a", "x"]
    assert dict(zip(tally.count(["a"]).values[0], tally.count(["a"]).counts.tolist(), strict=True)) == {"x": 1, None: 2}


def test_gzip_says_neither_name_nor_time(tmp_path):
    released(masked(), tmp_path / "out.csv.gz")
    data = (tmp_path / "out.csv.gz").read_bytes()
    assert data[3] & 0b11110 == 0  # no extra field, name or comment
    assert data[4:8] == bytes(4)
    assert gzip.decompress(data).startswith(b"job,region,age,note\n")


def test_parquet_keeps_no_trace_of_what_was_removed(tmp_path):
    whole = pa.table({"a": pa.array(["removedvalue", "kept", "kept"]).dictionary_encode(), "b": ["9.75", "1", "2"]})
    table = whole.slice(1).replace_schema_metadata({"pandas": "removedvalue", "source": "input.csv"})
    released(table, tmp_path / "out.parquet")
    data = (tmp_path / "out.parquet").read_bytes()
    assert b"removedvalue" not in data
    assert b"input.csv" not in data
    assert b"ARROW:schema" not in data
    footer = pq.ParquetFile(tmp_path / "out.parquet").metadata
    assert footer.metadata is None
    assert not any(footer.row_group(0).column(i).is_stats_set for i in range(2))


def test_parquet_names_no_text_of_rows_that_were_dropped(tmp_path):
    rows = ["ward,note", "rare,gone", *["common,stays"] * 5]
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n")
    columns = {"ward": {"role": "quasi", "type": "plain"}, "note": {"role": "other"}}
    recipe = {
        "columns": columns,
        "method": {"name": "suppress", "k": 2, "drop": True},
        "release": {"accept_unique": True},
    }
    mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.parquet")
    read = pq.ParquetFile(tmp_path / "out.parquet", read_dictionary=["ward", "note"]).read()
    assert [read[name].chunk(0).dictionary.to_pylist() for name in ("ward", "note")] == [["common"], ["stays"]]


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_the_temporary_file_is_private_and_the_final_one_follows_the_umask(tmp_path, monkeypatch):
    modes = []
    real = gate.read_back

    def looking(path, form):
        modes.append((stat.S_IMODE(path.stat().st_mode), path.parent))
        return real(path, form)

    monkeypatch.setattr(gate, "read_back", looking)
    before = os.umask(0o027)
    try:
        released(masked(), tmp_path / "out.csv")
    finally:
        os.umask(before)
    assert modes == [(0o600, tmp_path)]
    assert stat.S_IMODE((tmp_path / "out.csv").stat().st_mode) == 0o640


def test_no_rows_left(tmp_path):
    with pytest.raises(PrivacyError, match="no rows are left"):
        released(masked().slice(0, 0), tmp_path / "out.csv")
    assert only(tmp_path) == []


# --- where a release may not go


def test_the_output_may_not_be_the_input(tmp_path):
    source = tmp_path / "data.csv"
    source.write_text("a\n1\n")
    (tmp_path / "link.csv").symlink_to(source)
    os.link(source, tmp_path / "hard.csv")
    (tmp_path / "folder").mkdir()
    for name in ("data.csv", "link.csv", "hard.csv", "folder/../data.csv"):
        with pytest.raises(UsageError, match="same file as the input") as caught:
            check_target(tmp_path / name, source)
        assert "different name" in caught.value.hint
        with pytest.raises(UsageError, match="same file as the input"):
            released(masked(), tmp_path / name, inputs=[source])
    assert source.read_text() == "a\n1\n"


def test_a_link_is_followed_to_its_file(tmp_path):
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    released(masked(), tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert read_table(tmp_path / "real.csv").table.num_rows == 12


@pytest.mark.parametrize("name", ["out", "out.parquet.gz", "out.gz", "out.txt"])
def test_a_name_that_says_no_format(tmp_path, name):
    with pytest.raises(UsageError, match="does not say how to write") as caught:
        check_target(tmp_path / name)
    assert ".csv" in caught.value.hint


def test_a_folder_that_is_not_there_and_one_that_is_in_the_way(tmp_path):
    with pytest.raises(UsageError, match="folder of the output does not exist") as caught:
        check_target(tmp_path / "absent" / "out.csv")
    assert "mkdir" in caught.value.hint
    (tmp_path / "out.csv").mkdir()
    with pytest.raises(UsageError, match="not a regular file"):
        check_target(tmp_path / "out.csv")


CHECK_AS_NOBODY = """
import fcntl, os, sys
from pathlib import Path
from kinonym.errors import UsageError
from kinonym.files.output import reserved
if os.geteuid() == 0:  # everything is imported by now: another user may not see this Python
    os.setgid(65534), os.setuid(65534)
for name in sys.argv[1:]:
    try:
        with reserved([Path(name)]):
            pass
    except UsageError as error:
        print(error.code, error.message.split(": ", 1)[1])
"""


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_no_write_permission_is_found_before_any_work(tmp_path):
    """As another user where this one is root, whom no mode stops."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (tmp_path / "open").mkdir()
    protected = tmp_path / "open" / "old.csv"
    protected.write_text("old")
    protected.chmod(0o444)
    (tmp_path / "open").chmod(0o777)
    folder.chmod(0o555)
    for parent in [tmp_path, *list(tmp_path.parents)[:3]]:
        parent.chmod(parent.stat().st_mode | 0o011)
    targets = [folder / "out.csv", protected, tmp_path / "open" / "fine.csv"]
    done = subprocess.run([sys.executable, "-c", CHECK_AS_NOBODY, *targets], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "usage the output cannot be written there (Permission denied)",
        "usage the output cannot be written there (the file is write-protected)",
    ]
    assert protected.read_text() == "old"


def test_an_output_that_another_run_is_writing(tmp_path):
    path = tmp_path / "out.csv"
    with outputs.locked(path, path):
        with pytest.raises(UsageError, match="another run is writing") as caught:
            check_target(path)
        assert "wait" in caught.value.hint
        with pytest.raises(UsageError, match="another run is writing"):
            released(masked(), path)
        check_target(tmp_path / "other.csv")
    released(masked(), path)
    assert only(tmp_path) == ["out.csv"]


def test_what_a_killed_run_left_behind_is_no_obstacle_and_goes(tmp_path):
    path = tmp_path / "out.csv"
    stem = outputs.private_stem(path)
    (tmp_path / f"{stem}.lock").touch()
    (tmp_path / f"{stem}-0123456789abcdef.tmp").write_text("half a file")
    released(masked(), path)
    assert only(tmp_path) == ["out.csv"]


# --- planted defects: the table is not what it should be, or the bytes are not what was meant


def change(table, column, row, value):
    values = table[column].to_pylist()
    values[row] = value
    place = table.column_names.index(column)
    return table.set_column(place, column, pa.array(values, table.schema.field(column).type))


TABLE_DEFECTS = {
    "dropped row": lambda t, i: pa.concat_tables([t.slice(0, i), t.slice(i + 1)]),
    "added row": lambda t, i: pa.concat_tables([t, t.slice(i, 1)]),
    "split class": lambda t, i: change(t, "region", i, "south" if i < 6 else "north"),
    "nulled cell": lambda t, i: change(t, "region", i, None),
    "foreign value": lambda t, i: change(t, "job", i, "baker"),
    "changed cell that passes through": lambda t, i: change(t, "note", i, "z"),
    "dropped column": lambda t, i: t.drop_columns(["note"]) if i % 2 else t.drop_columns(["age"]),
    "columns in another order": lambda t, _: t.select(["region", "job", "age", "note"]),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("row", [0, 5, 11])
@pytest.mark.parametrize("defect", TABLE_DEFECTS)
def test_a_table_with_a_defect_is_refused(tmp_path, defect, row, name):
    path = tmp_path / name
    path.write_text("old")
    with pytest.raises(PrivacyError) as caught:
        released(TABLE_DEFECTS[defect](masked(), row), path, input_table=masked(), checks=every_check())
    assert caught.value.exit_code == 4
    assert path.read_text() == "old"
    assert only(tmp_path) == [name]


def rewrite(path, name, edit):
    """Read a written file, change its rows, and write them again in the same form."""
    if name.endswith("parquet"):
        table = pq.read_table(path)
        rows = [list(row.values()) for row in table.to_pylist()]
        edit(rows)
        columns = [pa.array(column, f.type) for column, f in zip(zip(*rows, strict=True), table.schema, strict=True)]
        pq.write_table(pa.table(columns, names=table.column_names), path)
        return
    opened = gzip.open if name.endswith("gz") else open
    delimiter = "\t" if "tsv" in name else ","
    with opened(path, "rt", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file, delimiter=delimiter)
    edit(rows)
    with opened(path, "wt", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows([header, *rows])


def set_cell(row, column, value):
    def edit(rows):
        assert rows[row][column] != value
        rows[row][column] = value

    return edit


def slip(rows):
    """A column moves on by one row."""
    notes = [row[3] for row in rows]
    for row, note in zip(rows, [*notes[1:], notes[0]], strict=True):
        row[3] = note


def exchange(rows):
    """Two rows exchange what they had in one column."""
    first = next(i for i in range(1, 12) if rows[i][0] != rows[0][0])
    rows[0][0], rows[first][0] = rows[first][0], rows[0][0]


BYTE_DEFECTS = {
    "dropped row": lambda rows: rows.pop(4),
    "dropped last row": lambda rows: rows.pop(),
    "repeated row": lambda rows: rows.append(rows[3]),
    "changed cell": set_cell(7, 3, "zz"),
    "blank around a cell": set_cell(2, 1, "north "),
    "another case": set_cell(2, 1, "North"),
    "a column slips by one row": slip,
    "two cells exchanged": exchange,
    "guarded without need": set_cell(2, 1, "'north"),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("defect", BYTE_DEFECTS)
def test_bytes_that_are_not_what_was_meant_are_refused(tmp_path, monkeypatch, defect, name):
    """The writer itself is at fault: what it leaves on the disk differs from the table."""
    real = outputs.create
    path = tmp_path / name
    path.write_text("old")

    class Faulty:
        def __init__(self, temporary):
            self.temporary, self.file = temporary, real(temporary)

        def __enter__(self):
            return self.file

        def __exit__(self, *reason):
            self.file.close()
            rewrite(self.temporary, name, BYTE_DEFECTS[defect])

    monkeypatch.setattr(outputs, "create", Faulty)
    monkeypatch.setattr(outputs, "_check_writable", lambda *_: None)
    with pytest.raises(PrivacyError, match="nothing was released"):
        released(masked(), path, checks=every_check())
    assert path.read_text() == "old"
    assert only(tmp_path) == [name]


@pytest.mark.parametrize("name", NAMES)
def test_any_wrong_byte_is_refused_or_harmless(tmp_path, name):
    """Flip, cut or insert bytes anywhere: what passes must say exactly what the table says."""
    source, key = MemorySource(masked(), missing=()), RunKey()
    assignment, form = unchanged(source, list(QUASI)), form_of(tmp_path / name)
    expected = gate.Expected.of(source, assignment, key, source.columns, form.marker)
    path = tmp_path / name
    with path.open("wb") as file:
        writing.write(source.apply(assignment, key, shuffle=True).batches(), form, file)
    whole = path.read_bytes()
    draw = random.Random(name)
    refused = 0
    for _ in range(150):
        data = bytearray(whole)
        place = draw.randrange(len(data))
        kind = draw.choice(["flip", "cut", "insert"])
        if kind == "flip":
            data[place] ^= 1 << draw.randrange(8)
        elif kind == "cut":
            del data[place:]
        else:
            data.insert(place, draw.randrange(256))
        path.write_bytes(data)
        try:
            tally = recount(
                partial(read_back, path, form), [QUASI], expected.fingerprint, order=expected.order.same_sample()
            )
            gate._verify_totals(tally, expected)
        except PrivacyError:
            refused += 1
        else:
            assert as_counter(tally.count(QUASI)) == as_counter(source.count(QUASI))
    assert refused > 100


def test_a_class_too_small_says_how_many_and_no_value(tmp_path):
    table = change(masked(), "region", 0, "westvalue")
    with pytest.raises(PrivacyError) as caught:
        released(table, tmp_path / "out.csv", checks=[MinimumClass(QUASI, K)])
    assert "2 combinations of 'job', 'region' occur fewer than 3 times" in caught.value.message
    assert "the rarest 1 times" in caught.value.message
    assert "westvalue" not in str(caught.value)


def test_missing_counts_as_a_value(tmp_path):
    """Two missing and two others: with missing as a wildcard this would be a class of four."""
    table = pa.table({"a": [None, None, "x", "x"]})
    released(table, tmp_path / "out.csv", checks=[MinimumClass(("a",), 2)])
    with pytest.raises(PrivacyError):
        released(table, tmp_path / "new.csv", checks=[MinimumClass(("a",), 3)])
    assert Path(tmp_path / "new.csv").exists() is False
