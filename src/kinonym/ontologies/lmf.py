"""Reader of wordnets in WN-LMF, the XML of the Global WordNet Association, in any language.

A wordnet with is-a links is read as a separate ontology. One without them takes the links of WordNet 3.0, to which it
refers by the interlingual index (ILI) or, in the Open Multilingual Wordnet, by the offset in the id of a synset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast
from xml.etree.ElementTree import Element, ParseError, iterparse

from kinonym.errors import OntologyError
from kinonym.languages import Language, find_language
from kinonym.ontologies.concept_list import ALIAS_RANK, ConceptList
from kinonym.ontologies.source_files import open_bytes, read_head, reject_declarations, without_document_type
from kinonym.ontologies.translated import offset_of_ili, translate_wordnet
from kinonym.ontologies.wordnet import read_offsets
from kinonym.ontologies.xml_nesting import Nesting
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_lmf"]

_IS_A = {"hypernym", "instance_hypernym"}
_PARTS = {"mero_part", "mero_member", "mero_substance", "meronym"}
_OFFSET = re.compile(r"omw-.*?-(\d{8})-n")


@dataclass
class _Lexicon:
    """The nouns of one lexicon of a file."""

    source: Source
    language: str
    words: dict[str, dict[str, int]] = field(default_factory=dict)
    """Synset → its words, each with the rank of the synset among the senses of the word."""
    counts: dict[str, int] = field(default_factory=dict)
    forms: dict[str, list[str]] = field(default_factory=dict)
    """Other form of a word → words."""
    ilis: dict[str, str] = field(default_factory=dict)
    """Noun synset → its number in the interlingual index, or an empty text."""
    glosses: dict[str, str] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)
    is_a: list[tuple[str, str]] = field(default_factory=list)
    parts: list[tuple[str, str]] = field(default_factory=list)


def load_lmf(path: Path, *, language: str | None = None) -> Taxonomy:
    """Read the nouns of a wordnet: synsets, words, is-a links, parts, definitions, counts.

    Parameters
    ----------
    path
        The file, optionally compressed with gzip.
    language
        Which lexicon to read, if the file has several.
    """
    reject_declarations(without_document_type(read_head(path)), path.name)
    lexicon = _choose(list(_read_lexicons(path)), language, path.name)
    spoken = find_language(lexicon.language)
    if not lexicon.is_a:
        return translate_wordnet(_words_by_offset(lexicon, path.name), spoken, lexicon.source)
    return _own_hierarchy(lexicon, spoken, path.name)


def _choose(lexicons: Sequence[_Lexicon], language: str | None, name: str) -> _Lexicon:
    """Choose the lexicon in a language; without one, the only lexicon."""
    spoken = None if language is None else find_language(language)
    fitting = [x for x in lexicons if x.ilis and (spoken is None or find_language(x.language) == spoken)]
    if len(fitting) == 1:
        return fitting[0]
    offered = ", ".join(sorted({x.language for x in lexicons if x.ilis}))
    if not offered:
        msg = f"{name} has no nouns"
        raise OntologyError(msg, hint="a wordnet in WN-LMF has Synset elements with partOfSpeech n")
    msg = f"{name} has {'several lexicons' if fitting else 'no lexicon'} in the requested language"
    raise OntologyError(msg, hint=f"set language; its lexicons are in: {offered}")


def _own_hierarchy(lexicon: _Lexicon, language: Language, name: str) -> Taxonomy:
    """Build the taxonomy of a wordnet with is-a links."""
    concepts = ConceptList(name, lexicon.source)
    for synset in lexicon.ilis:
        order = {member: at for at, member in enumerate(lexicon.members.get(synset, ()))}
        words = lexicon.words.get(synset, {})
        concepts.add(synset, dict(sorted(words.items(), key=lambda item: order.get(item[0], len(order)))))
    concepts.is_a = [(child, parent) for child, parent in lexicon.is_a if parent in lexicon.ilis]
    concepts.parts, concepts.glosses, concepts.counts = lexicon.parts, lexicon.glosses, lexicon.counts
    irregular = {form: tuple(words) for form, words in lexicon.forms.items()} if language.code == "en" else None
    if irregular is None:
        _add_forms(concepts, lexicon)
    return concepts.to_taxonomy(language=language.code, irregular=irregular)


def _add_forms(concepts: ConceptList, lexicon: _Lexicon) -> None:
    """Make other forms of words labels of their concepts."""
    forms_of: dict[str, list[str]] = {}
    for form, words in lexicon.forms.items():
        for word in words:
            forms_of.setdefault(word, []).append(form)
    for labels in concepts.labels:
        for form in [form for word in labels for form in forms_of.get(word, ())]:
            labels.setdefault(form, ALIAS_RANK)


def _words_by_offset(lexicon: _Lexicon, name: str) -> dict[int, list[str]]:
    """Return the words of each synset by the offset of its concept in WordNet 3.0."""
    offsets = sorted(read_offsets().tolist())
    words_of: dict[int, list[str]] = {}
    for synset, ili in lexicon.ilis.items():
        named = _OFFSET.fullmatch(synset)
        offset = offset_of_ili(ili, offsets) if ili else int(named[1]) if named else None
        if offset is not None and synset in lexicon.words:
            words_of.setdefault(offset, []).extend(lexicon.words[synset])
    if not words_of:
        msg = f"{name} has neither is-a links nor references to the interlingual index"
        raise OntologyError(msg, hint="give a wordnet with hypernym relations, or with ili attributes")
    return words_of


def _read_lexicons(path: Path) -> Iterator[_Lexicon]:
    """Read the lexicons of a file, one element at a time."""
    lexicon: _Lexicon | None = None
    with open_bytes(path) as stream:
        elements = iterparse(cast("IO[bytes]", Nesting(stream, path.name)), ("start", "end"))  # noqa: S314  # scanned
        try:
            for event, element in elements:
                if event == "start" and element.tag == "Lexicon":
                    lexicon = _begin(element)
                elif event == "end" and lexicon is not None and element.tag in ("LexicalEntry", "Synset"):
                    _add_entry(lexicon, element) if element.tag == "LexicalEntry" else _add_synset(lexicon, element)
                    element.clear()
                elif event == "end" and element.tag == "Lexicon" and lexicon is not None:
                    element.clear()
                    yield lexicon
                    lexicon = None
        except (ParseError, KeyError, ValueError) as error:
            where = getattr(error, "position", None)
            location = f"{path.name}, line {where[0]}" if where else path.name
            msg = f"{location}: not a wordnet in WN-LMF"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from error


def _begin(element: Element) -> _Lexicon:
    about = {key: element.get(key, "") for key in ("label", "id", "version", "license", "citation", "language")}
    source = Source(about["label"] or about["id"], about["version"], about["license"], about["citation"])
    return _Lexicon(source, about["language"])


def _add_entry(lexicon: _Lexicon, element: Element) -> None:
    """Add a noun with its senses and other forms."""
    lemma = element.find("Lemma")
    if lemma is None or lemma.get("partOfSpeech") != "n":
        return
    word = lemma.attrib["writtenForm"].replace("_", " ")
    for rank, sense in enumerate(element.findall("Sense"), 1):
        synset = sense.attrib["synset"]
        lexicon.words.setdefault(synset, {}).setdefault(word, rank)
        counted = sum(int(count.text or 0) for count in sense.findall("Count"))
        lexicon.counts[synset] = lexicon.counts.get(synset, 0) + counted
    for form in element.findall("Form"):
        lexicon.forms.setdefault(form.attrib["writtenForm"].replace("_", " "), []).append(word)


def _add_synset(lexicon: _Lexicon, element: Element) -> None:
    """Add a synset of nouns with its links."""
    if element.get("partOfSpeech", "n") != "n":
        return
    synset = element.attrib["id"]
    ili = element.get("ili", "")
    lexicon.ilis[synset] = "" if ili == "in" else ili
    lexicon.glosses[synset] = (element.findtext("Definition") or "").strip()
    for relation in element.findall("SynsetRelation"):
        kind, target = relation.attrib["relType"], relation.attrib["target"]
        if kind in _IS_A:
            lexicon.is_a.append((synset, target))
        elif kind in _PARTS:
            lexicon.parts.append((synset, target))
