"""How a contract check reports that something is broken."""

from __future__ import annotations

__all__ = ["require"]


def require(condition: bool, broken: str) -> None:  # noqa: FBT001  # reads as a sentence
    """Raise AssertionError unless the condition is true; also under `python -O`."""
    if not condition:
        raise AssertionError(broken)
