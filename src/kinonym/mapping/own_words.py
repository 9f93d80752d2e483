"""A column's own words: the commonest text of each concept, and the column's habit for concepts that are new to it.

What they do to a concept's text lives in `kinonym.domains.domain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kinonym.domains.domain import Letters, Words
from kinonym.mapping import Mapping, MappingRow
from kinonym.mapping.lexicon import lexicon_of
from kinonym.taxonomy import Taxonomy

__all__ = ["own_words", "usual_form"]

_USUAL = 0.9
"""A habit is what this share of the records keeps to."""


def usual_form(mapping: Mapping) -> str:
    """Whether the column itself holds codes or labels."""
    coded = sum(row.count for row in mapping.rows if _is_code(row))
    return "code" if 2 * coded > mapping.coverage.records else "label"


def own_words(mapping: Mapping, form: str, missing: Sequence[str]) -> Words:
    """How the column writes its concepts.

    Parameters
    ----------
    mapping
        The concepts of the column's values.
    form
        ``code`` or ``label``: what a concept that is new to the column is written as.
    missing
        Texts that mean missing.
    """
    mapped = [row for row in mapping.rows if row.concept is not None]
    rising = sorted(mapped, key=lambda row: row.value, reverse=True)
    rising.sort(key=lambda row: row.count)
    alike = [row for row in mapped if _is_code(row) == (form == "code")]
    return Words(
        own={row.concept: row.value for row in rising if row.concept is not None},
        times={row.concept: row.count for row in rising if row.concept is not None},
        taken=frozenset([*(row.value for row in mapping.rows), *missing]),
        codes=_codes(mapping.taxonomy, alike) if form == "code" else None,
        letters=_letters(alike),
    )


def _is_code(row: MappingRow) -> bool:
    return row.how in ("id", "code") or row.value == row.concept


_LETTERS: dict[Letters, Callable[[str], bool]] = {
    "lower": str.islower,
    "upper": str.isupper,
    "first upper": lambda text: text[:1].isupper(),
}


def _letters(rows: Iterable[MappingRow]) -> Letters:
    """Which letters nearly all words have as capitals; texts without letters have no say."""
    cased = [row for row in rows if row.value.islower() or any(map(str.isupper, row.value))]
    needed = _USUAL * sum(row.count for row in cased)
    for letters, has in _LETTERS.items():
        if cased and sum(row.count for row in cased if has(row.value)) >= needed:
            return letters
    return "as they are"


def _codes(taxonomy: Taxonomy, rows: Sequence[MappingRow]) -> dict[str, str]:
    """Concept → code, without its dot or with one where the column and the ontology differ in that."""
    without = _records(row for row in rows if _has_dot(row.concept) and not _has_dot(row.value))
    added = _records(row for row in rows if _has_dot(row.value) and not _has_dot(row.concept))
    if without > _records(row for row in rows if _has_dot(row.concept) and _has_dot(row.value)):
        return {concept: concept.replace(".", "") for concept in taxonomy.concepts if _has_dot(concept)}
    if not added:
        return {}
    rest = lexicon_of(taxonomy).codes.after_category()
    named = ((taxonomy.concepts[i], tail) for i, tail in rest.items())
    return {c: f"{c[: -len(tail)]}.{tail}" for c, tail in named if not _has_dot(c) and c.endswith(tail)}


def _has_dot(code: str | None) -> bool:
    return code is not None and "." in code


def _records(rows: Iterable[MappingRow]) -> int:
    return sum(row.count for row in rows)
