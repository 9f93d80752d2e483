"""How deeply the elements of an XML stream are nested, watched while a parser reads it.

The time that a parser of RDF/XML takes grows with the square of the depth; no ontology goes deeper than a few dozen.
"""

from __future__ import annotations

from typing import IO

from kinonym.errors import OntologyError

__all__ = ["DEEPEST", "Nesting"]

DEEPEST = 1_000
_STEP = 4096  # so few bytes cannot open many more elements than are allowed


class Nesting:
    """A stream of XML that stops with an error where its elements go too deep.

    Tags are counted, not parsed: comments and sections of text may blur the count a little, which never falls below 0.
    """

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self._name = name
        self._depth = 0
        self._cut = b""

    def read(self, size: int = -1) -> bytes:
        """The next bytes, looked at on their way."""
        data = self._stream.read(size)
        for start in range(0, len(data), _STEP):
            self._count(data[start : start + _STEP])
        return data

    def _count(self, piece: bytes) -> None:
        piece = self._cut + piece
        self._cut = piece[-1:] if piece[-1:] in (b"<", b"/") else b""
        piece = piece[: len(piece) - len(self._cut)]
        opened = piece.count(b"<") - sum(piece.count(mark) for mark in (b"</", b"<!", b"<?"))
        closed = piece.count(b"</") + piece.count(b"/>")
        self._depth = max(0, self._depth + opened - closed)
        if self._depth > DEEPEST:
            msg = f"{self._name}: the elements are nested more than {DEEPEST:,} deep"
            raise OntologyError(msg, hint="no ontology is; get the file again, or save it as Turtle")
