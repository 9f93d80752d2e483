"""A column that mixes code systems: whether another column, such as a version, tells them apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from kinonym.drafting.fitting import best_fit
from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import words_of
from kinonym.taxonomy import Taxonomy

__all__ = ["code_systems"]

_NAMES = frozenset({"version", "vers", "system", "vocabulary", "codesystem", "coding", "revision", "terminology"})
_MOST_SYSTEMS = 6


def code_systems(
    column: str, sample: Mapping[str, Sequence[str | None]], ontologies: Mapping[str, Taxonomy]
) -> tuple[tuple[str, str], ...]:
    """(``column``, the column that tells the systems apart), then its values with an ontology each; else nothing.

    That column has a name such as ``icd_version`` and few values, and the codes beside each of them fit an
    ontology, at least two different ones in all.
    """
    for other, versions in sample.items():
        known = {version for version in versions if version is not None}
        if other == column or not _NAMES & set(words_of(other)) or not 2 <= len(known) <= _MOST_SYSTEMS:
            continue
        fits = _fits(sample[column], versions, ontologies)
        if len(fits) == len(known) and len(set(fits.values())) > 1:
            return (("column", other), *sorted(fits.items()))
    return ()


def _fits(
    codes: Sequence[str | None], versions: Sequence[str | None], ontologies: Mapping[str, Taxonomy]
) -> dict[str, str]:
    beside: dict[str, list[str]] = defaultdict(list)
    for code, version in zip(codes, versions, strict=True):
        if code is not None and version is not None:
            beside[version].append(code)
    fits = {version: best_fit(Profile.of(values), ontologies) for version, values in beside.items()}
    return {version: fit.ontology for version, fit in fits.items() if fit is not None and fit.enough}
