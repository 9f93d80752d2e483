"""The terms of RDFS, OWL, SKOS and the OBO family that the RDF reader knows, by meaning."""

from __future__ import annotations

__all__ = [
    "CONCEPT_TYPES",
    "COUNT",
    "DEPRECATED",
    "FACTS",
    "GLOSSES",
    "HAS_PART",
    "IMPORTS",
    "IS_A",
    "LABELS",
    "NARROWER",
    "ONTOLOGY_TYPES",
    "OWN",
    "OWN_CONCEPT",
    "PART_OF",
    "RANKS",
    "REMARKS",
    "REPLACED_BY",
    "RETIRED_IDS",
    "TOPS",
    "TYPE",
]

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_OBO = "http://purl.obolibrary.org/obo/"
_OBO_IN_OWL = "http://www.geneontology.org/formats/oboInOwl#"
_MESH = "http://id.nlm.nih.gov/mesh/vocab#"
_TERMS = "http://purl.org/dc/terms/"
_ELEMENTS = "http://purl.org/dc/elements/1.1/"

TYPE = _RDF + "type"
IMPORTS = _OWL + "imports"
DEPRECATED = _OWL + "deprecated"
NARROWER = _SKOS + "narrower"

CONCEPT_TYPES = {_OWL + "Class", _RDFS + "Class", _SKOS + "Concept", _MESH + "TopicalDescriptor"}
ONTOLOGY_TYPES = {_OWL + "Ontology", _SKOS + "ConceptScheme"}
TOPS = {_OWL + "Thing", _RDFS + "Resource"}
IS_A = {_RDFS + "subClassOf", _SKOS + "broader", _MESH + "broaderDescriptor"}
HAS_PART = {_TERMS + "hasPart"}
PART_OF = {_TERMS + "isPartOf"}
REPLACED_BY = {_OBO + "IAO_0100001", _TERMS + "isReplacedBy"}
RETIRED_IDS = {_OBO_IN_OWL + "hasAlternativeId"}

LABELS = {
    _RDFS + "label": 0,
    _SKOS + "prefLabel": 0,
    _SKOS + "altLabel": 1,
    _OBO_IN_OWL + "hasExactSynonym": 1,
    _OBO + "IAO_0000118": 1,
    _SKOS + "notation": 1,
    _OBO_IN_OWL + "id": 1,
    _OBO_IN_OWL + "hasNarrowSynonym": 2,
    _OBO_IN_OWL + "hasBroadSynonym": 3,
    _OBO_IN_OWL + "hasRelatedSynonym": 3,
    _SKOS + "hiddenLabel": 3,
}
"""Label → rank: the less exact the label, the greater."""

GLOSSES = {_OBO + "IAO_0000115", _SKOS + "definition"}
REMARKS = {_RDFS + "comment"}

FACTS = {
    _TERMS + "title": "title",
    _ELEMENTS + "title": "title",
    _RDFS + "label": "title",
    _SKOS + "prefLabel": "title",
    _OWL + "versionInfo": "version",
    _OWL + "versionIRI": "version_iri",
    _TERMS + "license": "licence",
    _TERMS + "rights": "licence",
    _ELEMENTS + "rights": "licence",
    _TERMS + "bibliographicCitation": "citation",
    _TERMS + "language": "language",
}
"""Property of an ontology → field of the source."""

OWN = "urn:kinonym:"
OWN_CONCEPT = OWN + "concept:"
RANKS = OWN + "ranks"
COUNT = OWN + "count"
