"""Which of the known ontologies the values of a column belong to, and below which concept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass

from kinonym.drafting.profile import Profile
from kinonym.mapping.finding import map_values
from kinonym.mapping.lexicon import CERTAIN, Lexicon, lexicon_of
from kinonym.mapping.outcome import Coverage, Mapping
from kinonym.mapping.senses import shared_concept
from kinonym.taxonomy import Taxonomy

__all__ = ["Fit", "best_fit"]

_MOST_VALUES = 300
_FEWEST_VALUES = 4
_LOWEST_SHARE = 0.7
_LOWEST_SHARE_KNOWN = 0.1  # with fewer that are named as they are written, other forms of words are not looked for
_LOWEST_SHARE_WHEN_SCATTERED = 0.9


@dataclass(frozen=True)
class Fit:
    """How well an ontology covers the sample of a column."""

    ontology: str
    coverage: Coverage
    root: str | None
    """Least common subsumer of what was found; None if that is the ontology's own root."""
    root_label: str
    by_code: bool
    enough: bool


def best_fit(profile: Profile, ontologies: Dictionary[str, Taxonomy]) -> Fit | None:
    """The ontology that covers most; of nearly equal ones the smaller, made for just these values."""
    common = dict(profile.counts.most_common(_MOST_VALUES))
    if len(common) < _FEWEST_VALUES:
        return None
    fits = {name: _fit(name, taxonomy, common) for name, taxonomy in ontologies.items()}
    fitting = {name: fit for name, fit in fits.items() if fit is not None}
    if not fitting:
        return None
    return max(
        fitting.values(),
        key=lambda fit: (fit.enough, round(fit.coverage.mean_share * 20), -len(ontologies[fit.ontology])),
    )


def _fit(name: str, taxonomy: Taxonomy, counts: Dictionary[str, int]) -> Fit | None:
    values = [value for value in counts if _tells(value)]
    lexicon = lexicon_of(taxonomy)
    if sum(map(lexicon.knows, values)) <= _LOWEST_SHARE_KNOWN * len(values):
        return None
    mapping = map_values(
        taxonomy, values, [counts[v] for v in values], root=_shared_root(taxonomy, lexicon, values), suggestions=0
    )
    if not mapping.concept_of:
        return None
    root = taxonomy.lcs(*mapping.concept_of.values())
    by_code = _mostly_codes(mapping)
    coverage = Coverage(len(counts), len(mapping.concept_of), sum(counts.values()), mapping.coverage.mapped_records)
    scattered = not by_code and taxonomy.depth(root) <= 2 and taxonomy.max_depth >= 8
    lowest = _LOWEST_SHARE_WHEN_SCATTERED if scattered else _LOWEST_SHARE
    enough = len(mapping.concept_of) >= _FEWEST_VALUES - 1 and coverage.mean_share >= lowest
    return Fit(name, coverage, root if root != taxonomy.root else None, taxonomy.label(root), by_code, enough)


def _tells(value: str) -> bool:
    """Whether a value can speak for an ontology: two letters are found in almost any."""
    return len(value) > 2 or any(character.isdigit() for character in value)


def _mostly_codes(mapping: Mapping) -> bool:
    how = Counter(row.how for row in mapping.rows if row.how is not None)
    return how["id"] + how["code"] > how.total() / 2


def _shared_root(taxonomy: Taxonomy, lexicon: Lexicon, values: list[str]) -> str:
    """The deepest concept below which every value that can be found has a sense."""
    return taxonomy.concepts[shared_concept(taxonomy, [_senses(lexicon, value) for value in values])]


def _senses(lexicon: Lexicon, value: str) -> list[int]:
    senses: list[int] = []
    for how, step in lexicon.steps(value, dotted=True):
        senses += step
        if how in CERTAIN:
            break
    return senses
