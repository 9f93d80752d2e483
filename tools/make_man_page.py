"""Write docs/kinonym.1, the manual page of the command, from its options; the wheel installs it as share/man/man1.

Usage: python tools/make_man_page.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import typer

from kinonym.cli.app import app
from kinonym.errors import ERROR_CODES

__all__ = ["PAGE", "make_page"]

PAGE = Path(__file__).parents[1] / "docs" / "kinonym.1"
_EXITS = {
    0: "Done.",
    1: "An internal error.",
    2: "Wrong usage, or a recipe that does not fit the method or the table.",
    3: "The data or an ontology cannot be used.",
    4: "The privacy target was not met and nothing was written.",
    130: "The run was interrupted; nothing is left behind.",
}
_VARIABLES = {
    "KINONYM_CACHE": "Folder of cached ontologies, or off.",
    "KINONYM_LEDGER": "File of the release ledger.",
    "NUMBA_CACHE_DIR": "Folder of compiled code.",
}


def make_page() -> str:
    """Return the page in the language of man."""
    command = typer.main.get_command(app)
    lines = [
        '.TH KINONYM 1 "" "Kinonym" "User Commands"',
        ".SH NAME", r"kinonym \- anonymise tables of words by replacing each value with its kin in an ontology",
        ".SH SYNOPSIS", ".B kinonym", ".I COMMAND", "[\\fIOPTION\\fR ...]",
        ".SH DESCRIPTION", *_write_text(command.help or ""),
        "A recipe, a TOML file, says what each column is and which method masks it.",
        "Everything runs on this machine.",
        ".SH COMMANDS", *_list_commands(command),
        ".SH EXIT STATUS", *_list_terms((str(code), meaning) for code, meaning in _EXITS.items()),
        "Errors name their kind:", ", ".join(ERROR_CODES) + ".",
        ".SH ENVIRONMENT", *_list_terms(_VARIABLES.items()),
        ".SH EXAMPLES", ".nf", "kinonym init data.csv > recipe.toml",
        "kinonym mask data.csv \\-r recipe.toml \\-o out.csv",
        "kinonym verify out.csv \\-\\-quasi age,occupation \\-\\-k 5", ".fi",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _list_commands(command: Any) -> Iterator[str]:  # noqa: ANN401  # click's groups and commands
    for name, each in _every_command(command, ""):
        arguments = [p for p in each.params if p.param_type_name == "argument"]
        names = " ".join(f"\\fI{(p.metavar or p.name).upper()}\\fR" for p in arguments)
        yield f".SS {name} {names}".rstrip()
        yield from _write_text(each.help or "")
        for parameter in each.params:
            if parameter.name == "help":
                continue
            shown = parameter.opts if parameter.param_type_name == "option" else [(parameter.metavar or parameter.name)]
            off = getattr(parameter, "secondary_opts", [])
            yield from _list_terms([(", ".join([*shown, *off]), parameter.help or "")])


def _every_command(command: Any, name: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    if not hasattr(command, "commands"):
        yield name.strip(), command
        return
    for word, each in command.commands.items():
        yield from _every_command(each, f"{name} {word}")


def _list_terms(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, meaning in pairs:
        yield from (".TP", rf"\fB{_escape(term)}\fR", *_write_text(meaning))


def _write_text(text: str) -> Iterator[str]:
    """One line for each sentence, and a new paragraph after a blank line."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        yield from (_escape(line) for line in re.split(r"(?<=[.:;]) (?=[A-Z])", " ".join(paragraph.split())) if line)


def _escape(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...")
    return r"\&" + escaped if escaped[:1] in {".", "'"} else escaped


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
