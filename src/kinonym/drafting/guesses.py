"""A first guess of every column's role, type, ontology and root, for `kinonym init`: marked as guesses."""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kinonym.domains.date_formats import read_dates
from kinonym.drafting.between_columns import count_combinations, follows_from, share_unique, what_makes_unique
from kinonym.drafting.code_systems import code_systems
from kinonym.drafting.dates_found import by_month, in_order, unreadable_dates
from kinonym.drafting.fitting import Fit, best_fit
from kinonym.drafting.hierarchies import OwnHierarchy, own_hierarchy
from kinonym.drafting.joined_words import joined_words
from kinonym.drafting.markers import Marker, find_markers
from kinonym.drafting.profile import MISSING, Profile
from kinonym.drafting.role_rules import (
    Confidence,
    Guess,
    guess_role,
    named_area,
    named_code,
    named_measurement,
    names_persons,
)
from kinonym.mapping.outcome import Coverage
from kinonym.taxonomy import Taxonomy

__all__ = ["ColumnGuess", "TableGuess", "guess_columns", "guess_table"]

_FEW = 12
_CLUSTERED = 2_000


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
    separator: str | None = None
    """What stands between the words of a cell that holds several."""
    own: OwnHierarchy | None = None
    """The hierarchy that the values carry in themselves."""
    systems: tuple[tuple[str, str], ...] = ()
    """For a column of several code systems: (``column``, the one that tells them apart), then value and ontology."""
    clusterable: bool = False
    """Whether there are so many values without any ontology that clustering them may be worth a try."""
    before: str | None = None
    """A column of dates that never comes before this one."""
    belongs_to: str | None = None
    """The column from which its values follow."""


@dataclass(frozen=True)
class TableGuess:
    """What a table seems to be: its columns, its markers of missing values, how unique its records are."""

    columns: tuple[ColumnGuess, ...] = ()
    markers: tuple[Marker, ...] = ()
    person: str | None = None
    """The column that tells persons apart, where they have several rows."""
    rows: int = 0
    combinations: int = 0
    """Combinations of the proposed quasi-identifiers that the whole table has at most, as far as the sample tells."""
    unique: float = 0.0
    """Share of the sample that the proposed quasi-identifiers make unique."""
    unique_passed: float = 0.0
    """Share of the sample that the columns which pass unchanged still make unique."""
    passed: tuple[str, ...] = ()
    """The columns that do so."""
    spaced: tuple[str, ...] = ()
    """Markers as cells have them that hold blanks around them."""


def guess_table(
    table_sample: Dictionary[str, Sequence[str | None]], ontologies: Dictionary[str, Taxonomy], *, rows: int = 0
) -> TableGuess:
    """Guess a table of ``rows`` rows from a sample of them, columns of equal length; see `guess_columns`."""
    markers = tuple(find_markers(table_sample))
    missing = [marker.text for marker in markers if marker.sure]
    clean = {name: [_known(value, missing) for value in values] for name, values in table_sample.items()}
    columns = [_guess_column(name, Profile.of(values), ontologies) for name, values in clean.items()]
    columns = _telling_apart([_with_systems(guess, clean, ontologies) for guess in columns])
    dates = {g.column: read_dates(_present(clean[g.column])) for g in columns if g.type.value == "date"}
    follows = follows_from(by_month(clean, dates), *_may_follow(columns))
    follows = {name: leader for name, leader in follows.items() if not {name, leader} <= set(dates)}
    quasi = [guess.column for guess in columns if guess.role.value == "quasi"]
    passed = [guess.column for guess in columns if guess.role.value in ("other", "confidential")]
    tied = in_order(clean, {n: read for n, read in dates.items() if n in quasi and n not in follows})
    unstripped = {value for values in table_sample.values() for value in values if value and value != value.strip()}
    return TableGuess(
        spaced=tuple(sorted(value for value in unstripped if value.strip() in (*MISSING, *missing))),
        columns=tuple(
            replace(guess, belongs_to=follows.get(guess.column), before=tied.get(guess.column)) for guess in columns
        ),
        markers=markers,
        person=_person(columns, clean),
        rows=(sampled := max(map(len, clean.values()), default=0)),
        combinations=-(-count_combinations(clean, quasi) * max(rows, sampled) // max(1, sampled)),
        unique=share_unique(clean, quasi),
        unique_passed=share_unique(clean, passed),
        passed=tuple(what_makes_unique(clean, passed)),
    )


def _present(values: Sequence[str | None]) -> list[str]:
    return [value for value in values if value is not None]


def _may_follow(columns: Sequence[ColumnGuess]) -> tuple[list[str], list[str]]:
    """Columns that may lead, those with an ontology first, and columns that may follow."""
    leading = [guess for guess in columns if guess.role.value == "quasi"]
    leading.sort(key=lambda guess: guess.ontology is None)
    telling = {guess.systems[0][1] for guess in columns if guess.systems}
    released = [guess.column for guess in columns if guess.role.value in ("quasi", "other")]
    following = [name for name in released if name not in telling]
    return [guess.column for guess in leading], following


def _person(columns: Sequence[ColumnGuess], sample: Dictionary[str, Sequence[str | None]]) -> str | None:
    """The identifier that is named after persons and repeats in the sample."""
    named = [g.column for g in columns if g.role.value == "identifier" and names_persons(g.column)]
    return next((name for name in named if Profile.of(sample[name]).variety < 0.9), None)


def _known(value: str | None, missing: Sequence[str]) -> str | None:
    return None if value is None or value.strip() in (*MISSING, *missing) else value.strip()


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
    return list(guess_table(table_sample, ontologies).columns)


def _guess_column(column: str, profile: Profile, ontologies: Dictionary[str, Taxonomy]) -> ColumnGuess:
    fit = best_fit(profile, ontologies) if _may_be_nominal(column, profile) else None
    nominal = fit if fit is not None and fit.enough else None
    joined = joined_words(profile, ontologies) if nominal is None else None
    if joined is not None:
        profile, nominal = joined.words, joined.fit
    own = own_hierarchy(column, profile) if nominal is None else None
    role = guess_role(column, profile, nominal.ontology if nominal else own.ontology if own else None)
    if role.value == "identifier":
        return ColumnGuess(column, role, Guess("plain", "an identifier is dropped", "high"))
    if own is not None:
        kind = Guess("nominal", own.reason, "medium")
        return ColumnGuess(
            column, role, kind, Guess(own.ontology, "built from the column's own values", "medium"), own=own
        )
    if nominal is None:
        many = not profile.numeric and _FEW < profile.distinct <= _CLUSTERED
        return ColumnGuess(
            column,
            role,
            _plain_type(column, profile, fit),
            levels=profile.ranges,
            clusterable=many and not profile.dates,
        )
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
        separator=None if joined is None else joined.separator,
    )


def _with_systems(
    guess: ColumnGuess, sample: Dictionary[str, Sequence[str | None]], ontologies: Dictionary[str, Taxonomy]
) -> ColumnGuess:
    """The same guess, with the code systems that another column tells apart, where no ontology covers all of them."""
    covered = guess.coverage is not None and guess.coverage.of_values >= 0.98
    if covered or guess.own is not None or guess.role.value == "identifier" or not named_code(guess.column):
        return guess
    systems = code_systems(guess.column, sample, ontologies)
    if not systems:
        return guess
    kind = Guess("nominal", f"codes of several systems, which {systems[0][1]!r} tells apart", "medium")
    return replace(guess, type=kind, ontology=None, root=None, coverage=None, systems=systems, clusterable=False)


def _telling_apart(columns: Sequence[ColumnGuess]) -> list[ColumnGuess]:
    """The same guesses; what only says which codes stand beside it is nothing by itself."""
    telling = {guess.systems[0][1] for guess in columns if guess.systems}
    role = Guess("other", "it says which codes stand beside it, and follows from them", "medium")
    return [replace(guess, role=role) if guess.column in telling else guess for guess in columns]


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
        wrong = unreadable_dates(profile.counts)
        if wrong is None:
            return Guess(
                "date", "the values are dates: compared in days, written at a precision that many share", "high"
            )
        return Guess(
            "plain", f"the values look like dates, but {wrong}", "low", 'with one format for all: type = "date"'
        )
    if fit is not None and fit.coverage.mean_share >= 0.1:
        covered = f"{fit.ontology} covers {fit.coverage} only; with a mapping table the column can be nominal"
        return Guess("plain", covered, "low")
    return Guess("plain", "no known ontology covers the values", "medium")
