"""A hash of the content of a taxonomy: its ids and its is-a links."""

from __future__ import annotations

import hashlib
from weakref import WeakKeyDictionary

import numpy as np

from kinonym.taxonomy import Taxonomy

__all__ = ["fingerprint"]

_CACHE: WeakKeyDictionary[Taxonomy, str] = WeakKeyDictionary()


def fingerprint(taxonomy: Taxonomy) -> str:
    """Return 32 hexadecimal digits of SHA-256 over ids and links; labels do not count.

    Concepts are in canonical order, so the order in the file does not matter either.

    Examples
    --------
    >>> a = Taxonomy.from_parents({"sport": [], "soccer": ["sport"], "rugby": ["sport"]})
    >>> b = Taxonomy.from_parents({"rugby": ["sport"], "sport": [], "soccer": ["sport"]}, {"rugby": "Rugby"})
    >>> c = Taxonomy.from_parents({"sport": [], "soccer": ["sport"], "rugby": ["soccer"]})
    >>> fingerprint(a) == fingerprint(b), fingerprint(a) == fingerprint(c)
    (True, False)
    """
    digest = _CACHE.get(taxonomy)
    if digest is None:
        digest = _CACHE[taxonomy] = _compute_digest(taxonomy)
    return digest


def _compute_digest(taxonomy: Taxonomy) -> str:
    digest = hashlib.sha256("\0".join(taxonomy.concepts).encode("utf-8", "surrogatepass"))
    for array in taxonomy.parent_csr:
        digest.update(b"\0\0")
        digest.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return digest.hexdigest()[:32]
