"""What other systems lack is simulated: file locks, the number of memory pages, upper and lower case in file names."""

import os
import sys

import pytest

from kinonym.engines.memory_size import Size
from kinonym.errors import UsageError
from kinonym.files import private_files
from kinonym.files.output import reserved, write_document
from kinonym.kernels import code_folder, kernel_cache
from kinonym.warm import count_processors


@pytest.fixture
def alike(monkeypatch):
    """All folders treat upper and lower case alike."""
    monkeypatch.setattr(private_files, "ignores_case", lambda folder: True)


def test_a_folder_is_probed_and_left_empty(tmp_path):
    (tmp_path / "A").touch()
    expected = (tmp_path / "a").exists()
    (tmp_path / "A").unlink()
    assert private_files.ignores_case(tmp_path) == expected
    assert list(tmp_path.iterdir()) == []


def test_outputs_that_differ_in_case_are_one_file_where_case_does_not_count(tmp_path, alike):
    pair = [tmp_path / "Out.csv", tmp_path / "out.CSV"]
    with pytest.raises(UsageError, match="same file as the output"), reserved(pair):
        pass


@pytest.mark.parametrize(("first", "second"), [("Out.csv", "out.csv"), ("caf\u00e9.csv", "cafe\u0301.csv")])
def test_a_run_that_writes_another_spelling_is_noticed(first, second, tmp_path, alike):
    with reserved([tmp_path / first]), pytest.raises(UsageError, match="another run is writing"):
        write_document(tmp_path / second, "")


def test_outputs_that_differ_in_case_are_two_files_where_case_counts(tmp_path, monkeypatch):
    monkeypatch.setattr(private_files, "ignores_case", lambda folder: False)
    with reserved([tmp_path / "Out.csv", tmp_path / "out.csv"]) as places:
        assert len(places) == 2


@pytest.mark.parametrize("error", [AttributeError, ValueError, OSError])
def test_the_memory_of_a_system_that_does_not_say_it_is_assumed(error, monkeypatch):
    def fail(name):
        raise error(name)

    monkeypatch.setattr(os, "sysconf", fail)
    assert Size.of_machine() == 8 << 30


def test_memory_is_assumed_without_the_function_of_posix(monkeypatch):
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert Size.of_machine() == 8 << 30


def test_without_file_locks_every_process_compiles(monkeypatch):
    monkeypatch.setattr(kernel_cache, "fcntl", None)
    kernel_cache._lock_file.cache_clear()
    try:
        assert kernel_cache._acquire_lock("a kernel") is False
        kernel_cache._release_lock("a kernel")
    finally:
        kernel_cache._lock_file.cache_clear()


def test_processors_are_counted_without_the_function_of_linux(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert count_processors() == (os.cpu_count() or 1)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert count_processors() == 1


def test_folders_have_no_owner_on_windows(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "getuid", raising=False)
    assert not code_folder._is_of_another_user(tmp_path)
    assert not code_folder._is_writable_by_others(tmp_path)


def test_an_output_is_locked_without_the_locks_of_posix(tmp_path, monkeypatch):
    """Windows locks a byte of the file; the lock file stays, since an open file cannot be removed there."""
    locked = []
    windows = type(sys)("msvcrt")
    windows.LK_NBLCK, windows.locking = 2, lambda descriptor, mode, size: locked.append((mode, size))
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setitem(sys.modules, "fcntl", None)  # importing it fails
    monkeypatch.setattr(sys, "platform", "win32")
    write_document(tmp_path / "out.txt", "written")
    assert locked == [(2, 1)]
    assert (tmp_path / "out.txt").read_text() == "written"
