"""A taxonomy as a tree that opens and closes, for notebooks: the top of it, the largest branches first."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from kinonym.templating import make_environment

if TYPE_CHECKING:
    from jinja2 import Template

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
    source, links = taxonomy.source, len(taxonomy.parent_csr[1])
    return _template().render(
        name=f"{source.name} {source.version}".strip(),
        size=f"{len(taxonomy):,} concepts, {links:,} links, depth {taxonomy.max_depth}",
        root=_branch(taxonomy, taxonomy.root if root is None else root, levels, children),
    )


@cache
def _template() -> Template:
    return make_environment("kinonym.taxonomy").get_template("taxonomy/tree.html")


def _branch(taxonomy: Taxonomy, concept: str, levels: int, most: int) -> dict[str, Any]:
    """One concept and its descendants as data; a concept with several parents is below each of them."""
    label, size = taxonomy.label(concept), taxonomy.descendant_counts
    below = taxonomy.children(concept)
    ranked = sorted(below, key=lambda child: (-int(size[taxonomy.number(child)]), child)) if levels > 1 else []
    return {
        "text": label if label == concept else f"{label} ({concept})",
        "below": int(size[taxonomy.number(concept)]) if below else 0,
        "children": [_branch(taxonomy, child, levels - 1, most) for child in ranked[:most]],
        "more": max(0, len(ranked) - most),
    }
