"""The local list of values without a concept, for whoever may see them, and the error that names no value."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import UnmappedError
from kinonym.mapping.cells import write_private_csv
from kinonym.mapping.result import Mapping

__all__ = ["UnmappedReport"]


@dataclass(frozen=True, repr=False)
class UnmappedReport:
    """What is left of one run's mappings, by column; true if anything is."""

    mappings: Dictionary[str, Mapping]

    def __bool__(self) -> bool:
        return any(mapping.unmapped for mapping in self.mappings.values())

    def __repr__(self) -> str:
        return f"<UnmappedReport: {self.summary() or 'every value has a concept'}>"

    def summary(self) -> str:
        """Columns with the number of values and of records, without any value."""
        return "; ".join(
            f"column {column!r}: {len(mapping.unmapped):,} of {len(mapping.rows):,} values "
            f"in {sum(row.count for row in mapping.unmapped):,} records "
            f"have no concept in {mapping.taxonomy.source.name}"
            for column, mapping in self.mappings.items()
            if mapping.unmapped
        )

    def write(self, path: str | Path) -> None:
        """Write column, value, count, reason and suggestions to a file that only its owner can read."""
        write_private_csv(Path(path), self._lines())

    def _lines(self) -> Iterator[tuple[str, ...]]:
        yield ("column", "value", "count", "reason", "suggestions")
        for column, mapping in self.mappings.items():
            for row in sorted(mapping.unmapped, key=lambda row: (-row.count, row.value)):
                near = " | ".join(mapping.described(row.suggestions))
                yield (column, row.value, str(row.count), row.reason or "", near)

    def error(self, path: str | Path | None = None) -> UnmappedError:
        """The error for ``unmapped = "error"``; ``path`` is where the list was written."""
        listed = f"the list with suggestions is in {Path(path).name}; " if path is not None else ""
        hint = f'{listed}write a mapping table with `kinonym map`, or set unmapped = "isolate" or "suppress"'
        return UnmappedError(self.summary(), hint=hint, mappings=self.mappings)
