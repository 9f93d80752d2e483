"""The command `kinonym`: makes a recipe, runs it, shows the result. All work happens elsewhere."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; errors of our own end with their exit code, an interruption with 130."""
    try:
        from kinonym.cli.app import run

        run()
    except KeyboardInterrupt:  # while it starts or ends; `run` tells of all others
        sys.stderr.write("interrupted; nothing was written\n")
        sys.exit(130)
