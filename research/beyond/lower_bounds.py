"""Proven lower bounds on the SSE of any release that gives each class of at least k records one masked tuple.

*Pairs*: two members of a class cost at least what the best common centre costs them. *Linear*: the relaxation of
assigning records to centres, each opened by at least k records, solved by cuts; every price vector proves a bound.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_matrix, hstack, identity, vstack

from kinonym.tuples import Tuples

__all__ = ["LinearBound", "best_known", "centre_squares", "linear_bound", "pair_bound", "proven"]

Matrix = NDArray[np.float64]
ROUNDS = 200
NODES = 10
"""The integer programme stops after so many branchings: a number and not a time, so that it ends alike everywhere."""
REACH = 4.0
"""A frequent tuple lends records to centres as near as this many times the highest price."""
ENOUGH = 1e-4
"""The bound is as good as it gets when the cuts leave it less than this share below the price of the master."""


def centre_squares(tuples: Tuples) -> Matrix:
    """Squared distances of all tuples (rows) to all centres: every combination of subsumers of a column's values."""
    total = np.zeros((len(tuples), 1))
    for j, column in enumerate(tuples.columns):
        table = column.space.table.astype(np.float64)[tuples.codes[:, j]]
        total = (total[:, :, None] + table[:, None, :]).reshape(len(tuples), -1)
    return (total / len(tuples.columns)) ** 2


def pair_bound(squares: Matrix, counts: NDArray[np.int64], k: int) -> float:
    """Each record pays half the mean over its k − 1 nearest others of what a pair costs around its best centre.

    In a class of m records each is in m − 1 pairs, so that the pairs' costs add up to m − 1 times the class's. Records
    of a tuple are at 0 from each other.
    """
    total = 0.0
    for i, count in enumerate(counts):
        if count >= k:
            continue
        pair = (squares[i] + squares).min(axis=1)
        pair[i] = 0.0
        order = np.argsort(pair)
        have = counts[order].astype(np.float64)
        have[order == i] -= 1
        taken = np.minimum(have, np.maximum(0.0, k - 1 - np.concatenate([[0.0], np.cumsum(have)[:-1]])))
        total += count * 0.5 * float(taken @ pair[order]) / (k - 1)
    return total


def proven(
    squares: Matrix, counts: NDArray[np.int64], k: int, price: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], Matrix]:
    """The bound that prices per record prove; what each centre's best class costs beyond its prices; who is in it.

    A class around z that pays less than the prices of its members lowers the bound by the difference, at most once.
    """
    order = np.argsort(reduced := squares - price[:, None], axis=0, kind="stable")
    sorted_gain = np.take_along_axis(reduced, order, axis=0)
    have = counts[order].astype(np.float64)
    before = np.cumsum(have, axis=0) - have
    taken = np.where(sorted_gain < 0, have, np.minimum(have, np.maximum(0.0, k - before)))
    short = (sorted_gain * taken).sum(axis=0)
    members = np.empty_like(taken)
    np.put_along_axis(members, order, taken, axis=0)
    return float(counts @ price + np.minimum(short, 0.0).sum()), short, members


@dataclass(frozen=True)
class LinearBound:
    """The bound, the prices that prove it, and the centres that the relaxation opens, wholly or in part."""

    value: float
    price: NDArray[np.float64]
    used: NDArray[np.int64]


def linear_bound(squares: Matrix, counts: NDArray[np.int64], k: int, rounds: int = ROUNDS) -> LinearBound:
    """The greatest bound that prices can prove, by cuts: no class may cost less than its members' prices.

    A class of a centre that does is allowed at a penalty, once for each centre, as centres are opened at most once.
    """
    top = np.where(counts >= k, 0.0, squares[:, _own(squares, counts, k)].min(axis=1, initial=squares.max()))
    number_of_centres = squares.shape[1]
    gains = np.concatenate([-counts.astype(np.float64), np.ones(number_of_centres)])
    limits = np.column_stack([np.zeros(len(gains)), np.concatenate([top, np.full(number_of_centres, np.inf)])])
    price, best, best_price = top / 2, -np.inf, top / 2
    rows, costs, centres = csr_matrix((0, len(counts))), np.empty(0), np.empty(0, dtype=np.int64)
    for _ in range(rounds):
        value, short, members = proven(squares, counts, k, price)
        if value > best:
            best, best_price = value, price
        broken = np.flatnonzero(short < -1e-9)
        rows = vstack([rows, csr_matrix(members[:, broken].T)], format="csr")
        centres = np.concatenate([centres, broken])
        costs = np.concatenate([costs, (squares[:, broken] * members[:, broken]).sum(axis=0)])
        penalty = csr_matrix(
            (-np.ones(len(centres)), (np.arange(len(centres)), centres)), (len(centres), number_of_centres)
        )
        solved = linprog(gains, A_ub=hstack([rows, penalty], format="csr"), b_ub=costs, bounds=limits)
        if -solved.fun - best <= ENOUGH * best:
            break
        price = 0.6 * best_price + 0.4 * solved.x[: len(counts)]
    opened = centres[solved.ineqlin.marginals < -1e-9]
    at_home = np.flatnonzero((squares == 0).any(axis=0))  # a tuple may always stand for its own class
    return LinearBound(best, best_price, np.union1d(opened, at_home))


def best_known(bound: LinearBound, squares: Matrix, counts: NDArray[np.int64], k: int) -> float:
    """SSE of the best release around the centres that the relaxation uses, by integer programming.

    Records of rare tuples go to such a centre, if it is opened by at least k records, or join the nearest frequent
    tuple; a frequent tuple may lend records as long as k stay with it.
    """
    rare = counts < k
    joining = squares[:, _own(squares, counts, k)].min(axis=1, initial=squares.max())
    chosen = squares[:, bound.used]
    near = chosen < np.where(rare, joining, REACH * bound.price.max())[:, None]
    who, where = np.nonzero(near)
    pairs, opened, staying = len(who), len(bound.used), np.flatnonzero(rare)
    every = np.arange(pairs)
    to_tuple = csr_matrix((np.ones(pairs), (who, every)), (len(counts), pairs))
    to_centre = csr_matrix((np.ones(pairs), (where, every)), (opened, pairs))
    joins = csr_matrix((np.ones(len(staying)), (staying, np.arange(len(staying)))), (len(counts), len(staying)))
    no_open, no_join = csr_matrix((len(counts), opened)), csr_matrix((opened, len(staying)))
    at_most = csr_matrix((counts[who].astype(np.float64), (every, where)), (pairs, opened))
    solved = milp(
        np.concatenate([chosen[who, where], np.zeros(opened), joining[rare]]),
        constraints=[
            LinearConstraint(
                hstack([to_tuple, no_open, joins]), np.where(rare, counts, 0), np.where(rare, counts, counts - k)
            ),
            LinearConstraint(hstack([to_centre, -k * identity(opened), no_join]), 0, np.inf),
            LinearConstraint(hstack([identity(pairs), -at_most, csr_matrix((pairs, len(staying)))]), -np.inf, 0),
        ],
        integrality=np.concatenate([np.zeros(pairs), np.ones(opened), np.zeros(len(staying))]),
        bounds=Bounds(0, np.concatenate([counts[who], np.ones(opened), counts[rare] * (not rare.all())])),
        options={"node_limit": NODES, "mip_rel_gap": 5e-3},
    )
    return float(solved.fun) if solved.fun is not None else float("nan")


def _own(squares: Matrix, counts: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Centres at which a frequent tuple stands: a record may join it, so its price is at most the way there."""
    return np.flatnonzero((squares[counts >= k] == 0).any(axis=0))
