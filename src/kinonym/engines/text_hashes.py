"""Keyed hashes of texts that are the same in every process that has the key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Hashes", "TextHashes"]

Hashes = NDArray[np.uint64]

_TABLED = 32
"""Texts of up to so many bytes are hashed with the table, longer ones with BLAKE2b."""
_ALL = (1 << 64) - 1


class TextHashes:
    """Hashes of texts with 64 bits.

    Parameters
    ----------
    draws
        What the table of draws is made from.

    Notes
    -----
    Tabulation hashing (Zobrist 1970): the hash of a text is the sum modulo 2^64 of one draw for each position and byte.
    Two different texts have equal hashes with a chance of 2^-64 over the draws, because at least one draw occurs in
    one of the two sums only. The cost is one lookup per byte. The hash of a long text is its keyed BLAKE2b.
    """

    def __init__(self, draws: np.random.Generator) -> None:
        self._table: Hashes = draws.integers(0, _ALL, size=(_TABLED, 256), dtype=np.uint64, endpoint=True)
        self._key = draws.bytes(32)

    def of(self, texts: Sequence[str]) -> Hashes:
        """The hash of each text."""
        import pyarrow as pa

        array = pa.array(texts, pa.large_string())
        _, offsets, content = array.buffers()
        ends = np.frombuffer(offsets, dtype=np.int64, count=len(array) + 1)
        if not ends[-1]:
            return np.zeros(len(array), dtype=np.uint64)
        sizes = np.diff(ends)
        hashes = self._hash_by_table(np.frombuffer(content, dtype=np.uint8, count=int(ends[-1])), ends, sizes)
        for number in np.flatnonzero(sizes > _TABLED).tolist():
            hashes[number] = self._digest(texts[number])
        return hashes

    def _hash_by_table(self, content: NDArray[np.uint8], ends: NDArray[np.int64], sizes: NDArray[np.int64]) -> Hashes:
        """Hash texts with the table of draws; the hashes of texts that are too long for it are not used."""
        position = np.arange(len(content)) - np.repeat(ends[:-1], sizes)
        draws = self._table.reshape(-1)[(position % _TABLED) * 256 + content]
        hashes = np.zeros(len(sizes), dtype=np.uint64)
        hashes[sizes > 0] = np.add.reduceat(draws, ends[:-1][sizes > 0])
        return hashes

    def _digest(self, text: str) -> Any:  # noqa: ANN401  # an integer of numpy
        digest = hashlib.blake2b(text.encode(), key=self._key, digest_size=8).digest()
        return np.uint64(int.from_bytes(digest, "big"))
