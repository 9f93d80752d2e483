"""Reader of FHIR terminology resources in JSON: a CodeSystem, or a ValueSet with an expansion."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kinonym.errors import OntologyError
from kinonym.languages import find_language
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_fhir"]

_DEEPEST = 500
_Entry = tuple[Mapping[str, Any], str | None]


def load_fhir(path: Path, *, language: str | None = None) -> Taxonomy:
    """Read the concepts of a resource: nested ones, and those with a property ``parent`` or ``child``.

    Parameters
    ----------
    path
        The file, optionally compressed with gzip.
    language
        Language of the designations; concepts without one keep their display.
    """
    try:
        resource = json.loads(read_text(path))
        kind = resource.get("resourceType")
        nested = resource["concept"] if kind == "CodeSystem" else resource["expansion"]["contains"]
        return _build(
            resource, list(_flatten(nested, "concept" if kind == "CodeSystem" else "contains")), path, language
        )
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        msg = f"{path.name} is not a CodeSystem with concepts, nor a ValueSet with an expansion, in JSON"
        raise OntologyError(msg, hint="expand the ValueSet on a terminology server, and save the answer") from error


def _flatten(nested: Sequence[Mapping[str, Any]], key: str) -> Iterator[_Entry]:
    """Yield each concept with the code of the one around it."""
    waiting: list[tuple[Mapping[str, Any], str | None, int]] = [(concept, None, 1) for concept in reversed(nested)]
    while waiting:
        concept, above, depth = waiting.pop()
        yield concept, above
        if depth > _DEEPEST:
            raise RecursionError
        inner = concept.get(key, ())
        waiting += [(child, concept.get("code", above), depth + 1) for child in reversed(inner)]


def _build(resource: Mapping[str, Any], entries: list[_Entry], path: Path, language: str | None) -> Taxonomy:
    name = resource.get("title") or resource.get("name") or path.stem
    code = None if language is None else find_language(language).code
    source = Source(
        str(name), str(resource.get("version", "")), str(resource.get("copyright", "")), language=code or ""
    )
    concepts = ConceptList(path.name, source)
    for concept, above in entries:
        key = concept.get("code")
        if key is None:  # a heading of an expansion
            continue
        if key not in concepts.position_of:
            concepts.add(str(key), _list_labels(concept, code))
            concepts.glosses[str(key)] = str(concept.get("definition", ""))
        if above is not None:
            concepts.is_a.append((str(key), str(above)))
        for property_ in concept.get("property", ()):
            value = property_.get("valueCode") or property_.get("valueString")
            if value and property_.get("code") in ("parent", "subsumedBy"):
                concepts.is_a.append((str(key), str(value)))
            elif value and property_.get("code") == "child":
                concepts.is_a.append((str(value), str(key)))
    concepts.is_a = list(dict.fromkeys(concepts.is_a))
    return concepts.to_taxonomy(root_label=str(name))


def _list_labels(concept: Mapping[str, Any], language: str | None) -> dict[str, int]:
    """List the display and the designations, in a language or in all."""
    named = [
        (str(each.get("value", "")), str(each.get("language", "")).partition("-")[0].lower())
        for each in concept.get("designation", ())
    ]
    display = str(concept.get("display") or concept["code"])
    if language is None:
        return {display: 0, **{text: 1 for text, _ in named if text != display}}
    spoken = [text for text, code in named if code == language]
    return {text: int(at > 0) for at, text in enumerate(dict.fromkeys(spoken))} if spoken else {display: 0}
