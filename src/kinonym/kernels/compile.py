"""The one way to compile: cached on disk where a cache folder can be written, else in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

__all__ = ["compiled"]


def compiled(function: Callable[..., Any]) -> Any:  # a dispatcher, opaque to types
    """Compile a kernel; it releases the lock, so that Ctrl-C and progress stay alive between calls.

    One whose name begins with an underscore can be called from kernels only, which is quicker to compile.
    """
    options: dict[str, Any] = {
        "nogil": True,
        "no_cfunc_wrapper": True,
        "no_cpython_wrapper": function.__name__.startswith("_"),
    }
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # numba: "no locator available", no folder can be written
        return numba.njit(**options)(function)
