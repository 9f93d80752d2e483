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
