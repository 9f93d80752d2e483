"""Passwords of databases: from the environment or typed in, kept in memory while the program runs."""

from __future__ import annotations

import os
import sys
from getpass import getpass

__all__ = ["VARIABLE", "ask_password", "known_password"]

VARIABLE = "KINONYM_DATABASE_PASSWORD"
"""The environment variable for databases with programs that read no variable."""

_TYPED: dict[str, str] = {}
"""Address → the password that the user typed in."""


def known_password(address: str) -> str | None:
    """The password of a database, if it was typed in before or is in the environment."""
    return _TYPED.get(address, os.environ.get(VARIABLE))


def ask_password(address: str) -> str | None:
    """Ask the user for a password; None if nobody sits at a terminal."""
    if address in _TYPED or not (sys.stdin and sys.stdin.isatty()):
        return None
    _TYPED[address] = getpass("password of the database: ")
    return _TYPED[address]
