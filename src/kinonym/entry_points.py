"""What other packages offer under the entry point groups of Kinonym; nothing is imported before it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kinonym.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["entries", "load"]


def entries(group: str, what: str) -> dict[str, EntryPoint]:
    """Name → entry point, for every one of a group; ``what`` they are is said in errors."""
    from importlib.metadata import entry_points

    named: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        if entry.name in named:
            msg = f"two installed packages offer a {what} {entry.name!r}"
            raise UsageError(msg, hint="uninstall one of them")
        named[entry.name] = entry
    return named


def load(entry: EntryPoint, what: str) -> Any:  # noqa: ANN401  # the caller checks what it is
    """Import what an entry point names."""
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        msg = f"the plugin {what} {entry.name!r} ({entry.value}) cannot be imported: {type(error).__name__}"
        raise UsageError(msg, hint="reinstall or uninstall the package that offers it") from error
