"""Which unmasked columns make rows unique, the most important ones first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinonym.tuples.index_arrays import Counts

__all__ = ["Contributor", "Units", "find_contributors", "join_columns"]

SHOWN = 3

_TRIED = 6  # after the first step only the strongest candidates are tried


@dataclass(frozen=True, kw_only=True)
class Contributor:
    """A column, and the share of the rows that it makes unique alone, with the masked columns if these count."""

    column: str
    share: float


@dataclass(frozen=True, eq=False)
class Units:
    """Rows that are counted together: their person, if persons are known, and how many rows they are."""

    person: Counts | None
    rows: Counts

    def count_single(self, group: Counts) -> int:
        """How many rows are in a group of one row, or of one person."""
        total = np.bincount(group, weights=self.rows)
        if self.person is None:
            return int((total == 1).sum())
        width = int(self.person.max(initial=0)) + 1
        persons = np.bincount(np.unique(group * width + self.person) // width, minlength=len(total))
        return int(total[persons == 1].sum())


def find_contributors(items: Units, group: Counts, others: dict[str, Counts]) -> tuple[list[Contributor], float]:
    """The columns that make most rows unique, each the best choice after those before it; what they do together."""
    total, chosen, joint = int(items.rows.sum()), list[str](), 0
    alone: dict[str, int] = {}
    left = dict(others)
    while left and len(chosen) < SHOWN:
        tried = {name: join_columns(group, [codes]) for name, codes in left.items()}
        found = {name: items.count_single(values) for name, values in tried.items()}
        alone = alone or found
        ranked = sorted(left, key=lambda name: (found[name], alone[name], int(tried[name].max())), reverse=True)
        best = ranked[0]
        chosen.append(best)
        joint, group, left = found[best], tried[best], {name: left[name] for name in ranked[1:_TRIED]}
    return [Contributor(column=name, share=alone[name] / total) for name in chosen], joint / total


def join_columns(group: Counts, columns: Sequence[Counts]) -> Counts:
    """Number the combinations of a grouping and some columns."""
    for codes in columns:
        _, inverse = np.unique(group * (int(codes.max(initial=0)) + 1) + codes, return_inverse=True)
        group = inverse.reshape(-1)
    return group
