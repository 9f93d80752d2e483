"""The similarity of two words: that of their most similar senses."""

from __future__ import annotations

import numpy as np

from kinonym.errors import UsageError
from kinonym.measures import Measure, check_needs, measure_named, similarities
from kinonym.taxonomy import Taxonomy

__all__ = ["word_similarity"]


def word_similarity(taxonomy: Taxonomy, a: str, b: str, measure: str | Measure = "wu-palmer") -> float:
    """Greatest similarity of a sense of ``a`` and a sense of ``b``.

    Parameters
    ----------
    taxonomy
        Where the words are labels of concepts.
    a, b
        Words. A label is looked up letter for letter, with blanks for underscores; only if there is none,
        without regard to case, hyphens and blanks.
    measure
        Name of a measure, or a measure.

    Returns
    -------
    float
        The measure's published similarity: for most one minus the distance, 1 / (1 + links) for ``path``,
        −log(N / 2D) for ``leacock-chodorow``, IC(L) for ``resnik``.

    Examples
    --------
    >>> tax = Taxonomy.from_parents({"sport": [], "soccer": ["sport"], "boxing": ["sport"]})
    >>> word_similarity(tax, "soccer", "boxing")
    0.5
    """
    chosen = measure_named(measure)
    check_needs(chosen, taxonomy)
    return float(similarities(chosen, taxonomy, _senses(taxonomy, a), _senses(taxonomy, b)).max())


def _senses(taxonomy: Taxonomy, word: str) -> np.ndarray:
    written = word.replace("_", " ")
    senses = taxonomy.index.exact(word) or taxonomy.index.exact(written) or taxonomy.index.folded(word)
    if not senses:
        near = ", ".join(taxonomy.label_texts[i] for i in taxonomy.index.nearest(word, 3))
        msg = f"{taxonomy.source.name} has no label {word!r}"
        raise UsageError(msg, hint=f"did you mean: {near}?" if near else "see `kinonym concepts search`")
    return np.array(senses, dtype=np.int64)
