"""Figures of the original as a report may publish them: nobody can solve them for the counts that the report hides.

A variance, an SSE or a mean distance gives each value a different weight. With few hidden values, an attacker who
knows the ontology can try all counts, and exact figures leave one combination. Four rules prevent this:

1. Figures of one column (mean, variances, frequencies, entropy, LM, NCP) are those of the values that are shown, if
   fewer than `FEW` values are hidden. They are then a function of the counts that the report shows anyway.
2. With more hidden values, for numbers, dates and sets, and for dependences of several columns, each figure is rounded
   to a step of at least what five records can change in a mean of numbers between 0 and 1. Figures of how far records
   moved also need to know what became of each record: they are rounded to what one record can change.
3. In a table with one masked column and few hidden values, SST and divergence depend on that column alone, and are
   left out.
4. Counts, shares of records that changed, and figures of the release alone stay exact.

That 20 hidden values are enough follows from counting: they have more than 4^20 combinations. They add at most 80
records to a mean, which is 16 steps or 4 bits; the eight figures of a column are 32 bits, and 4^20 is 40.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Literal

from kinonym.assess import Assessment
from kinonym.domains import Points
from kinonym.metrics import (
    Distribution,
    Generality,
    PopulationRisk,
    Statistics,
    Utility,
    measure_distribution,
    measure_generality,
)
from kinonym.metrics.statistics import VALUES_LIMIT, ColumnStatistics, PairStatistics, compare_samples
from kinonym.metrics.utility import ColumnUtility
from kinonym.release.report.value_labels import SMALLEST
from kinonym.release.report.values_shown import ColumnView, Numbers
from kinonym.tuples import Tuples

__all__ = [
    "coarse_assessment", "coarse_generality", "coarse_utility", "round_to", "rounding_step", "tell_of_shown_values",
]  # fmt: skip

FEW = 20


def coarse_assessment(exact: Assessment, views: Sequence[ColumnView]) -> Assessment:
    """A copy of what was measured, with figures of the original that may be published."""
    coarse, step = copy(exact), rounding_step(exact.plan.tuples.units)
    columns = [_Column.of(exact, view, j) for j, view in enumerate(views)]
    before, masked = exact.generality
    vars(coarse).update(  # what cached properties have computed
        utility=_utility(exact.utility, columns, rounding_step(exact.plan.tuples.units, changed=1)),
        statistics=None if exact.statistics is None else _statistics(exact.statistics, columns, step),
        distribution=None if exact.distribution is None else _distribution(exact.distribution, columns, step),
        population_risk=_population(exact, step),
        generality=({c.name: _generality(before[c.name], c, step) for c in columns if c.name in before}, masked),
    )
    return coarse


def coarse_utility(exact: Utility, units: int) -> Utility:
    """What masking cost a table of so many records (persons), rounded to what one of them can change."""
    utility = _utility(exact, (), rounding_step(units, changed=1))
    return replace(utility, sst=math.nan) if len(exact.columns) == 1 else utility


def coarse_generality(exact: Mapping[str, Generality], units: int) -> dict[str, Generality]:
    """LM and NCP of the original columns, rounded to what five records (persons) can change."""
    step = rounding_step(units)
    return {name: Generality(lm=round_to(g.lm, step), ncp=round_to(g.ncp, step)) for name, g in exact.items()}


def tell_of_shown_values(views: Sequence[ColumnView]) -> tuple[str, ...]:
    """A notice for each column of which the figures are those of the values shown."""
    return tuple(
        f"column {view.name!r}: {view.hidden[0]} values are too rare to be shown; mean, variance, frequencies, "
        "information content, LM and NCP of the original are those of the other values"
        for view in views
        if _rule(view) == "shown"
    )


def rounding_step(units: int, changed: int = SMALLEST) -> float:
    """What this number of records can change in a mean over all (persons, where they are known); 1, 2 or 5 times 10^z.

    >>> rounding_step(30), rounding_step(1000), rounding_step(1000, changed=1)
    (0.2, 0.005, 0.001)
    """
    least = min(1.0, changed / max(units, 1))
    power = math.floor(math.log10(least) + 1e-9)
    return next(float(f"{m}e{power}") for m in (1, 2, 5, 10) if float(f"{m}e{power}") >= least * (1 - 1e-9))


def round_to(value: float, step: float) -> float:
    """The nearest multiple of a step.

    >>> round_to(0.137, 0.02), round_to(0.4, 1.0), round_to(math.inf, 0.1)
    (0.14, 0.0, inf)
    """
    return float(f"{round(value / step) * step:.12g}") if math.isfinite(value) else value


def _population(exact: Assessment, step: float) -> PopulationRisk | None:
    """The risk of the original towards its population, rounded; survey weights belong to single records."""
    risk = exact.population_risk
    if risk is None:
        return None
    before = risk.before
    return replace(
        risk,
        size=math.nan,
        before=replace(
            before,
            fewest=math.nan,
            uniques=round_to(before.uniques, SMALLEST),
            mean_risk=round_to(before.mean_risk, step),
            greatest_risk=math.nan,
            match=round_to(before.match, step),
        ),
        weighted_loss=round_to(risk.weighted_loss, 100 * rounding_step(exact.plan.tuples.units, changed=1)),
    )


Rule = Literal["exact", "shown", "rounded"]


def _rule(view: ColumnView) -> Rule:
    """How the figures of one column are published."""
    if view.sets is not None or view.domain.traits.scale == "interval" or view.hidden[0] >= FEW:
        return "rounded"
    return "shown" if view.hidden[0] else "exact"


@dataclass(frozen=True, eq=False, kw_only=True)
class _Column:
    """How the figures of a column are published; ``sides``: the values shown and the masked ones, if any is shown."""

    name: str
    rule: Rule
    sides: tuple[Tuples, Tuples] | None

    @classmethod
    def of(cls, exact: Assessment, view: ColumnView, j: int) -> _Column:
        rule, flow, seen = _rule(view), view.flow, view.seen_before
        weight = exact.plan.tuples.columns[j].weight

        def alone(points: Points, counts: Numbers) -> Tuples:
            return Tuples.from_points([view.name], [view.domain], points[:, None], counts, weights=[weight])[0]

        if rule != "shown" or not seen.any() or not len(flow.after):
            return cls(name=view.name, rule=rule, sides=None)
        before = alone(flow.before[seen], flow.before_counts[seen])
        return cls(name=view.name, rule=rule, sides=(before, alone(flow.after, flow.after_counts)))


def _few_hidden(columns: Sequence[_Column]) -> bool:
    """Whether the table is one column with few hidden values: figures of the table are then figures of the column."""
    return len(columns) == 1 and columns[0].rule == "shown"


def _utility(exact: Utility, columns: Sequence[_Column], step: float) -> Utility:
    of_records = step * exact.records
    return replace(
        exact,
        sse=round_to(exact.sse, of_records),
        sst=math.nan if _few_hidden(columns) else round_to(exact.sst, of_records),
        loss=round_to(exact.loss, 100 * step),
        unweighted_loss=round_to(exact.unweighted_loss, 100 * step),
        quality=round_to(exact.quality, step),
        columns={name: _column_utility(column, step) for name, column in exact.columns.items()},
    )


def _column_utility(exact: ColumnUtility, step: float) -> ColumnUtility:
    return replace(
        exact,
        distance=round_to(exact.distance, step),
        rmse=round_to(exact.rmse, step),
        loss=round_to(exact.loss, 100 * step),
        own_values=None if exact.own_values is None else round_to(exact.own_values, step),
    )


def _statistics(exact: Statistics, columns: Sequence[_Column], step: float) -> Statistics:
    if exact.notices:  # a sample was measured
        step = max(step, rounding_step(VALUES_LIMIT))
    return replace(
        exact,
        columns={c.name: _moments(exact.columns[c.name], c, exact.alpha, step) for c in columns},
        pairs=tuple(_pair(pair, exact.alpha, step) for pair in exact.pairs),
    )


def _moments(exact: ColumnStatistics, column: _Column, alpha: float, step: float) -> ColumnStatistics:
    """Errors are the differences of what is published: an exact one would give the exact figure away."""
    if column.rule == "exact":
        return exact
    if column.rule == "rounded":
        coarse = replace(
            exact,
            mean_distance=round_to(exact.mean_distance, step),
            variance_before=round_to(exact.variance_before, step),
            distance_variance_before=round_to(exact.distance_variance_before, step),
        )
    elif column.sides is not None:
        shown = compare_samples(*column.sides).columns[column.name]
        coarse = replace(
            exact,
            mean_before=shown.mean_before,
            mean_distance=shown.mean_distance,
            variance_before=shown.variance_before,
            distance_variance_before=shown.distance_variance_before,
        )
    else:
        nothing = dict.fromkeys(("mean_distance", "variance_before", "distance_variance_before"), math.nan)
        coarse = replace(exact, mean_before=None, **nothing)
    return replace(
        coarse,
        variance_error=abs(coarse.variance_after - (1.0 + alpha) * coarse.variance_before),
        distance_variance_error=abs(coarse.distance_variance_after - coarse.distance_variance_before),
    )


def _pair(exact: PairStatistics, alpha: float, step: float) -> PairStatistics:
    covariance, correlation = round_to(exact.covariance_before, step), round_to(exact.correlation_before, step)
    return replace(
        exact,
        covariance_before=covariance,
        covariance_error=abs(exact.covariance_after - (1.0 + alpha) * covariance),
        correlation_before=correlation,
        correlation_error=abs(exact.correlation_after - correlation),
    )


def _distribution(exact: Distribution, columns: Sequence[_Column], step: float) -> Distribution:
    marginals, entropy = dict(exact.marginals), dict(exact.entropy)
    for column in columns:
        name, (before, masked) = column.name, exact.entropy[column.name]
        if column.rule == "rounded":
            marginals[name], entropy[name] = round_to(marginals[name], step), (round_to(before, step), masked)
        elif column.rule == "shown":
            shown = None if column.sides is None else measure_distribution(*column.sides)
            marginals[name] = math.nan if shown is None else shown.marginals[name]
            entropy[name] = (math.nan if shown is None else shown.entropy[name][0], masked)
    divergence = math.nan if _few_hidden(columns) else round_to(exact.divergence, step)
    pairs = {pair: round_to(share, step) for pair, share in exact.pairs.items()}
    return replace(exact, divergence=divergence, marginals=marginals, pairs=pairs, entropy=entropy)


def _generality(exact: Generality, column: _Column, step: float) -> Generality:
    if column.rule == "exact":
        return exact
    if column.rule == "rounded":
        return Generality(lm=round_to(exact.lm, step), ncp=round_to(exact.ncp, step))
    if column.sides is None:
        return Generality(lm=math.nan, ncp=math.nan)
    return measure_generality(column.sides[0])[column.name]
