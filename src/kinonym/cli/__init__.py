"""The command `kinonym`: makes a recipe, runs it, shows the result. All work happens elsewhere."""

from __future__ import annotations

import sys

__all__ = ["main", "told_of_interruption"]


def main() -> None:
    """Run the command; errors of our own end with their exit code, an interruption with 130."""
    try:
        from kinonym.cli.app import run

        run()
    except KeyboardInterrupt as interruption:  # while it starts, or while it tells of an error
        sys.stderr.write(f"{told_of_interruption(interruption)}\n")
        sys.exit(130)


def told_of_interruption(error: BaseException | None) -> str:
    """Say which files are complete, and what else was noted on an interruption on its way here."""
    output = sys.modules.get("kinonym.files.output")
    notes = [f"written: {path}" for path in (output.WRITTEN if output else ())]
    while error is not None:
        notes += getattr(error, "__notes__", [])
        error = error.__cause__ or error.__context__
    return f"interrupted; {'; '.join(dict.fromkeys(notes)) or 'nothing was written'}"
