"""Join values without a concept that differ only in case, blanks, hyphens or an English plural."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from kinonym.mapping.inflection import base_forms, fold_exceptions
from kinonym.taxonomy.labels import fold

__all__ = ["commonest_spellings"]


def commonest_spellings(counts: Mapping[str, int], irregular: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Value → the commonest spelling of the same word; ties: the first in alphabetical order.

    A plural is joined with its singular only if the column has both: `gas` alone is unchanged.

    Parameters
    ----------
    counts
        Number of records with each value.
    irregular
        Irregular plurals with their singulars.

    Examples
    --------
    >>> commonest_spellings({"widget": 5, "Widgets": 2, "gizmo": 1, "WIDGET": 1}, {})
    {'widget': 'widget', 'Widgets': 'widget', 'gizmo': 'gizmo', 'WIDGET': 'widget'}
    """
    words = {value: fold(value) for value in counts}
    all_words, exceptions = set(words.values()), fold_exceptions(irregular)
    singular = {word: min(base_forms(word, exceptions, all_words.__contains__), default=word) for word in all_words}
    groups: dict[str, list[str]] = defaultdict(list)
    for value, word in words.items():
        groups[singular[word]].append(value)
    commonest = {word: min(values, key=lambda value: (-counts[value], value)) for word, values in groups.items()}
    return {value: commonest[singular[word]] for value, word in words.items()}
