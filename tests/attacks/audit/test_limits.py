"""System limits, full devices, files of others: a clear error that names the files already written."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import pyarrow as pa
import pytest

import kinonym as kn
from audit.starting import DATA
from kinonym.errors import DataError
from kinonym.pipeline.column_checks import MOST_COLUMNS
from kinonym.system_limits import limits_explained

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and devices are those of Linux")

MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
START = "from kinonym.cli import main; main()"


def run(folder, *arguments, limits=(), stdout=subprocess.PIPE, stderr=subprocess.PIPE):
    """Run the command in a separate process, with system limits."""

    def limited():
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))

    command = [sys.executable, "-c", START, *arguments]
    environment = {**os.environ, "KINONYM_CACHE": "off", "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "200"}
    return subprocess.run(
        command, cwd=folder, preexec_fn=limited, stdout=stdout, stderr=stderr, text=True, env=environment, check=False,
        timeout=120,
    )  # fmt: skip


def large(folder, rows=300_000):
    names = [f"w{i:07d}" * 3 for i in range(rows)]
    (folder / "data.csv").write_text("a,b\n" + "".join(f"{n},{n}\n" for n in names))
    columns = "".join(f'[columns.{name}]\nrole = "quasi"\ntype = "plain"\n' for name in "ab")
    (folder / "recipe.toml").write_text(
        f'{columns}[method]\nname = "suppress"\nk = 2\n[release]\nconfirm = ["a", "b"]\naccept_unique = true\n'
    )


@pytest.mark.parametrize("megabytes", [800, 900])  # with less, Arrow's C++ may abort the process
def test_too_little_memory_is_a_data_error(folder, megabytes):
    large(folder)
    ran = run(folder, *MASK, "--engine", "memory", limits=[(resource.RLIMIT_AS, megabytes << 20)])
    assert ran.returncode == 3, ran.stderr
    assert "error: data: the memory" in ran.stderr
    assert "--memory-limit" in ran.stderr
    assert "duckdb" in ran.stderr
    assert "w000" not in ran.stderr
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("size", [10])
def test_a_limit_on_the_size_of_files_is_a_data_error(folder, size):
    large(folder, rows=5_000)
    ran = run(folder, *MASK, limits=[(resource.RLIMIT_FSIZE, size)])
    assert ran.returncode in (2, 3), ran.stderr
    assert "hint: " in ran.stderr
    assert "internal" not in ran.stderr
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("files", [12, 30])
def test_a_limit_on_open_files_is_a_data_error(folder, files):
    ran = run(folder, *MASK, limits=[(resource.RLIMIT_NOFILE, files)])
    if ran.returncode:
        assert ran.returncode in (2, 3), ran.stderr
        assert "internal" not in ran.stderr, ran.stderr
        assert "Traceback" not in ran.stderr
        assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("command", [MASK, (*MASK, "--report", "out.html")])
def test_a_full_standard_output_names_the_release(folder, command):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        ran = run(folder, *command, stdout=full)
    assert ran.returncode == 3
    assert "written: out.csv" in ran.stderr
    assert "No space left" in ran.stderr or "no space is left" in ran.stderr
    assert "hint: " in ran.stderr
    assert (folder / "out.csv").exists()


def test_a_full_error_stream_does_not_change_the_exit_code(folder):
    (folder / "recipe.toml").write_text("nonsense")
    with open("/dev/full", "w") as full:  # noqa: PTH123
        assert run(folder, *MASK, stderr=full).returncode == 2


@pytest.mark.parametrize("option", ["--report", "--private-risk"])
def test_a_document_that_cannot_be_written_names_the_release(kinonym, folder, monkeypatch, option):
    from kinonym.files.output import Output

    name = {"--report": "report.html", "--private-risk": "risk.jsonl"}[option]
    commit = Output.commit

    def failing(output, write, check, **named):
        if output.path.name == name:
            with open("/dev/full", "wb", buffering=0) as full:  # noqa: PTH123
                return commit(output, lambda _: write(full), check, **named)
        return commit(output, write, check, **named)

    monkeypatch.setattr(Output, "commit", failing)
    ran = kinonym(*MASK, option, name)
    assert ran.code == 3
    assert f"{name}: the file could not be written" in ran.err
    assert "written before that: out.csv" in ran.err
    assert (folder / "out.csv").exists()
    assert not (folder / name).exists()


def test_a_library_call_names_the_release_as_well(folder, monkeypatch):
    from kinonym.pipeline import file_run

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(folder)
    monkeypatch.setattr(file_run, "write_private_risk", fail)
    with pytest.raises(DataError, match=r"written before that: out\.csv"):
        kn.mask_file("data.csv", "recipe.toml", "out.csv", private_risk="risk.jsonl")


FOREIGN = {"text": "my own notes\n", "other table": "value,concept\na,b\n", "empty": "", "binary": "\x00\x01"}


@pytest.mark.parametrize("content", FOREIGN)
def test_a_file_in_place_of_the_list_of_unmapped_values_is_not_replaced(kinonym, folder, content):
    (folder / "data.csv").write_text(DATA.replace("rugby", "unheard-of"))
    (folder / "out.unmapped.csv").write_text(FOREIGN[content])
    ran = kinonym(*MASK)
    assert ran.code == 3
    assert "out.unmapped.csv exists" in ran.err
    assert "hint: " in ran.err
    assert (folder / "out.unmapped.csv").read_text() == FOREIGN[content]


def test_a_list_of_unmapped_values_is_replaced_by_the_next_run(kinonym, folder):
    (folder / "data.csv").write_text(DATA.replace("rugby", "unheard-of"))
    assert kinonym(*MASK).code == 3
    first = (folder / "out.unmapped.csv").read_text()
    (folder / "data.csv").write_text(DATA.replace("rugby", "unknown"))
    ran = kinonym(*MASK)
    assert ran.code == 3
    assert "the list with suggestions is in out.unmapped.csv" in ran.err
    assert (folder / "out.unmapped.csv").read_text() != first


@pytest.mark.large
@pytest.mark.parametrize("roles", [1, 100_000])
@pytest.mark.parametrize(("command", "code"), [(MASK, 3), (("verify", "data.csv", "--quasi", "c1"), 0)])
def test_a_hundred_thousand_columns_are_handled_within_ten_seconds(kinonym, folder, command, code, roles):
    names = [f"c{i}" for i in range(100_000)]
    lines = [",".join(names), *(",".join([str(i)] * len(names)) for i in range(3))]
    (folder / "data.csv").write_text("\n".join(lines) + "\n")
    others = "".join(f'[columns.c{i}]\nrole = "other"\n' for i in range(roles) if i != 1)
    (folder / "recipe.toml").write_text(
        f'{others}[columns.c1]\nrole = "quasi"\ntype = "plain"\n[method]\nname = "sa-mdav"\nk = 2\n'
    )
    began = time.process_time()
    ran = kinonym(*command)
    assert time.process_time() - began < 10, time.process_time() - began
    assert ran.code == code, ran.err[-500:]
    assert len(ran.err) < 10_000
    assert not (folder / "out.csv").exists()


def test_more_columns_than_are_masked_are_refused_before_any_work(folder):
    table = pa.table({f"c{i}": ["a"] for i in range(MOST_COLUMNS + 1)})
    with pytest.raises(DataError, match="the table has 10,001 columns; masking takes at most 10,000"):
        kn.mask(table, {"columns": {"c1": {"role": "quasi", "type": "plain"}}, "method": {"name": "sa-mdav", "k": 2}})


def test_a_link_in_place_of_a_lock_is_not_followed(kinonym, folder):
    """In a folder that others may write, somebody may have put one there."""
    from kinonym.files.private_files import private_stem

    target = folder / "elsewhere"
    (folder / f"{private_stem(folder / 'out.csv')}.lock").symlink_to(target)
    ran = kinonym(*MASK)
    assert ran.code == 2
    assert "lock" in ran.err
    assert not target.exists()
    assert not (folder / "out.csv").exists()


def test_a_library_for_which_no_memory_is_left_is_a_data_error():
    missing_memory = ImportError("libarrow_compute.so.2600: failed to map segment from shared object")
    with pytest.raises(DataError, match="too small for the libraries"), limits_explained():
        raise missing_memory
    missing_module = ImportError("no module named pyarrow")
    with pytest.raises(ImportError, match="no module"), limits_explained():
        raise missing_module


NO_THREAD = [
    RuntimeError("can't start new thread"),
    pa.ArrowException("Unknown error: Failed to launch worker thread: Resource temporarily unavailable"),
]


@pytest.mark.parametrize("error", NO_THREAD, ids=["Python", "Arrow"])
def test_a_thread_that_cannot_start_is_a_data_error(error):
    with pytest.raises(DataError, match="does not allow another thread"), limits_explained():
        raise error
