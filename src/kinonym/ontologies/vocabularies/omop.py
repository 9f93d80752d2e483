"""Reader of the OMOP vocabularies that Athena exports: one vocabulary, or the standard concepts of a domain.

The tables are CONCEPT, CONCEPT_RELATIONSHIP or CONCEPT_ANCESTOR, and CONCEPT_SYNONYM, with tabs and a header.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.languages import find_language
from kinonym.ontologies.concept_list import ALIAS_RANK, ConceptList
from kinonym.ontologies.vocabularies.distributed import Bundle, choose
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["folder_files", "load_omop", "read_maps"]

_DOMAIN = "domain:"
_TABLES = ("CONCEPT.csv", "CONCEPT_RELATIONSHIP.csv", "CONCEPT_ANCESTOR.csv", "CONCEPT_SYNONYM.csv")


@dataclass(frozen=True, slots=True)
class _Concept:
    number: str
    name: str
    domain: str
    vocabulary: str
    standard: str
    code: str
    invalid: str


def folder_files(folder: Path, **_: object) -> list[Path]:
    """List the files that are read."""
    return Bundle(folder).files(*_TABLES)


def load_omop(path: Path, *, vocabulary: str | None = None, language: str | None = None) -> Taxonomy:
    """Read a vocabulary, or the standard concepts of a domain.

    Parameters
    ----------
    path
        The folder or zip file from Athena.
    vocabulary
        The id of a vocabulary, such as ``SNOMED``, or ``domain:Condition``. Required if there are several.
    language
        Language of the synonyms; by default all are read. Names are English.

    Notes
    -----
    The id of a concept is its code in the vocabulary; in a domain, where codes may collide, it is its number. The other
    one is a further label. Links come from "Is a" relationships; in a domain from CONCEPT_ANCESTOR, if it is there.
    """
    bundle = Bundle(path)
    rows = [concept for concept in _read_concepts(bundle) if not concept.invalid]
    by_domain = (vocabulary or "").lower().startswith(_DOMAIN)
    if by_domain:
        standard = [concept for concept in rows if concept.standard in ("S", "C")]
        domain = choose((vocabulary or "")[len(_DOMAIN) :], Counter(x.domain for x in standard), "domains", path.name)
        chosen, name = [x for x in standard if x.domain == domain], f"OMOP {domain}"
    else:
        name = choose(vocabulary, Counter(x.vocabulary for x in rows), "vocabularies", path.name)
        chosen = [x for x in rows if x.vocabulary == name]
    concepts = ConceptList(path.name, Source(f"{name} (OMOP)"))
    synonyms = _read_synonyms(bundle, rows, language)
    for concept in chosen:
        labels = {concept.name: 0, **dict.fromkeys(synonyms.get(concept.number, ()), 1)}
        labels.setdefault(concept.code if by_domain else concept.number, ALIAS_RANK)
        concepts.add(concept.number, labels, name=concept.number if by_domain else concept.code)
    links = _read_links(bundle, by_ancestor=by_domain)
    concepts.is_a = [pair for pair in links if pair[0] in concepts.position_of and pair[1] in concepts.position_of]
    return concepts.to_taxonomy(root_label=name)


def _read_concepts(bundle: Bundle) -> Iterator[_Concept]:
    columns = ("concept_id", "concept_name", "domain_id", "vocabulary_id", "standard_concept", "concept_code")
    member = bundle.find("CONCEPT.csv") or ""
    return (
        _Concept(*cells)
        for cells in zip(*bundle.read(member, [*columns, "invalid_reason"], delimiter="\t"), strict=True)
    )


def _read_synonyms(bundle: Bundle, concepts: Iterable[_Concept], language: str | None) -> dict[str, list[str]]:
    """Read the synonyms of each concept, in one language or all."""
    member = bundle.find("CONCEPT_SYNONYM.csv", required=False)
    if member is None:
        return {}
    wanted = None if language is None else _find_language_concepts(concepts, language, bundle.path.name)
    synonyms: dict[str, list[str]] = {}
    columns = bundle.read(member, ["concept_id", "concept_synonym_name", "language_concept_id"], delimiter="\t")
    for concept, text, spoken in zip(*columns, strict=True):
        if wanted is None or spoken in wanted:
            synonyms.setdefault(concept, []).append(text)
    return synonyms


def _find_language_concepts(concepts: Iterable[_Concept], language: str, file: str) -> set[str]:
    """Find the numbers of the concepts that mean a language."""
    name = find_language(language).name
    numbers = {x.number for x in concepts if x.domain == "Language" and x.name.startswith(name)}
    if not numbers:
        msg = f"{file} does not have the concept of the language {name}"
        raise OntologyError(msg, hint="export the domain Language from Athena as well, or leave language out")
    return numbers


def _read_links(bundle: Bundle, *, by_ancestor: bool) -> Iterator[tuple[str, str]]:
    """Read pairs of child and parent."""
    ancestors = bundle.find("CONCEPT_ANCESTOR.csv", required=False) if by_ancestor else None
    if ancestors is not None:
        columns = ["descendant_concept_id", "ancestor_concept_id", "min_levels_of_separation"]
        for child, parent, levels in zip(*bundle.read(ancestors, columns, delimiter="\t"), strict=True):
            if levels == "1":
                yield child, parent
        return
    yield from _read_relationships(bundle, "Is a")


def _read_relationships(bundle: Bundle, kind: str) -> Iterator[tuple[str, str]]:
    member = bundle.find("CONCEPT_RELATIONSHIP.csv") or ""
    columns = ["concept_id_1", "concept_id_2", "relationship_id", "invalid_reason"]
    for first, second, relationship, invalid in zip(*bundle.read(member, columns, delimiter="\t"), strict=True):
        if relationship == kind and not invalid and first != second:
            yield first, second


def read_maps(path: Path, vocabulary: str | None) -> Iterator[tuple[str, str]]:
    """Read pairs of a code of a vocabulary and the number of a standard concept that it maps to."""
    bundle = Bundle(path)
    rows = list(_read_concepts(bundle))
    mapped = Counter(x.vocabulary for x in rows if x.standard != "S")
    name = choose(vocabulary, mapped, "vocabularies to map from", path.name)
    code_of = {x.number: x.code for x in rows if x.vocabulary == name}
    return ((code_of[first], second) for first, second in _read_relationships(bundle, "Maps to") if first in code_of)
