"""The wheel brings compiled kernels: the default path compiles nothing, and the same sources give the same files."""

from __future__ import annotations

import hashlib
import zipfile

import pytest

from .environments import build_wheel

pytestmark = pytest.mark.install

COUNTED = """
import os, sys
os.environ["NUMBA_CACHE_DIR"] = "empty"
import numba.core.event as event
from kinonym.cli import main
sys.argv = ["kinonym", *sys.argv[1:]]
with event.install_recorder("numba:compile") as seen:
    try:
        main()
    except SystemExit as end:
        assert not end.code, end.code
print("compiled", sorted({found.data["dispatcher"].py_func.__qualname__ for _, found in seen.buffer}))
"""


def compiled_files(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {
            name: hashlib.sha256(archive.read(name)).hexdigest()
            for name in archive.namelist()
            if "/machine_code/" in name
        }


def test_the_demo_compiles_nothing(plain):
    (plain.work / "counted.py").write_text(COUNTED, encoding="utf-8")
    (plain.work / "empty").mkdir()
    printed = plain.run("python", "counted.py", "demo", "--records", "300", "--folder", "compiled")
    assert "compiled []" in printed


def test_the_wheel_is_of_one_system_and_its_code_is_small(wheel):
    assert "-py3-none-any" not in wheel.name
    assert len(compiled_files(wheel)) > 100
    assert wheel.stat().st_size < 12e6


def test_the_same_sources_give_the_same_code(wheel, tmp_path):
    """Except in kernels that sort: there numba records in which folder it is installed, which pip makes for each build."""
    first, second = compiled_files(wheel), compiled_files(build_wheel(tmp_path))
    assert first.keys() == second.keys()
    differing = [name for name in first if first[name] != second[name]]
    assert len(differing) <= len(first) / 10
