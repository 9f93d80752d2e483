"""Codes as real data write them: without their dot, in another case, with zeros lost to a spreadsheet.

Only what fits exactly one code of the ontology counts; labels live in `kinonym.mapping.lexicon`.
"""

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
    """(before the dot, after the dot) in upper case and without `:` or `_`; None for what is no code.

    >>> split_code("e885.9"), split_code("HP_0000118"), split_code("001-139")
    (('E885', '9'), ('HP0000118', ''), None)
    """
    found = _CODE.fullmatch(text.strip())
    if found is None:
        return None
    prefix, digits, rest = found.groups(default="")
    return (prefix + digits).upper(), rest.upper()


def is_dotted(text: str) -> bool:
    """Whether a value is a code written with its dot."""
    found = split_code(text)
    return found is not None and found[1] != ""


def _without_leading(category: str) -> str:
    return (category.lstrip("0") or "0") if category.isdecimal() else category


class CodeBook:
    """The codes of one ontology, each cut into its category and the rest.

    Where ids carry no dot, the category is the topmost ancestor that is a code and begins the id:
    ICD-9-CM's ``25001`` lies under ``250``, so it reads as ``250.01``.
    """

    def __init__(self, concepts: Sequence[str], parent_csr: Csr) -> None:
        self._numbers: list[int] = []
        self._splits: list[Split] = []
        self._loose: set[int] = set()
        start, parent = (array.tolist() for array in parent_csr)
        category: dict[int, str] = {}
        for number, concept in enumerate(concepts):
            found = split_code(_TAIL.split(concept)[-1])
            if found is None:
                continue
            code, rest = found
            if not rest:
                above = (category.get(i, "") for i in parent[start[number] : start[number + 1]])
                head = next((name for name in above if name and code.startswith(name)), code)
                code, rest = head, code[len(head) :]
                if not rest:
                    self._loose.add(number)
            category[number] = code
            self._numbers.append(number)
            self._splits.append((code, rest))

    def __len__(self) -> int:
        return len(self._numbers)

    def find(self, value: str, *, dotted: bool) -> list[int]:
        """Concepts that the written code may stand for, by the first rule that fits any; one is a match.

        Parameters
        ----------
        value
            The code as the data write it.
        dotted
            Whether the column writes dots at all: then ``31`` is the category 031 and never 003.1.
        """
        found = split_code(value)
        if found is None:
            return []
        category, rest = found
        return (
            self._same(category, rest)
            or self._leading_zeros(category, rest, dotted=dotted)
            or self._trimmed.get((_without_leading(category), rest.rstrip("0")), [])
        )

    def _same(self, category: str, rest: str) -> list[int]:
        """The same code up to its dot."""
        if not rest:
            return self._compact.get(category, [])
        loose = [i for i in self._compact.get(category + rest, []) if i in self._loose]
        return self._exact.get((category, rest), []) or loose

    def _leading_zeros(self, category: str, rest: str, *, dotted: bool) -> list[int]:
        """The same code with zeros put back in front; without a dot it may be a whole code or a category."""
        if not category.isdecimal():
            return []
        found = self._unpadded.get((_without_leading(category), rest), [])
        if rest or dotted:
            return found
        return sorted({*found, *self._unpadded_compact.get(_without_leading(category), [])})

    @cached_property
    def _exact(self) -> dict[Split, list[int]]:
        return self._table(self._splits)

    @cached_property
    def _compact(self) -> dict[str, list[int]]:
        return self._table([category + rest for category, rest in self._splits])

    @cached_property
    def _unpadded(self) -> dict[Split, list[int]]:
        return self._table([(_without_leading(category), rest) for category, rest in self._splits])

    @cached_property
    def _unpadded_compact(self) -> dict[str, list[int]]:
        return self._table([_without_leading(category + rest) for category, rest in self._splits])

    @cached_property
    def _trimmed(self) -> dict[Split, list[int]]:
        return self._table([(_without_leading(category), rest.rstrip("0")) for category, rest in self._splits])

    def _table(self, keys: Sequence[Key]) -> dict[Key, list[int]]:
        found: dict[Key, list[int]] = defaultdict(list)
        for key, number in zip(keys, self._numbers, strict=True):
            found[key].append(number)
        return dict(found)
