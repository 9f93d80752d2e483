"""The release gate: the only code that writes a released file (PRIVACY 3).

Rows are shuffled, written to a private temporary file, read back by independent code, checked, then renamed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.errors import PrivacyError
from kinonym.release import encode
from kinonym.release.atomic import check_place, write_atomically
from kinonym.release.checks import Check, MinimumClass
from kinonym.release.reread import Rows, reread

__all__ = ["Verified", "check_target", "verify_file", "write_release"]

Place = str | PathLike[str]


@dataclass(frozen=True)
class Verified:
    """What was found in the bytes of a released file."""

    path: Path
    rows: int
    columns: tuple[str, ...]
    smallest_class: int | None
    """Rows of the smallest class that a `MinimumClass` check counted; None without such a check."""
    checks: tuple[Check, ...]


def check_target(path: Place, *inputs: Place) -> Path:
    """Refuse an output that cannot be written, or that is one of the inputs, before any work is done.

    Parameters
    ----------
    path
        The output; its ending says how it is written.
    inputs
        Files that must not be overwritten.
    """
    encode.form_of(Path(path))
    return check_place(Path(path), tuple(Path(other) for other in inputs))


def write_release(
    table: Any,  # noqa: ANN401  # pyarrow has no types
    path: Place,
    *,
    checks: Sequence[Check],
    rng: np.random.Generator,
    inputs: Sequence[Place] = (),
    delimiter: str | None = None,
    missing_text: str = "",
) -> Verified:
    """Write a pyarrow table as a release: all of it, checked, or nothing.

    Parameters
    ----------
    table
        The masked table, identifiers already dropped. Numbers stay numbers, everything else becomes text.
    path
        Ends in ``.csv``, ``.tsv`` (also ``.gz``) or ``.parquet``.
    checks
        What must hold in the written bytes; the file also always holds the very rows of ``table``.
    rng
        Shuffles the rows.
    inputs
        Files that must not be overwritten.
    delimiter, missing_text
        Of a text file. Default delimiter: a comma, or a tab for ``.tsv``.

    Raises
    ------
    PrivacyError
        If a check fails; the temporary file is gone and what was at ``path`` is unchanged.
    """
    place = check_target(path, *inputs)
    form = encode.form_of(Path(path), delimiter=delimiter, missing_text=missing_text)
    if table.num_rows == 0:
        msg = "no rows are left to release"
        raise PrivacyError(msg, hint="choose a smaller k, or a method that keeps the rows")
    shuffled = encode.plain_table(table).take(rng.permutation(table.num_rows))
    found: list[Rows] = []
    write_atomically(
        place,
        lambda file: encode.write(shuffled, form, file),
        lambda written: found.append(verify_file(written, shuffled, form, checks)),
    )
    rows = found[0]
    sizes = [min(rows.count(c.columns).values()) for c in checks if isinstance(c, MinimumClass)]
    return Verified(Path(path), rows.number, rows.columns, min(sizes, default=None), tuple(checks))


def verify_file(path: Path, table: Any, form: encode.Form, checks: Sequence[Check]) -> Rows:  # noqa: ANN401
    """Read a written file back, hold it against its table, and run the checks on what was read."""
    rows = reread(path, form, table, {check.columns for check in checks if check.columns})
    for check in checks:
        check.verify(rows)
    return rows
