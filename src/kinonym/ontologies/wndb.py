"""Reader of WordNet's own database folders (WNDB, WordNet 2.1 to 3.1): the nouns with all they say.

The compact table inside the package is made from such a folder; reading that table is in `wordnet`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["CITATION", "LICENCE", "load_wndb"]

LICENCE = "WordNet licence (Princeton University; free use with its notice)"
CITATION = (
    "Fellbaum, C. (ed.), WordNet: An Electronic Lexical Database, MIT Press, 1998; wordnet.princeton.edu"
)

_IS_A = {"@", "@i"}
_PARTS = {"%p", "%m", "%s"}
_VERSION = re.compile(r"WordNet (\d\.\d) Copyright")


def load_wndb(folder: Path) -> Taxonomy:
    """Read the nouns of a WordNet database folder.

    Concepts are named like ``worker.n.01``: the synset's first lemma in lower case and that lemma's sense
    number. Labels keep their case, with blanks for underscores; instance links count as is-a, without
    which WordNet has thousands of roots. ``counts`` are those of the semantic concordance (cntlist).
    """
    senses, version = _read_index(_text(folder, "index.noun"))
    tagged = _read_counts(_text(folder, "cntlist.rev", required=False))
    nouns = _Nouns()
    for number, line in _records(_text(folder, "data.noun")):
        try:
            nouns.add(line, senses, tagged)
        except (IndexError, ValueError, KeyError) as error:
            msg = f"data.noun, line {number}: not a synset of the WordNet database"
            raise OntologyError(
                msg, hint="is the file whole, and from the same release as index.noun?"
            ) from error
    source = Source(name="WordNet", version=version, licence=LICENCE, citation=CITATION)
    return replace(
        nouns.taxonomy(source), irregular=_read_exceptions(_text(folder, "noun.exc", required=False))
    )


@dataclass
class _Nouns:
    """Synsets as they are met, links still by offset."""

    ids: list[str] = field(default_factory=list)
    place: dict[str, int] = field(default_factory=dict)
    labels: list[list[str]] = field(default_factory=list)
    ranks: list[list[int]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    glosses: list[str] = field(default_factory=list)
    above: list[tuple[int, str]] = field(default_factory=list)
    parts: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: str, senses: dict[str, list[str]], tagged: dict[str, int]) -> None:
        facts, _, gloss = line.partition(" | ")
        fields = facts.split()
        offset, lexicographer_file, size = fields[0], fields[1], int(fields[3], 16)
        lemmas = fields[4 : 4 + 2 * size : 2]
        lexical_ids = fields[5 : 5 + 2 * size : 2]
        ranks = [senses[lemma.lower()].index(offset) + 1 for lemma in lemmas]
        keys = (
            f"{lemma.lower()}%1:{lexicographer_file}:{int(lexical, 16):02d}::"
            for lemma, lexical in zip(lemmas, lexical_ids, strict=True)
        )
        here = len(self.ids)
        self.place[offset] = here
        self.ids.append(f"{lemmas[0].lower()}.n.{ranks[0]:02d}")
        self.labels.append([lemma.replace("_", " ") for lemma in lemmas])
        self.ranks.append(ranks)
        self.counts.append(sum(tagged.get(key, 0) for key in keys))
        self.glosses.append(gloss.strip())
        pointers = fields[4 + 2 * size :]
        for kind, target, part_of_speech in zip(pointers[1::4], pointers[2::4], pointers[3::4], strict=False):
            if part_of_speech == "n" and kind in _IS_A:
                self.above.append((here, target))
            elif part_of_speech == "n" and kind in _PARTS:
                self.parts.append((here, target))

    def taxonomy(self, source: Source) -> Taxonomy:
        return Taxonomy.from_links(
            self.ids,
            self._numbered(self.above),
            self.labels,
            label_ranks=self.ranks,
            glosses=self.glosses,
            parts=self._numbered(self.parts),
            counts=np.array(self.counts, dtype=np.int64),
            source=source,
        )

    def _numbered(self, links: list[tuple[int, str]]) -> tuple[np.ndarray, np.ndarray]:
        for here, target in links:
            if target not in self.place:
                raise DanglingParentError(self.ids[here], target)
        first = np.array([here for here, _ in links], dtype=np.int64)
        second = np.array([self.place[target] for _, target in links], dtype=np.int64)
        return first, second


def _text(folder: Path, name: str, *, required: bool = True) -> str:
    path = folder / name
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if not required:
            return ""
        msg = f"the WordNet folder {folder} has no file {name}"
        raise OntologyError(msg, hint="give the folder that holds data.noun and index.noun") from None
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path} cannot be read: {error.__class__.__name__}"
        raise OntologyError(msg) from error


def _records(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without the licence at the top (which is indented by two blanks)."""
    return (
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line and not line.startswith("  ")
    )


def _read_index(text: str) -> tuple[dict[str, list[str]], str]:
    """Lemma in lower case → offsets of its synsets in sense order; and the version the licence names."""
    senses: dict[str, list[str]] = {}
    for number, line in _records(text):
        fields = line.split()
        try:
            size, pointers = int(fields[2]), int(fields[3])
        except (IndexError, ValueError) as error:
            msg = f"index.noun, line {number}: not an entry of the WordNet index"
            raise OntologyError(msg) from error
        senses[fields[0]] = fields[6 + pointers : 6 + pointers + size]
    version = _VERSION.search(text)
    return senses, version.group(1) if version else ""


def _read_counts(text: str) -> dict[str, int]:
    """Sense key of a noun → how often it was tagged.

    The sense number beside the key is not used: in 3.0 it differs from the index for 153 senses.
    """
    rows = (line.split() for line in text.split("\n"))
    return {row[0]: int(row[2]) for row in rows if len(row) == 3 and "%1:" in row[0] and row[2].isdigit()}


def _read_exceptions(text: str) -> dict[str, tuple[str, ...]]:
    """Irregular form → base forms, with blanks for underscores."""
    found: dict[str, tuple[str, ...]] = {}
    for line in text.split("\n"):
        words = [word.replace("_", " ") for word in line.split()]
        if len(words) > 1:
            found[words[0]] = tuple(dict.fromkeys((*found.get(words[0], ()), *words[1:])))
    return found
