"""Reader of the Rich Release Format: UMLS (MRCONSO, MRREL or MRHIER) and RxNorm (RXNCONSO, RXNREL).

One source vocabulary is read at a time. Its hierarchy is that of its publisher; the UMLS merges only the names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kinonym.languages import find_language
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.vocabularies.distributed import Bundle, choose
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["folder_files", "load_rrf"]

_CONSO = [
    "CUI",
    "LAT",
    "TS",
    "LUI",
    "STT",
    "SUI",
    "ISPREF",
    "AUI",
    "SAUI",
    "SCUI",
    "SDUI",
    "SAB",
    "TTY",
    "CODE",
    "STR",
    "SRL",
    "SUPPRESS",
    "CVF",
    "_",
]
_REL = [
    "CUI1",
    "AUI1",
    "STYPE1",
    "REL",
    "CUI2",
    "AUI2",
    "STYPE2",
    "RELA",
    "RUI",
    "SRUI",
    "SAB",
    "SL",
    "RG",
    "DIR",
    "SUPPRESS",
    "CVF",
    "_",
]
_HIER = ["CUI", "AUI", "CXN", "PAUI", "SAB", "RELA", "PTR", "HCD", "CVF", "_"]
_OLD_CODES = {"fr": "FRE", "de": "GER", "nl": "DUT", "el": "GRE", "eu": "BAQ", "cs": "CZE", "fa": "PER", "nb": "NOR"}
"""Languages with another code in the UMLS (ISO 639-2/B)."""
_SUPPRESSED = ("O", "E", "Y")


@dataclass(frozen=True, slots=True)
class _Atom:
    """A name of a concept in a source."""

    concept: str
    language: str
    status: str
    preferred: str
    atom: str
    source: str
    code: str
    text: str
    suppressed: str

    @property
    def rank(self) -> int:
        """0 for the preferred name, 1 for others."""
        return int(not (self.status == "P" and self.preferred == "Y"))


def folder_files(folder: Path, **_: object) -> list[Path]:
    """List the files that are read."""
    return Bundle(folder).files("MRCONSO.RRF", "RXNCONSO.RRF", "MRREL.RRF", "RXNREL.RRF", "MRHIER.RRF")


def load_rrf(path: Path, *, vocabulary: str | None = None, language: str | None = None) -> Taxonomy:
    """Read a source vocabulary of the UMLS or of RxNorm.

    Parameters
    ----------
    path
        The folder or zip file with the RRF files.
    vocabulary
        The abbreviation of the source, such as ``MSH`` or ``SNOMEDCT_US``. Required if there are several.
    language
        Language of the names (default: English). Other languages take the names that any source has for the concept.

    Notes
    -----
    The id of a concept is its code in the source. Suppressed and obsolete names are left out.
    """
    bundle = Bundle(path)
    spoken = find_language(language or "en")
    code_of_language = _OLD_CODES.get(spoken.code, spoken.long_code.upper())
    atoms = [atom for atom in _read_atoms(bundle) if atom.suppressed not in _SUPPRESSED]
    name = choose(vocabulary, Counter(x.source for x in atoms if x.code != "NOCODE"), "vocabularies", path.name)
    own = [atom for atom in atoms if atom.source == name and atom.code != "NOCODE"]
    names: dict[str, list[_Atom]] = {}
    for atom in atoms if spoken.code != "en" else own:
        if atom.language == code_of_language:
            names.setdefault(atom.concept if spoken.code != "en" else atom.code, []).append(atom)
    concepts = ConceptList(path.name, Source(f"{name} (UMLS)", language=spoken.code))
    for code, concept in {atom.code: atom.concept for atom in reversed(own)}.items():
        known = sorted(names.get(concept if spoken.code != "en" else code, []), key=lambda atom: atom.rank)
        labels: dict[str, int] = {}
        for atom in known:
            labels.setdefault(atom.text, atom.rank)
        concepts.add(code, labels)
    concepts.is_a = list(_link_codes(bundle, own, name))
    return concepts.to_taxonomy(root_label=name)


def _read_atoms(bundle: Bundle) -> Iterator[_Atom]:
    member = bundle.find("MRCONSO.RRF", required=False) or bundle.find("RXNCONSO.RRF") or ""
    columns = ["CUI", "LAT", "TS", "ISPREF", "AUI", "SAB", "CODE", "STR", "SUPPRESS"]
    return (_Atom(*cells) for cells in zip(*bundle.read(member, columns, delimiter="|", names=_CONSO), strict=True))


def _link_codes(bundle: Bundle, own: list[_Atom], source: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of the codes of child and parent, each once."""
    code_of_atom = {atom.atom: atom.code for atom in own}
    code_of_concept = {atom.concept: atom.code for atom in reversed(own)}
    seen: set[tuple[str, str]] = set()
    for child, parent in _read_relations(bundle, source):
        pair = tuple(code_of_atom.get(atom) or code_of_concept.get(concept, "") for atom, concept in (child, parent))
        if all(pair) and pair[0] != pair[1] and pair not in seen:
            seen.add((pair[0], pair[1]))
            yield pair[0], pair[1]


def _read_relations(bundle: Bundle, source: str) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield child and parent, each as (atom, concept)."""
    member = bundle.find("MRREL.RRF", required=False) or bundle.find("RXNREL.RRF", required=False)
    if member is None:
        hierarchy = bundle.find("MRHIER.RRF") or ""
        columns = bundle.read(hierarchy, ["AUI", "CUI", "PAUI", "SAB"], delimiter="|", names=_HIER)
        for atom, concept, parent, of_source in zip(*columns, strict=True):
            if of_source == source and parent:
                yield (atom, concept), (parent, "")
        return
    columns = bundle.read(
        member, ["AUI1", "CUI1", "REL", "AUI2", "CUI2", "RELA", "SAB", "SUPPRESS"], delimiter="|", names=_REL
    )
    for atom1, cui1, kind, atom2, cui2, detail, of_source, suppressed in zip(*columns, strict=True):
        if of_source != source or suppressed in _SUPPRESSED:
            continue
        if kind == "PAR" or detail == "inverse_isa":  # the second is the parent of the first
            yield (atom1, cui1), (atom2, cui2)
        elif kind == "CHD" or detail == "isa":
            yield (atom2, cui2), (atom1, cui1)
