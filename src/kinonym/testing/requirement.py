"""How a contract check says that something is broken."""

from __future__ import annotations

__all__ = ["require"]


def require(held: bool, broken: str) -> None:  # noqa: FBT001  # reads as a sentence
    """Raise AssertionError with what is broken unless it holds; `python -O` does not silence it."""
    if not held:
        raise AssertionError(broken)
