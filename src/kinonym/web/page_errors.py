"""Errors in the language of the page: what is wrong in words of its screens, and the screen where it is put right.

The messages of the command speak of recipes, options and files. `texts.toml` has the rules: a pattern of the command's
message, and what the page says instead. A message without a rule stays, but a hint that names keys of a recipe or
options of the command is replaced by the screen to go to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from kinonym.web.wording import text, texts

__all__ = ["FIXED_IN", "ShownError", "explain"]

FIXED_IN = {
    "unmapped": "knowledge", "ontology": "knowledge", "cycle": "knowledge", "dangling-parent": "knowledge",
    "data": "data", "recipe": "roles", "usage": "protection", "privacy": "protection", "unique-rows": "roles",
    "internal": "run",
}  # fmt: skip
"""Code of an error → the screen where it is fixed."""
_COMMAND_WORDS = re.compile(
    r"""\w = ["'\[{]|--\w|\[(?:table|method|release|columns|tables)\b|\brecipe\b"""
    r"|\bkinonym [a-z]|\bkn\.|\bdocs/|pip install"
)
"""What a hint contains that is meant for the command."""


@dataclass(frozen=True, kw_only=True)
class ShownError:
    """An error as the page shows it, and the screen where it is put right."""

    message: str
    hint: str | None = None
    step: str | None = None


@cache
def _rules() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    return [(re.compile(rule["match"]), rule) for rule in texts()["explained"]["rules"]]


def explain(code: str, message: str, hint: str | None) -> ShownError:
    """Say an error of the command in words of the page.

    >>> explain("unmapped", "column 'job': 6 of 80 values in 7 records have no concept in M49", None).message
    '6 values of job have no concept in M49 (records: 7): choose what happens to them.'
    """
    step = FIXED_IN[code]
    for pattern, rule in _rules():
        found = pattern.search(message)
        if found is not None:
            named = {key: value or "" for key, value in found.groupdict().items()}
            said = str(rule["message"]).format(**named) if "message" in rule else _plain(message)
            return ShownError(message=said, hint=str(rule["hint"]).format(**named), step=rule.get("step", step))
    if hint is not None and _COMMAND_WORDS.search(hint):
        hint = text("explained.there", step=text(f"steps.{step}"))
    return ShownError(message=_plain(message), hint=hint, step=step)


def _plain(message: str) -> str:
    """A message without the keys of a recipe, as far as they are names of columns."""
    named = re.sub(r"\bcolumns\.(\S+?)\.(\w+)\b", r"\2 of the column \1", message)
    named = re.sub(r"\bcolumns\.(\w+)", r"the column \1", named)
    return named.replace("the recipe's ", "").replace("[table] ", "")
