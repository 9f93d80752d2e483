"""Documents beside a release (reports, recipes, tables to edit): written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from kinonym.release.atomic import check_place, write_atomically

__all__ = ["write_document"]


def write_document(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text file through a temporary one; ``private`` keeps it readable by its owner only."""
    write_atomically(
        check_place(path),
        lambda file: _write(file, text),
        lambda written: _check(written, text),
        private=private,
    )


def _write(file, text: str) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001  # any binary file
    file.write(text.encode("utf-8"))


def _check(written: Path, text: str) -> None:
    if written.read_bytes() != text.encode("utf-8"):
        msg = "the written document differs from what was meant"
        raise OSError(msg)
