"""Which columns serve each other as reference: disjoint pairs of one taxonomy (T sect. 6.4)."""

from __future__ import annotations

import numpy as np

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.operators import correlation_matrix
from kinonym.tuples import Tuples

__all__ = ["partners", "same_taxonomy"]

_HINT = 'use reference = "root", or give both columns the same ontology, root and measure'


def same_taxonomy(a: Domain, b: Domain) -> bool:
    """Whether two columns take their concepts and distances from the same tau."""
    if a.concepts is None or b.concepts is None or a.concepts.measure != b.concepts.measure:
        return False
    first, second = a.concepts.tau, b.concepts.tau
    links = zip(first.parent_csr, second.parent_csr, strict=True)
    return first is second or (first.concepts == second.concepts and all(np.array_equal(x, y) for x, y in links))


def partners(tuples: Tuples, pairs: tuple[tuple[str, str], ...]) -> list[int]:
    """The partner of each column: as given, else by the strongest correlation first."""
    names = [column.name for column in tuples.columns]
    if len(names) % 2:
        msg = f'reference = "pair" needs an even number of columns; there are {len(names)}'
        raise UsageError(msg, hint='use reference = "root", or leave one column out')
    partner = _read_pairs(names, pairs) if pairs else _strongest(tuples)
    for i, j in enumerate(partner):
        if not same_taxonomy(tuples.columns[i].domain, tuples.columns[j].domain):
            msg = f"columns {names[i]!r} and {names[j]!r} cannot be a pair: they do not share one taxonomy"
            raise UsageError(msg, hint=_HINT)
    return partner


def _read_pairs(names: list[str], pairs: tuple[tuple[str, str], ...]) -> list[int]:
    named = [name for pair in pairs for name in pair]
    if sorted(named) != sorted(names):
        msg = "pairs must name every masked column exactly once"
        raise UsageError(msg, hint=f"columns: {', '.join(names)}")
    position = {name: i for i, name in enumerate(names)}
    partner = [0] * len(names)
    for a, b in pairs:
        partner[position[a]], partner[position[b]] = position[b], position[a]
    return partner


def _strongest(tuples: Tuples) -> list[int]:
    """Greedy: the most correlated two that share a taxonomy, then the next among those left."""
    columns = tuples.columns
    if len(columns) == 2:
        return [1, 0]
    strength = correlation_matrix(tuples)
    options = [
        (-strength[i, j], i, j)
        for i in range(len(columns))
        for j in range(i)
        if same_taxonomy(columns[i].domain, columns[j].domain)
    ]
    partner = [-1] * len(columns)
    for _, i, j in sorted(options):
        if partner[i] < 0 and partner[j] < 0:
            partner[i], partner[j] = j, i
    if -1 in partner:
        msg = f"column {columns[partner.index(-1)].name!r} shares its taxonomy with no other column that is left"
        raise UsageError(msg, hint=_HINT)
    return partner
