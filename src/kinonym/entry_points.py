"""What other packages offer under the entry point groups of Kinonym; nothing is imported before it is asked for."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

from kinonym.errors import KinonymError, UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["entries", "load", "reject_plugin", "run_plugin"]

_AUTHORS = "tell the authors of the package that offers it, or choose another one"


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
        with redirect_stdout(io.StringIO()):
            return entry.load()
    except (Exception, SystemExit) as error:
        msg = f"the plugin {what} {entry.name!r} ({entry.value}) cannot be imported: {type(error).__name__}"
        raise UsageError(msg, hint="reinstall or uninstall the package that offers it") from error


@contextmanager
def run_plugin(what: str, name: str, *, passing: list[BaseException] | None = None) -> Iterator[None]:
    """Run code of another package: what it prints and warns of is dropped; what it raises becomes an error of ours.

    Standard output carries results, and a print may show values of the data. ``passing`` holds exceptions that are not
    the plugin's, such as those of a progress callback that it was given.
    """
    try:
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (Exception, SystemExit) as error:
        if any(error is own for own in passing or ()):
            raise
        if isinstance(error, KinonymError) and error.code != "internal":
            raise
        msg = f"the plugin {what} {name!r} failed with {type(error).__name__}"
        raise UsageError(msg, hint=_AUTHORS) from error


def reject_plugin(what: str, name: str, fault: str) -> UsageError:
    """Describe what a plugin does wrong, as an error."""
    return UsageError(f"the plugin {what} {name!r} {fault}", hint=_AUTHORS)
