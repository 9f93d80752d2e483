"""A release as a folder of a cluster's file system: written completely or not at all.

The executors write a hidden folder next to it and count it again there. Where a rename is atomic, one rename publishes
it. Object stores have no rename: there the files are copied, and `_SUCCESS` is written last.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinonym.engines.spark.hadoop_files import HadoopFiles
from kinonym.errors import DataError, KinonymError, UsageError

__all__ = ["COMMIT", "ClusterFolder"]

COMMIT = "spark.kinonym.commit"
"""The setting for how a folder is published: ``rename`` or ``marker``; by default what its file system needs."""
_OBJECT_STORES = {"s3", "s3a", "s3n", "gs", "oss", "obs", "cosn", "swift", "wasb", "wasbs"}
"""Schemes of stores that copy a folder instead of renaming it."""
_MARKER = "_SUCCESS"


@dataclass(frozen=True, eq=False)
class ClusterFolder:
    """A folder that does not exist yet."""

    files: HadoopFiles
    path: str
    """The URI that the user gave."""

    @classmethod
    def of(cls, spark: Any, uri: str) -> ClusterFolder:  # noqa: ANN401  # pyspark is optional
        """The folder of a URI; rejects one that exists, and one without a parent folder to write into."""
        folder = cls(HadoopFiles.of(spark, uri.rstrip("/")), uri)
        folder._check_absent()
        if folder._renames and not folder.files.parent.exists():
            msg = f"{uri}: the folder of the output does not exist"
            raise UsageError(msg, hint="create it, for example with hdfs dfs -mkdir -p")
        return folder

    def hidden(self, ending: str) -> Path:
        """The path of a private file of this run, in the current folder of this machine."""
        return Path.cwd() / f"{self._stem}{ending}"

    def commit_folder(self, save: Callable[[str], None], check: Callable[[str], None]) -> None:
        """Let ``save`` write Parquet files into a hidden folder; publish it only when ``check`` has read them."""
        temporary = self.files.parent.child(f"{self._stem}-{secrets.token_hex(8)}.tmp")
        try:
            temporary.make_private()
            save(temporary.uri)
            temporary.remove([name for name in temporary.list_files() if not name.endswith(".parquet")])
            check(temporary.uri)
            self._check_absent()
            if self._renames:
                temporary.rename(self.files)
                with suppress(KinonymError):  # the release is complete
                    self.files.open_to_others()
                    self.files.make_empty(_MARKER)
            else:
                self._copy(temporary)
        finally:
            with suppress(KinonymError):
                temporary.remove()

    def _copy(self, temporary: HadoopFiles) -> None:
        """Move the files one by one, and mark the folder as complete when it has all of them and no others."""
        wanted, moved = temporary.list_files(), list[str]()
        self.files.make_private()
        try:
            for name in wanted:
                moved.append(name)
                temporary.child(name).move(self.files.child(name))
            self._check_complete(wanted)
            self.files.make_empty(_MARKER)
            self.files.open_to_others()
        except BaseException:
            self.files.remove(moved)
            if not self.files.list_files():
                self.files.remove()
            raise

    def _check_complete(self, wanted: Mapping[str, int]) -> None:
        """Raise unless the folder has the files that were counted, and no others."""
        if self.files.list_files() != wanted:
            msg = f"{self.path}: another run writes to this folder; nothing was released"
            raise DataError(msg, hint="choose another name")

    def _check_absent(self) -> None:
        if self.files.exists():
            msg = f"{self.path}: the output exists, and a folder is never replaced"
            raise UsageError(msg, hint="remove it, or choose another name")

    @property
    def _renames(self) -> bool:
        """Whether one rename publishes a folder."""
        wanted = self.files.spark.conf.get(COMMIT, None)
        scheme = self.path.partition(":")[0].lower()
        return bool(wanted == "rename" if wanted is not None else scheme not in _OBJECT_STORES)

    @property
    def _stem(self) -> str:
        return f".kinonym-{hashlib.sha256(self.path.rstrip('/').encode()).hexdigest()[:16]}"
