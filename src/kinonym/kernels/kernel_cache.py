"""The machine code of kernels on disk, through numba's private cache classes; nothing else uses these.

`code_folder` finds the folders. Code compiled for a *portable* processor runs on every machine of an architecture, as
fast as code for the local one (docs/dependencies.md has the measurement). Wheels bring it, and `kinonym.warm` compiles
it. A kernel that is missing there is compiled for the local processor.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from kinonym.kernels.code_folder import code_folder_path, read_only_folder, shipped_folder, sources_hash
from kinonym.kernels.compiling_elsewhere import is_compiling_elsewhere
from kinonym.kernels.compiling_process import PORTABLE_PROCESSOR
from kinonym.kernels.numba_interfaces import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

try:
    import fcntl
except ImportError:  # Windows: processes that start at the same time each compile everything
    fcntl = None  # type: ignore[assignment]

__all__ = ["enable_cache"]

_LOCK_TIMEOUT = 120.0  # seconds to wait while another process compiles the same kernel


def enable_cache(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Load the code of a kernel from disk, and save it there, where there is a folder for it."""
    if code_folder_path() or read_only_folder() or shipped_folder():
        dispatcher._cache = _KernelCache(function)  # noqa: SLF001  # as `cache=True` does, but with our locator


class _CacheLocator:
    """Tells numba's cache the folder and the version stamp of a kernel."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _CacheLocator:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(code_folder_path() or read_only_folder() or shipped_folder())

    def get_source_stamp(self) -> str:
        return sources_hash()

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(exist_ok=True)  # another version may have removed it


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [_CacheLocator]  # noqa: RUF012  # the name and type that numba expects

    def reduce(self, cres: Any) -> Any:
        """What is saved: without the listing of types, which names the folder of the sources."""
        return super().reduce(cres._replace(type_annotation=""))


class _KernelCache(FunctionCache):
    """The cached code of a kernel. While one process compiles it, others wait and then load it."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None if this process must compile it."""
        target_context.refresh()  # loads the functions of numba that saved code may call
        code = self._load_saved(sig, target_context)
        while code is None and is_compiling_elsewhere():
            time.sleep(0.02)
            code = self._load_saved(sig, target_context)
        if code is None and _acquire_lock(self._impl.filename_base):
            code = self._load_saved(sig, target_context)
            if code is not None:
                _release_lock(self._impl.filename_base)
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the code to disk; if that fails, it is only in memory."""
        if code_folder_path() is not None:
            with suppress(OSError):
                super().save_overload(sig, data)
        _release_lock(self._impl.filename_base)

    def _load_saved(self, sig: Any, target_context: Any) -> Any:
        """The code from the first folder that has it."""
        local = self._index_key(sig, target_context.codegen())
        portable = (local[0], (local[1][0], *PORTABLE_PROCESSOR), *local[2:])
        for folder in _folders():
            file = IndexDataCacheFile(str(folder), self._impl.filename_base, sources_hash())
            for key in dict.fromkeys((portable, local)):
                with suppress(OSError):  # Windows: another process writes the file
                    data = file.load(key)
                    if data is not None:
                        return self._impl.rebuild(target_context, data)
        return None


def _folders() -> Iterator[Path]:
    """Yield the folders that may have code."""
    for find_folder in (shipped_folder, code_folder_path, read_only_folder):
        folder = find_folder()
        if folder is not None:
            yield folder


@cache
def _lock_file() -> int | None:
    """A file with one byte per kernel: the process that locks the byte compiles the kernel. None without file locks."""
    folder = code_folder_path()
    if fcntl is None or folder is None:
        return None
    with suppress(OSError):
        return os.open(folder / "locks", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    return None


def _acquire_lock(kernel: str) -> bool:
    """Wait until no other process compiles a kernel. False without a lock. A lock ends with its process."""
    lock_file = _lock_file()
    if lock_file is None:
        return False
    end = time.monotonic() + _LOCK_TIMEOUT
    while time.monotonic() < end:
        try:
            fcntl.lockf(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, zlib.crc32(kernel.encode()))
        except (BlockingIOError, PermissionError):
            time.sleep(0.01)
        except OSError:
            return False
        else:
            return True
    return False


def _release_lock(kernel: str) -> None:
    lock_file = _lock_file()
    if lock_file is not None:
        with suppress(OSError):
            fcntl.lockf(lock_file, fcntl.LOCK_UN, 1, zlib.crc32(kernel.encode()))
