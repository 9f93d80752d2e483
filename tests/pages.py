"""Pages of the documentation: what they show, and running it as a newcomer does."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from kinonym.cli import main

ROOT = Path(__file__).parents[1]


def blocks(page):
    """(language, text) of every block of code on a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"```(\w*)\n(.*?)```", text, flags=re.DOTALL)


def commands(page):
    """The command lines that a page shows."""
    lines = [line for _, text in blocks(page) for line in text.splitlines() if line.startswith("kinonym ")]
    return [line.partition("  #")[0].partition(">")[0].strip() for line in lines]


def run(command, monkeypatch, capsys):
    """Run a command line in the current folder; a demo is made small. What it printed."""
    more = ["--records", "400"] if command == "kinonym demo" else []
    monkeypatch.setattr(sys, "argv", [*shlex.split(command), *more])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert not ended.value.code, (command, shown.err)
    return shown.out
