"""The known ontologies and formats, and `load`, which picks the reader and checks its options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.taxonomy import Taxonomy

__all__ = ["FORMATS", "NAMES", "load"]

NAMES: dict[str, tuple[str, str]] = {
    "wordnet": ("wordnet", "load_wordnet"),
    "icd10cm": ("icd10cm", "load_icd10cm"),
    "m49": ("m49", "load_m49"),
}
"""Name → module and function, for what comes with the package or an installed one."""

FORMATS: dict[str, tuple[str, str]] = {
    "wndb": ("wndb", "load_wndb"),
    "parents": ("parents", "load_parents"),
    "levels": ("levels", "load_levels"),
}
"""Format → module and function, for what is read from a path."""


def load(name_or_path: str | Path, *, format: str | None = None, **options: object) -> Taxonomy:  # noqa: A002
    """Load an ontology by name or from a file or folder.

    Parameters
    ----------
    name_or_path
        One of the names in ``NAMES``, or a path. A path is meant wherever a file or folder of that name is.
    format
        One of ``FORMATS``; by default it is recognised by the content.
    **options
        What the reader of that format takes, such as ``label_columns`` or ``language``.

    Examples
    --------
    >>> load("m49").label("250")
    'France'
    """
    name = str(name_or_path)
    if format is None and isinstance(name_or_path, str) and name in NAMES:
        return _reader(NAMES[name], options)(**options)
    path = Path(name_or_path).expanduser()
    if not path.exists():
        msg = f"there is no ontology of the name {name!r} and no such file or folder"
        raise UsageError(msg, hint=_known(name))
    if format is not None and format not in FORMATS:
        msg = f"there is no ontology format {format!r}"
        raise UsageError(msg, hint=f"the formats are {', '.join(FORMATS)}")
    from kinonym.ontologies.recognise import recognise

    return _reader(FORMATS[format or recognise(path)], options, given=1)(path, **options)


def _known(name: str) -> str:
    near = get_close_matches(name.lower(), NAMES, n=1)
    meant = f"did you mean {near[0]!r}? " if near else ""
    return f"{meant}the names are {', '.join(NAMES)}; anything else is a path"


def _reader(place: tuple[str, str], options: Mapping[str, object], given: int = 0) -> Callable[..., Taxonomy]:
    module, function = place
    reader: Callable[..., Taxonomy] = getattr(import_module(f"kinonym.ontologies.{module}"), function)
    accepted = list(inspect.signature(reader).parameters)[given:]
    for option in options:
        if option not in accepted:
            msg = f"this ontology has no option {option!r}"
            raise UsageError(msg, hint=f"its options are: {', '.join(accepted) or 'none'}")
    return reader
