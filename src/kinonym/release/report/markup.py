"""HTML as nested calls: whatever is not markup already is escaped, so that no value can become a tag."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["Markup", "element", "join"]

_EMPTY = frozenset({"br", "hr", "meta", "rect", "line", "circle", "path", "polyline"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def join(parts: Iterable[str | None]) -> Markup:
    """Put parts one after the other; None is left out.

    >>> join([element("b", "a < b"), " & c", None])
    '<b>a &lt; b</b> &amp; c'
    """
    return Markup("".join(part if isinstance(part, Markup) else _text(part) for part in parts if part is not None))


def _text(text: str) -> str:
    return escape(text).replace(" %", "\u00a0%")  # a figure and its sign stay on one line


def element(tag: str, /, *children: str | None, **attributes: str | float | None) -> Markup:
    """An element; an attribute of None is left out, ``class_`` is class, ``aria_label`` is aria-label.

    >>> element("td", "5 < 6", class_="number", scope=None)
    '<td class="number">5 &lt; 6</td>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if tag in _EMPTY and not children:
        return Markup(f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{join(children)}</{tag}>")
