"""Amounts of memory, as people write them."""

from __future__ import annotations

import os
import re

from kinonym.errors import UsageError

__all__ = ["Size"]

_UNITS = {
    "": 1,
    "K": 10**3,
    "M": 10**6,
    "G": 10**9,
    "T": 10**12,
    "KI": 1 << 10,
    "MI": 1 << 20,
    "GI": 1 << 30,
    "TI": 1 << 40,
}


class Size(int):
    """A number of bytes.

    >>> Size.parse("1.5 GB"), str(Size.parse("512MiB"))
    (1500000000, '537 MB')
    """

    @classmethod
    def parse(cls, text: str) -> Size:
        """Read a size such as 1GB, 512 MiB or 2e9."""
        parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?(?:e\d+)?)\s*([kmgt]?i?)(?:b|ytes)?\s*", text, re.IGNORECASE)
        if parts is None or parts[2].upper() not in _UNITS:
            msg = f"{text!r} is not a memory size"
            raise UsageError(msg, hint="write a number and a unit, such as 1GB or 512MB")
        return cls(float(parts[1]) * _UNITS[parts[2].upper()])

    @classmethod
    def of_machine(cls) -> Size:
        """How much memory the machine has; 8 GiB where the system does not say."""
        try:
            return cls(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        except (AttributeError, ValueError, OSError):  # Windows has no such function, and a system may lack a name
            return cls(8 << 30)

    def __str__(self) -> str:
        for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
            if self >= size:
                return f"{self / size:.3g} {unit}"
        return f"{int(self)} bytes"

    __repr__ = int.__repr__
