"""What was done, in plain words: for whoever signs the release and has never seen the method."""

from __future__ import annotations

import inspect
import re

from kinonym.release.report.content import Content
from kinonym.release.report.tables import number, percent

__all__ = ["listed", "method_in_words", "sentences", "settings_in_words"]


def sentences(content: Content) -> list[str]:
    """A paragraph, sentence by sentence."""
    utility, risk = content.utility, content.risk
    columns = f"column{'s' if len(content.names) > 1 else ''} {listed(content.names)}"
    masked = f"{utility.records:,} records were masked in the {columns} with the method {content.method.name}"
    before = (
        f"Before, the records had {utility.tuples:,} different combinations of these columns, and "
        f"{risk.unique_before:,} of them belonged to a single record. Now there are "
        f"{utility.masked_tuples:,}, and the rarest belongs to {_records(utility.smallest_class)}."
    )
    changed = (
        f"{percent(utility.values_changed)} of the values and {percent(utility.records_changed)} of the records "
        f"changed. On a scale from 0 (the same) to 1 (nothing in common) a value moved by "
        f"{number(_mean_distance(content))} on average."
    )
    said = [f"{masked}{settings_in_words(content)}.", method_in_words(content), before, changed]
    if utility.removed:
        said.append(f"{_records(utility.removed)} left the table.")
    return [sentence for sentence in said if sentence]


def listed(names: list[str]) -> str:
    """Names as a sentence lists them.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def settings_in_words(content: Content) -> str:
    """Strength of the masking: k, alpha or epsilon, whichever the method has."""
    said = [f"{key} = {content.settings[key]}" for key in ("k", "alpha", "epsilon") if key in content.settings]
    return f" ({', '.join(said)})" if said else ""


def method_in_words(content: Content) -> str:
    """The first sentence of what the method says of itself."""
    described = inspect.getdoc(type(content.method)) or ""
    first = " ".join(described.split("\n\n")[0].split())
    return re.sub(r"\s*\((?:A|E|M|N|T) [^)]*\)", "", first)


def _records(number: int) -> str:
    return f"{number:,} record{'s' if number != 1 else ''}"


def _mean_distance(content: Content) -> float:
    columns = content.utility.columns.values()
    return sum(column.distance for column in columns) / len(columns)
