"""Columns of opaque texts, which are only equal or different.

Variants of a text, and letters that look alike, are reported but not merged.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from kinonym.column_types.column_recipe import ColumnRecipe
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains import Plain

__all__ = ["PlainColumn", "describe_spellings"]

_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC"}


class PlainColumn(ColumnRecipe):
    """A column of opaque texts; the type of a column that implies no other."""

    kind: ClassVar[str] = "plain"
    title: ClassVar[str] = "words without an ontology: equal or not"

    type: Literal["plain"] | None = None

    def read(self, column: ColumnValues) -> ReadColumn:
        """Read texts, and report those that may be variants of another."""
        notices = tuple(describe_spellings(column.name, column.values))
        return ReadColumn.encode(column, Plain().fit(column.values), notices)


def describe_spellings(name: str, values: Sequence[str | None]) -> Iterator[str]:
    """Describe a column with texts that are compared letter by letter, by counts only.

    >>> list(describe_spellings("job", ["cook", "Cook ", "nurse"]))
    ["column 'job': 2 values differ from another only in case, spacing or Unicode form; they count as different"]
    """
    texts = [value for value in values if value is not None]
    folded = [" ".join(unicodedata.normalize("NFKC", text).casefold().split()) for text in texts]
    times = Counter(folded)
    oddities = {
        "differ from another only in case, spacing or Unicode form": sum(times[text] > 1 for text in folded),
        "mix letters of several scripts, which may look alike": sum(len(_find_scripts(text)) > 1 for text in texts),
    }
    for what, number in oddities.items():
        if number:
            yield f"column {name!r}: {number:,} values {what}; they count as different"


def _find_scripts(text: str) -> set[str]:
    """Find the scripts of a text, among those that have letters that look alike."""
    if text.isascii():
        return set()
    names = (unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return _SCRIPTS.intersection(names)
