"""The command `kinonym`: makes a recipe, runs it, shows the result. All work happens elsewhere."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; errors of our own end with their exit code, an interruption with 130."""
    told = "interrupted; nothing was written\n"  # while it starts
    try:
        from kinonym.cli.app import run

        told = "interrupted\n"  # while it ends; `run` tells of all between
        run()
    except KeyboardInterrupt:
        sys.stderr.write(told)
        sys.exit(130)
