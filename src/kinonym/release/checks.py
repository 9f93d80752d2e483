"""What the gate requires of a release: a check reads counts of the written file, and raises if one is wrong.

Messages name columns and counts, never a value.
"""

from __future__ import annotations

from typing import NoReturn, Protocol

from kinonym.engines.contract import Tally
from kinonym.errors import PrivacyError

__all__ = ["REFUSED", "Check", "refuse", "text_in_file"]


class Check(Protocol):
    """A condition on what was released."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the combinations that `verify` needs counted."""

    def verify(self, tally: Tally) -> None:
        """Raise `PrivacyError` unless the condition holds."""


def text_in_file(text: str | None) -> str | None:
    """A number of a table in memory as a file would have it: without a fraction that is zero."""
    return text if text is None else text.removesuffix(".0")


REFUSED = "; nothing was released"
"""How the message of every refusal ends."""


def refuse(reason: str) -> NoReturn:
    """Stop a release that is not as it must be."""
    msg = f"{reason}{REFUSED}"
    raise PrivacyError(msg, hint="this is a defect of the program: please report it")
