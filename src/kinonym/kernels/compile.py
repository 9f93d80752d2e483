"""Compile kernels, and cache their code on disk so that several processes share the work.

`code_folder` chooses the folder of the cache.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from kinonym.kernels.code_folder import code_folder_path, read_only_folder, sources_hash

try:
    import fcntl
except ImportError:  # Windows: processes that start at the same time each compile everything
    fcntl = None  # type: ignore[assignment]

__all__ = ["compiled"]

_LOCK_TIMEOUT = 120.0  # seconds to wait while another process compiles the same kernel


def compiled(
    function: Callable[..., Any] | None = None, *, inner: bool = False, inlined: bool = False, allocates: bool = False
) -> Any:  # a dispatcher, opaque to types
    """Compile a kernel. It runs without Python's global lock, so that other threads, such as the progress bar, go on.

    Parameters
    ----------
    function
        The kernel.
    inner
        Only kernels call it, never Python; it then compiles faster. Names that begin with an underscore imply this.
    inlined
        Its source replaces the call. This compiles fastest for a kernel with a single call.
    allocates
        It creates arrays, or takes a random generator from Python. All other kernels write to arrays that the caller
        passes, and need no reference counts.
    """
    if function is None:
        return lambda kernel: compiled(kernel, inner=inner, inlined=inlined, allocates=allocates)
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "no_cpython_wrapper": inner or inlined or function.__name__.startswith("_"),
        "inline": "always" if inlined else "never",
        "_nrt": allocates,
    }
    dispatcher: Any = numba.njit(**options)(function)
    if (
        function.__module__.startswith("kinonym.kernels.")
        and not inlined
        and (code_folder_path() or read_only_folder())
    ):
        dispatcher._cache = _KernelCache(function)  # noqa: SLF001  # as `cache=True` does, but with our locator
    return dispatcher


class _CacheLocator:
    """Tells numba's cache the folder and the version stamp of a kernel."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _CacheLocator:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(code_folder_path() or read_only_folder())

    def get_source_stamp(self) -> str:
        return sources_hash()

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(exist_ok=True)  # another version may have removed it


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [_CacheLocator]  # noqa: RUF012  # the name and type that numba expects


class _KernelCache(FunctionCache):
    """The cached code of a kernel. While one process compiles it, others wait and then load it."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None if this process must compile it."""
        code = super().load_overload(sig, target_context)
        if code is None:
            code = self._load_read_only(sig, target_context)
        if code is None and _acquire_lock(self._impl.filename_base):
            code = super().load_overload(sig, target_context)
            if code is not None:
                _release_lock(self._impl.filename_base)
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the code to disk; if that fails, it is only in memory."""
        with suppress(OSError):
            super().save_overload(sig, data)
        _release_lock(self._impl.filename_base)

    def _load_read_only(self, sig: Any, target_context: Any) -> Any:
        """The code from a folder that this user can only read."""
        folder = read_only_folder()
        if folder is None:
            return None
        file = IndexDataCacheFile(str(folder), self._impl.filename_base, sources_hash())
        data = file.load(self._index_key(sig, target_context.codegen()))
        return None if data is None else self._impl.rebuild(target_context, data)


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
