"""Completion of commands and options: the scripts, and the answers that a shell receives."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from kinonym.cli.completion import COMPLETION_VARIABLE, SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(kinonym, shell):
    ran = kinonym("completion", shell)
    assert ran.code == 0
    assert COMPLETION_VARIABLE in ran.out
    assert f"complete_{shell}" in ran.out


def test_an_unknown_shell_is_refused(kinonym):
    ran = kinonym("completion", "tcsh")
    assert ran.code == 2
    assert "the shells are bash, zsh, fish, powershell" in ran.err


@pytest.fixture
def command(tmp_path):
    """A folder with the command `kinonym`, in front of all others."""
    script = tmp_path / "bin" / "kinonym"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kinonym "$@"\n')
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (["kinonym", "ma"], {"map", "mask"}),
        (["kinonym", "mask", "--rec"], {"--recipe"}),
        (["kinonym", "led"], {"ledger"}),
    ],
)
def test_bash_completes_what_was_typed(command, typed, completed):
    lines = [
        "source <(kinonym completion bash)",
        f"COMP_WORDS=({' '.join(typed)}); COMP_CWORD={len(typed) - 1}",
        '_kinonym_completion kinonym; printf "%s\\n" "${COMPREPLY[@]}"',
    ]
    ran = subprocess.run(["bash", "-c", "\n".join(lines)], env=command, capture_output=True, text=True, check=True)
    assert {word.strip() for word in ran.stdout.split()} == completed
