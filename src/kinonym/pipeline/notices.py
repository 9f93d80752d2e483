"""Groups notices: those that differ only in column and figures become one line with the figures of each column."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["group_notices"]

_COLUMN = re.compile(r"column ('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(:? )(.*)", re.DOTALL)
_FIGURE = re.compile(r"\d[\d,.]*\d%?|\d%?")
_PLURAL = {"value has": "values have", "value of": "values of", "value do": "values do", "does not": "do not"}


def group_notices(notices: Iterable[str]) -> tuple[str, ...]:
    """Put notices that differ only in the column and its figures into one line, at the position of the first.

    >>> group_notices(["column 'a': 3 values have no concept", "k = 1", "column 'b': 12 values have no concept"])
    ("columns 'a' (3), 'b' (12): … values have no concept", 'k = 1')
    >>> group_notices(["column 'a' has a single value", "column 'b' has a single value"])
    ("columns 'a', 'b': each has a single value",)
    """
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for notice in notices:
        found = _COLUMN.fullmatch(notice)
        name, mark, rest = found.groups() if found else ("", "", notice)
        key = f"{mark}{_FIGURE.sub('…', _make_plural(rest))}" if found else f"={notice}"
        if (name, mark, rest) not in groups.setdefault(key, []):
            groups[key].append((name, mark, rest))
    return tuple(_join_notices(parts) for parts in groups.values())


def _make_plural(text: str) -> str:
    for one, several in _PLURAL.items():
        text = text.replace(f" {one} ", f" {several} ")
    return text


def _join_notices(parts: list[tuple[str, str, str]]) -> str:
    name, mark, rest = parts[0]
    if len(parts) == 1:
        return f"column {name}{mark}{rest}" if name else rest
    text = _make_plural(rest)
    figures = [_FIGURE.findall(_make_plural(text)) for _, _, text in parts]
    varying = [i for i, values in enumerate(zip(*figures, strict=True)) if len(set(values)) > 1]
    position = iter(range(len(figures[0])))
    shown = _FIGURE.sub(lambda found: "…" if next(position) in varying else found.group(), text)
    names = ", ".join(
        f"{column} ({', '.join(numbers[i] for i in varying)})" if varying else column
        for (column, _, _), numbers in zip(parts, figures, strict=True)
    )
    return f"columns {names}: {'each ' if mark == ' ' else ''}{shown}"
