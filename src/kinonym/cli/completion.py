"""Completion of commands and options in a shell: the script for it, and the answers that the script asks for."""

from __future__ import annotations

from importlib import import_module

import typer

from kinonym.errors import UsageError

__all__ = ["COMPLETION_VARIABLE", "SHELLS", "prepare_answers", "show_script"]

COMPLETION_VARIABLE = "_KINONYM_COMPLETE"
"""Environment variable with which a script asks for completions."""
SHELLS = ("bash", "zsh", "fish", "powershell")


def show_script(shell: str) -> None:
    """Print the script that completes commands and options in a shell."""
    if shell not in SHELLS:
        msg = f"there is no completion for the shell {shell!r}"
        raise UsageError(msg, hint=f"the shells are {', '.join(SHELLS)}")
    make_script = import_module("typer.completion").get_completion_script
    typer.echo(make_script(prog_name="kinonym", complete_var=COMPLETION_VARIABLE, shell=shell))


def prepare_answers() -> None:
    """Let typer answer the scripts; it does so by itself only if it also offers options that install them."""
    import_module("typer.completion").completion_init()
