"""A first guess of every column's role, type, ontology and root, for `kinonym init`: marked as guesses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Mapping as Dictionary
from dataclasses import replace

from kinonym.drafting.between_columns import count_combinations, follows_from, share_unique, what_makes_unique
from kinonym.drafting.code_systems import find_code_systems
from kinonym.drafting.column_rules import guess_column
from kinonym.drafting.dates_found import (
    by_month,
    find_linked,
    find_orders,
    read_date_columns,
    read_minutes,
    read_starts,
)
from kinonym.drafting.guess import Guess
from kinonym.drafting.key_roles import drop_doubtful, drop_leading_keys, propose_person
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.markers import find_markers
from kinonym.drafting.profile import MISSING, Profile
from kinonym.drafting.release_evidence import protect_without_evidence
from kinonym.drafting.table_guess import ColumnGuess, TableGuess
from kinonym.drafting.table_roles import release_answers, release_diagnoses
from kinonym.ontologies.registry import NAMES
from kinonym.taxonomy import Taxonomy

__all__ = ["guess_columns", "guess_table"]


def guess_table(
    table_sample: Dictionary[str, Sequence[str | None]],
    ontologies: Dictionary[str, Taxonomy],
    *,
    rows: int = 0,
    given: Collection[str] | None = None,
) -> TableGuess:
    """Guess a table of ``rows`` rows from a sample of them, columns of equal length; see `guess_columns`.

    ``given``: the ontologies that the user asked for, which win from 80 % coverage on; by default all that do not come
    with the package.
    """
    asked = [name for name in ontologies if name not in NAMES] if given is None else given
    markers = tuple(find_markers(table_sample))
    missing = [marker.text for marker in markers if marker.sure]
    clean = {name: [_known(value, missing) for value in values] for name, values in table_sample.items()}
    unstripped = {value for values in table_sample.values() for value in values if value and value != value.strip()}
    spaced = tuple(sorted(value for value in unstripped if value.strip() in (*MISSING, *missing)))
    columns = _guess_roles(clean, ontologies, asked)
    columns = drop_doubtful(columns, table_sample, {*MISSING, *missing, *spaced})
    person = propose_person(columns, clean, rows=rows)
    columns, first_year = _link_columns(columns, clean)
    quasi = [guess.column for guess in columns if guess.masked]
    passed = [g.column for g in columns if g.role.value in ("other", "confidential") and not g.masked]
    sampled = max(map(len, clean.values()), default=0)
    return TableGuess(
        spaced=spaced,
        columns=tuple(replace(guess, partial=sampled < rows) for guess in columns),
        markers=markers,
        first_year=first_year,
        person=None if person is None else person[0],
        person_reason="" if person is None else person[1],
        units=min(rows, sampled if person is None else _count_persons(clean[person[0]])),
        rows=sampled,
        combinations=-(-count_combinations(clean, quasi) * max(rows, sampled) // max(1, sampled)),
        unique=share_unique(clean, quasi),
        unique_passed=share_unique(clean, passed),
        passed=tuple(what_makes_unique(clean, passed)),
    )


def _guess_roles(
    sample: Dictionary[str, Sequence[str | None]], ontologies: Dictionary[str, Taxonomy], given: Collection[str]
) -> list[ColumnGuess]:
    """Each column by itself, then with the columns next to it; what has no evidence of its kind is protected."""
    columns = [guess_column(name, Profile.of(values), ontologies, given) for name, values in sample.items()]
    columns = drop_leading_keys(find_code_systems(columns, sample, ontologies), sample)
    columns = release_answers(release_diagnoses(columns, sample), sample)
    known = KnownWords(ontologies)
    return [_with_evidence(guess, sample[guess.column], known) for guess in columns]


def _link_columns(
    guesses: Sequence[ColumnGuess], sample: Dictionary[str, Sequence[str | None]]
) -> tuple[list[ColumnGuess], int | None]:
    """The same guesses with the order of their dates and the columns that follow others; the first two-digit year."""
    dates, first_year = read_date_columns(sample, [g.column for g in guesses if g.type.value == "date"])
    times = [g.column for g in guesses if g.type.value == "time" and g.role.value == "quasi"]
    orders = find_orders(read_starts(sample, dates)) | find_orders(read_minutes(sample, times))
    linked = find_linked(orders, [guess.column for guess in guesses if guess.role.value == "quasi"])
    columns = _masked_together(guesses, linked)
    follows = follows_from(by_month(sample, dates), *_may_follow(columns))
    follows = {n: leader for n, leader in follows.items() if n not in linked and not {n, leader} <= set(dates)}
    before = {n: later[0] if len(later) == 1 else later for n, later in orders.items() if n in linked}
    columns = [replace(g, belongs_to=follows.get(g.column), before=before.get(g.column)) for g in columns]
    return columns, first_year


def _with_evidence(guess: ColumnGuess, values: Sequence[str | None], known: KnownWords) -> ColumnGuess:
    """The same guess; what would be released without evidence of its kind is protected."""
    known_values = guess.ontology is not None and guess.own is None
    if known_values or guess.systems or guess.type.value in ("date", "time"):
        return guess
    role = protect_without_evidence(guess.column, guess.role, Profile.of(values), known)
    if role.value == "identifier" and guess.role.value != "identifier":
        return ColumnGuess(guess.column, role, Guess("plain", "an identifier is dropped", "high"))
    return replace(guess, role=role)


def _count_persons(ids: Sequence[str | None]) -> int:
    """How many persons a column tells apart; a row without a person id counts as one person."""
    return len(set(_present(ids))) + sum(value is None for value in ids)


def _present(values: Sequence[str | None]) -> list[str]:
    return [value for value in values if value is not None]


def _masked_together(columns: Sequence[ColumnGuess], linked: Collection[str]) -> list[ColumnGuess]:
    """The same guesses; a date in an order with masked ones is masked, or the release would contradict the order."""
    reason = "a date that comes before or after others: only masked together they stay in order"
    role = Guess("quasi", reason, "medium")
    return [
        replace(g, role=role) if g.column in linked and g.role.value not in ("quasi", "identifier") else g
        for g in columns
    ]


def _may_follow(columns: Sequence[ColumnGuess]) -> tuple[list[str], list[str]]:
    """Columns that may lead, those with an ontology first, and columns that may follow."""
    leading = [guess for guess in columns if guess.masked]
    leading.sort(key=lambda guess: guess.ontology is None)
    telling = {guess.systems[0][1] for guess in columns if guess.systems}
    released = [guess.column for guess in columns if guess.masked or guess.role.value == "other"]
    following = [name for name in released if name not in telling]
    return [guess.column for guess in leading], following


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
