"""Columns without an ontology: numbers, levels, plain texts; what is no number, and what a person should look at.

Variants of one text, and letters that only look alike, are noticed; nothing is merged.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kinonym.domains import Domain, Numeric, Ordinal, Plain
from kinonym.domains.number import decimals
from kinonym.engines.contract import Source
from kinonym.errors import DataError
from kinonym.grouped.index_arrays import Counts
from kinonym.recipe import Recipe

__all__ = ["plain_domain", "spelling_notices"]

_GREATEST = 1e140  # the squares of a billion such numbers can still be added

_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC"}


def spelling_notices(name: str, values: Sequence[str | None]) -> Iterator[str]:
    """What to say of a column whose texts are compared letter by letter; counts only.

    >>> list(spelling_notices("job", ["cook", "Cook ", "nurse"]))
    ["column 'job': 2 values differ from another only in case, spacing or Unicode form; they count as different"]
    """
    texts = [value for value in values if value is not None]
    folded = [" ".join(unicodedata.normalize("NFKC", text).casefold().split()) for text in texts]
    times = Counter(folded)
    oddities = {
        "differ from another only in case, spacing or Unicode form": sum(times[text] > 1 for text in folded),
        "mix letters of several scripts, which may look alike": sum(len(_scripts(text)) > 1 for text in texts),
    }
    for what, number in oddities.items():
        if number:
            yield f"column {name!r}: {number:,} values {what}; they count as different"


def _scripts(text: str) -> set[str]:
    """The scripts of a text's letters, of those whose letters look alike."""
    if text.isascii():
        return set()
    names = (unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return _SCRIPTS.intersection(names)


def plain_domain(
    recipe: Recipe, name: str, values: Sequence[str | None], counts: Counts, source: Source | None
) -> tuple[Domain, tuple[str, ...]]:
    """What the values of a column without an ontology mean, and what was noticed of them."""
    column = recipe.columns[name]
    if column.kind == "ordinal":
        return Ordinal(column.order or ()), ()
    if column.kind != "numeric":
        return Plain().fit(values), tuple(spelling_notices(name, values))
    numbers = Numeric(decimal=recipe.table.decimal, bottom=column.bottom, top=column.top)
    _check_numbers(name, numbers, values, counts, source)
    precision = column.precision if isinstance(column.precision, int) else decimals(numbers.plain(values))
    fitted = replace(numbers, precision=precision).fit(values, counts.tolist())
    return fitted.with_intervals(fitted.encode(values)), tuple(_limit_notices(name, numbers))


def _limit_notices(name: str, numbers: Numeric) -> Iterator[str]:
    """What top and bottom coding does to a column (T 2.3.1); how many rows it concerns may be told by the release."""
    for limit, side in ((numbers.bottom, "below"), (numbers.top, "above")):
        if limit is not None:
            yield f"column {name!r}: numbers {side} {limit:g} count as {limit:g}, and are written so"


def _check_numbers(
    name: str, domain: Numeric, values: Sequence[str | None], counts: Counts, source: Source | None
) -> None:
    """Count the rows that hold words where numbers belong, and name the first; never the word."""
    plain = domain.plain(values)
    words = {values[i] or "": i for i, value in enumerate(plain) if value is not None and not _is_number(value)}
    if not words:
        _check_size(name, plain, counts)
    else:
        rows = int(counts[list(words.values())].sum())
        first = None if source is None else source.locate(name, words)
        msg = f"column {name!r} is numeric, but {rows} rows hold no number"
        msg += "" if first is None else f"; the first is data row {first}"
        hint = "declare it nominal or plain, or add its missing marker to [table] missing"
        other = "." if domain.decimal == "," else ","
        if all(value is None or _is_number(value) for value in replace(domain, decimal=other).plain(values)):
            hint = f'set decimal = "{other}" under [table]'
        raise DataError(msg, hint=hint)


def _check_size(name: str, values: Sequence[str | None], counts: Counts) -> None:
    """Count the rows whose numbers are so great that their squares leave the range of floating point."""
    great = [i for i, value in enumerate(values) if value is not None and abs(float(value)) > _GREATEST]
    if great:
        msg = f"column {name!r}: {int(counts[great].sum())} rows hold numbers beyond ±{_GREATEST:g}"
        raise DataError(msg, hint="correct them, give the column another unit, or add them to [table] missing")


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
