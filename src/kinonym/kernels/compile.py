"""The decorator that compiles kernels. `kernel_cache` saves their code on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from kinonym.kernels.kernel_cache import enable_cache

__all__ = ["compiled"]


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
    if function.__module__.startswith("kinonym.kernels.") and not inlined:
        enable_cache(dispatcher, function)
    return dispatcher
