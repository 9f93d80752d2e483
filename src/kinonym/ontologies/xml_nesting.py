"""Limit the nesting of the elements of an XML stream while a parser reads it.

The time of a parser of RDF/XML grows with the square of the depth; no ontology is nested more than a few dozen deep.
"""

from __future__ import annotations

from typing import IO

from kinonym.errors import OntologyError

__all__ = ["DEEPEST", "Nesting"]

DEEPEST = 1_000
_CHUNK = 4096  # bytes per check: few enough that the limit cannot be exceeded by much


class Nesting:
    """A stream of XML that raises an error if its elements are nested too deep.

    Tags are counted, not parsed: comments and CDATA sections may change the count a little, which is at least 0.
    """

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self._name = name
        self._depth = 0
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        """Read and check the next bytes."""
        data = self._stream.read(size)
        for start in range(0, len(data), _CHUNK):
            self._count(data[start : start + _CHUNK])
        return data

    def _count(self, piece: bytes) -> None:
        piece = self._rest + piece
        self._rest = piece[-1:] if piece[-1:] in (b"<", b"/") else b""
        piece = piece[: len(piece) - len(self._rest)]
        opened = piece.count(b"<") - sum(piece.count(mark) for mark in (b"</", b"<!", b"<?"))
        closed = piece.count(b"</") + piece.count(b"/>")
        self._depth = max(0, self._depth + opened - closed)
        if self._depth > DEEPEST:
            msg = f"{self._name}: the elements are nested more than {DEEPEST:,} deep"
            raise OntologyError(msg, hint="download the file again, or save it as Turtle")
