"""Reader of WordNet database folders (WNDB, WordNet 2.1 to 3.1): the nouns with all their data.

The compact table inside the package is made from such a folder; `wordnet` reads that table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["CITATION", "LICENCE", "folder_files", "load_wndb", "read_synsets"]

LICENCE = "WordNet licence (Princeton University; free use with its notice)"
CITATION = "Fellbaum, C. (ed.), WordNet: An Electronic Lexical Database, MIT Press, 1998"

_IS_A = {"@", "@i"}
_PARTS = {"%p", "%m", "%s"}
_VERSION = re.compile(r"WordNet (\d\.\d) Copyright")


def folder_files(folder: Path) -> list[Path]:
    """The files that are read, if they exist."""
    names = ("data.noun", "index.noun", "noun.exc", "cntlist.rev")
    return [folder / name for name in names if (folder / name).exists()]


def load_wndb(folder: Path) -> Taxonomy:
    """Read the nouns of a WordNet database folder.

    Concepts are named like ``worker.n.01``: the synset's first lemma in lower case and that lemma's sense
    number. Labels keep their case, with blanks for underscores; instance links count as is-a, without
    which WordNet has thousands of roots. ``counts`` are those of the semantic concordance (cntlist).
    """
    exceptions = _read_exceptions(_read_file(folder, "noun.exc", required=False))
    return replace(read_synsets(folder).to_taxonomy(), irregular=exceptions)


def read_synsets(folder: Path) -> ConceptList:
    """Read the noun synsets; their keys are their offsets in ``data.noun``."""
    senses, version = _read_index(_read_file(folder, "index.noun"))
    tagged = _read_counts(_read_file(folder, "cntlist.rev", required=False))
    concepts = ConceptList("data.noun", Source("WordNet", version, LICENCE, CITATION, language="en"))
    for number, line in _numbered_lines(_read_file(folder, "data.noun")):
        try:
            _add_synset(concepts, line, senses, tagged)
        except (IndexError, ValueError, KeyError) as error:
            msg = f"data.noun, line {number}: not a synset of the WordNet database"
            hint = "check that the file is complete and from the same release as index.noun"
            raise OntologyError(msg, hint=hint) from error
    return concepts


def _add_synset(concepts: ConceptList, line: str, senses: dict[str, list[str]], tagged: dict[str, int]) -> None:
    facts, _, gloss = line.partition(" | ")
    fields = facts.split()
    offset, lexicographer_file, size = fields[0], fields[1], int(fields[3], 16)
    lemmas = fields[4 : 4 + 2 * size : 2]
    lexical_ids = fields[5 : 5 + 2 * size : 2]
    labels = {lemma.replace("_", " "): senses[lemma.lower()].index(offset) + 1 for lemma in lemmas}
    first = labels[lemmas[0].replace("_", " ")]
    concepts.add(offset, labels, name=f"{lemmas[0].lower()}.n.{first:02d}")
    concepts.glosses[offset] = gloss.strip()
    concepts.counts[offset] = sum(
        tagged.get(f"{lemma.lower()}%1:{lexicographer_file}:{int(lexical, 16):02d}::", 0)
        for lemma, lexical in zip(lemmas, lexical_ids, strict=True)
    )
    pointers = fields[4 + 2 * size :]
    if len(pointers) != 1 + 4 * int(pointers[0]):
        raise IndexError
    for kind, target, part_of_speech in zip(pointers[1::4], pointers[2::4], pointers[3::4], strict=True):
        if part_of_speech == "n" and kind in _IS_A:
            concepts.is_a.append((offset, target))
        elif part_of_speech == "n" and kind in _PARTS:
            concepts.parts.append((offset, target))


def _read_file(folder: Path, name: str, *, required: bool = True) -> str:
    path = folder / name
    if path.exists():
        return read_text(path)
    if not required:
        return ""
    msg = f"the WordNet folder {folder.name} has no file {name}"
    raise OntologyError(msg, hint="give the folder that holds data.noun and index.noun")


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without the licence at the top, which is indented by two blanks."""
    numbered = enumerate(text.split("\n"), 1)
    return ((number, line) for number, line in numbered if line.strip() and not line.startswith("  "))


def _read_index(text: str) -> tuple[dict[str, list[str]], str]:
    """Lemma in lower case → offsets of its synsets in sense order; and the version from the licence."""
    senses: dict[str, list[str]] = {}
    for number, line in _numbered_lines(text):
        fields = line.split()
        try:
            size, pointers = int(fields[2]), int(fields[3])
        except (IndexError, ValueError) as error:
            msg = f"index.noun, line {number}: not an entry of the WordNet index"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from error
        senses[fields[0]] = fields[6 + pointers : 6 + pointers + size]
    version = _VERSION.search(text)
    return senses, version.group(1) if version else ""


def _read_counts(text: str) -> dict[str, int]:
    """Sense key of a noun → its tag count.

    The sense number next to the key is not used: in 3.0 it differs from the index for 153 senses.
    """
    rows = (line.split() for line in text.split("\n"))
    return {row[0]: int(row[2]) for row in rows if len(row) == 3 and "%1:" in row[0] and row[2].isdecimal()}


def _read_exceptions(text: str) -> dict[str, tuple[str, ...]]:
    """Irregular form → base forms, with blanks for underscores."""
    bases: dict[str, tuple[str, ...]] = {}
    for line in text.split("\n"):
        words = [word.replace("_", " ") for word in line.split()]
        if len(words) > 1:
            bases[words[0]] = tuple(dict.fromkeys((*bases.get(words[0], ()), *words[1:])))
    return bases
