"""What all recounters share: the text of a typed value, and the refusal of a file."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NoReturn

from kinonym.errors import PrivacyError

__all__ = ["refuse_file", "text_of_value"]


def text_of_value(value: Any) -> str:  # noqa: ANN401
    """Return the text of a typed value in a text file."""
    number = float(value) if isinstance(value, Decimal) else value
    return repr(number + 0.0).removesuffix(".0") if isinstance(number, float) else str(number)  # −0 is 0


def refuse_file(reason: str) -> NoReturn:
    """Stop a release because its file is wrong."""
    msg = f"the written file was refused: {reason}; nothing was released"
    raise PrivacyError(msg, hint="run it again; if it happens twice, please report it")
