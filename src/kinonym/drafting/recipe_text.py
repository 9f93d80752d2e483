"""A commented recipe from guesses: every line that was guessed says so, with its reason."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kinonym.drafting.markers import Marker
from kinonym.drafting.other_languages import split_language
from kinonym.drafting.profile import MISSING
from kinonym.drafting.role_rules import Guess
from kinonym.drafting.scenario_drafts import draft_scenarios
from kinonym.drafting.table_guess import ColumnGuess, TableGuess
from kinonym.methods.refine import QUICKLY_REFINED

__all__ = ["draft_column", "draft_recipe", "one_line", "toml_key", "toml_string", "uniqueness_lines"]

_MOST_NAMED = 4
_MOST_UNIQUE = 0.2  # as `release.uniqueness` has it, a layer above
_K, _LEAST_K = 5, 2
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEAD = """\
# A draft: every line marked "guess" was guessed from column names and a sample of the values.
# Check each of them, above all the roles:
#   identifier    points to a person: dropped
#   quasi         others may know it: masked
#   confidential  what the data are about: released unchanged
#   other         harmless: released unchanged"""
_NO_QUASI = """\
# No column looks like a quasi-identifier: give the role "quasi" to what others may know about a person."""
_METHOD = """\
[method]
name = "sa-mdav"
k = {k}  # every combination of quasi-identifiers will {often}"""
_REFINE = f"""
refine = true  # loses less; up to {QUICKLY_REFINED:,} combinations it takes seconds"""


def draft_recipe(guess: TableGuess, read: Mapping[str, str] | None = None, *, names: Sequence[str] = ()) -> str:
    """Write the guesses as a TOML recipe for a person to check.

    ``read``: keys of [table] found in the file; ``names``: its columns, if it has no header.
    """
    quasi = any(column.role.value == "quasi" for column in guess.columns)
    head = _HEAD if quasi else f"{_HEAD}\n{_NO_QUASI}"
    often = "occur at least this often" if guess.person is None else "belong to at least so many different persons"
    method = _METHOD.format(often=often, k=min(_K, guess.units) if guess.units >= _LEAST_K else _K) + (
        _REFINE if guess.combinations <= QUICKLY_REFINED else ""
    )
    parts = [head, _table(guess, read or {}, names), *map(draft_column, guess.columns), method]
    parts += [*draft_scenarios(guess), *_confirmed(guess), *uniqueness_lines(guess)]
    return "\n\n".join(parts) + "\n"


def _table(guess: TableGuess, read: Mapping[str, str], names: Sequence[str]) -> str:
    sure = [marker for marker in guess.markers if marker.sure]
    markers = ", ".join(map(toml_string, [*MISSING, *(marker.text for marker in sure), *guess.spaced]))
    lines = ["[table]", *(f"{key} = {toml_string(value)}  # found in the file" for key, value in read.items())]
    lines += [f"names = [{', '.join(map(toml_string, names))}]  # the file has no header"] if names else []
    lines += [f"missing = [{markers}]  # markers of missing values"]
    lines += [f"# guess: {toml_string(marker.text)} {_seen(marker)}" for marker in sure]
    lines += [
        f"# {toml_string(marker.text)} {_seen(marker)}: add it above if it means missing"
        for marker in guess.markers
        if not marker.sure
    ]
    if guess.first_year is not None:
        reason = f"guess: two-digit years are read as {guess.first_year}–{guess.first_year + 99}"
        lines.append(f"two_digit_years_from = {guess.first_year}  # {reason}")
    if guess.person is not None:
        reason = guess.person_reason or "its values come back"
        lines.append(f"person = {toml_string(guess.person)}  # guess: it identifies persons: {one_line(reason)}")
    return "\n".join(lines)


def _confirmed(guess: TableGuess) -> list[str]:
    """Texts that differ in nearly every row and are no identifiers, because they are measurements."""
    released = ("confidential", "quasi")
    names = [column.column for column in guess.columns if column.measured_text and column.role.value in released]
    if not names:
        return []
    return [f"[release]\nconfirm = [{', '.join(map(toml_string, names))}]  # guess: measured, not identifiers"]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _seen(marker: Marker) -> str:
    where = ", ".join(marker.columns[:_MOST_NAMED]) + (" …" if len(marker.columns) > _MOST_NAMED else "")
    return f"occurs in {marker.count:,} cells of the sample ({one_line(where)})"


def uniqueness_lines(guess: TableGuess) -> list[str]:
    """The last word: what the release will and will not hide, as far as the sample shows."""
    if not guess.rows:
        return []
    unique, passed = _percent(guess.unique), _percent(guess.unique_passed)
    lines = [
        f"# In the sample of {guess.rows:,} rows, {unique} are unique by their quasi-identifiers;",
        "# masking removes this.",
    ]
    if guess.unique_passed:
        lines += [
            f"# The columns that are released unchanged make {passed} of the rows unique, also after masking:",
            f"# {', '.join(map(one_line, guess.passed))}.",
            "# Anyone who knows these values can find the person: quasi masks a column, identifier drops it.",
        ]
    if guess.unique_passed > _MOST_UNIQUE:
        lines.append(
            "# Above 20 %, `mask` stops unless you accept this: --accept-unique, or [release] accept_unique = true."
        )
    return ["\n".join(lines)]


def draft_column(guess: ColumnGuess, *, table: str | None = None) -> str:
    """The section of one column; ``table``: that of a recipe of several tables."""
    prefix = "" if table is None else f"tables.{toml_key(table)}."
    lines = [f"[{prefix}columns.{toml_key(guess.column)}]", _line("role", guess.role)]
    if guess.belongs_to is not None:
        reason = "guess (medium): in the sample, that column determines its values"
        return "\n".join([*lines, f"with = {toml_string(guess.belongs_to)}  # {reason}"])
    if guess.masked:
        lines += _type_lines(guess)
        if guess.role.value == "confidential":
            lines.append(
                "mask = true  # guess: a diagnosis can single people out; without this line it is released unchanged"
            )
    elif guess.role.value == "confidential":
        typed = guess.typed or guess.type.value == "numeric"  # a number that differs in every row is no identifier
        lines += [line if typed or line.startswith("#") else f"# {line}" for line in _type_lines(guess)]
    elif guess.role.value == "other" and guess.levels:
        lines += [f"# {line}" for line in _type_lines(guess)]
    if guess.before is not None:
        later = [guess.before] if isinstance(guess.before, str) else guess.before
        named = toml_string(later[0]) if len(later) == 1 else f"[{', '.join(map(toml_string, later))}]"
        lines.append(f"before = {named}  # guess (medium): in the sample, it is hardly ever later than that")
    return "\n".join(lines)


def _type_lines(guess: ColumnGuess) -> list[str]:
    lines = [_line("type", guess.type)]
    if guess.ontology is not None:
        ontology, language = split_language(guess.ontology.value)
        lines.append(_line("ontology", replace(guess.ontology, value=ontology)))
        lines += (
            [] if language is None else [f"language = {toml_string(language)}  # guess: the language of these values"]
        )
    if guess.separator is not None:
        lines.append(f"separator = {toml_string(guess.separator)}  # guess: a cell holds several of them")
        lines.append('# set_distance = "assignment"  # slower, but masked cells keep about as many values')
    if guess.own is not None and guess.own.separator is not None:
        lines.append(f"path_separator = {toml_string(guess.own.separator)}  # guess: what separates the parts")
    if guess.own is not None and guess.own.lengths is not None:
        lines.append(f"lengths = {list(guess.own.lengths)}  # guess: characters that make a group")
    if guess.systems:
        named = ", ".join(
            f"{toml_string(key) if key != 'column' else key} = {toml_string(name)}" for key, name in guess.systems
        )
        lines.append(f"ontology_by = {{{named}}}  # guess: the other column says which codes these are")
    if guess.role.value == "quasi" and guess.type.value == "plain" and guess.clusterable:
        lines.append("# without an ontology: `kinonym concepts … clustered export` makes a hierarchy from the table")
    if guess.root is not None:
        lines.append(_line("root", guess.root))
    if guess.coverage is not None and (guess.partial or guess.coverage.mapped_values < guess.coverage.values):
        left = guess.coverage.values - guess.coverage.mapped_values
        file = toml_string(f"{_file_name(guess.column)}.map.csv")
        lines.append(f"# mapping = {file}  # without a concept in the sample: {left:,}; see `kinonym map`")
        lines.append(
            'unmapped = "isolate"  # guess: each value without a concept is its own group; "error" rejects them'
        )
    if guess.levels:
        lines.append(
            f"order = [{', '.join(map(toml_string, guess.levels))}]  # guess: from the lowest step to the highest"
        )
    return lines


def _line(key: str, guess: Guess) -> str:
    doubt = f"; doubt: {guess.doubt}" if guess.doubt else ""
    return (
        f"{key} = {toml_string(guess.value)}  # guess ({guess.confidence}): {one_line(guess.reason)}{one_line(doubt)}"
    )


def toml_key(name: str) -> str:
    """A key of TOML."""
    return name if _BARE.fullmatch(name) else toml_string(name)


def toml_string(text: str) -> str:
    """A TOML basic string; unlike JSON, TOML wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def one_line(text: str) -> str:
    """A text for a comment."""
    return "".join(c if c.isprintable() else " " for c in text)


def _file_name(column: str) -> str:
    return re.sub(r"[^\w-]+", "_", column).strip("_") or "column"
