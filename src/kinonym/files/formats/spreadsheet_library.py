"""The optional library that reads workbooks; their reader and their recounter use it."""

from __future__ import annotations

from typing import Any

from kinonym.errors import UsageError

__all__ = ["calamine"]


def calamine() -> Any:  # noqa: ANN401  # an optional library
    """The library that reads workbooks."""
    try:
        import python_calamine
    except ImportError:
        msg = "Excel workbooks need two further libraries"
        raise UsageError(msg, hint="pip install 'kinonym[excel]', or save the sheet as CSV") from None
    return python_calamine
