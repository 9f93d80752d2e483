"""Loaded taxonomies kept as Arrow in the user's cache folder, named by what they were made from.

The name is a hash of the files' content, the options and the readers' own code, so what is stale is never
found; a checksum over the rest finds what is damaged. Either is simply read anew.
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

__all__ = ["CACHE_VARIABLE", "cache_folder", "through_cache"]

CACHE_VARIABLE = "KINONYM_CACHE"
"""Environment variable: ``off`` for no cache, or the folder to use."""

_WORTHWHILE = 1 << 20
_KEPT = 24
_SUFFIX = ".arrow"
_CHUNK = 1 << 20
_DIGEST = 32


def cache_folder() -> Path | None:
    """Where taxonomies are kept, or None if they are not."""
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen.lower() in {"off", "0", "no", "false"}:
        return None
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("kinonym", appauthor=False) / "ontologies"


def through_cache(
    read: Callable[[], Taxonomy], kind: str, files: Sequence[Path], options: Mapping[str, object]
) -> Taxonomy:
    """Return what ``read`` returns, from the cache if it was read before.

    ``files`` are all that it reads; below one megabyte in sum reading is as fast as the cache.
    """
    folder = cache_folder()
    if folder is None or not files or sum(_size(path) for path in files) < _WORTHWHILE:
        return read()
    try:
        key = _key(kind, files, options)
    except OSError:
        return read()  # which says what is wrong with the file
    path = folder / (key + _SUFFIX)
    taxonomy = _restore(path, key)
    if taxonomy is None:
        taxonomy = read()
        with suppress(OSError):  # a cache that cannot be written is no reason to fail
            _keep(path, key, taxonomy)
    return taxonomy


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _key(kind: str, files: Sequence[Path], options: Mapping[str, object]) -> str:
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
    """Hash of the code that reads and builds: a changed reader never meets an old result."""
    total = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted([*package.glob("ontologies/*.py"), *package.glob("taxonomy/*.py")]):
        total.update(path.read_bytes())
    return total.hexdigest()


def _restore(path: Path, key: str) -> Taxonomy | None:
    """Read a kept taxonomy; None where there is none, or it is damaged or somebody else's."""
    from kinonym.ontologies.arrow import from_arrow

    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    body, checksum = memoryview(data)[:-_DIGEST], data[-_DIGEST:]
    return from_arrow(body) if _checksum(key, body) == checksum else None


def _checksum(key: str, body: memoryview | mmap) -> bytes:
    total = hashlib.sha256(key.encode())
    total.update(body)
    return total.digest()


def _keep(path: Path, key: str, taxonomy: Taxonomy) -> None:
    """Write beside the place and rename, so that no other run meets a half-written file."""
    import pyarrow as pa

    from kinonym.ontologies.arrow import write_arrow

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "r+b") as stream:
            write_arrow(taxonomy, pa.PythonFile(stream, mode="w"))
            stream.flush()
            with mmap(stream.fileno(), 0, access=ACCESS_READ) as written:
                checksum = _checksum(key, written)
            stream.write(checksum)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    kept = sorted(path.parent.glob("*" + _SUFFIX), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in kept[_KEPT:]:
        old.unlink(missing_ok=True)
