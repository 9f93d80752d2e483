"""The file systems of Hadoop as a Spark session reaches them: what a release needs of them, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kinonym.engines.spark.session import is_classic, spark_errors
from kinonym.errors import DataError, UsageError

__all__ = ["HadoopFiles"]


@dataclass(frozen=True, eq=False)
class HadoopFiles:
    """The file system of a URI."""

    spark: Any
    uri: str

    @classmethod
    def of(cls, spark: Any, uri: str) -> HadoopFiles:  # noqa: ANN401  # pyspark is optional
        """The file system of a URI; rejects a session of Spark Connect, which has none."""
        if not is_classic(spark):
            msg = "a session of Spark Connect does not reach the file systems of the cluster, which a folder needs"
            raise UsageError(msg, hint="run the job with spark-submit, or pass a DataFrame to kinonym.mask")
        return cls(spark, uri)

    def path(self, *parts: str) -> Any:  # noqa: ANN401
        """A path of Hadoop: that of the URI, or one in it."""
        path = self._hadoop.Path(self.uri)
        for part in parts:
            path = self._hadoop.Path(path, part)
        return path

    @property
    def parent(self) -> HadoopFiles:
        """The folder that contains this one."""
        return HadoopFiles(self.spark, self.path().getParent().toString())

    def child(self, name: str) -> HadoopFiles:
        """A file or folder in this one."""
        return HadoopFiles(self.spark, self.path(name).toString())

    @property
    def name(self) -> str:
        """The last part of the path."""
        return str(self.path().getName())

    def exists(self) -> bool:
        """Whether there is a file or folder."""
        with spark_errors():
            return bool(self._system.exists(self.path()))

    def list_files(self) -> dict[str, int]:
        """The names of the files of the folder, and their sizes in bytes."""
        with spark_errors():
            return {str(each.getPath().getName()): int(each.getLen()) for each in self._system.listStatus(self.path())}

    def make_private(self) -> None:
        """Make the folder; only its owner may enter it, where the file system knows owners."""
        with spark_errors():
            permission = self._hadoop.permission.FsPermission("700")
            self._system.mkdirs(self.path(), permission)

    def open_to_others(self) -> None:
        """Give the folder the permissions of new folders, where the file system knows permissions."""
        with spark_errors():
            default = self._hadoop.permission.FsPermission.getDirDefault()
            mask = self._hadoop.permission.FsPermission.getUMask(self._configuration)
            self._system.setPermission(self.path(), default.applyUMask(mask))

    def rename(self, target: HadoopFiles) -> None:
        """Rename it; an error if the target exists."""
        with spark_errors():
            context = self._hadoop.FileContext.getFileContext(self.path().toUri(), self._configuration)
            gateway = self.spark.sparkContext._gateway  # noqa: SLF001  # pyspark offers no other way
            nothing = gateway.new_array(self._hadoop.Options.Rename, 0)
            context.rename(self.path(), target.path(), nothing)

    def move(self, target: HadoopFiles) -> None:
        """Move a file to a name that does not exist; object stores copy it."""
        with spark_errors():
            moved = self._system.rename(self.path(), target.path())
        if not moved:
            msg = f"{target.uri}: the file could not be moved there"
            raise DataError(msg, hint="check the permissions of the folder")

    def make_empty(self, name: str) -> None:
        """Make an empty file in the folder; an error if it exists."""
        with spark_errors():
            self._system.create(self.path(name), False).close()  # noqa: FBT003  # Java has no keywords

    def remove(self, names: Sequence[str] | None = None) -> None:
        """Remove some files of the folder; None: the folder."""
        with spark_errors():
            for path in [self.path()] if names is None else [self.path(name) for name in names]:
                self._system.delete(path, True)  # noqa: FBT003

    @property
    def _hadoop(self) -> Any:  # noqa: ANN401
        return self.spark._jvm.org.apache.hadoop.fs  # noqa: SLF001

    @property
    def _configuration(self) -> Any:  # noqa: ANN401
        return self.spark._jsparkSession.sessionState().newHadoopConf()  # noqa: SLF001

    @property
    def _system(self) -> Any:  # noqa: ANN401
        with spark_errors():
            return self.path().getFileSystem(self._configuration)
