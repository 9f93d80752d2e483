"""Reader of the tables of the Open Multilingual Wordnet (`wn-data-cat.tab`): words for the synsets of WordNet 3.0.

A table begins with a line of name, language, address and licence. Each further line has a synset (`02084071-n`), a kind
(`lemma`, or `cat:lemma`) and a text. Kinonym reads the lemmas of nouns.
"""

from __future__ import annotations

import re
from pathlib import Path

from kinonym.errors import OntologyError, UsageError
from kinonym.languages import find_language
from kinonym.ontologies.source_files import read_text
from kinonym.ontologies.translated import translate_wordnet
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["SYNSET_LINE", "load_omw", "read_header"]

SYNSET_LINE = re.compile(rb"(?m)^\d{8}-[nvarsx]\t(?:[a-z_A-Z]+:)?[a-z]+")
_NOUN = re.compile(r"(\d{8})-n")


def load_omw(path: Path, *, language: str | None = None) -> Taxonomy:
    """Read the concepts of WordNet that a table has nouns for, with these nouns as labels.

    Parameters
    ----------
    path
        The table, optionally compressed with gzip.
    language
        Code of its language, if its first line does not say it.
    """
    lines = read_text(path).splitlines()
    name, own_code, licence = read_header(lines[0] if lines else "")
    code = own_code or language
    if code is None:
        msg = f"the first line of {path.name} does not say its language"
        raise OntologyError(msg, hint='set language = "ca" or another code')
    if language is not None and own_code and find_language(language) != find_language(own_code):
        msg = f"{path.name} has words in {find_language(own_code).name}, not in {find_language(language).name}"
        raise UsageError(msg, hint="correct language, or name the table of that language")
    words_of: dict[int, list[str]] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) < 3:
            msg = f"{path.name}, line {number}: a synset, a kind and a word were expected, with tabs between them"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again")
        noun = _NOUN.fullmatch(fields[0].strip())
        word = fields[2].replace("_", " ").strip()
        if noun and word and "lemma" in fields[1].split(":"):
            words_of.setdefault(int(noun[1]), []).append(word)
    return translate_wordnet(words_of, find_language(code), Source(name or path.name, licence=licence))


def read_header(line: str) -> tuple[str, str, str]:
    """Return name, language and licence from the first line; empty texts if they are missing."""
    if not line.startswith("#"):
        return "", "", ""
    fields = [field.strip() for field in line.lstrip("#").split("\t")]
    name, language, _, licence = [*fields, "", "", "", ""][:4]
    return name, language, licence
