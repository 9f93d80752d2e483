"""A vocabulary as it is distributed: a folder or a zip file with several tables, found by their names at any depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO

from kinonym.errors import OntologyError, UsageError
from kinonym.hints import did_you_mean
from kinonym.ontologies.source_files import archive_names, open_bytes, open_member

__all__ = ["Bundle", "choose", "has_members"]


def has_members(names: Iterable[str], *patterns: str) -> bool:
    """Whether each pattern fits the name of a file, at any depth and in any case."""
    lowered = [name.rpartition("/")[2].lower() for name in names]
    return all(any(fnmatchcase(name, pattern.lower()) for name in lowered) for pattern in patterns)


@dataclass(frozen=True)
class Bundle:
    """The folder or zip file."""

    path: Path

    def members(self) -> list[str]:
        """List the files, relative to the folder or in the zip file."""
        if self.path.is_dir():
            return sorted(item.relative_to(self.path).as_posix() for item in self.path.rglob("*") if item.is_file())
        return sorted(archive_names(self.path))

    def find(self, pattern: str, *, required: bool = True) -> str | None:
        """Find the file that a pattern fits, in any case; of several, the first by name."""
        for member in self.members():
            if fnmatchcase(member.rpartition("/")[2].lower(), pattern.lower()):
                return member
        if required:
            msg = f"{self.path.name} has no file {pattern}"
            raise OntologyError(msg, hint="give the whole folder or zip file, as it was downloaded")
        return None

    @contextmanager
    def open(self, member: str) -> Iterator[IO[bytes]]:
        """Open one of the files."""
        with open_bytes(self.path / member) if self.path.is_dir() else open_member(self.path, member) as stream:
            yield stream

    def read(  # everything that a layout may differ in
        self,
        member: str,
        columns: Sequence[str],
        *,
        delimiter: str,
        names: Sequence[str] = (),
        quoted: bool = False,
        optional: Sequence[str] = (),
    ) -> list[list[str]]:
        """Read columns of a table as lists of texts; an empty cell is an empty text.

        Parameters
        ----------
        member
            The file.
        columns
            The columns to read.
        delimiter
            What separates the cells.
        names
            The names of all columns, if the file has no header.
        quoted
            Whether cells may be quoted, and may then contain line breaks.
        optional
            Those of the columns that are read as empty if they are missing.
        """
        import pyarrow as pa
        from pyarrow import csv

        try:
            with self.open(member) as stream:
                header = names or _read_header(stream, delimiter)
            present = [name for name in columns if name in header or name not in optional]
            with self.open(member) as stream:
                table = csv.read_csv(
                    stream,
                    read_options=csv.ReadOptions(column_names=list(header), skip_rows=0 if names else 1),
                    parse_options=csv.ParseOptions(
                        delimiter=delimiter, quote_char='"' if quoted else False, newlines_in_values=quoted
                    ),
                    convert_options=csv.ConvertOptions(
                        column_types={name: pa.string() for name in present},
                        include_columns=present,
                        strings_can_be_null=False,
                    ),
                )
        except (pa.ArrowInvalid, pa.ArrowKeyError, KeyError, UnicodeDecodeError) as error:
            msg = f"{member.rpartition('/')[2]} is not a table with the columns {', '.join(columns)}"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from error
        return [table.column(name).to_pylist() if name in present else [""] * len(table) for name in columns]

    def files(self, *patterns: str) -> list[Path]:
        """List the files of a folder that some patterns fit, for the cache."""
        found = [self.find(pattern, required=False) for pattern in patterns]
        return [self.path / member for member in found if member is not None]


def _read_header(stream: IO[bytes], delimiter: str) -> list[str]:
    first = stream.readline(1 << 16).decode("utf-8-sig")
    return [name.strip().strip('"') for name in first.rstrip("\r\n").split(delimiter)]


def choose(given: str | None, available: Mapping[str, int], what: str, file: str) -> str:
    """Return the requested one of several vocabularies, or the only one; ``available``: name → number of concepts."""
    if given is None and len(available) == 1:
        return next(iter(available))
    by_size = sorted(available, key=lambda name: -available[name])
    if given is None:
        msg = f"{file} has several {what}: {', '.join(by_size[:8])}{', …' if len(by_size) > 8 else ''}"
        raise UsageError(msg, hint=f'name one after the path, as in "{file}#{by_size[0] if by_size else what}"')
    for name in by_size:
        if name.casefold() == given.casefold():
            return name
    msg = f"{file} has no {given!r} among its {what}"
    raise UsageError(msg, hint=did_you_mean(given, by_size))
