"""A commented recipe from guesses: every line that was guessed says so, with its reason."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from kinonym.drafting.guesses import ColumnGuess
from kinonym.drafting.profile import MISSING
from kinonym.drafting.role_rules import Guess

__all__ = ["draft_recipe"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEAD = """\
# A draft: every line marked "guess" was guessed from column names and a sample of the values.
# Check each of them, above all the roles:
#   identifier    points to a person: dropped
#   quasi         others may know it: masked
#   confidential  what the data are about: kept as it is
#   other         harmless: passed through unchanged"""
_NO_QUASI = """\
# No column looks like a quasi-identifier: give the role "quasi" to what others may know about a person."""
_METHOD = """\
[method]
name = "sa-mdav"
k = 5  # every combination of quasi-identifiers will occur at least this often"""


def draft_recipe(guesses: Sequence[ColumnGuess]) -> str:
    """Write the guesses as a TOML recipe for a person to check."""
    head = _HEAD if any(guess.role.value == "quasi" for guess in guesses) else f"{_HEAD}\n{_NO_QUASI}"
    missing = ", ".join(map(_string, MISSING))
    table = f"[table]\nmissing = [{missing}]  # markers of missing values"
    return "\n\n".join([head, table, *map(_column, guesses), _METHOD]) + "\n"


def _column(guess: ColumnGuess) -> str:
    lines = [f"[columns.{_key(guess.column)}]", _line("role", guess.role)]
    if guess.role.value == "quasi":
        lines += _type_lines(guess)
    elif guess.role.value == "confidential":
        lines += [f"# {line}" for line in _type_lines(guess)]
    return "\n".join(lines)


def _type_lines(guess: ColumnGuess) -> list[str]:
    lines = [_line("type", guess.type)]
    if guess.ontology is not None:
        lines.append(_line("ontology", guess.ontology))
    if guess.root is not None:
        lines.append(_line("root", guess.root))
    if guess.coverage is not None and guess.coverage.mapped_values < guess.coverage.values:
        left = guess.coverage.values - guess.coverage.mapped_values
        file = _string(f"{_file_name(guess.column)}.map.csv")
        lines.append(f"# mapping = {file}  # without a concept in the sample: {left:,}; see `kinonym map`")
    if guess.levels:
        lines.append(f"order = [{', '.join(map(_string, guess.levels))}]  # guess: by the first number of each range")
    return lines


def _line(key: str, guess: Guess) -> str:
    return f"{key} = {_string(guess.value)}  # guess ({guess.confidence}): {_one_line(guess.reason)}"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    """A TOML basic string; unlike JSON, TOML wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _file_name(column: str) -> str:
    return re.sub(r"[^\w-]+", "_", column).strip("_") or "column"
