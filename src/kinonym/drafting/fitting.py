"""Which of the known ontologies the values of a column belong to, and below which concept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, replace

from kinonym.drafting.profile import Profile
from kinonym.mapping.finding import map_values
from kinonym.mapping.lexicon import CERTAIN, Lexicon, lexicon_of
from kinonym.mapping.outcome import Coverage, Mapping
from kinonym.mapping.senses import find_shared_concept
from kinonym.taxonomy import Taxonomy

__all__ = ["Fit", "best_fit"]

_MOST_VALUES = 300
_FEWEST_VALUES = 4
_LOWEST_SHARE = 0.7
_LOWEST_SHARE_KNOWN = 0.1  # with fewer that are named as they are written, other forms of words are not looked for
_IN_COMMON = (1.0, 0.85)  # shares of the values that have a sense below one concept, tried in turn
_TOP_LEVELS = 3  # values with nothing in common below these levels of WordNet are no column of concepts
_LOWEST_SHARE_GIVEN = 0.8  # from here on, an ontology that the user gave wins


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
    lost: str = ""
    """The ontologies that cover more than this one, which the user gave, with what they cover."""


def best_fit(profile: Profile, ontologies: Dictionary[str, Taxonomy], given: Collection[str] = ()) -> Fit | None:
    """The ontology that covers most; of nearly equal ones the smaller, made for just these values.

    One of those that the user gave wins from 80 % of the values on.
    """
    common = dict(profile.counts.most_common(_MOST_VALUES))
    if len(common) < _FEWEST_VALUES:
        return None
    fits = {name: _fit(name, taxonomy, common) for name, taxonomy in ontologies.items()}
    fitting = {name: fit for name, fit in fits.items() if fit is not None}
    if not fitting:
        return None
    ranked = sorted(
        fitting.values(),
        key=lambda fit: (fit.enough, round(fit.coverage.mean_share * 20), -len(ontologies[fit.ontology])),
        reverse=True,
    )
    wanted = [fit for fit in ranked if fit.ontology in given and fit.coverage.mean_share >= _LOWEST_SHARE_GIVEN]
    if not wanted:
        return ranked[0]
    better = [fit for fit in ranked[: ranked.index(wanted[0])] if fit.enough]
    lost = ", ".join(f"{fit.ontology} covers {fit.coverage}" for fit in better)
    return replace(wanted[0], enough=True, lost=lost)


def _fit(name: str, taxonomy: Taxonomy, counts: Dictionary[str, int]) -> Fit | None:
    """How well an ontology covers the values; if all of them have nothing in common, most of them may."""
    values = [value for value in counts if _tells(value)]
    lexicon = lexicon_of(taxonomy)
    if sum(map(lexicon.knows, values)) <= _LOWEST_SHARE_KNOWN * len(values):
        return None
    senses = [_senses(lexicon, value) for value in values]
    fit: Fit | None = None
    for share in _IN_COMMON:
        below = taxonomy.concepts[find_shared_concept(taxonomy, senses, share)]
        fit = _fit_below(name, taxonomy, counts, values, below)
        if fit is None or fit.enough or share == _IN_COMMON[-1] or not _has_everyday_words(taxonomy):
            break
    return fit


def _fit_below(
    name: str, taxonomy: Taxonomy, counts: Dictionary[str, int], values: list[str], below: str
) -> Fit | None:
    mapping = map_values(taxonomy, values, [counts[v] for v in values], root=below, suggestions=0)
    if not mapping.concept_of:
        return None
    root, by_code = taxonomy.lcs(*mapping.concept_of.values()), _mostly_codes(mapping)
    scattered = not by_code and _has_everyday_words(taxonomy) and taxonomy.depth(root) <= _TOP_LEVELS
    if not scattered and _has_everyday_words(taxonomy):
        mapping = _include_near_senses(taxonomy, counts, values, mapping)
        root = taxonomy.lcs(*mapping.concept_of.values())
    coverage = Coverage(len(counts), len(mapping.concept_of), sum(counts.values()), mapping.coverage.mapped_records)
    enough = len(mapping.concept_of) >= _FEWEST_VALUES - 1 and coverage.mean_share >= _LOWEST_SHARE and not scattered
    return Fit(name, coverage, root if root != taxonomy.root else None, taxonomy.label(root), by_code, enough)


def _include_near_senses(
    taxonomy: Taxonomy, counts: Dictionary[str, int], values: list[str], mapping: Mapping
) -> Mapping:
    """The mapping below a wider root, if some values mean a concept that lies near the others, but outside their root.

    WordNet files the driver of a vehicle under operators, which are causal agents as persons are. Below ``person``,
    ``driver`` would be the driver of animals, and ``taxi driver`` would have no concept.
    """
    root = taxonomy.lcs(*mapping.concept_of.values())
    free = map_values(taxonomy, values, [counts[value] for value in values], suggestions=0)
    shared = {taxonomy.lcs(root, concept) for concept in free.concept_of.values()}
    wider = taxonomy.lcs(*(concept for concept in shared if taxonomy.depth(concept) >= _TOP_LEVELS), root)
    if wider == root:
        return mapping
    return map_values(taxonomy, values, [counts[value] for value in values], root=wider, suggestions=0)


def _has_everyday_words(taxonomy: Taxonomy) -> bool:
    """Whether an ontology is a wordnet, which has a sense for almost any word."""
    return taxonomy.irregular is not None or taxonomy.source.language not in ("", "en")


def _tells(value: str) -> bool:
    """Whether a value can speak for an ontology: two letters are found in almost any."""
    return len(value) > 2 or any(character.isdigit() for character in value)


def _mostly_codes(mapping: Mapping) -> bool:
    how = Counter(row.how for row in mapping.rows if row.how is not None)
    return how["id"] + how["code"] > how.total() / 2


def _senses(lexicon: Lexicon, value: str) -> list[int]:
    senses: list[int] = []
    for how, step in lexicon.steps(value, dotted=True):
        senses += step
        if how in CERTAIN:
            break
    return senses
