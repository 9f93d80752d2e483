"""What two releases of the same data disclose together, to an attacker who knows a person's group in each of them.

Rows of both files that agree in every column released unchanged may be of the same person. Within such rows the
nearest combinations of masked values are matched, or those nearest to the original record where the original is
given. The attacker intersects the two groups: their common members, and the confidential values that occur in both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kinonym.engines.contract import Source
from kinonym.errors import UsageError
from kinonym.recipe import Recipe
from kinonym.verifying.matched_releases import Matched, Person, Side, match_groups, match_through, signatures

__all__ = ["Together", "measure_together"]


@dataclass(frozen=True, kw_only=True)
class Together:
    """``k``: the smallest common group of two releases; ``unique``: the share of units in common groups of one.

    Units are records, or persons if both releases name them. ``certain`` holds, for each confidential column, the
    share of units of which some record has a value that is the only one in both of its groups; ``certain_alone`` the
    same share in the new release alone. ``matched`` is the share of records with a partner in the earlier release.
    """

    k: int
    unique: float
    certain: Mapping[str, float]
    certain_alone: Mapping[str, float]
    matched: float
    unit: str
    """What was counted: records or persons."""
    exact: bool
    """Whether each record has a single possible partner, so that the matching is no estimate."""

    def rows(self) -> Iterator[tuple[str, str]]:
        """The figures as a terminal shows them."""
        how = "" if self.exact else ", estimated"
        yield "with the earlier", f"{self.matched:.1%} of the records matched{how}"
        alone = f"{self.unique:.1%} of the {self.unit} are alone in theirs"
        yield "k together", f"{self.k} {self.unit} (smallest common group; {alone})"
        for name, share in self.certain.items():
            before = self.certain_alone[name]
            yield f"{name} together", f"certain for {share:.1%} of the {self.unit}; {before:.1%} in this release alone"


def measure_together(
    new: Source,
    earlier: Source,
    quasi: Sequence[str],
    confidential: Sequence[str],
    *,
    person: str | None = None,
    recipe: Recipe | None = None,
    original: Source | None = None,
) -> Together:
    """Measure what two releases disclose together.

    Parameters
    ----------
    new, earlier
        The releases.
    quasi
        The masked columns; those that the earlier release lacks are left out there.
    confidential
        Columns with values that an attacker wants to learn; they must be in both releases.
    person
        The column that names persons; they are counted if both releases have it.
    recipe
        What the values mean: combinations are then matched by semantic distance.
    original
        The table before masking.
    """
    of_earlier = [name for name in quasi if name in earlier.columns]
    if not of_earlier:
        msg = "the earlier release has none of the quasi-identifiers"
        raise UsageError(msg, hint="compare releases of the same data, with the same column names")
    if lacking := [name for name in confidential if name not in earlier.columns]:
        msg = f"the earlier release has no column {lacking[0]!r}"
        raise UsageError(msg, hint="leave it out of the confidential columns")
    counted_by = person if person in new.columns and person in earlier.columns else None
    sides = [Side.of(new, list(quasi), counted_by), Side.of(earlier, of_earlier, counted_by)]
    unchanged = [name for name in new.columns if name in earlier.columns and name not in quasi]
    if original is None:
        matched, exact = match_groups(sides[0], sides[1], signatures(sides, unchanged), recipe)
    else:
        matched, exact = match_through(original, sides, unchanged, recipe)
    return _measure(sides, matched, confidential, exact=exact)


@dataclass(frozen=True, eq=False)
class _Groups:
    """Common groups, or classes, with who is in them: persons by their ids, and records without one."""

    persons: dict[tuple[int, ...], set[str]]
    unnamed: dict[tuple[int, ...], int]

    @classmethod
    def of(cls, entries: Iterable[tuple[tuple[int, ...], int, Person]]) -> _Groups:
        persons: dict[tuple[int, ...], set[str]] = {}
        unnamed: dict[tuple[int, ...], int] = {}
        for group, records, person in entries:
            known = persons.setdefault(group, set())
            unnamed.setdefault(group, 0)
            if person is None:
                unnamed[group] += records
            else:
                known.add(person)
        return cls(persons, unnamed)

    def size(self, group: tuple[int, ...]) -> int:
        """Units of a group."""
        return len(self.persons[group]) + self.unnamed[group]

    def share(self, chosen: Collection[tuple[int, ...]]) -> float:
        """The share of the units that are in one of some groups."""
        return self._units(chosen) / max(1, self._units(self.persons))

    def _units(self, groups: Collection[tuple[int, ...]]) -> int:
        return len(set().union(*(self.persons[g] for g in groups))) + sum(self.unnamed[g] for g in groups)


def _measure(sides: Sequence[Side], matched: Matched, confidential: Sequence[str], *, exact: bool) -> Together:
    new = sides[0]
    common = _Groups.of(((released, other), records, person) for released, other, records, person in matched)
    rows = zip(new.class_of.tolist(), new.counted.counts.tolist(), new.persons, strict=True)
    classes = _Groups.of(((class_,), records, person) for class_, records, person in rows)
    certain, alone = {}, {}
    for name in confidential:
        released, other = (_values(side, name) for side in sides)
        certain[name] = common.share(
            [group for group in common.persons if len(released[group[0]] & other[group[1]]) == 1]
        )
        alone[name] = classes.share([group for group in classes.persons if len(released[group[0]]) == 1])
    return Together(
        k=min(map(common.size, common.persons), default=0),
        unique=common.share([group for group in common.persons if common.size(group) == 1]),
        certain=certain,
        certain_alone=alone,
        matched=sum(records for _, _, records, _ in matched) / int(new.classes.counts.sum()),
        unit="records" if new.person is None else "persons",
        exact=exact,
    )


def _values(side: Side, name: str) -> list[set[str | None]]:
    """The values of a confidential column in each class."""
    values_of_class: list[set[str | None]] = [set() for _ in side.classes.counts]
    for class_, (text,) in zip(side.class_of.tolist(), side.texts([name]), strict=True):
        values_of_class[class_].add(text)
    return values_of_class
