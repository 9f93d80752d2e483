"""Roles: what every column of a table is to the release, and the columns that look like something else."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kinonym.engines.kinds import arrow_column, kind
from kinonym.engines.texts import as_text
from kinonym.errors import DataError, RecipeError

__all__ = ["ROLES", "Looks", "check_roles", "doubt", "looks", "singles_out"]

ROLES = ("identifier", "quasi", "confidential", "other")

_FEWEST = 20
_NEARLY_UNIQUE = 0.95
_MOSTLY_DIFFERENT = 0.5
_WORDS = 5
_DECIMAL = r"^\s*[+-]?(\d+[.,]\d+|\d+([.,]\d*)?[eE][+-]?\d+)\s*$"


@dataclass(frozen=True)
class Looks:
    """What a column looks like from the outside; counts only."""

    present: int
    distinct: int
    words: float
    decimal: bool
    """Whether every value is a number with a fraction or an exponent."""

    @property
    def free_text(self) -> bool:
        """Sentences, most of them different."""
        many = self.present >= _FEWEST and self.words >= _WORDS
        return many and self.distinct >= _MOSTLY_DIFFERENT * self.present

    @property
    def identifier(self) -> bool:
        """Texts or whole numbers that single out nearly every row."""
        return self.present >= _FEWEST and not self.decimal and self.nearly_unique

    @property
    def nearly_unique(self) -> bool:
        """Nearly every row has a value of its own."""
        return self.present > 1 and self.distinct >= _NEARLY_UNIQUE * self.present


def check_roles(
    columns: Sequence[str],
    roles: Mapping[str, str],
    table: object,
    *,
    confirmed: Collection[str] = (),
    masked: Collection[str] = (),
    missing: Collection[str] = ("",),
) -> None:
    """Refuse a table whose columns and roles do not fit together.

    Parameters
    ----------
    columns
        The table's columns.
    roles
        Column → identifier, quasi, confidential or other.
    table
        A pandas, polars or pyarrow table.
    confirmed
        Columns with the role other that may be released although they look like identifiers or free text.
    masked
        Confidential columns that are masked as well; where there are some, no quasi-identifier is needed.
    missing
        Texts that mean "missing".
    """
    _check_names(columns, roles, confirmed)
    if "quasi" not in roles.values() and not masked:
        msg = "no column has the role quasi, so there is nothing to protect"
        raise RecipeError(msg, hint='give role = "quasi" to the columns that others may know about a person')
    for name in columns:
        if roles[name] == "quasi" and not _seen(table, name, missing).present:
            msg = f"column {name!r} is a quasi-identifier, but all its values are missing"
            raise DataError(msg, hint='drop it with role = "identifier", or check the missing markers of [table]')
        if roles[name] == "other" and name not in confirmed and (what := doubt(table, name, missing)):
            msg = f"column {name!r} {what}"
            hint = f'drop it with role = "identifier", or confirm it: [release] confirm = ["{name}"]'
            raise RecipeError(msg, hint=hint)


def doubt(table: object, name: str, missing: Collection[str] = ("",)) -> str | None:
    """Say why a column with the role other should perhaps not be released; None if it may."""
    seen = _seen(table, name, missing)
    if not (seen.free_text or seen.identifier):
        return None
    what = "free text" if seen.free_text else "an identifier"
    return f"has the role other, but looks like {what}: {seen.distinct} different values in {seen.present} rows"


def singles_out(table: object, name: str, missing: Collection[str] = ("",)) -> bool:
    """Whether nearly every row has a value of its own, be it a text or a measurement."""
    return _seen(table, name, missing).nearly_unique


def _seen(table: object, name: str, missing: Collection[str]) -> Looks:
    return looks(as_text(arrow_column(table, name, kind(table)), name), missing)


def looks(column: Any, missing: Collection[str]) -> Looks:  # noqa: ANN401  # pyarrow has no types
    """Measure a column of texts, each distinct one once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts, times = pc.value_counts(column).flatten()
    absent = pc.or_(pc.is_null(texts), pc.is_in(texts, value_set=pa.array(list(missing), pa.string())))
    texts, times = texts.filter(pc.invert(absent)), times.filter(pc.invert(absent))
    if not len(texts):
        return Looks(0, 0, 0.0, decimal=False)
    present = pc.sum(times).as_py()
    words = pc.sum(pc.multiply(pc.count_substring_regex(texts, r"\S+"), times)).as_py() / present
    return Looks(present, len(texts), words, decimal=pc.all(pc.match_substring_regex(texts, _DECIMAL)).as_py())


def _check_names(columns: Sequence[str], roles: Mapping[str, str], confirmed: Collection[str]) -> None:
    for name in [*roles, *confirmed]:
        if name not in columns:
            msg = f"the recipe names the column {name!r}, which the table does not have"
            raise RecipeError(msg, hint=_nearest(name, columns))
    for name, role in roles.items():
        if role not in ROLES:
            msg = f"column {name!r} has the unknown role {role!r}"
            raise RecipeError(msg, hint=_nearest(role, ROLES))
    without = [name for name in columns if name not in roles]
    if without:
        listed = ", ".join(repr(name) for name in without)
        msg = f"{len(without)} columns have no role: {listed}"
        raise RecipeError(msg, hint=f"give each one a role: {', '.join(ROLES)}")


def _nearest(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"it has: {', '.join(map(repr, names))}"
