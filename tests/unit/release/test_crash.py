"""Whatever interrupts a release, the final file is absent, the old one, or the new one complete."""

from __future__ import annotations

import errno
import io
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from kinonym.errors import DataError
from kinonym.files import output as outputs
from kinonym.files.table_stream import read_table
from kinonym.release import gate
from kinonym.release.class_checks import MinimumClass
from release.releasing import send

ROWS = 20_000
KILLS = int(os.environ.get("KINONYM_KILLS", "20"))
NAMES = ("out.csv", "out.csv.gz", "out.parquet")
FORMATS = (*NAMES, "out.jsonl", "out.feather", "out.xlsx")

WRITER = """
import sys
import numpy as np, pyarrow as pa
sys.path.insert(0, sys.argv[3])
from release.releasing import send
path, rows = sys.argv[1], int(sys.argv[2])
print("ready", flush=True)
for version in range(1, 1000):
    table = pa.table({"version": [f"v{version}"] * rows, "row": [str(i) for i in range(rows)]})
    send(table, path)
"""


def small(version):
    return pa.table({"version": [version] * 500, "n": [str(x) for x in np.random.default_rng(2).random(500)]})


def release(path, version):
    return send(small(version), path, checks=[MinimumClass(("version",), 2)])


@pytest.mark.large
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("name", NAMES[:1] + NAMES[2:])
def test_killed_at_a_random_moment(tmp_path, name, old):
    path = tmp_path / name
    draw = random.Random(f"{name} {old}")
    for _ in range(max(1, KILLS // 4)):
        path.unlink(missing_ok=True)
        if old:
            send(pa.table({"version": ["v0"] * ROWS, "row": [str(i) for i in range(ROWS)]}), path)
        command = [sys.executable, "-c", WRITER, path, str(ROWS), Path(__file__).parents[1]]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout.readline() == "ready\n"
            time.sleep(draw.uniform(0, 0.3))
            writer.send_signal(signal.SIGKILL)
        assert writer.returncode == -signal.SIGKILL
        assert old <= path.exists()
        if path.exists():
            table = read_table(path).table
            assert len(set(table["version"].to_pylist())) == 1
            assert set(table["row"].to_pylist()) == {str(i) for i in range(ROWS)}
    release(path, "last")
    assert [file.name for file in tmp_path.iterdir()] == [name]


class Failing(io.FileIO):
    """A real file that takes 256 bytes at a time, and fails at the n-th write."""

    left = 0
    code = errno.ENOSPC

    def write(self, data):
        if type(self).left == 0:
            raise OSError(self.code, os.strerror(self.code))
        type(self).left -= 1
        return super().write(memoryview(data)[:256])


def failing_from(monkeypatch, number, code):
    class Disk(Failing):
        pass

    Disk.left, Disk.code = number, code
    create = outputs.create

    def open_small(path):
        with create(path) as file:
            descriptor = os.dup(file.fileno())
        return io.BufferedWriter(Disk(descriptor, "wb"), buffer_size=64)

    monkeypatch.setattr(outputs, "create", open_small)
    return Disk


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_every_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch, name, code):
    path = tmp_path / name
    release(path, "old")
    before = path.read_bytes()
    failures = 0
    for number in range(500):
        with monkeypatch.context() as patch:
            failing_from(patch, number, code)
            try:
                release(path, "new")
            except DataError as error:
                assert os.strerror(code) in error.message  # noqa: PT017
                assert path.read_bytes() == before
                assert [file.name for file in tmp_path.iterdir()] == [name]
                failures += 1
            else:
                break
    assert failures > 10
    assert set(read_table(path).table["version"].to_pylist()) == {"new"}


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_every_other_step_that_fails_leaves_the_old_file(tmp_path, monkeypatch, call, code):
    path = tmp_path / "out.csv"
    release(path, "old")

    def fail(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(*((os, "fsync") if call == "fsync" else (Path, call)), fail)
    with pytest.raises(DataError, match=os.strerror(code)):
        release(path, "new")
    assert set(read_table(path).table["version"].to_pylist()) == {"old"}
    assert [file.name for file in tmp_path.iterdir()] == ["out.csv"]


def test_a_release_with_rights_that_cannot_be_widened_is_complete_and_private(tmp_path, monkeypatch):
    path = tmp_path / "out.csv"
    release(path, "old")

    def fail(*_):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "chmod", fail)
    release(path, "new")
    assert set(read_table(path).table["version"].to_pylist()) == {"new"}
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("reason", [KeyboardInterrupt, MemoryError, SystemExit])
def test_an_interruption_leaves_the_old_file(tmp_path, monkeypatch, reason):
    path = tmp_path / "out.csv"
    release(path, "old")

    def interrupted(*_):
        raise reason

    monkeypatch.setattr(gate, "recount", interrupted)
    with pytest.raises(reason):
        release(path, "new")
    assert set(read_table(path).table["version"].to_pylist()) == {"old"}
    assert [file.name for file in tmp_path.iterdir()] == ["out.csv"]
