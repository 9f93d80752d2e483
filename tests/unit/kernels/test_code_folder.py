"""Where machine code is cached: by a hash of all kernel sources, in a writable folder, and not for ever."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kinonym.kernels import code_folder
from kinonym.kernels.compiling_process import PORTABLE_PROCESSOR

SOURCE = Path(code_folder.__file__).parents[2]

DISTANCE = """
import numpy as np
from kinonym.domains import Plain
from kinonym.tuples import Tuples
from kinonym.kernels.distances.tuple_distances import row_distances
tuples, _ = Tuples.from_points(["x"], [Plain(("a", "b"))], np.array([[0.0], [1.0]]), np.ones(2, dtype=np.int64))
print(row_distances(tuples.kernel_columns, tuples.codes, np.array([0]), np.array([0]), np.array([[1.0]]))[0])
"""  # the distance of one label to another: `measure_rows` and `tuple_distance` call `pair_distance` of another file


def printed(script, folder, path=SOURCE, **more):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(path), **more}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    return done.stdout.split()


@pytest.fixture
def fresh(monkeypatch):
    """The module with its caches cleared; restored afterwards."""
    remembered = code_folder.code_folder_path, code_folder.read_only_folder

    def forget():
        for function in remembered:
            function.cache_clear()

    forget()
    yield forget
    monkeypatch.undo()
    forget()


def test_a_changed_kernel_reaches_its_callers_in_other_files(tmp_path):
    copy = tmp_path / "changed" / "kinonym"
    shutil.copytree(SOURCE / "kinonym", copy, ignore=shutil.ignore_patterns("__pycache__", "data"))
    callee = copy / "kernels" / "distances" / "flat_columns.py"
    before, equal = callee.read_text(), "return 0.0 if columns.candidate_of[at] == centre else 1.0"
    assert before.count(equal) == 1
    assert printed(DISTANCE, tmp_path / "code", copy.parent) == ["1.0"]
    callee.write_text(before.replace(equal, equal.replace("1.0", "0.25")))
    assert printed(DISTANCE, tmp_path / "code", copy.parent) == ["0.25"]
    callee.write_text(before)
    assert printed(DISTANCE, tmp_path / "code", copy.parent) == ["1.0"]


def test_the_folder_that_the_user_names_is_used(tmp_path, fresh, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    folder = code_folder.code_folder_path()
    assert folder.parent == tmp_path / "named"
    assert not code_folder.is_compiled()
    (folder / "kernel.nbi").touch()
    assert code_folder.is_compiled()


def test_without_a_folder_kernels_are_compiled_in_memory(tmp_path):
    (tmp_path / "file").touch()
    assert printed(DISTANCE, tmp_path / "file" / "below") == ["1.0"]


def test_code_is_private_if_the_package_folder_cannot_be_written(tmp_path, fresh, monkeypatch):
    (tmp_path / "__pycache__").touch()  # no folder can be made there
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(code_folder, "_PACKAGE", tmp_path)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, **_: tmp_path / "caches" / name)
    folder = code_folder.code_folder_path()
    assert folder.parent == tmp_path / "caches" / "kinonym" / "kernels"
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)  # somebody else could put code there
    fresh()
    assert code_folder.code_folder_path() is None


def test_what_an_image_brings_is_read_though_it_cannot_be_written(tmp_path, fresh, monkeypatch):
    image, own = tmp_path / "__pycache__", tmp_path / "caches"
    ours = f"kinonym-{code_folder.sources_hash()}"
    (image / ours).mkdir(parents=True)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(code_folder, "_PACKAGE", tmp_path)
    monkeypatch.setattr(code_folder, "sources_hash", lambda: ours.removeprefix("kinonym-"))
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, **_: own)
    monkeypatch.setattr(code_folder.os, "access", lambda path, mode: image not in Path(path).parents)
    assert code_folder.code_folder_path() == own / "kernels" / ours
    assert code_folder.read_only_folder() == image / ours


READ_ONLY = """
import os
os.access = lambda path, mode: False
import numba.core.event as event
with event.install_recorder("numba:compile") as seen:
    exec(os.environ["SCRIPT"])
print(len(seen.buffer))
"""


def test_code_that_cannot_be_written_is_not_compiled_again(tmp_path):
    assert printed(DISTANCE, tmp_path) == ["1.0"]
    assert printed(READ_ONLY, tmp_path, SCRIPT=DISTANCE) == ["1.0", "0"]


COUNTED = """
import os
import numba.core.event as event
with event.install_recorder("numba:compile") as seen:
    exec(os.environ["SCRIPT"])
print(len(seen.buffer) > 0)
"""


def test_code_that_a_wheel_brings_is_used_and_never_written(tmp_path):
    """It was compiled for a portable processor; code for another numba version is not used."""
    package = tmp_path / "installed" / "kinonym"
    shutil.copytree(SOURCE / "kinonym", package, ignore=shutil.ignore_patterns("__pycache__", "data"))
    portable = dict(zip(("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"), PORTABLE_PROCESSOR, strict=True))
    assert printed(DISTANCE, tmp_path / "built", package.parent, **portable) == ["1.0"]
    brought = package / "kernels" / code_folder.SHIPPED / code_folder.shipped_name()
    shutil.copytree(tmp_path / "built" / f"kinonym-{code_folder.sources_hash()}", brought)
    files = {file: file.read_bytes() for file in brought.iterdir()}
    assert printed(COUNTED, tmp_path / "own", package.parent, SCRIPT=DISTANCE) == ["1.0", "False"]
    assert list((tmp_path / "own").rglob("*.nb?")) == []
    assert {file: file.read_bytes() for file in brought.iterdir()} == files
    assert str(tmp_path).encode() not in b"".join(files.values())
    brought.rename(brought.with_name(brought.name.replace("numba", "numba9")))
    assert printed(COUNTED, tmp_path / "own", package.parent, SCRIPT=DISTANCE) == ["1.0", "True"]


def test_code_of_another_system_is_not_taken(monkeypatch):
    names = {code_folder.shipped_name()}
    for module, attribute, value in (("sys", "platform", "plan9"), ("platform", "machine", lambda: "vax")):
        with monkeypatch.context() as other:
            other.setattr(f"kinonym.kernels.code_folder.{module}.{attribute}", value)
            names.add(code_folder.shipped_name())
    assert len(names) == 3


def test_code_of_other_sources_does_not_pile_up(tmp_path, fresh, monkeypatch):
    others = [tmp_path / f"kinonym-{i}" for i in range(6)]
    for used, other in enumerate(others):
        other.mkdir()
        (other / "kernel.nbi").touch()
        os.utime(other, (used, used))
    (tmp_path / "not ours").mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = code_folder.code_folder_path()
    assert {found.name for found in tmp_path.iterdir()} == {
        "kinonym-3",
        "kinonym-4",
        "kinonym-5",
        "not ours",
        folder.name,
    }
