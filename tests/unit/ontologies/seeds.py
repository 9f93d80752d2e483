"""Small files, one of each format, which the tests of the readers share and the hostile ones damage."""

from __future__ import annotations

LICENCE = "  1 This is a licence.\n  2 WordNet 3.0 Copyright 2006 by Princeton University.\n"
# entity ← being ← {Turkey the country as an instance, turkey the bird}; the bird has a wing.
WORDNET_DATA = LICENCE + (
    "00000001 03 n 01 entity 0 001 ~ 00000002 n 0000 | all there is\n"
    "00000002 03 n 02 being 0 live_thing 1 001 @ 00000001 n 0000 | what lives\n"
    "00000003 15 n 01 Turkey 0 001 @i 00000002 n 0000 | a country\n"
    "00000004 05 n 02 turkey 0 gobbler 0 003 @ 00000002 n 0000 %p 00000005 n 0000 + 00000001 v 0101 | a bird\n"
    "00000005 08 n 01 wing 0 001 @ 00000001 n 0000 | flies\n"
)
WORDNET_INDEX = LICENCE + (
    "entity n 1 0 1 0 00000001\n"
    "being n 1 1 @ 1 0 00000002\n"
    "live_thing n 1 1 @ 1 0 00000002\n"
    "turkey n 2 1 @ 2 1 00000004 00000003\n"
    "gobbler n 1 1 @ 1 0 00000004\n"
    "wing n 1 1 @ 1 0 00000005\n"
)

OBO = r"""format-version: 1.2
data-version: toy/2026-01-01
ontology: toy
property_value: dc:title "Toy phenotypes" xsd:string
property_value: terms:license https://example.org/licence

[Term]
id: T:1
name: All

[Term]
id: T:2
name: Ache \{dull\}
alt_id: T:22
def: "A \"dull\" feeling.\nIt stays." [source:x]
synonym: "Soreness" RELATED []
synonym: "Aching" EXACT layperson [x:1]
synonym: "Ache \{dull\}" EXACT []
xref: X:1
is_a: T:1 {source="x"} ! All

[Term]
id: T:3
name: Headache
is_a: T:2 ! Ache
is_a: T:1
relationship: part_of T:4 ! Head

[Term]
id: T:4
name: Head
is_a: T:1

[Term]
id: T:5
name: obsolete Cephalalgia
is_obsolete: true
replaced_by: T:3

[Term]
id: T:6
is_obsolete: true

[Typedef]
id: part_of
name: part of

[Instance]
id: T:7
name: My headache
instance_of: T:3
"""

RDF = """<?xml version="1.0"?>
<rdf:RDF xmlns="http://example.org/toy#" xml:base="http://example.org/toy"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:oboInOwl="http://www.geneontology.org/formats/oboInOwl#"
  xmlns:obo="http://purl.obolibrary.org/obo/" xmlns:terms="http://purl.org/dc/terms/">
  <owl:Ontology rdf:about="http://example.org/toy">
    <terms:title>Toy diseases</terms:title><owl:versionInfo>7</owl:versionInfo>
    <terms:license rdf:resource="http://example.org/licence"/>
  </owl:Ontology>
  <owl:AnnotationProperty rdf:about="http://example.org/toy#note"/>
  <owl:Class rdf:about="#disease"><rdfs:label>disease</rdfs:label>
    <rdfs:subClassOf rdf:resource="http://www.w3.org/2002/07/owl#Thing"/></owl:Class>
  <owl:Class rdf:about="#cancer"><rdfs:label xml:lang="en">cancer</rdfs:label>
    <rdfs:label xml:lang="fr">cancer (fr)</rdfs:label>
    <oboInOwl:hasExactSynonym>malignant tumour</oboInOwl:hasExactSynonym>
    <oboInOwl:hasRelatedSynonym>growth</oboInOwl:hasRelatedSynonym>
    <oboInOwl:hasAlternativeId>T:9</oboInOwl:hasAlternativeId>
    <obo:IAO_0000115>It grows.</obo:IAO_0000115>
    <rdfs:comment>A remark.</rdfs:comment>
    <rdfs:subClassOf rdf:resource="#disease"/>
    <rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="#p"/>
      <owl:someValuesFrom rdf:resource="#cell"/></owl:Restriction></rdfs:subClassOf>
  </owl:Class>
  <owl:Class rdf:about="#old"><owl:deprecated>true</owl:deprecated><obo:IAO_0100001 rdf:resource="#cancer"/></owl:Class>
  <owl:NamedIndividual rdf:about="#mine"><rdf:type rdf:resource="#cancer"/><rdfs:label>mine</rdfs:label>
  </owl:NamedIndividual>
</rdf:RDF>
"""

SKOS = """# a thesaurus
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/toy#> .
ex:scheme a skos:ConceptScheme ; skos:prefLabel "Work"@en .
ex:work a skos:Concept ; skos:prefLabel "travail"@fr, "work"@en ; skos:topConceptOf ex:scheme .
ex:nurse a skos:Concept ; skos:prefLabel "infirmier"@fr, "nurse"@en ; skos:altLabel "carer"@en-GB ;
  skos:broader ex:work ; skos:notation "22" ; skos:definition "cares"@en .
ex:work skos:narrower ex:baker .
ex:baker a skos:Concept ; skos:prefLabel "boulanger"@fr .
"""

PARENTS = "child,parent,label\nsport,,Sport\nfootball,sport,Football\nsoccer,football,Soccer\nsoccer,sport,\n"
LEVELS = "Bachelors;Undergraduate;Higher;*\nMasters;Graduate;Higher;*\nOther;Other;Other;*\n?;*;*;*\n"
