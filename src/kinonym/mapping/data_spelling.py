"""The spelling of a column: how concepts are written, given how the data write theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kinonym.domains.spelling import Letters, Spelling
from kinonym.mapping.lexicon import lexicon_of
from kinonym.mapping.outcome import Mapping, MappingRow
from kinonym.taxonomy import Taxonomy

__all__ = ["spelling_from_data", "usual_form"]

_MOST_RECORDS = 0.9
"""A form is usual if this share of the records has it."""


def usual_form(mapping: Mapping) -> str:
    """The commonest form of the values in the column: ``code`` or ``label``."""
    coded = sum(row.count for row in mapping.rows if _is_code(row))
    return "code" if 2 * coded > mapping.coverage.records else "label"


def spelling_from_data(mapping: Mapping, form: str, missing: Sequence[str]) -> Spelling:
    """Find the texts that the column uses for its concepts.

    Parameters
    ----------
    mapping
        The concepts of the values of the column.
    form
        ``code`` or ``label``: how to write a concept that does not occur in the column.
    missing
        Texts that mean missing.
    """
    mapped = [row for row in mapping.rows if row.concept is not None]
    by_count = sorted(mapped, key=lambda row: row.value, reverse=True)
    by_count.sort(key=lambda row: row.count)
    same_form = [row for row in mapped if _is_code(row) == (form == "code")]
    return Spelling(
        text_of={row.concept: row.value for row in by_count if row.concept is not None},
        times={row.concept: row.count for row in by_count if row.concept is not None},
        taken=frozenset([*(row.value for row in mapping.rows), *missing]),
        codes=_adapt_codes(mapping.taxonomy, same_form) if form == "code" else None,
        letters=_find_capitals(same_form),
    )


def _is_code(row: MappingRow) -> bool:
    return row.how in ("id", "code") or row.value == row.concept


_CAPITALS: dict[Letters, Callable[[str], bool]] = {
    "lower": str.islower,
    "upper": str.isupper,
    "first upper": lambda text: text[:1].isupper(),
}


def _find_capitals(rows: Iterable[MappingRow]) -> Letters:
    """Find which letters are capitals in nearly all texts; texts without letters do not count."""
    cased = [row for row in rows if row.value.islower() or any(map(str.isupper, row.value))]
    needed = _MOST_RECORDS * sum(row.count for row in cased)
    for letters, has in _CAPITALS.items():
        if cased and sum(row.count for row in cased if has(row.value)) >= needed:
            return letters
    return "as they are"


def _adapt_codes(taxonomy: Taxonomy, rows: Sequence[MappingRow]) -> dict[str, str]:
    """Concept → code, with or without a dot as in the column, if the ontology differs from it."""
    without_dot = _count_records(row for row in rows if _has_dot(row.concept) and not _has_dot(row.value))
    with_dot = _count_records(row for row in rows if _has_dot(row.value) and not _has_dot(row.concept))
    if without_dot > _count_records(row for row in rows if _has_dot(row.concept) and _has_dot(row.value)):
        return {concept: concept.replace(".", "") for concept in taxonomy.concepts if _has_dot(concept)}
    if not with_dot:
        return {}
    rest = lexicon_of(taxonomy).codes.after_category()
    with_category = ((taxonomy.concepts[i], tail) for i, tail in rest.items())
    return {c: f"{c[: -len(tail)]}.{tail}" for c, tail in with_category if not _has_dot(c) and c.endswith(tail)}


def _has_dot(code: str | None) -> bool:
    return code is not None and "." in code


def _count_records(rows: Iterable[MappingRow]) -> int:
    return sum(row.count for row in rows)
