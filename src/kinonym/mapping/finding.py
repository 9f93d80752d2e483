"""Map the distinct values of a column to concepts, by the steps of specification 9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.mapping.code_book import is_dotted
from kinonym.mapping.lexicon import CERTAIN, How, Lexicon, lexicon_of
from kinonym.mapping.offensive_words import is_offensive
from kinonym.mapping.outcome import Mapping, MappingRow, Reason
from kinonym.mapping.senses import Settled, Word, choose_senses, inside_mask
from kinonym.mapping.suggest import suggest
from kinonym.mapping.table import MappingTable
from kinonym.taxonomy import Taxonomy

__all__ = ["MOST_SUGGESTED", "map_values"]

MOST_SUGGESTED = 100
"""The greatest number of unmapped values, the most frequent first, for which suggestions are searched."""


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
        The ontology of the column.
    values
        The values of the column, without missing ones; repeated values are added up.
    counts
        Number of records with each value (default: 1).
    root
        Root of the domain, by id or label: only concepts below it are used.
    table
        A mapping table of the user; it takes precedence.
    suggestions
        Number of suggested labels per unmapped value (for at most `MOST_SUGGESTED` values).

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
    concept_of_listed = {} if table is None else table.concepts(taxonomy, top)
    lexicon, dotted = lexicon_of(taxonomy), any(map(is_dotted, tally))
    matcher = _Matcher(taxonomy, inside_mask(taxonomy, top), lexicon, dotted=dotted)
    matches = {
        value: matcher.match_from_table(concept_of_listed[value])
        if value in concept_of_listed
        else matcher.match(value)
        for value in tally
    }
    rows = [matcher.row(value, tally[value], x) for value, x in _choose_one_sense(taxonomy, matches).items()]
    unused = tuple(entry for entry in table.entries if entry.value not in tally) if table is not None else ()
    return Mapping(taxonomy, _add_suggestions(matcher, rows, suggestions), top, unused)


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
class _Match:
    """The possible senses of a value, and how they were found."""

    senses: list[int]
    how: How | None = None
    settled: Settled | None = None
    reason: Reason | None = None
    others: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    """Senses from later steps than the one that found ``senses``."""
    ambiguous: bool = False


@dataclass(frozen=True)
class _Matcher:
    taxonomy: Taxonomy
    inside: NDArray[np.bool_]
    lexicon: Lexicon
    dotted: bool

    def match_from_table(self, concept: int | None) -> _Match:
        """The match for a value in the mapping table."""
        if concept is None:
            return _Match([], reason="empty in the table")
        if not self.inside[concept]:
            return _Match([], reason="outside the root", others=(concept,))
        return _Match([concept], "table")

    def match(self, value: str) -> _Match:
        """The match of the first step that finds a concept below the root, with the senses of later steps."""
        outside: list[int] = []
        match: _Match | None = None
        for how, senses in self.lexicon.steps(value, dotted=self.dotted):
            below = [i for i in senses if self.inside[i]]
            if match is not None:
                match = replace(match, later=(*match.later, *below))
            elif below:
                by_root = len(below) == 1 and len(senses) > 1
                match = _Match(below, how, "root" if by_root else None)
                if how in CERTAIN:
                    break
            outside += senses
        if match is not None:
            return match
        reason: Reason = "outside the root" if outside else "not found"
        return _Match([], reason=reason, others=tuple(dict.fromkeys(outside)))

    def row(self, value: str, count: int, match: _Match) -> MappingRow:
        """The row of a value in the mapping."""
        others = self._presentable(value, match.others)
        if not match.senses:
            return MappingRow(value, count, None, alternatives=others, reason=match.reason)
        sense = match.senses[0]
        exact = match.how == "folded" and sense in self.lexicon.index.exact(value)
        how = "label" if exact else match.how
        label = self.taxonomy.preferred([sense])[0]
        return MappingRow(
            value,
            count,
            self.taxonomy.concepts[sense],
            label,
            how,
            match.settled,
            others,
            ambiguous=match.ambiguous,
        )

    def _presentable(self, value: str, concepts: Sequence[int]) -> tuple[str, ...]:
        """Ids of concepts, without offensive ones unless the value is offensive."""
        names = [self.taxonomy.concepts[i] for i in concepts]
        if not names or is_offensive(value):
            return tuple(names)
        return tuple(name for name in names if not is_offensive(self.taxonomy.labels(name)))


def _choose_one_sense(taxonomy: Taxonomy, matches: Dictionary[str, _Match]) -> dict[str, _Match]:
    """Choose one sense for each value that has any (`kinonym.mapping.senses`)."""
    words = [Word(value, x.senses, x.later) for value, x in matches.items() if x.senses]
    chosen_matches = dict(matches)
    for word, choice in zip(words, choose_senses(taxonomy, words), strict=True):
        match = matches[word.text]
        if choice.settled is None and not choice.others:
            continue  # it has a single sense
        chosen_matches[word.text] = replace(
            match,
            senses=[choice.sense],
            settled=match.settled or choice.settled,
            others=choice.others,
            ambiguous=choice.ambiguous,
        )
    return chosen_matches


def _add_suggestions(matcher: _Matcher, rows: list[MappingRow], limit: int) -> tuple[MappingRow, ...]:
    """Add suggestions for the most frequent unmapped values: ambiguous codes first, then similar labels."""
    unmapped = [i for i, row in enumerate(rows) if row.concept is None]
    if not unmapped or limit < 1:
        return tuple(rows)
    chosen = sorted(unmapped, key=lambda i: -rows[i].count)[:MOST_SUGGESTED]
    nearest = suggest(matcher.taxonomy, [rows[i].value for i in chosen], inside=matcher.inside, limit=limit)
    for i, labels in zip(chosen, nearest, strict=True):
        codes = matcher.lexicon.codes.find(rows[i].value, dotted=matcher.dotted)
        code_concepts = [matcher.taxonomy.concepts[c] for c in codes if matcher.inside[c]]
        rows[i] = replace(rows[i], suggestions=tuple(dict.fromkeys([*code_concepts, *labels]))[:limit])
    return tuple(rows)
