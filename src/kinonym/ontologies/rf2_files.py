"""The files of an RF2 release: find them by name in a folder or zip file, read columns, resolve the history.

`rf2` (concepts, is-a links, descriptions) and `rf2_maps` (ICD to SNOMED CT) interpret the columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import OntologyError, UsageError
from kinonym.ontologies.arrow import to_arrow_numbers, to_numpy
from kinonym.ontologies.source_files import archive_names, open_bytes, open_member

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Release", "column", "find_release"]

_KINDS = {
    "concept": r"sct2_Concept_\w*?",
    "description": r"sct2_Description_\w*?",
    "definition": r"sct2_TextDefinition_\w*?",
    "relationship": r"sct2_Relationship_\w*?",
    "language": r"der2_cRefset_\w*?Language\w*?",
    "association": r"der2_cRefset_\w*?Association\w*?",
    "simple-map": r"der2_sRefset_\w*?SimpleMap\w*?",
    "complex-map": r"der2_iissscRefset_\w*?",
    "extended-map": r"der2_iisssccRefset_\w*?",
}
_NAME = re.compile(
    "x?(?:"
    + "|".join(f"(?P<{kind.replace('-', '_')}>{pattern})" for kind, pattern in _KINDS.items())
    + r")(?P<release>Snapshot|Full|Delta)(?:-[\w-]+)?_(?P<module>\w*)_(?P<date>\d{8}\w*)\.txt"
)
_NUMBERS = {
    *("active", "effectiveTime", "conceptId", "typeId", "sourceId", "destinationId", "characteristicTypeId"),
    *("refsetId", "referencedComponentId", "acceptabilityId", "targetComponentId"),
    *("mapGroup", "mapPriority", "correlationId"),
}
_NEWEST_DATE = 99_999_999


@dataclass(frozen=True)
class Release:
    """A folder or zip file with the files of one release type: kind → paths inside it."""

    path: Path
    kind: str
    date: str
    members: dict[str, list[str]] = field(default_factory=dict)

    def has(self, kind: str) -> bool:
        """Whether there is a file of this kind."""
        return bool(self.members.get(kind))

    def read(self, kind: str, columns: list[str]) -> pa.Table:
        """Read the current and active rows of all files of a kind, with the given columns.

        Of all rows with the same id, the newest counts, so that a Full release gives the same as its Snapshot. A single
        Snapshot file has every id once, so only the active rows are selected.
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        members = self.members[kind]
        if self.kind == "Snapshot" and len(members) == 1:
            rows = _read_columns(self, members[0], [*columns, "active"], kind)
            return rows.filter(pc.equal(rows["active"], 1)).select(columns)
        requested = list(dict.fromkeys(["id", "effectiveTime", "active", *columns]))
        tables = [_read_columns(self, member, requested, kind) for member in members]
        return _keep_newest_active(pa.concat_tables(tables)).select(columns)

    def count_ids(self, kind: str) -> int:
        """Count the ids of a kind, active or not."""
        ids = [column(_read_columns(self, member, ["id"], kind), "id") for member in self.members[kind]]
        return len(np.unique(np.concatenate(ids)))

    @contextmanager
    def open(self, member: str) -> Iterator[IO[bytes]]:
        """Open one of the files."""
        opened = open_bytes(self.path / member) if self.path.is_dir() else open_member(self.path, member)
        with opened as stream:
            yield stream


def find_release(path: Path, release: str | None = None) -> Release:
    """Find the files by their names; by default the Snapshot if there is one, else the Full release."""
    if release not in {None, "Snapshot", "Full"}:
        msg = f"release must be 'Snapshot' or 'Full', not {release!r}"
        raise UsageError(msg, hint="leave it out to use the Snapshot if there is one")
    members: dict[str, dict[str, list[str]]] = {"Snapshot": {}, "Full": {}, "Delta": {}}
    dates: set[str] = set()
    for member in sorted(_members(path)):
        name = _NAME.fullmatch(member.rpartition("/")[2])
        if name:
            kind = next(kind for kind in _KINDS if name.group(kind.replace("-", "_")))
            members[name.group("release")].setdefault(kind, []).append(member)
            dates.add(name.group("date")[:8])
    for requested in [release] if release else ["Snapshot", "Full"]:
        if members[requested]:
            return Release(path, requested, max(dates), members[requested])
    msg = f"{path.name} has no {release or 'Snapshot or Full'} files of an RF2 release"
    hint = "a Delta alone is not an ontology; give the folder or zip file with sct2_Concept_Snapshot_…txt"
    raise OntologyError(msg, hint=hint)


def _members(path: Path) -> list[str]:
    if path.is_dir():
        return [item.relative_to(path).as_posix() for item in path.rglob("*.txt")]
    return archive_names(path)


def column(table: pa.Table, name: str) -> NDArray[np.int64]:
    """One column of numbers as an array; empty cells are rejected."""
    cells = table.column(name)
    if cells.null_count:
        msg = f"an RF2 file has {cells.null_count:,} rows without {name}"
        raise OntologyError(msg, hint="the file is damaged or cut short; download it again")
    return to_numpy(cells)


def _read_columns(release: Release, member: str, columns: list[str], kind: str) -> pa.Table:
    import pyarrow as pa
    from pyarrow import csv

    has_numeric_id = kind in {"concept", "description", "definition", "relationship"}
    number_columns = _NUMBERS | {"id"} if has_numeric_id else _NUMBERS
    types = {name: pa.int64() if name in number_columns else pa.string() for name in columns}
    try:
        with release.open(member) as stream:
            return csv.read_csv(
                stream,
                read_options=csv.ReadOptions(block_size=1 << 23),
                parse_options=csv.ParseOptions(delimiter="\t", quote_char=False),
                convert_options=csv.ConvertOptions(column_types=types, include_columns=columns),
            )
    except (pa.ArrowInvalid, pa.ArrowKeyError, KeyError) as error:
        msg = f"{member.rpartition('/')[2]}: not an RF2 file with the columns {', '.join(columns)}"
        raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from error


def _keep_newest_active(table: pa.Table) -> pa.Table:
    """The newest row of each id, if it is active; a row without a date is the newest."""
    import pyarrow as pa
    import pyarrow.compute as pc

    keys = table.column("id")
    if not pa.types.is_integer(keys.type):
        codes = keys.combine_chunks().dictionary_encode().indices.cast(pa.int64())
        keys = pa.chunked_array([codes])
    ids = to_numpy(pc.fill_null(keys, -1))
    dates = to_numpy(pc.fill_null(table.column("effectiveTime"), _NEWEST_DATE))
    order = np.lexsort((dates, ids))
    newest = np.append(ids[order][1:] != ids[order][:-1], True) if len(order) else np.zeros(0, dtype=bool)
    active = to_numpy(pc.fill_null(table.column("active"), 0)) == 1
    rows = order[newest]
    return table.take(to_arrow_numbers(np.sort(rows[active[rows]])))
