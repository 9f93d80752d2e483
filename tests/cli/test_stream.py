"""`kinonym mask --stream` reads standard input and writes as it reads."""

import csv
import io
import json
import subprocess
import sys

import pytest


@pytest.fixture
def noisy(folder):
    recipe = folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('name = "sa-mdav"\nk = 2', 'name = "noise"\nalpha = 0.5'))
    return folder


def stream(folder, text, *extra):
    command = [sys.executable, "-m", "kinonym", "mask", "data.csv", "-r", "recipe.toml", "--stream", *extra]
    return subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, timeout=120, check=False)


def test_csv_in_csv_out(noisy):
    done = stream(noisy, "name,hobby,age,income\nx,soccer,20,low\ny,water,60,=high\n")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert list(rows[0]) == ["hobby", "age", "income"]  # water was not in the sample, and is welcome
    assert [row["income"] for row in rows] == ["low", "'=high"]
    assert {row["hobby"] for row in rows} <= {"sport", "ball", "water", "soccer", "rugby", "swimming", "surfing"}
    assert "no formal guarantee" in done.stderr


def test_json_lines(noisy):
    record = json.dumps({"name": "x", "hobby": "rugby", "age": 21, "income": "low"})
    done = stream(noisy, f"{record}\n{record}\n")
    assert done.returncode == 0, done.stderr
    assert [set(json.loads(line)) for line in done.stdout.splitlines()] == [{"hobby", "age", "income"}] * 2


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


def test_bad_streams(noisy):
    short = stream(noisy, "name,hobby,age,income\nx,soccer\n")
    assert short.returncode == 3
    assert "row 2 has 2 fields" in short.stderr
    unknown = stream(noisy, "name,hobby,age,income\nx,zebra-secret,20,low\n")
    assert unknown.returncode == 3
    assert "zebra-secret" not in unknown.stderr
    assert stream(noisy, "").returncode == 3


def test_a_method_that_needs_the_whole_table(folder):
    done = stream(folder, "name,hobby,age,income\nx,soccer,20,low\n")
    assert done.returncode == 2
    assert "cannot mask a stream" in done.stderr


MARK = "TEST – DO NOT RELEASE"


def test_a_seeded_stream_carries_its_mark_first(noisy):
    done = stream(noisy, "name,hobby,age,income\nx,soccer,20,low\n", "--seed", "7")
    assert done.returncode == 0, done.stderr
    header, row = csv.reader(io.StringIO(done.stdout))
    assert header == [MARK, "hobby", "age", "income"]
    assert row[0] == MARK
    record = json.dumps({"name": "x", "hobby": "rugby", "age": 21, "income": "low"})
    done = stream(noisy, f"{record}\n", "--seed", "7")
    assert next(iter(json.loads(done.stdout).items())) == (MARK, MARK)
    assert MARK in done.stderr


HEADERS = ["name,hobby,age", "name,hobby,age,income,extra", "name,hobby,age,age", "name,hobbies,age,income"]


@pytest.mark.parametrize("header", HEADERS)
def test_a_wrong_header_is_refused_before_the_first_byte_goes_out(noisy, header):
    done = stream(noisy, header + "\n" + "x,soccer,20,low,more"[: 2 * len(header)] + "\n")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "hint: " in done.stderr


def test_an_identifier_that_is_passed_through_is_refused_on_the_sample(noisy):
    rows = "".join(f"p{i},soccer,{20 + i % 5},K{i:05}\n" for i in range(40))
    (noisy / "data.csv").write_text("name,hobby,age,income\n" + rows)
    recipe = noisy / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('"confidential"', '"other"'))
    done = stream(noisy, "name,hobby,age,income\nx,soccer,20,low\n")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "looks like an identifier" in done.stderr


@pytest.mark.parametrize("bad", [b"x,socc\xffer,20,low\n", b'x,"soccer,20,low\n', b"x,soc\0cer,20,low\n"])
def test_bad_bytes_are_errors_of_the_data(noisy, bad):
    command = [sys.executable, "-m", "kinonym", "mask", "data.csv", "-r", "recipe.toml", "--stream"]
    text = b"name,hobby,age,income\n" + bad
    done = subprocess.run(command, cwd=noisy, input=text, capture_output=True, timeout=120, check=False)
    assert done.returncode == 3, done.stderr
    assert b"hint: " in done.stderr
