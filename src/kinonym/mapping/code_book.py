"""The codes of an ontology, found as they occur in data: without their dot, in another case, without leading zeros."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from kinonym.taxonomy.order import Csr

__all__ = ["CodeBook", "is_dotted", "split_code"]

# An optional prefix (`E`, `HP:`), a digit, more, and at most one dot: `250.01`, `E8859`, `HP:0000118`, `004`.
_CODE = re.compile(r"([A-Za-z]{0,5})[:_]?([0-9][0-9A-Za-z]*)(?:\.([0-9A-Za-z]+))?")
_TAIL = re.compile(r"[/#]")

Split = tuple[str, str]
Key = TypeVar("Key", str, Split)


def split_code(text: str) -> Split | None:
    """(before the dot, after the dot) in upper case and without `:` or `_`; None if the text is not a code.

    >>> split_code("e885.9"), split_code("HP_0000118"), split_code("001-139")
    (('E885', '9'), ('HP0000118', ''), None)
    """
    match = _CODE.fullmatch(text.strip())
    if match is None:
        return None
    prefix, digits, rest = match.groups(default="")
    return (prefix + digits).upper(), rest.upper()


def is_dotted(text: str) -> bool:
    """Whether a value is a code with a dot."""
    split = split_code(text)
    return split is not None and split[1] != ""


def _strip_leading_zeros(category: str) -> str:
    return (category.lstrip("0") or "0") if category.isdecimal() else category


class CodeBook:
    """The codes of one ontology, each split into its category and the rest.

    If ids have no dot, the category is the topmost ancestor that is a code and a prefix of the id: in ICD-9-CM,
    ``25001`` is below ``250``, so it is read as ``250.01``.
    """

    def __init__(self, concepts: Sequence[str], parent_csr: Csr) -> None:
        self._numbers: list[int] = []
        self._splits: list[Split] = []
        self._whole_codes: set[int] = set()
        start, parent = (array.tolist() for array in parent_csr)
        category: dict[int, str] = {}
        for number, concept in enumerate(concepts):
            split = split_code(_TAIL.split(concept)[-1])
            if split is None:
                continue
            code, rest = split
            if not rest:
                above = (category.get(i, "") for i in parent[start[number] : start[number + 1]])
                head = next((name for name in above if name and code.startswith(name)), code)
                code, rest = head, code[len(head) :]
                if not rest:
                    self._whole_codes.add(number)
            category[number] = code
            self._numbers.append(number)
            self._splits.append((code, rest))

    def __len__(self) -> int:
        return len(self._numbers)

    def after_category(self) -> dict[int, str]:
        """Concept → the part of its code after the category, if there is any."""
        return {number: rest for number, (_, rest) in zip(self._numbers, self._splits, strict=True) if rest}

    def find(self, value: str, *, dotted: bool) -> list[int]:
        """Find concepts that a code may mean, by the first rule that finds any; a single one is a match.

        Parameters
        ----------
        value
            The code in the data.
        dotted
            Whether the column has codes with dots: then ``31`` is the category 031 and never 003.1.
        """
        split = split_code(value)
        if split is None:
            return []
        category, rest = split
        return (
            self._find_same(category, rest)
            or self._find_without_zeros(category, rest, dotted=dotted)
            or self._trimmed.get((_strip_leading_zeros(category), rest.rstrip("0")), [])
        )

    def _find_same(self, category: str, rest: str) -> list[int]:
        """Find the same code, with or without its dot."""
        if not rest:
            return self._compact.get(category, [])
        whole_codes = [i for i in self._compact.get(category + rest, []) if i in self._whole_codes]
        return self._exact.get((category, rest), []) or whole_codes

    def _find_without_zeros(self, category: str, rest: str, *, dotted: bool) -> list[int]:
        """Find codes that are equal without leading zeros; without a dot, it may be a whole code or a category."""
        if not category.isdecimal():
            return []
        numbers = self._unpadded.get((_strip_leading_zeros(category), rest), [])
        if rest or dotted:
            return numbers
        return sorted({*numbers, *self._unpadded_compact.get(_strip_leading_zeros(category), [])})

    @cached_property
    def _exact(self) -> dict[Split, list[int]]:
        return self._group_by_key(self._splits)

    @cached_property
    def _compact(self) -> dict[str, list[int]]:
        return self._group_by_key([category + rest for category, rest in self._splits])

    @cached_property
    def _unpadded(self) -> dict[Split, list[int]]:
        return self._group_by_key([(_strip_leading_zeros(category), rest) for category, rest in self._splits])

    @cached_property
    def _unpadded_compact(self) -> dict[str, list[int]]:
        return self._group_by_key([_strip_leading_zeros(category + rest) for category, rest in self._splits])

    @cached_property
    def _trimmed(self) -> dict[Split, list[int]]:
        return self._group_by_key(
            [(_strip_leading_zeros(category), rest.rstrip("0")) for category, rest in self._splits]
        )

    def _group_by_key(self, keys: Sequence[Key]) -> dict[Key, list[int]]:
        table: dict[Key, list[int]] = defaultdict(list)
        for key, number in zip(keys, self._numbers, strict=True):
            table[key].append(number)
        return dict(table)
