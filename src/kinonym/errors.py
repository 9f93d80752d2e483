"""The error tree: every error has a code, says what happened and where, and may have a hint.

    KinonymError                 exit 1
    ├── UsageError               exit 2   a wrong call or option
    │   └── RecipeError                   a recipe that cannot be read or does not fit
    ├── InputError               exit 3
    │   ├── DataError                     a table or file that cannot be used
    │   │   └── UnmappedError             values without a concept
    │   └── OntologyError                 an ontology that cannot be read
    │       ├── CycleError
    │       └── DanglingParentError
    └── PrivacyError             exit 4   the privacy target cannot be met; nothing was written
        └── UniqueRowsError               too many rows are unique, and the user did not accept it

No message contains a value of a record: messages name files, columns, row numbers and counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = [
    "ERROR_CODES",
    "CycleError",
    "DanglingParentError",
    "DataError",
    "InputError",
    "KinonymError",
    "OntologyError",
    "PrivacyError",
    "RecipeError",
    "UniqueRowsError",
    "UnmappedError",
    "UsageError",
    "location_of",
]

# code → one line for the docs; `tests/system/meta` compares this table with docs/errors.md.
ERROR_CODES: dict[str, str] = {
    "internal": "The program detected an internal error; nothing was written. Please report it.",
    "usage": "A command or function was called with invalid arguments.",
    "recipe": "The recipe cannot be read, or does not fit the method or the table.",
    "data": "The table or file cannot be used in its present form.",
    "unmapped": "Values of a column were not found in its ontology.",
    "ontology": "The ontology cannot be read.",
    "cycle": "The is-a links of an ontology form a cycle.",
    "dangling-parent": "A concept names a parent that the ontology does not contain.",
    "privacy": "The privacy target cannot be met with this table; nothing was written.",
    "unique-rows": "Too many rows are unique together with the unmasked columns; nothing was written.",
}


class KinonymError(Exception):
    """Base of all errors; ``code`` is the kind, ``hint`` says what to do."""

    code = "internal"
    exit_code = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class UsageError(KinonymError):
    """A command or function was called with invalid arguments."""

    code = "usage"
    exit_code = 2


class RecipeError(UsageError):
    """A recipe that cannot be read, or that does not fit the table or the method."""

    code = "recipe"


class InputError(KinonymError):
    """Base of errors in the data or the ontology."""

    code = "data"
    exit_code = 3


class DataError(InputError):
    """A table or file that cannot be used."""


class UnmappedError(DataError):
    """Values without a concept; ``mappings`` contains them by column, for users who may see them."""

    code = "unmapped"

    def __init__(self, message: str, *, hint: str | None = None, mappings: Mapping[str, Any] | None = None) -> None:
        super().__init__(message, hint=hint)
        self.mappings = mappings or {}


class OntologyError(InputError):
    """An ontology that cannot be read."""

    code = "ontology"


class CycleError(OntologyError):
    """The is-a links form a cycle; ``cycle`` lists its concepts in order."""

    code = "cycle"

    def __init__(self, cycle: list[str]) -> None:
        path = " -> ".join([*cycle, cycle[0]])
        super().__init__(f"the is-a links form a cycle: {path}", hint="remove one of these links from the ontology")
        self.cycle = cycle


class DanglingParentError(OntologyError):
    """A concept names a parent that does not exist."""

    code = "dangling-parent"

    def __init__(self, concept: str, parent: str) -> None:
        super().__init__(
            f"concept {concept!r} names the parent {parent!r}, which the ontology does not contain",
            hint="add the parent as a concept, or correct its id",
        )
        self.concept = concept
        self.parent = parent


class PrivacyError(KinonymError):
    """The privacy target cannot be met; nothing was written."""

    code = "privacy"
    exit_code = 4


class UniqueRowsError(PrivacyError):
    """Too many rows are unique together with the unmasked columns, which was not accepted; nothing was written."""

    code = "unique-rows"


def location_of(error: BaseException) -> str:
    """File and line of an unexpected error, without any value."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "kinonym"
