"""The command run inside this process, as a person would, in a separate folder."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from kinonym.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str


def runner(folder, monkeypatch, capsys):
    """A function that takes the command's arguments and returns how it ended and what it said."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["kinonym", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return Ran(ended.value.code or 0, shown.out, shown.err)

    return run
