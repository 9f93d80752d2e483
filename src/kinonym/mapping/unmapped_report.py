"""The values that no concept was found for, as an error, a table, or counts."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import UnmappedError
from kinonym.mapping.outcome import Mapping
from kinonym.mapping.private_csv import may_replace, write_private_csv

__all__ = ["UnmappedReport"]

_HEADER = ("column", "value", "count", "reason", "suggestions")


@dataclass(frozen=True, repr=False)
class UnmappedReport:
    """The unmapped values of a run by column; true if there are any."""

    mappings: Dictionary[str, Mapping]

    def __bool__(self) -> bool:
        return any(mapping.unmapped for mapping in self.mappings.values())

    def __repr__(self) -> str:
        return f"<UnmappedReport: {self.summary() or 'every value has a concept'}>"

    def summary(self) -> str:
        """The number of unmapped values and records of each column, without any value."""
        return "; ".join(
            f"column {column!r}: {len(mapping.unmapped):,} of {len(mapping.rows):,} values "
            f"in {sum(row.count for row in mapping.unmapped):,} {mapping.unit} "
            f"have no concept in {mapping.taxonomy.source.name}"
            for column, mapping in self.mappings.items()
            if mapping.unmapped
        )

    def write(self, path: str | Path) -> None:
        """Write column, value, count, reason and suggestions to a file that only its owner can read."""
        if not self.may_write(path):
            msg = (
                f"{self.summary()}; they are not listed: {Path(path).name} exists and is not a list of unmapped values"
            )
            raise UnmappedError(msg, hint="move that file away and run again", mappings=self.mappings)
        write_private_csv(Path(path), self._lines())

    @staticmethod
    def may_write(path: str | Path) -> bool:
        """Whether a path is free or is a list of unmapped values; any other file is never replaced."""
        return may_replace(Path(path), _HEADER)

    def _lines(self) -> Iterator[tuple[str, ...]]:
        yield _HEADER
        for column, mapping in self.mappings.items():
            for row in sorted(mapping.unmapped, key=lambda row: (-row.count, row.value)):
                near = " | ".join(mapping.describe_all(row.suggestions))
                yield (column, row.value, str(row.count), row.reason or "", near)

    def error(self, path: str | Path | None = None) -> UnmappedError:
        """The error for ``unmapped = "error"``; ``path`` is where the list was written."""
        where = f"the list with suggestions is in {Path(path).name}; " if path is not None else ""
        hint = f'{where}write a mapping table with `kinonym map`, or set unmapped = "isolate" or "suppress"'
        return UnmappedError(self.summary(), hint=hint, mappings=self.mappings)
