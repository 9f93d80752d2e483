"""Kinonym: anonymise tables of words by replacing each value with its kin in an ontology.

The public names are listed in ``__init__.pyi``, once, for type checkers and for this module. Each is imported when it
is first used, so that ``import kinonym`` stays light.
"""

from __future__ import annotations

from kinonym._version import __version__

TYPE_CHECKING = False  # not typing's: whatever is imported here runs before the command can catch an interruption
if TYPE_CHECKING:
    from typing import Any


def _read_homes() -> dict[str, str]:
    """Public name → its module; each line of the list is ``from module import name as name``.

    The loader reads the list, so that the package also works from a zip file, as ``spark-submit --py-files`` ships it.
    """
    content: bytes = __loader__.get_data(f"{__path__[0]}/__init__.pyi")  # type: ignore[name-defined]  # of every module
    lines = [line.split() for line in content.decode().splitlines() if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in lines if name != "__version__"}


_HOMES = _read_homes()
__all__ = ["__version__", *(name for name in _HOMES if name != "testing")]  # noqa: PLE0604  # names are texts
# A star import must not need hypothesis, which kinonym.testing does.


def __getattr__(name: str) -> Any:  # noqa: ANN401
    from importlib import import_module

    module = _HOMES.get(name)
    if module == __name__:
        return import_module(f"{module}.{name}")
    if module is not None:
        return getattr(import_module(module), name)
    msg = f"module 'kinonym' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted({*__all__, *_HOMES})
