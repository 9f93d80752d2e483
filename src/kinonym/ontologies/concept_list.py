"""Collect the concepts of a file, with links between the keys of the file, and build a Taxonomy.

Every reader of a list of concepts fills a `ConceptList`. RF2, which reads whole columns, does not need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.taxonomy import Source, Taxonomy
from kinonym.taxonomy.labels import label_from_id

__all__ = ["ALIAS_RANK", "ConceptList", "reject_no_links"]

ALIAS_RANK = 9
_Pairs = list[tuple[str, str]]


def reject_no_links(name: str, concepts: int, links: int) -> None:
    """Reject concepts without any is-a link: all would have the same distance."""
    if concepts > 1 and not links:
        msg = f"{name} has {concepts:,} concepts but no is-a link between them"
        raise OntologyError(msg, hint="a flat list has no hierarchy; use type = 'plain' for such a column")


@dataclass
class ConceptList:
    """The concepts read so far; ``name`` is the file name, for messages."""

    name: str
    source: Source
    position_of: dict[str, int] = field(default_factory=dict)
    """Key of a concept in the file → its position."""
    ids: list[str] = field(default_factory=list)
    labels: list[dict[str, int]] = field(default_factory=list)
    """Label → rank, the preferred label first."""
    is_a: _Pairs = field(default_factory=list)
    """Keys of child and parent."""
    parts: _Pairs = field(default_factory=list)
    """Keys of whole and part."""
    glosses: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    retired: dict[str, str] = field(default_factory=dict)
    """Retired id → key of its replacement, empty if there is none."""

    def add(self, key: str, labels: Mapping[str, int], name: str | None = None) -> None:
        """Add a concept; its id is ``name`` or else the key."""
        if key in self.position_of:
            msg = f"{self.name}: the concept {key!r} is defined more than once"
            raise OntologyError(msg, hint="give every concept a different id")
        self.position_of[key] = len(self.ids)
        self.ids.append(key if name is None else name)
        ranks: dict[str, int] = {}
        for label, rank in labels.items():
            if text := label.strip():
                ranks.setdefault(text, rank)
        self.labels.append(ranks or {label_from_id(self.ids[-1]): 0})

    def to_taxonomy(
        self,
        root_label: str | None = None,
        *,
        language: str = "",
        irregular: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Taxonomy:
        """Resolve the links and build the taxonomy."""
        if not self.ids:
            msg = f"{self.name} contains no concepts"
            raise OntologyError(
                msg, hint="check that this is the right file; classes, concepts or terms make up an ontology"
            )
        links = self._resolve_links()
        reject_no_links(self.name, len(self.ids), len(links[0]))
        notices = (*self.source.notices, *self._follow_retired())
        parts = [pair for pair in self.parts if pair[0] in self.position_of and pair[1] in self.position_of]
        ranked = any(rank for labels in self.labels for rank in labels.values())
        ranks = [list(labels.values()) for labels in self.labels] if ranked else None
        texts = [list(labels) for labels in self.labels]
        self.labels.clear()
        taxonomy = Taxonomy.from_links(
            self.ids,
            links,
            texts,
            label_ranks=ranks,
            glosses=[self.glosses.get(key, "") for key in self.position_of] if any(self.glosses.values()) else None,
            parts=self._to_positions(parts) if parts else None,
            counts=self._list_counts() if any(self.counts.values()) else None,
            source=replace(self.source, notices=notices, language=language or self.source.language),
            root_label=root_label,
        )
        return taxonomy if irregular is None else replace(taxonomy, irregular=irregular)

    def _resolve_links(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        current_links: _Pairs = []
        for child, parent in self.is_a:
            if child not in self.position_of:
                continue
            target = parent if parent in self.position_of else self._replacement(parent)
            if target is None:
                raise DanglingParentError(self.ids[self.position_of[child]], parent)
            current_links.append((child, target))
        return self._to_positions(current_links)

    def _to_positions(self, pairs: _Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        first = np.array([self.position_of[key] for key, _ in pairs], dtype=np.int64)
        return first, np.array([self.position_of[key] for _, key in pairs], dtype=np.int64)

    def _list_counts(self) -> NDArray[np.int64]:
        return np.array([self.counts.get(key, 0) for key in self.position_of], dtype=np.int64)

    def _replacement(self, key: str) -> str | None:
        """Follow the replacements of a retired id to a present concept; None if there is none."""
        seen = {key}
        while key not in self.position_of:
            key = self.retired.get(key, "")
            if not key or key in seen:
                return None
            seen.add(key)
        return key

    def _follow_retired(self) -> list[str]:
        """Make each retired id a label of its replacement, so that it is found in old data."""
        followed = 0
        for old in self.retired:
            target = None if old in self.position_of else self._replacement(old)
            if target is not None:
                self.labels[self.position_of[target]].setdefault(old, ALIAS_RANK)
                followed += 1
        if not self.retired:
            return []
        return [f"{len(self.retired):,} retired ids, {followed:,} of them mapped to their replacements"]
