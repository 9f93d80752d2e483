"""A first guess of every column's role, type, ontology and root, for `kinonym init`: marked as guesses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, replace

from kinonym.drafting.between_columns import count_combinations, follows_from, share_unique, what_makes_unique
from kinonym.drafting.candidates import candidate_ontologies, named_diagnosis
from kinonym.drafting.code_systems import code_systems
from kinonym.drafting.dates_found import by_month, find_linked, find_orders, read_date_columns, unreadable_dates
from kinonym.drafting.fitting import Fit, best_fit
from kinonym.drafting.header_words import means
from kinonym.drafting.hierarchies import OwnHierarchy, build_hierarchy
from kinonym.drafting.joined_words import joined_words
from kinonym.drafting.key_roles import drop_doubtful, drop_leading_keys, propose_person
from kinonym.drafting.known_words import KnownWords
from kinonym.drafting.markers import Marker, find_markers
from kinonym.drafting.person_keys import guess_key
from kinonym.drafting.profile import MISSING, Profile
from kinonym.drafting.release_evidence import protect_without_evidence
from kinonym.drafting.role_rules import (
    Confidence,
    Guess,
    guess_role,
    named_area,
    named_code,
    named_measurement,
)
from kinonym.drafting.table_roles import release_answers, release_diagnoses
from kinonym.drafting.times_found import are_times_of_day
from kinonym.mapping.outcome import Coverage
from kinonym.ontologies.registry import NAMES
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
    """The values of a scale, in order."""
    separator: str | None = None
    """What stands between the words of a cell that holds several."""
    own: OwnHierarchy | None = None
    """The hierarchy that the values carry in themselves."""
    systems: tuple[tuple[str, str], ...] = ()
    """For a column of several code systems: (``column``, the one that tells them apart), then value and ontology."""
    clusterable: bool = False
    """Whether there are so many values without any ontology that clustering them may be worth a try."""
    before: str | tuple[str, ...] | None = None
    """A column of dates that never comes before this one, or several."""
    measured_text: bool = False
    """Whether it passes as text that differs in nearly every row because its numbers have units."""
    belongs_to: str | None = None
    """The column from which its values follow."""
    typed: bool = False
    """Whether the draft says what the values mean although they pass unchanged."""
    partial: bool = False
    """Whether the table has values that the sample may not show."""

    @property
    def masked(self) -> bool:
        """Whether the draft masks it: a quasi-identifier, or a confidential diagnosis, which singles people out."""
        coded = bool(self.systems) or (self.ontology is not None and self.ontology.value.startswith("icd"))
        return self.role.value == "quasi" or (self.role.value == "confidential" and coded)


@dataclass(frozen=True)
class TableGuess:
    """What a table seems to be: its columns, its markers of missing values, how unique its records are."""

    columns: tuple[ColumnGuess, ...] = ()
    markers: tuple[Marker, ...] = ()
    person: str | None = None
    """The column that tells persons apart, where they have several rows."""
    person_reason: str = ""
    """Why it is this one."""
    units: int = 0
    """Persons, or rows if no column tells persons apart, that the sample has; 0 if the table's size is not known."""
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
    first_year: int | None = None
    """The first of the hundred years that two-digit years seem to be of."""


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
    columns = [_guess_column(name, Profile.of(values), ontologies, asked) for name, values in clean.items()]
    columns = _telling_apart([_with_systems(guess, clean, ontologies) for guess in columns])
    unstripped = {value for values in table_sample.values() for value in values if value and value != value.strip()}
    spaced = tuple(sorted(value for value in unstripped if value.strip() in (*MISSING, *missing)))
    columns = drop_leading_keys(columns, clean)
    columns = release_answers(release_diagnoses(columns, clean), clean)
    known = KnownWords(ontologies)
    columns = [_with_evidence(guess, clean[guess.column], known) for guess in columns]
    columns = drop_doubtful(columns, table_sample, {*MISSING, *missing, *spaced})
    person = propose_person(columns, clean, rows=rows)
    dates, first_year = read_date_columns(clean, [g.column for g in columns if g.type.value == "date"])
    orders = find_orders(clean, dates)
    linked = find_linked(orders, [guess.column for guess in columns if guess.role.value == "quasi"])
    columns = _masked_together(columns, linked)
    follows = follows_from(by_month(clean, dates), *_may_follow(columns))
    follows = {n: leader for n, leader in follows.items() if n not in linked and not {n, leader} <= set(dates)}
    quasi = [guess.column for guess in columns if guess.masked]
    passed = [g.column for g in columns if g.role.value in ("other", "confidential") and not g.masked]
    tied = {n: later[0] if len(later) == 1 else later for n, later in orders.items() if n in linked}
    sampled = max(map(len, clean.values()), default=0)
    return TableGuess(
        spaced=spaced,
        columns=tuple(
            replace(guess, belongs_to=follows.get(guess.column), before=tied.get(guess.column), partial=sampled < rows)
            for guess in columns
        ),
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


def _guess_column(
    column: str, profile: Profile, ontologies: Dictionary[str, Taxonomy], given: Collection[str]
) -> ColumnGuess:
    if are_times_of_day(column, profile.counts):
        kind = Guess("time", "the values are times of day: compared around the clock, written by hour", "high")
        return ColumnGuess(column, Guess("quasi", "times of day, which others may know", "medium"), kind)
    ontologies = candidate_ontologies(column, profile, ontologies)
    fit = best_fit(profile, ontologies, given) if _may_be_nominal(column, profile) else None
    nominal = fit if fit is not None and fit.enough else None
    joined = joined_words(profile, ontologies) if nominal is None else None
    if joined is not None:
        profile, nominal = joined.words, joined.fit
    own = build_hierarchy(column, profile) if nominal is None else None
    tells = means(
        column, "qualifier", "age", "sex", "birth", "money", "score", "outcome", "date", "tenure", "judgement"
    )
    role = (None if tells else guess_key(column, profile)) or guess_role(
        column, profile, nominal.ontology if nominal else own.ontology if own else None, KnownWords(ontologies)
    )
    plain = _plain_type(column, profile, fit) if nominal is None and own is None else None
    if plain is not None and plain.value == "plain" and role.value != "identifier" and profile.unique:
        role = _unique_text(role, profile)
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
            plain or _plain_type(column, profile, fit),
            levels=profile.ranges,
            measured_text=profile.measured and profile.unique and not profile.numeric,
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
        _chosen_ontology(nominal),
        _root(nominal),
        nominal.coverage,
        separator=None if joined is None else joined.separator,
    )


def _chosen_ontology(fit: Fit) -> Guess:
    lost = f"you gave it, so it wins although {fit.lost}" if fit.lost else ""
    return Guess(fit.ontology, f"covers {fit.coverage} of the sample", _sure(fit), lost)


def _unique_text(role: Guess, profile: Profile) -> Guess:
    """Texts that differ in nearly every row point to a person, unless they are measured."""
    if profile.measured and role.value in ("confidential", "quasi"):
        return role
    return Guess("identifier", "nearly every value occurs only once", "medium", "if it has a type, name it: quasi")


def _with_systems(
    guess: ColumnGuess, sample: Dictionary[str, Sequence[str | None]], ontologies: Dictionary[str, Taxonomy]
) -> ColumnGuess:
    """The same guess, with the code systems that another column tells apart, where no ontology covers all of them."""
    covered = guess.coverage is not None and guess.coverage.of_values >= 0.98
    if covered or guess.own is not None or guess.role.value == "identifier" or not named_code(guess.column):
        return guess
    known = (
        ontologies if named_diagnosis(guess.column) else candidate_ontologies(guess.column, Profile.of(()), ontologies)
    )
    systems = code_systems(guess.column, sample, known)
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
        return Guess("ordinal", "the values are steps of a scale; add those the sample does not show", "medium")
    if profile.dates:
        return _date_type(profile)
    if profile.padded or named_area(column) or (profile.numeric and named_code(column)):
        return Guess("plain", "numbers that are codes, in no known ontology", "medium")
    if profile.numeric and (profile.fractional or profile.distinct > _FEW or named_measurement(column)):
        return Guess("numeric", "every value is a number", "high")
    if profile.numeric:
        return Guess("plain", "few different numbers, so they may be codes", "low")
    if fit is not None and fit.coverage.mean_share >= 0.1:
        covered = f"{fit.ontology} covers {fit.coverage} only; with a mapping table the column can be nominal"
        return Guess("plain", covered, "low")
    return Guess("plain", "no known ontology covers the values", "medium")


def _date_type(profile: Profile) -> Guess:
    wrong = unreadable_dates(profile.counts)
    if wrong is None:
        return Guess("date", "the values are dates: compared in days, written at a precision that many share", "high")
    return Guess("plain", f"the values look like dates, but {wrong}", "low", 'with one format for all: type = "date"')
