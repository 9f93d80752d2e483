"""Reader of OBO files (HPO, Disease Ontology, GO, MONDO): terms, synonyms, is_a, replacements of old terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from kinonym.errors import OntologyError, UsageError
from kinonym.languages import read_code
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["check_imports_option", "load_obo"]

_QUOTED = re.compile(r'\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*(\w*)')
_IDENTIFIER = re.compile(r"[^ \t\r\\!{]*(?:\\.[^ \t\r\\!{]*)*")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "W": " "}
_RANKS = {"EXACT": 1, "NARROW": 2}
_LOOSE_RANK = 3
_CONCEPTS = {"Term", "Instance"}
_IGNORED = {"", "xref", "comment", "subset", "created_by", "creation_date", "namespace", "intersection_of"}


def load_obo(path: Path, *, imports: str = "refuse") -> Taxonomy:
    """Read the terms of an OBO file.

    Labels are the name and the synonyms: exact, then narrow, then broad and related ones. Obsolete terms are skipped;
    their ids and alternative ids become labels of their replacements. ``part_of`` and ``has_part`` become parts.
    ``imports="ignore"`` skips imports; nothing is ever fetched.
    """
    check_imports_option(imports)
    stanzas = _parse_stanzas(read_text(path), path.name)
    header = next(stanzas)
    if "import" in header.values and imports == "refuse":
        msg = f"{path.name} imports other ontologies, which are not fetched"
        raise OntologyError(msg, hint='merge them into one file first, or load with imports="ignore"')
    concepts = ConceptList(path.name, _read_source(header, path))
    for stanza in stanzas:
        if stanza.kind in _CONCEPTS:
            _add_stanza(concepts, stanza)
    return concepts.to_taxonomy()


def check_imports_option(imports: str) -> None:
    """Reject any value other than ``refuse`` and ``ignore``."""
    if imports not in {"refuse", "ignore"}:
        msg = f"imports must be 'refuse' or 'ignore', not {imports!r}"
        raise UsageError(msg, hint='imports="ignore" reads the file without its imports')


@dataclass
class _Stanza:
    """One frame of the file: tag → values, the texts after the colon."""

    kind: str
    line: int
    name: str
    values: dict[str, list[str]] = field(default_factory=dict)

    def all(self, tag: str) -> list[str]:
        return self.values.get(tag, [])

    def first(self, tag: str) -> str:
        return next(iter(self.all(tag)), "")

    def targets(self, tag: str) -> Iterator[str]:
        for value in self.all(tag):
            yield self.identifier(value)

    def identifier(self, value: str) -> str:
        match = _IDENTIFIER.match(value)
        if not match or not match.group():
            self.fail("an id is missing")
        return _unescape(match.group())

    def quoted(self, value: str) -> tuple[str, str]:
        match = _QUOTED.match(value)
        if not match:
            self.fail("a text in quotes is missing or not closed")
        return _unescape(match.group(1)).strip(), match.group(2)

    def fail(self, what: str) -> NoReturn:
        msg = f"{self.name}, in the frame at line {self.line}: {what}"
        raise OntologyError(msg, hint="the file is damaged or cut short; download it again")


def _parse_stanzas(text: str, name: str) -> Iterator[_Stanza]:
    """Parse the header, then every frame."""
    current = _Stanza("", 1, name)
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("["):
            yield current
            current = _Stanza(line.strip()[1:-1], number, name)
            continue
        tag, colon, value = line.partition(":")
        if tag in _IGNORED:
            continue
        if colon:
            current.values.setdefault(tag, []).append(value.strip())
        elif line.strip() and not line.startswith("!"):
            current.fail(f"line {number} is not a tag with a value")
    yield current


def _add_stanza(concepts: ConceptList, stanza: _Stanza) -> None:
    if not stanza.first("id"):
        stanza.fail("it has no id")
    key = next(stanza.targets("id"))
    successors = list(stanza.targets("replaced_by"))
    if stanza.first("is_obsolete").lower().startswith("true"):
        concepts.retired[key] = successors[0] if len(successors) == 1 else concepts.retired.get(key, "")
        return
    concepts.add(key, _read_labels(stanza))
    for old in stanza.targets("alt_id"):
        concepts.retired[old] = concepts.retired.get(old) or key
    for tag in ("is_a", "instance_of"):
        concepts.is_a.extend((key, parent) for parent in stanza.targets(tag))
    for value in stanza.all("relationship"):
        kind, _, rest = value.partition(" ")
        if kind in {"part_of", "has_part"}:
            other = stanza.identifier(rest.strip())
            concepts.parts.append((key, other) if kind == "has_part" else (other, key))
    if stanza.all("def"):
        concepts.glosses[key] = stanza.quoted(stanza.first("def"))[0]
    _add_kinonym_properties(concepts, stanza, key)


def _read_labels(stanza: _Stanza) -> dict[str, int]:
    labels: dict[str, int] = {}
    if stanza.first("name"):
        labels[_unescape(stanza.first("name"))] = 0
    synonyms = [stanza.quoted(value) for value in stanza.all("synonym")]
    for text, scope in sorted(synonyms, key=lambda synonym: _RANKS.get(synonym[1], _LOOSE_RANK)):
        if text:
            labels.setdefault(text, _RANKS.get(scope, _LOOSE_RANK))
    return labels


def _add_kinonym_properties(concepts: ConceptList, stanza: _Stanza, key: str) -> None:
    """Add ranks and counts, which `writing` writes as properties, since OBO has no tag for them."""
    for value in stanza.all("property_value"):
        tag, _, rest = value.partition(" ")
        if tag == "kinonym:count":
            concepts.counts[key] = _whole_numbers(stanza, rest)[0]
        elif tag == "kinonym:ranks":
            labels = concepts.labels[concepts.position_of[key]]
            ranks = _whole_numbers(stanza, rest)
            if len(ranks) != len(labels):
                stanza.fail("it must have one rank per label")
            labels.update(zip(labels, ranks, strict=True))


def _whole_numbers(stanza: _Stanza, value: str) -> list[int]:
    words = stanza.quoted(value)[0].split()
    if not words or not all(word.isdecimal() for word in words):
        stanza.fail("ranks and counts must be whole numbers")
    return [int(word) for word in words]


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match.group(1), match.group(1)), text)


def _read_source(header: _Stanza, path: Path) -> Source:
    facts: dict[str, str] = {}
    for value in header.all("property_value"):
        tag, _, rest = value.partition(" ")
        quoted = _QUOTED.match(rest)
        facts.setdefault(tag.rpartition(":")[2], _unescape(quoted.group(1)) if quoted else rest.split(" ")[0])
    name = facts.get("title") or header.first("ontology") or path.stem
    version = header.first("data-version") or facts.get("versionInfo") or header.first("date")
    citation = facts.get("bibliographicCitation") or ", ".join(filter(None, [name, version]))
    licence = facts.get("license") or facts.get("rights", "")
    return Source(name, version, licence, citation, language=read_code(facts.get("language", "")))
