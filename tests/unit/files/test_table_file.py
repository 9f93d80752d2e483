"""Reading files: every cell exactly as written, and broken files refused clearly, without showing a value."""

from __future__ import annotations

import contextlib
import csv
import gzip
import os
import string
import traceback

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import feather

from kinonym.errors import DataError, UsageError
from kinonym.files.table_stream import columns_of, read_table
from kinonym.files.texts import number_names

SECRET = "secretvalue"  # a cell that no message may show


@pytest.fixture
def save(tmp_path):
    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def refusal(path, **options):
    """The error that refuses a file; neither it nor its causes may show a cell."""
    with pytest.raises(DataError) as caught:
        read_table(path, **options)
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value.__context__)
    assert SECRET not in shown
    assert caught.value.hint
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_every_cell_stays_what_it_is(save):
    path = save('code,NA,"b,c"\n001,NA,\n250.00,None," x "\n"","a ""quoted"" word","two\nlines"\nnull,1e3,5" pipe\n')
    read = read_table(path)
    assert read.format == "csv"
    assert read.notices == ()
    assert read.table.to_pydict() == {
        "code": ["001", "250.00", "", "null"],
        "NA": ["NA", "None", 'a "quoted" word', "1e3"],
        "b,c": ["", " x ", "two\nlines", '5" pipe'],
    }
    assert set(read.table.schema.types) == {pa.string()}
    assert columns_of(path) == ("code", "NA", "b,c")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "1", "3"])
def test_line_ends_and_blank_lines_at_the_end(save, end, last):
    text = end.join(["a,b", "1,2", "3,4"]) + end * int(last or 0)
    assert read_table(save(text)).table.to_pydict() == {"a": ["1", "3"], "b": ["2", "4"]}


def test_in_one_column_a_blank_line_is_an_empty_cell(save):
    assert read_table(save('a\nx\n\n"y"\n')).table.to_pydict() == {"a": ["x", "", "y"]}


def test_tab_and_other_delimiters(save):
    assert read_table(save("a\tb,c\n1\t2\n", "data.tsv")).table.column_names == ["a", "b,c"]
    assert read_table(save("a\tb\n1\t2\n", "data.tsv.gz")).format == "tsv"
    assert read_table(save("a;b\n1;2,5\n"), delimiter=";").table.to_pydict() == {"a": ["1"], "b": ["2,5"]}
    with pytest.raises(UsageError, match="one plain character"):
        read_table(save("a,b\n1,2\n"), delimiter="::")


def test_gzip_is_read_through(save):
    path = save(gzip.compress(b"a,b\n1,2\n", mtime=0), "data.csv.gz")
    assert read_table(path).table.to_pydict() == {"a": ["1"], "b": ["2"]}
    assert columns_of(path) == ("a", "b")


def test_a_byte_order_mark_is_noticed(save):
    read = read_table(save(b"\xef\xbb\xbfa,b\n\xc3\xa9,2\n"))
    assert read.table.to_pydict() == {"a": ["é"], "b": ["2"]}
    assert "byte order mark" in read.notices[0]


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-8-sig"])
def test_other_encodings_on_request(save, encoding):
    read = read_table(save("né,b\nü,2\n".encode(encoding)), encoding=encoding)
    assert read.table.to_pydict() == {"né": ["ü"], "b": ["2"]}


def test_an_unknown_encoding(save):
    with pytest.raises(UsageError, match="'utf8000' is not known"):
        read_table(save("a,b\n1,2\n"), encoding="utf8000")


def test_missing_file_folder_pipe(tmp_path):
    assert "there is no such file" in refusal(tmp_path / "absent.csv")
    assert "this is a folder" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe.csv")
    assert "pipe or a device" in refusal(tmp_path / "pipe.csv")


@pytest.mark.parametrize("content", ["", "\n\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_empty_file(save, content):
    assert "empty" in refusal(save(content))


@pytest.mark.parametrize("content", ["a,b", "a,b\n", "a,b\r\n\r\n", "a\n"])
def test_header_only(save, content):
    path = save(content)
    assert "a header, but no rows" in refusal(path)
    assert columns_of(path)[0] == "a"


def test_a_blank_line_above_the_header(save):
    assert "row 1: the line is blank where the column names should be" in refusal(save("\na,b\n1,2\n"))


@pytest.mark.parametrize(
    ("row", "found"), [(f"{SECRET}", "1 field"), (f"{SECRET},2,3", "3 fields"), ("", "the line is blank")]
)
@pytest.mark.parametrize("before", [0, 3])
def test_a_row_with_too_many_or_too_few_fields(save, row, found, before):
    message = refusal(save("a,b\n" + '"1,\n",2\n' * before + row + "\n5,6\n"))
    assert f"row {2 + before}: {found}" in message
    assert "hint:" in message


def test_the_row_is_right_far_into_a_large_file(save):
    message = refusal(save("a,b\n" + f"{SECRET},2\n" * 900_000 + f"{SECRET}\n" + "1,2\n" * 10))
    assert "row 900002: 1 field, but the header has 2" in message


@pytest.mark.parametrize(
    ("rows", "row"),
    [(f'1,"{SECRET}\n2,3\n', 2), (f'1,2\n3,"{SECRET}', 3), (f'"x""","{SECRET}\n1,2\n', 2)],
)
def test_an_unclosed_quote(save, rows, row):
    assert f"row {row}: a quote is opened and never closed" in refusal(save("a,b\n" + rows))


def test_an_unclosed_quote_that_meets_another(save):
    """Arrow would silently read two lines as one cell."""
    content = f'a,b\n1,"{SECRET}\n2,"y"\n'
    assert pyarrow.csv.read_csv(pa.py_buffer(content.encode())).num_rows == 1
    assert "row 2: there is text between a closing quote and the next delimiter" in refusal(save(content))


def test_nul_bytes(save):
    assert "NUL byte at line 3" in refusal(save(f"a,b\n1,2\n{SECRET},\0\n"))
    assert "utf-16-le" in refusal(save("a,b\n1,é\n".encode("utf-16-le")), encoding="utf-8")
    path = save("", "nul.parquet")
    pq.write_table(pa.table({"a": ["x", "y\0"]}), path)
    assert "row 2, column 1: there is a NUL character" in refusal(path)


@pytest.mark.parametrize(
    ("content", "guess"),
    [
        ("a,b\n1,é\n".encode("latin-1"), "latin-1"),
        ("a,b\n1,“é”\n".encode("cp1252"), "cp1252"),
        ("a,b\n1,é\n".encode("utf-16"), "utf-16"),
        ("a,b\n1,é\n".encode("utf-32"), "utf-32"),
    ],
)
def test_a_wrong_encoding_is_guessed(save, content, guess):
    path = save(content)
    message = refusal(path, encoding="utf-8")
    assert f'--encoding {guess}, or encoding = "{guess}" under [table]' in message
    assert read_table(path, encoding=guess).table["a"].to_pylist() == ["1"]
    with pytest.raises(DataError, match="it looks like"):
        columns_of(path, encoding="utf-8")


def test_the_line_of_a_wrong_byte(save):
    assert "first at line 4" in refusal(save(b"a,b\n1,2\n1,2\n1,\xe9\n"), encoding="utf-8")
    assert "not utf-16" in refusal(save(b"a,b\n1"), encoding="utf-16")


@pytest.mark.parametrize(
    ("names", "numbers"),
    [("Ä,b,ä", "1 and 3"), ("ﬁn,FIN", "1 and 2"), ("x,x ", "1 and 2")],
)
def test_column_names_that_look_alike(save, names, numbers):
    path = save(f"{names}\n{','.join('1' * (names.count(',') + 1))}\n")
    assert f"columns {numbers} have" in refusal(path)
    with pytest.raises(DataError, match=numbers):
        columns_of(path)


@pytest.mark.parametrize("names", ["a,,c", 'a," ",c', "a,\u00a0,c"])
def test_an_unnamed_column(save, names):
    assert "column 2 has no name" in refusal(save(f"{names}\n1,2,3\n"))


@pytest.mark.parametrize(("delimiter", "shown"), [(";", ";"), ("\t", "\\t"), ("|", "|")])
def test_one_column_found_hints_at_the_delimiter(save, delimiter, shown):
    message = refusal(save(delimiter.join("abc") + "\n" + delimiter.join("123") + "\n"), delimiter=",")
    assert f'--delimiter "{shown}", or delimiter = "{shown}" under [table]' in message
    assert 'delimiter = "," under' in refusal(save("a,b\n1,2\n"), delimiter=";")


@pytest.mark.parametrize("size", [(1 << 20) + 1, 9 << 20])
def test_a_cell_over_the_limit(save, size):
    assert "row 3, column 2: a cell is longer than 1 MiB" in refusal(save("a,b\n1,2\n3," + "x" * size + "\n"))
    path = save("", "long.parquet")
    pq.write_table(pa.table({"a": ["x", "y" * size]}), path)
    assert "row 2, column 1: a cell is longer than 1 MiB" in refusal(path)


def test_a_cell_at_the_limit_and_a_row_longer_than_a_block(save):
    names = ",".join(string.ascii_lowercase[:12])
    cell = "x" * (1 << 20)
    table = read_table(save(f"{names}\n" + ",".join([cell] * 12) + "\n")).table
    assert table["l"].to_pylist() == [cell]


def test_a_gzip_bomb_is_refused_before_it_is_unpacked(save):
    bomb = gzip.compress(b"a,b\n" + b"0,0\n" * (16 << 20), compresslevel=9)  # 64 MiB of one line
    message = refusal(save(bomb, "bomb.csv.gz"))
    assert "unpacks to more than 17 MiB" in message


def test_damaged_gzip(save):
    whole = gzip.compress(os.urandom(5000))
    assert "damaged or cut off" in refusal(save(whole[:-9], "cut.csv.gz"))
    assert "damaged or cut off" in refusal(save(whole[:20] + b"xxxx" + whole[24:], "wrong.csv.gz"))


def test_parquet_as_text(tmp_path):
    path = tmp_path / "data.parquet"
    pq.write_table(
        pa.table({
            "i": pa.array([1, None, 30]),
            "t": ["001", None, ""],
            "f": [250.0, 0.1, None],
            "c": pa.array(["u", None, "u"]).dictionary_encode(),
            "b": [True, None, False],
        }),
        path,
    )  # fmt: skip
    read = read_table(path)
    assert read.format == "parquet"
    assert read.table.to_pydict() == {
        "i": ["1", None, "30"],
        "t": ["001", None, ""],
        "f": ["250.0", "0.1", None],
        "c": ["u", None, "u"],
        "b": ["true", None, "false"],
    }
    assert set(read.table.schema.types) == {pa.string()}
    assert columns_of(path) == ("i", "t", "f", "c", "b")


def test_parquet_is_known_by_its_content(tmp_path):
    path = tmp_path / "data.bin"
    pq.write_table(pa.table({"a": ["x"]}), path)
    assert read_table(path).format == "parquet"


def test_bad_parquet(save, tmp_path):
    assert "not a Parquet file" in refusal(save(f"a,b\n{SECRET},2\n", "text.parquet"))
    pq.write_table(pa.table({"a": [SECRET] * 1000, "b": list(range(1000))}), tmp_path / "whole.parquet")
    whole = (tmp_path / "whole.parquet").read_bytes()
    assert "not a Parquet file" in refusal(save(whole[:-5], "cut.parquet"))
    hurt = bytearray(whole)
    hurt[4:120] = b"\xff" * 116
    assert "damaged inside" in refusal(save(bytes(hurt), "hurt.parquet"))


def test_a_feather_file_with_columns_shorter_than_it_says_is_refused(save, tmp_path):
    """Arrow does not compare the number of rows with the length of a column, and would read other memory."""
    feather.write_feather(pa.table({"a": list(range(48))}), tmp_path / "whole.feather", compression="uncompressed")
    whole = (tmp_path / "whole.feather").read_bytes()
    bytes_of_column, fewer = ((8 * rows).to_bytes(8, "little") for rows in (48, 40))
    assert bytes_of_column in whole
    for typed in (False, True):
        with pytest.raises(DataError, match="damaged inside"):
            read_table(save(whole.replace(bytes_of_column, fewer), "short.feather"), typed=typed)


def test_zip_and_excel(save):
    assert "zip archive, or an Excel workbook" in refusal(save(b"PK\x03\x04" + b"x" * 50, "book.csv"))


CELLS = st.text(st.sampled_from('ab,"\n\r ;é\u2028\x0b'), max_size=5)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=6))
@settings(max_examples=150, deadline=None)
def test_what_the_csv_module_writes_is_read_as_it_was(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("written") / "data.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("x", "y", "z"), *rows])
    table = read_table(path).table
    assert list(zip(*table.to_pydict().values(), strict=True)) == rows


@given(st.binary(max_size=60) | st.text(st.sampled_from('ab,"\n\r\t;'), max_size=40).map(str.encode))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_read_as_python_reads_them_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("any") / "data.csv"
    path.write_bytes(content)
    with contextlib.suppress(DataError):  # whatever its layout may be: it is read, or refused
        read_table(path)
    try:
        table = read_table(path, encoding="utf-8", delimiter=",").table
    except DataError:
        return
    header, *rows = csv.reader(_lines(path), strict=True)
    header, _ = number_names(header, "")
    if len(header) > 1:
        while rows and not rows[-1]:
            rows.pop()
    assert table.column_names == header
    assert [list(row) for row in zip(*(c.to_pylist() for c in table.columns), strict=True)] == [r or [""] for r in rows]


def _lines(path):
    with path.open(newline="", encoding="utf-8-sig") as file:
        yield from file
