"""What values are about, by the words in them: findings, illnesses, care, offences; the words are in ``data``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from kinonym.drafting.person_names import fold_name
from kinonym.drafting.vocabulary import meanings_of_words

__all__ = ["are_findings"]

_FINDINGS = frozenset(["illness", "finding", "care", "offence", "support", "main_diagnosis", "judgement", "outcome"])
"""Meanings of header words; a value with such a word says what was found about somebody, done or decided."""
_FEWEST, _ENOUGH, _SHORTEST = 3, 0.5, 3
_WORD = re.compile(r"[^\W\d_]\w*")


def are_findings(values: Collection[str]) -> bool:
    """Whether half of the values or more have a word of findings, illnesses, meals, treatments or offences.

    >>> are_findings(["Glucosa", "Hemoglobina", "TSH"]), are_findings(["KNÄ", "HUVUD", "HAND", "RYGG"])
    (True, True)
    >>> are_findings(["Cardiology", "Surgery ward", "Billing"]), are_findings(["Phone", "Letter", "Web"])
    (False, False)
    """
    texts = [value for value in values if _WORD.search(value)]
    return len(texts) >= _FEWEST and sum(map(_is_finding, texts)) >= _ENOUGH * len(values)


def _is_finding(value: str) -> bool:
    words = tuple(word for word in _WORD.findall(fold_name(value)) if len(word) >= _SHORTEST)
    return not _value_words().isdisjoint(words) or not meanings_of_words(words).isdisjoint(_FINDINGS)


@cache
def _value_words() -> frozenset[str]:
    text = files("kinonym.drafting").joinpath("data", "value_words.toml").read_text(encoding="utf-8")
    return frozenset(" ".join(line for topic in tomllib.loads(text).values() for line in topic.values()).split())
