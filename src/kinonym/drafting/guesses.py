"""A first guess of every column's role, type, ontology and root, for `kinonym init`: marked as guesses."""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass

from kinonym.drafting.fitting import Fit, best_fit
from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import Confidence, Guess, guess_role, named_area, named_code, named_measurement
from kinonym.mapping.outcome import Coverage
from kinonym.taxonomy import Taxonomy

__all__ = ["ColumnGuess", "guess_columns"]

_FEW = 12


@dataclass(frozen=True)
class ColumnGuess:
    """What one column seems to be; nothing here is decided."""

    column: str
    role: Guess
    type: Guess
    ontology: Guess | None = None
    root: Guess | None = None
    coverage: Coverage | None = None
    levels: tuple[str, ...] = ()
    """The values of a column of ranges, in order."""


def guess_columns(
    table_sample: Dictionary[str, Sequence[str | None]], ontologies: Dictionary[str, Taxonomy]
) -> list[ColumnGuess]:
    """Guess each column from its name and a sample of its values.

    Parameters
    ----------
    table_sample
        Column name → values, None for missing (the markers of `kinonym.drafting.profile.MISSING` as well).
    ontologies
        The name or path that a recipe would give → taxonomy, in order of preference.

    Examples
    --------
    >>> parents = {"animal": [], **dict.fromkeys(["cat", "dog", "cow", "hen"], "animal")}
    >>> animals = Taxonomy.from_parents(parents)
    >>> sample = {"kept": ["cats", "dog", "cow", "hens"], "patient_id": ["1", "2", "3", "4"]}
    >>> [(g.column, g.role.value, g.type.value) for g in guess_columns(sample, {"animals.csv": animals})]
    [('kept', 'quasi', 'nominal'), ('patient_id', 'identifier', 'plain')]
    """
    return [_guess_column(column, Profile.of(values), ontologies) for column, values in table_sample.items()]


def _guess_column(column: str, profile: Profile, ontologies: Dictionary[str, Taxonomy]) -> ColumnGuess:
    fit = best_fit(profile, ontologies) if _may_be_nominal(column, profile) else None
    nominal = fit if fit is not None and fit.enough else None
    role = guess_role(column, profile, nominal.ontology if nominal else None)
    if role.value == "identifier":
        return ColumnGuess(column, role, Guess("plain", "an identifier is dropped", "high"))
    if nominal is None:
        return ColumnGuess(column, role, _plain_type(column, profile, fit), levels=profile.ranges)
    return ColumnGuess(
        column,
        role,
        Guess(
            "nominal",
            f"the values are {'codes' if nominal.by_code else 'words'} of an ontology",
            _sure(nominal),
        ),
        Guess(nominal.ontology, f"covers {nominal.coverage} of the sample", _sure(nominal)),
        _root(nominal),
        nominal.coverage,
    )


def _may_be_nominal(column: str, profile: Profile) -> bool:
    """Numbers are codes only where the name or zeros in front say so: 17 is an age, not ICD-9's 017."""
    if profile.dates or profile.contacts or profile.prose or profile.ranges:
        return False
    return not profile.numeric or profile.padded or named_code(column)


def _sure(fit: Fit) -> Confidence:
    if fit.coverage.mean_share >= 0.95:
        return "high"
    return "medium" if fit.coverage.mean_share >= 0.8 else "low"


def _root(fit: Fit) -> Guess | None:
    if fit.root is None:
        return None
    return Guess(fit.root, f"the nearest concept above everything found: {fit.root_label}", "low")


def _plain_type(column: str, profile: Profile, fit: Fit | None) -> Guess:
    if profile.ranges:
        return Guess("ordinal", "the values are ranges of numbers; add those the sample does not show", "medium")
    if profile.padded or named_area(column) or (profile.numeric and named_code(column)):
        return Guess("plain", "numbers that are codes, in no known ontology", "medium")
    if profile.numeric and (profile.fractional or profile.distinct > _FEW or named_measurement(column)):
        return Guess("numeric", "every value is a number", "high")
    if profile.numeric:
        return Guess("plain", "few different numbers, so they may be codes", "low")
    if profile.dates:
        return Guess("plain", "dates are compared as they are written; consider keeping only the year", "low")
    if fit is not None and fit.coverage.mean_share >= 0.1:
        covered = f"{fit.ontology} covers {fit.coverage} only; with a mapping table the column can be nominal"
        return Guess("plain", covered, "low")
    return Guess("plain", "no known ontology covers the values", "medium")
