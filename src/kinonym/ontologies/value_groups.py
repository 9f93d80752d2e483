"""Groups of the values of a column, as a person edits them: a tree with names, and its CSV hierarchy.

`grouping_rules` makes such trees from numbers, prefixes, dates and ordered scales; `levels` reads the CSV file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.files.private_files import create
from kinonym.ontologies.levels import TOP
from kinonym.taxonomy import Taxonomy

__all__ = ["ValueGroup", "group_by_paths", "groups_of_taxonomy", "to_csv", "write_groups"]


@dataclass(frozen=True)
class ValueGroup:
    """A named group: values that belong to no smaller group, and smaller groups."""

    name: str = TOP
    values: tuple[str, ...] = ()
    groups: tuple[ValueGroup, ...] = ()

    def paths(self) -> Iterator[tuple[str, ...]]:
        """Every value with the groups around it, the smallest first; the group itself is left out."""
        for value in self.values:
            yield (value,)
        for group in self.groups:
            for path in group.paths():
                yield (*path, group.name)

    @property
    def depth(self) -> int:
        """How many levels of groups there are below this one."""
        return max((1 + group.depth for group in self.groups), default=0)

    @property
    def every_value(self) -> tuple[str, ...]:
        """All values of the group and of the groups in it."""
        return (*self.values, *(value for group in self.groups for value in group.every_value))


def group_by_paths(paths: Mapping[str, Sequence[str]]) -> ValueGroup:
    """Make the tree in which each value has these groups around it, the largest first.

    Examples
    --------
    >>> group_by_paths({"nurse": ["care"], "cook": []})
    ValueGroup(name='*', values=('cook',), groups=(ValueGroup(name='care', values=('nurse',), groups=()),))
    """
    return _gather(TOP, list(paths.items()), 0)


def _gather(name: str, members: Sequence[tuple[str, Sequence[str]]], level: int) -> ValueGroup:
    inside: dict[str, list[tuple[str, Sequence[str]]]] = {}
    for value, path in members:
        if len(path) > level:
            inside.setdefault(path[level], []).append((value, path))
    alone = tuple(value for value, path in members if len(path) <= level)
    return ValueGroup(name, alone, tuple(_gather(group, those, level + 1) for group, those in inside.items()))


def groups_of_taxonomy(taxonomy: Taxonomy, values: Sequence[str]) -> ValueGroup:
    """Return the groups that a hierarchy gives to values, and to its own leaves that do not occur among them.

    Of several parents the first is taken. Values that the hierarchy does not contain belong to no group.
    """
    paths = {}
    known: set[str] = set()
    for value in values:
        found = taxonomy.find(value)
        paths[value] = _names_above(taxonomy, found[0]) if found else []
        known.update(found[:1])
    for concept in taxonomy.concepts:
        if concept not in known and not taxonomy.children(concept) and taxonomy.label(concept) not in paths:
            paths[taxonomy.label(concept)] = _names_above(taxonomy, concept)
    return group_by_paths(paths)


def _names_above(taxonomy: Taxonomy, concept: str) -> list[str]:
    """The labels above a concept, from below the root down."""
    names: list[str] = []
    while parents := taxonomy.parents(concept):
        concept = parents[0]
        names.append(taxonomy.label(concept))
    return names[-2::-1] if names else []


def to_csv(groups: ValueGroup) -> str:
    """Write one row per value: the value, its groups from small to large, and ``*``.

    A group stands in the column of its depth, so that values may have groups of different depth. Every cell is quoted:
    then no value can be taken for several cells.
    """
    _check_names(groups)
    depth = groups.depth
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for value, *around in groups.paths():
        writer.writerow([value, *[""] * (depth - len(around)), *around, TOP])
    return text.getvalue()


def _check_names(groups: ValueGroup) -> None:
    """Reject names that the file could not keep apart."""
    if TOP in groups.every_value:
        msg = f"a value is written {TOP}, which means everything in a hierarchy"
        raise OntologyError(msg, hint="mark it as missing, or write it in another way")
    level = groups.groups
    while level:
        names = [group.name.strip() for group in level]
        if "" in names or TOP in names:
            msg = "a group has no name"
            raise OntologyError(msg, hint="give every group a name other than *")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            msg = f"two groups of one level have the name {twice!r}"
            raise OntologyError(msg, hint="give each group its own name")
        level = tuple(inner for group in level for inner in group.groups)


def write_groups(path: Path, groups: ValueGroup) -> None:
    """Write the CSV hierarchy to a new file that only its owner can read: it contains values of the data."""
    text = to_csv(groups)
    with create(path) as file:
        file.write(text.encode())
