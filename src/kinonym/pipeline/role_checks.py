"""Finds roles that the table contradicts: columns that look like something else, and undeclared persons.

`mask` rejects all of them at once, before any work, unless ``[release] confirm`` names them. The rules are those of
`kinonym.drafting`, so that a draft is not rejected for something that `init` could detect.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kinonym.drafting.between_columns import Codes
from kinonym.drafting.doubts import find_doubt, find_key_doubt, holds_sentences, is_nearly_unique
from kinonym.drafting.person_keys import (
    ENOUGH_FOLLOWERS,
    KeyColumn,
    are_key_values,
    are_namesakes,
    choose_person,
    independent_followers,
    may_be_key,
    may_lead,
    names_contact,
    person_level,
)
from kinonym.engines.contract import Source
from kinonym.errors import RecipeError
from kinonym.recipe import Recipe

__all__ = ["check_roles", "find_doubtful_columns", "find_linking_columns", "find_refusals", "find_undeclared_person"]

Refusal = tuple[str, str]
"""A column, and why it is rejected."""

_FEWEST = 20
_FEWEST_LEADING = 30
_MOST_KEYS = 200_000
_MOST_ROWS_EACH = 20
_COLUMNS_TRIED = 8
_ROWS_TRIED = 20_000
_MOST_VALUES = 1.1
"""Mean number of values per person in a column that depends on the person."""


def find_doubtful_columns(source: Source, recipe: Recipe) -> Iterator[Refusal]:
    """Yield unconfirmed columns that should perhaps not be released: (name, why)."""
    followers = recipe.followers
    for name, column in recipe.columns.items():
        if name in followers:
            continue  # its texts are derived, not released
        verbatim = column.role == "other" or (column.role != "identifier" and column.kind == "plain")
        words = column.role == "confidential" and not column.masked and column.kind == "nominal"
        if name in recipe.release.confirm or not (verbatim or words):
            continue
        profile = source.profile(name)
        if verbatim and (why := find_doubt(profile)):
            what = "the role other" if column.role == "other" else f"the role {column.role} and no meaning"
            yield name, f"column {name!r} has {what}, but {why}"
        elif words and column.separator is None and holds_sentences(profile):
            # The ontology is not used for an unmasked column, so nothing else would stop sentences.
            yield name, f"column {name!r} has the role confidential, but {find_doubt(profile)}"


def find_key_columns(source: Source, recipe: Recipe) -> Iterator[Refusal]:
    """Yield unconfirmed columns that are released as plain texts and look like keys: (name, why)."""
    followers = recipe.followers
    for name, column in recipe.columns.items():
        if name in followers or name in recipe.release.confirm or column.separator is not None:
            continue
        if column.role not in ("quasi", "other") or (column.role == "quasi" and column.kind != "plain"):
            continue
        profile = source.profile(name)
        if (
            profile.present < _FEWEST
            or profile.decimal
            or profile.words > 1
            or find_doubt(profile)
            or not may_be_key(name)
        ):
            continue
        counted = source.count([name])
        texts = zip(counted.values[0], counted.value_counts(0).tolist(), strict=True)
        counts = {text: times for text, times in texts if text is not None and times}
        if why := find_key_doubt(name, counts) or _find_leading_doubt(source, recipe, name, counts):
            what = "the role other" if column.role == "other" else f"the role {column.role} and no meaning"
            yield name, f"column {name!r} has {what}, but {why}"


def _find_leading_doubt(source: Source, recipe: Recipe, name: str, counts: Mapping[str, int]) -> str | None:
    """Why a column numbers persons although its texts have no shape of keys: other columns depend on it.

    A column that depends itself on a column of persons says something about them.
    """
    if not may_lead(counts, fewest=_FEWEST_LEADING):
        return None
    persons = {recipe.table.person, *(key for key in recipe.with_role("identifier") if person_level(key) == "person")}
    if any(_depends(source, name, key) for key in persons if key is not None):
        return None
    followers = _find_followers(source, recipe, name)
    if len(followers) < ENOUGH_FOLLOWERS:
        return None
    return f"looks like the number of a person: {', '.join(followers)} follow from it"


def _depends(source: Source, name: str, key: str) -> bool:
    return len(source.persons([name], key).counts) <= _MOST_VALUES * source.profile(key).distinct


def find_undeclared_person(source: Source, recipe: Recipe) -> str | None:
    """Return the identifier of persons with several records, if the recipe names no person column; else None."""
    if recipe.table.person is not None or not _protects_units(recipe):
        return None
    identifiers = recipe.with_role("identifier")
    has_contacts = any(names_contact(name) and is_nearly_unique(source.profile(name)) for name in identifiers)
    keys = [
        key for name in identifiers if (key := _find_returning_key(source, recipe, name, own_contacts=has_contacts))
    ]
    chosen = choose_person(keys)
    return None if chosen is None else chosen[0]


def _protects_units(recipe: Recipe) -> bool:
    """Whether the guarantee is about records, or about persons if the recipe names them."""
    method = recipe.resolved_method
    return method.traits.k_anonymous or bool(method.scenarios) or method.traits.masked_only


def _find_returning_key(source: Source, recipe: Recipe, name: str, *, own_contacts: bool) -> KeyColumn | None:
    """Return an identifier with repeated values, and the columns that depend on it; None if it identifies nobody."""
    profile, level = source.profile(name), person_level(name)
    if profile.present < _FEWEST or profile.distinct < 2 or is_nearly_unique(profile):
        return None
    if level == "person":
        coded = not own_contacts or _has_key_values(source, name)
        namesakes = are_namesakes(profile.present, profile.distinct, coded=coded, own_contacts=own_contacts)
        return None if namesakes else KeyColumn(name, level, profile.distinct)
    unlikely = profile.distinct < _FEWEST or profile.distinct > _MOST_KEYS or profile.words > 1
    if unlikely or profile.present > _MOST_ROWS_EACH * profile.distinct or not may_be_key(name):
        return None
    if not _has_key_values(source, name):
        return None
    followers = _find_followers(source, recipe, name)
    return KeyColumn(name, level, profile.distinct, followers) if len(followers) >= ENOUGH_FOLLOWERS else None


def _has_key_values(source: Source, name: str) -> bool:
    return are_key_values([text for text in source.count([name]).values[0] if text is not None])


def _find_followers(source: Source, recipe: Recipe, name: str) -> tuple[str, ...]:
    """Find released columns that depend on a key, among those with the fewest values.

    Columns are first tried one by one. Only dependent ones are counted together, which gives one entry per person.
    """
    persons = source.profile(name).distinct
    released = [each for each in recipe.columns if each != name and each not in recipe.with_role("identifier")]
    several = [each for each in released if 1 < source.profile(each).distinct <= persons]
    tried = sorted(several, key=lambda each: source.profile(each).distinct)[:_COLUMNS_TRIED]
    tried = [each for each in tried if len(source.persons([each], name).counts) <= _MOST_VALUES * persons]
    if len(tried) < ENOUGH_FOLLOWERS:
        return ()
    counted = source.count(tried)
    owned = source.persons(tried, name)
    some = owned.person_of % max(1, len(owned.counts) // _ROWS_TRIED) == 0  # all rows of some persons
    tuples = owned.tuple_of[some]
    columns: dict[str, Codes] = {}
    for j, each in enumerate(tried):
        codes = counted.codes[tuples, j].astype(np.int64)
        missing = [i for i, text in enumerate(counted.values[j]) if text is None]
        columns[each] = np.where(np.isin(codes, missing), -1, codes)
    return independent_followers(owned.person_of[some], columns, owned.counts[some])


def find_linking_columns(source: Source, recipe: Recipe) -> tuple[str, ...]:
    """Find unmasked columns that differ in nearly every row, if the guarantee of the method excludes them."""
    if not recipe.resolved_method.traits.needs_unlinked:
        return ()
    followers = recipe.followers
    released = [name for name in recipe.with_role("other") if name not in followers]
    return tuple(name for name in released if is_nearly_unique(source.profile(name)))


def find_refusals(source: Source, recipe: Recipe, *, in_memory: bool = False) -> list[Refusal]:
    """List the roles of a recipe that the table contradicts, each column once: (name, why).

    ``in_memory``: the result stays in the program, so doubtful unmasked columns are reported but not rejected.
    """
    refusals: list[Refusal] = []
    if not in_memory:
        refusals += find_doubtful_columns(source, recipe)
        method = recipe.resolved_method.name
        refusals += [
            (
                name,
                f"column {name!r} has the role other and differs in nearly every row: it undoes {method}",
            )
            for name in find_linking_columns(source, recipe)
            if name not in recipe.release.confirm
        ]
    refusals += find_key_columns(source, recipe)
    person = find_undeclared_person(source, recipe)
    if person is not None and person not in recipe.release.confirm:
        refusals.append((person, _describe_undeclared(person, recipe)))
    return list(dict(reversed(refusals)).items())[::-1]


def _describe_undeclared(person: str, recipe: Recipe) -> str:
    several = f"column {person!r} identifies persons with several records each"
    if recipe.resolved_method.traits.masked_only:
        return f"{several}: epsilon would protect one record; make a table with one row per person"
    return (
        f"{several}: k would count records, not persons; "
        f"[table] person = {json.dumps(person, ensure_ascii=False)} protects persons"
    )


def check_roles(source: Source, recipe: Recipe, *, in_memory: bool = False) -> None:
    """Reject a table that contradicts the roles of its recipe, with all reasons in one error.

    Raises
    ------
    RecipeError
        If a column needs a decision: one line for each, and a hint with the line that confirms all of them.
    """
    refusals = find_refusals(source, recipe, in_memory=in_memory)
    if not refusals:
        return
    reasons = [why for _, why in refusals]
    msg = reasons[0] if len(refusals) == 1 else "\n  ".join([f"{len(refusals)} columns need a decision:", *reasons])
    raise RecipeError(msg, hint=_suggest_confirmation([name for name, _ in refusals], recipe))


def _suggest_confirmation(names: Sequence[str], recipe: Recipe) -> str:
    """Return the hint that confirms the columns: the whole line, with those confirmed already."""
    named = ", ".join(json.dumps(name, ensure_ascii=False) for name in dict.fromkeys([*recipe.release.confirm, *names]))
    dropped = recipe.with_role("identifier")
    released = [name for name in names if name not in dropped]
    if not released:
        return f"declare the person, or confirm that records are counted: [release] confirm = [{named}]"
    drop, confirm = ("drop it", "confirm it") if len(names) == 1 else ("drop the released ones", "confirm them")
    return f'{drop} with role = "identifier", or {confirm}: [release] confirm = [{named}]'
