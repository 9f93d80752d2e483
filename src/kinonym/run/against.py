"""A release against its original: everything that can be measured, whoever made the release.

With rows in the same order it is known what each record became, and a plan can be made of it; else only what two
sets of tuples show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Nominal, Plain, Points
from kinonym.engines.contract import Counted, Counts, Source
from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.grouped import Plan, Tuples
from kinonym.grouped.plan import tuple_points
from kinonym.metrics import (
    Distribution,
    Generality,
    Partitions,
    Risk,
    Statistics,
    Utility,
    measure_distribution,
    measure_generality,
    measure_partitions,
    measure_risk,
    measure_statistics,
    measure_utility,
)
from kinonym.metrics.distribution import shared_records
from kinonym.metrics.risk import risk_of_classes
from kinonym.metrics.sides import sample_tuples
from kinonym.metrics.statistics import VALUES_LIMIT, compare_statistics
from kinonym.pipeline.columns import Meaning, column_meanings
from kinonym.privacy.attacks import Linkage, nearest_linkage, semantic_linkage
from kinonym.random import generator
from kinonym.recipe import Recipe

__all__ = ["Against", "measure_against"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Against:
    """A release beside its original.

    ``aligned``: row i of the one is row i of the other. If not, ``utility``, ``attacks`` and ``partitions`` are
    not known, and the record linkage in ``risk`` is the most that the two tables allow.
    """

    aligned: bool
    risk: Risk
    distribution: Distribution
    statistics: Statistics
    generality: tuple[dict[str, Generality], dict[str, Generality]]
    utility: Utility | None = None
    attacks: tuple[Linkage, ...] = ()
    partitions: Partitions | None = None

    def rows(self) -> list[tuple[str, str]]:
        """What was found, as a terminal shows it."""
        before = sum(band.records_before for band in self.risk.bands)
        rows = [("original", f"{before:,} records, {self.risk.unique_before:,} unique combinations")]
        if self.utility is not None:
            rows += [
                ("values changed", f"{self.utility.values_changed:.1%}"),
                ("information loss", f"SSE {self.utility.sse:,.2f}, L {self.utility.loss:.2f} %"),
            ]
        at_most = "" if self.aligned else "at most "
        rows += [
            ("record linkage", f"RL {at_most}{self.risk.linkage:.2f} % by exact match"),
            ("marketer", f"{self.risk.marketer:.1%} on average, {self.risk.prosecutor:.1%} at most, by the classes"),
            *((f"linked {i}", _told(attack)) for i, attack in enumerate(self.attacks, 1)),
            ("divergence", f"{self.distribution.divergence:.4f} nats over the combinations"),
        ]
        for name, change in self.distribution.marginals.items():
            moved = self.statistics.columns[name]
            rows.append((name, f"frequencies changed by {change:.1%}, mean moved by {moved.mean_distance:.3f}"))
        for pair in self.statistics.pairs:
            told = f"correlation {pair.correlation_before:.3f} before, {pair.correlation_after:.3f} after"
            rows.append((" × ".join(pair.columns), told))
        if self.partitions is not None:
            rows.append(("clusters", f"distance {self.partitions.distance:.2f} of {self.partitions.clusters} clusters"))
        return rows


def _told(attack: Linkage) -> str:
    spread = f" ({attack.interval[0]:.1%} to {attack.interval[1]:.1%} with 95 %)" if attack.sampled else ""
    return f"{attack.success:.1%}{spread}, {attack.certain:.1%} with certainty, by one who {attack.attacker}"


def measure_against(
    release: Source, original: Source, quasi: Sequence[str], *, recipe: Recipe | None, aligned: bool
) -> Against:
    """Measure a release; values mean what the recipe says, else they are equal or not."""
    _check_columns(original, quasi)
    if not original.records:
        msg = "the original has no records"
        raise DataError(msg)
    pairs = original.beside(release, quasi) if aligned else None
    before, after = original.count(quasi), release.count(quasi)
    domains, points = _meanings(recipe, quasi, before, after)
    weights = [recipe.columns[name].weight if recipe else 1.0 for name in quasi]
    if pairs is not None:
        return _row_by_row(pairs, before, after, domains, points, weights)
    old, _ = _tuples(quasi, domains, before.codes, before.counts, points[0], weights)
    new, _ = _tuples(quasi, domains, after.codes, after.counts, points[1], weights)
    return _side_by_side(old, new)


def _check_columns(original: Source, quasi: Sequence[str]) -> None:
    lacking = [name for name in quasi if name not in original.columns]
    if lacking:
        msg = f"the original has no column {lacking[0]!r}"
        raise UsageError(msg, hint="the original and the release must have the quasi-identifiers under one name")


def _meanings(
    recipe: Recipe | None, quasi: Sequence[str], before: Counted, after: Counted
) -> tuple[list[Domain], tuple[list[Points], list[Points]]]:
    """The domain of each column, and the points of its values in the original and in the release."""
    prepared: list[Meaning | None] = [None] * len(quasi)
    if recipe is not None:
        unknown = [name for name in quasi if name not in recipe.columns]
        if unknown:
            msg = f"the recipe has no column {unknown[0]!r}"
            raise UsageError(msg, hint="name the quasi-identifiers as the recipe does")
        columns = {name: recipe.columns[name].model_copy(update={"role": "quasi"}) for name in quasi}
        prepared = list(column_meanings(recipe.model_copy(update={"columns": columns}), before))
    domains: list[Domain] = []
    own: list[Points] = []
    other: list[Points] = []
    for j, name in enumerate(quasi):
        found = prepared[j]
        values = before.values[j], after.values[j]
        if found is None or isinstance(found.domain, Plain):
            plain = Plain().fit([*values[0], *values[1]])
            domains.append(plain)
            own.append(plain.encode(values[0]))
            other.append(plain.encode(values[1]))
        else:
            domains.append(found.domain)
            own.append(found.points)
            other.append(_released_points(name, found, values[1]))
    return domains, (own, other)


def _released_points(name: str, column: Meaning, values: Sequence[str | None]) -> Points:
    """Released values as the original's words, as concepts below the domain's root, or as numbers."""
    if not isinstance(column.domain, Nominal):
        try:
            return column.domain.encode(values)
        except DataError as error:
            msg = f"column {name!r} of the release: {error.message}"
            raise DataError(msg, hint=error.hint) from None
    concept_of = column.mapping.concept_of if column.mapping else {}
    points = np.full(len(values), np.nan)
    for i, value in enumerate(values):
        try:
            points[i] = column.domain.encode([None if value is None else concept_of.get(value, value)])[0]
        except KinonymError:
            continue  # counted below
    outside = int(np.isnan(points).sum())
    if outside:
        msg = f"column {name!r}: {outside} distinct values of the release lie outside the domain of the original"
        hint = "give the column a root in the recipe that subsumes them, or verify without the recipe"
        raise DataError(msg, hint=hint)
    return points


def _tuples(
    quasi: Sequence[str],
    domains: list[Domain],
    codes: NDArray[np.int32],
    counts: Counts,
    points: list[Points],
    weights: list[float],
) -> tuple[Tuples, Counts]:
    """Tuples of points, and which of them each row of codes is."""
    rows = np.column_stack([points[j][codes[:, j]] for j in range(len(quasi))])
    return Tuples.from_points(quasi, domains, rows, counts, weights=weights)


def _row_by_row(
    pairs: Counted,
    before: Counted,
    after: Counted,
    domains: list[Domain],
    points: tuple[list[Points], list[Points]],
    weights: list[float],
) -> Against:
    """What each record became makes a plan, and a plan can be measured in every way."""
    width = len(domains)
    left = [_recoded(points[0][j], before.values[j], pairs.values[j]) for j in range(width)]
    right = [_recoded(points[1][j], after.values[j], pairs.values[width + j]) for j in range(width)]
    old, source = _tuples(before.columns, domains, pairs.codes[:, :width], pairs.counts, left, weights)
    new, target = _tuples(before.columns, domains, pairs.codes[:, width:], pairs.counts, right, weights)
    rows, place = np.unique(source * len(new) + target, return_inverse=True)
    count = np.bincount(place, weights=pairs.counts).astype(np.int64)
    plan = Plan(old, rows // len(new), rows % len(new), count, tuple_points(new))
    statistics = measure_statistics(plan)
    if statistics is None:  # pragma: no cover  # a plan without removed rows keeps its records
        msg = "a release without records was measured"
        raise KinonymError(msg)
    return Against(
        aligned=True,
        risk=measure_risk(plan),
        distribution=measure_distribution(old, new),
        statistics=statistics,
        generality=(measure_generality(old), measure_generality(new)),
        utility=measure_utility(plan),
        attacks=(nearest_linkage(plan, generator(None)), semantic_linkage(plan, generator(None))),
        partitions=measure_partitions(plan),
    )


def _recoded(points: Points, values: list[str | None], wanted: list[str | None]) -> Points:
    """The points of values that stand in another order."""
    place = {value: i for i, value in enumerate(values)}
    return points[[place[value] for value in wanted]]


def _statistics(old: Tuples, new: Tuples) -> Statistics:
    """Moments of both sides, of a sample of each where a column has very many values."""
    if all(len(column.points) <= VALUES_LIMIT for side in (old, new) for column in side.columns):
        return compare_statistics(old, new)
    said = f"means, variances and correlations were measured on random samples of {VALUES_LIMIT:,} records"
    return compare_statistics(*(sample_tuples(side, VALUES_LIMIT) for side in (old, new)), notices=(said,))


def _side_by_side(old: Tuples, new: Tuples) -> Against:
    """What two sets of tuples show; the linkage is what it would be if all that can be unchanged were."""
    linked = 100.0 * float((shared_records(old, new) / old.counts).sum()) / old.records
    return Against(
        aligned=False,
        risk=risk_of_classes(old.counts, new.counts, linkage=linked),
        distribution=measure_distribution(old, new),
        statistics=_statistics(old, new),
        generality=(measure_generality(old), measure_generality(new)),
    )
