"""Information content: how specific each concept is, by four models, and the counts of a corpus."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DataError, UsageError
from kinonym.measures.sweeps import per_taxonomy
from kinonym.regular_file import read_regular
from kinonym.taxonomy import Taxonomy

__all__ = ["IC_MODELS", "content", "content_ranks", "corpus", "sanchez", "seco", "with_counts", "zhou"]

Reals = NDArray[np.float64]

_GREATEST_COUNT = 10**12


def seco(taxonomy: Taxonomy) -> Reals:
    """1 − log(hypo + 1) / log(C), C the number of concepts (T eq. 4.15).

    T divides by the log of the root's hyponyms, one fewer; with C the root has exactly 0.
    """
    information: Reals = 1.0 - np.log(taxonomy.descendant_counts + 1.0) / (math.log(len(taxonomy)) or 1.0)
    return information


def zhou(taxonomy: Taxonomy, k: float = 0.5) -> Reals:
    """k·seco + (1 − k)·log(depth) / log(maxdepth) (T eq. 4.16)."""
    return k * seco(taxonomy) + (1.0 - k) * np.log(taxonomy.depths) / (math.log(taxonomy.max_depth) or 1.0)


def sanchez(taxonomy: Taxonomy) -> Reals:
    """−log((leaves / |S| + 1) / (maxleaves + 1)); a leaf has no leaves below it (T eq. 4.17)."""
    leaves, subsumers = taxonomy.leaf_counts, np.diff(taxonomy.subsumer_csr[0])
    information: Reals = np.log(leaves[0] + 1.0) - np.log(leaves / subsumers + 1.0)
    return information


def corpus(taxonomy: Taxonomy) -> Reals:
    """−log P(c), from how often the concept and its distinct descendants were seen (T eq. 4.11).

    One is added to the count of every concept, so that no probability is 0.
    """
    if taxonomy.counts is None:
        msg = f"information content from a corpus needs counts, which {taxonomy.source.name} does not have"
        raise UsageError(msg, hint="add them with with_counts(taxonomy, path), or use seco, zhou or sanchez")
    start, subsumer, _ = taxonomy.subsumer_csr
    counts = np.repeat(taxonomy.counts + 1.0, np.diff(start))
    seen = np.bincount(subsumer, weights=counts, minlength=len(taxonomy))
    return math.log(seen[0]) - np.log(seen)


IC_MODELS: dict[str, Callable[[Taxonomy], Reals]] = {
    "seco": seco,
    "zhou": zhou,
    "sanchez": sanchez,
    "corpus": corpus,
}


@per_taxonomy
def content(taxonomy: Taxonomy, model: str) -> Reals:
    """Information content of every concept by a named model; the root has 0 and no concept less."""
    information = np.maximum(IC_MODELS[model](taxonomy), 0.0)
    information.setflags(write=False)
    return information


@per_taxonomy
def content_ranks(taxonomy: Taxonomy, model: str) -> tuple[Reals, NDArray[np.int32]]:
    """The distinct values of the content, ascending, and the place of each concept's among them."""
    values, rank = np.unique(content(taxonomy, model), return_inverse=True)
    return values, rank.astype(np.int32)


def with_counts(taxonomy: Taxonomy, counts: str | Path | Mapping[str, int]) -> Taxonomy:
    """The same taxonomy with counts per concept, for the IC model ``corpus``.

    Parameters
    ----------
    taxonomy
        Where the concepts are looked up, by id.
    counts
        Concept id → count, or a text file with a concept and a count in each line, separated by a comma,
        semicolon or tab, with or without a header. Counts of one concept add up.

    Notes
    -----
    Concepts that the taxonomy does not have are left out; a notice of its source says how many.
    """
    if isinstance(counts, Mapping):
        rows = ((f"concept {concept!r}", concept, count) for concept, count in counts.items())
        seen, unknown = _add_up(taxonomy, rows)
    else:
        seen, unknown = _add_up(taxonomy, _read_counts(Path(counts)))
    source = taxonomy.source
    if unknown:
        notice = f"{unknown} concepts of the counts are not in {source.name} and were left out"
        source = replace(source, notices=(*source.notices, notice))
    seen.setflags(write=False)
    return replace(taxonomy, counts=seen, source=source)


def _add_up(taxonomy: Taxonomy, rows: Iterator[tuple[str, str, int]]) -> tuple[NDArray[np.int64], int]:
    seen = np.zeros(len(taxonomy), dtype=np.int64)
    unknown = set()
    for where, concept, count in rows:
        if not 0 <= count <= _GREATEST_COUNT:
            msg = f"{where}: the count {count} is not between 0 and {_GREATEST_COUNT:,}"
            raise DataError(msg, hint="give how often a concept occurs in the corpus")
        if concept in taxonomy:
            seen[taxonomy.number(concept)] += count
        else:
            unknown.add(concept)
    return seen, len(unknown)


def _read_counts(path: Path) -> Iterator[tuple[str, str, int]]:
    try:
        lines = read_regular(path).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path} cannot be read as a file of counts: {error.__class__.__name__}"
        raise DataError(msg, hint="a text file in UTF-8, with a concept and a count in each line") from error
    mark = next((mark for mark in "\t;," if lines and mark in lines[0]), ",")
    for number, row in enumerate(csv.reader(lines, delimiter=mark), 1):
        if not row:
            continue
        try:
            concept, count = row[0].strip(), int(row[1])
        except (IndexError, ValueError):
            if number == 1 and len(row) > 1:
                continue
            msg = f"{path}, line {number}: not a concept and a whole number"
            raise DataError(msg, hint="a concept and its count in each line, such as worker.n.01,12") from None
        yield f"{path}, line {number}", concept, count
