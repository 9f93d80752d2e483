"""WordNet with the words of another language: its concepts that the language has words for, and the links among them.

A concept without a word is left out, since it could not be written; its children are linked to the nearest concepts
above it that have one. `omw` and `lmf` read the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import OntologyError
from kinonym.languages import Language, strip_accents
from kinonym.ontologies.wordnet import FIRST_ILI, load_wordnet, read_offsets
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["WordsOf", "offset_of_ili", "translate_wordnet"]

# The score of a sense of a word; the weights were chosen on the words of tests/unit/mapping/languages_key.csv.
_FREQUENCY = 0.25  # of the logarithm of its count in WordNet's corpus
_LATER = 0.5  # of the logarithm of its rank among the senses of its English word, subtracted
_COGNATE = 1.5  # of the resemblance of the word to an English one
_UNRELATED = 0.5
"""The resemblance of two words that are not related."""
_BROADER = 0.7
"""The score of a sense that is also the parent of another sense of the word."""

WordsOf = Mapping[int, Sequence[str]]
"""Offset of a noun synset of WordNet 3.0 → its words in the order of the source."""


def translate_wordnet(words_of: WordsOf, language: Language, source: Source) -> Taxonomy:
    """Return the concepts of WordNet that have words in a language, with these words as their labels.

    Notes
    -----
    These wordnets order neither the senses of a word nor the words of a concept. Here the sense that occurs most often
    in WordNet's corpus comes first, then the one that is an earlier sense of its English word. The preferred label of
    a concept is a word of which it is the first sense, if there is one; of several, the word with the most senses,
    since common words have many.
    """
    wordnet = load_wordnet()
    number_of = {offset: number for number, offset in enumerate(read_offsets().tolist())}
    labels = {
        number_of[offset]: list(dict.fromkeys(words)) for offset, words in words_of.items() if offset in number_of
    }
    if not labels:
        msg = f"{source.name} has no words for concepts of WordNet 3.0"
        raise OntologyError(msg, hint="it must refer to WordNet by offsets such as 02084071-n, or by the ILI")
    unknown = len(words_of) - len(labels)
    notices = (f"{unknown:,} synsets that WordNet 3.0 does not have were left out",) if unknown else ()
    labels.setdefault(0, list(wordnet.labels(wordnet.root)))
    concepts = sorted(labels)
    senses = _rank_senses(wordnet, labels)
    ordered = [_order_words(labels[number], number, senses) for number in concepts]
    child, parent = _link_kept(wordnet, concepts)
    return Taxonomy.from_links(
        [wordnet.concepts[number] for number in concepts],
        (child, parent),
        ordered,
        label_ranks=[
            [senses[word].index(at) + 1 for word in words] for at, words in zip(concepts, ordered, strict=True)
        ],
        counts=None if wordnet.counts is None else wordnet.counts[concepts],
        source=replace(source, language=language.code, notices=(*source.notices, *notices)),
    )


def offset_of_ili(ili: str, offsets: Sequence[int]) -> int | None:
    """Return the offset of a noun of WordNet 3.0 with this number in the interlingual index; None if it is no noun.

    The index numbers the synsets of WordNet 3.0 by part of speech and offset: nouns come last, from i35545 on.
    """
    number = int(ili[1:]) - FIRST_ILI if ili[:1] == "i" and ili[1:].isdecimal() else -1
    return offsets[number] if 0 <= number < len(offsets) else None


def _rank_senses(wordnet: Taxonomy, labels: Mapping[int, Sequence[str]]) -> dict[str, list[int]]:
    """Return the senses of each word, the likeliest first: by frequency, English sense, resemblance and generality."""
    senses: dict[str, list[int]] = {}
    for number, words in labels.items():
        for word in words:
            senses.setdefault(word, []).append(number)
    start, parents = (array.tolist() for array in wordnet.parent_csr)
    general = _score_concepts(wordnet)
    english = _list_english(wordnet, labels)
    ranked: dict[str, list[int]] = {}
    for word, numbers in senses.items():
        if len(numbers) == 1:
            ranked[word] = numbers
            continue
        plain = strip_accents(word.lower())
        above = {parent for number in numbers for parent in parents[start[number] : start[number + 1]]}
        score = {
            number: general[number] + _COGNATE * _resemblance(plain, english[number]) + _BROADER * (number in above)
            for number in numbers
        }
        ranked[word] = sorted(numbers, key=lambda number: (-score[number], number))
    return ranked


def _score_concepts(wordnet: Taxonomy) -> list[float]:
    """Score each concept by its frequency in English, and by how early a sense of its English word it is."""
    counts = np.zeros(len(wordnet)) if wordnet.counts is None else wordnet.counts
    first_label = wordnet.label_start[:-1]
    rank = np.ones(len(wordnet)) if wordnet.label_ranks is None else wordnet.label_ranks[first_label]
    scores: list[float] = (_FREQUENCY * np.log(counts + 0.5) - _LATER * np.log(rank)).tolist()
    return scores


def _list_english(wordnet: Taxonomy, numbers: Iterable[int]) -> dict[int, list[str]]:
    start, texts = wordnet.label_start.tolist(), wordnet.label_texts
    return {number: [text.lower() for text in texts[start[number] : start[number + 1]]] for number in numbers}


def _resemblance(word: str, english: Sequence[str]) -> float:
    """How much a word resembles one of some English words, from 0 to 1: related words are often spelled alike."""
    from rapidfuzz import fuzz

    best = max(fuzz.ratio(word, other) for other in english) / 100
    return max(0.0, best - _UNRELATED) / (1 - _UNRELATED)


def _order_words(words: Sequence[str], number: int, senses: Mapping[str, Sequence[int]]) -> list[str]:
    """Order the words of a concept: those of which it is the first sense, then the words with the most senses."""
    return sorted(words, key=lambda word: (senses[word].index(number), word[:1].isupper(), -len(senses[word])))


def _link_kept(wordnet: Taxonomy, concepts: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Link each kept concept to the nearest kept ones above it; returns positions in ``kept``.

    ``nearest`` has a kept concept itself, or the nearest kept ones above another concept; ``above`` has all kept ones
    above a kept concept.
    """
    position = {number: at for at, number in enumerate(concepts)}
    start, parents = (array.tolist() for array in wordnet.parent_csr)
    nearest: list[frozenset[int]] = []
    above: dict[int, frozenset[int]] = {}
    child: list[int] = []
    parent: list[int] = []
    for number in range(len(wordnet)):
        reached = frozenset[int]().union(*(nearest[i] for i in parents[start[number] : start[number + 1]]))
        if number not in position:
            nearest.append(reached)
            continue
        farther = frozenset[int]().union(*(above[i] for i in reached))
        direct = reached - farther
        above[number] = reached | farther
        nearest.append(frozenset((number,)))
        child += [position[number]] * len(direct)
        parent += [position[i] for i in sorted(direct)]
    return np.array(child, dtype=np.int64), np.array(parent, dtype=np.int64)
