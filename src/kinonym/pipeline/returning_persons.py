"""Groups of persons over several releases: who was released before, who is withheld, and how groups stay together.

The rules are in specification 19. `known_persons` reads and writes what a plan file knows of persons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Source
from kinonym.engines.person_ids import unify_person_ids
from kinonym.errors import PrivacyError, RecipeError
from kinonym.methods.demands import Demands
from kinonym.pipeline.known_persons import NEW, KnownPersons
from kinonym.pipeline.plan_file import digest_texts
from kinonym.recipe import Recipe
from kinonym.release.earlier_persons import EarlierPersons, GroupsWithEarlier, meets
from kinonym.tuples.counted import Counted

__all__ = ["WITHHELD", "ReturningPersons", "find_returning", "links_releases"]

Numbers = NDArray[np.int64]
WITHHELD = -2


def links_releases(recipe: Recipe) -> bool:
    """Whether the persons of a release must be known to an earlier or a later one."""
    return recipe.table.person is not None and (recipe.release.reuse is not None or recipe.release.whole_groups)


@dataclass(frozen=True, eq=False, kw_only=True)
class ReturningPersons:
    """Which group each counted tuple belongs to, and what the gate must know about the earlier persons."""

    group_of_counted: Numbers
    """Counted tuple → group of the earlier releases, `NEW` or `WITHHELD`."""
    earlier: EarlierPersons
    persons: Mapping[str, int]
    """Text of the person column → earlier person."""
    withheld: int
    """Persons who were released before, and are withheld."""
    withheld_new: int
    """New persons who are withheld, because they are too few or too much alike."""
    releases: int
    """How many releases there were before."""
    protects_left: bool

    def check(self, recipe: Recipe) -> GroupsWithEarlier:
        """Make the check of the gate."""
        method = recipe.resolved_method
        return GroupsWithEarlier(
            columns=tuple(recipe.masked),
            k=method.k_or_none or 1,
            demands=method.demands,
            confidential=tuple(recipe.confidential_unmasked),
            earlier=self.earlier,
            persons=self.persons,
            releases=self.releases,
            protects_left=self.protects_left,
        )

    def describe(self) -> Iterator[str]:
        """Yield notices about the persons who are withheld."""
        why = "too few persons of their group" + (
            " would stay or leave" if self.protects_left else " are in this table"
        )
        if self.withheld:
            yield f"{self.withheld:,} persons who were released before are withheld, because {why}, or too much alike"
        if self.withheld_new:
            yield f"{self.withheld_new:,} new persons are withheld, because they are too few or too much alike"


def find_returning(source: Source, recipe: Recipe, counted: Counted, selected: NDArray[np.bool_]) -> ReturningPersons:
    """Find the earlier persons of a table, and decide who is withheld.

    Parameters
    ----------
    source, recipe
        The table, and the recipe that names the plan file.
    counted
        The tuples of the masked columns; their last column has the persons.
    selected
        Which of them may be released.
    """
    demands = _check_demands(recipe)
    known = KnownPersons.read(recipe)
    texts, number = counted.values[-1], len(known.digests)
    of_text = _number_persons(known, unify_person_ids(texts, recipe.table.missing))
    person = of_text[counted.codes[:, -1]]
    is_known = (person >= 0) & (person < number)
    if not (selected & is_known).any():
        msg = "release.reuse: no person of this table was in the earlier release"
        raise RecipeError(msg, hint="remove reuse, or name the plan file of a release of the same persons")
    protects_left = recipe.release.departed == "withhold" and bool(recipe.unmasked or recipe.confidential_masked)
    names = recipe.confidential_unmasked if demands is not None else []
    values = {name: _count_values(source, counted, name, person, selected) for name in names}
    selection = _Selection(recipe.resolved_method.k_or_none or 1, demands, known.earlier, values, protects_left)
    present = np.unique(person[selected & is_known])
    released = selection.select_known(present)
    new_kept, new_persons = selection.select_new(counted, person, selected)
    group = np.full(len(person), NEW, dtype=np.int64)
    group[is_known] = known.earlier.group[person[is_known]]
    group[is_known & ~np.isin(person, released)] = WITHHELD
    group[~is_known] = NEW if new_kept else WITHHELD
    group[~selected] = WITHHELD
    if (group == WITHHELD).all():
        msg = "together with the earlier release, no group of this table has enough persons"
        hint = "a smaller k; one row per person, as persons stay together only if all their combinations were the same"
        raise PrivacyError(msg, hint=hint)
    return ReturningPersons(
        group_of_counted=group,
        earlier=known.earlier,
        persons={t: n for t, n in zip(texts, of_text.tolist(), strict=True) if t is not None and 0 <= n < number},
        withheld=len(present) - len(released),
        withheld_new=0 if new_kept else new_persons,
        releases=known.releases,
        protects_left=protects_left,
    )


def _number_persons(known: KnownPersons, forms: list[str | None]) -> Numbers:
    """Number the persons: those of the earlier releases first, then new ones; `NEW` for nobody."""
    digest_of = {form: digest_texts(known.key, [form]) for form in set(forms) if form is not None}
    numbers: dict[str | None, int] = {None: NEW}
    numbers |= {form: known.digests[digest] for form, digest in digest_of.items() if digest in known.digests}
    new = sorted(digest_of.keys() - numbers.keys())
    numbers |= {form: len(known.digests) + i for i, form in enumerate(new)}
    return np.array([numbers[form] for form in forms], dtype=np.int64)


def _check_demands(recipe: Recipe) -> Demands | None:
    """Return the demands; a closeness to the whole table cannot be counted in digests of earlier values."""
    demands = recipe.resolved_method.demands
    if demands is not None and demands.t_closeness is not None:
        msg = "release.reuse: t_closeness is not guaranteed over several releases of the same persons"
        raise RecipeError(msg, hint="demand l_diversity or p_sensitive, or leave out --previous")
    return demands


def _count_values(
    source: Source, counted: Counted, name: str, person: Numbers, selected: NDArray[np.bool_]
) -> tuple[Numbers, Numbers]:
    """Rows (person, value) of an unmasked confidential column; a record that names nobody is a separate person."""
    counts = source.count_with(counted.columns, name)
    used = selected[counts.tuple_of]
    who, value, times = person[counts.tuple_of[used]], counts.value_of[used], counts.counts[used]
    rows = np.repeat(np.arange(len(who)), np.where(who == NEW, times, 1))
    who, value = who[rows], value[rows].astype(np.int64)
    unnamed = who == NEW
    who[unnamed] = int(person.max(initial=0)) + 1 + np.arange(int(unnamed.sum()))
    order = np.argsort(who, kind="stable")
    return who[order], value[order]


@dataclass(frozen=True, eq=False)
class _Selection:
    """Decides which persons may be released (specification 19)."""

    k: int
    demands: Demands | None
    earlier: EarlierPersons
    values: Mapping[str, tuple[Numbers, Numbers]]
    """Confidential column → rows (person, value) of this table, in the order of the persons."""
    protects_left: bool

    def select_known(self, present: Numbers) -> Numbers:
        """Select the earlier persons to release, group by group."""
        groups = self.earlier.group
        members = np.argsort(groups, kind="stable")
        start = np.searchsorted(groups[members], np.arange(int(groups.max(initial=-1)) + 2))
        here = np.zeros(len(groups), dtype=bool)
        here[present] = True
        chosen = [
            self._select_group(all_[here[all_]], all_[~here[all_]])
            for all_ in (members[start[g] : start[g + 1]] for g in np.unique(groups[present]).tolist())
        ]
        return np.concatenate(chosen) if chosen else np.empty(0, dtype=np.int64)

    def _select_group(self, here: Numbers, left: Numbers) -> Numbers:
        """Select those of a group who may be released; all of them, some of them, or nobody."""
        nobody = np.empty(0, dtype=np.int64)
        if self.protects_left and len(left):
            while len(here) >= self.k and not self._may_leave(left):
                here, left = here[1:], np.append(left, here[0])
        return here if len(here) >= self.k and self._diverse(self.values, here) else nobody

    def _may_leave(self, left: Numbers) -> bool:
        return len(left) >= self.k and self._diverse(self.earlier.values, left)

    def _diverse(self, values: Mapping[str, tuple[Numbers, Numbers]], persons: Numbers) -> bool:
        """Whether the values of some persons meet the demands."""
        for who, value in () if self.demands is None else values.values():
            first, end = np.searchsorted(who, persons), np.searchsorted(who, persons, side="right")
            rows = np.repeat(end - np.cumsum(end - first), end - first) + np.arange(int((end - first).sum()))
            if not meets(self.demands, np.zeros(len(rows), dtype=np.int64), value[rows], who[rows]):
                return False
        return True

    def select_new(self, counted: Counted, person: Numbers, selected: NDArray[np.bool_]) -> tuple[bool, int]:
        """Return whether the new persons may be released, and how many there are."""
        number = len(self.earlier.group)
        named = np.unique(person[selected & (person >= number)])
        unnamed = int(counted.counts[selected & (person == NEW)].sum())
        every = np.concatenate([named, *(np.unique(who[who >= number]) for who, _ in self.values.values())])
        new = len(named) + unnamed
        return new >= self.k and self._diverse(self.values, every), new
