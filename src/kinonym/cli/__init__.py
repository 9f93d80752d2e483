"""The command `kinonym`: makes a recipe, runs it, shows the result. All work happens elsewhere."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command; errors of our own end with their exit code, an interruption with 130."""
    from kinonym.cli.app import run

    run()
