"""Roles that a table contradicts: columns that look like something else, and persons who are not declared.

`mask` refuses all of them at once, before any work, unless ``[release] confirm`` names them. The rules themselves are
those of `kinonym.drafting`, so that no draft is refused for what `init` could see.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

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
    names_contact,
    person_level,
)
from kinonym.engines.contract import Source
from kinonym.errors import RecipeError
from kinonym.recipe import Recipe

__all__ = ["check_roles", "find_doubtful_columns", "find_linking_columns", "find_refusals", "find_undeclared_person"]

Refusal = tuple[str, str]
"""A column, and why it is refused."""

_FEWEST = 20
_MOST_KEYS = 200_000
_MOST_ROWS_EACH = 20
_COLUMNS_TRIED = 8
_ROWS_TRIED = 20_000
_MOST_VALUES = 1.1
"""Values that a person may have on average in a column that follows from the person."""


def find_doubtful_columns(source: Source, recipe: Recipe) -> Iterator[Refusal]:
    """Columns that are not confirmed and should perhaps not be released: (name, why)."""
    following = recipe.following
    for name, column in recipe.columns.items():
        if name in following:
            continue  # it is written anew
        verbatim = column.role == "other" or (column.role != "identifier" and column.kind == "plain")
        words = column.role == "confidential" and not column.masked and column.kind == "nominal"
        if name in recipe.release.confirm or not (verbatim or words):
            continue
        looks = source.profile(name)
        if verbatim and (why := find_doubt(looks)):
            what = "the role other" if column.role == "other" else f"the role {column.role} and no meaning"
            yield name, f"column {name!r} has {what}, but {why}"
        elif words and column.separator is None and holds_sentences(looks):
            # An ontology is not asked for what is kept: sentences would pass as if they were its words.
            yield name, f"column {name!r} has the role confidential, but {find_doubt(looks)}"


def find_key_columns(source: Source, recipe: Recipe) -> Iterator[Refusal]:
    """Columns that are released as plain texts and have the shape of keys, and are not confirmed: (name, why)."""
    following = recipe.following
    for name, column in recipe.columns.items():
        if name in following or name in recipe.release.confirm or column.separator is not None:
            continue
        if column.role not in ("quasi", "other") or (column.role == "quasi" and column.kind != "plain"):
            continue
        looks = source.profile(name)
        if looks.present < _FEWEST or looks.decimal or looks.words > 1 or find_doubt(looks) or not may_be_key(name):
            continue
        counted = source.count([name])
        texts = zip(counted.values[0], counted.value_counts(0).tolist(), strict=True)
        if why := find_key_doubt(name, {text: times for text, times in texts if text is not None and times}):
            what = "the role other" if column.role == "other" else f"the role {column.role} and no meaning"
            yield name, f"column {name!r} has {what}, but {why}"


def find_undeclared_person(source: Source, recipe: Recipe) -> str | None:
    """The identifier that tells persons apart where they have several records and the recipe names none."""
    if recipe.table.person is not None or not _protects_units(recipe):
        return None
    identifiers = recipe.with_role("identifier")
    own = any(names_contact(name) and is_nearly_unique(source.profile(name)) for name in identifiers)
    keys = [key for name in identifiers if (key := _find_returning_key(source, recipe, name, own_contacts=own))]
    chosen = choose_person(keys)
    return None if chosen is None else chosen[0]


def _protects_units(recipe: Recipe) -> bool:
    """Whether the guarantee is about records, or about persons if the recipe names them."""
    traits = recipe.resolved_method.traits
    return traits.k_anonymous or traits.masked_only


def _find_returning_key(source: Source, recipe: Recipe, name: str, *, own_contacts: bool) -> KeyColumn | None:
    """An identifier whose values come back, with what follows from it; None if it numbers nobody."""
    looks, level = source.profile(name), person_level(name)
    if looks.present < _FEWEST or looks.distinct < 2 or is_nearly_unique(looks):
        return None
    if level == "person":
        coded = not own_contacts or _has_key_values(source, name)
        namesakes = are_namesakes(looks.present, looks.distinct, coded=coded, own_contacts=own_contacts)
        return None if namesakes else KeyColumn(name, level, looks.distinct)
    unlikely = looks.distinct < _FEWEST or looks.distinct > _MOST_KEYS or looks.words > 1
    if unlikely or looks.present > _MOST_ROWS_EACH * looks.distinct or not may_be_key(name):
        return None
    if not _has_key_values(source, name):
        return None
    followers = _find_followers(source, recipe, name)
    return KeyColumn(name, level, looks.distinct, followers) if len(followers) >= ENOUGH_FOLLOWERS else None


def _has_key_values(source: Source, name: str) -> bool:
    return are_key_values([text for text in source.count([name]).values[0] if text is not None])


def _find_followers(source: Source, recipe: Recipe, name: str) -> tuple[str, ...]:
    """Released columns that follow from a key, as far as those with few values show.

    Columns are first tried one by one: only those that follow are counted together, which gives one entry per person.
    """
    persons = source.profile(name).distinct
    released = [each for each in recipe.columns if each not in recipe.with_role("identifier")]
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
    """Columns that are released as they are and differ in nearly every row, where the method's promise needs none."""
    if not recipe.resolved_method.traits.needs_unlinked:
        return ()
    following = recipe.following
    passed = [name for name in recipe.with_role("other") if name not in following]
    return tuple(name for name in passed if is_nearly_unique(source.profile(name)))


def find_refusals(source: Source, recipe: Recipe, *, in_memory: bool = False) -> list[Refusal]:
    """Everything that a table has against the roles of a recipe, each column once: (name, why).

    ``in_memory``: the result stays in the program, where columns that merely pass are told of and not refused.
    """
    found: list[Refusal] = []
    if not in_memory:
        found += find_doubtful_columns(source, recipe)
        method = recipe.resolved_method.name
        found += [
            (name, f"column {name!r} has the role other and differs in nearly every row: it undoes {method}")
            for name in find_linking_columns(source, recipe)
            if name not in recipe.release.confirm
        ]
    found += find_key_columns(source, recipe)
    person = find_undeclared_person(source, recipe)
    if person is not None and person not in recipe.release.confirm:
        found.append((person, _describe_undeclared(person, recipe)))
    return list(dict(reversed(found)).items())[::-1]


def _describe_undeclared(person: str, recipe: Recipe) -> str:
    several = f"column {person!r} tells persons apart who have several records each"
    if recipe.resolved_method.traits.masked_only:
        return f"{several}: epsilon would protect one record; make a table with one row per person"
    return (
        f"{several}: k would count records, not persons; "
        f"[table] person = {json.dumps(person, ensure_ascii=False)} protects persons"
    )


def check_roles(source: Source, recipe: Recipe, *, in_memory: bool = False) -> None:
    """Refuse a table that contradicts the roles of its recipe, with all reasons in one error.

    Raises
    ------
    RecipeError
        If a column needs a decision: one line for each, and a hint with the line that confirms all of them.
    """
    found = find_refusals(source, recipe, in_memory=in_memory)
    if not found:
        return
    reasons = [why for _, why in found]
    msg = reasons[0] if len(found) == 1 else "\n  ".join([f"{len(found)} columns need a decision:", *reasons])
    raise RecipeError(msg, hint=_suggest_confirmation([name for name, _ in found], recipe))


def _suggest_confirmation(names: Sequence[str], recipe: Recipe) -> str:
    """How to release the columns all the same: the whole line, with what is confirmed already."""
    named = ", ".join(json.dumps(name, ensure_ascii=False) for name in dict.fromkeys([*recipe.release.confirm, *names]))
    dropped = recipe.with_role("identifier")
    released = [name for name in names if name not in dropped]
    if not released:
        return f"declare the person, or confirm that records are counted: [release] confirm = [{named}]"
    drop, confirm = ("drop it", "confirm it") if len(names) == 1 else ("drop what is released", "confirm them")
    return f'{drop} with role = "identifier", or {confirm}: [release] confirm = [{named}]'
