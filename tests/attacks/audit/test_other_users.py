"""Another user of the same machine: files in shared folders are neither followed, nor read, nor run."""

import json
import os
import stat
import sys
from types import SimpleNamespace

import pytest

from kinonym.kernels import code_folder
from kinonym.release import release_ledger

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="users and modes are those of POSIX")

MASK = (
    "mask",
    "data.csv",
    "-r",
    "recipe.toml",
    "-o",
    "out.csv",
    "--report",
    "out.html",
    "--private-risk",
    "risk.jsonl",
)


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    monkeypatch.setenv("KINONYM_LEDGER", str(shared / "ledger.jsonl"))
    return shared / "ledger.jsonl"


def test_private_files_are_readable_by_their_owner_only(kinonym, folder, ledger):
    before = os.umask(0)
    try:
        assert kinonym(*MASK).code == 0
    finally:
        os.umask(before)
    for path in (ledger, folder / "risk.jsonl"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o602])
def test_a_ledger_that_others_may_read_or_write_is_not_used(kinonym, folder, ledger, mode):
    ledger.write_text(json.dumps({"format": "kinonym-ledger-1", "salt": "00" * 32}) + "\n")
    ledger.chmod(mode)
    before = ledger.read_text()
    assert "others may read it" in " ".join(kinonym(*MASK).out.split())
    assert ledger.read_text() == before


def test_a_ledger_of_another_user_is_not_used(kinonym, folder, ledger, monkeypatch):
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "first.csv").code == 0
    uid = os.getuid()
    monkeypatch.setattr(release_ledger.os, "getuid", lambda: uid + 1)
    before = ledger.read_text()
    assert "belongs to another user" in " ".join(kinonym(*MASK).out.split())
    assert ledger.read_text() == before


@pytest.mark.parametrize("name", ["ledger.jsonl", "ledger.jsonl.lock"])
def test_a_link_in_place_of_the_ledger_changes_nothing(kinonym, folder, ledger, name):
    target = folder / "mine.txt"
    target.write_text("my own notes\n")
    target.chmod(0o600)
    (ledger.parent / name).symlink_to(target)
    assert "not a release ledger" in kinonym(*MASK).out or name.endswith(".lock")
    assert target.read_text() == "my own notes\n"


def test_machine_code_of_another_user_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setattr(code_folder, "_candidate_folders", lambda: iter([(tmp_path, False)]))
    (tmp_path / f"kinonym-{code_folder.sources_hash()}").mkdir()
    assert code_folder.code_folder_path.__wrapped__() is not None
    monkeypatch.setattr(code_folder, "os", SimpleNamespace(**{**vars(os), "getuid": lambda: os.getuid() + 1}))
    if os.getuid() != 0:
        assert code_folder.code_folder_path.__wrapped__() is None
        assert code_folder.read_only_folder.__wrapped__() is None
