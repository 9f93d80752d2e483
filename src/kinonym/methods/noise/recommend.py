"""Which noise suits a table and what must be kept of it (T table 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.methods.noise.pairs import same_taxonomy
from kinonym.methods.noise.semantic_noise import Noise

__all__ = ["recommend"]


def recommend(
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
    >>> recommend([sports, sports], "correlation").reference
    'pair'
    """
    if optimise not in ("mean", "correlation"):
        msg = f"noise can keep the mean or the correlation, not {optimise!r}"
        raise UsageError(msg)
    if not attributes:
        msg = "there is no column to mask"
        raise UsageError(msg)
    if len(attributes) == 1:
        return Noise(alpha=alpha, reference="mean", correlated=False)
    if optimise == "mean":
        return Noise(alpha=alpha, reference="mean", correlated=True)
    paired = len(attributes) == 2 and same_taxonomy(attributes[0], attributes[1])
    return Noise(alpha=alpha, reference="pair" if paired else "root", correlated=True)
