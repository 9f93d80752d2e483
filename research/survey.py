"""A survey with the published distribution of answers (M table 5): 975 visitors of a park, 211 pairs of reasons.

The answers themselves are not public. Words that the papers name are used and filled up to 22; which pair has how many
answers is drawn once with a fixed seed, popular words meeting popular words, and <nature, relaxation> first as in A.
"""

from __future__ import annotations

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Tuples

__all__ = ["REPETITIONS", "VALUES", "grouped_survey", "survey"]

REPETITIONS: dict[int, int] = {
    1: 118, 2: 26, 3: 20, 4: 9, 5: 10, 7: 3, 8: 2, 9: 3, 10: 2, 11: 3, 13: 2, 14: 1, 15: 1, 17: 2, 18: 1, 19: 1, 23: 1,
    25: 1, 40: 1, 65: 1, 66: 1, 82: 1, 115: 1,
}  # fmt: skip
"""How many pairs occur so often (M table 5)."""

VALUES: dict[str, tuple[str, str]] = {
    "nature": ("nature.n.03", "surroundings"),
    "relaxation": ("rest.n.02", "rest"),
    "wildlife": ("wildlife.n.01", "animals"),
    "beach": ("beach.n.01", "surroundings"),
    "sport": ("sport.n.01", "sports"),
    "walk": ("walk.n.01", "sports"),
    "landscape": ("landscape.n.01", "surroundings"),
    "tranquillity": ("tranquillity.n.02", "rest"),
    "bird": ("bird.n.01", "animals"),
    "vacation": ("vacation.n.01", "rest"),
    "culture": ("culture.n.01", "company"),
    "gastronomy": ("gastronomy.n.01", "company"),
    "fishing": ("fishing.n.01", "sports"),
    "cycling": ("cycling.n.01", "sports"),
    "family": ("family.n.01", "company"),
    "photography": ("photography.n.03", "work"),
    "swimming": ("swimming.n.01", "sports"),
    "boating": ("boating.n.01", "sports"),
    "education": ("education.n.01", "work"),
    "curiosity": ("curiosity.n.01", "rest"),
    "business": ("business.n.06", "work"),
    "loyalty": ("loyalty.n.02", "company"),
}
"""The answers from popular to rare, each with its concept and its group in a hierarchy made by hand (as M fig. 9)."""

NAMES = ("reason", "activity")


def survey(measure: str = "wu-palmer") -> Tuples:
    """The survey over WordNet."""
    domain = Nominal(ontologies.load("wordnet"), measure=measure)
    return _tuples(domain, [concept for concept, _ in VALUES.values()])[0]


def grouped_survey() -> tuple[Tuples, np.ndarray]:
    """The survey over the two-level hierarchy made by hand, and the place of each of its tuples in that of WordNet."""
    groups = {group: ["answer"] for _, group in VALUES.values()}
    parents = {"answer": [], **groups, **{word: [group] for word, (_, group) in VALUES.items()}}
    here, place = _tuples(Nominal(Taxonomy.from_parents(parents)), list(VALUES))
    _, there = _tuples(Nominal(ontologies.load("wordnet")), [concept for concept, _ in VALUES.values()])
    return here, there[np.argsort(place)]


def _tuples(domain: Nominal, names: list[str]) -> tuple[Tuples, np.ndarray]:
    """The answers in a domain, and the tuple that each drawn pair became."""
    pairs, counts = _drawn()
    points = np.asarray(domain.encode(names))[pairs]
    return Tuples.from_points(NAMES, [domain, domain], points, counts)


def _drawn() -> tuple[np.ndarray, np.ndarray]:
    """Pairs of answers as numbers, and their counts."""
    counts = np.array([c for c, pairs in sorted(REPETITIONS.items(), reverse=True) for _ in range(pairs)])
    rng = np.random.default_rng(2012)
    size = len(VALUES)
    popular = 1.0 / np.arange(1, size + 1)
    second = popular[[1, 0, *range(2, size)]]  # relaxation is what most of them do
    chance = np.outer(popular, second).ravel()
    first = 0 * size + 1
    chance[first] = 0.0
    drawn = rng.choice(size * size, len(counts) - 1, replace=False, p=chance / chance.sum())
    cells = np.concatenate([[first], drawn])
    return np.column_stack([cells // size, cells % size]), counts.astype(np.int64)
