"""`kinonym mask --stream` reads standard input and writes as it reads."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest


@pytest.fixture
def noisy(folder):
    recipe = folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('name = "sa-mdav"\nk = 2', 'name = "noise"\nalpha = 0.5'))
    return folder


@pytest.fixture
def stream(kinonym, monkeypatch):
    """A function that sends bytes to the command and returns how it ended and what it wrote."""

    def run(sent, *extra):
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(sent.encode() if isinstance(sent, str) else sent))
        )
        return kinonym("mask", "data.csv", "-r", "recipe.toml", "--stream", *extra)

    return run


@pytest.mark.usefixtures("noisy")
def test_csv_in_csv_out(stream):
    done = stream("name,hobby,age,income\nx,soccer,20,low\ny,water,60,=high\n")
    assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert list(rows[0]) == ["hobby", "age", "income"]  # water was not in the sample, and is welcome
    assert [row["income"] for row in rows] == ["low", "'=high"]
    assert {row["hobby"] for row in rows} <= {"sport", "ball", "water", "soccer", "rugby", "swimming", "surfing"}
    assert "no formal guarantee" in done.err


@pytest.mark.usefixtures("noisy")
def test_json_lines(stream):
    record = json.dumps({"name": "x", "hobby": "rugby", "age": 21, "income": "low"})
    done = stream(f"{record}\n{record}\n")
    assert done.code == 0, done.err
    assert [set(json.loads(line)) for line in done.out.splitlines()] == [{"hobby", "age", "income"}] * 2


def test_records_leave_one_by_one_and_a_closed_pipe_is_no_error(noisy):
    command = [sys.executable, "-m", "kinonym", "mask", "data.csv", "-r", "recipe.toml", "--stream"]
    with subprocess.Popen(
        command, cwd=noisy, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write("name,hobby,age,income\n")
        process.stdin.flush()
        assert process.stdout.readline() == "hobby,age,income\n"
        process.stdin.write("x,soccer,20,low\n")
        process.stdin.flush()
        assert process.stdout.readline().endswith(",low\n")
        process.stdout.close()
        process.stdin.write("x,soccer,20,low\n" * 3)
        process.stdin.close()
        assert process.wait(timeout=60) == 0, process.stderr.read()


@pytest.mark.usefixtures("noisy")
def test_bad_streams(stream):
    short = stream("name,hobby,age,income\nx,soccer\n")
    assert short.code == 3
    assert "row 2 has 2 fields" in short.err
    unknown = stream("name,hobby,age,income\nx,zebra-secret,20,low\n")
    assert unknown.code == 3
    assert "zebra-secret" not in unknown.err
    assert stream("").code == 3


@pytest.mark.usefixtures("noisy")
@pytest.mark.parametrize("income", ["[1]", '{"a": 1}', "[" * 50_000 + "]" * 50_000, '"low", "income": "high"'])
def test_json_lines_of_a_stream_are_those_of_a_file(stream, income):
    """A cell holds a plain value, a key comes once, and what nests does not end the program."""
    done = stream('{"name": "x", "hobby": "rugby", "age": 21, "income": ' + income + "}\n")
    assert (done.code, done.out) == (3, "")
    assert "hint: " in done.err


@pytest.mark.usefixtures("noisy")
def test_numbers_of_json_lines_stay_as_they_are_written(stream):
    done = stream('{"name": "x", "hobby": "rugby", "age": 21, "income": 250.00}\n')
    assert json.loads(done.out)["income"] == "250.00"


@pytest.mark.usefixtures("noisy")
def test_a_nul_byte_is_refused(stream):
    done = stream("name,hobby,age,income\nx,soccer,20,low\nx,soccer,20,l\0w\n")
    assert done.code == 3
    assert "NUL byte at line 3" in done.err


def test_a_method_that_needs_the_whole_table(stream):
    done = stream("name,hobby,age,income\nx,soccer,20,low\n")
    assert done.code == 2
    assert "cannot mask a stream" in done.err


MARK = "TEST – DO NOT RELEASE"


@pytest.mark.usefixtures("noisy")
def test_a_seeded_stream_carries_its_mark_first(stream):
    done = stream("name,hobby,age,income\nx,soccer,20,low\n", "--seed", "7")
    assert done.code == 0, done.err
    header, row = csv.reader(io.StringIO(done.out))
    assert header == [MARK, "hobby", "age", "income"]
    assert row[0] == MARK
    record = json.dumps({"name": "x", "hobby": "rugby", "age": 21, "income": "low"})
    done = stream(f"{record}\n", "--seed", "7")
    assert next(iter(json.loads(done.out).items())) == (MARK, MARK)
    assert MARK in done.err


HEADERS = ["name,hobby,age", "name,hobby,age,income,extra", "name,hobby,age,age", "name,hobbies,age,income"]


@pytest.mark.usefixtures("noisy")
@pytest.mark.parametrize("header", HEADERS)
def test_a_wrong_header_is_refused_before_the_first_byte_goes_out(stream, header):
    done = stream(header + "\n" + "x,soccer,20,low,more"[: 2 * len(header)] + "\n")
    assert done.code == 3
    assert done.out == ""
    assert "hint: " in done.err


def test_an_identifier_that_is_passed_through_is_refused_on_the_sample(noisy, stream):
    rows = "".join(f"p{i},soccer,{20 + i % 5},K{i:05}\n" for i in range(40))
    (noisy / "data.csv").write_text("name,hobby,age,income\n" + rows)
    recipe = noisy / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('"confidential"', '"other"'))
    done = stream("name,hobby,age,income\nx,soccer,20,low\n")
    assert done.code == 2
    assert done.out == ""
    assert "looks like an identifier" in done.err


@pytest.mark.usefixtures("noisy")
@pytest.mark.parametrize("bad", [b"x,socc\xffer,20,low\n", b'x,"soccer,20,low\n', b"x,soc\0cer,20,low\n"])
def test_bad_bytes_are_errors_of_the_data(stream, bad):
    done = stream(b"name,hobby,age,income\n" + bad)
    assert done.code == 3, done.err
    assert "hint: " in done.err


@pytest.mark.usefixtures("noisy")
def test_a_line_that_does_not_end_is_refused(stream, monkeypatch):
    monkeypatch.setattr("kinonym.cli.stream._LONGEST", 1000)
    done = stream("x" * 5000)
    assert (done.code, "more than 1,000 characters" in done.err, "hint" in done.err) == (3, True, True)


def plain_terminal(folder, *arguments, sent=b""):
    """The command at a terminal that knows plain letters only."""
    command = [sys.executable, "-m", "kinonym", "mask", "data.csv", "-r", "recipe.toml", *arguments]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    return subprocess.run(command, cwd=folder, env=plain, input=sent, capture_output=True, check=False)


def test_a_stream_is_encoded_as_its_sample_whatever_the_terminal_knows(noisy):
    done = plain_terminal(noisy, "--stream", sent="name,hobby,age,income\nx,soccer,20,tiefé\n".encode())
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("utf-8").endswith(",tiefé\n")


def test_a_terminal_that_lacks_a_sign_does_not_end_a_run(folder):
    for name in ("data.csv", "recipe.toml"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace("columns.income", 'columns."einkömmen"').replace("income", "einkömmen"))
    done = plain_terminal(folder, "-o", "out.csv")
    assert done.returncode == 0, done.stderr
