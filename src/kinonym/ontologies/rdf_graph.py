"""Collect the statements of an OWL or SKOS file: concepts, labels by language, links, the source.

`rdf` passes the statements, one at a time and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from kinonym.errors import OntologyError
from kinonym.languages import read_code
from kinonym.ontologies import rdf_words as words
from kinonym.ontologies.concept_list import ConceptList
from kinonym.taxonomy import Source, Taxonomy

if TYPE_CHECKING:
    from pyoxigraph import Triple

__all__ = ["Graph"]

_Kind = tuple[int, str]
"""Rank and language tag of a label."""


@dataclass
class Graph:
    """The statements so far; ``name`` is the file name, for messages."""

    name: str
    names: dict[str, str] = field(default_factory=dict)
    """Each IRI once, since large files repeat them."""
    kinds: dict[_Kind, _Kind] = field(default_factory=dict)
    concepts: dict[str, None] = field(default_factory=dict)
    ontologies: list[str] = field(default_factory=list)
    described: set[str] = field(default_factory=set)
    instances: list[tuple[str, str]] = field(default_factory=list)
    is_a: list[tuple[str, str]] = field(default_factory=list)
    parts: list[tuple[str, str]] = field(default_factory=list)
    labels: dict[str, list[_Kind | str]] = field(default_factory=dict)
    """Kind and text, alternating."""
    glosses: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)
    deprecated: set[str] = field(default_factory=set)
    successors: dict[str, str] = field(default_factory=dict)
    retired_ids: dict[str, str] = field(default_factory=dict)
    facts: dict[str, dict[str, str]] = field(default_factory=dict)
    imports: int = 0
    properties: dict[str, dict[str, str]] = field(default_factory=dict)
    """Ranks and counts, as `writing` writes them."""

    def add_statement(self, statement: Triple) -> None:
        """Add one statement about a named resource; statements about anonymous ones are skipped."""
        subject: Any = statement.subject
        value: Any = statement.object
        if not _is_named(subject):
            return
        about, word, text = self._intern(subject.value), statement.predicate.value, getattr(value, "value", "")
        if word in words.IS_A or word == words.NARROWER or word in words.HAS_PART or word in words.PART_OF:
            if _is_named(value):
                self._add_link(about, word, text)
        elif word == words.TYPE:
            self._add_type(about, text)
        elif word in words.LABELS:
            self._add_label(about, word, text, getattr(value, "language", None) or "")
        else:
            self._add_detail(about, word, text)

    def _intern(self, name: str) -> str:
        return self.names.setdefault(name, name)

    def _add_link(self, about: str, word: str, named: str) -> None:
        target = self._intern(named)
        self.described.add(about)
        if word in words.HAS_PART:
            self.parts.append((about, target))
        elif word in words.PART_OF:
            self.parts.append((target, about))
        else:
            child, parent = (target, about) if word == words.NARROWER else (about, target)
            if parent not in words.TOPS:
                self.is_a.append((child, parent))

    def _add_type(self, about: str, kind: str) -> None:
        if kind in words.CONCEPT_TYPES:
            self.concepts[about] = None
        elif kind in words.ONTOLOGY_TYPES:
            self.ontologies.append(about)
        else:
            self.instances.append((about, self._intern(kind)))

    def _add_label(self, about: str, word: str, text: str, language: str) -> None:
        self.described.add(about)
        if text.strip():
            kind = (words.LABELS[word], language)
            self.labels.setdefault(about, []).extend((self.kinds.setdefault(kind, kind), text.strip()))
        if word in words.FACTS:
            self.facts.setdefault(about, {}).setdefault(words.FACTS[word], text)

    def _add_detail(self, about: str, word: str, text: str) -> None:
        if word in words.GLOSSES:
            self.glosses.setdefault(about, text.strip())
        elif word in words.REMARKS:
            self.remarks.setdefault(about, text.strip())
        elif word == words.DEPRECATED:
            if text.lower() in {"true", "1"}:
                self.deprecated.add(about)
        elif word in words.REPLACED_BY:
            self.successors[about] = text
        elif word in words.RETIRED_IDS:
            self.retired_ids[text] = about
        elif word in words.FACTS:
            self.facts.setdefault(about, {}).setdefault(words.FACTS[word], text)
        elif word == words.IMPORTS:
            self.imports += 1
        elif word.startswith(words.OWN):
            self.properties.setdefault(about, {})[word] = text

    def to_taxonomy(self, languages: Sequence[str], *, ignore_imports: bool) -> Taxonomy:
        """Build the taxonomy."""
        if self.imports and not ignore_imports:
            msg = f"{self.name} imports other ontologies, which are not fetched"
            raise OntologyError(msg, hint='merge them into one file first, or load with imports="ignore"')
        self._add_implied_concepts(ignore_imports=ignore_imports)
        concepts = ConceptList(self.name, self._read_source())
        current_concepts = [concept for concept in self.concepts if concept not in self.deprecated]
        languages_of_labels = _Languages(self, tuple(languages))
        for concept in current_concepts:
            concepts.add(concept, languages_of_labels.labels(concept), name=_identifier(concept))
            self._add_properties(concepts, concept)
        languages_of_labels.reject_if_none(current_concepts)
        concepts.source = replace(concepts.source, notices=tuple(languages_of_labels.notices(len(current_concepts))))
        concepts.is_a = self.is_a
        concepts.parts = self.parts
        concepts.glosses = {**self.remarks, **self.glosses}
        concepts.retired = {old: self._successor(old) for old in self.deprecated}
        concepts.retired |= self.retired_ids
        return concepts.to_taxonomy()

    def _add_implied_concepts(self, *, ignore_imports: bool) -> None:
        """Add concepts that are not declared as such: linked resources, and individuals."""
        linked = {child for child, _ in self.is_a} | {parent for _, parent in self.is_a}
        self.concepts |= dict.fromkeys(sorted(linked & self.described))
        if ignore_imports and self.imports:
            self.is_a = [(child, parent) for child, parent in self.is_a if parent in self.concepts]
        individuals = [(individual, kind) for individual, kind in self.instances if kind in self.concepts]
        self.is_a += individuals
        self.concepts |= dict.fromkeys(individual for individual, _ in individuals)

    def _successor(self, old: str) -> str:
        """IRI of the replacement of a concept, which the file may give as a short id such as ``GO:0000001``."""
        target = self.successors.get(old, "")
        if not target or target in self.concepts:
            return target
        return old.rpartition("/")[0] + "/" + target.replace(":", "_")

    def _add_properties(self, concepts: ConceptList, concept: str) -> None:
        properties = self.properties.get(concept, {})
        labels = concepts.labels[concepts.position_of[concept]]
        try:
            concepts.counts[concept] = int(properties.get(words.COUNT, "0"))
            ranks = [int(rank) for rank in properties.get(words.RANKS, "").split()]
            labels.update(zip(labels, ranks, strict=True) if ranks else ())
        except ValueError as error:
            msg = f"{self.name}: ranks and counts must be whole numbers, one rank per label"
            raise OntologyError(msg, hint="correct them, or remove these properties") from error

    def _read_source(self) -> Source:
        candidates = next((self.facts[about] for about in self.ontologies if about in self.facts), {})
        title = candidates.get("title") or next(iter(self.ontologies), "") or self.name
        version = candidates.get("version") or candidates.get("version_iri", "")
        citation = candidates.get("citation") or ", ".join(filter(None, [title, version]))
        language = read_code(candidates.get("language", ""))
        return Source(title, version, candidates.get("licence", ""), citation, language=language)


@dataclass
class _Languages:
    """Choose the labels of each concept by language, and count concepts without a label in these languages.

    The labels are removed from the graph, so that a large file does not need the memory twice.
    """

    graph: Graph
    preferred: tuple[str, ...]
    without_label: int = 0
    tags: Counter[str] = field(default_factory=Counter)

    def labels(self, concept: str) -> dict[str, int]:
        flat = self.graph.labels.pop(concept, [])
        candidates = [(*kind, text) for kind, text in zip(flat[::2], flat[1::2], strict=True)]
        self.tags.update(tag for _, tag, _ in candidates if tag)
        fitting = [
            label for label in candidates if not self.preferred or self._language_order(label[1]) <= len(self.preferred)
        ]
        if self.preferred and not any(tag for _, tag, _ in fitting) and any(tag for _, tag, _ in candidates):
            self.without_label += 1
        ordered = sorted(fitting or candidates, key=lambda label: (label[0], self._language_order(label[1])))
        ranks: dict[str, int] = {}
        for rank, _, text in ordered:
            ranks.setdefault(text, rank)
        return ranks

    def _language_order(self, tag: str) -> int:
        """Index of a language among the preferred ones; no tag comes after them, other languages last."""
        languages = self.preferred or ("en",)
        for position, language in enumerate(languages):
            if f"{tag.lower()}-".startswith(f"{language.lower()}-"):
                return position
        return len(languages) + bool(tag)

    def reject_if_none(self, current_concepts: Sequence[str]) -> None:
        """Reject languages in which no concept has a label."""
        if not self.preferred or not self.without_label or self.without_label < len(current_concepts):
            return
        listed = ", ".join(tag for tag, _ in self.tags.most_common(20))
        msg = f"{self.graph.name} has no labels in {', '.join(self.preferred)}"
        raise OntologyError(msg, hint=f"its languages are {listed}")

    def notices(self, size: int) -> Iterator[str]:
        if self.without_label:
            yield f"{self.without_label:,} of {size:,} concepts have no label in {', '.join(self.preferred)}"


def _is_named(node: object) -> bool:
    return type(node).__name__ == "NamedNode"


def _identifier(iri: str) -> str:
    return unquote(iri.removeprefix(words.OWN_CONCEPT)) if iri.startswith(words.OWN_CONCEPT) else iri
