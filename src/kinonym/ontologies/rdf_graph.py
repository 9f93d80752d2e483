"""What the statements of an OWL or SKOS file come to: concepts, labels by language, links, the source.

The statements come from `rdf`, one at a time and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from kinonym.errors import OntologyError
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
    """What has been said so far; ``name`` is the file's, for messages."""

    name: str
    names: dict[str, str] = field(default_factory=dict)
    """Each IRI once: large files name the same things over and over."""
    kinds: dict[_Kind, _Kind] = field(default_factory=dict)
    concepts: dict[str, None] = field(default_factory=dict)
    ontologies: list[str] = field(default_factory=list)
    described: set[str] = field(default_factory=set)
    instances: list[tuple[str, str]] = field(default_factory=list)
    above: list[tuple[str, str]] = field(default_factory=list)
    parts: list[tuple[str, str]] = field(default_factory=list)
    labels: dict[str, list[_Kind | str]] = field(default_factory=dict)
    """Kind and text by turns."""
    glosses: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)
    deprecated: set[str] = field(default_factory=set)
    successors: dict[str, str] = field(default_factory=dict)
    retired_ids: dict[str, str] = field(default_factory=dict)
    facts: dict[str, dict[str, str]] = field(default_factory=dict)
    imports: int = 0
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    """Ranks and counts as `writing` writes them."""

    def take(self, statement: Triple) -> None:
        """Note one statement about a named thing; statements about anonymous ones are passed over."""
        subject: Any = statement.subject
        value: Any = statement.object
        if not _is_named(subject):
            return
        about, word, text = self._once(subject.value), statement.predicate.value, getattr(value, "value", "")
        if word in words.IS_A or word == words.NARROWER or word in words.HAS_PART or word in words.PART_OF:
            if _is_named(value):
                self._link(about, word, text)
        elif word == words.TYPE:
            self._type(about, text)
        elif word in words.LABELS:
            self._label(about, word, text, getattr(value, "language", None) or "")
        else:
            self._detail(about, word, text)

    def _once(self, name: str) -> str:
        return self.names.setdefault(name, name)

    def _link(self, about: str, word: str, named: str) -> None:
        target = self._once(named)
        self.described.add(about)
        if word in words.HAS_PART:
            self.parts.append((about, target))
        elif word in words.PART_OF:
            self.parts.append((target, about))
        else:
            child, parent = (target, about) if word == words.NARROWER else (about, target)
            if parent not in words.TOPS:
                self.above.append((child, parent))

    def _type(self, about: str, kind: str) -> None:
        if kind in words.CONCEPT_TYPES:
            self.concepts[about] = None
        elif kind in words.ONTOLOGY_TYPES:
            self.ontologies.append(about)
        else:
            self.instances.append((about, self._once(kind)))

    def _label(self, about: str, word: str, text: str, language: str) -> None:
        self.described.add(about)
        if text.strip():
            kind = (words.LABELS[word], language)
            self.labels.setdefault(about, []).extend((self.kinds.setdefault(kind, kind), text.strip()))
        if word in words.FACTS:
            self.facts.setdefault(about, {}).setdefault(words.FACTS[word], text)

    def _detail(self, about: str, word: str, text: str) -> None:
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
            self.own.setdefault(about, {})[word] = text

    def taxonomy(self, languages: Sequence[str], *, ignore_imports: bool) -> Taxonomy:
        """Put it all together."""
        if self.imports and not ignore_imports:
            msg = f"{self.name} imports other ontologies, which are not fetched"
            raise OntologyError(msg, hint='merge them into one file first, or load with imports="ignore"')
        self._complete(ignore_imports=ignore_imports)
        concepts = ConceptList(self.name, self._source())
        live = [concept for concept in self.concepts if concept not in self.deprecated]
        chosen = _Languages(self, tuple(languages))
        for concept in live:
            concepts.add(concept, chosen.labels(concept), name=_identifier(concept))
            self._take_own(concepts, concept)
        chosen.refuse_if_none(live)
        concepts.source = replace(concepts.source, notices=tuple(chosen.notices(len(live))))
        concepts.above = self.above
        concepts.parts = self.parts
        concepts.glosses = {**self.remarks, **self.glosses}
        concepts.retired = {old: self._successor(old) for old in self.deprecated}
        concepts.retired |= self.retired_ids
        return concepts.taxonomy()

    def _complete(self, *, ignore_imports: bool) -> None:
        """Add what is a concept without having been called one: linked things, and individuals."""
        linked = {child for child, _ in self.above} | {parent for _, parent in self.above}
        self.concepts |= dict.fromkeys(sorted(linked & self.described))
        if ignore_imports and self.imports:
            self.above = [(child, parent) for child, parent in self.above if parent in self.concepts]
        individuals = [(individual, kind) for individual, kind in self.instances if kind in self.concepts]
        self.above += individuals
        self.concepts |= dict.fromkeys(individual for individual, _ in individuals)

    def _successor(self, old: str) -> str:
        """IRI of what replaces a concept, which may be given as a short id such as ``GO:0000001``."""
        target = self.successors.get(old, "")
        if not target or target in self.concepts:
            return target
        return old.rpartition("/")[0] + "/" + target.replace(":", "_")

    def _take_own(self, concepts: ConceptList, concept: str) -> None:
        own = self.own.get(concept, {})
        labels = concepts.labels[concepts.place[concept]]
        try:
            concepts.counts[concept] = int(own.get(words.COUNT, "0"))
            ranks = [int(rank) for rank in own.get(words.RANKS, "").split()]
            labels.update(zip(labels, ranks, strict=True) if ranks else ())
        except ValueError as error:
            msg = f"{self.name}: ranks and counts are whole numbers, one rank per label"
            raise OntologyError(msg, hint="correct them, or take these properties out") from error

    def _source(self) -> Source:
        said = next((self.facts[about] for about in self.ontologies if about in self.facts), {})
        title = said.get("title") or next(iter(self.ontologies), "") or self.name
        version = said.get("version") or said.get("version_iri", "")
        citation = said.get("citation") or ", ".join(filter(None, [title, version]))
        return Source(title, version, said.get("licence", ""), citation)


@dataclass
class _Languages:
    """Choosing each concept's labels by language, and remembering where none was to be had.

    The labels are taken out of the graph, so that a large file does not need the memory for both.
    """

    graph: Graph
    wanted: tuple[str, ...]
    without: int = 0
    tags: Counter[str] = field(default_factory=Counter)

    def labels(self, concept: str) -> dict[str, int]:
        flat = self.graph.labels.pop(concept, [])
        said = [(*kind, text) for kind, text in zip(flat[::2], flat[1::2], strict=True)]
        self.tags.update(tag for _, tag, _ in said if tag)
        fitting = [label for label in said if not self.wanted or self._order(label[1]) <= len(self.wanted)]
        if self.wanted and not any(tag for _, tag, _ in fitting) and any(tag for _, tag, _ in said):
            self.without += 1
        ordered = sorted(fitting or said, key=lambda label: (label[0], self._order(label[1])))
        ranks: dict[str, int] = {}
        for rank, _, text in ordered:
            ranks.setdefault(text, rank)
        return ranks

    def _order(self, tag: str) -> int:
        """Place of a language among the wanted ones, no tag after them, others last."""
        preferred = self.wanted or ("en",)
        for place, want in enumerate(preferred):
            if f"{tag.lower()}-".startswith(f"{want.lower()}-"):
                return place
        return len(preferred) + bool(tag)

    def refuse_if_none(self, live: Sequence[str]) -> None:
        """Refuse languages in which no concept has a label."""
        if not self.wanted or not self.without or self.without < len(live):
            return
        listed = ", ".join(tag for tag, _ in self.tags.most_common(20))
        msg = f"{self.graph.name} has no labels in {', '.join(self.wanted)}"
        raise OntologyError(msg, hint=f"its languages are {listed}")

    def notices(self, size: int) -> Iterator[str]:
        if self.without:
            yield f"{self.without:,} of {size:,} concepts have no label in {', '.join(self.wanted)}"


def _is_named(node: object) -> bool:
    return type(node).__name__ == "NamedNode"


def _identifier(iri: str) -> str:
    return unquote(iri.removeprefix(words.OWN_CONCEPT)) if iri.startswith(words.OWN_CONCEPT) else iri
