"""Scales: values that are steps in an order, such as ``Less than 1 … More than 4`` or ``never … always``.

The words are in ``data/scales.toml``. An order is found only where every value is a step of one scale.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from kinonym.drafting.person_names import fold_name

__all__ = ["is_step", "order_scale", "scale_of"]

Step = tuple[float, float]
"""Where a step begins, and where it stands among those that begin there."""

_NUMBER = re.compile(r"(?:\d{1,3}(?:[., ]\d{3})+(?![\d.,])|\d+(?:[.,]\d+)?)(?: ?[kKM]\b)?")
_SIGN = re.compile(r"([–€$£%])")
_SPACE = re.compile(r"\s+")
_OPENING = re.compile(r"^[\[(]|[\])]$")
_LEADING_NUMBER = re.compile(r"\(?(\d{1,2})\)?\s*[.:=)-]\s*(\D.*)")
_NO_ANSWER_CODE = re.compile(r"-\d{1,2}")
_FEWEST_WORDS, _FEWEST_NUMBERED = 3, 2


def order_scale(values: Sequence[str]) -> tuple[str, ...]:
    """The values from the lowest step to the highest, those that give no answer last; nothing if there is no order.

    >>> order_scale(["More than 4", "1 to 2", "Less than 1", "3 to 4"])
    ('Less than 1', '1 to 2', '3 to 4', 'More than 4')
    >>> order_scale(["often", "never", "sometimes"]), order_scale(["red", "blue", "green"])
    (('never', 'sometimes', 'often'), ())
    """
    silent = [value for value in values if _is_silent(value)]
    steps = [value for value in values if value not in silent]
    if len(steps) < 2 or len(silent) > 2:
        return ()
    ranks = _by_range(steps) or _by_leading_number(steps) or _by_number_of_step(steps) or _by_words(steps)
    if not ranks or len(set(ranks.values())) < len(steps):
        return ()
    return (*sorted(steps, key=lambda value: ranks[value]), *sorted(silent))


def scale_of(values: Sequence[str]) -> str:
    """The name of the scale of words that knows every value, such as ``agreement_en``; nothing if there is none.

    >>> scale_of(["often", "never", "sometimes"]), scale_of(["1 - agree", "2 - neutral", "3 - disagree", "don't know"])
    ('frequency_en', 'agreement_en')
    """
    answers = [value.strip() for value in values if not _is_silent(value)]
    bare = {_fold_words(match[2] if (match := _LEADING_NUMBER.fullmatch(each)) else each) for each in answers}
    if len(bare) < _FEWEST_WORDS:
        return ""
    names = list(_data()["scales"])
    return next((name for name, scale in zip(names, _scales(), strict=True) if bare <= scale.keys()), "")


def is_step(value: str) -> bool:
    """Whether some scale of words knows a value.

    >>> is_step("rather satisfied"), is_step("high"), is_step("Grabowiecki")
    (True, True, False)
    """
    return any(_fold_words(value) in scale for scale in _scales())


def _is_silent(value: str) -> bool:
    """Whether a value says that there is no answer: in words, or with a negative code such as -9."""
    return _fold(value) in _phrases("no_answer") or _NO_ANSWER_CODE.fullmatch(value.strip()) is not None


@cache
def _data() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("kinonym.drafting").joinpath("data", "scales.toml").read_text(encoding="utf-8"))


@cache
def _phrases(key: str) -> frozenset[str]:
    return frozenset(_fold(phrase) for phrase in _data()["words"][key].split(" | "))


@cache
def _scales() -> list[dict[str, int]]:
    scales = []
    for text in _data()["scales"].values():
        steps = [[_fold_words(word) for word in step.split(" | ")] for step in text.split(" < ")]
        scales.append({word: rank for rank, words in enumerate(steps) for word in words})
    return scales


def _fold(text: str) -> str:
    return _SPACE.sub(" ", fold_name(text.replace("-", "–")).replace("_", " ").replace(".", " ")).strip()


def _fold_words(text: str) -> str:
    return _SPACE.sub(" ", _fold(text).replace("–", " "))


def _by_words(values: Sequence[str]) -> dict[str, Step]:
    """Ranks if one scale knows every value, at least three of them."""
    folded = {value: _fold_words(value) for value in values}
    if len(values) < _FEWEST_WORDS:
        return {}
    for scale in _scales():
        if all(word in scale for word in folded.values()):
            return {value: (float(scale[word]), 0.0) for value, word in folded.items()}
    return {}


def _by_leading_number(values: Sequence[str]) -> dict[str, Step]:
    """Ranks of ``1 - never``, ``2 - sometimes``: the number stands in front of words."""
    found = {value: _LEADING_NUMBER.fullmatch(value.strip()) for value in values}
    if len(values) < _FEWEST_WORDS or not all(found.values()):
        return {}
    numbers = {value: int(match[1]) for value, match in found.items() if match is not None}
    known = _by_words([match[2] for match in found.values() if match is not None])
    return {value: (float(number), 0.0) for value, number in numbers.items()} if known else {}


def _by_number_of_step(values: Sequence[str]) -> dict[str, Step]:
    """Ranks of ``Level 1``, ``Level 2`` or ``3rd grade``: one word for a step, and its number."""
    ranks: dict[str, Step] = {}
    words = set()
    for value in values:
        folded = _fold(value)
        numbers = re.findall(r"\d+", folded)
        word = re.sub(r"\d+(?:st|nd|rd|th|er|e|o|a|ª|º)?", "", folded).strip(" -:#")
        if len(numbers) != 1 or word not in _phrases("steps"):
            return {}
        ranks[value] = (float(numbers[0]), 0.0)
        words.add(word)
    return ranks if len(words) == 1 and len(values) >= _FEWEST_NUMBERED else {}


def _by_range(values: Sequence[str]) -> dict[str, Step]:
    """Ranks by the numbers of ranges; some values may be single numbers, at least two are not."""
    ranks: dict[str, Step] = {}
    ranges = 0
    for value in values:
        step, is_range = _range_step(value)
        if step is None:
            return {}
        ranks[value] = step
        ranges += is_range
    return ranks if ranges >= min(2, len(values)) else {}


def _range_step(value: str) -> tuple[Step | None, bool]:
    """Where a range of numbers begins, and whether it is a range rather than one number."""
    text = _SPACE.sub(" ", _OPENING.sub("", value.strip()).strip())
    if _fold(text) in _phrases("zero"):
        return (0.0, -2.0), True
    numbers = list(_NUMBER.finditer(text))
    if not 1 <= len(numbers) <= 2:
        return None, False
    first = _amount(numbers[0][0])
    before = _bare(text[: numbers[0].start()])
    if len(numbers) == 2:
        last = _amount(numbers[1][0])
        between = _bare(text[numbers[0].end() : numbers[1].start()], "between_numbers")
        after = _bare(text[numbers[1].end() :])
        fits = between in _phrases("between_numbers") and not after and before in ("", *_phrases("after_number"))
        return ((first, 0.0), True) if fits and first < last else (None, False)
    after = _bare(text[numbers[0].end() :])
    return _open_step(before, after, first)


def _open_step(before: str, after: str, number: float) -> tuple[Step | None, bool]:
    """A step with one number: all below it, all above it, or the number itself."""
    if not before and not after:
        return (number, 0.0), False
    if (not after and before in _phrases("before_number")) or (not before and after in _phrases("below_both")):
        return (number, -1.0), True
    if (not after and before in _phrases("after_number")) or (not before and after in _phrases("after_both")):
        return (number, 1.0), True
    return None, False


def _bare(text: str, kind: str = "") -> str:
    """The text around a number without units and other words that say nothing of its order."""
    folded = _SPACE.sub(" ", _SIGN.sub(r" \1 ", _fold(text))).strip(" :;()[]")
    if kind and folded in _phrases(kind):
        return folded
    if folded in _phrases("before_number") | _phrases("after_number") | _phrases("after_both") | _phrases("below_both"):
        return folded
    fillers = _phrases("fillers")
    if folded in fillers or not folded:
        return ""
    words = folded.split()
    for cut in range(1, len(words)):
        if " ".join(words[:cut]) in fillers:
            return _bare(" ".join(words[cut:]), kind)
        if " ".join(words[cut:]) in fillers:
            return _bare(" ".join(words[:cut]), kind)
    return folded


def _amount(text: str) -> float:
    """The number that a text writes, with thousands and k or M behind it."""
    digits = text.rstrip("kKM ")
    grouped = re.fullmatch(r"\d{1,3}(?:[., ]\d{3})+", digits)
    number = float(re.sub(r"[., ]", "", digits) if grouped else digits.replace(",", "."))
    return number * {"k": 1e3, "m": 1e6}.get(text[-1].casefold(), 1.0)
