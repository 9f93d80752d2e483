"""The one way to compile, and to keep the code on disk so that several processes share the work.

Which folder that is, `code_folder` says.
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

from kinonym.kernels.code_folder import code_folder_path, ready_folder, sources_hash

try:
    import fcntl
except ImportError:  # Windows: processes that begin at the same time do the same work
    fcntl = None  # type: ignore[assignment]

__all__ = ["compiled"]

_PATIENCE = 120.0  # seconds to wait for another process that compiles the same kernel


def compiled(
    function: Callable[..., Any] | None = None, *, inner: bool = False, inlined: bool = False, allocates: bool = False
) -> Any:  # a dispatcher, opaque to types
    """Compile a kernel; it releases the lock, so that Ctrl-C and progress stay alive between calls.

    Parameters
    ----------
    function
        The kernel.
    inner
        Only kernels call it, which is quicker to compile; never call it from Python. So is one whose name begins
        with an underscore.
    inlined
        Its text is put in place of the call: quickest to compile where there is one call only.
    allocates
        It makes arrays, or takes a random generator from Python. All others work in the room that they are given, and
        need no counting of references.
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
    if function.__module__.startswith("kinonym.kernels.") and not inlined and (code_folder_path() or ready_folder()):
        dispatcher._cache = _KernelCache(function)  # noqa: SLF001  # as `cache=True` does, with a place of our own
    return dispatcher


class _Place:
    """Where and under which stamp numba's cache keeps a kernel."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Place:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(code_folder_path() or ready_folder())

    def get_source_stamp(self) -> str:
        return sources_hash()

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(exist_ok=True)  # another version's run may have removed it


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Place]  # noqa: RUF012  # as numba spells it


class _KernelCache(FunctionCache):
    """A kernel's code on disk. While one process compiles it, the others wait, and then load it."""

    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None says that it is this process' turn to compile it."""
        kept = super().load_overload(sig, target_context)
        if kept is None:
            kept = self._load_ready(sig, target_context)
        if kept is None and _take_turn(self._impl.filename_base):
            kept = super().load_overload(sig, target_context)
            if kept is not None:
                _end_turn(self._impl.filename_base)
        return kept

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code, if the disk allows it."""
        with suppress(OSError):
            super().save_overload(sig, data)
        _end_turn(self._impl.filename_base)

    def _load_ready(self, sig: Any, target_context: Any) -> Any:
        """From a folder that cannot be written."""
        folder = ready_folder()
        if folder is None:
            return None
        file = IndexDataCacheFile(str(folder), self._impl.filename_base, sources_hash())
        data = file.load(self._index_key(sig, target_context.codegen()))
        return None if data is None else self._impl.rebuild(target_context, data)


@cache
def _turns() -> int | None:
    """A file whose bytes stand for kernels: who locks one compiles that kernel. None where there are no locks."""
    folder = code_folder_path()
    if fcntl is None or folder is None:
        return None
    with suppress(OSError):
        return os.open(folder / "turns", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    return None


def _take_turn(kernel: str) -> bool:
    """Wait until no other process compiles a kernel; locks end with their process. False if there is no lock."""
    turns = _turns()
    if turns is None:
        return False
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            fcntl.lockf(turns, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, zlib.crc32(kernel.encode()))
        except (BlockingIOError, PermissionError):
            time.sleep(0.01)
        except OSError:
            return False
        else:
            return True
    return False


def _end_turn(kernel: str) -> None:
    turns = _turns()
    if turns is not None:
        with suppress(OSError):
            fcntl.lockf(turns, fcntl.LOCK_UN, 1, zlib.crc32(kernel.encode()))
