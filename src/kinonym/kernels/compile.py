"""The one way to compile: cached on disk where a cache folder can be written, else in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

__all__ = ["compiled"]


def compiled(function: Callable[..., Any]) -> Any:  # a dispatcher, opaque to types
    """Compile a kernel; it releases the lock, so that Ctrl-C and progress stay alive between calls."""
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba: "no locator available", no folder can be written
        return numba.njit(nogil=True)(function)
