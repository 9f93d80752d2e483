"""From the distinct values of a column to concepts, in the order of specification 9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.mapping.lexicon import CERTAIN, How, Lexicon, is_dotted, is_offensive, lexicon_of
from kinonym.mapping.outcome import Mapping, MappingRow, Reason
from kinonym.mapping.senses import Settled, Word, choose_senses, inside_mask
from kinonym.mapping.suggest import suggest
from kinonym.mapping.table import MappingTable
from kinonym.taxonomy import Taxonomy

__all__ = ["MOST_SUGGESTED", "map_values"]

MOST_SUGGESTED = 100
"""Suggestions are looked up for this many unmapped values, the most frequent ones."""


def map_values(
    taxonomy: Taxonomy,
    values: Sequence[str],
    counts: Sequence[int] | None = None,
    *,
    root: str | None = None,
    table: MappingTable | None = None,
    suggestions: int = 5,
) -> Mapping:
    """Find the concept of each value (specification 9).

    Parameters
    ----------
    taxonomy
        The column's ontology.
    values
        The column's values, without missing ones; repeated ones are counted together.
    counts
        How many records hold each value; 1 if not given.
    root
        Domain root, by id or label: only concepts below it count.
    table
        A person's table, which comes before everything else.
    suggestions
        How many near labels to look up for an unmapped value (for at most `MOST_SUGGESTED` values).

    Examples
    --------
    >>> parents = {"animal": [], "cat": ["animal"], "goose": ["animal"]}
    >>> mapping = map_values(Taxonomy.from_parents(parents), ["Cats", "goose", "gose"])
    >>> [(row.concept, row.how, row.suggestions) for row in mapping.rows]
    [('cat', 'stem', ()), ('goose', 'id', ()), (None, None, ('goose',))]
    >>> mapping.coverage.of_values
    0.6666666666666666
    """
    tally = _tally(values, counts)
    top = None if root is None else taxonomy.concepts[taxonomy.resolve(root)]
    given = {} if table is None else table.concepts(taxonomy, top)
    lexicon, dotted = lexicon_of(taxonomy), any(map(is_dotted, tally))
    finder = _Finder(taxonomy, inside_mask(taxonomy, top), lexicon, dotted=dotted)
    hits = {value: finder.listed(given[value]) if value in given else finder.found(value) for value in tally}
    rows = [finder.row(value, tally[value], x) for value, x in _settled(taxonomy, hits).items()]
    unused = tuple(entry for entry in table.entries if entry.value not in tally) if table is not None else ()
    return Mapping(taxonomy, _with_suggestions(finder, rows, suggestions), top, unused)


def _tally(values: Sequence[object], counts: Sequence[int] | None) -> dict[str, int]:
    if counts is not None and len(counts) != len(values):
        msg = f"{len(values)} values but {len(counts)} counts"
        raise UsageError(msg, hint="give one count for each value, or none")
    tally: Counter[str] = Counter()
    for value, count in zip(values, counts if counts is not None else [1] * len(values), strict=True):
        if not isinstance(value, str):
            msg = f"values are texts, not {type(value).__name__}"
            raise UsageError(msg, hint="leave missing values out; they need no concept")
        tally[value] += int(count)
    return dict(tally)


@dataclass(frozen=True)
class _Found:
    """The senses that are left for a value, and what is known of how they were found."""

    senses: list[int]
    how: How | None = None
    settled: Settled | None = None
    reason: Reason | None = None
    others: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    """What later steps find, after the one that found ``senses``."""
    ambiguous: bool = False


@dataclass(frozen=True)
class _Finder:
    taxonomy: Taxonomy
    inside: NDArray[np.bool_]
    lexicon: Lexicon
    dotted: bool

    def listed(self, concept: int | None) -> _Found:
        """What a person's table says."""
        if concept is None:
            return _Found([], reason="empty in the table")
        if not self.inside[concept]:
            return _Found([], reason="outside the root", others=(concept,))
        return _Found([concept], "table")

    def found(self, value: str) -> _Found:
        """What the first step finds that finds a concept inside the root; what later ones find besides."""
        outside: list[int] = []
        hit: _Found | None = None
        for how, senses in self.lexicon.steps(value, dotted=self.dotted):
            below = [i for i in senses if self.inside[i]]
            if hit is not None:
                hit = replace(hit, later=(*hit.later, *below))
            elif below:
                by_root = len(below) == 1 and len(senses) > 1
                hit = _Found(below, how, "root" if by_root else None)
                if how in CERTAIN:
                    break
            outside += senses
        if hit is not None:
            return hit
        reason: Reason = "outside the root" if outside else "not found"
        return _Found([], reason=reason, others=tuple(dict.fromkeys(outside)))

    def row(self, value: str, count: int, hit: _Found) -> MappingRow:
        """What is written of a value."""
        others = self._shown(value, hit.others)
        if not hit.senses:
            return MappingRow(value, count, None, alternatives=others, reason=hit.reason)
        sense = hit.senses[0]
        exact = hit.how == "folded" and sense in self.lexicon.index.exact(value)
        how = "label" if exact else hit.how
        label = self.taxonomy.preferred([sense])[0]
        return MappingRow(
            value,
            count,
            self.taxonomy.concepts[sense],
            label,
            how,
            hit.settled,
            others,
            ambiguous=hit.ambiguous,
        )

    def _shown(self, value: str, concepts: Sequence[int]) -> tuple[str, ...]:
        names = [self.taxonomy.concepts[i] for i in concepts]
        if not names or is_offensive(value):
            return tuple(names)
        return tuple(name for name in names if not is_offensive(self.taxonomy.labels(name)))


def _settled(taxonomy: Taxonomy, hits: Dictionary[str, _Found]) -> dict[str, _Found]:
    """Leave one sense to each value that has any (`kinonym.mapping.senses`)."""
    words = [Word(value, x.senses, x.later) for value, x in hits.items() if x.senses]
    done = dict(hits)
    for word, choice in zip(words, choose_senses(taxonomy, words), strict=True):
        before = hits[word.text]
        if choice.settled is None and not choice.others:
            continue  # it has no other sense
        done[word.text] = replace(
            before,
            senses=[choice.sense],
            settled=before.settled or choice.settled,
            others=choice.others,
            ambiguous=choice.ambiguous,
        )
    return done


def _with_suggestions(finder: _Finder, rows: list[MappingRow], limit: int) -> tuple[MappingRow, ...]:
    """Look near labels up for the most frequent values without a concept; codes of several meanings first."""
    places = [i for i, row in enumerate(rows) if row.concept is None]
    if not places or limit < 1:
        return tuple(rows)
    chosen = sorted(places, key=lambda i: -rows[i].count)[:MOST_SUGGESTED]
    near = suggest(finder.taxonomy, [rows[i].value for i in chosen], inside=finder.inside, limit=limit)
    for i, labels in zip(chosen, near, strict=True):
        codes = finder.lexicon.codes.find(rows[i].value, dotted=finder.dotted)
        fits = [finder.taxonomy.concepts[c] for c in codes if finder.inside[c]]
        rows[i] = replace(rows[i], suggestions=tuple(dict.fromkeys([*fits, *labels]))[:limit])
    return tuple(rows)
