"""Semantic noise addition: uncorrelated and correlated, about the mean, the pair or the root (T ch. 6).

Also which of these suits a table and what must be kept of it (T table 6.1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.methods.contract import Method, MethodTraits, Mode, check_bounded
from kinonym.methods.drawn_records import plan_by_record
from kinonym.methods.noise.fitted import FittedNoise, NoiseTally
from kinonym.methods.noise.noise_channel import NoiseChannel
from kinonym.methods.noise.pairs import partners, same_taxonomy
from kinonym.methods.noise.replace import Fixed, Paired, Reference
from kinonym.methods.noise.spread import Spread, measure_spread
from kinonym.methods.progress import Progress, silent
from kinonym.operators.samples import check_counts, column_sample
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples

__all__ = ["Noise", "recommend_noise"]


@dataclass(frozen=True, kw_only=True)
class Noise(Method):
    """Every value moves to a concept about as far away as a random error says.

    Parameters
    ----------
    alpha
        Variance of the errors as a share of the data's own, greater than 0.
    reference
        What the sign of an error moves a value away from or towards: the column's ``mean`` (SNA-1), the
        original value of the other column of its ``pair`` (SNA-2), or the ``root`` of its domain (SNA-3).
    correlated
        Errors of several columns follow the columns' distance covariances (T eq. 6.3); with False, or a
        single column, each has alpha times its semantic variance.
    noise
        ``normal`` or ``laplace`` errors, of the same variance.
    pairs
        Which columns form pairs; by default those with the strongest correlation.

    Notes
    -----
    A value x with error e becomes the nearest concept c of tau with sd(c, x) ≥ |e| and, for e > 0,
    sd(c, ref) > sd(x, ref), for e < 0 the opposite (T eq. 6.2, SNA-Algorithm 1-3); ties are drawn. If none is
    far enough, the farthest on that side is taken (truncation); if none lies on that side, the side is
    dropped, of which T does not speak. The plan's facts count both. Numbers get classical additive noise,
    ordered levels the next level at least that far; sets become other sets of the table. Missing values stay.
    No formal guarantee comes with it.
    Cost: one distance row and one sort per distinct value, then a binary search per record.
    """

    alpha: float
    reference: Literal["mean", "pair", "root"] = "mean"
    correlated: bool = True
    noise: Literal["normal", "laplace"] = "normal"
    pairs: tuple[tuple[str, str], ...] = ()
    name = "noise"
    traits = MethodTraits(promise="noise", random=True, strength="alpha", streams=True)

    def __post_init__(self) -> None:
        check_alpha(self.alpha)
        for value, known in ((self.reference, ("mean", "pair", "root")), (self.noise, ("normal", "laplace"))):
            if value not in known:
                msg = f"noise has no option {value!r}"
                raise UsageError(msg, hint=f"one of: {', '.join(known)}")
        if self.pairs and self.reference != "pair":
            msg = "pairs are given, but the reference is not the pair"
            raise UsageError(msg, hint='add reference = "pair"')

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return (
            cls.mode(reference="mean"),
            cls.mode(reference="root"),
            cls.mode(correlated=False, noise="laplace"),
            cls.mode(twins=True, reference="pair"),
            cls.mode(twins=True, reference="pair", pairs=(("a", "b"),)),
        )

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        fitted = self._fit(tuples, rng)
        tally = NoiseTally()
        return plan_by_record(
            tuples,
            lambda points: fitted.mask_points(points, rng, tally),
            progress,
            notices=fitted.notices,
            facts=tally.facts,
        )

    def objection(self, plan: Plan) -> str | None:
        """Object if more values of a column are unchanged than errors of its variance explain."""
        from kinonym.methods.noise.unmoved import stay_share
        from kinonym.methods.unchanged_values import binomial_chance, describe_unchanged, find_unchanged

        least, width = 0.0, len(plan.tuples.columns)
        for j in range(width):
            sample = column_sample(plan.tuples, j)
            known = ~sample.domain.is_missing(sample.points)[plan.tuples.codes[plan.source, j]]
            unchanged, records = (float(plan.count[rows].sum()) for rows in (known & find_unchanged(plan, j), known))
            share = stay_share(sample, self.alpha, laplace=self.noise == "laplace")
            least = min(least, binomial_chance(unchanged, records, share) + math.log(width))
        return describe_unchanged(plan, least)

    def channel(self, tuples: Tuples) -> NoiseChannel:
        """How likely the values of a person become others."""
        return NoiseChannel(self._fit(tuples, generator(None)), tuples)

    def fit(
        self,
        sample: Tuples | Mapping[str, Sequence[str | None]],
        domains: Mapping[str, Domain] | None = None,
        counts: Sequence[int] | None = None,
        *,
        seed: int | None = None,
    ) -> FittedNoise:
        """Settle means and covariances on a sample once; the result masks records one at a time.

        Parameters
        ----------
        sample
            Column name → values, or tuples that are grouped already.
        domains
            Column name → domain, for a sample of values.
        counts
            How many records each row of the sample stands for; default one.
        seed
            For experiments only: anyone who knows it can repeat the noise.
        """
        if not isinstance(sample, Tuples):
            sample = _group_sample(sample, domains or {}, counts)
        return self._fit(sample, generator(seed))

    def _fit(self, tuples: Tuples, rng: np.random.Generator) -> FittedNoise:
        check_bounded(tuples)
        spread = measure_spread(tuples, correlated=self.correlated, means=self.reference == "mean")
        columns = tuples.columns
        return FittedNoise(
            names=tuple(column.name for column in columns),
            domains=tuple(column.domain for column in columns),
            noise=self.noise,
            covariance=self.alpha * spread.covariance,
            references=self._references(tuples, spread),
            rng=rng,
            notices=(*spread.notices, *_constant(tuples, spread)),
        )

    def _references(self, tuples: Tuples, spread: Spread) -> tuple[Reference | None, ...]:
        if self.reference == "pair":
            partner = partners(tuples, self.pairs)
            return tuple(Paired(j, tuples.columns[j].domain) for j in partner)
        return tuple(
            None if column.domain.traits.on_a_line else self._fix_reference(column.domain, mean)
            for column, mean in zip(tuples.columns, spread.means, strict=True)
        )

    def _fix_reference(self, domain: Domain, mean: float) -> Fixed:
        """The mean or the root; plain texts have no root but their mode."""
        if self.reference == "mean" or domain.root_point is None:
            return Fixed.at(domain, mean, free=True)
        return Fixed.at(domain, domain.root_point, free=False)


def recommend_noise(
    attributes: Sequence[Domain],
    optimise: Literal["mean", "correlation"] = "mean",
    *,
    alpha: float = 0.3,
) -> Noise:
    """The noise that T table 6.1 suggests.

    Parameters
    ----------
    attributes
        The domains of the columns to mask.
    optimise
        What the masked data should keep best: the ``mean`` of each column, or their ``correlation``.
    alpha
        Variance of the errors as a share of the data's own.

    Notes
    -----
    One column: uncorrelated, about the mean, whatever is optimised. Several, for the mean: correlated, about the mean.
    For the correlation: about the pair if there are two of the same taxonomy, else about the root.

    Examples
    --------
    >>> from kinonym import Nominal, Taxonomy
    >>> sports = Nominal(Taxonomy.from_parents({"sport": [], "football": ["sport"]}))
    >>> recommend_noise([sports, sports], "correlation").reference
    'pair'
    """
    if optimise not in ("mean", "correlation"):
        msg = f"noise can keep the mean or the correlation, not {optimise!r}"
        raise UsageError(msg, hint='optimise = "mean" or optimise = "correlation"')
    if not attributes:
        msg = "there is no column to mask"
        raise UsageError(msg, hint='give a column role = "quasi"')
    if len(attributes) == 1:
        return Noise(alpha=alpha, reference="mean", correlated=False)
    if optimise == "mean":
        return Noise(alpha=alpha, reference="mean", correlated=True)
    paired = len(attributes) == 2 and same_taxonomy(attributes[0], attributes[1])
    return Noise(alpha=alpha, reference="pair" if paired else "root", correlated=True)


def check_alpha(alpha: object) -> None:
    """Raise unless alpha is a finite number above 0."""
    number = isinstance(alpha, int | float) and not isinstance(alpha, bool)
    if not number or not math.isfinite(alpha) or alpha <= 0:  # type: ignore[arg-type, operator]  # checked just before
        msg = "alpha must be a finite number greater than 0"
        raise UsageError(msg, hint="alpha = 0.3 adds noise with 30 % of the data's own variance")


def _constant(tuples: Tuples, spread: Spread) -> tuple[str, ...]:
    return tuple(
        f"column {column.name!r} is constant: its noise has variance 0 and its values stay"
        for column, variance in zip(tuples.columns, np.diag(spread.covariance), strict=True)
        if variance == 0
    )


def _group_sample(
    sample: Mapping[str, Sequence[str | None]], domains: Mapping[str, Domain], counts: Sequence[int] | None
) -> Tuples:
    lengths = {len(values) for values in sample.values()}
    if set(sample) != set(domains) or len(lengths) != 1:
        msg = "a sample needs a domain for each of its columns, and columns of one length"
        raise UsageError(msg, hint="give as many domains as columns, and one value per record")
    weights = check_counts(lengths.pop(), counts)
    used = {name: domain.cover(sample[name]) for name, domain in domains.items()}
    points = np.column_stack([used[name].encode(list(values)) for name, values in sample.items()])
    tuples, _ = Tuples.from_points(list(sample), [used[name] for name in sample], points, weights)
    return tuples
