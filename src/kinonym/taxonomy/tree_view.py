"""A taxonomy as a tree that opens and closes, for notebooks: the top of it, the largest branches first."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinonym.taxonomy.graph import Taxonomy

__all__ = ["tree_html"]

_LEVELS = 3
_CHILDREN = 12


def tree_html(taxonomy: Taxonomy, root: str | None = None, *, levels: int = _LEVELS, children: int = _CHILDREN) -> str:
    """Nested lists from ``root`` down: ``levels`` deep, at most ``children`` below each concept.

    >>> from kinonym import Taxonomy
    >>> "soccer" in tree_html(Taxonomy.from_parents({"sport": [], "soccer": ["sport"]}))
    True
    """
    top = taxonomy.root if root is None else root
    links = len(taxonomy.parent_csr[1])
    source = taxonomy.source
    named = f"{source.name} {source.version}".strip()
    size = f"{len(taxonomy):,} concepts, {links:,} links, depth {taxonomy.max_depth}"
    head = f"<p><strong>{escape(named)}</strong>: {size}</p>"
    return f"<div>{head}<ul>{_branch(taxonomy, top, levels, children, opened=True)}</ul></div>"


def _branch(taxonomy: Taxonomy, concept: str, levels: int, most: int, *, opened: bool = False) -> str:
    """One concept and its descendants; a concept with several parents is below each of them."""
    below = taxonomy.children(concept)
    count = int(taxonomy.descendant_counts[taxonomy.number(concept)])
    label = taxonomy.label(concept)
    text = escape(label if label == concept else f"{label} ({concept})")
    if not below:
        return f"<li>{text}</li>"
    title = f"{text} <small>{count:,} below</small>"
    if levels <= 1:
        return f"<li>{title}</li>"
    ranked = sorted(below, key=lambda c: (-int(taxonomy.descendant_counts[taxonomy.number(c)]), c))
    inner = "".join(_branch(taxonomy, c, levels - 1, most) for c in ranked[:most])
    if len(ranked) > most:
        inner += f"<li><small>and {len(ranked) - most:,} more</small></li>"
    return f"<li><details{' open' if opened else ''}><summary>{title}</summary><ul>{inner}</ul></details></li>"
