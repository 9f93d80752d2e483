"""The table of all figures in the command, the report, its JSON, comparisons, targets, `verify` and the docs.

To add a figure, measure it in a module of `metrics` and add a line here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from kinonym.assess.figure import ColumnFigure, ColumnValue, Figure, Number, Value, View
from kinonym.assess.measured import Measured
from kinonym.assess.population_figures import POPULATION_FIGURES
from kinonym.metrics import Distribution, Statistics, Utility, score
from kinonym.privacy.attacks import Attacker

__all__ = ["COLUMN_FIGURES", "FIGURES", "columns_in", "figures_in"]


def figures_in(view: View) -> list[Figure]:
    """The figures of a view, in the order of the table."""
    return [figure for figure in FIGURES if view in figure.views]


def columns_in(view: View) -> list[ColumnFigure]:
    """The figures per column of a view."""
    return [figure for figure in COLUMN_FIGURES if view in figure.views]


def _none_if_nan(value: float) -> Number:
    """The value; None if it is NaN, e.g. for a column without any value that may be shown."""
    return None if math.isnan(value) else value


def _from_whole_utility(read: Callable[[Utility], float]) -> Value:
    return lambda m: None if m.utility is None or math.isnan(value := read(m.utility)) else value


def _score(measured: Measured) -> Number:
    return None if measured.utility is None else score(measured.utility.loss, measured.risk.linkage)


def _balance(measured: Measured) -> Number:
    worst = measured.strongest
    return None if measured.utility is None or worst is None else (measured.utility.loss + 100.0 * worst.chance) / 2.0


def _who(measured: Measured, attacker: Attacker | None) -> str:
    return "" if attacker is None else f" of the {measured.linked}, by an attacker who {attacker.who}"


def _some_values(measured: Measured) -> Attacker | None:
    """The attacker who knows the most values of a person's set."""
    return next((a for a in reversed(measured.attackers) if a.kind == "knows-some-values"), None)


def _multiple(measured: Measured) -> str:
    return f" times k = {measured.masking.k}" if measured.masking.k else " times the smallest group"


def _smoothed(measured: Measured) -> str:
    smoothed = measured.distribution is not None and measured.distribution.smoothed
    return " (combinations that disappeared count as one record)" if smoothed else ""


def _clusters(measured: Measured) -> str:
    return f" ({measured.partitions.clusters} clusters)" if measured.partitions else ""


FIGURES: tuple[Figure, ...] = (
    Figure(
        name="records", title="records", kind="count", views=("summary",),
        value=_from_whole_utility(lambda u: u.records),
        describe="records that were masked",
    ),
    Figure(
        name="loss", title="information loss L", short="L", kind="percent", better="low", digits=2,
        views=("summary", "utility", "comparison", "points", "terminal", "verify"),
        value=_from_whole_utility(lambda u: u.loss),
        describe="SSE as a share of SST: 0 is no loss, 100 is as if every record became the centre; above 100 is worse",
    ),
    Figure(
        name="unweighted_loss", title="L with equal weights", kind="percent", better="low", digits=2,
        views=("utility", "comparison", "verify"), value=_from_whole_utility(lambda u: u.unweighted_loss),
        describe="the same with equal weights for all columns: comparable between runs with different weights",
    ),
    Figure(
        name="risk", title="strongest attacker", short="risk", kind="share", better="low", digits=2,
        views=("summary", "comparison", "points", "terminal"),
        value=lambda m: None if m.strongest is None else m.strongest.chance,
        interval=lambda m: None if m.strongest is None else m.strongest.interval, words=lambda m: _who(m, m.strongest),
        describe="records (persons, if there is a person column) that the strongest attacker links, on average",
    ),
    Figure(
        name="score", title="score", kind="number", better="low", digits=2,
        views=("comparison", "points"), value=_score,
        describe="½·L + ½·RL in percent (A eq. 14); RL is linkage by exact match",
    ),
    Figure(
        name="balance", title="balance", kind="number", better="low", digits=2,
        views=("comparison", "points", "terminal"), value=_balance,
        describe="mean of L and the success rate of the strongest attacker, both in percent",
    ),
    Figure(
        name="certain", title="linked with certainty", short="certain", kind="share", better="low", digits=2,
        views=("summary", "comparison", "points"), value=lambda m: None if m.certain is None else m.certain.certain,
        words=lambda m: _who(m, m.certain) if m.certain and m.certain.certain else f" of the {m.linked}",
        describe="records (persons) for which some attacker has a single candidate left, and it is right",
    ),
    Figure(
        name="at_most", title="at most", kind="share", better="low", views=("comparison", "points", "terminal"),
        value=lambda m: m.risk.prosecutor if m.masking.k_anonymous else None,
        describe="the greatest probability that any single person is linked: 1 / the smallest group, or the greatest"
        " share of one person in a group; a dash: no bound",
    ),
    Figure(
        name="classes", title="distinct combinations", kind="count", views=("summary", "comparison"),
        before=_from_whole_utility(lambda u: u.tuples), value=_from_whole_utility(lambda u: u.masked_tuples),
        describe="distinct combinations of the masked columns",
    ),
    Figure(
        name="unique", title="unique combinations", kind="count", better="low", views=("summary", "risk"),
        before=lambda m: m.risk.unique_before, value=lambda m: m.risk.unique_after,
        describe="combinations with one record (one person): they can be singled out without further knowledge",
    ),
    Figure(
        name="smallest_class", title="smallest group", kind="count", better="high", words=lambda m: f" {m.rows_are}",
        views=("summary", "comparison", "points"), value=_from_whole_utility(lambda u: u.smallest_class),
        describe="records of the rarest combination",
    ),
    Figure(
        name="fewest_persons", title="smallest group of persons", kind="count", better="high",
        views=("summary", "comparison", "points"), value=lambda m: m.risk.fewest_persons,
        describe="persons of the rarest combination, if there is a person column",
    ),
    Figure(
        name="values_changed", title="values changed", short="changed", kind="share", better="low",
        views=("summary", "utility", "comparison", "points", "terminal", "verify"),
        value=_from_whole_utility(lambda u: u.values_changed),
        describe="cells with another meaning",
    ),
    Figure(
        name="texts_changed", title="texts changed", kind="share", better="low",
        views=("summary", "utility", "comparison", "verify"),
        value=lambda m: m.texts_changed,
        describe="cells with another text: those with another meaning, and other spellings of the same meaning",
    ),
    Figure(
        name="records_changed", title="records changed", kind="share", better="low",
        views=("summary", "utility", "comparison", "verify"), value=_from_whole_utility(lambda u: u.records_changed),
        words=lambda m: "" if m.rows_are == "records" else f": {m.rows_are} with another history",
        describe="records with at least one such cell",
    ),
    Figure(
        name="removed", title="records removed", kind="count", better="low", views=("comparison",),
        value=_from_whole_utility(lambda u: u.removed), describe="records removed from the table",
    ),
    Figure(
        name="sse", title="SSE", kind="sum", better="low", digits=2,
        views=("summary", "utility", "comparison", "verify"), value=_from_whole_utility(lambda u: u.sse),
        describe="sum of the squared distances between original and masked records",
    ),
    Figure(
        name="sst", title="SST", kind="sum", digits=2, views=("utility",), value=_from_whole_utility(lambda u: u.sst),
        describe="the same as if every record became the centre of the table",
    ),
    Figure(
        name="quality", title="semantic quality", kind="share", better="high", views=("utility", "comparison"),
        value=_from_whole_utility(lambda u: u.quality), describe="mean similarity of a masked value to its original",
    ),
    Figure(
        name="discernibility", title="discernibility", kind="count", better="low", views=("utility",),
        value=_from_whole_utility(lambda u: u.discernibility),
        describe="sum of the squared group sizes: small groups are better",
    ),
    Figure(
        name="average_class", title="mean group size C", kind="number", better="low", digits=2, views=("utility",),
        value=_from_whole_utility(lambda u: u.average_class), words=_multiple,
        describe="as a multiple of the requested size; 1 is best",
    ),
    Figure(
        name="divergence", title="divergence of the combinations", kind="number", better="low", digits=3,
        views=("utility", "comparison", "verify"), words=_smoothed,
        value=lambda m: None if m.distribution is None else _none_if_nan(m.distribution.divergence),
        describe="Kullback-Leibler, in nats: how surprising the original frequencies are after masking",
    ),
    Figure(
        name="clusters", title="distance of the clusters", kind="number", better="low", digits=2,
        views=("utility", "verify"), value=lambda m: None if m.partitions is None else m.partitions.distance,
        words=_clusters,
        describe="clusters by Ward's method before and after: 0 the same, 1 nothing in common",
    ),
    Figure(
        name="linkage", title="record linkage RL", kind="share", better="low", digits=2,
        views=("summary", "risk", "comparison", "verify"), value=lambda m: m.risk.linkage / 100.0,
        words=lambda m: " by exact match" if m.aligned else " at most, by exact match",
        describe="each released combination is looked up among the original ones",
    ),
    Figure(
        name="prosecutor", title="prosecutor", kind="share", better="low", views=("risk", "comparison", "verify"),
        before=lambda m: m.risk.prosecutor_before, value=lambda m: m.risk.prosecutor,
        describe="knows who is in the file and in which group; 1 / the smallest group, or a person's greatest share",
    ),
    Figure(
        name="journalist", title="journalist", kind="share", better="low", views=("risk",),
        value=lambda m: m.risk.journalist, words=lambda _: " at most",
        describe="does not know who is in the file; equals the prosecutor if the file contains the whole population",
    ),
    Figure(
        name="marketer", title="marketer", kind="share", better="low", views=("risk", "comparison", "verify"),
        before=lambda m: m.risk.marketer_before, value=lambda m: m.risk.marketer,
        describe="wants as many as possible, no matter who; combinations / records, or the mean share of persons",
    ),
    *POPULATION_FIGURES,
    Figure(
        name="some_values", title="knows some values", kind="share", better="low", views=("risk", "comparison"),
        before=lambda m: None if (known := _some_values(m)) is None else known.before,
        value=lambda m: None if (known := _some_values(m)) is None else known.chance,
        words=lambda m: "" if (known := _some_values(m)) is None else f", by an attacker who {known.who}",
        describe="for columns of sets: records (persons) linked by an attacker who knows three values of each set",
    ),
)  # fmt: skip


def _from_utility(read: Callable[[Utility, str], Number]) -> ColumnValue:
    return lambda m, column: None if m.utility is None else read(m.utility, column)


def _from_statistics(read: Callable[[Statistics, str], float]) -> ColumnValue:
    return lambda m, column: None if m.statistics is None else _none_if_nan(read(m.statistics, column))


def _from_distribution(read: Callable[[Distribution, str], float]) -> ColumnValue:
    return lambda m, column: None if m.distribution is None else _none_if_nan(read(m.distribution, column))


def _from_generality(side: int, name: Literal["lm", "ncp"]) -> ColumnValue:
    def value(measured: Measured, column: str) -> Number:
        generality = measured.generality[side].get(column)
        return None if generality is None else _none_if_nan(generality.lm if name == "lm" else generality.ncp)

    return value


COLUMN_FIGURES: tuple[ColumnFigure, ...] = (
    ColumnFigure(
        name="changed", title="changed", kind="share", better="low", views=("summary", "utility", "verify"),
        value=_from_utility(lambda u, c: u.columns[c].changed), describe="share of the values that changed",
    ),
    ColumnFigure(
        name="distance", title="mean distance", kind="number", better="low", digits=3, views=("summary", "utility"),
        value=_from_utility(lambda u, c: u.columns[c].distance),
        describe="from a value to its masked value, from 0 to 1",
    ),
    ColumnFigure(
        name="rmse", title="RMSE", kind="number", better="low", digits=3, views=("utility",),
        value=_from_utility(lambda u, c: u.columns[c].rmse), describe="root of the mean of the squared distances",
    ),
    ColumnFigure(
        name="loss", title="L", kind="percent", better="low", digits=2, views=("utility", "verify"),
        value=_from_utility(lambda u, c: u.columns[c].loss), describe="information loss of this column alone",
    ),
    ColumnFigure(
        name="own_values", title="own values in the masked set", kind="share",
        views=("summary", "utility", "verify"), value=_from_utility(lambda u, c: u.columns[c].own_values),
        describe="for columns of sets: the mean share of a record's original values that are in its masked set",
    ),
    ColumnFigure(
        name="mean_distance", title="mean moved by", kind="number", better="low", digits=3,
        views=("utility", "verify"), value=_from_statistics(lambda s, c: s.columns[c].mean_distance),
        describe="distance between the semantic means before and after",
    ),
    ColumnFigure(
        name="variance", title="variance", kind="number", digits=3, views=("utility",),
        before=_from_statistics(lambda s, c: s.columns[c].variance_before),
        value=_from_statistics(lambda s, c: s.columns[c].variance_after),
        describe="mean squared distance to the semantic mean",
    ),
    ColumnFigure(
        name="marginal", title="frequencies changed", kind="share", better="low", views=("utility", "verify"),
        value=_from_distribution(lambda d, c: d.marginals[c]), describe="half the sum of the differences of the shares",
    ),
    ColumnFigure(
        name="entropy", title="information content", kind="number", digits=2, views=("utility",),
        before=_from_distribution(lambda d, c: d.entropy[c][0]), value=_from_distribution(lambda d, c: d.entropy[c][1]),
        describe="mean of −ln p over the records, in nats",
    ),
    ColumnFigure(
        name="lm", title="LM", kind="number", digits=3, views=("utility",), before=_from_generality(0, "lm"),
        value=_from_generality(1, "lm"), describe="how general the values are: 0 for the most specific, 1 for the root",
    ),
    ColumnFigure(
        name="ncp", title="NCP", kind="number", digits=3, views=("utility",), before=_from_generality(0, "ncp"),
        value=_from_generality(1, "ncp"),
        describe="leaves below the value as a share of all; 0 for a leaf and for a concept above a single leaf",
    ),
)  # fmt: skip
