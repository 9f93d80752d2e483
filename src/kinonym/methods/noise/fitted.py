"""Noise with its parameters settled: applied to a whole table, to a batch, or to one record at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.errors import DataError, UsageError
from kinonym.methods.noise.replace import Fixed, Paired, Reference, Replaced, add_to_line, replace_concepts
from kinonym.methods.noise.spread import draw_errors
from kinonym.operators.samples import Value

__all__ = ["FittedNoise", "NoiseTally", "Record", "known_positions"]

Record = Mapping[str, str | None]


@dataclass
class NoiseTally:
    """What happened while noise was applied, per column: sums of squares, truncations, side drops."""

    counts: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    squares: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def facts(self) -> dict[str, float]:
        """RMSE target and actual, truncations, side drops, records left alone, as ``figure:column``."""
        out = {key: float(value) for key, value in self.counts.items() if not key.startswith("records:")}
        for key, value in self.squares.items():
            records = self.counts["records:" + key.partition(":")[2]]
            out[key] = float(np.sqrt(value / records)) if records else 0.0
        return out


@dataclass(frozen=True, eq=False)
class FittedNoise:
    """Means, error covariance and references of a sample; values that it did not hold are welcome.

    Made by `Noise.fit`. ``covariance`` is that of the errors, alpha included.
    """

    names: tuple[str, ...]
    domains: tuple[Domain, ...]
    noise: str
    covariance: NDArray[np.float64]
    references: tuple[Reference | None, ...]
    rng: np.random.Generator
    notices: tuple[str, ...] = ()

    @overload
    def apply(self, records: Record) -> dict[str, Value]: ...

    @overload
    def apply(self, records: Sequence[Record]) -> list[dict[str, Value]]: ...

    def apply(self, records: Record | Sequence[Record]) -> dict[str, Value] | list[dict[str, Value]]:
        """Mask one record (column → value), or several; other columns pass through."""
        if isinstance(records, Mapping):
            return self._batch([records])[0]
        return self._batch(list(records)) if records else []

    def _batch(self, records: list[Record]) -> list[dict[str, Value]]:
        points = np.column_stack([self._encode(name, domain, records) for name, domain in self._columns])
        masked = self.mask_points(points, self.rng)
        written = {name: domain.decode(masked[:, j]) for j, (name, domain) in enumerate(self._columns)}
        return [{**record, **{n: texts[i] for n, texts in written.items()}} for i, record in enumerate(records)]

    @property
    def _columns(self) -> list[tuple[str, Domain]]:
        return list(zip(self.names, self.domains, strict=True))

    def _encode(self, name: str, domain: Domain, records: list[Record]) -> Points:
        lacking = sum(name not in record for record in records)
        if lacking:
            msg = f"{lacking} records have no column {name!r}"
            raise DataError(msg, hint="a missing value is None, or empty as the recipe says")
        try:
            return domain.encode([record[name] for record in records])
        except (KeyError, UsageError, DataError):  # their messages may show the value
            msg = f"column {name!r} has a value outside its domain"
            hint = "map values to concepts first, or choose a domain root above them"
            raise DataError(msg, hint=hint) from None

    def mask_points(self, points: Points, rng: np.random.Generator, tally: NoiseTally | None = None) -> Points:
        """Mask records given as points (rows × columns); a missing value stays missing."""
        errors = draw_errors(self.covariance, self.noise, len(points), rng)
        out = points.copy()
        for j, domain in enumerate(self.domains):
            known = known_positions(domain, points[:, j])
            uniform = rng.random(len(known))
            if self.covariance[j, j] > 0:
                replaced = self._replace(j, points[known], errors[known, j], uniform)
                out[known, j] = replaced.points
            else:
                replaced = Replaced(points[known, j])
            if tally is not None:
                _count(tally, self.names[j], replaced, errors[known, j], len(points) - len(known))
        return out

    def _replace(self, j: int, points: Points, errors: NDArray[np.float64], uniform: Points) -> Replaced:
        domain, reference = self.domains[j], self.references[j]
        values = points[:, j]
        if domain.traits.on_a_line:
            return add_to_line(domain, values, errors)
        if isinstance(reference, Paired):
            return replace_concepts(domain, values, errors, uniform, (reference.domain, points[:, reference.column]))
        if not isinstance(reference, Fixed):
            msg = "a column of words has no reference"
            raise UsageError(msg, hint="give a reference only to numbers")
        return replace_concepts(domain, values, errors, uniform, reference)


def known_positions(domain: Domain, values: Points) -> NDArray[np.int64]:
    """Where a value is not missing."""
    return np.flatnonzero(~domain.is_missing(values))


def _count(tally: NoiseTally, name: str, replaced: Replaced, errors: NDArray[np.float64], missing: int) -> None:
    tally.counts[f"records:{name}"] += len(errors)
    tally.counts[f"missing:{name}"] += missing
    tally.counts[f"truncations:{name}"] += replaced.truncations
    tally.counts[f"side_drops:{name}"] += replaced.side_drops
    tally.squares[f"rmse_target:{name}"] += float(errors @ errors)
    tally.squares[f"rmse_actual:{name}"] += replaced.squares
