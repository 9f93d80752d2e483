"""Cache loaded taxonomies as Arrow files in the user's cache folder.

The file name is a hash of the content of the source files, the options and the code of the readers, so an outdated
file is never used. A checksum detects damaged files. In both cases the sources are read again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path

from kinonym.taxonomy import Taxonomy

__all__ = ["CACHE_VARIABLE", "cache_folder", "read_through_cache"]

CACHE_VARIABLE = "KINONYM_CACHE"
"""Environment variable: ``off`` for no cache, or the folder to use."""

_SMALLEST = 1 << 20
_MOST_FILES = 24
_SUFFIX = ".arrow"
_CHUNK = 1 << 20
_DIGEST = 32


def cache_folder() -> Path | None:
    """The folder of the cache, or None if it is off."""
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen.lower() in {"off", "0", "no", "false"}:
        return None
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("kinonym", appauthor=False) / "ontologies"


def read_through_cache(
    read: Callable[[], Taxonomy], kind: str, files: Sequence[Path], options: Mapping[str, object]
) -> Taxonomy:
    """Return the result of ``read``, from the cache if possible.

    ``files`` are all files that it reads. Below one megabyte in total, reading is as fast as the cache.
    """
    folder = cache_folder()
    if folder is None or not files or sum(_size(path) for path in files) < _SMALLEST:
        return read()
    try:
        key = _compute_key(kind, files, options)
    except OSError:
        return read()  # which reports what is wrong with the file
    path = folder / (key + _SUFFIX)
    taxonomy = _read_cached(path, key)
    if taxonomy is None:
        taxonomy = read()
        with suppress(OSError):  # a cache that cannot be written is not an error
            _write_cached(path, key, taxonomy)
    return taxonomy


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _compute_key(kind: str, files: Sequence[Path], options: Mapping[str, object]) -> str:
    total = hashlib.sha256(_loader_version().encode())
    total.update(json.dumps([kind, sorted(options.items())], default=str).encode())
    for path in files:
        content = hashlib.sha256()
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                content.update(chunk)
        total.update(json.dumps([path.name, content.hexdigest()]).encode())
    return total.hexdigest()


@cache
def _loader_version() -> str:
    """Hash of the code of the readers, so that a changed reader never uses an old file."""
    total = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted([*package.glob("ontologies/*.py"), *package.glob("taxonomy/*.py")]):
        total.update(path.read_bytes())
    return total.hexdigest()


def _read_cached(path: Path, key: str) -> Taxonomy | None:
    """Read a cached taxonomy; None if there is none, or if it is damaged or belongs to another user."""
    from kinonym.ontologies.arrow import from_arrow

    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    body, checksum = memoryview(data)[:-_DIGEST], data[-_DIGEST:]
    return from_arrow(body) if _compute_checksum(key, body) == checksum else None


def _compute_checksum(key: str, body: memoryview | mmap) -> bytes:
    total = hashlib.sha256(key.encode())
    total.update(body)
    return total.digest()


def _write_cached(path: Path, key: str, taxonomy: Taxonomy) -> None:
    """Write to a temporary file and rename it, so that no other run reads an incomplete file."""
    import pyarrow as pa

    from kinonym.ontologies.arrow import write_arrow

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "r+b") as stream:
            write_arrow(taxonomy, pa.PythonFile(stream, mode="w"))
            stream.flush()
            with mmap(stream.fileno(), 0, access=ACCESS_READ) as written:
                checksum = _compute_checksum(key, written)
            stream.write(checksum)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    cached_files = sorted(path.parent.glob("*" + _SUFFIX), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in cached_files[_MOST_FILES:]:
        old.unlink(missing_ok=True)
