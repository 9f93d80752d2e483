"""Set numba up in a process that does nothing but compile: for a portable processor, and quickly.

Only such processes may call these functions, because they change numba for the whole process.
"""

from __future__ import annotations

import gc
import os
from typing import Any

__all__ = ["PORTABLE_PROCESSOR", "compile_portably", "compile_quickly"]

PORTABLE_PROCESSOR = ("generic", "")
"""The name of the processor and its features, as numba's variables NUMBA_CPU_NAME and NUMBA_CPU_FEATURES."""


def compile_portably() -> None:
    """Compile for a processor that every machine of this architecture has. Call it before numba is imported."""
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = PORTABLE_PROCESSOR


def compile_quickly() -> None:
    """Save a sixth of the time to compile.

    Garbage is collected seldom, because hardly any is found. Numba compares the options of compilation by
    listing all of them, several hundred thousand times; options that were set alike need not be listed.
    """
    from kinonym.kernels.numba_interfaces import TargetConfig

    gc.set_threshold(200_000)
    compare_all = TargetConfig.__eq__

    def is_equal(self: Any, other: Any) -> bool:
        alike = type(self) is type(other) and self._values == other._values  # noqa: SLF001  # a method of that class
        return alike or compare_all(self, other)

    def hash_of_type(self: Any) -> int:
        return hash(type(self))

    TargetConfig.__eq__ = is_equal  # type: ignore[method-assign]
    TargetConfig.__hash__ = hash_of_type  # type: ignore[method-assign]
